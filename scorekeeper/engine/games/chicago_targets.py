"""Chicago with targets 2 to 12, also called Rotation.

1. Two dice. Each round has one target: 2, 3, .. 12. Three dice: 3 to 18. Going down, the last target comes first;
   a short series takes some of the targets of two dice.
2. At each target everybody throws once, in turn. The sum of the dice must be the target: then it is scored, and
   any other sum scores nothing.
3. With two tries all dice are thrown again after a miss, once, and only that throw counts. After a hit there is no
   second throw.
4. The same person begins every round (`starter` fixed), or the last thrower of a round begins the next, and it
   goes clockwise from there (rotate_last). If that one has left, the next one clockwise begins.
5. Who begins the first round: a lot, the highest of one die each, where tied ones throw again, or the first seat.
6. The highest total wins after the last target. If several have it they all throw the dice once; those with the
   highest sum throw again until one is left. The totals stay. Or the win is shared (`tie`).
7. Who leaves keeps the points, misses the rest and is ranked, but takes no part in a throw-off: one of the tied who
   is still there wins without a throw, and if all of them have left the win is shared. Nobody left: it is over.
8. Who joins takes the last seat, throws last at the target under way, and has nothing for the earlier ones.
   Nobody joins a throw-off.
9. Who is away for a moment is skipped and throws last. Places change between two rounds; who begins stays.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.engine.core import (
    Action,
    Below,
    Chance,
    Event,
    IllegalAction,
    Interrupt,
    Over,
    Pending,
    Seat,
    Step,
    event,
)
from scorekeeper.engine.dice import Booked, Drawn, Faces, Rolled, Settled, thrower, thrown
from scorekeeper.engine.lots import Lot
from scorekeeper.engine.people import Joined, Left, Moved, Skipped, clockwise, moves, reseat
from scorekeeper.engine.settings import setting
from scorekeeper.engine.sheet import Cell, Row, Sheet

SERIES = {  # of two dice, rule 1
    "full": tuple(range(2, 13)),
    "low": tuple(range(2, 8)),
    "high": tuple(range(7, 13)),
    "even": tuple(range(2, 13, 2)),
    "odd": tuple(range(3, 12, 2)),
}


@dataclass(frozen=True, slots=True)
class Rules:
    dice: int = setting(2, 2, 3)
    series: str = setting("full", *SERIES, matters=lambda rules, seats: rules.dice == 2)
    direction: str = setting("up", "up", "down")
    tries: int = setting(1, 1, 2)
    starter: str = setting("fixed", "fixed", "rotate_last")
    first_starter: str = setting("random", "random", "high_die", "first_seat")
    tie: str = setting("throw_off", "throw_off", "shared")
    join_midgame: str = setting("on", "on", "off")
    stakes: str = setting("off", "off", "pot", "per_round")  # told, never counted


def targets(rules: Rules) -> tuple[int, ...]:
    """The targets in the order in which they are thrown for, rule 1."""
    series = SERIES[rules.series] if rules.dice == 2 else tuple(range(3, 19))
    return series if rules.direction == "up" else series[::-1]


@lru_cache(maxsize=4)
def sums(dice: int) -> tuple[int, ...]:
    return tuple(range(dice, 6 * dice + 1))


@dataclass(frozen=True, slots=True)
class Summed(Action):
    """A whole turn by the sum of the dice that count, which nobody wrote down one by one."""

    seat: Seat
    total: int
    throws: int

    def check(self, chance: Chance) -> None:
        if self.seat != chance.seat:
            raise IllegalAction("not-on-turn", on_turn=thrower(chance))
        if self.total not in sums(chance.dice):
            raise IllegalAction("no-such-sum", total=self.total, dice=chance.dice)
        if self.throws not in chance.throws:
            raise IllegalAction("throws-not-allowed", throws=self.throws, most=max(chance.throws))

    @classmethod
    def dealt(cls, chance: Chance, below: Below) -> Summed:
        total = sum(thrown(chance.dice, below))
        return cls(thrower(chance), total, chance.throws[below(len(chance.throws))])


class Result(NamedTuple):
    """A turn that is over. `dice` and `total` are None where only hit or miss is known."""

    seat: Seat
    points: int
    throws: int
    dice: Faces | None
    total: int | None
    turn: int


class Round(NamedTuple):
    """A target that all have thrown for, and the totals after it."""

    number: int
    target: int
    results: tuple[Result, ...]  # in the order of the throws
    totals: tuple[int, ...]

    @property
    def hits(self) -> tuple[Seat, ...]:
        return tuple(result.seat for result in self.results if result.points)

    def result_of(self, seat: Seat) -> Result | None:
        return next((result for result in self.results if result.seat == seat), None)


class Gone(NamedTuple):
    """Somebody who left; at which target, or None where it was after the last one."""

    seat: Seat
    target: int | None


class State(NamedTuple):
    """A named tuple, because it is copied at each step."""

    rules: Rules
    ring: tuple[Seat, ...]  # everybody, clockwise, also those who left: the next one clockwise hangs on it
    seating: tuple[Seat, ...]  # those who are there
    targets: tuple[int, ...]
    totals: tuple[int, ...]  # by number of the seat
    waiting: tuple[Seat, ...] = ()  # who is still to throw at this target, in order
    late: tuple[Seat, ...] = ()  # who was skipped in this round or is new: they throw last
    results: tuple[Result, ...] = ()  # at this target
    opener: Seat | None = None  # who began this round; None until it is known
    missed: Faces | None = None  # by the first throw of the turn under way, rule 3
    turns: int = 0  # that are over
    past: tuple[Round, ...] = ()
    gone: tuple[Gone, ...] = ()
    lot: Lot | None = None
    tied: tuple[Seat, ...] = ()  # who throws off
    thrown: tuple[Result, ...] = ()  # in this throw-off
    throw_offs: tuple[tuple[Result, ...], ...] = ()  # that are over and left more than one
    winners: tuple[Seat, ...] = ()

    @property
    def target(self) -> int | None:
        """What must be thrown now; None once the last target is over."""
        return self.targets[len(self.past)] if len(self.past) < len(self.targets) else None

    @property
    def sums(self) -> tuple[int, ...]:
        return sums(self.rules.dice)

    @property
    def order(self) -> tuple[Seat, ...]:
        """Of the throws at this target: those who have thrown, then those who will."""
        return (*(result.seat for result in self.results), *self.waiting)

    @property
    def between_rounds(self) -> bool:
        return bool(self.waiting) and not self.results and self.missed is None and not self.winners

    @property
    def best(self) -> tuple[Seat, ...]:
        """Who has the highest total, of all who have played."""
        top = max(self.totals)
        return tuple(seat for seat, total in enumerate(self.totals) if total == top)

    def result_of(self, seat: Seat) -> Result | None:
        return next((result for result in self.results if result.seat == seat), None)

    def thrown_off(self, seat: Seat) -> Result | None:
        """What that seat threw in the throw-off under way."""
        return next((result for result in self.thrown if result.seat == seat), None)

    def gone_of(self, seat: Seat) -> Gone | None:
        return next((gone for gone in self.gone if gone.seat == seat), None)

    def points_at(self, seat: Seat, target: int) -> int | None:
        """What that seat scored at a target: None while it is open."""
        for past in self.past:
            if past.target == target:
                result = past.result_of(seat)
                return result.points if result else 0  # rules 7 and 8
        result = self.result_of(seat) if target == self.target else None
        return result.points if result else None


class ChicagoTargets:
    key = "chicago_targets"
    version = 2  # 1: who was skipped, or new, did not throw last where places were changed after it
    seats = range(2, 21)
    rules = Rules
    actions = frozenset({Drawn, Rolled, Settled, Booked, Summed, Left, Joined, Moved, Skipped})

    def start(self, seats: int, rules: Rules) -> State:
        if seats not in self.seats:
            raise IllegalAction("wrong-number-of-players", least=self.seats[0], most=self.seats[-1], got=seats)
        everybody = tuple(range(seats))
        state = State(rules, everybody, everybody, targets(rules), totals=(0,) * seats)
        match rules.first_starter:
            case "first_seat":
                return state._replace(waiting=everybody, opener=0)
            case "high_die":
                return state._replace(lot=Lot(everybody))
            case _:
                return state

    def pending(self, state: State) -> Pending:
        if state.winners:
            return Over(_ranking(state))
        if state.waiting:
            seat, rules = state.waiting[0], state.rules
            if state.missed is not None:
                return _second_try(seat, rules.dice)
            return _whole_turn(seat, rules.dice, rules.tries, state.targets[len(state.past)])
        if state.tied:
            return _throw_off(state.tied[len(state.thrown)], state.rules.dice)
        if state.lot is not None:
            return Chance(state.lot.on_turn, (Rolled,), dice=1)
        return Chance(None, (Drawn,), among=state.seating)

    def interrupts(self, state: State) -> tuple[Interrupt, ...]:
        if state.winners:
            return ()
        leaving = tuple(Left(seat) for seat in state.seating)
        if not state.waiting:  # rule 8
            return leaving
        may_join = state.rules.join_midgame == "on" and len(state.seating) < self.seats[-1]
        joining = (Joined(),) if may_join else ()
        may_skip = state.missed is None and len(state.waiting) > 1
        skipping = (Skipped(state.waiting[0]),) if may_skip else ()
        return (*leaving, *joining, *skipping, *(moves(state.seating) if state.between_rounds else ()))

    def apply(self, state: State, action: Action) -> Step[State]:
        match action:
            case Rolled(_, dice):
                return _thrown(state, dice)
            case Settled(seat, dice, throws):
                return _settle(state, seat, throws, dice, sum(dice))
            case Summed(seat, total, throws):
                return _settle(state, seat, throws, None, total)
            case Booked(seat, points, throws):
                if state.tied:
                    return _settle(state, seat, throws, None, points)
                return _end_turn(state, seat, points, throws, None, None)
            case Drawn(seat):
                return _begin(state._replace(turns=state.turns + 1), seat)
            case Left(seat):
                return _leave(state, seat)
            case Joined():
                return _join(state)
            case Moved():
                return _move(state, action)
            case Skipped(seat):
                waiting, late = (*state.waiting[1:], seat), (*state.late, seat)
                return Step(state._replace(waiting=waiting, late=late), (event("skipped", seat),))
        raise AssertionError(action)

    def view(self, state: State, seat: Seat | None) -> State:
        return state  # all dice lie open

    def turn(self, state: State) -> int:
        return state.turns

    def sheet(self, state: State) -> Sheet:
        seats = tuple(range(len(state.totals)))
        rounds = {past.target: past.results for past in state.past}
        if state.target is not None:
            rounds[state.target] = state.results
        tries = state.rules.tries
        rows = [_row("target", target, rounds.get(target, ()), seats, tries) for target in state.targets]
        thrown_off = (*state.throw_offs, state.thrown) if state.thrown else state.throw_offs
        rows += [_row("throw_off", n, results, seats, 1) for n, results in enumerate(thrown_off, start=1)]
        totals = Row("total", tuple(Cell(state.totals[seat]) for seat in seats))
        return Sheet(seats, tuple(rows), (totals,))


# ---- who begins the first round -------------------------------------------------------------------------------


def _begin(state: State, seat: Seat) -> Step[State]:
    order = clockwise(state.seating, seat)
    return Step(
        state._replace(waiting=order, late=(), opener=seat, lot=None),
        (event("begins", seat, target=state.target or 0),),
    )


def _throw_for_start(state: State, lot: Lot) -> Step[State]:
    """Rule 5."""
    match lot.best:
        case ():
            return Step(state._replace(lot=lot))
        case (seat,):
            return _begin(state, seat)
        case level:
            return Step(state._replace(lot=Lot(level)), (event("start-tied", seats=level),))


# ---- one turn -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _whole_turn(seat: Seat, dice: int, tries: int, target: int) -> Chance:
    """Hit or miss is a total as well: the target, or nothing."""
    throws = tuple(range(1, tries + 1))
    return Chance(seat, (Rolled, Settled, Booked, Summed), dice, throws=throws, usual=tries, totals=(0, target))


@lru_cache(maxsize=64)
def _second_try(seat: Seat, dice: int) -> Chance:
    return Chance(seat, (Rolled,), dice)


@lru_cache(maxsize=64)
def _throw_off(seat: Seat, dice: int) -> Chance:
    """Rule 6: hit or miss would say nothing here, the sum is needed."""
    return Chance(seat, (Rolled, Settled, Booked), dice, throws=(1,), usual=1, totals=sums(dice))


def _thrown(state: State, dice: Faces) -> Step[State]:
    """One throw: for the start, in a throw-off, or for the target."""
    if state.lot is not None:
        return _throw_for_start(state._replace(turns=state.turns + 1), state.lot.with_throw(dice[0]))
    if state.tied:
        return _settle(state, state.tied[len(state.thrown)], 1, dice, sum(dice))
    total, throws = sum(dice), 1 if state.missed is None else 2
    if total != state.target and throws < state.rules.tries:  # rule 3
        return Step(state._replace(missed=dice))
    return _settle(state, state.waiting[0], throws, dice, total)


def _settle(state: State, seat: Seat, throws: int, dice: Faces | None, total: int) -> Step[State]:
    """A turn by its last throw: in a throw-off its sum is what counts, else whether it is the target (rule 2)."""
    if state.tied:
        result = Result(seat, total, 1, dice, total, state.turns)
        ended = state._replace(thrown=(*state.thrown, result), turns=state.turns + 1)
        return _settle_throw_off(ended)
    return _end_turn(state, seat, total if total == state.target else 0, throws, dice, total)


def _end_turn(
    state: State, seat: Seat, points: int, throws: int, dice: Faces | None, total: int | None
) -> Step[State]:
    used = throws if points else state.rules.tries  # rule 3: who has missed has thrown as often as allowed
    result = Result(seat, points, used, dice, total, state.turns)
    totals = state.totals
    if points:
        totals = (*totals[:seat], totals[seat] + points, *totals[seat + 1 :])
    ended = state._replace(
        totals=totals,
        waiting=state.waiting[1:],
        results=(*state.results, result),
        missed=None,
        turns=state.turns + 1,
    )
    told = (event("hit" if points else "missed", seat, target=state.target or 0),)
    return Step(ended, told) if ended.waiting else _round_over(ended, told)


# ---- the end of a round and of the match ----------------------------------------------------------------------


def _round_over(state: State, events: tuple[Event, ...]) -> Step[State]:
    number = len(state.past) + 1
    done = Round(number, state.target or 0, state.results, state.totals)
    told = (*events, event("round-over", round=number, target=done.target))
    after = state._replace(past=(*state.past, done), results=())
    if after.target is None:
        return _finish(after, told)
    begins = _next_opener(state)
    return Step(after._replace(opener=begins, waiting=clockwise(state.seating, begins), late=()), told)


def _next_opener(state: State) -> Seat:
    """Rule 4."""
    last = state.results[-1].seat if state.rules.starter == "rotate_last" else state.opener
    assert last is not None
    return next(seat for seat in clockwise(state.ring, last) if seat in state.seating)


def _finish(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Rule 6: the highest total wins, and rule 7 says who of the tied throws for it."""
    best = state.best
    if len(best) == 1 or state.rules.tie == "shared":
        return _won(state, best, events)
    there = tuple(seat for seat in state.seating if seat in best)
    if len(there) < 2:
        return _won(state, there or best, events)
    return Step(state._replace(tied=there), (*events, event("throw-off", seats=there)))


def _settle_throw_off(state: State, events: tuple[Event, ...] = ()) -> Step[State]:
    if len(state.tied) == 1:
        return _won(state, state.tied, events)
    if len(state.thrown) < len(state.tied):
        return Step(state, events)
    best = max(result.points for result in state.thrown)
    tied = tuple(result.seat for result in state.thrown if result.points == best)
    if len(tied) == 1:
        return _won(state, tied, events)
    again = state._replace(tied=tied, thrown=(), throw_offs=(*state.throw_offs, state.thrown))
    return Step(again, (*events, event("throw-off-tied", seats=tied)))


def _won(state: State, winners: tuple[Seat, ...], events: tuple[Event, ...]) -> Step[State]:
    told = event("won", winners[0]) if len(winners) == 1 else event("drawn", seats=winners)
    return Step(state._replace(winners=winners, waiting=()), (*events, told))


def _ranking(state: State) -> tuple[tuple[Seat, ...], ...]:
    """The winners, and then everybody else by total: those who left are ranked too, rule 7."""
    others = [seat for seat in range(len(state.totals)) if seat not in state.winners]
    levels = sorted({state.totals[seat] for seat in others}, reverse=True)
    return (state.winners, *(tuple(s for s in others if state.totals[s] == level) for level in levels))


# ---- people who come and go -----------------------------------------------------------------------------------


def _leave(state: State, seat: Seat) -> Step[State]:
    """Rule 7."""
    told = (event("left", seat),)
    on_turn = bool(state.waiting) and state.waiting[0] == seat
    left = state._replace(
        seating=tuple(s for s in state.seating if s != seat),
        waiting=tuple(s for s in state.waiting if s != seat),
        gone=(*state.gone, Gone(seat, state.target)),
    )
    if state.tied:
        if seat not in state.tied:
            return Step(left, told)
        thrown = tuple(result for result in state.thrown if result.seat != seat)
        return _settle_throw_off(left._replace(tied=tuple(s for s in state.tied if s != seat), thrown=thrown), told)
    if not left.seating:
        return _won(left, left.best, told)
    if not state.waiting:
        return _leave_lot(left, seat, told)
    if on_turn and state.missed is not None:
        left = left._replace(missed=None, turns=state.turns + 1)
    return Step(left, told) if left.waiting else _round_over(left, told)


def _leave_lot(state: State, seat: Seat, told: tuple[Event, ...]) -> Step[State]:
    if state.lot is None or seat not in state.lot.seats:
        return Step(state, told)
    begun = _throw_for_start(state, state.lot.without(seat))
    return Step(begun.state, told + begun.events)


def _join(state: State) -> Step[State]:
    """Rule 8."""
    seat = len(state.totals)
    joined = state._replace(
        ring=(*state.ring, seat),
        seating=(*state.seating, seat),
        totals=(*state.totals, 0),
        waiting=(*state.waiting, seat),
        late=(*state.late, seat),
    )
    return Step(joined, (event("joined", seat),))


def _move(state: State, move: Moved) -> Step[State]:
    """Rule 9. In the whole ring the mover sits down behind the one before, or in front of everybody."""
    seating = reseat(state.seating, move)
    at = seating.index(move.seat)
    ring = [seat for seat in state.ring if seat != move.seat]
    ring.insert(ring.index(seating[at - 1]) + 1 if at else 0, move.seat)
    usual = [s for s in clockwise(seating, state.waiting[0]) if s not in state.late]
    waiting = (*usual, *[s for s in state.waiting if s in state.late])
    moved = state._replace(ring=tuple(ring), seating=seating, waiting=waiting)
    return Step(moved, (event("moved", move.seat),))


# ---- the sheet ------------------------------------------------------------------------------------------------


def _row(key: str, number: int, results: tuple[Result, ...], seats: tuple[Seat, ...], tries: int) -> Row:
    cells = {result.seat: _cell(result, key, tries) for result in results}
    name = "target" if key == "target" else "number"
    return Row(key, tuple(cells.get(seat) for seat in seats), ((name, number),))


def _cell(result: Result, key: str, tries: int) -> Cell:
    """How often somebody threw says something only where there are two tries."""
    marks = ("hit",) if key == "target" and result.points else ()
    return Cell(result.points, marks, result.dice, result.throws if tries > 1 else None, result.turn)
