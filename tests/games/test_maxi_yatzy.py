"""Rulings on Maxi Yatzy.

`ym_01` to `ym_25` are the examples of the rules, by their numbers there; `question_5` to `question_7` are the
questions that the rules settle. What it shares with Yahtzee and Yatzy is tested there.
"""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.engine.core import Chance, Over
from scorekeeper.engine.dice import Faces
from scorekeeper.engine.games.maxi_yatzy import MaxiYatzy, Rules
from scorekeeper.engine.log import Did, Undid, effective, replay
from scorekeeper.engine.people import Joined
from scorekeeper.engine.scorecards import numbers
from scorekeeper.engine.settings import settings_of
from scorekeeper.engine.sheet_actions import Reroll, Write, Written
from tests.sheets import UPPER, SheetTable, scored, table

A, B, C = range(3)
LOWER = (
    "pair",
    "two_pairs",
    "three_pairs",
    "three_kind",
    "four_kind",
    "five_kind",
    "small_straight",
    "large_straight",
    "full_straight",
    "house",
    "villa",
    "tower",
    "chance",
    "maxi_yatzy",
)
DICE = (1, 2, 2, 4, 6, 6)


def maxi(seats: int = 1, **rules: Any) -> SheetTable:
    return table(MaxiYatzy(), seats, **rules)


FIVE, FOUR = {"five_is_full_house": "on"}, {"four_is_two_pairs": "on"}

SCORES: list[tuple[str, dict[str, str], Faces, dict[str, int]]] = [
    ("ym_01", {}, (3, 3, 5, 5, 6, 6), {"pair": 12, "two_pairs": 22, "three_pairs": 28, "house": 0}),
    (
        "ym_02",
        {},
        (6, 6, 6, 6, 5, 5),
        {
            "pair": 12,
            "two_pairs": 22,
            "three_pairs": 0,
            "three_kind": 18,
            "four_kind": 24,
            "house": 28,
            "villa": 0,
            "tower": 34,
            "chance": 34,
        },
    ),
    ("ym_03", {}, (6, 6, 6, 5, 5, 5), {"house": 28, "villa": 33, "tower": 0, "two_pairs": 22, "three_kind": 18}),
    ("ym_04", {}, (2, 2, 2, 5, 5, 5), {"house": 19, "villa": 21, "three_kind": 15, "two_pairs": 14}),
    ("ym_05", {}, (1, 2, 3, 4, 5, 3), {"small_straight": 15, "large_straight": 0, "full_straight": 0}),
    (
        "ym_06",
        {},
        (1, 2, 3, 4, 5, 6),
        {"small_straight": 15, "large_straight": 20, "full_straight": 21, "chance": 21},
    ),
    ("ym_07", {}, (2, 3, 4, 5, 6, 6), {"small_straight": 0, "large_straight": 20, "pair": 12}),
    ("ym_08", {}, (3, 3, 3, 3, 3, 1), {"five_kind": 15, "four_kind": 12, "house": 0, "maxi_yatzy": 0, "tower": 0}),
    (
        "ym_09",
        {},
        (4, 4, 4, 4, 4, 4),
        {
            "maxi_yatzy": 100,
            "five_kind": 20,
            "four_kind": 16,
            "villa": 0,
            "tower": 0,
            "house": 0,
            "three_pairs": 0,
            "two_pairs": 0,
            "chance": 24,
            "fours": 24,
        },
    ),
    (
        "ym_10",
        {**FIVE, **FOUR},
        (4, 4, 4, 4, 4, 4),
        {"villa": 24, "tower": 24, "house": 20, "three_pairs": 24, "two_pairs": 16},
    ),
    ("ym_11", {}, (5, 5, 5, 5, 2, 2), {"three_pairs": 0}),
    ("ym_11", FOUR, (5, 5, 5, 5, 2, 2), {"three_pairs": 24}),
    ("ym_11", {}, (5, 5, 5, 5, 2, 1), {"two_pairs": 0}),
    ("ym_11", FOUR, (5, 5, 5, 5, 2, 1), {"two_pairs": 20}),
    ("ym_21", {}, (2, 2, 6, 6, 5, 4), {"two_pairs": 16, "pair": 12}),
    ("ym_22", {}, (5, 5, 5, 5, 1, 2), {"four_kind": 20, "three_kind": 15, "pair": 10}),
    ("ym_23", {}, (3, 3, 6, 6, 6, 6), {"tower": 30}),
    ("ym_23", {}, (3, 3, 3, 3, 6, 6), {"tower": 24}),
]


@pytest.mark.parametrize(("rules", "dice", "boxes"), [row[1:] for row in SCORES], ids=[row[0] for row in SCORES])
def test_what_dice_score(rules: dict[str, str], dice: Faces, boxes: dict[str, int]) -> None:
    scored(maxi(**rules), boxes, *dice)


# ---- the examples: sums -------------------------------------------------------------------------------------------


def upper(game: SheetTable, *points: int) -> SheetTable:
    for box, n in zip(UPPER, points, strict=True):
        game.note(A, box, n)
    return game


@pytest.mark.parametrize(
    ("rules", "points", "bonus"),
    [
        ("84/100", (4, 8, 12, 16, 20, 24), 100),
        ("84/100", (3, 8, 12, 16, 20, 24), 0),
        ("75/50", (3, 8, 12, 12, 10, 30), 50),
        ("75/50", (2, 8, 12, 12, 10, 30), 0),
        ("84/50", (4, 8, 12, 16, 20, 24), 50),
        ("63/100", (3, 6, 9, 12, 15, 18), 100),
        ("63/100", (2, 6, 9, 12, 15, 18), 0),
    ],
    ids=["ym_12", "ym_12", "ym_13", "ym_13", "ym_13", "ym_25", "ym_25"],
)
def test_the_bonus(rules: str, points: tuple[int, ...], bonus: int) -> None:
    assert upper(maxi(upper_bonus=rules), *points).sum(A, "bonus") == bonus


@pytest.mark.parametrize(("rules", "most"), [("84/100", 649), ("84/50", 599)], ids=["ym_14", "ym_14"])
def test_the_most_that_a_sheet_can_hold(rules: str, most: int) -> None:
    game = maxi(upper_bonus=rules)
    book = game.state.book
    for at, box in enumerate(book.boxes):
        game.note(A, box.key, numbers(book, at, False)[-1])
    assert (game.sum(A, "upper"), game.total(A)) == (126, most)
    assert isinstance(game.pending, Over)


# ---- the examples: saved rolls ------------------------------------------------------------------------------------


def saving(*throws: int, seats: int = 1) -> SheetTable:
    """A table that saves rolls, after turns of so many throws."""
    game = maxi(seats, saved_rolls="on")
    for box, used in zip((*UPPER, *LOWER), throws, strict=False):
        game.write(A, box, *DICE, throws=used)
    return game


def saved(game: SheetTable) -> int:
    return game.state.card(A).saved


def offered_throws(game: SheetTable) -> tuple[int, ...]:
    assert isinstance(game.pending, Chance)
    return game.pending.throws


def test_ym_15_stopping_after_one_throw_saves_two() -> None:
    game = saving(1)
    assert (saved(game), offered_throws(game)) == (2, (1, 2, 3, 4, 5))


def test_ym_16_five_throws_use_them_up() -> None:
    assert saved(saving(1, 5)) == 0


def test_ym_17_saved_rolls_add_up() -> None:
    assert saved(saving(2, 2, 1)) == 4


def test_ym_18_no_more_than_three_with_nothing_saved() -> None:
    game = saving()
    game.refuses(Written(A, DICE, 4, "ones"), "throws-not-allowed")
    game.roll(A, *DICE).keep(A).roll(A, *DICE).keep(A).roll(A, *DICE)
    assert not any(isinstance(option, Reroll) for option in game.options)
    game.refuses(Reroll(A, ()), "no-throw-left")


def test_ym_19_three_throws_leave_what_was_saved() -> None:
    assert saved(saving(3)) == 0
    assert saved(saving(1, 1, 3)) == 4


def test_ym_20_one_throw_is_due_each_turn() -> None:
    game = saving(1, 2, 1)
    assert saved(game) == 5
    game.refuses(Write(A, "chance"), "dice-expected")
    game.refuses(Written(A, DICE, 0, "chance"), "throws-not-allowed")


def test_saved_rolls_are_used_throw_by_throw_too() -> None:
    game = saving(1).roll(A, *DICE)
    for _ in range(4):
        game.keep(A).roll(A, *DICE)
    assert not any(isinstance(option, Reroll) for option in game.options)
    assert saved(game.pen(A, "chance")) == 0


def test_an_undone_turn_gives_them_back() -> None:
    game = saving(1, 5)
    log = [*(Did(action) for action in game.actions), Undid()]
    state, _ = replay(game.game, maxi(saved_rolls="on").state, effective(log))
    assert state == saving(1).state
    assert state.card(A).saved == 2


def test_how_many_throws_is_asked_only_where_rolls_are_saved() -> None:
    assert saving().pending.usual is None  # type: ignore[union-attr]
    assert maxi().pending.usual == 3  # type: ignore[union-attr]
    assert saving(2).cell(A, "ones").throws == 2
    assert maxi().write(A, "ones", *DICE, throws=2).cell(A, "ones").throws is None


def test_saved_rolls_stand_on_the_sheet_and_are_worth_nothing() -> None:
    game = saving(1)
    assert (game.sum(A, "saved"), game.total(A)) == (2, 1)


# ---- the examples: a late-comer ------------------------------------------------------------------------------------


def test_ym_24_a_late_comer_makes_up_seven_turns() -> None:
    game = maxi(2, saved_rolls="on")
    boxes = (*UPPER, *LOWER)
    for box in boxes[:7]:
        for seat in (A, B):
            game.write(seat, box, *DICE, throws=1)
    game.then(Joined())
    assert game.state.card(C).saved == 0
    for box in boxes[7:]:
        for seat in (A, B, C):
            game.write(seat, box, *DICE)
    assert (game.on_turn, len(game.state.card(C).open)) == (C, 7)
    for box in boxes[:7]:
        game.write(C, box, *DICE)
    assert isinstance(game.pending, Over)


# ---- only a number is known ---------------------------------------------------------------------------------------

TYPED: list[tuple[str, dict[str, str], set[int]]] = [
    ("ones", {}, {*range(7)}),
    ("sixes", {}, {*range(0, 37, 6)}),
    ("pair", {}, {0, *range(2, 13, 2)}),
    ("two_pairs", {}, {0, *range(6, 23, 2)}),
    ("two_pairs", FOUR, {0, *range(4, 25, 2)}),
    ("three_pairs", {}, {0, *range(12, 31, 2)}),
    ("three_pairs", FOUR, {0, *range(6, 37, 2)}),
    ("three_kind", {}, {*range(0, 19, 3)}),
    ("four_kind", {}, {*range(0, 25, 4)}),
    ("five_kind", {}, {*range(0, 31, 5)}),
    ("small_straight", {}, {0, 15}),
    ("large_straight", {}, {0, 20}),
    ("full_straight", {}, {0, 21}),
    ("house", {}, {0, *range(7, 29)} - {10, 25}),
    ("house", FIVE, {0, 5, 10, 25, 30, *range(7, 29)}),
    ("villa", {}, {0, *range(9, 34, 3)}),
    ("villa", FIVE, {0, *range(6, 37, 3)}),
    ("tower", {}, {0, *range(8, 35, 2)}),
    ("tower", FIVE, {0, *range(6, 37, 2)}),
    ("chance", {}, {*range(6, 37)}),
    ("maxi_yatzy", {}, {0, 100}),
]


@pytest.mark.parametrize(("box", "rules", "possible"), TYPED)
def test_what_may_be_typed(box: str, rules: dict[str, str], possible: set[int]) -> None:
    book = maxi(**rules).state.book
    assert set(numbers(book, book.index[box], False)) == possible


# ---- questions that the rules settle ------------------------------------------------------------------------------


def test_question_5_the_bonus_is_100_from_84_unless_the_table_says_otherwise() -> None:
    assert (maxi().state.book.bonus_at, maxi().state.book.bonus) == (84, 100)


def test_question_6_rolls_are_saved_only_where_the_table_says_so() -> None:
    assert maxi().write(A, "ones", *DICE, throws=1).state.card(A).saved == 0


def test_question_7_there_is_no_limit_on_saved_rolls() -> None:
    assert saved(saving(*[1] * 19)) == 38


def test_the_sheet_has_twenty_boxes_in_this_order() -> None:
    assert [box.key for box in maxi().state.book.boxes] == [*UPPER, *LOWER]


def test_settings_and_their_defaults() -> None:
    assert {s.key: (s.default, set(s.choices)) for s in settings_of(Rules)} == {
        "saved_rolls": ("off", {"off", "on"}),
        "upper_bonus": ("84/100", {"84/100", "84/50", "75/50", "63/100"}),
        "five_is_full_house": ("off", {"off", "on"}),
        "four_is_two_pairs": ("off", {"off", "on"}),
        "box_order": ("any", {"any", "forced_top_down", "forced_bottom_up", "upper_first", "lower_first"}),
        "first_player": ("random", {"random", "roll_off", "first_seat"}),
        "tie": ("shared", {"shared", "roll_off"}),
    }
