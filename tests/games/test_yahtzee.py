"""Rulings on Yahtzee, and on what all games round a sheet of boxes share.

`yz_01` to `yz_39` are the examples of the rules, by their numbers there; `question_1` to `question_9` are the
questions that the rules settle. People are A to C, in the order in which they sat down; A begins.
"""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

import pytest

from scorekeeper.engine.core import Action, Chance, Decide, IllegalAction, Over, event, step
from scorekeeper.engine.dice import Drawn, Rolled
from scorekeeper.engine.games import GAMES
from scorekeeper.engine.games.yahtzee import Rules, Yahtzee
from scorekeeper.engine.people import Joined, Left, Moved, Skipped
from scorekeeper.engine.settings import settings_of
from scorekeeper.engine.sheet_actions import Noted, Reroll, WholeTurn, Write, Written
from scorekeeper.engine.sheet_game import SheetGame
from tests.sheets import NOTHING, UPPER, SheetTable, scored, table, yahtzee
from tests.tables import Match, play

A, B, C = range(3)
LOWER = ("three_kind", "four_kind", "full_house", "small_straight", "large_straight", "yahtzee", "chance")
PLAIN_LOWER = tuple(box for box in LOWER if box != "yahtzee")
SHEET_GAMES = [game for game in GAMES if isinstance(game, SheetGame)]

every_sheet_game = pytest.mark.parametrize("game", SHEET_GAMES, ids=lambda game: game.key)


# ---- the examples: what dice score --------------------------------------------------------------------------------

SCORES = [
    ("yz_01", (5, 5, 5, 2, 1), {"fives": 15}),
    ("yz_02", (1, 2, 3, 4, 4), {"small_straight": 30, "large_straight": 0}),
    ("yz_03", (2, 3, 4, 5, 6), {"small_straight": 30, "large_straight": 40, "chance": 20}),
    ("yz_04", (1, 3, 4, 5, 6), {"small_straight": 30, "large_straight": 0}),
    ("yz_05", (1, 2, 3, 5, 6), {"small_straight": 0}),
    ("yz_06", (3, 3, 3, 6, 6), {"full_house": 25, "three_kind": 21, "threes": 9, "sixes": 12, "chance": 21}),
    ("yz_07", (2, 2, 2, 2, 5), {"four_kind": 13, "three_kind": 13, "full_house": 0, "twos": 8}),
    (
        "yz_08",
        (4, 4, 4, 4, 4),
        {"yahtzee": 50, "four_kind": 20, "full_house": 0, "small_straight": 0, "chance": 20, "fours": 20},
    ),
]


@pytest.mark.parametrize(("dice", "boxes"), [row[1:] for row in SCORES], ids=[row[0] for row in SCORES])
def test_what_dice_score(dice: tuple[int, ...], boxes: dict[str, int]) -> None:
    scored(yahtzee(), boxes, *dice)


def test_yz_09_five_alike_are_a_full_house_by_the_house_rule() -> None:
    scored(yahtzee(five_is_full_house="on"), {"full_house": 25}, 4, 4, 4, 4, 4)


# ---- the examples: five alike -------------------------------------------------------------------------------------


def test_yz_10_the_open_box_of_that_face_must_be_written() -> None:
    game = yahtzee().fill("yahtzee")
    assert game.offered(5, 5, 5, 5, 5) == {"fives": 25}
    refused = game.refuses(Written(A, (5,) * 5, 3, "chance"), "joker-upper")
    assert refused.facts == {"box": "chance", "face": 5, "first": "fives"}
    game.write(A, "fives", 5, 5, 5, 5, 5)
    assert game.total(A) == 50 + 25 + 100
    assert game.heard_keys() == ["wrote", "extra", "round-over"]


def test_yz_11_then_a_large_straight_scores_in_full() -> None:
    game = yahtzee().fill("yahtzee", "fives").write(A, "large_straight", 5, 5, 5, 5, 5)
    assert game.cell(A, "large_straight").value == 40
    assert game.sum(A, "extra") == 100


def test_yz_12_no_upper_box_while_a_lower_one_is_open() -> None:
    game = yahtzee().fill("yahtzee", "fives")
    game.refuses(Written(A, (5,) * 5, 3, "ones"), "joker-lower")
    assert set(game.offered(5, 5, 5, 5, 5)) == set(PLAIN_LOWER)


def test_yz_13_with_the_lower_part_full_an_upper_box_is_struck() -> None:
    game = yahtzee().fill("yahtzee", "fives", *PLAIN_LOWER, "twos", "threes", "fours")
    assert game.offered(5, 5, 5, 5, 5) == {"ones": 0, "sixes": 0}
    game.write(A, "ones", 5, 5, 5, 5, 5)
    assert (game.cell(A, "ones").value, game.sum(A, "extra")) == (0, 100)


def test_yz_14_with_a_struck_yahtzee_box_the_order_holds_and_nothing_is_paid() -> None:
    game = yahtzee().fill("-yahtzee")
    assert game.offered(5, 5, 5, 5, 5) == {"fives": 25}
    game.write(A, "fives", 5, 5, 5, 5, 5)
    assert game.sum(A, "extra") == 0


def test_yz_15_with_a_struck_yahtzee_box_it_is_a_joker_without_bonus() -> None:
    game = yahtzee().fill("-yahtzee", "fives").write(A, "small_straight", 5, 5, 5, 5, 5)
    assert (game.cell(A, "small_straight").value, game.sum(A, "extra")) == (30, 0)


def test_yz_16_free_any_box_but_no_joker_while_the_box_of_the_face_is_open() -> None:
    game = yahtzee(joker="free").fill("yahtzee")
    assert set(game.offered(2, 2, 2, 2, 2)) == {*UPPER, *PLAIN_LOWER}
    assert game.offered(2, 2, 2, 2, 2)["full_house"] == 0
    game.write(A, "chance", 2, 2, 2, 2, 2)
    assert (game.cell(A, "chance").value, game.sum(A, "extra")) == (10, 100)


def test_free_lower_boxes_score_as_jokers_once_the_box_of_the_face_is_filled() -> None:
    offered = yahtzee(joker="free").fill("yahtzee", "twos").offered(2, 2, 2, 2, 2)
    assert (offered["full_house"], offered["small_straight"], offered["large_straight"]) == (25, 30, 40)
    assert offered["ones"] == 0


def test_yz_17_none_no_joker_value_but_the_bonus() -> None:
    game = yahtzee(joker="none").fill("yahtzee").write(A, "full_house", 2, 2, 2, 2, 2)
    assert (game.cell(A, "full_house").value, game.sum(A, "extra")) == (0, 100)


def test_yz_21_a_struck_yahtzee_box_pays_no_bonus_later() -> None:
    game = yahtzee().fill("-yahtzee")
    assert game.cell(A, "yahtzee").value == 0
    assert game.cell(A, "yahtzee").marks == ("struck",)
    game.write(A, "sixes", 6, 6, 6, 6, 6).write(A, "chance", 6, 6, 6, 6, 6)
    assert game.sum(A, "extra") == 0


@pytest.mark.parametrize(
    ("box", "points"),
    [("full_house", 25), ("small_straight", 30), ("three_kind", 25), ("four_kind", 25), ("chance", 25)],
)
def test_yz_30_a_joker_in_each_lower_box(box: str, points: int) -> None:
    game = yahtzee().fill("yahtzee", "fives").write(A, box, 5, 5, 5, 5, 5)
    assert (game.cell(A, box).value, game.sum(A, "extra")) == (points, 100)


@pytest.mark.parametrize("joker", ["none", "free"], ids=["yz_31", "yz_32"])
def test_house_rule_full_house_whatever_the_joker(joker: str) -> None:
    game = yahtzee(joker=joker, five_is_full_house="on").fill("yahtzee")
    assert game.offered(2, 2, 2, 2, 2)["small_straight"] == 0
    game.write(A, "full_house", 2, 2, 2, 2, 2)
    assert (game.cell(A, "full_house").value, game.sum(A, "extra")) == (25, 100)


def test_yz_33_the_house_rule_opens_no_box_that_the_order_forbids() -> None:
    game = yahtzee(five_is_full_house="on").fill("yahtzee")
    game.refuses(Written(A, (2,) * 5, 3, "full_house"), "joker-upper")


def test_yz_35_fifty_each() -> None:
    game = yahtzee(yahtzee_bonus=50).fill("yahtzee").write(A, "fives", *(5,) * 5).write(A, "chance", *(5,) * 5)
    assert game.sum(A, "extra") == 100


def test_yz_36_in_order_an_extra_yahtzee_meets_chance() -> None:
    game = yahtzee(box_order="forced_top_down").fill(*UPPER, *PLAIN_LOWER[:-1], "yahtzee")
    game.write(A, "chance", 3, 3, 3, 3, 3)
    assert (game.cell(A, "chance").value, game.sum(A, "extra")) == (15, 100)


def test_yz_37_in_order_the_first_box_is_the_only_one() -> None:
    game = yahtzee(box_order="forced_top_down")
    refused = game.refuses(Written(A, (6,) * 5, 3, "sixes"), "box-order")
    assert refused.facts["first"] == "ones"
    assert game.offered(6, 6, 6, 6, 6) == {"ones": 0}


def test_yz_38_none_and_all_but_two_upper_boxes_full() -> None:
    game = yahtzee(joker="none").fill("yahtzee", "fives", *PLAIN_LOWER, "twos", "threes", "fours")
    game.write(A, "sixes", 5, 5, 5, 5, 5)
    assert (game.cell(A, "sixes").value, game.sum(A, "extra")) == (0, 100)


# ---- the examples: sums -------------------------------------------------------------------------------------------


def upper(game: SheetTable, *points: int) -> SheetTable:
    for box, n in zip(UPPER, points, strict=True):
        game.note(A, box, n)
    return game


@pytest.mark.parametrize(
    ("points", "total", "bonus"),
    [((3, 6, 9, 12, 15, 18), 63, 35), ((2, 6, 9, 12, 15, 18), 62, 0), ((0, 0, 12, 16, 20, 24), 72, 35)],
    ids=["yz_18", "yz_19", "yz_20"],
)
def test_the_bonus(points: tuple[int, ...], total: int, bonus: int) -> None:
    game = upper(yahtzee(), *points)
    assert (game.sum(A, "upper"), game.sum(A, "bonus"), game.total(A)) == (total, bonus, total + bonus)


def test_the_bonus_is_told_when_it_is_earned_and_only_then() -> None:
    game = yahtzee().note(A, "sixes", 30).note(A, "fives", 25)
    assert "bonus" not in game.heard_keys()
    assert event("bonus", A) in game.note(A, "fours", 8).heard
    assert "bonus" not in game.note(A, "threes", 9).heard_keys()


def test_yz_34_an_extra_yahtzee_does_not_count_toward_the_63() -> None:
    game = upper(yahtzee(), 2, 6, 9, 12, 15, 18).fill("yahtzee").write(A, "chance", 1, 1, 1, 1, 1)
    assert (game.sum(A, "upper"), game.sum(A, "bonus"), game.sum(A, "extra")) == (62, 0, 100)


def best_order(game: SheetTable) -> SheetTable:
    for face, box in enumerate(UPPER, start=1):
        game.write(A, box, *(face,) * 5)
    for box in PLAIN_LOWER:
        game.write(A, box, 6, 6, 6, 6, 6)
    return game


def test_yz_25_thirteen_yahtzees() -> None:
    game = best_order(yahtzee().fill("yahtzee"))
    assert game.total(A) == 1575 == 105 + 35 + 30 + 30 + 25 + 30 + 40 + 50 + 30 + 12 * 100
    assert game.ranking == ((A,),)


def test_yz_26_twelve_yahtzees_after_a_struck_box() -> None:
    assert best_order(yahtzee().fill("-yahtzee")).total(A) == 325


def test_yz_27_the_most_without_an_extra_yahtzee() -> None:
    game = yahtzee()
    for face, box in enumerate(UPPER, start=1):
        game.write(A, box, *(face,) * 5)
    for box in ("three_kind", "four_kind", "chance"):
        game.write(A, box, 6, 6, 6, 6, 6)
    assert game.fill("full_house", "small_straight", "large_straight", "yahtzee").total(A) == 375


# ---- the examples: turns ------------------------------------------------------------------------------------------


def test_yz_22_a_box_may_be_written_after_any_throw() -> None:
    assert yahtzee().roll(A, 1, 2, 3, 4, 5).pen(A, "large_straight").total(A) == 40
    game = yahtzee().roll(A, 1, 2, 3, 4, 4).keep(A, 0, 1, 2, 3).roll(A, 5).pen(A, "large_straight")
    assert game.total(A) == 40


def test_no_box_before_the_first_throw() -> None:
    yahtzee().refuses(Write(A, "chance"), "dice-expected")


def test_yz_23_no_fourth_throw() -> None:
    game = yahtzee().roll(A, 1, 2, 3, 4, 4).keep(A).roll(A, 1, 2, 3, 4, 4).keep(A).roll(A, 1, 2, 3, 4, 4)
    assert all(isinstance(option, Write) for option in game.options)
    game.refuses(Reroll(A, ()), "no-throw-left")
    game.refuses(Rolled(A, (1, 2, 3, 4, 5)), "not-an-option")
    yahtzee().refuses(Written(A, (1, 2, 3, 4, 5), 4, "chance"), "throws-not-allowed")


def test_yz_24_a_box_is_written_once() -> None:
    game = yahtzee().fill("chance", "-twos")
    for box in ("chance", "twos"):
        game.refuses(Written(A, NOTHING, 3, box), "box-filled")
        game.refuses(Noted(A, 8, 3, box, 0), "box-filled")
    game.roll(A, *NOTHING).refuses(Write(A, "chance"), "box-filled")


def test_yz_29_kept_dice_may_be_thrown_again() -> None:
    game = yahtzee().roll(A, 6, 6, 1, 3, 4).keep(A, 0, 1).roll(A, 2, 2, 2)
    game.keep(A, 2, 3, 4).roll(A, 2, 2)
    assert game.pen(A, "yahtzee").total(A) == 50


def test_any_of_the_dice_may_be_kept_but_not_all() -> None:
    game = yahtzee().roll(A, 1, 2, 3, 4, 6)
    kept = {option.keep for option in game.options if isinstance(option, Reroll)}
    assert kept == {k for n in range(5) for k in itertools.combinations(range(5), n)}
    game.refuses(Reroll(A, (0, 1, 2, 3, 4)), "all-kept")


def test_thrown_dice_fall_into_the_places_of_those_picked_up() -> None:
    game = yahtzee().roll(A, 1, 2, 3, 4, 6).keep(A, 1, 3).roll(A, 5, 5, 5)
    assert game.state.turn is not None
    assert game.state.turn.dice == (5, 2, 5, 4, 5)


def test_a_joker_holds_throw_by_throw_too() -> None:
    game = yahtzee().fill("yahtzee").roll(A, 5, 5, 5, 5, 5)
    assert [option for option in game.options if isinstance(option, Write)] == [Write(A, "fives")]
    game.refuses(Write(A, "chance"), "joker-upper")


def test_yz_28_equal_totals_share_the_win() -> None:
    game = yahtzee(2)
    for box in (*UPPER, *LOWER):
        game.round(box)
    assert game.total(A) == game.total(B)
    assert game.ranking == ((A, B),)
    assert game.heard[-1] == event("drawn", seats=(A, B))


# ---- the examples: a late-comer ------------------------------------------------------------------------------------


def test_yz_39_a_late_comer_makes_up_the_missed_turns() -> None:
    game = yahtzee(2)
    for box in UPPER[:3]:
        game.round(box)
    game.then(Joined())
    assert game.state.order == (A, B, C)
    for box in UPPER[3:]:
        game.round(box)
    for box in LOWER:
        game.round(box)
    assert len(game.state.card(C).open) == 3
    assert (game.on_turn, game.state.makes_up) == (C, True)
    game.fill("ones", "twos")
    assert game.on_turn == C
    game.fill("threes")
    assert isinstance(game.pending, Over)


# ---- questions that the rules settle ------------------------------------------------------------------------------


def test_question_1_the_joker_order_has_three_steps() -> None:
    assert set(yahtzee().fill("yahtzee").offered(1, 1, 1, 1, 1)) == {"ones"}
    assert set(yahtzee().fill("yahtzee", "ones").offered(1, 1, 1, 1, 1)) == set(PLAIN_LOWER)
    assert set(yahtzee().fill("yahtzee", "ones", *PLAIN_LOWER).offered(1, 1, 1, 1, 1)) == set(UPPER) - {"ones"}


def test_question_2_a_struck_box_leaves_a_joker_without_bonus() -> None:
    game = yahtzee().fill("-yahtzee", "ones")
    assert all(offer.extra == 0 for offer in game.state.offers((1,) * 5))
    assert game.offered(1, 1, 1, 1, 1)["large_straight"] == 40


def test_question_3_the_first_yahtzee_goes_where_it_likes() -> None:
    assert set(yahtzee().offered(3, 3, 3, 3, 3)) == {*UPPER, *LOWER}
    assert yahtzee().write(A, "chance", 3, 3, 3, 3, 3).total(A) == 15


def test_question_4_the_bonus_is_paid_for_a_struck_box_too() -> None:
    game = yahtzee().fill("yahtzee", "fives", *PLAIN_LOWER).write(A, "ones", 5, 5, 5, 5, 5)
    assert game.cell(A, "ones").marks == ("extra", "struck")
    assert game.sum(A, "extra") == 100


def test_question_5_the_bonus_comes_at_exactly_63() -> None:
    assert upper(yahtzee(), 3, 6, 9, 12, 15, 18).sum(A, "bonus") == 35


def full(game: SheetTable) -> SheetTable:
    for box in (*UPPER, *LOWER):
        game.round(box)
    return game


def test_question_6_ties_are_shared_or_thrown_for() -> None:
    assert full(yahtzee(2, tie="shared")).ranking == ((A, B),)
    game = full(yahtzee(2, tie="roll_off"))
    assert game.heard[-1] == event("level", seats=(A, B))
    game.roll(A, 6, 6, 6, 6, 6).roll(B, 6, 6, 6, 6, 6)
    assert game.on_turn == A
    game.roll(A, 1, 2, 3, 4, 5).roll(B, 1, 2, 3, 4, 6)
    assert game.ranking == ((B,), (A,))


def test_question_6_only_those_who_are_level_throw_for_the_win() -> None:
    game = yahtzee(3, tie="roll_off")
    for box in (*UPPER, *LOWER[:-1]):
        game.round(box)
    game.note(A, "chance", 20).note(B, "chance", 25).note(C, "chance", 25)
    game.roll(B, 1, 1, 1, 1, 1).roll(C, 1, 1, 1, 1, 2)
    assert game.ranking == ((C,), (B,), (A,))


def test_question_7_solo() -> None:
    game = full(yahtzee(1))
    assert game.ranking == ((A,),)
    assert yahtzee(1, first_player="roll_off").on_turn == A


def test_question_8_five_alike_are_three_and_four_of_a_kind_and_chance() -> None:
    offered = yahtzee().offered(2, 2, 2, 2, 2)
    assert (offered["three_kind"], offered["four_kind"], offered["chance"]) == (10, 10, 10)


def test_question_9_a_kept_die_may_be_thrown_at_the_next_step() -> None:
    game = yahtzee().roll(A, 6, 5, 4, 3, 1).keep(A, 0, 1, 2, 3).roll(A, 1)
    assert Reroll(A, (4,)) in game.options


# ---- only a number is known ---------------------------------------------------------------------------------------

TYPED = [
    ("ones", {*range(6)}),
    ("sixes", {*range(0, 31, 6)}),
    ("three_kind", {0, *range(5, 31)}),
    ("four_kind", {0, *range(5, 31)}),
    ("full_house", {0, 25}),
    ("small_straight", {0, 30}),
    ("large_straight", {0, 40}),
    ("yahtzee", {0, 50}),
    ("chance", {*range(5, 31)}),
]


@pytest.mark.parametrize(("box", "possible"), TYPED, ids=[row[0] for row in TYPED])
def test_what_may_be_typed(box: str, possible: set[int]) -> None:
    for points in range(-1, 61):
        if points in possible:
            assert yahtzee().note(A, box, points).cell(A, box).value == points
        else:
            with pytest.raises(IllegalAction):
                yahtzee().note(A, box, points)


def test_a_number_that_a_box_can_not_hold_names_the_nearest() -> None:
    refused = yahtzee().refuses(Noted(A, 13, 3, "fours", 0), "not-in-box")
    assert refused.facts == {"box": "fours", "points": 13, "below": 12, "above": 16}


def test_it_is_asked_whether_all_were_alike_once_the_yahtzee_box_is_filled() -> None:
    game = yahtzee()
    assert not game.state.book.asks_alike(game.state.card(A))
    game.refuses(Noted(A, 25, 3, "fives", 5), "alike-not-asked")
    game.fill("yahtzee")
    assert game.state.book.asks_alike(game.state.card(A))
    game.refuses(Noted(A, 25, 3, "chance", 5), "joker-upper")
    game.refuses(Noted(A, 20, 3, "fives", 5), "alike-is-worth")
    game.refuses(Noted(A, 25, 3, "fives", 0), "not-in-box")
    assert game.note(A, "fives", 25, alike=5).total(A) == 175
    assert game.note(A, "small_straight", 30, alike=5).total(A) == 305


@pytest.mark.parametrize(
    ("rules", "box", "asked"),
    [
        ({"joker": "none", "yahtzee_bonus": 0}, "yahtzee", False),
        ({"joker": "none"}, "yahtzee", True),
        ({"joker": "none"}, "-yahtzee", False),
        ({"joker": "forced", "yahtzee_bonus": 0}, "-yahtzee", True),
        ({"joker": "free"}, "-yahtzee", True),
    ],
)
def test_it_is_asked_only_where_it_matters(rules: dict[str, Any], box: str, asked: bool) -> None:
    game = yahtzee(**rules).fill(box)
    assert game.state.book.asks_alike(game.state.card(A)) == asked


def test_points_of_five_alike_and_their_dice_are_the_same_entry() -> None:
    by_dice = yahtzee().fill("yahtzee").write(A, "fives", 5, 5, 5, 5, 5)
    assert by_dice.state == yahtzee().fill("yahtzee").note(A, "fives", 25, alike=5).state


def test_a_box_that_is_not_on_the_sheet() -> None:
    yahtzee().refuses(Written(A, NOTHING, 3, "villa"), "no-such-box")
    yahtzee().refuses(Noted(A, 5, 3, "villa", 0), "no-such-box")
    yahtzee().refuses(Noted(A, 5, 3, "chance", 7), "no-such-face")


# ---- fine and coarse -----------------------------------------------------------------------------------------------


@every_sheet_game
def test_a_turn_entered_either_way_ends_in_the_same_state(game: SheetGame) -> None:
    """Each turn of a match kept throw by throw, put in the place of its throws as one action."""
    for seed in range(6):
        rng = Random(seed)
        rules = game.rules(**{"saved_rolls": "on"} if seed % 2 and game.key == "maxi_yatzy" else {})
        match = play(game, 2, rules, rng)
        state = game.start(2, rules)
        for action in coarse(game, match):
            state = step(game, state, action).state
        assert state == match.states[-1]


def coarse(game: SheetGame, match: Match) -> list[Action]:
    found: list[Action] = []
    for state, action in match.moments:
        if isinstance(action, Write):
            found.append(Written(action.seat, state.turn.dice, state.turn.throws, action.box))
        elif not isinstance(action, Rolled | Reroll) or state.roll_off is not None:
            found.append(action)
    return found


def test_the_order_of_the_dice_means_nothing() -> None:
    states = {yahtzee().write(A, "chance", *dice).state for dice in itertools.permutations((1, 2, 2, 6, 6))}
    assert len(states) == 1


# ---- who begins ----------------------------------------------------------------------------------------------------


def test_first_player_by_lot() -> None:
    game = yahtzee(3, first_player="random")
    assert game.pending == Chance(None, (Drawn,), among=(A, B, C))
    assert game.then(Drawn(B)).state.order == (B, C, A)
    assert game.heard == (event("begins", B),)


def test_first_player_by_a_throw_of_all_dice() -> None:
    game = yahtzee(3, first_player="roll_off").roll(A, 1, 1, 1, 1, 1).roll(B, 6, 6, 1, 1, 1).roll(C, 3, 3, 3, 3, 3)
    assert game.heard == (event("level", seats=(B, C)),)
    game.roll(B, 1, 1, 1, 1, 1).roll(C, 1, 1, 1, 1, 2)
    assert game.state.order == (C, A, B)


def test_first_player_stays_the_first_of_each_round() -> None:
    game = yahtzee(3, first_player="random").then(Drawn(C)).round("ones")
    assert (game.state.order, game.state.round_no) == ((C, A, B), 2)


# ---- people who come and go ----------------------------------------------------------------------------------------


def test_who_leaves_drops_the_turn_under_way_and_can_not_win() -> None:
    game = yahtzee(3).round("sixes").write(A, "yahtzee", 6, 6, 6, 6, 6).roll(B, 6, 6, 6, 6, 6).then(Left(B))
    assert game.on_turn == C
    assert len(game.state.card(B).open) == 12
    game.then(Left(A))
    while not isinstance(game.pending, Over):
        game.fill(game.state.book.boxes[game.state.card(C).open[0]].key.replace("yahtzee", "-yahtzee"))
    assert game.ranking == ((C,), (A,), (B,))


def test_whoever_is_left_plays_on_and_wins_by_leaving_last() -> None:
    game = yahtzee(2).then(Left(A))
    assert game.on_turn == B
    game.fill("sixes").then(Left(B))
    assert game.ranking == ((B,), (A,))


def test_who_leaves_at_the_end_of_a_round_ends_it() -> None:
    game = yahtzee(2).fill("ones").then(Left(B))
    assert game.heard_keys() == ["left", "round-over"]
    assert (game.on_turn, game.state.round_no) == (A, 2)


def test_the_first_player_leaves_and_the_next_one_begins() -> None:
    game = yahtzee(3).fill("ones").then(Left(A))
    assert (game.on_turn, game.state.first) == (B, B)
    assert game.round("ones").state.order == (B, C)


def test_the_last_who_makes_up_turns_leaves_and_the_match_is_over() -> None:
    game = yahtzee(1).round("ones").then(Joined())
    for box in (*UPPER[1:], *LOWER):
        game.round(box)
    assert game.on_turn == B
    assert game.then(Left(B)).ranking == ((A,), (B,))


def test_leaving_before_it_is_known_who_begins() -> None:
    assert yahtzee(3, first_player="random").then(Left(B), Drawn(C)).state.order == (C, A)
    assert yahtzee(2, first_player="random").then(Left(A)).on_turn == B
    game = yahtzee(3, first_player="roll_off").roll(A, *NOTHING).then(Left(A))
    assert game.on_turn == B
    assert yahtzee(2, first_player="roll_off").roll(A, *NOTHING).then(Left(A)).on_turn == B
    game = yahtzee(3, first_player="roll_off").roll(A, *NOTHING).roll(B, 6, 6, 6, 6, 6).then(Left(C))
    assert game.state.order == (B, A)


def test_leaving_while_the_win_is_thrown_for() -> None:
    assert full(yahtzee(2, tie="roll_off")).then(Left(A)).ranking == ((B,), (A,))
    game = full(yahtzee(3, tie="roll_off")).roll(A, 6, 6, 6, 6, 6).then(Left(A)).roll(B, *NOTHING)
    assert game.roll(C, 6, 6, 6, 6, 6).ranking == ((C,), (B,), (A,))


def test_joining_in_a_round_and_while_turns_are_made_up() -> None:
    game = yahtzee(2).fill("ones").then(Joined())
    assert game.state.order == (A, B, C)
    game = yahtzee(1).round("ones").then(Joined())
    for box in (*UPPER[1:], *LOWER):
        game.round(box)
    game.then(Joined())
    assert (game.on_turn, game.state.order) == (B, (B,))
    game.fill("ones")
    assert (game.on_turn, game.state.order) == (C, (C,))


def test_nobody_joins_while_dice_lie_or_at_a_full_table() -> None:
    yahtzee(2).roll(A, *NOTHING).refuses(Joined(), "not-now")
    yahtzee(2, first_player="random").refuses(Joined(), "not-now")
    yahtzee(8).refuses(Joined(), "not-now")
    full(yahtzee(2)).refuses(Joined(), "match-over")


def test_people_change_places_between_rounds() -> None:
    game = yahtzee(3).then(Moved(C, 1))
    assert (game.state.order, game.on_turn) == ((A, C, B), A)
    game.fill("ones").refuses(Moved(C, 0), "not-now")


def test_whoever_was_skipped_still_throws_last_after_a_change_of_places() -> None:
    game = yahtzee(3).then(Skipped(A)).then(Moved(C, 1))
    assert game.state.order == (C, B, A)
    assert game.fill("ones", "ones", "ones").state.order == (A, C, B), "in the next round nobody is away"


def test_whoever_is_away_throws_last_in_the_round() -> None:
    game = yahtzee(3).then(Skipped(A))
    assert game.state.order == (B, C, A)
    game.fill("ones", "ones").refuses(Skipped(A), "not-now")
    assert game.fill("ones").state.order == (A, B, C)


# ---- turns, sheet, settings ----------------------------------------------------------------------------------------


def test_the_sheet_has_a_row_a_box_and_the_sums_below() -> None:
    sheet = yahtzee(2).game.sheet(yahtzee(2).fill("sixes").state)
    assert [row.key for row in sheet.rows] == [*UPPER, *LOWER]
    assert [row.key for row in sheet.totals] == ["upper", "bonus", "extra", "lower", "total"]
    cells = {row.key: row.cells for row in sheet.rows}["sixes"]
    assert cells[A] is not None and cells[B] is not None
    assert (cells[A].value, cells[A].dice, cells[A].turn) == (12, (1, 2, 3, 6, 6), 0)
    assert cells[A].entry == Written(A, (1, 2, 3, 6, 6), 3, "sixes")
    assert cells[B].value is None


def test_the_lower_sum_holds_the_extra_yahtzees() -> None:
    game = yahtzee().fill("yahtzee").write(A, "fives", 5, 5, 5, 5, 5)
    assert (game.sum(A, "lower"), game.sum(A, "total")) == (150, 175)


def test_a_whole_turn_knows_what_it_may_be() -> None:
    waits = yahtzee().pending
    assert isinstance(waits, WholeTurn)
    assert (waits.throws, waits.usual, waits.dice) == ((1, 2, 3), 3, 5)
    assert set(waits.totals) == {*range(31), 40, 50}


def test_settings_and_their_defaults() -> None:
    assert {s.key: (s.default, set(s.choices)) for s in settings_of(Rules)} == {
        "yahtzee_bonus": (100, {0, 50, 100}),
        "joker": ("forced", {"forced", "free", "none"}),
        "five_is_full_house": ("off", {"off", "on"}),
        "box_order": ("any", {"any", "forced_top_down"}),
        "first_player": ("random", {"random", "roll_off", "first_seat"}),
        "tie": ("shared", {"shared", "roll_off"}),
    }


def test_what_a_setting_makes_meaningless_is_hidden() -> None:
    shown = {s.key: s.matters for s in settings_of(Rules)}
    assert shown["joker"](Rules(), 3) and not shown["joker"](Rules(box_order="forced_top_down"), 3)
    assert shown["tie"](Rules(), 2) and not shown["tie"](Rules(), 1)
    assert shown["first_player"](Rules(), 0) and not shown["first_player"](Rules(), 1)


@pytest.mark.parametrize("seats", [0, 9])
def test_one_to_eight_can_play(seats: int) -> None:
    with pytest.raises(IllegalAction, match="wrong-number-of-players"):
        Yahtzee().start(seats, Rules())


@every_sheet_game
def test_each_box_is_written_once_and_by_a_turn_of_its_own(game: SheetGame) -> None:
    match = play(game, 3, game.rules(), Random(1), coarse=0.5)
    sheet = game.sheet(match.states[-1])
    turns = [cell.turn for row in sheet.rows for cell in row.cells if cell]
    assert len(set(turns)) == len(turns) == 3 * len(match.states[-1].book.boxes)
    assert all(turn is not None for turn in turns)


def test_choices_end_with_the_throws() -> None:
    game = yahtzee().roll(A, *NOTHING)
    assert isinstance(game.pending, Decide)
    assert len(game.options) == 13 + 31


def test_the_table_helper_speaks_of_any_game() -> None:
    assert table(Yahtzee(), 2).on_turn == A
