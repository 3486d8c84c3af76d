"""The table page: who does what now, what is being entered, and what has been."""

from __future__ import annotations

from random import SystemRandom

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from scorekeeper import service
from scorekeeper.engine.core import Action, Over
from scorekeeper.engine.log import Undid
from scorekeeper.service import StaleAction
from scorekeeper.table import Source, Table
from scorekeeper.web import i18n, proofs, render
from scorekeeper.web.forms import read_action, whole_number
from scorekeeper.web.render import store
from scorekeeper.web.views import Draft, TableView

pages = Blueprint("table", __name__, url_prefix="/t/<token>")

RNG = SystemRandom()


@pages.get("/")
def show(token: str) -> Response:
    """The table and what is being entered. Raises `StaleAction` if that was begun at an earlier table."""
    table = service.load(store(), token)
    if request.args.get("seq", str(table.seq)) != str(table.seq):
        raise StaleAction(token, table.seq)
    return table_page(table, Draft.of(request.args))


@pages.post("/act")
def act(token: str) -> Response:
    """Enter one action: the main path of the whole program."""
    try:
        table = service.table_at(store(), token, seq())
    except StaleAction:
        table = service.load(store(), token)
        return after(entered_already(table, read_action(table.info.game, request.form)))
    action = read_action(table.info.game, request.form)
    said, _, photo = request.form.get("source", "").partition(":")
    source: Source = "photo" if said == "photo" else "typed"
    proof = proofs.proof_of(photo, table, action)
    entered = service.submit(store(), token, table.seq, action, source, proof=proof)
    proofs.settle(photo, entered)
    return after(entered)


def entered_already(table: Table, action: Action) -> Table:
    """The table of an entry that stands already: its first answer was lost.

    Raises `StaleAction` if it does not stand, or was not entered where the form was drawn for.
    """
    if not any(s.seq == seq() + 1 and s.action == action for s in table.standing):
        raise StaleAction(table.info.token, seq())
    return table


@pages.post("/roll")
def roll(token: str) -> Response:
    """The app throws the dice; where a choice is due first, the form brings it along."""
    try:
        table = service.table_at(store(), token, seq())
    except StaleAction:
        return after(thrown_already(service.load(store(), token)))
    if "type" in request.form:
        game = table.info.game
        chosen = service.submit(store(), token, table.seq, read_action(game, request.form), "typed")
        if game.turn(chosen.state) != chosen.standing[-1].turn:  # whoever keeps all dice has ended the turn
            return after(chosen)
        table = chosen
    return after(service.roll(store(), token, table.seq, RNG))


def thrown_already(table: Table) -> Table:
    """The table of a throw by the app that stands already, with the choice before it. Raises `StaleAction`."""
    if "type" in request.form:
        return entered_already(table, read_action(table.info.game, request.form))
    if not any(s.seq == seq() + 1 and s.source == "dealer" for s in table.standing):
        raise StaleAction(table.info.token, seq())
    return table


@pages.post("/undo")
def undo(token: str) -> Response:
    try:
        table = service.undo(store(), token, seq())
    except StaleAction:  # unless it was this one: sent again, it counts once
        table = service.load(store(), token)
        if service.entered_since(store(), table, seq())[:1] != [Undid()]:
            raise
    return table_page(table, Draft(mode=kept_mode()))


@pages.get("/round/<int:number>")
def round_over(token: str, number: int) -> Response:
    """What a round meant: who pays, who is out, who leads next."""
    return round_page(service.load(store(), token), number, kept_mode())


@pages.post("/rematch")
def rematch(token: str) -> Response:
    return table_page(service.rematch(store(), token, RNG))


def seq() -> int:
    """The number of the log row that the form was drawn for. Raises `MalformedAction`."""
    return whole_number(request.form.get("seq", ""), "seq")


def kept_mode() -> str:
    """Throw by throw stays on until it is switched off; a typed total is for one turn only."""
    return "steps" if request.values.get("mode") == "steps" else "quick"


def after(table: Table) -> Response:
    """The page that follows an entry: the result of the round if it ended one, else the table."""
    ended = next((event.values["round"] for event in table.events if event.key == "round-over"), None)
    tells = hasattr(i18n.words(table.info.game), "round")  # not every game stops to say what a round meant
    if isinstance(ended, int) and tells and not isinstance(table.pending, Over):
        return round_page(table, ended, kept_mode())
    return table_page(table, Draft(mode=kept_mode()))


def table_page(table: Table, draft: Draft | None = None) -> Response:
    view = TableView(table, (draft or Draft()).fitted(table.pending), shows_all="all" in request.args)
    here = url_for("table.show", token=table.info.token)
    if request.method == "POST" and not render.by_htmx():
        return render.see(url_for("table.show", token=table.info.token, mode=view.draft.mode))
    return render.page("table.html", v=view, push=here if request.method == "POST" else None)


def round_page(table: Table, number: int, mode: str) -> Response:
    view = TableView(table, Draft(mode=mode))
    if not 1 <= number <= view.rounds_over:  # an undo has taken it back
        return table_page(table, Draft(mode=mode))
    here = url_for("table.round_over", token=table.info.token, number=number, mode=view.draft.unusual_mode)
    if request.method == "POST" and not render.by_htmx():
        return render.see(here)
    return render.page("round.html", v=view, number=number, push=here)
