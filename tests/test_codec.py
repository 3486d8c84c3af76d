"""Actions and entries as JSON: what comes back is what went in, and nothing else gets in."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.codec import decode, decode_entry, encode, encode_entry
from scorekeeper.engine.core import Action, AnyGame, MalformedAction
from scorekeeper.engine.dice import Booked, Rolled, Settled
from scorekeeper.engine.games import GAMES
from scorekeeper.engine.games.chicago_losses import ChicagoLosses, Reroll, Stop
from scorekeeper.engine.log import Amended, Did, Undid
from scorekeeper.engine.people import Joined, Moved

GAME = ChicagoLosses()

WRITTEN: list[tuple[Action, dict[str, Any]]] = [
    (Rolled(0, (1, 6, 4)), {"type": "Rolled", "seat": 0, "dice": [1, 6, 4]}),
    (Settled(2, (1, 4, 2), 3), {"type": "Settled", "seat": 2, "dice": [1, 4, 2], "throws": 3}),
    (Booked(1, 69, 1), {"type": "Booked", "seat": 1, "points": 69, "throws": 1}),
    (Reroll(0, ()), {"type": "Reroll", "seat": 0, "keep": []}),
    (Stop(5), {"type": "Stop", "seat": 5}),
    (Moved(1, 0), {"type": "Moved", "seat": 1, "place": 0}),
    (Joined(), {"type": "Joined"}),
]


@pytest.mark.parametrize(("action", "body"), WRITTEN, ids=[body["type"] for _, body in WRITTEN])
def test_an_action_as_it_is_stored(action: Action, body: dict[str, Any]) -> None:
    assert encode(action) == body
    assert decode(GAME, body) == action


def test_entries_as_they_are_stored() -> None:
    stop = {"type": "Stop", "seat": 5}
    for entry, body in (
        (Did(Stop(5)), {"did": stop}),
        (Undid(), {"undid": True}),
        (Amended(3, 2, (Stop(5), Joined())), {"amended": [stop, {"type": "Joined"}], "at": 3, "count": 2}),
    ):
        assert encode_entry(entry) == body
        assert decode_entry(GAME, body) == entry


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({}, "no-such-action"),
        ({"type": None}, "no-such-action"),
        ({"type": "Action"}, "no-such-action"),
        ({"type": "__class__"}, "no-such-action"),
        ({"type": ["Stop"], "seat": 1}, "no-such-action"),
        ({"type": "Stop"}, "wrong-fields"),
        ({"type": "Stop", "seat": 1, "more": 2}, "wrong-fields"),
        ({"type": "Stop", "seat": "1"}, "wrong-value"),
        ({"type": "Stop", "seat": None}, "wrong-value"),
        ({"type": "Stop", "seat": 1.0}, "wrong-value"),
        ({"type": "Stop", "seat": True}, "wrong-value"),
        ({"type": "Reroll", "seat": 1, "keep": 2}, "wrong-value"),
        ({"type": "Reroll", "seat": 1, "keep": "12"}, "wrong-value"),
        ({"type": "Reroll", "seat": 1, "keep": [1, None]}, "wrong-value"),
        ({"type": "Reroll", "seat": 1, "keep": [[1]]}, "wrong-value"),
    ],
    ids=str,
)
def test_what_is_no_action_of_the_game_is_refused(body: dict[str, Any], reason: str) -> None:
    with pytest.raises(MalformedAction) as refused:
        decode(GAME, body)
    assert refused.value.reason == reason


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"undid": False},
        {"did": 3},
        {"did": None},
        {"did": {"type": "Stop"}},
        {"amended": [], "at": 0},
        {"amended": {}, "at": 0, "count": 0},
        {"amended": [3], "at": 0, "count": 1},
        {"amended": [None], "at": 0, "count": 1},
        {"amended": [{"type": "Stop"}], "at": 0, "count": 1},
        {"amended": [], "at": "0", "count": 0},
        {"amended": [], "at": True, "count": False},
    ],
    ids=str,
)
def test_what_is_no_entry_is_refused(body: dict[str, Any]) -> None:
    with pytest.raises(MalformedAction):
        decode_entry(GAME, body)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)
names = st.sampled_from(sorted({action.__name__ for game in GAMES for action in game.actions}))
fields = st.sampled_from(["seat", "dice", "throws", "points", "keep", "place", "one", "cup"])
likely = st.builds(lambda name, rest: {**rest, "type": name}, names, st.dictionaries(fields, json_values, max_size=3))
entry_like = st.one_of(
    st.fixed_dictionaries({"did": likely | json_values}),
    st.fixed_dictionaries(
        {"amended": st.lists(likely | json_values) | json_values, "at": json_values, "count": json_values}
    ),
    st.dictionaries(st.text(max_size=5), json_values, max_size=3),
)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@given(body=entry_like)
def test_any_json_is_an_entry_or_refused_and_never_an_accident(game: AnyGame, body: object) -> None:
    try:
        entry = decode_entry(game, body)
    except MalformedAction:
        return
    assert decode_entry(game, json.loads(json.dumps(encode_entry(entry)))) == entry


@dataclass(frozen=True, slots=True)
class Dealt(Action):
    """Hands of which some may be unknown, and flags: what games to come will need."""

    seat: int | None
    hands: tuple[tuple[int, ...] | None, ...]
    suit: str
    is_open: bool


class Cards(ChicagoLosses):
    actions = frozenset({Dealt})


def test_unknown_values_nested_tuples_text_and_flags() -> None:
    for dealt in (Dealt(None, (None, (1, 2)), "hearts", is_open=True), Dealt(3, (), "", is_open=False)):
        assert decode(Cards(), json.loads(json.dumps(encode(dealt)))) == dealt


@dataclass(frozen=True, slots=True)
class Weighed(Action):
    grams: float


class Scales(ChicagoLosses):
    actions = frozenset({Weighed})


def test_a_field_that_the_codec_can_not_read_is_our_own_bug() -> None:
    with pytest.raises(TypeError, match="float"):
        decode(Scales(), {"type": "Weighed", "grams": 1.5})
