"""Rulings on Chicago with targets 2 to 12.

`tg_01` to `tg_29` are the examples of the rules, by their numbers there; `rule_1` to `rule_9` are those of the
module's docstring, `question_1` to `question_9` the open questions. People are A to E, in the order in which they sat
down; A begins unless a test says otherwise.
"""

from __future__ import annotations

import itertools
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from scorekeeper.engine.core import Action, Chance, IllegalAction, Over, Seat, event
from scorekeeper.engine.dice import Booked, Drawn, Rolled, Settled
from scorekeeper.engine.games.chicago_targets import SERIES, ChicagoTargets, Rules, State, Summed
from scorekeeper.engine.people import Joined, Left, Moved, Skipped
from scorekeeper.engine.settings import settings_of
from tests.tables import Table, play, variants

A, B, C, D, E = range(5)
GAME = ChicagoTargets()


class Targets(Table):
    """A table that speaks the game: `throws(A, 3, 4)` is one throw, `misses(A)` a whole turn."""

    state: State

    def then(self, *actions: Action) -> Targets:
        self.do(*actions)
        return self

    def throws(self, seat: Seat, *dice: int) -> Targets:
        return self.then(Rolled(seat, dice))

    def hits(self, seat: Seat) -> Targets:
        return self.then(Booked(seat, self.state.target or 0, self.state.rules.tries))

    def misses(self, *seats: Seat) -> Targets:
        return self.then(*(Booked(seat, 0, self.state.rules.tries) for seat in seats))

    def all_miss(self, until: int | None = None) -> Targets:
        """All who are there miss, up to the target `until`, or to the last one."""
        while self.state.waiting and self.state.target != until:
            self.misses(self.state.waiting[0])
        return self

    def scores(self, **totals: int) -> Targets:
        """At each target whoever still needs it for the total hits it, and the match ends or is thrown off."""
        wanted = {"ABCDE".index(name): parts(total, self.state.targets) for name, total in totals.items()}
        while self.state.waiting:
            seat = self.state.waiting[0]
            hit = self.state.target in wanted.get(seat, ())
            self.hits(seat) if hit else self.misses(seat)
        return self

    @property
    def totals(self) -> tuple[int, ...]:
        return self.state.totals

    @property
    def order(self) -> tuple[Seat, ...]:
        return self.state.order

    def refuses(self, action: Action, reason: str) -> IllegalAction:
        before = self.state
        with pytest.raises(IllegalAction) as refused:
            self.do(action)
        assert refused.value.reason == reason
        assert self.state == before
        return refused.value


def parts(total: int, targets: tuple[int, ...]) -> tuple[int, ...]:
    """Some of the targets that make up a total."""
    sizes = (itertools.combinations(targets, size) for size in range(len(targets) + 1))
    return next(chosen for chosen in itertools.chain.from_iterable(sizes) if sum(chosen) == total)


def table(seats: int = 3, first_starter: str = "first_seat", **rules: int | str) -> Targets:
    return Targets(GAME, GAME.start(seats, Rules(first_starter=first_starter, **rules)))  # type: ignore[arg-type]


def series(**rules: int | str) -> tuple[int, ...]:
    return table(2, **rules).state.targets


# ---- the examples --------------------------------------------------------------------------------------------------


def test_tg_01_target_7() -> None:
    at = table().all_miss(until=7).throws(A, 3, 4).throws(B, 5, 5).throws(C, 1, 6)
    assert at.totals == (7, 0, 7)
    assert at.state.target == 8


def test_tg_02_target_2() -> None:
    assert table(2).throws(A, 1, 1).throws(B, 1, 2).totals == (2, 0)


def test_tg_03_target_12() -> None:
    assert table(2).all_miss(until=12).throws(A, 6, 6).totals == (12, 0)


def test_tg_04_all_hit_and_tg_05_none() -> None:
    at = table(2)
    while at.state.waiting:
        at.hits(A).misses(B)
    assert at.totals == (77, 0)


def test_tg_06_two_ways_to_31() -> None:
    for hits in ((6, 7, 8, 10), (8, 11, 12)):
        at = table(2)
        while at.state.waiting:
            at.hits(A) if at.state.target in hits else at.misses(A)
            at.misses(B)
        assert at.totals == (31, 0)


def test_tg_07_down() -> None:
    assert series(direction="down") == (12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2)
    assert sum(series(direction="down")) == 77


def test_tg_08_a_hit_with_the_second_throw() -> None:
    at = table(2, tries=2).all_miss(until=7).throws(A, 3, 3)
    assert (at.on_turn, at.totals) == (A, (0, 0))
    at.throws(A, 2, 5)
    assert (at.on_turn, at.totals) == (B, (7, 0))


def test_tg_09_no_second_throw_after_a_hit() -> None:
    at = table(2, tries=2).all_miss(until=7).throws(A, 2, 5)
    assert (at.on_turn, at.totals) == (B, (7, 0))
    at.refuses(Rolled(A, (3, 4)), "not-on-turn")


def test_tg_10_no_second_throw_with_one_try() -> None:
    at = table(2, tries=1).all_miss(until=7).throws(A, 3, 3)
    at.refuses(Rolled(A, (3, 4)), "not-on-turn")
    at.refuses(Settled(B, (3, 4), 2), "throws-not-allowed")


def test_tg_11_two_misses() -> None:
    at = table(2, tries=2).all_miss(until=9).throws(A, 4, 4).throws(A, 4, 4)
    assert (at.on_turn, at.totals) == (B, (0, 0))


@pytest.mark.parametrize(
    ("name", "rounds", "most"), [("low", 6, 27), ("high", 6, 57), ("even", 6, 42), ("odd", 5, 35), ("full", 11, 77)]
)
def test_tg_12_short_series(name: str, rounds: int, most: int) -> None:
    assert (len(series(series=name)), sum(series(series=name))) == (rounds, most)


def test_tg_13_three_dice() -> None:
    assert series(dice=3) == tuple(range(3, 19))
    assert (len(series(dice=3)), sum(series(dice=3))) == (16, 168)


def test_tg_14_the_last_thrower_opens_the_next_round() -> None:
    at = table(starter="rotate_last").misses(A, B, C)
    assert at.order == (C, A, B)
    assert at.misses(C, A, B).order == (B, C, A)


def test_tg_15_a_throw_off_with_a_tie() -> None:
    at = table().scores(A=15, B=15, C=8)
    assert at.heard[-1] == event("throw-off", seats=(A, B))
    at.throws(A, 4, 5).throws(B, 3, 6)
    assert at.heard == (event("throw-off-tied", seats=(A, B)),)
    at.throws(A, 2, 2).throws(B, 5, 6)
    assert at.ranking == ((B,), (A,), (C,))
    assert at.totals == (15, 15, 8)


def test_tg_16_the_lower_ones_are_out_of_the_throw_off() -> None:
    at = table().all_miss().throws(A, 4, 5).throws(B, 3, 6).throws(C, 1, 4)
    assert at.state.tied == (A, B)
    at.throws(A, 4, 5).refuses(Rolled(C, (6, 6)), "not-on-turn")
    assert at.throws(B, 1, 1).ranking == ((A,), (B, C))


def test_tg_17_who_joins_before_the_last_throw_throws_at_this_target() -> None:
    at = table().all_miss(until=6).misses(A, B).then(Joined())
    assert at.heard == (event("joined", D),)
    assert [at.state.points_at(D, target) for target in (2, 3, 4, 5)] == [0, 0, 0, 0]
    assert at.order == (A, B, C, D)
    assert at.misses(C).hits(D).totals == (0, 0, 0, 6)


def test_tg_18_who_joins_after_it_starts_at_the_next() -> None:
    at = table().all_miss(until=6).misses(A, B, C).then(Joined())
    assert at.state.points_at(D, 6) == 0
    assert (at.state.target, at.order) == (7, (A, B, C, D))


def test_tg_19_who_left_can_win() -> None:
    at = table().all_miss(until=5)
    for _target in (5, 6, 7, 8, 9):
        at.misses(A)
        at.hits(B) if at.state.target in (5, 7, 8) else at.misses(B)
        at.misses(C)
    assert at.totals == (0, 20, 0)
    at.then(Left(B)).all_miss()
    assert at.ranking == ((B,), (A, C))
    assert at.totals == (0, 20, 0)


def test_tg_20_a_sum_that_two_dice_have_not() -> None:
    at = table().all_miss(until=5)
    assert at.refuses(Summed(A, 13, 1), "no-such-sum").facts == {"total": 13, "dice": 2}
    at.refuses(Summed(A, 1, 1), "no-such-sum")
    at.refuses(Booked(A, 13, 1), "no-such-total")


def test_tg_21_all_on_nothing_throw_off() -> None:
    at = table().all_miss()
    assert at.state.tied == (A, B, C)
    assert not isinstance(at.pending, Over)


def test_tg_22_of_two_tied_the_one_who_is_there_wins() -> None:
    at = table().all_miss(until=8).hits(A).hits(B).misses(C).then(Left(B)).all_miss()
    assert at.ranking == ((A,), (B,), (C,))
    assert at.state.throw_offs == ()


def test_tg_23_a_late_comer_in_a_rotating_order() -> None:
    at = table(starter="rotate_last").misses(A, B, C, C, A).then(Joined())
    assert at.order == (C, A, B, D)
    assert at.misses(B, D).order == (D, A, B, C)


@pytest.mark.parametrize(
    ("name", "targets"),
    [
        ("even", (12, 10, 8, 6, 4, 2)),
        ("odd", (11, 9, 7, 5, 3)),
        ("low", (7, 6, 5, 4, 3, 2)),
        ("high", (12, 11, 10, 9, 8, 7)),
    ],
)
def test_tg_24_short_series_down(name: str, targets: tuple[int, ...]) -> None:
    assert series(series=name, direction="down") == targets


def test_tg_25_three_dice_down() -> None:
    assert series(dice=3, direction="down") == tuple(range(18, 2, -1))


def test_tg_26_who_leaves_between_two_tries_has_missed() -> None:
    at = table(tries=2).all_miss(until=6).misses(A).throws(B, 1, 1).then(Left(B))
    assert (at.on_turn, at.order) == (C, (A, C))
    at.misses(C)
    assert at.state.points_at(B, 6) == 0
    assert B not in at.order


def test_tg_27_sums_that_three_dice_have_not() -> None:
    at = table(dice=3)
    at.refuses(Summed(A, 19, 1), "no-such-sum")
    at.refuses(Summed(A, 2, 1), "no-such-sum")


def test_tg_28_who_leaves_a_throw_off_of_two_has_lost_it() -> None:
    at = table(2).all_miss().throws(A, 4, 5).then(Left(B))
    assert at.ranking == ((A,), (B,))
    assert at.heard == (event("left", B), event("won", A))


def test_tg_29_a_throw_off_needs_a_sum() -> None:
    at = table(2).all_miss()
    at.refuses(Booked(A, 0, 1), "no-such-total")
    at.refuses(Summed(A, 9, 1), "dice-expected")
    assert at.then(Booked(A, 9, 1), Booked(B, 8, 1)).ranking == ((A,), (B,))


# ---- the rules -----------------------------------------------------------------------------------------------------


def test_rule_2_any_other_sum_scores_nothing() -> None:
    for target in range(2, 13):
        for dice in itertools.product(range(1, 7), repeat=2):
            at = table(2).all_miss(until=target).then(Rolled(A, dice))
            assert at.totals[A] == (target if sum(dice) == target else 0)


def test_rule_2_hits_and_misses_are_told() -> None:
    assert table().hits(A).heard == (event("hit", A, target=2),)
    assert table().misses(A).heard == (event("missed", A, target=2),)
    assert table(2).misses(A, B).heard[1:] == (event("round-over", round=1, target=2),)


@pytest.mark.parametrize("tries", [1, 2])
def test_rule_2_a_turn_comes_to_the_same_however_it_is_entered(tries: int) -> None:
    start = table(2, tries=tries).all_miss(until=7)
    states = [Targets(GAME, start.state).then(*way).state for way in ways(tries)]
    assert states[0] == states[1]
    for state in states:
        assert (state.totals, state.waiting, state.turns) == (states[0].totals, states[0].waiting, states[0].turns)
        assert state.results[0].throws == tries


def ways(tries: int) -> list[tuple[Action, ...]]:
    fine = (Rolled(A, (6, 6)), Rolled(A, (3, 4)))[2 - tries :]
    return [fine, (Settled(A, (3, 4), tries),), (Summed(A, 7, tries),), (Booked(A, 7, tries),)]


def test_rule_2_mixed_ways_in_one_match() -> None:
    at = table(4).throws(A, 1, 1).then(Settled(B, (1, 1), 1), Summed(C, 2, 1), Booked(D, 2, 1))
    assert at.totals == (2, 2, 2, 2)
    assert [r.dice for r in at.state.past[0].results] == [(1, 1), (1, 1), None, None]
    assert [r.total for r in at.state.past[0].results] == [2, 2, 2, None]


def test_rule_3_nothing_is_kept_for_the_second_throw() -> None:
    at = table(2, tries=2).throws(A, 1, 3)
    assert isinstance(at.pending, Chance)
    assert at.pending.dice == 2
    at.refuses(Settled(A, (1, 1), 2), "dice-expected")


def test_rule_3_who_misses_has_thrown_as_often_as_allowed() -> None:
    entered = table(2, tries=2).then(Settled(A, (1, 3), 1)).state
    assert entered == table(2, tries=2).then(Settled(A, (1, 3), 2)).state
    assert entered == table(2, tries=2).throws(A, 6, 6).throws(A, 1, 3).state


def test_rule_3_a_hit_says_with_which_throw() -> None:
    for throws in (1, 2):
        at = table(2, tries=2).then(Settled(A, (1, 1), throws))
        assert at.state.results[0].throws == throws
        assert GAME.sheet(at.state).rows[0].cells[A].throws == throws  # type: ignore[union-attr]


def test_rule_4_the_same_one_begins_each_round() -> None:
    at = table(starter="fixed").misses(A, B, C)
    assert at.order == (A, B, C)


def test_rule_4_who_begins_has_left_and_the_next_clockwise_does() -> None:
    at = table(4, starter="fixed").misses(A, B, C).then(Left(A)).misses(D)
    assert at.order == (B, C, D)


def test_rule_4_who_leaves_before_the_throw_was_not_the_last_thrower() -> None:
    at = table(4, starter="rotate_last").misses(A, B, C).then(Left(D))
    assert at.order == (C, A, B)


def test_rule_4_the_last_thrower_has_left() -> None:
    at = table(4, starter="rotate_last").misses(A, B).then(Skipped(C)).misses(D)
    at.then(Left(D), Left(C))
    assert at.state.past[0].results[-1].seat == D
    assert at.order == (A, B), "from the seat of D it is clockwise to A"


def test_rule_4_the_seat_of_who_left_stays_between_its_neighbours() -> None:
    at = table(4, starter="rotate_last").misses(A).then(Skipped(B)).misses(C, D, B)
    assert at.order == (B, C, D, A)
    at.misses(B).then(Skipped(C)).misses(D).then(Skipped(A)).misses(C).then(Left(C)).misses(A)
    assert at.order == (A, B, D)


def test_rule_5_a_lot_decides() -> None:
    at = table(first_starter="random")
    assert at.pending == Chance(None, (Drawn,), among=(A, B, C))
    assert at.then(Drawn(B)).order == (B, C, A)
    assert at.heard == (event("begins", B, target=2),)


def test_rule_5_the_highest_die_begins_and_tied_ones_throw_again() -> None:
    at = table(first_starter="high_die").throws(A, 5).throws(B, 2).throws(C, 5)
    assert at.heard == (event("start-tied", seats=(A, C)),)
    assert at.throws(A, 1).throws(C, 6).order == (C, A, B)


def test_rule_5_people_leave_while_they_throw_for_the_start() -> None:
    at = table(first_starter="high_die").throws(A, 5).then(Left(A))
    assert at.throws(B, 2).throws(C, 3).order == (C, B)
    assert table(2, first_starter="high_die").throws(A, 5).then(Left(B)).order == (A,)
    table(2, first_starter="high_die").refuses(Joined(), "not-now")


def test_rule_6_one_has_most() -> None:
    assert table().scores(A=9, B=12, C=9).ranking == ((B,), (A, C))
    assert table().scores(A=9, B=12, C=9).heard[-1] == event("won", B)


def test_rule_6_a_shared_win() -> None:
    at = table(tie="shared").scores(A=15, B=15, C=8)
    assert at.ranking == ((A, B), (C,))
    assert at.heard[-1] == event("drawn", seats=(A, B))


def test_rule_6_a_throw_off_stands_on_the_sheet_and_not_in_the_totals() -> None:
    at = table(2).all_miss().throws(A, 4, 5).throws(B, 3, 6).throws(A, 6, 6).throws(B, 1, 1)
    sheet = GAME.sheet(at.state)
    assert [(row.key, row.values) for row in sheet.rows[-2:]] == [("throw_off", {"number": n}) for n in (1, 2)]
    assert [cell.value for cell in sheet.rows[-1].cells if cell] == [12, 2]
    assert [cell.value for cell in sheet.totals[0].cells if cell] == [0, 0]


def test_rule_7_who_left_misses_the_rest() -> None:
    at = table().hits(A).then(Left(A))
    assert at.order == (A, B, C)
    at.misses(B, C)
    assert (at.order, at.totals) == ((B, C), (2, 0, 0))
    assert [at.state.points_at(A, target) for target in (2, 3)] == [2, None]


def test_rule_7_the_last_to_throw_leaves_and_the_round_is_over() -> None:
    at = table().misses(A, B).then(Left(C))
    assert at.heard == (event("left", C), event("round-over", round=1, target=2))
    assert at.state.target == 3


def test_rule_7_one_plays_on_alone() -> None:
    at = table(2).hits(A).then(Left(A)).all_miss()
    assert at.ranking == ((A,), (B,))


def test_rule_7_nobody_left() -> None:
    at = table(2).hits(A).then(Left(B), Left(A))
    assert at.ranking == ((A,), (B,))
    assert table(2).then(Left(A), Left(B)).ranking == ((A, B),)


def test_rule_7_all_of_the_tied_have_left() -> None:
    at = table().hits(A).hits(B).misses(C).then(Left(A), Left(B)).all_miss()
    assert at.ranking == ((A, B), (C,))


def test_rule_7_who_leaves_a_throw_off_of_three() -> None:
    at = table().all_miss().throws(A, 6, 6).then(Left(A)).throws(B, 1, 1).throws(C, 1, 2)
    assert at.ranking == ((C,), (A, B))
    at = table().all_miss().throws(A, 6, 6).throws(B, 6, 6).then(Left(C))
    assert at.heard == (event("left", C), event("throw-off-tied", seats=(A, B)))


def test_rule_8_nobody_joins_a_throw_off_or_where_it_is_not_wanted() -> None:
    table().all_miss().refuses(Joined(), "not-now")
    table(join_midgame="off").refuses(Joined(), "not-now")


def test_rule_8_joining_between_the_two_tries_of_somebody_else() -> None:
    at = table(2, tries=2).throws(A, 1, 2).then(Joined())
    assert (at.on_turn, at.order) == (A, (A, B, C))


def test_rule_8_twenty_sit_here_at_most() -> None:
    table(20).refuses(Joined(), "not-now")
    assert table(20).then(Left(A), Joined()).order[-1] == 20


def test_rule_9_who_is_away_throws_last() -> None:
    at = table().then(Skipped(A))
    assert at.order == (B, C, A)
    assert at.misses(B, C, A).order == (A, B, C)
    at.misses(A, B).refuses(Skipped(C), "not-now")
    table(tries=2).throws(A, 1, 2).refuses(Skipped(A), "not-now")


def test_rule_9_who_was_skipped_or_is_new_throws_last_whoever_changes_places() -> None:
    new = table(starter="rotate_last").then(Joined(), Moved(B, 2))
    assert new.state.seating == (A, C, B, D)
    assert new.state.waiting == (A, C, B, D)
    skipped = table().then(Skipped(A), Moved(B, 2))
    assert (skipped.state.seating, skipped.state.waiting) == ((A, C, B), (B, C, A))
    assert skipped.then(Skipped(B), Moved(B, 0)).state.waiting == (C, A, B)
    assert skipped.misses(C, A, B).state.late == (), "in that round only"


def test_rule_9_places_change_between_rounds() -> None:
    at = table(starter="rotate_last").misses(A, B, C).then(Moved(B, 0))
    assert (at.state.seating, at.order) == ((B, A, C), (C, B, A))
    at.misses(C).refuses(Moved(B, 1), "not-now")


def test_rule_9_moving_where_somebody_has_left() -> None:
    at = table(4).then(Left(B), Moved(D, 1))
    assert at.state.seating == (A, D, C)
    assert [seat for seat in at.state.ring if seat != B] == [A, D, C]


# ---- open questions ------------------------------------------------------------------------------------------------

PANEL = (Path(__file__).parent.parent.parent / "templates/games/chicago_targets.html").read_text(encoding="utf-8")


def test_question_1_people_hear_of_targets_not_of_rounds() -> None:
    assert "_('Target %(" in PANEL
    assert "Round %(" not in PANEL and "round %(" not in PANEL


def test_question_2_only_those_at_the_highest_throw_again() -> None:
    at = table(4).all_miss().throws(A, 1, 1).throws(B, 5, 5).throws(C, 4, 6).throws(D, 4, 5)
    assert at.state.tied == (B, C)


def test_question_3_who_left_is_ranked() -> None:
    at = table().hits(A).then(Left(A)).misses(B, C).hits(B).all_miss()
    assert at.ranking == ((B,), (A,), (C,))


def test_question_4_a_late_comer_sits_last_and_throws_last() -> None:
    at = table().misses(A).then(Joined())
    assert (at.state.seating, at.state.waiting) == ((A, B, C, D), (B, C, D))


def test_question_5_the_last_thrower_then_clockwise() -> None:
    at = table(4, starter="rotate_last").misses(A, B, C, D)
    assert at.order == (D, A, B, C)


def test_question_6_no_short_series_of_three_dice() -> None:
    setting = next(s for s in settings_of(Rules) if s.key == "series")
    assert setting.matters(Rules(dice=2), 3)
    assert not setting.matters(Rules(dice=3), 3)
    assert series(dice=3, series="low") == tuple(range(3, 19))


def test_question_7_a_cocked_die_is_no_face_and_is_thrown_again() -> None:
    at = table()
    at.refuses(Rolled(A, (3, 0)), "no-such-face")
    assert at.on_turn == A


def test_question_8_all_settings_combine() -> None:
    choices = [setting.choices for setting in settings_of(Rules)]
    rng = Random(8)
    for values in rng.sample(list(itertools.product(*choices)), 150):
        rules = Rules(*values)
        match = play(GAME, rng.choice((2, 3, 5)), rules, rng, coarse=0.5, comings=0.05)
        assert isinstance(GAME.pending(match.states[-1]), Over)


@pytest.mark.parametrize("wrong", ["2-3 of 11", "about 5 %", "30-40", "six rounds"])
def test_question_9_the_help_repeats_no_wrong_number(wrong: str) -> None:
    assert wrong not in PANEL


def total_odds(targets: tuple[int, ...], dice: int = 2, tries: int = 1) -> dict[int, Fraction]:
    """The probability of each total, exactly."""
    throws = [sum(faces) for faces in itertools.product(range(1, 7), repeat=dice)]
    odds = {0: Fraction(1)}
    for target in targets:
        hit = 1 - (1 - Fraction(throws.count(target), len(throws))) ** tries
        after: dict[int, Fraction] = {}
        for total, chance in odds.items():
            after[total] = after.get(total, Fraction(0)) + chance * (1 - hit)
            after[total + target] = after.get(total + target, Fraction(0)) + chance * hit
        odds = after
    return odds


def test_question_9_the_numbers_of_the_help_are_computed() -> None:
    odds = total_odds(SERIES["full"])
    assert sum(total * chance for total, chance in odds.items()) == 7
    assert odds[0] == Fraction(205831905125, 595077871104)
    at_least = {n: float(sum(c for total, c in odds.items() if total >= n)) for n in (15, 20, 30)}
    assert [round(100 * at_least[n], 2) for n in (15, 20, 30)] == [15.39, 5.69, 0.61]
    twice = total_odds(SERIES["full"], tries=2)
    assert sum(total * chance for total, chance in twice.items()) == Fraction(8561, 648)
    assert round(100 * float(twice[0]), 2) == 11.96
    thrice = total_odds(tuple(range(3, 19)), dice=3)
    assert sum(total * chance for total, chance in thrice.items()) == Fraction(21, 2)
    for number in ("35 of 100", "15 of 100", "6 of 100", "17 of 100", "3 of 100", "31 of 100"):
        assert number in PANEL


# ---- the start, and settings ---------------------------------------------------------------------------------------


def test_section_2_two_to_twenty_people() -> None:
    assert list(GAME.seats) == list(range(2, 21))
    for seats in (1, 21):
        with pytest.raises(IllegalAction, match="wrong-number-of-players"):
            GAME.start(seats, Rules())


def test_section_3_the_defaults() -> None:
    assert Rules() == Rules(2, "full", "up", 1, "fixed", "random", "throw_off", "on", "off")


def test_section_7_a_stake_is_told_and_never_counted() -> None:
    for stakes in ("pot", "per_round"):
        at = table(stakes=stakes).scores(A=9, B=12, C=7)
        assert at.totals == (9, 12, 7)


def test_the_sheet_has_a_line_for_each_target_from_the_start() -> None:
    sheet = GAME.sheet(table(2).state)
    assert [row.values for row in sheet.rows] == [{"target": n} for n in range(2, 13)]
    assert all(cell is None for row in sheet.rows for cell in row.cells)


def test_each_variant_is_played_to_its_end() -> None:
    for rules in variants(GAME):
        end = play(GAME, 4, rules, Random(1), coarse=0.5).states[-1]
        assert end.target is None
        assert sum(end.totals) == sum(r.points for past in end.past for r in past.results)
