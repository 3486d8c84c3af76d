"""The way to a table: all tables, and setting a new one."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from random import SystemRandom
from typing import Any

from flask import Blueprint, request, session, url_for
from flask_babel import format_date, gettext
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorekeeper import service
from scorekeeper.engine.core import AnyGame, IllegalAction, MalformedAction
from scorekeeper.engine.games import GAMES, game
from scorekeeper.engine.settings import Setting, rules_from, settings_of
from scorekeeper.names import check_names
from scorekeeper.store import BrokenLog, UnknownMatch
from scorekeeper.table import Table
from scorekeeper.web import i18n, render
from scorekeeper.web.people import Shown, shown
from scorekeeper.web.render import THEMES, store
from scorekeeper.web.shelf import TOKEN
from scorekeeper.web.views import SMALL_NUMBERS, TableView

pages = Blueprint("lobby", __name__)

RNG = SystemRandom()
PATH = re.compile(r"/([\w-][\w/-]*)?", re.ASCII)  # on this site, however a browser reads odd signs
RUNNING_SHOWN, RECENT_NAMES = 30, 12


@dataclass(frozen=True)
class Setup:
    """A table that is being set: it lives in its form until it starts."""

    game: AnyGame
    names: tuple[str, ...]
    rules: Any
    dice: str = "own"
    title: str = ""
    token: str = field(default_factory=service.new_token)  # its start, sent again, starts it once
    typed: str = ""  # a name that was not added yet
    refused: Markup | None = None

    @property
    def people(self) -> tuple[Shown, ...]:
        return shown(self.names)

    @property
    def settings(self) -> tuple[Setting, ...]:
        """The house rules that mean something as the others are set."""
        return tuple(s for s in settings_of(self.game.rules) if s.matters(self.rules, len(self.names)))

    @property
    def usual_title(self) -> str:
        return usual_title()

    def choices(self, setting: Setting, words: Any) -> list[tuple[Any, str]]:
        """The values of a house rule with what they are called."""
        return [(value, words.choice(setting.key, value)) for value in setting.choices]

    @property
    def differing(self) -> int:
        return sum(getattr(self.rules, s.key) != s.default for s in self.settings)


@dataclass(frozen=True)
class Line:
    """A table on the home page."""

    token: str
    title: str
    game: AnyGame
    people: tuple[Shown, ...]
    last_at: datetime
    winners: tuple[Shown, ...]
    last: tuple[Shown, ...]  # those behind everybody else; nobody where all are level
    is_running: bool


def line_of(table: service.TableLine) -> Line:
    people = shown(table.names)
    winners = tuple(people[seat] for seat in table.ranking[0]) if table.ranking else ()
    last = tuple(people[seat] for seat in table.ranking[-1]) if table.ranking and len(table.ranking) > 1 else ()
    running = not (table.ended_at or table.closed_at)
    return Line(table.token, table.title, game(table.game), people, table.last_at, winners, last, running)


def view_of(token: str) -> TableView | None:
    """The table as it stands; None if its log can't be read, which its own page says."""
    try:
        return TableView(service.load(store(), token))
    except (BrokenLog, UnknownMatch):
        return None


def usual_title() -> str:
    """What a table is called unless somebody names it: by the day of the week."""
    return str(gettext("%(day)s table", day=format_date(date.today(), "EEEE")))


@pages.get("/")
def home() -> Response:
    known = {game.key for game in GAMES}  # what a newer version has begun is kept, and waits for it
    lines = [line_of(table) for table in service.tables(store()) if table.game in known]
    tokens = [line.token for line in lines if line.is_running][:RUNNING_SHOWN]
    running = {token: view for token in tokens if (view := view_of(token))}
    return render.page("home.html", lines=lines, running=running, games=GAMES)


@pages.get("/new/<key>")
def new(key: str) -> Response:
    """The address may carry house rules: who knows a game by a local name gets it as it is played there."""
    chosen = game(key)
    return render.page("setup.html", s=Setup(chosen, (), read_setup(chosen, request.args).rules), recent=recent(()))


@pages.post("/new/<key>")
def set_up(key: str) -> Response:
    """Every button of the form comes here: `do` says which it was."""
    setup = read_setup(game(key), request.form)
    what, _, which = request.form.get("do", "show").partition(":")
    try:
        if what != "start":
            return shown_setup(changed(setup, what, which))
        table = started(with_typed_name(setup))
    except (IllegalAction, MalformedAction) as why:
        return shown_setup(refused(setup, why), 422)
    return render.see(url_for("table.show", token=table.info.token))


def started(setup: Setup) -> Table:
    return service.start(
        store(),
        game=setup.game.key,
        names=setup.names,
        rules=setup.rules,
        dice=setup.dice,
        title=setup.title.strip() or usual_title(),
        token=setup.token,
        rng=RNG,
    )


@pages.post("/theme")
def theme() -> Response:
    """The next look, and back to where it was asked for; a script that changes the page itself is told its name."""
    session["theme"] = THEMES[(THEMES.index(session.get("theme", THEMES[0])) + 1) % len(THEMES)]
    session.permanent = True
    if request.accept_mimetypes.best == "text/plain":
        return Response(session["theme"], mimetype="text/plain")
    back = request.form.get("back", "")
    return render.see(back if PATH.fullmatch(back) else url_for("lobby.home"))


@pages.get("/help/<key>")
def how_to(key: str) -> Response:
    """How a game is played. The address may carry a match: its house rules, its number of people and its token."""
    chosen = game(key)
    people = request.args.get("people", "")
    rules = rules_from(chosen.rules, {k: v for k, v in request.args.items() if k not in ("people", "table")})
    seats = int(people) if people in SMALL_NUMBERS else chosen.seats[-1]
    unusual = [s for s in settings_of(chosen.rules) if s.matters(rules, seats) and getattr(rules, s.key) != s.default]
    token = request.args.get("table", "")
    table = token if TOKEN.fullmatch(token) else ""
    return render.page("help.html", game=chosen, rules=rules, differing=unusual, table=table)


def read_setup(chosen: AnyGame, form: MultiDict[str, str]) -> Setup:
    """What the form says. Raises `MalformedAction` for what none of its buttons can send."""
    given = {s.key: form[f"rule-{s.key}"] for s in settings_of(chosen.rules) if f"rule-{s.key}" in form}
    return Setup(
        chosen,
        check_names(form.getlist("name")),
        rules_from(chosen.rules, given),
        "app" if form.get("dice") == "app" else "own",
        form.get("title", ""),
        form["table"] if service.is_token(form.get("table", "")) else service.new_token(),
        form.get("new_name", ""),
    )


def changed(setup: Setup, what: str, which: str) -> Setup:
    """The setup after one button. Raises `MalformedAction` for a name that can't be."""
    names = setup.names
    at = next((number for number in range(len(names)) if which == str(number)), None)
    match what:
        case "add":
            return with_name(setup, which)
        case "type":
            return replace(with_name(setup, setup.typed), typed="")
        case "enter":  # the key, in whichever field
            return replace(with_typed_name(setup), typed="")
        case "remove" if at is not None:
            return replace(setup, names=names[:at] + names[at + 1 :])
        case "up" if at:
            return replace(setup, names=(*names[: at - 1], names[at], names[at - 1], *names[at + 1 :]))
    return setup


def with_typed_name(setup: Setup) -> Setup:
    """A name that was typed and not yet added counts: whoever types it means it."""
    return with_name(setup, setup.typed) if setup.typed.strip() else setup


def with_name(setup: Setup, name: str) -> Setup:
    return replace(setup, names=check_names([*setup.names, name]))


def refused(setup: Setup, why: IllegalAction | MalformedAction) -> Setup:
    return replace(setup, refused=i18n.refusal(why.reason, why.facts, setup.game, setup.people))


def shown_setup(setup: Setup, status: int = 200) -> Response:
    return render.page("setup.html", status=status, s=setup, recent=recent(setup.names))


def recent(names: tuple[str, ...]) -> list[str]:
    """Names of earlier tables that do not sit here yet."""
    here = {name.casefold() for name in names}
    return [name for name in service.recent_names(store(), RECENT_NAMES) if name.casefold() not in here]
