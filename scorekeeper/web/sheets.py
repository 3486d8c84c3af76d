"""Score sheets to print: of a match, and blank ones to fill by hand."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from scorekeeper import service
from scorekeeper.engine.core import Seat
from scorekeeper.engine.games import game
from scorekeeper.engine.settings import Setting, as_written, rules_from, settings_of
from scorekeeper.web import render
from scorekeeper.web.render import store
from scorekeeper.web.views import TableView

pages = Blueprint("sheets", __name__)

PAPERS = ("a4", "letter")


@pages.get("/t/<token>/print")
def match(token: str) -> Response:
    view = TableView(service.load(store(), token))
    rules = differing(view.rules, view.table.info.seats)
    return render.page("sheet.html", v=view, places=places(view), differing=rules, paper=paper())


@pages.get("/blank/<key>")
def blank(key: str) -> Response:
    """An empty sheet of a game. The address carries the house rules and the number of columns."""
    chosen = game(key)
    rules = rules_from(chosen.rules, {k: v for k, v in request.args.items() if k not in ("columns", "paper")})
    asked = request.args.get("columns", "")
    columns = int(asked[:4]) if asked.isascii() and asked.isdigit() else 4
    columns = min(max(columns, chosen.seats[0]), chosen.seats[-1])
    unusual = differing(rules, columns)
    as_asked = {"key": key, **as_written(rules), "columns": columns, "paper": paper()}
    return render.page(
        "blank.html",
        game=chosen,
        rules=rules,
        differing=unusual,
        columns=columns,
        rows=chosen.sheet(chosen.start(columns, rules)).rows,  # of a game whose lines are known before it begins
        paper=paper(),
        to=lambda **other: url_for("sheets.blank", **as_asked | other),
    )


def places(view: TableView) -> dict[Seat, int]:
    """The place of each seat once the match is over: as it was then, whatever the rules have become since."""
    places: dict[Seat, int] = {}
    for group in view.table.info.ranking or ():
        places |= dict.fromkeys(group, len(places) + 1)
    return places


def differing(rules: Any, seats: int) -> list[Setting]:
    """The house rules that are not the usual ones."""
    return [s for s in settings_of(type(rules)) if s.matters(rules, seats) and getattr(rules, s.key) != s.default]


def paper() -> str:
    wanted = request.args.get("paper", "")
    return wanted if wanted in PAPERS else PAPERS[0]
