"""Who sits at the table: people who leave, join, or change places; and the end of a table."""

from __future__ import annotations

from flask import Blueprint, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper import service
from scorekeeper.engine.core import Action, IllegalAction, MalformedAction
from scorekeeper.engine.people import Joined, Left, Moved, Skipped
from scorekeeper.names import one_line
from scorekeeper.service import StaleAction
from scorekeeper.table import Table
from scorekeeper.web import i18n, render
from scorekeeper.web.forms import whole_number
from scorekeeper.web.photos import shelf
from scorekeeper.web.render import store
from scorekeeper.web.table import entered_already, seq, table_page
from scorekeeper.web.views import TableView

pages = Blueprint("seats", __name__, url_prefix="/t/<token>")


@pages.get("/people")
def show(token: str) -> Response:
    return people_page(token)


@pages.post("/join")
def join(token: str) -> Response:
    """Nobody's entry stands in the way of a newcomer: this alone does not ask what the page had seen."""
    name = request.form.get("name", "")
    try:
        let_in(token, name)
    except (MalformedAction, IllegalAction) as why:  # the name can be mended, or sent again, where it was typed
        if why.reason == "name-twice" and sits_last(token, name):  # sent again: the first answer was lost
            return to_people(token)
        status = 400 if isinstance(why, MalformedAction) else 422
        return people_page(token, status=status, typed=name, refused=i18n.refusal(why.reason, why.facts, None, ()))
    return to_people(token)


def let_in(token: str, name: str) -> None:
    """Let somebody sit down, though an entry may come in between."""
    try:
        service.join(store(), token, service.load(store(), token).seq, name)
    except StaleAction:
        service.join(store(), token, service.load(store(), token).seq, name)


def sits_last(token: str, name: str) -> bool:
    """Whether the last that happened is that somebody of this name sat down."""
    table = service.load(store(), token)
    newest = table.info.people[-1].name
    return bool(table.standing) and table.standing[-1].action == Joined() and newest == one_line(name)


@pages.post("/leave")
def leave(token: str) -> Response:
    """Asked twice: the first time shows what it would mean."""
    seat = whole_number(request.form.get("seat", ""), "seat")
    if request.form.get("sure") != "yes":
        view = TableView(service.load(store(), token))
        if Left(seat) not in view.table.info.game.interrupts(view.state):
            raise IllegalAction("not-at-the-table", seat=seat)
        return render.page("sure.html", v=view, question="leave", seat=seat)
    enter(token, Left(seat))
    return render.see(url_for("table.show", token=token))


@pages.post("/skip")
def skip(token: str) -> Response:
    seat = whole_number(request.form.get("seat", ""), "seat")
    return table_page(enter(token, Skipped(seat)))


@pages.post("/move")
def move(token: str) -> Response:
    seat, place = (whole_number(request.form.get(key, ""), key) for key in ("seat", "place"))
    enter(token, Moved(seat, place))
    return to_people(token)


def enter(token: str, action: Action) -> Table:
    """Enter what somebody at the table does; sent again, it counts once."""
    try:
        return service.submit(store(), token, seq(), action)
    except StaleAction:
        return entered_already(service.load(store(), token), action)


@pages.get("/end")
def ask_end(token: str) -> Response:
    view = TableView(service.load(store(), token))
    if view.waits_for == "over" or view.table.info.closed_at is not None:
        return render.see(url_for("table.show", token=token))
    return render.page("sure.html", v=view, question="end")


@pages.post("/end")
def end(token: str) -> Response:
    service.close(store(), token, seq())
    return render.see(url_for("lobby.home"))


@pages.get("/delete")
def ask_delete(token: str) -> Response:
    return render.page("sure.html", v=TableView(service.load(store(), token)), question="delete")


@pages.post("/delete")
def delete(token: str) -> Response:
    service.delete(store(), token)
    shelf().forget(token)
    return render.see(url_for("lobby.home"))


def to_people(token: str) -> Response:
    return people_page(token) if render.by_htmx() else render.see(url_for("seats.show", token=token))


def people_page(token: str, *, status: int = 200, typed: str = "", refused: Markup | None = None) -> Response:
    table = service.load(store(), token)
    may = table.info.game.interrupts(table.state) if table.is_open else ()
    return render.page(
        "people.html",
        status=status,
        typed=typed,
        refused=refused,
        v=TableView(table),
        seating=getattr(table.state, "seating", ()),
        may_leave={action.seat for action in may if isinstance(action, Left)},
        may_move={(action.seat, action.place) for action in may if isinstance(action, Moved)},
        may_join=Joined() in may,
        names=service.recent_names(store(), 12),
    )
