"""Languages, and the way from a game's keys to words.

Sentences about a game stand in its template, `templates/games/<key>.html`, as macros; those that every game shares
stand in `templates/words.html`. Both go through gettext. Here is only how to reach them.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from gettext import NullTranslations
from typing import Any

from flask import Flask, current_app
from flask_babel import Babel, format_date, format_timedelta, get_locale, get_translations
from markupsafe import Markup, escape

from scorekeeper.engine.core import AnyGame, Event, Fact
from scorekeeper.engine.sheet import Cell, Row
from scorekeeper.web.people import Shown

LANGUAGES = ("en",)

_spoken: ContextVar[NullTranslations] = ContextVar("_spoken")  # set at the start of every request


def prepare(app: Flask) -> None:
    Babel(app, default_locale="en")
    app.before_request(choose_language)
    # A page asks for a hundred sentences: plain functions answer them at a fifth of the price of Jinja's own way.
    app.jinja_env.globals.update({"_": sentence, "gettext": sentence, "ngettext": counted})
    app.jinja_env.filters["ago"] = ago
    app.jinja_env.filters["day"] = day


def day(at: datetime) -> str:
    """The date at the table, wherever that stands."""
    return str(format_date(at.astimezone().date(), "long"))


def choose_language() -> None:
    _spoken.set(get_translations())


def sentence(text: str, /, **facts: object) -> Markup:
    """The sentence in the language of the page. Markup in it stands; what is put into it is escaped."""
    return _filled(_spoken.get().gettext(text), facts)


def counted(one: str, many: str, num: int, /, **facts: object) -> Markup:
    return _filled(_spoken.get().ngettext(one, many, num), {"num": num, **facts})


def _filled(text: str, facts: Mapping[str, object]) -> Markup:
    return Markup(text % {name: escape(fact) for name, fact in facts.items()})


def spoken() -> NullTranslations:
    """The catalogue of this request: the same object for every request in that language."""
    return _spoken.get()


def language() -> str:
    return str(get_locale() or "en")


def ago(at: datetime) -> str:
    """How long ago that was: "5 minutes ago"."""
    return str(format_timedelta(at - datetime.now(UTC), add_direction=True))


def words(game: AnyGame) -> Any:
    """The macros of a game's template, to call from Python and from every page."""
    return current_app.jinja_env.get_template(f"games/{game.key}.html").module


def has_words(game: AnyGame, name: str) -> bool:
    """Does the game say that itself?"""
    return hasattr(words(game), name)


def shared_words() -> Any:
    return current_app.jinja_env.get_template("words.html").module


def refusal(reason: str, facts: Mapping[str, Fact], game: AnyGame | None, people: tuple[Shown, ...]) -> Markup:
    """Why something can't be, as a sentence: in the words of the game if it has any, else in those of all games."""
    said = str(words(game).refusal(reason, facts, people)).strip() if game else ""
    said = said or str(shared_words().refusal(reason, facts, people)).strip()
    return Markup(said)


def row_name(row: Row, game: AnyGame) -> Markup:
    """What a line of the sheet is called where no head stands above it: "Round 5", or as the game has it."""
    said = words(game)
    if hasattr(said, "row_name"):
        return Markup(str(said.row_name(row)).strip())
    return Markup(f"{str(said.row_head()).strip()} {str(said.row_label(row)).strip()}")


def cell_text(cell: Cell, game: AnyGame) -> Markup:
    """What stands in a box: its number, or as the game has it."""
    said = words(game)
    return Markup(str(said.cell_text(cell)).strip() if hasattr(said, "cell_text") else str(cell.value))


def told(event: Event, game: AnyGame, people: tuple[Shown, ...], *, gone: bool = False) -> Markup:
    """An event as a sentence; `gone`: that it no longer holds."""
    return Markup(str(words(game).event(event, people, gone)).strip())
