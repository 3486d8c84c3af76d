"""Which Chicago do you play? At most three questions, and a search by the names that tables use.

Only games that are registered are offered, and a question is asked only where its answers part them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, TypeAlias

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.engine.core import AnyGame
from scorekeeper.engine.games import GAMES
from scorekeeper.web import i18n, render

pages = Blueprint("chooser", __name__)

FOUND, LONGEST_NAME = 6, 60


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and where each answer leads: to another question, or to the key of a game."""

    key: str
    answers: Mapping[str, Way]


Way: TypeAlias = Question | str

FIRST = Question(
    "kind",
    {
        "dice": Question(
            "n",
            {
                "two": "chicago_targets",
                "three": Question("call", {"no": "chicago_losses", "yes": "chicago_calls"}),
            },
        ),
        "cards": "chicago_cards",
    },
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question on the page: what can be answered, and what was."""

    key: str
    answers: tuple[str, ...]
    chosen: str | None


@dataclass(frozen=True, slots=True)
class Offer:
    """A game as somebody knows it: its house rules are set in the address of its set-up page."""

    game: AnyGame
    rules: Mapping[str, str | int] = field(default_factory=dict)

    @property
    def url(self) -> str:
        rules: dict[str, Any] = {f"rule-{key}": value for key, value in self.rules.items()}
        return url_for("lobby.new", key=self.game.key, **rules)


@dataclass(frozen=True, slots=True)
class Known:
    """Names of one game, as people write them.

    ways  the games it may be, each with its house rules: several where a name means more than one
    near  where we do not keep it: the key of the game that comes closest
    """

    names: tuple[str, ...]
    ways: tuple[tuple[str, Mapping[str, str | int]], ...] = ()
    near: str | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """An answer to a search: the name that fits, and the games behind it, or the one near it."""

    name: str
    offers: tuple[Offer, ...]
    near: Offer | None


def _is(*names: str, key: str, **rules: str | int) -> Known:
    return Known(names, ((key, rules),))


DICE_CHICAGOS = ("chicago_losses", "chicago_calls", "chicago_targets")

NAMES = (
    Known(("Chicago",), tuple((key, {}) for key in (*DICE_CHICAGOS, "chicago_cards"))),
    Known(("Noppa-Chicago", "Würfel-Chicago", "Dice Chicago"), tuple((key, {}) for key in DICE_CHICAGOS)),
    _is("Chicago with losses", "Loss points", key="chicago_losses"),
    _is("Neujahrspaschen", key="chicago_losses", low_tie="latest_loses", next_leader="lowest"),
    _is("Chicago with calls", "Basic Chicago", "Hoch Tief Scharf", key="chicago_calls", variant="basic"),
    _is("Bavarian Chicago", "Bayrisch Chicago", key="chicago_calls", variant="bavarian"),
    _is("Tschigg", "Tschiggen", "Tschigger", "Schweizer Chicago", key="chicago_calls", variant="tschigg"),
    _is("Rotation", "Round the Spot", "Chicago 2-12", "Chicago 2 to 12", key="chicago_targets"),
    _is("Kääntö", key="chicago_targets", direction="down"),
    _is("Tupla", key="chicago_targets", tries=2),
    _is("Chicago with cards", "Kort-Chicago", "Chicago kortspel", "Kortti-Chicago", key="chicago_cards"),
    _is("Yahtzee", "Yathzee", "Yatzee", key="yahtzee"),
    _is("Kniffel", key="kniffel"),
    _is("Yatzy", "Jatsi", "Noppajatsi", key="yatzy"),
    _is("Pakkojatsi", "Pakkoyatzy", key="yatzy", box_order="forced_top_down"),
    _is("Maxi Yatzy", "Maxi-Jatsi", key="maxi_yatzy"),
    Known(("Pietjesbak",), near="chicago_losses"),
    Known(("Mexen", "Mexico", "Mex"), near="chicago_losses"),
    Known(("Schocken", "Jule", "Knobeln"), near="chicago_calls"),
    Known(("421", "Zanzi", "Zanzibar", "Quatre cent vingt et un"), near="chicago_calls"),
    Known(("Bunco",), near="chicago_targets"),
    Known(("Balut",), near="yahtzee"),
    Known(("Generala", "Dice poker", "Würfelpoker", "Bar dice"), near="yahtzee"),
    Known(("10 000", "Farkle", "5000", "Zilch", "Zehntausend")),
    Known(("Mäxchen", "Mia", "Meyer", "Meiern")),
    Known(("Liar dice", "Perudo", "Dudo", "Bluff")),
    Known(("Ship, Captain, Crew", "6-5-4")),
    Known(("Shut the box",)),
    Known(("Midnight", "1-4-24")),
    Known(("Threes",)),
    Known(("Große Hausnummer",)),
    Known(("Cee-lo", "Chinchirorin")),
    Known(("Pig",)),
)


@pages.get("/which")
def which() -> Response:
    games = {game.key: game for game in GAMES}
    questions, key = ask(FIRST, request.args, frozenset(games))
    name = request.args.get("name", "").strip()[:LONGEST_NAME]
    answer = Offer(games[key]) if key else None
    return render.page(
        "chooser.html", questions=questions, answer=answer, name=name, found=search(name, games) if name else None
    )


def ask(way: Way, given: Mapping[str, str], games: frozenset[str]) -> tuple[list[Asked], str | None]:
    """The questions as far as they were answered, and the key of the game once there is only one."""
    questions: list[Asked] = []
    while isinstance(way, Question):
        answers = tuple(answer for answer, to in way.answers.items() if games & _games(to))
        if not answers:
            return questions, None
        chosen = answers[0] if len(answers) == 1 else given.get(way.key)
        if len(answers) > 1:
            questions.append(Asked(way.key, answers, chosen if chosen in answers else None))
        if chosen is None or chosen not in answers:
            return questions, None
        way = way.answers[chosen]
    return questions, way if way in games else None


def _games(way: Way) -> frozenset[str]:
    """The games that a way can lead to."""
    if isinstance(way, str):
        return frozenset({way})
    return frozenset().union(*map(_games, way.answers.values()))


# ---- by name --------------------------------------------------------------------------------------------------


def search(wanted: str, games: Mapping[str, AnyGame]) -> list[Found]:
    """What people may mean by a name: it, what begins with it, what has it within, what is written alike."""
    known = {plain(name): (name, entry) for entry in all_names(games) for name in entry.names}
    entries: list[Known] = []
    found: list[Found] = []
    for fitting in _fitting(plain(wanted), list(known)):
        name, entry = known[fitting]
        if entry not in entries and len(found) < FOUND:
            entries.append(entry)
            found.append(_found(name, entry, games))
    return found


def all_names(games: Mapping[str, AnyGame]) -> Iterator[Known]:
    """What each game is called here, and what we know besides."""
    for key, game in games.items():
        yield _is(str(i18n.words(game).title()).strip(), key=key)
    yield from NAMES


def plain(name: str) -> str:
    """A name without what people leave out: capitals, accents, hyphens, spaces."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(c for c in letters if c.isalnum())


def _fitting(wanted: str, names: list[str]) -> list[str]:
    if not wanted:
        return []
    if wanted in names:
        return [wanted]
    begin = [name for name in names if name.startswith(wanted)]
    hold = [name for name in names if (len(wanted) > 2 and wanted in name) or (len(name) > 4 and name in wanted)]
    return [*begin, *hold] or get_close_matches(wanted, names, n=3, cutoff=0.75)


def _found(name: str, entry: Known, games: Mapping[str, AnyGame]) -> Found:
    offers = tuple(Offer(games[key], rules) for key, rules in entry.ways if key in games)
    near = games.get(entry.near) if entry.near else None
    return Found(name, offers, Offer(near) if near else None)
