"""Rulings on Chicago with calls.

`cc`, `cb`, `cv` and `ct` are the examples of the rules, by their numbers there (all variants, Basic, Bavarian,
Tschigg); `question` are the open questions that the rules settle; `rule` are those of the module's docstring. People
are A to G, in the order in which they sat down; A leads unless a test says otherwise.
"""

from __future__ import annotations

import itertools
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.engine.calls import CALLS, FAILED, MADE, SAND, Call, CallSand, Result, Terms, best_and_worst
from scorekeeper.engine.calls import ranked as ranking
from scorekeeper.engine.core import Action, Chance, Decide, Event, IllegalAction, Over, Seat, event
from scorekeeper.engine.dice import Booked, Drawn, Rolled, Settled
from scorekeeper.engine.games._calls_state import CLEARING, HANDING, Round, Rules, State
from scorekeeper.engine.games.chicago_calls import ChicagoCalls
from scorekeeper.engine.keeping import Reroll, Stop, TakeBackTurn, TurnSixes
from scorekeeper.engine.people import Joined, Left, Moved, Skipped
from scorekeeper.engine.settings import settings_of
from scorekeeper.engine.sixes import InOneThrow, TurnThree
from tests.tables import Table, play

A, B, C, D, E, F, G = range(7)
GAME = ChicagoCalls()
HIGH, LOW, SANDED = "100/60 high", "1/6 low", "sand"
CHICAGO = "chicago"  # in the place of dice: 1 1 1 in one throw


def called(seat: Seat, words: str) -> Call | CallSand:
    """`called(A, "1/60 high")`"""
    if words == SANDED:
        return CallSand(seat)
    worth, best = words.split()
    ones, sixes = worth.split("/")
    return Call(seat, int(ones), int(sixes), best)


class Calls(Table):
    """A table that speaks the game: `enter(A, 1, 4, 2)` is a whole turn of one throw."""

    state: State

    def then(self, *actions: Action) -> Calls:
        self.do(*actions)
        return self

    def enter(self, seat: Seat, *dice: int, throws: int = 1) -> Calls:
        return self.then(Settled(seat, dice, throws))

    def book(self, seat: Seat, points: int, throws: int = 1) -> Calls:
        return self.then(Booked(seat, points, throws))

    def chicago(self, seat: Seat, throws: int = 1) -> Calls:
        return self.then(InOneThrow(seat, throws))

    def roll(self, seat: Seat, *dice: int) -> Calls:
        return self.then(Rolled(seat, dice))

    def keep(self, seat: Seat, *positions: int) -> Calls:
        return self.then(Reroll(seat, positions))

    def call(self, words: str) -> Calls:
        assert self.on_turn is not None
        return self.then(called(self.on_turn, words))

    def round(self, words: str, *hands: Any, throws: int = 1) -> Calls:
        """A whole round, in the order of the throws; the hands are three dice or CHICAGO."""
        for at, hand in enumerate(hands):
            seat = self.on_turn
            assert seat is not None
            self.then(InOneThrow(seat, throws) if hand == CHICAGO else Settled(seat, hand, throws))
            if not at and not isinstance(self.pending, Over):
                self.call(words)
        return self

    def beat(self, *seats: Seat, worst: Seat | None = None) -> Calls:
        """A round for each of these seats, who is best in it; `worst` is, or the last in order."""
        for best in seats:
            last = worst if worst is not None else [s for s in self.state.order if s != best][-1]
            hands = {best: (1, 1, 4), last: (2, 2, 2)}
            self.round(HIGH, *[hands.get(seat, (3, 4, 5)) for seat in self.state.order])
        return self

    def lose(self, *seats: Seat) -> Calls:
        """A round for each of these seats, who is worst in it."""
        for worst in seats:
            self.round(HIGH, *[(2, 2, 2) if seat == worst else (3, 4, 5) for seat in self.state.order])
        return self

    def refuses(self, action: Action, reason: str) -> IllegalAction:
        before = self.state
        with pytest.raises(IllegalAction) as refused:
            self.do(action)
        assert refused.value.reason == reason
        assert self.state == before
        return refused.value

    @property
    def last(self) -> Round:
        return self.state.past[-1]

    @property
    def result(self) -> Result:
        """The last turn of the round under way."""
        return self.state.results[-1]

    @property
    def held(self) -> tuple[int, ...]:
        return self.state.coasters.held

    @property
    def stack(self) -> int:
        return self.state.coasters.stack

    @property
    def throws(self) -> tuple[int, ...]:
        assert isinstance(self.pending, Chance)
        return self.pending.throws

    @property
    def lost(self) -> tuple[Seat, ...] | None:
        return self.state.losers


def game(seats: int = 3, variant: str = "basic", first_leader: str = "first_seat", **rules: int | str) -> Calls:
    chosen: Any = {"variant": variant, "first_leader": first_leader, **rules}
    return Calls(GAME, GAME.start(seats, Rules(**chosen)))


def bavarian(seats: int = 3, **rules: int | str) -> Calls:
    return game(seats, "bavarian", **rules)


def tschigg(seats: int = 3, **rules: int | str) -> Calls:
    return game(seats, "tschigg", **rules)


def hand(seat: Seat, what: Any) -> Result:
    return Result(seat, (1, 1, 1), 1, True, seat) if what == CHICAGO else Result(seat, what, 2, False, seat)


def ranked(words: str, *hands: Any) -> tuple[Seat | None, Seat | None]:
    """Best and worst of a round, whatever the game does with it."""
    terms = called(0, words).terms
    best, worst = best_and_worst([hand(seat, what) for seat, what in enumerate(hands)], terms)
    return best.seat if best else None, worst.seat if worst else None


# ---- values --------------------------------------------------------------------------------------------------------

VALUES = [
    ("cc_01", (6, 3, 5), 14, 68, 14, 68),
    ("cc_02", (1, 1, 4), 6, 6, 204, 204),
    ("cc_03", (2, 2, 2), 6, 6, 6, 6),
    ("cc_04", (1, 1, 1), 3, 3, 300, 300),
    ("cc_05", (6, 6, 6), 18, 180, 18, 180),
    ("cc_06", (1, 6, 6), 13, 121, 112, 220),
    ("cc_07", (1, 1, 6), 8, 62, 206, 260),
    ("cc_08", (6, 4, 2), 12, 66, 12, 66),
    ("cc_08", (5, 4, 3), 12, 12, 12, 12),
]


@pytest.mark.parametrize(("dice", "values"), [(row[1], row[2:]) for row in VALUES], ids=[row[0] for row in VALUES])
def test_what_dice_are_worth(dice: tuple[int, ...], values: tuple[int, ...]) -> None:
    worths = ((1, 6), (1, 60), (100, 6), (100, 60))
    assert tuple(Terms(ones, sixes).value(dice) for ones, sixes in worths) == values
    for (ones, sixes), value in zip(worths, values, strict=True):
        table = game(2).enter(A, *dice).then(Call(A, ones, sixes, "high"))
        assert GAME.sheet(table.state).rows[-1].cells[A].value == value  # type: ignore[union-attr]


def test_the_values_of_each_call_are_as_many_as_the_rules_say() -> None:
    distinct = {(1, 6): (3, 18, 16), (1, 60): (3, 180, 28), (100, 6): (6, 300, 28), (100, 60): (6, 300, 40)}
    for worths, (least, most, many) in distinct.items():
        totals = Terms(*worths).totals
        assert (totals[0], totals[-1], len(totals)) == (least, most, many)


def test_three_ones_are_the_only_best_or_worst_of_all_hands() -> None:
    for sixes in (60, 6):
        for terms, extreme in ((Terms(100, sixes), max), (Terms(1, sixes), min)):
            hands = list(itertools.combinations_with_replacement(range(1, 7), 3))
            assert [h for h in hands if terms.value(h) == extreme(terms.totals)] == [(1, 1, 1)]


# ---- turns ---------------------------------------------------------------------------------------------------------


def test_cc_10_no_second_throw_when_the_leader_stopped_after_one() -> None:
    table = game(max_rolls=3).enter(A, 6, 2, 3).call(HIGH).roll(B, 2, 2, 5)
    assert table.on_turn == C, "the turn of B ended with the first throw"
    table.refuses(Reroll(B, ()), "not-on-turn")
    assert table.refuses(Settled(C, (1, 2, 3), 2), "throws-not-allowed").facts == {"throws": 2, "most": 1}


def test_cc_11_a_follower_who_stops_early_lowers_nothing() -> None:
    table = game().enter(A, 6, 2, 3, throws=2).call(HIGH).roll(B, 2, 2, 5).then(Stop(B))
    assert (table.on_turn, table.throws) == (C, (1, 2))


def test_cc_12_a_die_put_aside_and_back_is_thrown() -> None:
    table = game().roll(A, 5, 2, 6).keep(A)
    assert table.state.turn and table.state.turn.hand == (0, 1, 2)


def test_cc_13_a_die_that_was_set_aside_is_locked_by_the_throw() -> None:
    table = game().roll(A, 1, 2, 5).keep(A, 0).roll(A, 3, 3)
    assert {option.keep for option in table.options if isinstance(option, Reroll)} == {(0,), (0, 1), (0, 2)}
    table.refuses(Reroll(A, (1,)), "die-is-locked")


def test_cc_14_a_turned_six_is_a_locked_one_and_the_other_must_be_thrown() -> None:
    table = game().roll(A, 6, 6, 3).then(TurnSixes(A, 0, 1))
    assert table.state.turn and table.state.turn.dice == (1, 6, 3)
    assert set(table.options) == {Reroll(A, (0,)), Reroll(A, (0, 2)), TakeBackTurn(A)}
    table.refuses(Stop(A), "die-in-cup")
    assert table.then(TakeBackTurn(A)).state == game().roll(A, 6, 6, 3).state


def test_cc_15_no_six_is_turned_without_a_throw_left() -> None:
    table = game().roll(A, 2, 2, 2).keep(A).roll(A, 2, 2, 3).keep(A).roll(A, 6, 6, 3)
    table.refuses(TurnSixes(A, 0, 1), "no-six-to-turn")
    table = game(2).enter(A, 2, 2, 2).call(HIGH).roll(B, 6, 6, 3)
    assert table.state.round_no == 2, "B had one throw, and had no more"


def test_cc_16_three_sixes_are_turned_once() -> None:
    table = game().roll(A, 6, 6, 6).then(TurnSixes(A, 0, 1))
    assert table.state.turn and (table.state.turn.dice, table.state.turn.cup) == ((1, 6, 6), 1)
    table.refuses(TurnSixes(A, 2, 1), "die-in-cup")


def test_cc_17_a_locked_six_is_turned_when_another_is_not_locked() -> None:
    table = game().roll(A, 6, 2, 2).keep(A, 0).roll(A, 6, 4)
    assert TurnSixes(A, 0, 1) in table.options
    assert TurnSixes(A, 1, 0) not in table.options, "the locked one never goes back into the cup"
    assert table.then(TurnSixes(A, 0, 1)).state.turn.dice == (1, 6, 4)  # type: ignore[union-attr]


def test_cc_18_two_locked_sixes_are_not_turned() -> None:
    table = game().roll(A, 6, 6, 2).keep(A, 0, 1).roll(A, 3)
    table.refuses(TurnSixes(A, 0, 1), "no-six-to-turn")


def test_cc_19_a_chicago_ends_the_turn_and_the_leader_still_calls() -> None:
    table = game().roll(A, 1, 1, 1)
    assert table.result.chicago
    assert isinstance(table.pending, Decide) and table.on_turn == A
    assert table.call(LOW).throws == (1,)


def test_cc_20_a_chicago_may_come_with_a_later_throw_of_all_three() -> None:
    table = game().roll(A, 1, 3, 4).keep(A).roll(A, 1, 1, 1)
    assert table.result.chicago
    assert table.state == game().chicago(A, throws=2).state


def test_cc_21_collected_ones_are_no_chicago() -> None:
    table = game().roll(A, 1, 2, 5).keep(A, 0).roll(A, 1, 1).then(Stop(A))
    assert not table.result.chicago
    assert table.state == game().enter(A, 1, 1, 1, throws=2).state
    assert [table.result.value(Terms(ones)) for ones in (100, 1)] == [300, 3]


def test_cc_22_a_turned_one_makes_no_chicago() -> None:
    table = game().roll(A, 6, 6, 4).then(TurnSixes(A, 0, 1)).keep(A, 0).roll(A, 1, 1).then(Stop(A))
    assert table.result == Result(A, (1, 1, 1), 2, False, 0)


@pytest.mark.parametrize(
    ("words", "place", "value"), [(HIGH, 0, 300), ("100/60 low", 1, 300), (LOW, 0, 3), ("1/6 high", 1, 3)]
)
def test_cc_23_collected_ones_are_the_best_or_the_worst(words: str, place: int, value: int) -> None:
    assert ranked(words, (1, 1, 1), (5, 4, 3))[place] == 0
    assert called(0, words).terms.value((1, 1, 1)) == value


def test_cc_24_a_chicago_is_best_whatever_was_called() -> None:
    assert ranked("100/60 low", CHICAGO, (2, 2, 2)) == (0, 1)


RANKINGS = [
    ("cc_25", HIGH, ((4, 5, 6), (1, 2, 4), (1, 2, 4)), 1, 0),
    ("cc_26", HIGH, ((1, 2, 4), (3, 4, 5), (3, 4, 5)), 0, 2),
    ("cc_27", LOW, ((3, 4, 5), (2, 2, 3), (3, 4, 5)), 1, 2),
    ("cc_28", HIGH, ((4, 5, 6), (4, 5, 6), (4, 5, 6)), 0, 2),
    ("cc_29", HIGH, ((4, 5, 6), (4, 5, 6)), 0, 1),
    ("cc_30", HIGH, (CHICAGO, (3, 4, 2), CHICAGO), 0, 1),
    ("cc_32", "1/60 high", ((6, 2, 3), (1, 1, 5)), 0, 1),
    ("cc_37", "100/60 low", ((2, 2, 2), (1, 1, 1), (2, 2, 2)), 0, 1),
]


@pytest.mark.parametrize(
    ("words", "hands", "best", "worst"), [row[1:] for row in RANKINGS], ids=[row[0] for row in RANKINGS]
)
def test_who_is_best_and_who_is_worst(words: str, hands: tuple[Any, ...], best: Seat, worst: Seat) -> None:
    assert ranked(words, *hands) == (best, worst)
    table = game(len(hands))
    for at, what in enumerate(hands):
        table.then(InOneThrow(at, 2) if what == CHICAGO else Settled(at, what, 2))
        if not at:
            table.call(words)
    assert (table.last.best, table.last.worst) == (best, worst)


def test_cc_31_only_the_leader_calls_and_only_after_the_own_turn() -> None:
    table = game().roll(A, 2, 2, 5)
    table.refuses(called(A, HIGH), "call-after-the-throws")
    table.refuses(called(B, HIGH), "not-on-turn")
    table.then(Stop(A)).refuses(called(B, HIGH), "not-on-turn")
    table.call(HIGH).refuses(called(A, LOW), "not-on-turn")
    table.refuses(called(B, LOW), "dice-expected")


def test_cc_33_setting_all_aside_ends_nothing() -> None:
    table = game().roll(A, 2, 2, 2)
    table.refuses(Reroll(A, (0, 1, 2)), "nothing-to-throw")
    assert {Stop(A), Reroll(A, (0, 1)), Reroll(A, (0, 2)), Reroll(A, (1, 2))} <= set(table.options)


def test_cc_34_the_die_in_the_cup_is_not_set_aside() -> None:
    table = game().roll(A, 6, 6, 3).then(TurnSixes(A, 0, 1))
    table.refuses(Reroll(A, (0, 1)), "die-in-cup")


def test_cc_35_sixes_are_turned_again_later_in_the_turn() -> None:
    table = game().roll(A, 6, 6, 6).then(TurnSixes(A, 0, 1)).keep(A, 0, 2).roll(A, 6).then(TurnSixes(A, 2, 1))
    assert table.state.turn and table.state.turn.dice == (1, 6, 1)
    assert set(table.options) == {Reroll(A, (0, 2)), TakeBackTurn(A)}
    table.keep(A, 0, 2).roll(A, 1)
    assert table.result == Result(A, (1, 1, 1), 3, False, 0)


def test_cc_36_nobody_throws_before_the_call() -> None:
    table = game().enter(A, 2, 2, 5)
    table.refuses(Rolled(B, (1, 2, 3)), "not-on-turn")
    table.refuses(Rolled(A, (1, 2, 3)), "not-an-option")


def test_cc_38_anybody_may_start_the_next_round_and_nobody_changes_the_rules() -> None:
    table = bavarian().round(HIGH, (1, 2, 3), (2, 2, 2), (3, 4, 5))
    assert isinstance(table.pending, Chance), "nothing stands between two rounds"
    assert not any("ules" in kind.__name__ or "etting" in kind.__name__ for kind in GAME.actions)
    assert play(GAME, 3, table.state.rules, Random(1)).states[-1].rules == table.state.rules


def test_cc_39_the_leader_leaves_before_the_call() -> None:
    for table in (game().enter(A, 6, 3, 5, throws=1), game().roll(A, 6, 3, 5), game()):
        table.then(Left(A))
        assert (table.state.order, table.throws, table.state.results) == ((B, C), (1, 2, 3), ())
        assert event("leads", B, round=1) in table.heard


def test_cc_40_the_leader_leaves_after_the_call() -> None:
    table = game(4).enter(A, 1, 2, 4).call(HIGH).then(Left(A))
    assert table.throws == (1,)
    table.enter(B, 4, 5, 6).enter(C, 3, 4, 2).enter(D, 3, 4, 3)
    assert (table.last.best, table.last.worst, table.last.result_of(A)) == (B, C, None)


@pytest.mark.parametrize(
    ("three", "plain", "both"), [("two_ones", True, True), ("one_turn", True, False), ("none", False, False)]
)
def test_cc_41_what_three_sixes_may_become(three: str, plain: bool, both: bool) -> None:
    table = game(three_sixes=three).roll(A, 6, 6, 6)
    kinds = {type(option) for option in table.options}
    assert (TurnSixes in kinds, TurnThree in kinds) == (plain, both)
    if both:
        table.then(TurnThree(A, 2))
        assert table.state.turn and (table.state.turn.dice, table.state.turn.locked) == ((1, 1, 6), (0, 1))
        assert set(table.options) == {Reroll(A, (0, 1)), TakeBackTurn(A)}


def test_rule_2_only_ones_and_sixes_are_set_aside() -> None:
    table = game(hold_policy="locked_1_6_only").roll(A, 1, 6, 5)
    assert {o.keep for o in table.options if isinstance(o, Reroll)} == {(), (0,), (1,), (0, 1)}
    table.refuses(Reroll(A, (2,)), "die-not-set-aside")
    table.keep(A, 0).roll(A, 4, 3)
    assert {o.keep for o in table.options if isinstance(o, Reroll)} == {(0,)}


def test_rule_2_free_dice_may_be_taken_back_but_not_a_turned_one() -> None:
    table = game(hold_policy="free").roll(A, 6, 6, 5).then(TurnSixes(A, 0, 1)).keep(A, 0, 2).roll(A, 2)
    assert {o.keep for o in table.options if isinstance(o, Reroll)} == {(0,), (0, 1), (0, 2)}
    table = game(hold_policy="free").roll(A, 1, 2, 5).keep(A, 0).roll(A, 1, 3).keep(A).roll(A, 1, 1, 1)
    assert table.result.chicago, "nothing was kept out of that throw"


def test_rule_3_six_turn_off() -> None:
    table = game(six_turn="off").roll(A, 6, 6, 6)
    assert not any(isinstance(option, TurnSixes | TurnThree) for option in table.options)


def test_rule_4_three_ones_in_a_single_throw_need_no_question() -> None:
    assert game().enter(A, 1, 1, 1).state == game().chicago(A).state


def test_rule_5_once_the_call_stands_a_value_is_enough() -> None:
    table = game().enter(A, 1, 2, 4)
    assert not isinstance(table.pending, Chance)
    table.call(HIGH)
    assert table.refuses(Booked(B, 20, 1), "no-such-total").facts == {"points": 20, "below": 15, "above": 64}
    table.book(B, 64).book(C, 65)
    assert (table.last.best, table.last.worst) == (A, B)
    fresh = game()
    fresh.refuses(Booked(A, 64, 1), "dice-expected")


@pytest.mark.parametrize(("words", "points"), [(HIGH, 300), (LOW, 3)])
def test_rule_4_the_value_of_three_ones_in_a_single_throw_is_a_chicago(words: str, points: int) -> None:
    table = bavarian().enter(A, 2, 3, 4).call(words).book(B, points)
    shown = bavarian().enter(A, 2, 3, 4).call(words).chicago(B)
    assert table.state == shown.state, "a correction enters it as shown, and must change nothing"
    assert table.enter(C, 2, 2, 3).last.best == B
    slow = bavarian().enter(A, 2, 3, 4, throws=2).call(words).book(B, points, throws=2)
    assert not slow.state.results[-1].chicago, "it may have been collected"


def test_rule_5_in_sand_yes_or_no_is_enough() -> None:
    table = tschigg().enter(A, 2, 3, 4).call(SANDED)
    assert isinstance(table.pending, Chance) and table.pending.totals == (FAILED, MADE)
    table.book(B, FAILED).book(C, MADE)
    assert (table.last.best, table.last.worst) == (C, B)


def test_rule_13_a_follower_is_skipped_and_throws_last() -> None:
    table = game().enter(A, 4, 5, 6).call(HIGH)
    assert Skipped(B) in GAME.interrupts(table.state)
    table.then(Skipped(B)).enter(C, 3, 4, 5).enter(B, 3, 4, 5)
    assert table.last.worst == B, "the order of the turns is that of the throws"


def test_rule_13_the_leader_is_not_skipped() -> None:
    table = game()
    assert not any(isinstance(action, Skipped) for action in GAME.interrupts(table.state))
    table.enter(A, 4, 5, 6)
    assert not any(isinstance(action, Skipped) for action in GAME.interrupts(table.state))


# ---- who leads -----------------------------------------------------------------------------------------------------


def test_the_lot_falls_on_somebody() -> None:
    table = game(first_leader="lot")
    assert table.pending == Chance(None, (Drawn,), among=(A, B, C))
    assert table.then(Drawn(B)).state.order == (B, C, A)


def test_the_first_lead_is_thrown_for_and_tied_ones_throw_again() -> None:
    table = game(first_leader="roll_off").roll(A, 5).roll(B, 2).roll(C, 5)
    assert (table.heard, table.on_turn) == ((event("lead-tied", seats=(A, C)),), A)
    assert table.roll(A, 3).roll(C, 4).state.order == (C, A, B)


def test_who_leaves_while_the_lead_is_thrown_for_is_out_of_it() -> None:
    table = game(first_leader="roll_off").roll(A, 5).then(Left(A)).roll(B, 2).roll(C, 1)
    assert table.state.order == (B, C)


# ---- Basic ---------------------------------------------------------------------------------------------------------


def test_cb_01_five_players_are_four_rounds() -> None:
    table = game(5, searches=1)
    sizes = []
    while not isinstance(table.pending, Over):
        sizes.append(len(table.state.order))
        table.round(HIGH, *[(2, 3, 4)] * len(table.state.order))
    assert sizes == [5, 4, 3, 2]


def test_cb_02_of_two_who_tie_the_leader_is_safe() -> None:
    table = game(2).round(HIGH, (4, 5, 6), (4, 5, 6))
    assert (table.state.marks, table.state.leader, table.last.why) == ((0, 1), B, "marked")


def test_cb_03_the_worst_leads_those_who_are_left() -> None:
    table = game().beat(B, worst=A)
    assert (table.state.searched, table.state.order) == ((A, C), (A, C))


@pytest.mark.parametrize("tie", ["shared", "playoff"])
def test_cb_04_level_marks(tie: str) -> None:
    table = game(searches=3, marks_tie=tie)
    for loser in (A, B, C):
        search(table, loser)
    assert table.state.marks == (1, 1, 1)
    if tie == "shared":
        assert (table.lost, table.ranking) == ((A, B, C), ((A, B, C),))
    else:
        assert (table.lost, table.state.is_playoff, table.state.order) == (None, True, (C, A, B))
        search(table, B)
        assert (table.lost, table.ranking) == ((B,), ((A, C), (B,)))


def search(table: Calls, loser: Seat) -> Calls:
    """A search that `loser` loses; the others get out in the order in which they throw."""
    number = table.state.search
    while table.lost is None and table.state.search == number:
        best = next(seat for seat in table.state.order if seat != loser)
        table.beat(best, worst=loser)
    return table


def test_cb_05_most_marks_lose() -> None:
    table = game(searches=10)
    for loser in (A, B, C, A, B, C, A, B, C, A):
        search(table, loser)
    assert (table.state.marks, table.lost, table.ranking) == ((4, 3, 3), (A,), ((B, C), (A,)))


def test_cb_06_the_worst_leads_and_the_others_follow_clockwise() -> None:
    assert game(5).beat(B, worst=D).state.order == (D, E, A, C)


def test_cb_07_the_playoff_is_led_by_the_first_of_the_tied_from_the_last_loser() -> None:
    table = game(searches=5, marks_tie="playoff")
    for loser in (A, B, A, B, C):
        search(table, loser)
    assert (table.state.is_playoff, table.state.order) == (True, (A, B))
    assert event("playoff", seats=(A, B)) in table.heard


def test_cb_08_a_search_that_ends_by_leaving_gives_no_mark() -> None:
    table = game().beat(C, worst=A)
    assert table.state.order == (A, B)
    table.then(Left(B))
    assert (table.state.marks, table.state.order, table.state.search) == ((0, 0, 0), (A, C), 2)


def test_rule_12_a_match_that_ends_by_leaving_has_no_loser() -> None:
    table = search(game(2), A).then(Left(B))
    assert (table.lost, table.ranking) == ((), ((A, B),))
    assert event("no-loser") in table.heard


def test_rule_12_the_last_search_may_end_by_leaving() -> None:
    table = search(search(game(searches=3), A), A)
    table.beat(C, worst=A).then(Left(B))
    assert (table.lost, table.ranking) == ((A,), ((C,), (B,), (A,))), "the marks of before count"
    table = game(searches=1).beat(C, worst=A).then(Left(B))
    assert table.lost == (), "no marks at all: nobody has lost"


def test_rule_12_a_playoff_that_ends_by_leaving_has_no_loser() -> None:
    table = game(searches=3, marks_tie="playoff")
    for loser in (A, B, C):
        search(table, loser)
    table.beat(A, worst=B).then(Left(C))
    assert table.lost == ()


def test_rule_12_who_is_safe_may_leave_without_a_trace() -> None:
    table = game(4).beat(B, worst=A).then(Left(B))
    assert (table.state.order, table.state.searched) == ((A, C, D), (A, C, D))


def test_rule_12_basic_late_comers_play_from_the_next_search() -> None:
    table = game(searches=3).then(Joined())
    assert table.state.order == (A, B, C, D), "nobody has thrown in this search"
    table = game(searches=3).beat(B, worst=A).then(Joined())
    assert table.state.order == (A, C)
    search(table, A)
    assert (table.state.order, table.state.marks) == ((A, B, C, D), (1, 0, 0, 0))
    last = game(searches=1).beat(B, worst=A)
    last.refuses(Joined(), "not-now")
    last.then(Left(B)).refuses(Joined(), "not-now")
    halfway = game(searches=3).beat(B, worst=A).then(Left(B), Joined())
    assert halfway.state.order == (A, C), "the search goes on, though all who are left are in it"


def test_a_chicago_is_a_plain_best_in_basic() -> None:
    table = game().round(LOW, (1, 1, 2), CHICAGO, (2, 2, 2))
    assert (table.last.safe, table.state.searched) == ((B,), (A, C))


# ---- Bavarian ------------------------------------------------------------------------------------------------------

MATCH = [  # call, hands in order, held by A, B, C, stack, phase after it, leader after it
    (HIGH, ((6, 3, 5), (2, 2, 4), (1, 4, 2)), (0, 1, 0), 3, HANDING, B),
    (LOW, ((2, 3, 2), (1, 1, 4), (5, 5, 4)), (1, 1, 0), 2, HANDING, A),
    (HIGH, ((6, 6, 5), (6, 6, 5), (1, 2, 3)), (1, 1, 1), 1, HANDING, C),
    (HIGH, ((2, 2, 3), (4, 2, 1), (3, 2, 2)), (1, 2, 1), 0, CLEARING, B),
    (HIGH, ((1, 1, 5), (6, 2, 3), (1, 2, 2)), (1, 1, 1), 0, CLEARING, C),
    (HIGH, ((1, 6, 2), (6, 1, 2), (3, 3, 3)), (1, 1, 0), 0, CLEARING, B),
]


def test_cv_13_the_full_match() -> None:
    table = bavarian()
    assert table.stack == 4
    for words, hands, held, stack, phase, leader in MATCH:
        table.round(words, *hands)
        assert (table.held, table.stack, table.state.phase, table.state.leader) == (held, stack, phase, leader)
    assert table.last.safe == (C,)
    table.chicago(B)
    assert (table.lost, table.ranking) == ((A,), ((C,), (B,), (A,)))
    assert table.state.coasters.total == 4


def test_cv_01_five_players_have_six_coasters() -> None:
    table = bavarian(5)
    assert table.stack == 6
    table.lose(A, B, C, D, E, A)
    assert (table.state.phase, len(table.state.past)) == (CLEARING, 6)


def test_cv_02_a_chicago_while_handing_out_and_the_worst_of_the_rest_takes_one() -> None:
    table = bavarian().lose(B, B).chicago(B).call(HIGH).enter(C, 2, 4, 2).enter(A, 4, 5, 6)
    assert (table.held, table.stack, table.state.coasters.vanished) == ((0, 0, 1), 1, 2)
    assert (table.state.seating, table.state.leader) == ((A, C), C)


def test_cv_03_a_chicago_of_two_ends_the_match() -> None:
    table = bavarian(2).roll(A, 1, 1, 1)
    assert (table.lost, table.ranking, table.held) == ((B,), ((A,), (B,)), (0, 0))


def clearing(held: tuple[int, ...], variant: str = "bavarian", **rules: int | str) -> Calls:
    """A table that has just handed out so many to each; the last of those who hold any took the last one."""
    table = game(len(held), variant, **rules)
    assert table.stack == sum(held)
    takers = [seat for seat, n in enumerate(held) for _ in range(n)]
    return table.lose(*takers)


def test_cv_04_a_chicago_while_clearing() -> None:
    table = clearing((3, 1, 1, 0))
    assert table.state.phase == CLEARING and table.state.leader == C
    table.enter(C, 4, 5, 6).call(HIGH).chicago(A).enter(B, 3, 4, 5)
    assert (table.held, table.state.coasters.vanished) == ((0, 1, 1, 0), 3)
    assert (table.last.giver, table.state.leader, table.state.seating) == (None, B, (B, C))


def test_cv_05_the_only_holder_has_lost() -> None:
    table = bavarian(2).lose(A, A, A)
    assert (table.lost, table.state.past[-1].safe, table.ranking) == ((A,), (B,), ((B,), (A,)))


def test_cv_06_who_holds_none_does_not_throw_while_clearing() -> None:
    assert clearing((3, 1, 1, 0)).state.order == (C, A, B)


def test_cv_07_of_the_last_two_who_tie_the_leader_puts_one_down() -> None:
    table = clearing((2, 1)).round(HIGH, (4, 5, 6), (4, 5, 6))
    assert (table.last.best, table.held, table.lost) == (B, (2, 0), (A,))


def test_cv_08_two_chicagos_end_the_match_before_the_third_throws() -> None:
    table = clearing((2, 1, 1), clearing_lead="worst")
    table.chicago(C)
    assert table.lost is None
    table.call(HIGH).chicago(A)
    assert (table.lost, table.last.result_of(B)) == ((B,), None)


def test_cv_09_a_leader_with_a_chicago_calls_and_is_gone() -> None:
    table = bavarian().roll(A, 1, 1, 1).call(HIGH)
    assert table.throws == (1,)
    table.enter(B, 2, 2, 3).enter(C, 3, 3, 3)
    assert (table.held, table.state.leader, table.state.seating) == ((0, 1, 0), B, (B, C))


def test_cv_10_who_leaves_takes_their_coasters_along() -> None:
    table = bavarian().lose(A, B).then(Left(B))
    assert (table.held, table.stack, table.state.coasters.vanished) == ((1, 0, 0), 2, 1)
    assert table.state.order == (C, A), "B was to lead, so the next one clockwise does"


def test_cv_11_leaving_ends_the_match_without_a_loser() -> None:
    table = clearing((2, 1, 1)).beat(C, worst=A).then(Left(B))
    assert (table.lost, table.ranking) == ((), ((A, B, C),))


def test_cv_12_a_late_comer_brings_a_coaster() -> None:
    table = bavarian().lose(A, B)
    assert table.stack == 2
    table.then(Joined())
    assert (table.stack, table.held, table.state.order) == (3, (1, 1, 0, 0), (B, C, D, A))
    clearing((2, 1, 1)).refuses(Joined(), "not-now")


def test_rule_8_two_losers_with_more_than_five() -> None:
    table = bavarian(6, losers=2).lose(A, A, A, B, B, C, D)
    assert table.state.seating == (A, B, C, D)
    table.beat(C, worst=A).beat(D, worst=A)
    assert (table.lost, table.ranking) == ((A, B), ((E, F), (C,), (D,), (A, B)))
    assert bavarian(5, losers=2).state.to_lose == 1, "not below six"


def test_rule_8_two_losers_and_people_who_leave() -> None:
    table = bavarian(6, losers=2).lose(A, A, A, B, B, C, D).beat(C, worst=A).then(Left(D))
    assert (table.lost, table.state.seating) == ((), (A, B))


def test_rule_10_an_exit_may_be_switched_off() -> None:
    table = bavarian(chicago_exit="off").lose(A, B, B, C)
    table.round(HIGH, (2, 2, 2), (3, 4, 5), CHICAGO)
    assert (table.held, table.last.giver, table.last.gone) == ((1, 1, 1), B, ())


def test_rule_11_most_coasters_lead_the_later_clearing_rounds() -> None:
    table = clearing((1, 2, 1), clearing_lead="most_coasters")
    assert table.state.leader == C, "the first one is led by the worst of the last round"
    table.beat(A, worst=C)
    assert (table.state.leader, table.last.why) == (B, "most")


# ---- Tschigg -------------------------------------------------------------------------------------------------------


def test_ct_01_twice_as_many_coasters_less_one() -> None:
    assert [tschigg(n).stack for n in (2, 3, 4, 5, 6, 7)] == [3, 5, 7, 9, 11, 13]


SAND_HANDS = ((2, 3, 4), (1, 3, 4), (5, 5, 2), (2, 6, 3))


def test_ct_02_sand_while_handing_out() -> None:
    table = tschigg(4).round(SANDED, *SAND_HANDS)
    assert (table.held, table.stack, table.state.leader) == ((0, 0, 0, 1), 6, D)


def test_ct_03_sand_while_clearing() -> None:
    table = tschigg(4).lose(B, B, C, C, D, D, A).round(SANDED, *SAND_HANDS)
    assert (table.last.giver, table.last.taker, table.held, table.state.leader) == (C, D, (1, 2, 1, 3), D)


def test_ct_04_sand_that_all_make_moves_nothing() -> None:
    for table in (tschigg(3), tschigg(3).lose(B, B, C, C, A)):
        before = table.held, table.stack
        table.round(SANDED, (2, 3, 4), (2, 3, 4), (5, 5, 5))
        assert ((table.held, table.stack), table.state.leader, table.last.why) == (before, A, "same")


def test_ct_05_sand_that_nobody_makes() -> None:
    fails = ((1, 2, 3), (6, 6, 1), (1, 1, 6), (6, 2, 2))
    table = tschigg(4).round(SANDED, *fails)
    assert (table.held, table.state.leader) == ((0, 0, 0, 1), D)
    table = tschigg(4).lose(B, B, C, C, D, D, A).round(SANDED, *fails)
    assert (table.held, table.state.leader, table.last.giver) == ((1, 2, 2, 2), D, None)


def test_ct_06_a_chicago_makes_sand_and_is_best() -> None:
    table = tschigg(3).lose(A, B, C, C, A).round(SANDED, CHICAGO, (2, 3, 4), (1, 5, 5))
    assert (table.last.best, table.last.worst) == (A, C)
    assert (table.last.giver, table.last.taker, table.held) == (A, C, (1, 1, 3))


def test_ct_07_collected_ones_fail_in_sand() -> None:
    assert hand(A, (1, 1, 1)).value(SAND) == FAILED
    assert hand(A, CHICAGO).value(SAND) == MADE


def test_ct_08_the_target_shrinks_when_clearing_starts() -> None:
    table = tschigg(4).lose(A, A, A, B, B, C, C)
    assert (table.held, table.state.phase, table.state.coasters.vanished) == ((2, 2, 1, 0), CLEARING, 2)
    assert (table.last.safe, table.last.surplus) == ((D,), (A, C))


def test_ct_09_a_fixed_target_removes_nothing() -> None:
    table = tschigg(4, tschigg_target="fixed").lose(A, A, A, B, B, C, C)
    assert (table.held, table.state.coasters.vanished) == ((3, 2, 2, 0), 0)


def test_ct_10_the_target_shrinks_when_the_best_leaves() -> None:
    table = tschigg(3).lose(A, C, C, B, B).beat(A, worst=B)
    assert (table.last.safe, table.last.surplus, table.held) == ((A,), (B, B), (0, 1, 2))


@pytest.mark.parametrize("variant", ["basic", "bavarian"])
def test_ct_11_sand_is_called_in_tschigg_only(variant: str) -> None:
    game(3, variant).enter(A, 2, 3, 4).refuses(CallSand(A), "sand-not-played")
    tschigg(sand="off").enter(A, 2, 3, 4).refuses(CallSand(A), "sand-not-played")


def test_ct_12_a_chicago_without_exit_passes_one() -> None:
    table = tschigg(3).lose(A, A, B, B, C).round(HIGH, (4, 5, 6), CHICAGO, (2, 2, 2))
    assert (table.last.giver, table.last.taker, table.held) == (A, B, (1, 3, 1))


def test_ct_13_a_chicago_with_exit_passes_nothing_and_the_target_shrinks() -> None:
    table = tschigg(3, tschigg_exit="on").lose(C, B, B, A, A)
    table.round(HIGH, CHICAGO, (2, 3, 3), (3, 3, 3))
    assert (table.held, table.state.coasters.vanished, table.state.leader) == ((0, 2, 1), 2, B)
    assert table.last.giver is None


def test_ct_14_sand_that_all_make_leaves_the_last_coaster_on_the_stack() -> None:
    table = tschigg(3).lose(A, A, B, B).round(SANDED, (2, 2, 2), (3, 3, 3), (4, 4, 4))
    assert (table.stack, table.state.phase, table.state.leader) == (1, HANDING, B)


def test_ct_15_the_biggest_holder_gives_the_surplus() -> None:
    table = tschigg(4).lose(B, B, C, D, A, A, A).beat(D, worst=A)
    assert (table.last.safe, table.last.surplus, table.held) == ((D,), (A, A), (2, 2, 1, 0))
    assert table.state.leader == A


def test_ct_16_the_target_shrinks_when_somebody_leaves() -> None:
    table = tschigg(3).lose(A, B, B, C, C)
    assert table.held == (1, 2, 2)
    table.then(Left(A))
    assert (table.held, table.state.coasters.vanished) == ((0, 2, 1), 2)
    assert event("surplus", C, round=5) in table.heard


# ---- open questions ------------------------------------------------------------------------------------------------


def calls_of(rules: str, variant: str = "basic") -> set[Action]:
    return set(game(3, variant, calls=rules).enter(A, 2, 3, 4).options)


def test_question_1_and_2_ones_sixes_and_direction_are_called_independently() -> None:
    worths = itertools.product((100, 1), (60, 6), ("high", "low"))
    assert calls_of("full") == {Call(A, *words) for words in worths}
    assert {(c.ones, c.sixes) for c in calls_of("paired") if isinstance(c, Call)} == {(100, 60), (1, 60), (1, 6)}
    assert len(calls_of("paired")) == 6
    assert calls_of("coupled") == {Call(A, 100, 60, "high"), Call(A, 1, 6, "low")}
    assert len(calls_of("full", "tschigg")) == 9


def test_question_2_where_the_call_is_fixed_nobody_calls() -> None:
    table = tschigg(calls="fixed_high").enter(A, 6, 2, 3)
    assert (table.on_turn, table.state.call) == (B, Terms(100, 60, "high"))
    table.enter(B, 1, 2, 2).enter(C, 5, 5, 5)
    assert (table.last.best, table.last.worst) == (B, C)
    hidden = {s.key for s in settings_of(Rules) if not s.matters(Rules(variant="tschigg", calls="fixed_high"), 4)}
    assert "sand" in hidden


def test_question_3_if_all_tie_the_leader_is_best_and_the_last_is_worst() -> None:
    assert ranked(LOW, *[(4, 5, 6)] * 4) == (0, 3)


@pytest.mark.parametrize("variant", ["bavarian", "tschigg"])
def test_question_4_the_worst_leads_in_both_phases(variant: str) -> None:
    table = game(3, variant).lose(B)
    assert table.state.leader == B
    while table.state.phase != CLEARING:
        table.lose(min((A, B, C), key=lambda seat: table.held[seat]))
        assert table.state.leader == table.last.worst
    table.beat(table.state.order[1])
    assert table.state.leader == table.last.worst


def test_question_5_only_holders_play_the_clearing_rounds() -> None:
    assert set(clearing((2, 1, 1)).state.order) == {A, B, C}
    assert clearing((3, 1, 1, 0)).state.seating == (A, B, C)


def test_question_6_handing_out_ends_with_the_last_coaster() -> None:
    table = bavarian().lose(A, B, C)
    assert (table.stack, table.state.phase) == (1, HANDING)
    assert (table.lose(A).stack, table.state.phase) == (0, CLEARING)


def test_question_7_nobody_else_puts_one_down_after_a_chicago() -> None:
    table = clearing((2, 1, 1)).round(HIGH, (1, 1, 4), CHICAGO, (2, 2, 2))
    assert (table.state.coasters.put_down, table.state.coasters.vanished) == (0, 2)


def test_question_8_a_chicago_of_the_leader_leaves_the_call_to_them() -> None:
    assert isinstance(bavarian().chicago(A).pending, Decide)


@pytest.mark.parametrize(("variant", "leaves"), [("basic", False), ("bavarian", True), ("tschigg", False)])
def test_question_9_a_chicago_leaves_in_bavarian(variant: str, leaves: bool) -> None:
    table = game(3, variant).chicago(A)
    assert (A not in table.state.seating) == leaves


def test_question_10_a_chicago_wins_in_sand() -> None:
    assert ranked(SANDED, CHICAGO, (2, 3, 4), (2, 2, 2)) == (0, None)


def test_question_11_without_a_worst_the_same_one_leads() -> None:
    table = tschigg().lose(B).round(SANDED, (2, 2, 2), (3, 3, 3), (4, 4, 4))
    assert (table.state.leader, table.last.worst) == (B, None)


def test_question_12_locked_dice_never_go_back_into_the_cup() -> None:
    table = game().roll(A, 6, 6, 2).keep(A, 0).roll(A, 6, 6)
    assert all(option.cup != 0 for option in table.options if isinstance(option, TurnSixes))


def test_question_13_three_sixes_are_turned_once_by_default() -> None:
    assert (Rules().six_turn, Rules().three_sixes) == ("on", "one_turn")


def test_question_14_the_surplus_comes_from_the_biggest_holder() -> None:
    table = tschigg(4).lose(B, C, A, A, A, A, A)
    assert (table.last.safe, table.held) == ((D,), (3, 1, 1, 0))


def test_question_15_level_losers_share_it_by_default() -> None:
    assert Rules().marks_tie == "shared"


@pytest.mark.parametrize("rules", list(CALLS))
def test_question_16_a_hundred_sixty_high_can_always_be_called_for_the_leader(rules: str) -> None:
    assert Call(A, 100, 60, "high") in calls_of(rules)


# ---- settings ------------------------------------------------------------------------------------------------------


def test_every_setting_of_the_rules_has_its_default() -> None:
    defaults = {s.key: s.default for s in settings_of(Rules)}
    assert defaults == {
        "variant": "basic",
        "searches": 3,
        "marks_tie": "shared",
        "calls": "full",
        "sand": "on",
        "max_rolls": 3,
        "hold_policy": "locked",
        "six_turn": "on",
        "three_sixes": "one_turn",
        "chicago_exit": "on",
        "tschigg_exit": "off",
        "tschigg_target": "shrinking",
        "clearing_lead": "worst",
        "losers": 1,
        "first_leader": "lot",
    }


@pytest.mark.parametrize(
    ("rules", "seats", "hidden"),
    [
        (Rules(), 8, {"sand", "chicago_exit", "tschigg_exit", "tschigg_target", "clearing_lead", "losers"}),
        (Rules(variant="bavarian"), 6, {"searches", "marks_tie", "sand", "tschigg_exit", "tschigg_target"}),
        (Rules(variant="bavarian"), 5, {"searches", "marks_tie", "sand", "tschigg_exit", "tschigg_target", "losers"}),
        (Rules(variant="tschigg"), 6, {"searches", "marks_tie", "chicago_exit"}),
        (Rules(variant="tschigg", six_turn="off"), 6, {"searches", "marks_tie", "chicago_exit", "three_sixes"}),
    ],
)
def test_settings_that_mean_nothing_are_hidden(rules: Rules, seats: int, hidden: set[str]) -> None:
    assert {s.key for s in settings_of(Rules) if not s.matters(rules, seats)} == hidden


def test_with_one_throw_nothing_is_kept_or_turned() -> None:
    hidden = {s.key for s in settings_of(Rules) if not s.matters(Rules(max_rolls=1), 4)}
    assert {"hold_policy", "six_turn", "three_sixes"} <= hidden


# ---- what always holds ---------------------------------------------------------------------------------------------

hands = st.lists(st.one_of(st.just(CHICAGO), st.tuples(*[st.integers(1, 6)] * 3)), min_size=2, max_size=12)
worded = st.sampled_from(
    [f"{ones}/{sixes} {best}" for ones in (100, 1) for sixes in (60, 6) for best in ("high", "low")]
)


@given(hands, worded)
def test_equal_never_overtakes_the_best_and_the_later_of_two_equal_is_the_worst(
    thrown: list[Any], words: str
) -> None:
    terms = called(0, words).terms
    sign = 1 if terms.best == "high" else -1

    def strength(what: Any) -> tuple[bool, int]:
        return what == CHICAGO, sign * terms.value((1, 1, 1) if what == CHICAGO else what)

    best, worst = ranked(words, *thrown)
    assert best is not None and worst is not None and best != worst
    assert all(strength(what) < strength(thrown[best]) for what in thrown[:best])
    assert all(strength(what) <= strength(thrown[best]) for what in thrown[best:])
    assert all(strength(what) > strength(thrown[worst]) for what in thrown[worst + 1 :])
    assert all(strength(what) >= strength(thrown[worst]) for what in thrown[: worst + 1])


@given(hands, st.one_of(worded, st.just(SANDED)))
def test_a_ranking_begins_with_the_best_and_ends_with_the_worst(thrown: list[Any], words: str) -> None:
    order = [r.seat for r in ranking([hand(seat, what) for seat, what in enumerate(thrown)], called(0, words).terms)]
    best, worst = ranked(words, *thrown)
    assert sorted(order) == list(range(len(thrown)))
    assert best in (None, order[0]) and worst in (None, order[-1])


@given(hands)
def test_in_sand_best_and_worst_are_of_different_kinds(thrown: list[Any]) -> None:
    best, worst = ranked(SANDED, *thrown)
    made = [at for at, what in enumerate(thrown) if what == CHICAGO or not {1, 6} & set(what)]
    failed = [at for at in range(len(thrown)) if at not in made]
    chicagos = [at for at, what in enumerate(thrown) if what == CHICAGO]
    assert best == (chicagos[0] if chicagos else made[-1] if made else None)
    assert worst == (failed[-1] if failed else None)


mixtures = st.fixed_dictionaries({s.key: st.sampled_from(s.choices) for s in settings_of(Rules)})


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 12), mixtures, st.integers(0, 10**6), st.sampled_from([0, 0.01, 0.1]))
def test_every_match_ends_and_no_coaster_is_lost(
    seats: int, rules: dict[str, Any], seed: int, comings: float
) -> None:
    match = play(GAME, seats, Rules(**rules), Random(seed), coarse=0.1, comings=comings)
    total = match.states[0].coasters.total
    for (before, action), after in zip(match.moments, match.states[1:], strict=True):
        if isinstance(action, Joined):
            total += {"basic": 0, "bavarian": 1, "tschigg": 2}[rules["variant"]]
        assert after.coasters.total == total
        gone = after.coasters.vanished - before.coasters.vanished
        assert gone >= 0 and after.coasters.stack >= 0 and min(after.coasters.held) >= 0
        if gone:
            assert may_vanish(before, after), "coasters vanish only when somebody leaves"
        if after.phase == CLEARING and not after.is_over:
            assert all(after.coasters.held[seat] for seat in after.seating)
            if rules["variant"] == "tschigg" and rules["tschigg_target"] == "shrinking" and after.between_rounds:
                assert sum(after.coasters.held) <= 2 * len(after.seating) - 1
    end = match.states[-1]
    assert end.losers is not None
    assert rules["variant"] == "basic" or len(end.losers) <= end.to_lose


def may_vanish(before: State, after: State) -> bool:
    """Somebody is gone; or in Tschigg somebody went in this round, and now the target shrinks."""
    shrinks = after.rules.variant == "tschigg" and sum(after.coasters.held) == 2 * len(after.seating) - 1
    return len(after.seating) < len(before.seating) or shrinks


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 8), mixtures, st.integers(0, 10**6))
def test_a_round_moves_one_coaster_at_most(seats: int, rules: dict[str, Any], seed: int) -> None:
    match = play(GAME, seats, Rules(**rules), Random(seed), coarse=0.1)
    coasters = match.states[0].coasters
    for past in match.states[-1].past:
        if past.phase == HANDING:
            assert coasters.stack - past.coasters.stack == (past.taker is not None)
        if past.phase == CLEARING:
            moved = past.coasters.put_down - coasters.put_down
            assert moved == (past.giver is not None and rules["variant"] == "bavarian")
        coasters = past.coasters


# ---- the figures of the help page ----------------------------------------------------------------------------------

THROWS = list(itertools.product(range(1, 7), repeat=3))


def test_how_often_sand_is_made() -> None:
    once = Fraction(sum(not {1, 6} & set(dice) for dice in THROWS), len(THROWS))
    assert once == Fraction(8, 27)
    die = Fraction(1, 3)  # shows a 1 or a 6, and is thrown again while it does
    assert [round(100 * float((1 - die**n) ** 3), 2) for n in (1, 2, 3)] == [29.63, 70.23, 89.3]


def test_how_often_a_chicago_comes() -> None:
    chance = Fraction(1, 216)
    assert [round(100 * float(1 - (1 - chance) ** n), 2) for n in (1, 2, 3)] == [0.46, 0.92, 1.38]
    assert [round(100 * float((1 - Fraction(5, 6) ** n) ** 3), 2) for n in (2, 3)] == [2.85, 7.48]


def test_how_often_sixes_and_ties_come() -> None:
    assert Fraction(sum(dice.count(6) > 1 for dice in THROWS), 216) == Fraction(2, 27)
    for worths, percent in (((100, 60), 3.45), ((1, 6), 9.28)):
        values = [Terms(*worths).value(dice) for dice in THROWS]
        ties = sum(values.count(value) ** 2 for value in set(values))
        assert round(100 * ties / 216**2, 2) == percent


# ---- what people hear, and the sheet -------------------------------------------------------------------------------


def test_what_a_round_tells() -> None:
    table = bavarian().enter(A, 6, 3, 5).call(HIGH)
    assert table.heard == (event("called", A, round=1, ones=100, sixes=60, best="high"),)
    table.enter(B, 2, 2, 4).enter(C, 1, 4, 2)
    assert table.heard == (event("round-over", round=1), event("took", B, round=1), event("leads", B, round=2))


def test_the_sheet_says_who_led_and_what_was_called() -> None:
    table = tschigg().round("1/60 low", (6, 3, 5), (2, 2, 4), (1, 4, 2)).round(SANDED, (1, 2, 3), (2, 3, 4), CHICAGO)
    first, second = GAME.sheet(table.state).rows
    assert first.values == {
        "round": 1,
        "phase": HANDING,
        "throws": 1,
        "ones": 1,
        "sixes": 60,
        "best": "low",
    }
    assert second.values["sand"] == 1
    assert [cell and (cell.value, cell.marks) for cell in first.cells] == [
        (68, ("led", "loss")),
        (8, ()),
        (7, ("best",)),
    ]
    assert [cell and (cell.value, cell.marks) for cell in second.cells] == [
        (FAILED, ("led", "loss", "sand")),
        (MADE, ("sand",)),
        (MADE, ("chicago", "best", "sand")),
    ]
    assert [cell.value for cell in GAME.sheet(table.state).totals[0].cells if cell] == list(table.held)


def test_a_late_comer_has_a_column_of_their_own() -> None:
    table = bavarian().lose(A).then(Joined())
    assert GAME.sheet(table.state).seats == (A, B, C, D)


def test_people_change_places_between_rounds() -> None:
    table = bavarian().lose(B).then(Moved(C, 0))
    assert (table.state.seating, table.state.order) == ((C, A, B), (B, C, A))
    assert isinstance(table.heard[0], Event)
