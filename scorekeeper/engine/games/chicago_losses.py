"""Chicago with loss points.

1. Three dice. A 1 is worth 100, a 6 is worth 60, any other face its pips; a throw is worth their sum.
2. The leader throws up to `max_rolls` times and may stop earlier. As often as the leader threw, so often may
   each of the others, clockwise. Stopping early lowers nothing for those who follow.
3. First all three dice, then any of them again. A kept die may be thrown later (`hold_policy` free) or is locked.
   Keeping all three is stopping.
4. `sixes_to_one`: with two sixes and a throw left, one six becomes a locked 1 if another goes back into the cup.
5. When all have thrown, the lowest takes a loss. Fewer throws protect nobody. Shared: all of them pay, or only
   the last of them (`low_tie`).
6. With `losses_to_exit` losses a player is out. One left: that one wins. None left: a draw of all who threw.
7. The highest leads next, then fewer throws, then the earlier turn (`next_leader` highest); or the last of the
   payers who is still in, else the next one clockwise (lowest).
8. Who leaves is out, and a result of this round is struck. If the leader leaves before the limit is set, the next
   one leads and the round starts again. A late-comer sits down in the last seat between two rounds.
9. A follower who is away for a moment is skipped and throws last. The order of the turns is that of the throws.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, combinations_with_replacement
from typing import NamedTuple

from scorekeeper.engine.core import (
    Action,
    Chance,
    Decide,
    Event,
    IllegalAction,
    Interrupt,
    Over,
    Pending,
    Seat,
    Step,
    event,
)
from scorekeeper.engine.dice import Booked, Drawn, Faces, Rolled, Settled
from scorekeeper.engine.keeping import Reroll, Stop, TakeBackTurn, TurnSixes
from scorekeeper.engine.lots import Lot
from scorekeeper.engine.people import Joined, Left, Moved, Skipped, clockwise, moves, reseat
from scorekeeper.engine.settings import setting
from scorekeeper.engine.sheet import Cell, Row, Sheet
from scorekeeper.engine.sixes import DICE, FIRST_THROW, POSITIONS, Turn, fallen, pick_up, sixes_of, turn_sixes

WORTH = (0, 100, 2, 3, 4, 5, 60)  # of each face, rule 1


def worth(dice: Faces) -> int:
    """What a throw is worth, 6 to 300."""
    return sum([WORTH[face] for face in dice])


TOTALS = tuple(sorted({worth(dice) for dice in combinations_with_replacement(range(1, 7), DICE)}))


@dataclass(frozen=True, slots=True)
class Rules:
    max_rolls: int = setting(3, 1, 2, 3)
    losses_to_exit: int = setting(3, 2, 3, 5)
    low_tie: str = setting("all_lose", "all_lose", "latest_loses")
    next_leader: str = setting("highest", "highest", "lowest")
    hold_policy: str = setting("free", "free", "locked", matters=lambda rules, seats: rules.max_rolls > 1)
    sixes_to_one: str = setting("off", "off", "on", matters=lambda rules, seats: rules.max_rolls > 1)
    first_leader: str = setting("random", "random", "first_seat", "roll_off")
    late_losses: str = setting("lowest", "lowest", "zero")


class Result(NamedTuple):
    """A turn that is over. `dice` is None where only the total is known."""

    seat: Seat
    score: int
    throws: int
    dice: Faces | None
    turn: int


def ranked(results: tuple[Result, ...]) -> tuple[Result, ...]:
    """Rule 7: the best first. The sort is stable, so who threw earlier stays ahead."""
    return tuple(sorted(results, key=lambda result: (-result.score, result.throws)))


@dataclass(frozen=True, slots=True)
class Round:
    """A round that has been scored, and why the next one is led by whom (None: there is no next one)."""

    number: int
    leader: Seat | None
    limit: int
    results: tuple[Result, ...]  # in the order of the throws
    payers: tuple[Seat, ...]
    out: tuple[Seat, ...]
    losses: tuple[int, ...]  # of each seat, after it
    next_leader: Seat | None
    why: str | None  # highest, fewer-throws, earlier, payer, after-payer

    @property
    def lowest(self) -> int:
        return min(result.score for result in self.results)

    @property
    def lows(self) -> tuple[Seat, ...]:
        """Everybody who threw the lowest, whether it cost them a loss or not."""
        return tuple(result.seat for result in self.results if result.score == self.lowest)

    @property
    def ranked(self) -> tuple[Result, ...]:
        return ranked(self.results)

    @property
    def rivals(self) -> tuple[Seat, ...]:
        """Who was level with the next leader and is still in."""
        led = next((result for result in self.results if result.seat == self.next_leader), None)
        level = (r.seat for r in self.results if led and r.score == led.score and r.seat not in self.out)
        return tuple(seat for seat in level if seat != self.next_leader)

    def result_of(self, seat: Seat) -> Result | None:
        return next((result for result in self.results if result.seat == seat), None)


@dataclass(frozen=True, slots=True)
class Exit:
    """People who went out together, or one who left."""

    seats: tuple[Seat, ...]
    round_no: int
    left: bool = False


class State(NamedTuple):
    """A named tuple, not a dataclass: it is copied at each step, and this copies three times as fast."""

    rules: Rules
    seating: tuple[Seat, ...]  # those who are in, clockwise
    losses: tuple[int, ...]  # by number of the seat
    leader: Seat | None = None  # of this round; None until somebody leads
    order: tuple[Seat, ...] = ()  # of the throws of this round; empty until somebody leads
    results: tuple[Result, ...] = ()  # of this round
    limit: int | None = None  # throws allowed to those who follow
    turn: Turn | None = None
    turns: int = 0  # that are over
    past: tuple[Round, ...] = ()
    exits: tuple[Exit, ...] = ()
    lot: Lot | None = None
    first_lead: str | None = None  # how the leader of round 1 was found
    winners: tuple[Seat, ...] = ()

    @property
    def round_no(self) -> int:
        return len(self.past) + 1

    @property
    def cap(self) -> int:
        """Throws that the player on turn may use."""
        return self.limit or self.rules.max_rolls

    @property
    def on_turn(self) -> Seat | None:
        return None if self.winners or not self.order else self.order[len(self.results)]

    @property
    def lowest(self) -> int | None:
        """The lowest score of this round so far."""
        return min((result.score for result in self.results), default=None)

    @property
    def worth(self) -> int:
        """What the dice of the turn under way are worth as they lie."""
        return worth(self.turn.dice) if self.turn else 0

    @staticmethod
    def worth_of(face: int) -> int:
        return WORTH[face]

    @property
    def between_rounds(self) -> bool:
        return bool(self.order) and not self.winners and self.limit is None and self.turn is None

    def result_of(self, seat: Seat) -> Result | None:
        return next((result for result in self.results if result.seat == seat), None)

    def exit_of(self, seat: Seat) -> Exit | None:
        return next((gone for gone in self.exits if seat in gone.seats), None)


class ChicagoLosses:
    key = "chicago_losses"
    version = 1
    seats = range(2, 7)
    rules = Rules
    actions = frozenset(
        {Drawn, Rolled, Settled, Booked, Reroll, Stop, TurnSixes, TakeBackTurn, Left, Joined, Moved, Skipped}
    )

    def start(self, seats: int, rules: Rules) -> State:
        if seats not in self.seats:
            raise IllegalAction("wrong-number-of-players", least=self.seats[0], most=self.seats[-1], got=seats)
        everybody = tuple(range(seats))
        state = State(rules, everybody, losses=(0,) * seats)
        match rules.first_leader:
            case "first_seat":
                return state._replace(leader=0, order=everybody, first_lead="first_seat")
            case "roll_off":
                return state._replace(lot=Lot(everybody))
            case _:
                return state

    def pending(self, state: State) -> Pending:
        if state.winners:
            return Over((state.winners, *(gone.seats for gone in reversed(_others(state)))))
        if not state.order:
            return _lead_to_find(state)
        seat, turn = state.order[len(state.results)], state.turn
        if turn is None:
            return _whole_turn(seat, state.cap, state.limit is None)
        if turn.hand:
            return _next_throw(seat, len(turn.hand))
        return _choices(seat, turn.locked, turn.cup, sixes_of(turn) if state.rules.sixes_to_one == "on" else ())

    def interrupts(self, state: State) -> tuple[Interrupt, ...]:
        if state.winners:
            return ()
        leaving = tuple(Left(seat) for seat in state.seating)
        if not state.between_rounds:
            return (*leaving, *_skips(state))
        joining = (Joined(),) if len(state.seating) < self.seats[-1] else ()
        return (*leaving, *joining, *moves(state.seating))

    def apply(self, state: State, action: Action) -> Step[State]:
        match action:
            case Drawn(seat):
                return _lead(state._replace(turns=state.turns + 1), seat, "lot")
            case Rolled(_, dice):
                return _throw_for_lead(state, dice[0]) if not state.order else _throw(state, dice)
            case Settled(seat, dice, throws):
                return _end_turn(state, Result(seat, worth(dice), throws, dice, state.turns))
            case Booked(seat, points, throws):
                return _end_turn(state, Result(seat, points, throws, None, state.turns))
            case Reroll(keep=keep) if len(keep) < DICE:
                return Step(state._replace(turn=pick_up(_turn(state), keep, state.rules.hold_policy)))
            case Reroll(seat) | Stop(seat):
                turn = _turn(state)
                result = Result(seat, worth(turn.dice), turn.throws, turn.dice, state.turns)
                return _end_turn(state, result)
            case TurnSixes(_, one, cup):
                return Step(state._replace(turn=turn_sixes(_turn(state), one, cup=cup)))
            case TakeBackTurn():
                return Step(state._replace(turn=_turn(state).before))
            case Left(seat):
                return _leave(state, seat)
            case Joined():
                return _join(state)
            case Moved():
                return _move(state, action)
            case Skipped(seat):
                return _skip(state, seat)
        raise AssertionError(action)

    def view(self, state: State, seat: Seat | None) -> State:
        return state  # all dice lie open

    def turn(self, state: State) -> int:
        return state.turns

    def sheet(self, state: State) -> Sheet:
        seats = tuple(range(len(state.losses)))
        rows = [_row(past.number, past.leader, past.results, past.payers, seats) for past in state.past]
        if state.results:
            rows.append(_row(state.round_no, state.leader, state.results, (), seats))
        losses = Row("losses", tuple(Cell(state.losses[seat]) for seat in seats))
        return Sheet(seats, tuple(rows), (losses,))


# ---- who leads round 1 ----------------------------------------------------------------------------------------


def _lead_to_find(state: State) -> Chance:
    if state.lot is None:
        return Chance(None, (Drawn,), among=state.seating)
    return Chance(state.lot.on_turn, (Rolled,), dice=1)


def _lead(state: State, seat: Seat, how: str) -> Step[State]:
    order = clockwise(state.seating, seat)
    led = state._replace(leader=seat, order=order, lot=None, first_lead=how)
    return Step(led, (event("leads", seat, round=1),))


def _throw_for_lead(state: State, face: int) -> Step[State]:
    assert state.lot is not None
    return _settle_lot(state._replace(turns=state.turns + 1), state.lot.with_throw(face))


def _settle_lot(state: State, lot: Lot) -> Step[State]:
    match lot.best:
        case ():
            return Step(state._replace(lot=lot))
        case (seat,):
            return _lead(state, seat, "roll_off")
        case level:
            return Step(state._replace(lot=Lot(level)), (event("lead-tied", seats=level),))


# ---- one turn -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _whole_turn(seat: Seat, cap: int, leads: bool) -> Chance:
    """Most who follow use all their throws; what the leader used binds everybody, so it is asked."""
    usual = cap if not leads or cap == 1 else None
    throws = tuple(range(1, cap + 1))
    return Chance(seat, (Rolled, Settled, Booked), DICE, throws=throws, usual=usual, totals=TOTALS)


@lru_cache(maxsize=256)
def _next_throw(seat: Seat, dice: int) -> Chance:
    return Chance(seat, (Rolled,), dice)


@lru_cache(maxsize=4096)
def _choices(seat: Seat, locked: tuple[int, ...], cup: int | None, sixes: tuple[int, ...]) -> Decide:
    """Everything that the player on turn may do with a throw left, rules 3 and 4."""
    subsets = chain.from_iterable(combinations(POSITIONS, size) for size in range(DICE + 1))
    rerolls = tuple(Reroll(seat, keep) for keep in subsets if set(locked) <= set(keep) and cup not in keep)
    if cup is not None:
        return Decide(seat, (*rerolls, TakeBackTurn(seat)))
    pairs = ((one, other) for one in sixes for other in sixes if one != other and other not in locked)
    return Decide(seat, (Stop(seat), *rerolls, *(TurnSixes(seat, one, other) for one, other in pairs)))


def _turn(state: State) -> Turn:
    assert state.turn is not None
    return state.turn


def _throw(state: State, thrown: Faces) -> Step[State]:
    """Rule 3: the thrown dice fall into the places that were in the hand."""
    turn = state.turn or FIRST_THROW
    dice, throws = fallen(turn, thrown), turn.throws + 1
    if throws == state.cap:
        return _end_turn(state, Result(state.order[len(state.results)], worth(dice), throws, dice, state.turns))
    return Step(state._replace(turn=Turn(dice, throws, turn.locked)))


def _end_turn(state: State, result: Result) -> Step[State]:
    results = (*state.results, result)
    limit, events = state.limit, tuple[Event, ...]()
    if limit is None:
        limit = result.throws
        events = (event("limit", result.seat, round=state.round_no, throws=limit),)
    ended = state._replace(results=results, limit=limit, turn=None, turns=state.turns + 1)
    return _score_if_complete(ended, events)


# ---- the end of a round ---------------------------------------------------------------------------------------


def _score_if_complete(state: State, events: tuple[Event, ...] = ()) -> Step[State]:
    if len(state.results) < len(state.order):
        return Step(state, events)
    scored = _score_round(state)
    return Step(scored.state, events + scored.events)


def _score_round(state: State) -> Step[State]:
    """Rules 5 to 7."""
    payers = _payers(state)
    losses = tuple(n + (seat in payers) for seat, n in enumerate(state.losses))
    out = tuple(seat for seat in payers if losses[seat] >= state.rules.losses_to_exit)
    remaining = tuple(seat for seat in state.seating if seat not in out)
    winners = remaining if len(remaining) == 1 else () if remaining else state.order
    leader, why = (None, None) if winners else _next_leader(state, payers, remaining)
    number = state.round_no
    done = Round(number, state.leader, state.limit or 0, state.results, payers, out, losses, leader, why)
    events = [event("round-over", round=number)]
    events += [event("lost", seat, round=number) for seat in payers]
    events += [event("out", seat, round=number) for seat in out]
    events += _outcome(winners) if leader is None else [event("leads", leader, round=number + 1)]
    after = state._replace(
        seating=remaining,
        losses=losses,
        leader=leader,
        order=clockwise(remaining, leader) if leader is not None else (),
        results=(),
        limit=None,
        past=(*state.past, done),
        exits=(*state.exits, Exit(out, number)) if out else state.exits,
        winners=winners,
    )
    return Step(after, tuple(events))


def _payers(state: State) -> tuple[Seat, ...]:
    low = min(result.score for result in state.results)
    lowest = tuple(result.seat for result in state.results if result.score == low)
    return lowest if state.rules.low_tie == "all_lose" else lowest[-1:]


def _next_leader(state: State, payers: tuple[Seat, ...], remaining: tuple[Seat, ...]) -> tuple[Seat, str]:
    if state.rules.next_leader == "lowest":
        still_in = [seat for seat in payers if seat in remaining]
        if still_in:
            return still_in[-1], "payer"
        return next(s for s in clockwise(state.seating, payers[-1]) if s in remaining), "after-payer"
    best, second, *_ = ranked(tuple(result for result in state.results if result.seat in remaining))
    if best.score > second.score:
        return best.seat, "highest"
    return best.seat, "fewer-throws" if best.throws < second.throws else "earlier"


def _outcome(winners: tuple[Seat, ...]) -> list[Event]:
    return [event("won", winners[0])] if len(winners) == 1 else [event("drawn", seats=winners)]


def _others(state: State) -> tuple[Exit, ...]:
    """The exits of those who did not win or draw."""
    return tuple(gone for gone in state.exits if not set(gone.seats) <= set(state.winners))


# ---- people who come and go -----------------------------------------------------------------------------------


def _leave(state: State, seat: Seat) -> Step[State]:
    """Rule 8."""
    events = (event("left", seat, round=state.round_no),)
    remaining = tuple(s for s in state.seating if s != seat)
    gone = state._replace(
        seating=remaining,
        order=tuple(s for s in state.order if s != seat),
        results=tuple(result for result in state.results if result.seat != seat),
        exits=(*state.exits, Exit((seat,), state.round_no, left=True)),
    )
    if len(remaining) == 1:
        return Step(gone._replace(order=(), turn=None, lot=None, winners=remaining), (*events, *_outcome(remaining)))
    if not state.order:
        return _leave_lot(gone, seat, events)
    if seat != state.on_turn:
        return _score_if_complete(gone, events)
    ended = gone._replace(turn=None, turns=state.turns + (state.turn is not None))
    if state.limit is not None:
        return _score_if_complete(ended, events)
    leader = ended.order[0]
    return Step(ended._replace(leader=leader), (*events, event("leads", leader, round=state.round_no)))


def _leave_lot(state: State, seat: Seat, events: tuple[Event, ...]) -> Step[State]:
    if state.lot is None or seat not in state.lot.seats:
        return Step(state, events)
    settled = _settle_lot(state, state.lot.without(seat))
    return Step(settled.state, events + settled.events)


def _skips(state: State) -> tuple[Skipped, ...]:
    """Who may be skipped: a follower who has not thrown yet, while somebody else is still to throw."""
    waiting = state.order[len(state.results) :]
    may = state.limit is not None and state.turn is None and len(waiting) > 1
    return (Skipped(waiting[0]),) if may else ()


def _skip(state: State, seat: Seat) -> Step[State]:
    order = (*(s for s in state.order if s != seat), seat)
    return Step(state._replace(order=order), (event("skipped", seat),))


def _join(state: State) -> Step[State]:
    seat = len(state.losses)
    fewest = min(state.losses[s] for s in state.seating) if state.rules.late_losses == "lowest" else 0
    seating = (*state.seating, seat)
    joined = state._replace(seating=seating, losses=(*state.losses, fewest), order=clockwise(seating, state.order[0]))
    return Step(joined, (event("joined", seat),))


def _move(state: State, move: Moved) -> Step[State]:
    seating = reseat(state.seating, move)
    moved = state._replace(seating=seating, order=clockwise(seating, state.order[0]))
    return Step(moved, (event("moved", move.seat),))


# ---- the sheet ------------------------------------------------------------------------------------------------


def _row(
    number: int,
    leader: Seat | None,
    results: tuple[Result, ...],
    payers: tuple[Seat, ...],
    seats: tuple[Seat, ...],
) -> Row:
    cells = {result.seat: _cell(result, leader, payers) for result in results}
    return Row("round", tuple(cells.get(seat) for seat in seats), (("round", number),))


def _cell(result: Result, leader: Seat | None, payers: tuple[Seat, ...]) -> Cell:
    marks = ("led",) * (result.seat == leader) + ("loss",) * (result.seat in payers)
    return Cell(result.score, marks, result.dice, result.throws, result.turn)
