"""Rulings on Chicago with loss points.

`cl_01` to `cl_29` are the examples of the rules, by their numbers there; `rule_1` to `rule_9` are those of the
module's docstring. People are A to F, in the order in which they sat down; A leads unless a test says otherwise.
"""

from __future__ import annotations

import itertools
from collections import Counter
from random import Random

import pytest

from scorekeeper.engine.core import Action, Chance, Decide, Event, IllegalAction, Over, Seat, event
from scorekeeper.engine.dice import Booked, Drawn, Rolled, Settled
from scorekeeper.engine.games.chicago_losses import (
    TOTALS,
    ChicagoLosses,
    Reroll,
    Rules,
    State,
    Stop,
    TakeBackTurn,
    TurnSixes,
    worth,
)
from scorekeeper.engine.people import Joined, Left, Moved, Skipped
from scorekeeper.engine.sheet import Cell
from tests.tables import Table, play

A, B, C, D, E, F = range(6)
GAME = ChicagoLosses()


class Chicago(Table):
    """A table that speaks the game: `enter(A, 1, 4, 2)` is a whole turn of one throw."""

    state: State

    def enter(self, seat: Seat, *dice: int, throws: int = 1) -> Chicago:
        return self.then(Settled(seat, dice, throws))

    def book(self, seat: Seat, points: int, throws: int = 1) -> Chicago:
        return self.then(Booked(seat, points, throws))

    def roll(self, seat: Seat, *dice: int) -> Chicago:
        return self.then(Rolled(seat, dice))

    def keep(self, seat: Seat, *positions: int) -> Chicago:
        return self.then(Reroll(seat, positions))

    def then(self, *actions: Action) -> Chicago:
        self.do(*actions)
        return self

    def lose(self, *payers: Seat, leads: Seat | None = None) -> Chicago:
        """One round for each payer, who alone is lowest; `leads` is highest in all of them."""
        for payer in payers:
            for seat in self.state.order:
                self.enter(seat, *((2, 2, 2) if seat == payer else (1, 1, 1) if seat == leads else (1, 1, 4)))
        return self

    @property
    def losses(self) -> tuple[int, ...]:
        return self.state.losses

    @property
    def leader(self) -> Seat | None:
        return self.state.leader

    @property
    def order(self) -> tuple[Seat, ...]:
        return self.state.order

    @property
    def throws(self) -> tuple[int, ...]:
        """How many the player on turn may have used in the end."""
        assert isinstance(self.pending, Chance)
        return self.pending.throws

    @property
    def last(self) -> Cell:
        """The box that was written last."""
        written = [cell for row in GAME.sheet(self.state).rows for cell in row.cells if cell is not None]
        return max(written, key=lambda cell: cell.turn if cell.turn is not None else -1)

    def refuses(self, action: Action, reason: str) -> IllegalAction:
        before = self.state
        with pytest.raises(IllegalAction) as refused:
            self.do(action)
        assert refused.value.reason == reason
        assert self.state == before
        return refused.value


def chicago(seats: int = 3, first_leader: str = "first_seat", **rules: int | str) -> Chicago:
    return Chicago(GAME, GAME.start(seats, Rules(first_leader=first_leader, **rules)))  # type: ignore[arg-type]


# ---- the examples --------------------------------------------------------------------------------------------------

WORTHS = [
    ("cl_01", (1, 4, 2), 106),
    ("cl_03", (2, 2, 2), 6),
    ("cl_03", (1, 1, 1), 300),
    ("cl_03", (4, 5, 6), 69),
    ("cl_03", (1, 6, 4), 164),
    ("cl_04", (6, 6, 6), 180),
    ("cl_04", (6, 6, 5), 125),
    ("cl_04", (5, 5, 5), 15),
    ("cl_04", (1, 1, 6), 260),
    ("cl_04", (6, 6, 1), 220),
]


@pytest.mark.parametrize(
    ("dice", "score"), [row[1:] for row in WORTHS], ids=[f"{id_}-{score}" for id_, _, score in WORTHS]
)
def test_what_dice_are_worth(dice: tuple[int, ...], score: int) -> None:
    assert worth(dice) == score
    assert chicago().enter(A, *dice).last.value == score


def test_cl_02_a_kept_one_and_two_dice_again() -> None:
    table = chicago().roll(A, 1, 4, 2).keep(A, 0).roll(A, 6, 3).then(Stop(A))
    assert (table.last.value, table.last.throws, table.last.dice) == (163, 2, (1, 6, 3))


def test_cl_05_no_third_throw_when_the_leader_stopped_after_two() -> None:
    table = chicago(max_rolls=3).enter(A, 1, 4, 2, throws=2)
    table.roll(B, 2, 3, 4).keep(B, 2).roll(B, 2, 3)
    assert table.on_turn == C, "the turn of B ended with the second throw"
    assert table.refuses(Reroll(B, (0,)), "not-on-turn").facts == {"on_turn": C}
    table.refuses(Rolled(B, (6,)), "not-on-turn")


def test_cl_06_a_follower_who_stops_early_lowers_nothing() -> None:
    table = chicago().enter(A, 1, 4, 2, throws=2).enter(B, 4, 5, 6, throws=1)
    assert (table.on_turn, table.throws) == (C, (1, 2))
    table.roll(C, 2, 3, 4)
    assert isinstance(table.pending, Decide)


def test_cl_07_keeping_all_dice_is_stopping() -> None:
    table = chicago().roll(A, 1, 6, 4).keep(A, 0, 1, 2)
    assert (table.last.value, table.last.throws) == (164, 1)
    assert table.on_turn == B
    assert table.state == chicago().roll(A, 1, 6, 4).then(Stop(A)).state


def test_cl_08_one_throw_of_the_leader_is_one_throw_for_all() -> None:
    table = chicago(4, max_rolls=3).roll(A, 1, 6, 4).then(Stop(A))
    for seat in (B, C, D):
        assert (table.on_turn, table.throws) == (seat, (1,))
        table.roll(seat, 2, 3, seat)
    assert table.state.round_no == 2


def test_cl_09_fewer_throws_are_no_protection() -> None:
    table = chicago().enter(A, 1, 4, 2, throws=2).enter(B, 4, 5, 6, throws=2).enter(C, 4, 5, 6, throws=1)
    assert table.losses == (0, 1, 1)
    assert table.leader == A


def test_cl_10_of_two_highest_the_one_with_fewer_throws_leads() -> None:
    table = chicago().enter(A, 1, 6, 4, throws=2).enter(B, 1, 6, 4, throws=1).enter(C, 2, 2, 5)
    assert table.losses == (0, 0, 1)
    assert table.leader == B
    assert table.state.past[-1].why == "fewer-throws"


def test_cl_11_then_the_earlier_one() -> None:
    table = chicago().enter(A, 1, 6, 4, throws=2).enter(B, 1, 6, 4, throws=2).enter(C, 2, 2, 5)
    assert table.leader == A
    assert table.state.past[-1].why == "earlier"


def test_cl_12_the_last_two_out_together_is_a_draw() -> None:
    table = chicago(2, losses_to_exit=3).lose(A, B, A, B)
    assert table.losses == (2, 2)
    for seat in table.order:
        table.enter(seat, 3, 4, 5)
    assert table.losses == (3, 3)
    assert table.ranking == ((A, B),)
    assert table.heard_keys() == ["round-over", "lost", "lost", "out", "out", "drawn"]
    assert table.heard[-1].values == {"seats": (A, B)}


def test_cl_13_two_out_at_once_leave_a_winner_with_a_loss() -> None:
    table = chicago(losses_to_exit=3).lose(A, B, A, B)
    for seat in table.order:
        table.enter(seat, 4, 5, 6)
    assert table.losses == (3, 3, 1)
    assert table.ranking == ((C,), (A, B))
    assert table.heard[-1] == event("won", C)


def test_cl_14_all_equal_and_the_best_of_those_left_leads() -> None:
    table = chicago(4, losses_to_exit=3).lose(A, A, leads=D).then(Left(D))
    assert (table.order, table.losses[:3]) == ((A, B, C), (2, 0, 0))
    table.enter(A, 4, 5, 6, throws=2).enter(B, 4, 5, 6, throws=2).enter(C, 4, 5, 6, throws=1)
    assert table.losses[:3] == (3, 1, 1)
    assert table.state.past[-1].out == (A,)
    assert table.leader == C


def test_cl_15_clockwise_from_the_leader_and_past_those_who_are_out() -> None:
    assert chicago(4).lose(A, leads=C).order == (C, D, A, B)
    assert chicago(4, losses_to_exit=2).lose(B, B, leads=C).order == (C, D, A)


def test_cl_16_a_kept_die_may_be_thrown_later_unless_kept_dice_are_locked() -> None:
    free = chicago(hold_policy="free").roll(A, 1, 3, 5).keep(A, 0).roll(A, 2, 2)
    assert Reroll(A, ()) in free.options
    assert free.keep(A).roll(A, 6, 6, 6).last.value == 180

    locked = chicago(hold_policy="locked").roll(A, 1, 3, 5).keep(A, 0).roll(A, 2, 2)
    locked.refuses(Reroll(A, ()), "die-is-locked")
    assert Reroll(A, (0,)) in locked.options


def test_cl_17_rounds_are_not_added_up() -> None:
    table = chicago(2).enter(A, 1, 1, 1).enter(B, 2, 2, 2)
    table.enter(A, 2, 2, 3).enter(B, 2, 2, 4)
    assert table.losses == (1, 1)


def test_cl_18_a_shared_lowest_can_put_you_out() -> None:
    table = chicago(4, losses_to_exit=2).lose(A)
    for seat in table.order:
        table.enter(seat, *((4, 5, 6) if seat in (A, B) else (1, 4, 2)))
    assert table.losses == (2, 1, 0, 0)
    assert table.state.past[-1].out == (A,)
    assert A not in table.order


UNREACHABLE = [5, *range(16, 64), *range(71, 104), *range(111, 122), *range(126, 162), 301]


@pytest.mark.parametrize("points", UNREACHABLE, ids=lambda points: f"cl_19-{points}")
def test_cl_19_a_total_that_no_dice_give(points: int) -> None:
    chicago().refuses(Booked(A, points, 1), "no-such-total")


def test_cl_19_the_refusal_of_111_names_the_nearest_totals() -> None:
    refused = chicago().refuses(Booked(A, 111, 1), "no-such-total")
    assert refused.facts == {"points": 111, "below": 110, "above": 122}
    assert chicago().refuses(Booked(A, 5, 1), "no-such-total").facts["below"] == 6
    assert chicago().refuses(Booked(A, 301, 1), "no-such-total").facts["above"] == 300


def test_cl_20_only_the_last_of_the_lowest_pays() -> None:
    table = chicago(low_tie="latest_loses").enter(A, 4, 5, 6).enter(B, 4, 5, 6).enter(C, 1, 4, 2)
    assert table.losses == (0, 1, 0)


def test_cl_21_no_stopping_while_a_die_waits_in_the_cup() -> None:
    table = chicago(sixes_to_one="on").roll(A, 6, 6, 3).then(TurnSixes(A, 0, 1))
    table.refuses(Stop(A), "die-in-cup")
    table.refuses(Reroll(A, (0, 1, 2)), "die-in-cup")
    table.keep(A, 0, 2).roll(A, 4).then(Stop(A))
    assert (table.last.value, table.last.throws, table.last.dice) == (107, 2, (1, 4, 3))


def test_cl_22_no_turning_without_a_throw_left() -> None:
    table = chicago(sixes_to_one="on").enter(A, 1, 4, 2, throws=1).roll(B, 6, 6, 3)
    table.refuses(TurnSixes(B, 0, 1), "not-on-turn")
    assert (table.last.value, table.on_turn) == (123, C)


def test_cl_23_the_last_payer_who_is_still_in_leads() -> None:
    table = chicago(4, next_leader="lowest", losses_to_exit=3).lose(B, C, C, D).then(Left(D))
    assert (table.order, table.losses[:3]) == ((A, B, C), (0, 1, 2))
    table.enter(A, 1, 4, 2).enter(B, 4, 5, 6).enter(C, 4, 5, 6)
    assert table.losses[:3] == (0, 2, 3)
    assert table.order == (B, A)
    assert table.state.past[-1].why == "payer"


def test_cl_24_no_payer_is_in_so_the_next_one_clockwise_leads() -> None:
    table = chicago(4, next_leader="lowest", low_tie="latest_loses", losses_to_exit=3).lose(C, C, D).then(Left(D))
    assert (table.order, table.losses[:3]) == ((A, B, C), (0, 0, 2))
    table.enter(A, 1, 4, 2).enter(B, 4, 5, 6).enter(C, 4, 5, 6)
    assert table.losses[:3] == (0, 0, 3)
    assert table.order == (A, B)
    assert table.state.past[-1].why == "after-payer"


def test_cl_25_the_result_of_who_left_does_not_count() -> None:
    table = chicago().enter(A, 1, 4, 2).enter(B, 2, 2, 5).then(Left(B)).enter(C, 4, 5, 6)
    assert table.losses == (0, 0, 1)
    assert table.leader == A


def test_cl_26_the_leader_leaves_in_the_middle_of_the_turn() -> None:
    table = chicago(max_rolls=3).roll(A, 2, 2, 2).then(Left(A))
    assert (table.leader, table.order) == (B, (B, C))
    assert (table.on_turn, table.throws) == (B, (1, 2, 3))
    assert table.heard == (event("left", A, round=1), event("leads", B, round=1))


def test_cl_27_the_leader_leaves_after_the_turn_and_the_limit_stands() -> None:
    table = chicago(max_rolls=3).roll(A, 1, 4, 2).then(Stop(A), Left(A))
    assert (table.on_turn, table.throws) == (B, (1,))
    assert table.order == (B, C)


def test_cl_28_one_of_two_leaves_and_the_other_wins_at_once() -> None:
    assert chicago(2).then(Left(A)).ranking == ((B,), (A,))
    assert chicago(2).roll(A, 1, 1, 1).then(Left(A)).ranking == ((B,), (A,))
    assert chicago(2).enter(A, 1, 1, 1).then(Left(B)).ranking == ((A,), (B,))
    assert chicago(2).then(Left(B)).heard == (event("left", B, round=1), event("won", A))


def test_cl_29_a_late_comer_has_as_many_losses_as_who_has_fewest() -> None:
    table = chicago(late_losses="lowest").lose(A, A, B, C, C).then(Joined())
    assert table.losses == (2, 1, 2, 1)
    assert table.state.seating == (A, B, C, D)
    assert D in table.order
    assert table.heard == (event("joined", D),)
    for seat in table.order:
        table.enter(seat, *((2, 2, 2) if seat == D else (1, 4, 2)))
    assert table.losses == (2, 1, 2, 2)


# ---- rule 1: what dice are worth -----------------------------------------------------------------------------------


def test_rule_1_there_are_forty_totals() -> None:
    given = [*range(6, 16), *range(64, 71), *range(104, 111), *range(122, 126), *range(162, 166), 180]
    assert (*given, *range(202, 206), 220, 260, 300) == TOTALS
    assert len(TOTALS) == 40


def test_rule_1_the_mean_and_the_median_of_one_throw() -> None:
    throws = sorted(worth(dice) for dice in itertools.product(range(1, 7), repeat=3))
    assert sum(throws) / len(throws) == 87
    assert throws[107] == throws[108] == 69
    assert sum(score >= 100 for score in throws) / len(throws) == 13 / 27


@pytest.mark.parametrize("dice", list(itertools.permutations((1, 6, 4))))
def test_rule_1_the_order_of_the_dice_means_nothing(dice: tuple[int, ...]) -> None:
    assert chicago().enter(A, *dice).last.value == 164


def test_rule_1_every_total_can_be_booked() -> None:
    for points in TOTALS:
        table = chicago().book(A, points, throws=2)
        assert (table.last.value, table.last.throws, table.last.dice) == (points, 2, None)


def test_rule_1_three_ones_are_just_three_hundred_in_one_throw_or_in_three() -> None:
    table = chicago().roll(A, 1, 2, 3).keep(A, 0).roll(A, 1, 3).keep(A, 0, 1).roll(A, 1).enter(B, 1, 1, 1)
    table.enter(C, 2, 2, 2)
    assert table.losses == (0, 0, 1)
    assert table.leader == B


# ---- rule 2: the leader's throws are the limit ---------------------------------------------------------------------


@pytest.mark.parametrize("most", [1, 2, 3])
def test_rule_2_the_leader_has_max_rolls(most: int) -> None:
    table = chicago(max_rolls=most)
    assert table.throws == tuple(range(1, most + 1))
    table.refuses(Settled(A, (1, 2, 3), most + 1), "throws-not-allowed")
    table.roll(A, 2, 3, 4)
    for _ in range(most - 1):
        table.keep(A).roll(A, 2, 3, 4)
    assert table.on_turn == B, "the turn ends by itself"


def test_rule_2_with_one_throw_nobody_has_anything_to_decide() -> None:
    table = chicago(max_rolls=1)
    for seat in (A, B, C):
        table.roll(seat, 2, 3, 2 + seat)
    assert table.state.round_no == 2


def test_rule_2_the_limit_is_told_once() -> None:
    table = chicago().enter(A, 1, 4, 2, throws=2)
    assert table.heard == (event("limit", A, round=1, throws=2),)
    assert table.enter(B, 4, 5, 6).heard == ()


def test_rule_2_a_refused_number_of_throws_names_the_most() -> None:
    table = chicago().enter(A, 1, 4, 2, throws=2)
    refused = table.refuses(Booked(B, 69, 3), "throws-not-allowed")
    assert refused.facts == {"throws": 3, "most": 2}
    table.refuses(Booked(B, 69, 0), "throws-not-allowed")


def test_rule_2_the_usual_number_of_throws_is_all_of_them_but_the_leader_is_asked() -> None:
    def usual(table: Chicago) -> int | None:
        assert isinstance(table.pending, Chance)
        return table.pending.usual

    assert usual(chicago(max_rolls=3)) is None
    assert usual(chicago(max_rolls=1)) == 1
    assert usual(chicago(max_rolls=3).book(A, 106, throws=2)) == 2
    assert usual(chicago(max_rolls=3).book(A, 106, throws=2).then(Left(A))) == 2
    assert usual(chicago(max_rolls=3).then(Left(A))) is None


def test_rule_2_the_next_round_has_a_limit_of_its_own() -> None:
    table = chicago(2).enter(A, 1, 1, 1, throws=1).enter(B, 2, 2, 2)
    assert (table.on_turn, table.throws) == (A, (1, 2, 3))


# ---- rule 3: keeping dice ------------------------------------------------------------------------------------------


def test_rule_3_the_first_throw_is_all_three() -> None:
    table = chicago()
    assert table.pending == Chance(A, (Rolled, Settled, Booked), 3, throws=(1, 2, 3), totals=TOTALS)
    table.refuses(Rolled(A, (1, 2)), "wrong-number-of-dice")
    table.refuses(Rolled(A, (1, 2, 7)), "no-such-face")
    table.refuses(Reroll(A, ()), "dice-expected")
    table.refuses(Stop(A), "dice-expected")


def test_rule_3_any_of_the_dice_may_be_kept() -> None:
    table = chicago().roll(A, 2, 3, 4)
    keeps = {option.keep for option in table.options if isinstance(option, Reroll)}
    assert keeps == {(), (0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)}
    assert set(table.options) - {Reroll(A, keep) for keep in keeps} == {Stop(A)}


def test_rule_3_thrown_dice_fall_into_the_places_of_those_picked_up() -> None:
    table = chicago().roll(A, 2, 3, 4).keep(A, 1)
    assert table.pending == Chance(A, (Rolled,), dice=2)
    assert table.roll(A, 5, 6).then(Stop(A)).last.dice == (5, 3, 6)


def test_rule_3_a_turn_begun_throw_by_throw_goes_on_so() -> None:
    table = chicago().roll(A, 2, 3, 4)
    table.refuses(Settled(A, (2, 3, 4), 1), "not-an-option")
    table.keep(A, 1).refuses(Settled(A, (2, 3, 4), 2), "dice-expected")


def test_rule_3_locked_dice_stay_and_more_may_join_them() -> None:
    table = chicago(hold_policy="locked").roll(A, 1, 3, 5).keep(A, 0).roll(A, 6, 2)
    keeps = {option.keep for option in table.options if isinstance(option, Reroll)}
    assert keeps == {(0,), (0, 1), (0, 2), (0, 1, 2)}
    assert table.keep(A, 0, 1).roll(A, 6).last.dice == (1, 6, 6)


def test_rule_3_a_lock_ends_with_the_turn() -> None:
    table = chicago(hold_policy="locked").roll(A, 1, 3, 5).keep(A, 0).roll(A, 6, 2).then(Stop(A))
    assert Reroll(B, ()) in table.roll(B, 1, 2, 2).options


# ---- rule 4: turning sixes -----------------------------------------------------------------------------------------


def turns(table: Chicago) -> set[tuple[int, int]]:
    return {(option.one, option.cup) for option in table.options if isinstance(option, TurnSixes)}


def test_rule_4_is_off_unless_it_is_switched_on() -> None:
    assert turns(chicago().roll(A, 6, 6, 3)) == set()


@pytest.mark.parametrize(
    ("dice", "offered"),
    [
        ((6, 6, 3), {(0, 1), (1, 0)}),
        ((3, 6, 6), {(1, 2), (2, 1)}),
        ((6, 3, 6), {(0, 2), (2, 0)}),
        ((6, 6, 6), {(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)}),
        ((6, 1, 3), set()),
        ((1, 1, 1), set()),
    ],
)
def test_rule_4_two_sixes_are_needed(dice: tuple[int, ...], offered: set[tuple[int, int]]) -> None:
    assert turns(chicago(sixes_to_one="on").roll(A, *dice)) == offered


def test_rule_4_a_throw_must_be_left() -> None:
    table = chicago(sixes_to_one="on", max_rolls=2).roll(A, 6, 6, 3)
    assert turns(table) == {(0, 1), (1, 0)}
    table.keep(A, 0, 1).roll(A, 6)
    assert (table.on_turn, table.last.value) == (B, 180)


def test_rule_4_three_sixes_give_one_one_and_not_two() -> None:
    table = chicago(sixes_to_one="on").roll(A, 6, 6, 6).then(TurnSixes(A, 0, 1))
    assert set(table.options) == {Reroll(A, (0,)), Reroll(A, (0, 2)), TakeBackTurn(A)}
    table.keep(A, 0, 2).roll(A, 2).then(Stop(A))
    assert (table.last.dice, table.last.value) == ((1, 2, 6), 162)


def test_rule_4_the_third_die_may_be_kept_or_thrown() -> None:
    table = chicago(sixes_to_one="on").roll(A, 6, 6, 3).then(TurnSixes(A, 1, 0))
    assert set(table.options) == {Reroll(A, (1,)), Reroll(A, (1, 2)), TakeBackTurn(A)}
    assert table.keep(A, 1).pending == Chance(A, (Rolled,), dice=2)


def test_rule_4_the_turned_one_stays_locked_even_where_holding_is_free() -> None:
    table = chicago(sixes_to_one="on", hold_policy="free").roll(A, 6, 6, 3).then(TurnSixes(A, 0, 1))
    table.keep(A, 0, 2).roll(A, 4)
    assert {option.keep for option in table.options if isinstance(option, Reroll)} == {
        (0,),
        (0, 1),
        (0, 2),
        (0, 1, 2),
    }


def test_rule_4_it_can_be_taken_back_until_the_throw() -> None:
    table = chicago(sixes_to_one="on").roll(A, 6, 6, 3)
    before = table.state
    assert table.then(TurnSixes(A, 0, 1), TakeBackTurn(A)).state == before
    table.then(TurnSixes(A, 0, 1)).keep(A, 0, 2)
    table.refuses(TakeBackTurn(A), "dice-expected")
    table.roll(A, 4)
    table.refuses(TakeBackTurn(A), "not-an-option")


def test_rule_4_again_in_the_same_turn_when_two_more_sixes_come() -> None:
    table = chicago(sixes_to_one="on").roll(A, 6, 6, 3).then(TurnSixes(A, 0, 1)).keep(A, 0).roll(A, 6, 6)
    assert turns(table) == {(1, 2), (2, 1)}
    table.then(TurnSixes(A, 2, 1))
    assert set(table.options) == {Reroll(A, (0, 2)), TakeBackTurn(A)}
    table.keep(A, 0, 2).roll(A, 1)
    assert (table.last.dice, table.last.value, table.last.throws) == ((1, 1, 1), 300, 3)


def test_rule_4_a_locked_six_may_turn_but_not_go_into_the_cup() -> None:
    table = chicago(sixes_to_one="on", hold_policy="locked").roll(A, 6, 2, 3).keep(A, 0).roll(A, 6, 4)
    assert turns(table) == {(0, 1)}
    table.then(TurnSixes(A, 0, 1))
    assert set(table.options) == {Reroll(A, (0,)), Reroll(A, (0, 2)), TakeBackTurn(A)}


def test_rule_4_two_locked_sixes_can_not_be_turned() -> None:
    table = chicago(sixes_to_one="on", hold_policy="locked").roll(A, 6, 6, 3).keep(A, 0, 1).roll(A, 2)
    assert table.on_turn == A
    assert turns(table) == set()


def test_rule_4_a_kept_six_is_free_where_holding_is_free() -> None:
    table = chicago(sixes_to_one="on", hold_policy="free").roll(A, 6, 6, 3).keep(A, 0, 1).roll(A, 2)
    assert turns(table) == {(0, 1), (1, 0)}


def test_rule_4_a_turned_turn_may_be_entered_by_its_end() -> None:
    fine = chicago(sixes_to_one="on").roll(A, 6, 6, 3).then(TurnSixes(A, 0, 1)).keep(A, 0, 2).roll(A, 4).then(Stop(A))
    assert fine.state == chicago(sixes_to_one="on").enter(A, 1, 4, 3, throws=2).state


# ---- rule 5: who pays ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("low_tie", "scores", "payers"),
    [
        ("all_lose", (106, 69, 164), (B,)),
        ("all_lose", (69, 69, 164), (A, B)),
        ("all_lose", (69, 69, 69), (A, B, C)),
        ("latest_loses", (106, 69, 164), (B,)),
        ("latest_loses", (69, 164, 69), (C,)),
        ("latest_loses", (69, 69, 69), (C,)),
    ],
)
def test_rule_5_the_lowest_pays(low_tie: str, scores: tuple[int, ...], payers: tuple[Seat, ...]) -> None:
    table = chicago(low_tie=low_tie)
    for seat, score in enumerate(scores):
        table.book(seat, score)
    assert table.state.past[-1].payers == payers
    assert table.losses == tuple(int(seat in payers) for seat in (A, B, C))
    over = event("round-over", round=1)
    assert table.heard[: len(payers) + 1] == (over, *(event("lost", seat, round=1) for seat in payers))


def test_rule_5_the_latest_is_the_last_to_throw_and_not_the_last_seat() -> None:
    table = chicago(low_tie="latest_loses").lose(A, leads=B)
    assert table.order == (B, C, A)
    table.book(B, 106).book(C, 69).book(A, 69)
    assert table.losses == (2, 0, 0)


# ---- rule 6: out, winner, draw -------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [2, 3, 5])
def test_rule_6_out_with_so_many_losses_and_not_before(limit: int) -> None:
    table = chicago(losses_to_exit=limit).lose(*(B,) * (limit - 1), leads=A)
    assert B in table.order
    table.lose(B, leads=A)
    assert table.order == (A, C)
    assert event("out", B, round=limit) in table.heard
    assert table.state.exit_of(B) is not None


def test_rule_6_the_last_one_in_wins_and_ranking_is_by_how_long_one_stayed() -> None:
    table = chicago(4, losses_to_exit=2).lose(C, C, B, B, D, D, leads=A)
    assert table.ranking == ((A,), (D,), (B,), (C,))
    assert table.state.winners == (A,)


def test_rule_6_who_went_out_together_shares_a_place() -> None:
    table = chicago(4, losses_to_exit=2)
    for _ in range(2):
        table.book(A, 300).book(B, 6).book(C, 6).book(D, 106)
    table.lose(D, D, leads=A)
    assert table.ranking == ((A,), (D,), (B, C))


def test_rule_6_a_draw_of_three() -> None:
    table = chicago(losses_to_exit=2)
    for _ in range(2):
        table.book(A, 69).book(B, 69).book(C, 69)
    assert table.ranking == ((A, B, C),)


def test_rule_6_with_latest_loses_a_draw_is_impossible() -> None:
    table = chicago(2, losses_to_exit=2, low_tie="latest_loses").book(A, 69).book(B, 69)
    table.book(A, 69).book(B, 69)
    assert table.ranking == ((A,), (B,))


def test_rule_6_who_left_in_the_round_of_the_draw_is_not_part_of_it() -> None:
    table = chicago(losses_to_exit=2).lose(A).lose(B, leads=A)
    table.book(A, 69).then(Left(C)).book(B, 69)
    assert table.ranking == ((A, B), (C,))


def test_rule_6_who_went_out_earlier_is_not_part_of_a_draw() -> None:
    table = chicago(losses_to_exit=2).lose(C, C, A, B)
    for seat in table.order:
        table.book(seat, 69)
    assert table.ranking == ((A, B), (C,))


# ---- rule 7: who leads next ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turns", "leader", "why"),
    [
        ([(106, 1), (69, 1), (164, 1)], C, "highest"),
        ([(106, 3), (69, 1), (164, 3)], C, "highest"),
        ([(164, 3), (164, 2), (164, 1)], C, "fewer-throws"),
        ([(164, 3), (164, 2), (69, 1)], B, "fewer-throws"),
        ([(164, 2), (69, 2), (164, 2)], A, "earlier"),
        ([(69, 1), (69, 1), (69, 1)], A, "earlier"),
    ],
)
def test_rule_7_the_highest_leads(turns: list[tuple[int, int]], leader: Seat, why: str) -> None:
    table = chicago(next_leader="highest")
    for seat, (points, throws) in enumerate(turns):
        table.book(seat, points, throws)
    assert (table.leader, table.state.past[-1].why) == (leader, why)
    assert table.heard[-1] == event("leads", leader, round=2)


@pytest.mark.parametrize(
    ("low_tie", "scores", "leader"),
    [
        ("all_lose", (106, 69, 164), B),
        ("all_lose", (69, 69, 164), B),
        ("all_lose", (69, 106, 69), C),
        ("latest_loses", (69, 69, 164), B),
    ],
)
def test_rule_7_or_the_last_of_the_payers(low_tie: str, scores: tuple[int, ...], leader: Seat) -> None:
    table = chicago(next_leader="lowest", low_tie=low_tie)
    for seat, points in enumerate(scores):
        table.book(seat, points)
    assert (table.leader, table.state.past[-1].why) == (leader, "payer")


def test_rule_7_next_clockwise_skips_who_is_out() -> None:
    table = chicago(4, next_leader="lowest", losses_to_exit=2).lose(A, B)
    assert table.order == (B, C, D, A)
    table.book(B, 6).book(C, 106).book(D, 164).book(A, 6)  # A and B are out, A was the last of them to throw
    assert table.state.order == (C, D)
    assert table.state.past[-1].why == "after-payer"


def test_rule_7_nobody_leads_after_the_end() -> None:
    table = chicago(2, losses_to_exit=2).lose(B, B)
    assert (table.leader, table.state.past[-1].next_leader, table.state.past[-1].why) == (None, None, None)


# ---- who leads round 1 ---------------------------------------------------------------------------------------------


def test_first_leader_random_is_a_lot_among_all() -> None:
    table = chicago(first_leader="random")
    assert table.pending == Chance(None, (Drawn,), among=(A, B, C))
    table.refuses(Rolled(A, (1, 2, 3)), "dice-expected")
    table.refuses(Drawn(D), "not-in-the-lot")
    table.then(Drawn(B))
    assert (table.order, table.leader, table.state.first_lead) == ((B, C, A), B, "lot")
    assert table.heard == (event("leads", B, round=1),)


def test_first_leader_first_seat() -> None:
    table = chicago(4)
    assert (table.on_turn, table.order, table.state.first_lead) == (A, (A, B, C, D), "first_seat")


def test_first_leader_roll_off_the_highest_die_leads() -> None:
    table = chicago(first_leader="roll_off")
    assert table.pending == Chance(A, (Rolled,), dice=1)
    table.roll(A, 3).roll(B, 5).roll(C, 1)
    assert (table.order, table.state.first_lead) == ((B, C, A), "roll_off")
    assert table.heard == (event("leads", B, round=1),)


def test_first_leader_roll_off_a_one_is_the_lowest_face() -> None:
    assert chicago(first_leader="roll_off").roll(A, 1).roll(B, 2).roll(C, 1).leader == B


def test_first_leader_roll_off_tied_ones_throw_again() -> None:
    table = chicago(first_leader="roll_off").roll(A, 6).roll(B, 2).roll(C, 6)
    assert table.heard == (event("lead-tied", seats=(A, C)),)
    assert table.on_turn == A
    table.roll(A, 4)
    table.refuses(Rolled(B, (6,)), "not-on-turn")
    table.roll(C, 4)
    assert table.on_turn == A, "tied once more"
    assert table.roll(A, 1).roll(C, 2).leader == C


def test_first_leader_roll_off_takes_one_die_each_and_nothing_coarser() -> None:
    table = chicago(first_leader="roll_off")
    table.refuses(Rolled(A, (1, 2, 3)), "wrong-number-of-dice")
    table.refuses(Settled(A, (1, 2, 3), 1), "dice-expected")


# ---- rule 8: who leaves --------------------------------------------------------------------------------------------


def test_rule_8_before_the_lot() -> None:
    table = chicago(first_leader="random").then(Left(B))
    assert table.pending == Chance(None, (Drawn,), among=(A, C))
    assert table.then(Drawn(C)).order == (C, A)


def test_rule_8_before_the_lot_with_two() -> None:
    assert chicago(2, first_leader="random").then(Left(A)).ranking == ((B,), (A,))


def test_rule_8_in_the_roll_off_before_throwing() -> None:
    table = chicago(first_leader="roll_off").roll(A, 3).then(Left(B))
    assert table.on_turn == C
    assert table.roll(C, 4).leader == C


def test_rule_8_in_the_roll_off_after_throwing() -> None:
    table = chicago(first_leader="roll_off").roll(A, 6).then(Left(A))
    assert table.on_turn == B
    assert table.roll(B, 2).roll(C, 1).order == (B, C)


def test_rule_8_the_last_to_throw_leaves_the_roll_off_and_it_is_decided() -> None:
    table = chicago(first_leader="roll_off").roll(A, 3).roll(B, 5).then(Left(C))
    assert table.order == (B, A)
    assert table.heard_keys() == ["left", "leads"]


def test_rule_8_the_last_to_throw_leaves_the_roll_off_and_it_is_tied() -> None:
    table = chicago(first_leader="roll_off").roll(A, 5).roll(B, 5).then(Left(C))
    assert table.heard == (event("left", C, round=1), event("lead-tied", seats=(A, B)))
    assert table.on_turn == A


def test_rule_8_one_of_the_tied_leaves_and_the_other_leads() -> None:
    table = chicago(first_leader="roll_off").roll(A, 2).roll(B, 5).roll(C, 5).then(Left(C))
    assert table.order == (B, A)


def test_rule_8_who_is_not_among_the_tied_leaves_and_they_throw_on() -> None:
    table = chicago(first_leader="roll_off").roll(A, 2).roll(B, 5).roll(C, 5).roll(B, 3).then(Left(A))
    assert table.on_turn == C
    assert table.roll(C, 4).order == (C, B)


def test_rule_8_one_of_two_leaves_the_roll_off() -> None:
    assert chicago(2, first_leader="roll_off").roll(A, 1).then(Left(B)).ranking == ((A,), (B,))


def test_rule_8_the_leader_leaves_before_throwing() -> None:
    table = chicago().then(Left(A))
    assert (table.leader, table.order, table.throws) == (B, (B, C), (1, 2, 3))


def test_rule_8_the_leader_leaves_with_dice_in_the_hand() -> None:
    table = chicago().roll(A, 2, 3, 4).keep(A, 0).then(Left(A))
    assert (table.on_turn, table.throws) == (B, (1, 2, 3))


def test_rule_8_the_leader_leaves_with_a_six_turned() -> None:
    table = chicago(sixes_to_one="on").roll(A, 6, 6, 4).then(TurnSixes(A, 0, 1), Left(A))
    assert (table.on_turn, table.throws) == (B, (1, 2, 3))


def test_rule_8_the_leader_of_a_later_round_leaves_and_the_next_clockwise_leads() -> None:
    table = chicago(4).lose(A, leads=C).then(Left(C))
    assert (table.leader, table.order) == (D, (D, A, B))


def test_rule_8_the_leader_leaves_after_the_turn_and_the_result_is_struck() -> None:
    table = chicago().book(A, 6, throws=2).then(Left(A)).book(B, 69, throws=2).book(C, 106)
    assert table.losses == (0, 1, 0)
    assert table.leader == C


def test_rule_8_leader_and_next_leave_after_their_turns() -> None:
    table = chicago(4).book(A, 6).book(B, 300).then(Left(A), Left(B))
    assert (table.on_turn, table.throws) == (C, (1,))
    table.book(C, 69).book(D, 106)
    assert table.losses == (0, 0, 1, 0)
    assert table.leader == D


def test_rule_8_a_follower_leaves_in_the_middle_of_the_turn() -> None:
    table = chicago().book(A, 106, throws=2).roll(B, 2, 3, 4).then(Left(B))
    assert (table.on_turn, table.throws) == (C, (1, 2))
    assert isinstance(table.roll(C, 2, 2, 2).pending, Decide), "C begins with no throw used"


def test_rule_8_a_follower_leaves_before_the_turn() -> None:
    table = chicago(4).book(A, 106).then(Left(C)).book(B, 69)
    assert table.on_turn == D


def test_rule_8_somebody_leaves_while_another_throws() -> None:
    table = chicago(4).book(A, 106, throws=3).roll(B, 1, 3, 4).keep(B, 0).then(Left(A))
    assert table.pending == Chance(B, (Rolled,), dice=2)
    assert table.roll(B, 1, 6).then(Stop(B)).last.dice == (1, 1, 6)


def test_rule_8_the_last_to_throw_leaves_and_the_round_is_scored() -> None:
    table = chicago().book(A, 106).book(B, 69).then(Left(C))
    assert table.losses == (0, 1, 0)
    assert (table.state.round_no, table.leader) == (2, A)
    assert table.heard_keys() == ["left", "round-over", "lost", "leads"]


def test_rule_8_the_last_to_throw_leaves_in_the_middle_of_the_turn() -> None:
    table = chicago().book(A, 106, throws=3).book(B, 69).roll(C, 2, 2, 2).then(Left(C))
    assert table.losses == (0, 1, 0)
    assert table.on_turn == A


def test_rule_8_who_has_thrown_leaves_while_the_last_one_throws() -> None:
    table = chicago().book(A, 106, throws=3).book(B, 69).roll(C, 2, 2, 2).then(Left(B), Stop(C))
    assert table.losses == (0, 0, 1)


def test_rule_8_leaving_can_end_a_match_in_a_draw() -> None:
    table = chicago(losses_to_exit=2).lose(A).lose(B, leads=A)
    assert table.order == (A, B, C)
    table.book(A, 69).book(B, 69).then(Left(C))
    assert table.ranking == ((A, B), (C,))
    assert table.heard_keys() == ["left", "round-over", "lost", "lost", "out", "out", "drawn"]


def test_rule_8_leaving_can_make_a_winner_of_the_round() -> None:
    table = chicago(losses_to_exit=2).lose(B, leads=A).book(A, 106).book(B, 69).then(Left(C))
    assert table.ranking == ((A,), (B,), (C,))


def test_rule_8_the_last_but_one_leaves_mid_round_and_what_was_thrown_stays_on_the_sheet() -> None:
    table = chicago(2).book(A, 106, throws=2).then(Left(B))
    assert table.ranking == ((A,), (B,))
    assert table.last == Cell(106, ("led",), None, 2, turn=0)


def test_rule_8_who_left_ranks_behind_who_went_out_in_that_round_and_by_how_long_one_stayed() -> None:
    table = chicago(5, losses_to_exit=2).then(Left(E)).lose(D, leads=A).then(Left(C)).lose(D, leads=A).then(Left(B))
    assert table.ranking == ((A,), (B,), (D,), (C,), (E,))


def test_rule_8_nobody_leaves_twice_or_from_nowhere() -> None:
    table = chicago().then(Left(B))
    table.refuses(Left(B), "not-now")
    table.refuses(Left(D), "not-now")


def test_rule_8_who_is_out_can_not_leave() -> None:
    chicago(losses_to_exit=2).lose(B, B, leads=A).refuses(Left(B), "not-now")


def test_rule_8_nobody_leaves_a_match_that_is_over() -> None:
    chicago(2).then(Left(B)).refuses(Left(A), "match-over")


# ---- rule 8: who comes, and who changes places ---------------------------------------------------------------------


@pytest.mark.parametrize(("late_losses", "losses"), [("lowest", 1), ("zero", 0)])
def test_rule_8_losses_of_a_late_comer(late_losses: str, losses: int) -> None:
    table = chicago(2, late_losses=late_losses).lose(A, B, A).then(Joined())
    assert table.losses == (2, 1, losses)


def test_rule_8_fewest_is_counted_among_those_still_in() -> None:
    table = chicago(late_losses="lowest").lose(B, C).then(Left(A), Joined())
    assert table.losses == (0, 1, 1, 1)


def test_rule_8_a_late_comer_sits_in_the_last_seat() -> None:
    table = chicago().lose(A, leads=B).then(Joined())
    assert (table.state.seating, table.order) == ((A, B, C, D), (B, C, D, A))


def test_rule_8_a_late_comer_before_the_first_throw() -> None:
    assert chicago(2).then(Joined()).order == (A, B, C)
    assert chicago(2, first_leader="random").then(Drawn(B), Joined()).order == (B, C, A)


@pytest.mark.parametrize(
    ("first_leader", "actions"),
    [
        ("first_seat", [Rolled(A, (2, 3, 4))]),
        ("first_seat", [Rolled(A, (2, 3, 4)), Reroll(A, ())]),
        ("first_seat", [Booked(A, 106, 2)]),
        ("first_seat", [Booked(A, 106, 2), Rolled(B, (2, 3, 4))]),
        ("first_seat", [Booked(A, 106, 2), Booked(B, 69, 1)]),
        ("random", []),
        ("roll_off", [Rolled(A, (3,))]),
    ],
    ids=["leader-threw", "dice-in-hand", "follower-next", "follower-threw", "last-next", "lot", "roll-off"],
)
def test_rule_8_nobody_joins_or_moves_but_between_rounds(first_leader: str, actions: list[Action]) -> None:
    table = chicago(first_leader=first_leader).then(*actions)
    table.refuses(Joined(), "not-now")
    table.refuses(Moved(A, 1), "not-now")
    others = [coming for coming in GAME.interrupts(table.state) if not isinstance(coming, Skipped)]
    assert others == [Left(A), Left(B), Left(C)]


def test_rule_8_no_more_than_six_at_a_time() -> None:
    table = chicago(6)
    table.refuses(Joined(), "not-now")
    assert table.then(Left(C), Joined()).order == (A, B, D, E, F, 6)


def test_rule_8_after_a_restart_the_round_has_not_begun() -> None:
    """The leader left in the middle of the turn: nobody else has thrown, so a late-comer may sit down."""
    assert chicago().roll(A, 2, 3, 4).then(Left(A), Joined()).order == (B, C, D)


def test_rule_8_people_change_places_and_the_leader_stays_the_leader() -> None:
    table = chicago(4).lose(A, leads=C).then(Moved(C, 0))
    assert (table.state.seating, table.order, table.leader) == ((C, A, B, D), (C, A, B, D), C)
    table.then(Moved(B, 3))
    assert table.order == (C, A, D, B)
    assert table.heard == (event("moved", B),)


def test_rule_8_the_new_order_lasts() -> None:
    table = chicago().then(Moved(C, 0)).book(A, 106).book(B, 69).book(C, 164)
    assert (table.state.seating, table.order) == ((C, A, B), (C, A, B))


def test_rule_8_a_move_to_where_one_sits_or_beyond_the_table_is_none() -> None:
    chicago().refuses(Moved(B, 1), "not-now")
    chicago().refuses(Moved(B, 3), "not-now")


# ---- rule 9: who is away for a moment ------------------------------------------------------------------------------


def test_rule_9_a_follower_who_is_away_throws_last_under_the_same_limit() -> None:
    table = chicago(4).book(A, 106, throws=2).then(Skipped(B))
    assert (table.order, table.on_turn) == ((A, C, D, B), C)
    assert table.heard == (event("skipped", B),)
    table.book(C, 69).book(D, 164)
    assert (table.on_turn, table.throws) == (B, (1, 2))
    table.book(B, 300)
    assert table.losses == (0, 0, 1, 0)


def test_rule_9_the_next_round_goes_by_the_seats_again() -> None:
    table = chicago().book(A, 106).then(Skipped(B)).book(C, 69).book(B, 105)
    assert (table.state.seating, table.order) == ((A, B, C), (A, B, C))


def test_rule_9_who_throws_last_is_the_latest_of_the_lowest() -> None:
    table = chicago(low_tie="latest_loses").book(A, 106).then(Skipped(B)).book(C, 69).book(B, 69)
    assert table.losses == (0, 1, 0)


def test_rule_9_who_throws_last_is_not_the_earlier_of_the_highest() -> None:
    assert chicago().book(A, 69).then(Skipped(B)).book(C, 164).book(B, 164).leader == C


def test_rule_9_all_who_follow_may_be_away_in_turn() -> None:
    table = chicago().book(A, 106).then(Skipped(B), Skipped(C))
    assert table.order == (A, B, C)


def test_rule_9_who_was_skipped_may_leave_and_the_round_goes_on() -> None:
    table = chicago().book(A, 106).then(Skipped(B), Left(B)).book(C, 69)
    assert table.losses == (0, 0, 1)
    table = chicago().book(A, 106).then(Skipped(B)).book(C, 69).then(Left(B))
    assert table.losses == (0, 0, 1)


@pytest.mark.parametrize(
    ("actions", "seat"),
    [
        ([], A),
        ([Rolled(A, (2, 3, 4))], A),
        ([Booked(A, 106, 2)], A),
        ([Booked(A, 106, 2)], C),
        ([Booked(A, 106, 2), Rolled(B, (2, 3, 4))], B),
        ([Booked(A, 106, 2), Rolled(B, (2, 3, 4)), Reroll(B, ())], B),
        ([Booked(A, 106, 2), Booked(B, 69, 1)], C),
        ([Booked(A, 106, 2), Booked(B, 69, 1), Booked(C, 164, 1)], C),
    ],
    ids=["leader", "leader-threw", "after", "not-on-turn", "threw", "dice-in-hand", "last", "between-rounds"],
)
def test_rule_9_nobody_else_is_skipped(actions: list[Action], seat: Seat) -> None:
    chicago().then(*actions).refuses(Skipped(seat), "not-now")


# ---- turns as the unit of a correction -----------------------------------------------------------------------------


def test_the_lot_and_each_die_of_the_roll_off_are_turns_of_their_own() -> None:
    assert GAME.turn(chicago(first_leader="random").then(Drawn(B)).state) == 1
    assert GAME.turn(chicago(first_leader="roll_off").roll(A, 1).roll(B, 2).roll(C, 2).state) == 3
    assert GAME.turn(chicago().state) == 0


def test_a_turn_counts_when_it_is_over() -> None:
    table = chicago().roll(A, 6, 6, 3).keep(A, 0)
    assert GAME.turn(table.state) == 0
    assert GAME.turn(table.roll(A, 1, 2).then(Stop(A)).state) == 1


def test_a_turn_that_was_broken_off_is_not_the_next_ones() -> None:
    assert GAME.turn(chicago().roll(A, 6, 6, 3).then(Left(A)).state) == 1
    assert GAME.turn(chicago().then(Left(A)).state) == 0


# ---- the sheet -----------------------------------------------------------------------------------------------------


def test_the_sheet_has_a_row_a_round_and_the_losses_below() -> None:
    table = chicago().enter(A, 1, 4, 2, throws=2).book(B, 69).roll(C, 6, 6, 1).then(Stop(C)).roll(C, 2, 2, 2)
    table.then(Stop(C))
    sheet = GAME.sheet(table.state)
    assert sheet.seats == (A, B, C)
    assert [(row.key, row.values) for row in sheet.rows] == [("round", {"round": 1}), ("round", {"round": 2})]
    assert sheet.rows[0].cells == (
        Cell(106, ("led",), (1, 4, 2), 2, turn=0),
        Cell(69, ("loss",), None, 1, turn=1),
        Cell(220, (), (6, 6, 1), 1, turn=2),
    )
    assert sheet.rows[1].cells == (None, None, Cell(6, ("led",), (2, 2, 2), 1, turn=3))
    assert [(row.key, [cell and cell.value for cell in row.cells]) for row in sheet.totals] == [("losses", [0, 1, 0])]


def test_the_sheet_has_no_box_for_who_did_not_play_a_round() -> None:
    table = chicago(2).lose(B).then(Joined(), Left(B))
    table.book(A, 106).book(C, 69)
    assert [cell and cell.value for cell in GAME.sheet(table.state).rows[0].cells] == [204, 6, None]
    assert [cell and cell.value for cell in GAME.sheet(table.state).rows[1].cells] == [106, None, 69]


def test_the_state_answers_what_a_table_asks() -> None:
    table = chicago()
    assert (table.state.lowest, table.state.result_of(A), table.state.on_turn) == (None, None, A)
    table.book(A, 106).book(B, 69)
    assert table.state.lowest == 69
    assert chicago(first_leader="random").state.on_turn is None
    result = table.state.result_of(B)
    assert result is not None
    assert (result.score, table.state.on_turn) == (69, C)
    assert chicago(2).then(Left(A)).state.on_turn is None


def test_a_turn_under_way_says_what_its_dice_are_worth() -> None:
    table = chicago()
    assert table.state.worth == 0
    assert table.roll(A, 1, 4, 2).state.worth == 106
    assert [table.state.worth_of(face) for face in range(1, 7)] == [100, 2, 3, 4, 5, 60]


def test_a_round_tells_who_was_lowest_and_who_was_level_with_the_next_leader() -> None:
    table = chicago(4, low_tie="latest_loses").book(A, 69).book(B, 164, 1).book(C, 69).book(D, 164, 1)
    past = table.state.past[-1]
    assert (past.number, past.leader, past.limit) == (1, A, 1)
    assert (past.lowest, past.lows, past.payers) == (69, (A, C), (C,))
    assert [result.seat for result in past.ranked] == [B, D, A, C]
    assert (past.next_leader, past.rivals) == (B, (D,))
    result = past.result_of(D)
    assert result is not None
    assert result.score == 164
    assert past.result_of(E) is None


def test_a_rival_who_went_out_is_none() -> None:
    table = chicago(losses_to_exit=2).lose(A, leads=B).book(B, 69).book(C, 69).book(A, 69)
    assert (table.leader, table.state.past[-1].rivals) == (B, (C,))


def test_after_the_last_round_nobody_has_rivals() -> None:
    assert chicago(2, losses_to_exit=2).lose(B, B).state.past[-1].rivals == ()


# ---- figures of the rules file -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("limit", "mean"), [(2, 2.47), (3, 4.05), (5, 7.37)])
def test_mean_number_of_rounds_of_two_who_throw_once(limit: int, mean: float) -> None:
    rng, rules = Random(1), Rules(max_rolls=1, losses_to_exit=limit, first_leader="first_seat")
    rounds = Counter(len(play(GAME, 2, rules, rng).states[-1].past) for _ in range(600))
    assert rounds.total() == 600
    assert sum(n * times for n, times in rounds.items()) / 600 == pytest.approx(mean, abs=0.2)


def test_events_compare_by_what_they_tell() -> None:
    assert event("limit", A, throws=2, round=1) == Event("limit", A, (("round", 1), ("throws", 2)))
    assert isinstance(chicago(2).then(Left(A)).pending, Over)
