"""Rulings on Yatzy.

`ya_01` to `ya_36` are the examples of the rules, by their numbers there; `question_1` to `question_12` are the
questions that the rules settle. What it shares with Yahtzee is tested there.
"""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.engine.core import Over
from scorekeeper.engine.dice import Faces
from scorekeeper.engine.games.kniffel import Kniffel
from scorekeeper.engine.games.yatzy import Rules, Yatzy
from scorekeeper.engine.people import Joined
from scorekeeper.engine.scorecards import numbers
from scorekeeper.engine.settings import settings_of
from scorekeeper.engine.sheet_actions import Noted, Write, Written
from tests.sheets import NOTHING, UPPER, SheetTable, scored, table

A, B, C, D = range(4)
LOWER = (
    "pair",
    "two_pairs",
    "three_kind",
    "four_kind",
    "small_straight",
    "large_straight",
    "house",
    "chance",
    "yatzy",
)


def yatzy(seats: int = 1, **rules: Any) -> SheetTable:
    return table(Yatzy(), seats, **rules)


# ---- the examples: what dice score --------------------------------------------------------------------------------

FIVE, FOUR = {"five_is_full_house": "on"}, {"four_is_two_pairs": "on"}
AMERICAN = {"straights": "american"}

SCORES: list[tuple[str, dict[str, str], Faces, dict[str, int]]] = [
    ("ya_01", {}, (3, 3, 3, 6, 6), {"threes": 9, "sixes": 12}),
    (
        "ya_02",
        {},
        (3, 3, 3, 6, 6),
        {"pair": 12, "two_pairs": 18, "three_kind": 9, "four_kind": 0, "house": 21, "chance": 21},
    ),
    ("ya_03", {}, (5, 5, 5, 3, 3), {"pair": 10, "two_pairs": 16, "three_kind": 15, "house": 21}),
    ("ya_04", {}, (4, 4, 4, 4, 1), {"pair": 8, "two_pairs": 0, "three_kind": 12, "four_kind": 16, "house": 0}),
    ("ya_05", FOUR, (4, 4, 4, 4, 1), {"two_pairs": 16}),
    (
        "ya_06",
        {},
        (5, 5, 5, 5, 5),
        {
            "pair": 10,
            "two_pairs": 0,
            "three_kind": 15,
            "four_kind": 20,
            "house": 0,
            "chance": 25,
            "yatzy": 50,
            "fives": 25,
        },
    ),
    ("ya_07", FIVE, (5, 5, 5, 5, 5), {"house": 25}),
    ("ya_07", FOUR, (5, 5, 5, 5, 5), {"two_pairs": 20}),
    ("ya_07", FIVE, (4, 4, 4, 4, 1), {"house": 0}),
    ("ya_08", {}, (1, 2, 3, 4, 5), {"small_straight": 15, "large_straight": 0, "chance": 15}),
    ("ya_09", {}, (2, 3, 4, 5, 6), {"small_straight": 0, "large_straight": 20}),
    ("ya_10", {}, (1, 2, 3, 4, 4), {"small_straight": 0}),
    ("ya_10", {}, (3, 4, 5, 6, 6), {"small_straight": 0}),
    ("ya_10", {}, (1, 3, 4, 5, 6), {"large_straight": 0}),
    ("ya_11", AMERICAN, (1, 2, 3, 4, 4), {"small_straight": 30}),
    ("ya_11", AMERICAN, (2, 3, 4, 5, 6), {"large_straight": 40, "small_straight": 30}),
    ("ya_11", AMERICAN, (1, 3, 4, 5, 6), {"large_straight": 0}),
    ("ya_12", {}, (6, 6, 5, 5, 3), {"two_pairs": 22, "pair": 12}),
    ("ya_13", {}, (2, 2, 6, 6, 3), {"two_pairs": 16, "pair": 12}),
    ("ya_13", {}, (2, 2, 3, 4, 5), {"pair": 4}),
    ("ya_13", {}, (1, 2, 3, 4, 5), {"pair": 0}),
    ("ya_14", {}, (5, 5, 5, 1, 4), {"three_kind": 15}),
    ("ya_15", {}, (2, 2, 2, 2, 6), {"four_kind": 8}),
    ("ya_16", {}, (6, 6, 6, 5, 5), {"house": 28}),
    ("ya_16", {}, (5, 5, 5, 6, 6), {"house": 27}),
    ("ya_16", {}, (1, 1, 1, 2, 2), {"house": 7}),
    ("ya_17", {}, (1, 1, 1, 1, 1), {"yatzy": 50}),
    ("ya_17", {}, (6, 6, 6, 6, 6), {"yatzy": 50}),
    ("ya_17", {}, (1, 1, 1, 1, 2), {"yatzy": 0}),
    ("ya_34", {}, (6, 6, 6, 6, 5), {"pair": 12}),
    ("ya_34", {}, (6, 6, 6, 5, 5), {"pair": 12}),
    ("ya_36", {}, (3, 3, 3, 6, 6), {"house": 21}),
]


@pytest.mark.parametrize(("rules", "dice", "boxes"), [row[1:] for row in SCORES], ids=[row[0] for row in SCORES])
def test_what_dice_score(rules: dict[str, str], dice: Faces, boxes: dict[str, int]) -> None:
    scored(yatzy(**rules), boxes, *dice)


@pytest.mark.parametrize(
    ("dice", "boxes"),
    [
        ((5, 5, 5, 1, 4), {"three_kind": 20}),
        ((2, 2, 2, 2, 6), {"four_kind": 14}),
        ((3, 3, 3, 6, 6), {"full_house": 25}),
    ],
    ids=["ya_14", "ya_15", "ya_36"],
)
def test_and_what_they_score_in_kniffel(dice: Faces, boxes: dict[str, int]) -> None:
    scored(table(Kniffel()), boxes, *dice)


# ---- the examples: sums -------------------------------------------------------------------------------------------


def upper(game: SheetTable, *points: int) -> SheetTable:
    for box, n in zip(UPPER, points, strict=True):
        game.note(A, box, n)
    return game


@pytest.mark.parametrize(
    ("rules", "points", "bonus"),
    [
        ("63/50", (3, 6, 9, 12, 15, 18), 50),
        ("63/50", (2, 6, 9, 12, 15, 18), 0),
        ("63/50", (0, 0, 12, 16, 20, 24), 50),
        ("42/50", (2, 4, 6, 8, 10, 12), 50),
        ("42/50", (1, 4, 6, 8, 10, 12), 0),
        ("63/35", (3, 6, 9, 12, 15, 18), 35),
        ("63/25", (3, 6, 9, 12, 15, 18), 25),
    ],
    ids=["ya_18", "ya_19", "ya_20", "ya_29", "ya_29", "63/35", "63/25"],
)
def test_the_bonus(rules: str, points: tuple[int, ...], bonus: int) -> None:
    assert upper(yatzy(upper_bonus=rules), *points).sum(A, "bonus") == bonus


@pytest.mark.parametrize(
    ("rules", "most"),
    [
        ({}, 374),
        (FOUR, 376),
        (FIVE, 376),
        ({**FOUR, **FIVE}, 378),
        (AMERICAN, 409),
        ({"house_points": "fixed_25"}, 371),
        ({**AMERICAN, "house_points": "fixed_25"}, 406),
    ],
    ids=["ya_21", "ya_22", "ya_22", "ya_22", "ya_23", "ya_23", "ya_23"],
)
def test_the_most_that_a_sheet_can_hold(rules: dict[str, str], most: int) -> None:
    game = yatzy(**rules)
    book = game.state.book
    for at, box in enumerate(book.boxes):
        game.note(A, box.key, numbers(book, at, False)[-1])
    assert game.total(A) == most
    assert isinstance(game.pending, Over)


def test_ya_24_six_times_five_ones() -> None:
    game = yatzy()
    for box in ("ones", "pair", "three_kind", "four_kind", "chance", "yatzy"):
        game.write(A, box, 1, 1, 1, 1, 1)
    assert game.total(A) == 69 == 5 + 2 + 3 + 4 + 5 + 50


# ---- the examples: order of the boxes -----------------------------------------------------------------------------


def test_ya_25_downwards() -> None:
    game = yatzy(box_order="forced_top_down").fill(*UPPER)
    assert set(game.offered(*NOTHING)) == {"pair"}
    assert game.refuses(Written(A, NOTHING, 3, "chance"), "box-order").facts["first"] == "pair"


def test_ya_26_upwards() -> None:
    game = yatzy(box_order="forced_bottom_up")
    assert game.offered(6, 6, 6, 5, 1) == {"yatzy": 0}
    game.roll(A, 6, 6, 6, 5, 1)
    assert [option for option in game.options if isinstance(option, Write)] == [Write(A, "yatzy")]


def test_ya_27_the_upper_part_first() -> None:
    game = yatzy(box_order="upper_first").fill("ones")
    assert set(game.offered(*NOTHING)) == set(UPPER[1:])
    game.refuses(Written(A, NOTHING, 3, "chance"), "upper-first")
    assert set(game.fill(*UPPER[1:]).offered(*NOTHING)) == set(LOWER)


def test_ya_28_the_lower_part_first() -> None:
    game = yatzy(box_order="lower_first").fill(*LOWER[:-1])
    assert set(game.offered(*NOTHING)) == {"yatzy"}
    game.refuses(Written(A, NOTHING, 3, "sixes"), "lower-first")
    assert set(game.fill("yatzy").offered(*NOTHING)) == set(UPPER)


# ---- the examples: turns ------------------------------------------------------------------------------------------


def test_ya_30_a_second_yatzy_is_an_ordinary_throw() -> None:
    game = yatzy().fill("yatzy", "sixes").write(A, "house", 6, 6, 6, 6, 6)
    assert (game.cell(A, "house").value, game.total(A)) == (0, 50 + 12)
    assert "extra" not in [row.key for row in Yatzy().sheet(game.state).totals]


def test_ya_31_after_one_throw() -> None:
    game = yatzy().roll(A, 1, 2, 3, 4, 5)
    assert {option.box for option in game.options if isinstance(option, Write)} == {*UPPER, *LOWER}


def test_ya_32_a_struck_box_stays_struck() -> None:
    yatzy().fill("-yatzy").refuses(Written(A, (6,) * 5, 3, "yatzy"), "box-filled")


def test_ya_33_a_late_comer_makes_up_four_turns() -> None:
    game = yatzy(3)
    for box in UPPER[:4]:
        game.round(box)
    game.then(Joined())
    for box in (*UPPER[4:], *LOWER):
        game.round(box)
    assert (game.on_turn, len(game.state.card(D).open)) == (D, 4)
    for box in UPPER[:4]:
        assert game.on_turn == D
        game.fill(box)
    assert isinstance(game.pending, Over)


def test_a_late_comer_makes_them_up_in_the_order_of_the_boxes() -> None:
    game = yatzy(1, box_order="forced_top_down").fill("ones").then(Joined())
    for box in (*UPPER[1:], *LOWER):
        game.write(A, box, *NOTHING)
        game.write(1, game.state.book.boxes[game.state.card(1).open[0]].key, *NOTHING)
    assert game.on_turn == 1
    assert set(game.offered(*NOTHING)) == {"yatzy"}


def test_ya_35_chance_is_all_that_is_open() -> None:
    game = yatzy().fill(*UPPER, *[box for box in LOWER if box != "chance"])
    assert game.offered(6, 6, 6, 6, 6) == {"chance": 30}
    assert game.write(A, "chance", 6, 6, 6, 6, 6).cell(A, "chance").value == 30


# ---- only a number is known ---------------------------------------------------------------------------------------

TYPED: list[tuple[str, dict[str, str], set[int]]] = [
    ("ones", {}, {*range(6)}),
    ("sixes", {}, {*range(0, 31, 6)}),
    ("pair", {}, {0, *range(2, 13, 2)}),
    ("two_pairs", {}, {0, *range(6, 23, 2)}),
    ("two_pairs", FOUR, {0, *range(4, 25, 2)}),
    ("three_kind", {}, {*range(0, 19, 3)}),
    ("four_kind", {}, {*range(0, 25, 4)}),
    ("small_straight", {}, {0, 15}),
    ("large_straight", {}, {0, 20}),
    ("small_straight", AMERICAN, {0, 30}),
    ("large_straight", AMERICAN, {0, 40}),
    ("house", {}, {0, *range(7, 29)} - {10, 25}),
    ("house", FIVE, {0, 5, 10, 25, 30, *range(7, 29)}),
    ("house", {"house_points": "fixed_25"}, {0, 25}),
    ("chance", {}, {*range(5, 31)}),
    ("yatzy", {}, {0, 50}),
]


@pytest.mark.parametrize(("box", "rules", "possible"), TYPED)
def test_what_may_be_typed(box: str, rules: dict[str, str], possible: set[int]) -> None:
    book = yatzy(**rules).state.book
    assert set(numbers(book, book.index[box], False)) == possible
    yatzy(**rules).refuses(Noted(A, 49, 3, box, 0), "no-such-total")


# ---- questions that the rules settle ------------------------------------------------------------------------------


def test_question_1_four_alike_are_two_pairs_only_by_the_house_rule() -> None:
    scored(yatzy(), {"two_pairs": 0}, 2, 2, 2, 2, 5)
    scored(yatzy(**FOUR), {"two_pairs": 8}, 2, 2, 2, 2, 5)


def test_question_2_five_alike_are_a_house_only_by_the_house_rule() -> None:
    scored(yatzy(), {"house": 0}, 2, 2, 2, 2, 2)
    scored(yatzy(**FIVE), {"house": 10}, 2, 2, 2, 2, 2)
    scored(yatzy(house_points="fixed_25", **FIVE), {"house": 25}, 2, 2, 2, 2, 2)


def test_question_3_the_highest_pair_counts() -> None:
    scored(yatzy(), {"pair": 10}, 2, 2, 5, 5, 1)


def test_question_4_the_bonus_comes_at_exactly_63() -> None:
    assert upper(yatzy(), 3, 6, 9, 12, 15, 18).sum(A, "bonus") == 50


def test_question_8_chance_stands_before_yatzy() -> None:
    assert [box.key for box in yatzy().state.book.boxes] == [*UPPER, *LOWER]


def test_question_12_ties_are_shared_unless_they_are_thrown_for() -> None:
    for tie, ranking in (("shared", ((A, B),)), ("roll_off", ((B,), (A,)))):
        game = yatzy(2, tie=tie)
        for box in (*UPPER, *LOWER):
            game.round(box)
        if tie == "roll_off":
            game.roll(A, 1, 1, 1, 1, 1).roll(B, 1, 1, 1, 1, 2)
        assert game.ranking == ranking


def test_it_is_never_asked_whether_all_were_alike() -> None:
    game = yatzy().fill("yatzy")
    assert not game.state.book.asks_alike(game.state.card(A))
    game.refuses(Noted(A, 25, 3, "fives", 5), "alike-not-asked")


def test_settings_and_their_defaults() -> None:
    assert {s.key: (s.default, set(s.choices)) for s in settings_of(Rules)} == {
        "upper_bonus": ("63/50", {"63/50", "63/35", "63/25", "42/50"}),
        "straights": ("nordic", {"nordic", "american"}),
        "house_points": ("sum", {"sum", "fixed_25"}),
        "five_is_full_house": ("off", {"off", "on"}),
        "four_is_two_pairs": ("off", {"off", "on"}),
        "box_order": ("any", {"any", "forced_top_down", "forced_bottom_up", "upper_first", "lower_first"}),
        "first_player": ("random", {"random", "roll_off", "first_seat"}),
        "tie": ("shared", {"shared", "roll_off"}),
    }
