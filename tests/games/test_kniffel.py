"""Rulings on Kniffel.

`kn_01` to `kn_15` are the examples of the rules, by their numbers there; `question_9` to `question_11` are the
questions that the rules settle. What it shares with Yahtzee is tested there.
"""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.engine.core import Over
from scorekeeper.engine.dice import Faces
from scorekeeper.engine.games.kniffel import Kniffel, Rules
from scorekeeper.engine.games.yahtzee import Yahtzee
from scorekeeper.engine.settings import settings_of
from scorekeeper.engine.sheet_actions import Noted
from tests.sheets import UPPER, SheetTable, scored, table

A = 0
LOWER = ("three_kind", "four_kind", "full_house", "small_straight", "large_straight", "yahtzee", "chance")
PLAIN_LOWER = tuple(box for box in LOWER if box != "yahtzee")


def kniffel(seats: int = 1, **rules: Any) -> SheetTable:
    return table(Kniffel(), seats, **rules)


SCORES: list[tuple[str, dict[str, str], Faces, dict[str, int]]] = [
    ("kn_01", {}, (3, 3, 3, 6, 6), {"three_kind": 21, "four_kind": 0, "full_house": 25, "chance": 21}),
    (
        "kn_02",
        {},
        (4, 4, 4, 4, 4),
        {"full_house": 0, "small_straight": 0, "three_kind": 20, "four_kind": 20, "yahtzee": 50, "chance": 20},
    ),
    ("kn_03", {"five_is_full_house": "on"}, (4, 4, 4, 4, 4), {"full_house": 25}),
    ("kn_04", {}, (1, 2, 3, 4, 6), {"small_straight": 30, "large_straight": 0}),
    ("kn_04", {}, (1, 3, 4, 5, 6), {"small_straight": 30}),
    ("kn_04", {}, (2, 3, 4, 5, 6), {"large_straight": 40}),
    ("kn_12", {}, (2, 2, 2, 2, 5), {"four_kind": 13, "twos": 8, "three_kind": 13}),
]


@pytest.mark.parametrize(("rules", "dice", "boxes"), [row[1:] for row in SCORES], ids=[row[0] for row in SCORES])
def test_what_dice_score(rules: dict[str, str], dice: Faces, boxes: dict[str, int]) -> None:
    scored(kniffel(**rules), boxes, *dice)


def test_kn_05_a_second_kniffel_is_an_ordinary_throw() -> None:
    game = kniffel().fill("yahtzee", "fours")
    scored(game, {"small_straight": 0, "full_house": 0}, 4, 4, 4, 4, 4)
    assert game.write(A, "full_house", 4, 4, 4, 4, 4).total(A) == 50 + 8


def test_kn_06_fifty_besides() -> None:
    game = kniffel(yahtzee_bonus=50).fill("yahtzee").write(A, "fives", 5, 5, 5, 5, 5)
    assert (game.cell(A, "fives").value, game.sum(A, "extra")) == (25, 50)


@pytest.mark.parametrize("points", [50, 100], ids=["kn_07", "kn_08"])
def test_no_joker_value_but_the_points(points: int) -> None:
    game = kniffel(yahtzee_bonus=points).fill("yahtzee", "fives").write(A, "large_straight", 5, 5, 5, 5, 5)
    assert (game.cell(A, "large_straight").value, game.sum(A, "extra")) == (0, points)


def test_kn_09_the_free_joker() -> None:
    game = kniffel(yahtzee_bonus=50, joker="free").fill("yahtzee", "fives").write(A, "full_house", 5, 5, 5, 5, 5)
    assert (game.cell(A, "full_house").value, game.sum(A, "extra")) == (25, 50)


def test_kn_10_the_most_of_the_plain_block() -> None:
    game = kniffel().fill("yahtzee", "full_house", "small_straight", "large_straight")
    for face, box in enumerate(UPPER, start=1):
        game.write(A, box, *(face,) * 5)
    for box in ("three_kind", "four_kind", "chance"):
        game.write(A, box, 6, 6, 6, 6, 6)
    assert game.total(A) == 375
    assert isinstance(game.pending, Over)


@pytest.mark.parametrize(("points", "most"), [(50, 880), (100, 1480)], ids=["kn_11", "kn_11"])
def test_the_most_with_further_kniffels(points: int, most: int) -> None:
    game = kniffel(yahtzee_bonus=points).fill("yahtzee")
    for face, box in enumerate(UPPER, start=1):
        game.write(A, box, *(face,) * 5)
    for box in PLAIN_LOWER:
        game.write(A, box, 6, 6, 6, 6, 6)
    assert game.total(A) == most


def test_kn_13_a_struck_box_pays_nothing() -> None:
    game = kniffel(yahtzee_bonus=50).fill("-yahtzee").write(A, "chance", 5, 5, 5, 5, 5)
    assert (game.cell(A, "chance").value, game.sum(A, "extra")) == (25, 0)


def test_kn_14_a_kniffel_may_go_elsewhere_and_its_box_stays_open() -> None:
    game = kniffel().write(A, "chance", 5, 5, 5, 5, 5)
    assert (game.cell(A, "chance").value, game.cell(A, "yahtzee").value) == (25, None)


@pytest.mark.parametrize("box", ["sixes", "chance"], ids=["kn_15", "kn_15"])
def test_no_order(box: str) -> None:
    game = kniffel(yahtzee_bonus=100).fill("yahtzee").write(A, box, 6, 6, 6, 6, 6)
    assert (game.cell(A, box).value, game.sum(A, "extra")) == (30, 100)


def test_question_9_further_kniffels_are_paid_nothing_by_default() -> None:
    game = kniffel().fill("yahtzee").write(A, "sixes", 6, 6, 6, 6, 6)
    assert game.total(A) == 80
    assert "extra" not in [row.key for row in Kniffel().sheet(game.state).totals]


def test_question_10_no_joker_by_default() -> None:
    assert len(kniffel().fill("yahtzee").offered(5, 5, 5, 5, 5)) == 12


def test_question_11_a_turn_always_writes_a_box() -> None:
    game = kniffel(yahtzee_bonus=100).fill("yahtzee").write(A, "sixes", 6, 6, 6, 6, 6)
    assert game.state.round_no == 3


def test_in_order_there_is_no_joker_order() -> None:
    game = kniffel(box_order="forced_top_down", joker="forced", yahtzee_bonus=50)
    game.fill(*UPPER, *PLAIN_LOWER[:-1], "yahtzee").write(A, "chance", 3, 3, 3, 3, 3)
    assert game.sum(A, "extra") == 50


def test_whether_all_were_alike_is_asked_only_with_extras_or_jokers() -> None:
    plain = kniffel().fill("yahtzee")
    assert not plain.state.book.asks_alike(plain.state.card(A))
    assert plain.note(A, "fives", 25).total(A) == 75
    paid = kniffel(yahtzee_bonus=50).fill("yahtzee")
    paid.refuses(Noted(A, 25, 3, "fives", 0), "not-in-box")
    assert paid.note(A, "fives", 25, alike=5).total(A) == 125


def test_with_the_rules_of_yahtzee_it_is_yahtzee() -> None:
    mine = Kniffel().book(Rules(yahtzee_bonus=100, joker="forced"))
    other = Yahtzee().book(Yahtzee.rules())
    assert [box.key for box in mine.boxes] == [box.key for box in other.boxes]
    assert (mine.extra, mine.joker, mine.bonus_at, mine.bonus) == (other.extra, other.joker, 63, 35)


def test_settings_and_their_defaults() -> None:
    assert {s.key: (s.default, set(s.choices)) for s in settings_of(Rules)} == {
        "yahtzee_bonus": (0, {0, 50, 100}),
        "joker": ("none", {"none", "free", "forced"}),
        "five_is_full_house": ("off", {"off", "on"}),
        "box_order": ("any", {"any", "forced_top_down"}),
        "first_player": ("random", {"random", "roll_off", "first_seat"}),
        "tie": ("shared", {"shared", "roll_off"}),
    }
