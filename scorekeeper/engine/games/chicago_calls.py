"""Chicago with calls: Basic, Bavarian, Tschigg.

1. Three dice, at most `max_rolls` throws. As often as the leader threw, so often may each of the others, clockwise.
2. Before a throw any dice may be set aside; at the throw they are locked (`hold_policy` locked), only ones and
   sixes may be (locked_1_6_only), or they may be taken back at any time (free).
3. `six_turn`: with two sixes, one of them not locked, and a throw left, one six becomes a locked 1 if the other,
   unlocked one goes back into the cup. `three_sixes`: once per throw, not at all, or two ones at a time.
4. 1 1 1 in one throw of all three dice is a Chicago. It ends the turn. Collected ones, or turned ones, are none.
5. After the own last throw the leader calls what a 1 and a 6 count and whether high or low is best (`calls`).
   The call holds all round. In Tschigg sand may be called instead: neither a 1 nor a 6 may lie there at last.
6. Best and worst: a Chicago beats everything. Equal never overtakes the best, the later of two equal is the worst.
   In sand the best is the earliest Chicago, else the latest success, the worst the latest failure; or there is none.
7. Basic: a search is a chain of rounds; the best of each is safe, the last one gets a mark. After `searches` of them
   the most marks lose; level ones all do, or search once more (`marks_tie`).
8. Bavarian: n + 1 coasters. The worst takes one until the stack is empty; who then holds some plays on, and the best
   puts one down. At none they are safe. The last `losers` have lost.
9. Tschigg: 2n - 1 coasters. While clearing the best passes one to the worst. `tschigg_target` shrinking: when people
   leave, all but 2 x those left - 1 are taken out, each from who holds most, the first from the worst on.
10. Chicago's exit (`chicago_exit`, `tschigg_exit`): who throws one wins and is out at once, and their coasters
    vanish. While clearing nothing else moves in that round. With no more left than lose, the match ends at once.
11. The worst leads next; in a later search and in a playoff who has just lost. `clearing_lead`: or who holds most.
    After a round without a worst the same one leads; in the place of somebody who is gone, the next one clockwise.
12. Who leaves is out and ranked neither way, their coasters vanish, their result is struck. If the leader leaves
    before the call stands, the next one leads and the round starts again. If leaving, not playing, brings a search or
    the match down to those who lose, it ends without a loser. People join between rounds in the last seat: in Basic
    for the next search, else only while coasters are handed out, with none, and the stack grows by 1 or 2.
13. A follower who is away for a moment is skipped and throws last. The order of the turns is that of the throws.
"""

from __future__ import annotations

from functools import lru_cache

from scorekeeper.engine.calls import Call, CallSand, Result, Terms, possible_calls
from scorekeeper.engine.coasters import Coasters
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
from scorekeeper.engine.games._calls_rounds import end_search, finish, round_of, score_if_complete
from scorekeeper.engine.games._calls_state import (
    CLEARING,
    HANDING,
    SEARCH,
    Exit,
    Round,
    Rules,
    State,
    led_by,
    next_in,
    shrunk,
    without,
)
from scorekeeper.engine.keeping import Reroll, Stop, TakeBackTurn, TurnSixes
from scorekeeper.engine.lots import Lot
from scorekeeper.engine.people import Joined, Left, Moved, Skipped, moves, reseat
from scorekeeper.engine.sheet import Cell, Row, Sheet
from scorekeeper.engine.sixes import (
    DICE,
    FIRST_THROW,
    ONES,
    POSITIONS,
    InOneThrow,
    Turn,
    TurnThree,
    choices,
    land,
    lying,
    pick_up,
    turn_sixes,
)


class ChicagoCalls:
    key = "chicago_calls"
    version = 2  # 1: three ones entered by their value were no Chicago
    seats = range(2, 13)
    rules = Rules
    actions = frozenset(
        {Drawn, Rolled, Settled, InOneThrow, Booked, Reroll, Stop, TurnSixes, TurnThree, TakeBackTurn}
        | {Call, CallSand, Left, Joined, Moved, Skipped}
    )

    def start(self, seats: int, rules: Rules) -> State:
        if seats not in self.seats:
            raise IllegalAction("wrong-number-of-players", least=self.seats[0], most=self.seats[-1], got=seats)
        everybody = tuple(range(seats))
        state = State(
            rules,
            ring=everybody,
            seating=everybody,
            searched=everybody,
            phase=SEARCH if rules.is_basic else HANDING,
            to_lose=rules.losers if not rules.is_basic and seats > 5 else 1,
            marks=(0,) * seats,
            coasters=Coasters(rules.coasters(seats), (0,) * seats),
        )
        match rules.first_leader:
            case "first_seat":
                return led_by(state, 0)._replace(first_lead="first_seat")
            case "roll_off":
                return state._replace(lot=Lot(everybody))
            case _:
                return state

    def pending(self, state: State) -> Pending:
        if state.losers is not None:
            return Over(_ranking(state))
        if not state.order:
            return _lead_to_find(state)
        turn = state.turn
        if turn is not None:
            seat = state.order[len(state.results)]
            if turn.hand:
                return _next_throw(seat, len(turn.hand))
            return choices(seat, turn, state.rules.hold_policy, state.rules.sixes)
        if state.limit is None:
            return _leaders_turn(state.order[0], state.rules.max_rolls)
        if state.call is None:
            assert state.caller is not None
            return _to_call(state.caller, state.rules)
        return _followers_turn(state.order[len(state.results)], state.limit, state.call)

    def interrupts(self, state: State) -> tuple[Interrupt, ...]:
        if state.losers is not None:
            return ()
        leaving = tuple(Left(seat) for seat in state.seating)
        if not state.between_rounds:
            return (*leaving, *_skips(state))
        joining = (Joined(),) if len(state.seating) < self.seats[-1] and _may_join(state) else ()
        return (*leaving, *joining, *moves(state.seating))

    def apply(self, state: State, action: Action) -> Step[State]:
        match action:
            case Drawn(seat):
                return _lead(state._replace(turns=state.turns + 1), seat, "lot")
            case Rolled(_, dice):
                return _throw(state, dice) if state.order else _throw_for_lead(state, dice[0])
            case Settled(seat, dice, throws):
                chicago = throws == 1 and dice == ONES
                return _end_turn(state, Result(seat, dice, throws, chicago, state.turns))
            case InOneThrow(seat, throws):
                return _end_turn(state, Result(seat, ONES, throws, True, state.turns))
            case Booked(seat, points, throws):
                terms = state.call
                # Three ones are the only dice of their value: in one throw a Chicago, and known as well as if shown.
                if throws == 1 and terms is not None and not terms.sand and points == terms.value(ONES):
                    return _end_turn(state, Result(seat, ONES, throws, True, state.turns))
                return _end_turn(state, Result(seat, None, throws, False, state.turns, points))
            case Reroll(keep=keep):
                return Step(state._replace(turn=pick_up(_turn(state), keep, state.rules.hold_policy)))
            case Stop(seat):
                turn = _turn(state)
                return _end_turn(state, Result(seat, turn.dice, turn.throws, False, state.turns))
            case TurnSixes(_, one, cup):
                return Step(state._replace(turn=turn_sixes(_turn(state), one, cup=cup)))
            case TurnThree(_, cup):
                ones = [position for position in POSITIONS if position != cup]
                return Step(state._replace(turn=turn_sixes(_turn(state), *ones, cup=cup)))
            case TakeBackTurn():
                return Step(state._replace(turn=_turn(state).before))
            case Call() | CallSand():
                return _call(state, action.terms)
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
        return _sheet(state)


# ---- who leads -------------------------------------------------------------------------------------------------


def _lead_to_find(state: State) -> Chance:
    if state.lot is None:
        return Chance(None, (Drawn,), among=state.seating)
    return Chance(state.lot.on_turn, (Rolled,), dice=1)


def _lead(state: State, seat: Seat, how: str) -> Step[State]:
    led = led_by(state._replace(lot=None, first_lead=how), seat)
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


# ---- one turn, and the call ------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _leaders_turn(seat: Seat, cap: int) -> Chance:
    """What the leader used binds everybody, so it is asked. Nothing is worth anything before the call."""
    throws = tuple(range(1, cap + 1))
    return Chance(seat, (Rolled, Settled, InOneThrow), DICE, throws=throws, usual=cap if cap == 1 else None)


@lru_cache(maxsize=1024)
def _followers_turn(seat: Seat, cap: int, call: Terms) -> Chance:
    """Most who follow use all their throws. Now a value says what it is, or in sand whether it was made."""
    throws = tuple(range(1, cap + 1))
    accepts = (Rolled, Settled, InOneThrow, Booked)
    return Chance(seat, accepts, DICE, throws=throws, usual=cap, totals=call.totals)


@lru_cache(maxsize=256)
def _next_throw(seat: Seat, dice: int) -> Chance:
    return Chance(seat, (Rolled,), dice)


@lru_cache(maxsize=256)
def _to_call(seat: Seat, rules: Rules) -> Decide:
    return Decide(seat, possible_calls(seat, rules.calls, rules.has_sand))


def _turn(state: State) -> Turn:
    assert state.turn is not None
    return state.turn


def _throw(state: State, thrown: Faces) -> Step[State]:
    """Rules 1 and 4: the turn is over with its last throw, or with a Chicago."""
    turn = land(state.turn or FIRST_THROW, thrown)
    if turn.throws == state.cap or turn.is_chicago:
        seat = state.order[len(state.results)]
        return _end_turn(state, Result(seat, turn.dice, turn.throws, turn.is_chicago, state.turns))
    return Step(state._replace(turn=lying(turn)))


def _end_turn(state: State, result: Result) -> Step[State]:
    events: tuple[Event, ...] = ()
    if state.limit is None:
        events = (event("limit", result.seat, round=state.round_no, throws=result.throws),)
    ended = state._replace(
        results=(*state.results, result),
        limit=state.limit or result.throws,
        turn=None,
        turns=state.turns + 1,
    )
    if not result.chicago:
        return score_if_complete(ended, events)
    events += (event("chicago", result.seat, round=state.round_no),)
    return _exit(ended, result.seat, events) if state.rules.chicago_leaves else score_if_complete(ended, events)


def _call(state: State, terms: Terms) -> Step[State]:
    facts = {"sand": 1} if terms.sand else {"ones": terms.ones, "sixes": terms.sixes, "best": terms.best}
    heard = event("called", state.caller, round=state.round_no, **facts)
    return score_if_complete(state._replace(call=terms, called_at=state.turns, turns=state.turns + 1), (heard,))


def _exit(state: State, seat: Seat, events: tuple[Event, ...]) -> Step[State]:
    """Rule 10: the match may end with it, even before the others have thrown."""
    gone = without(state, (seat,), "chicago")._replace(coasters=state.coasters.vanished_with(seat))
    events += (event("exit", seat, round=state.round_no),)
    if len(gone.seating) > state.to_lose:
        return score_if_complete(gone, events)
    best, worst = next(r.seat for r in state.results if r.chicago), None
    done = round_of(state, best, worst)._replace(coasters=gone.coasters)
    return finish(
        gone._replace(past=(*gone.past, done)), gone.seating, (*events, event("round-over", round=done.number))
    )


# ---- people who come and go ------------------------------------------------------------------------------------


def _leave(state: State, seat: Seat) -> Step[State]:
    """Rule 12."""
    events: tuple[Event, ...] = (event("left", seat, round=state.round_no),)
    gone = state._replace(
        seating=tuple([s for s in state.seating if s != seat]),
        searched=tuple([s for s in state.searched if s != seat]),
        order=tuple([s for s in state.order if s != seat]),
        results=tuple([result for result in state.results if result.seat != seat]),
        exits=(*state.exits, Exit((seat,), state.round_no, "left")),
        coasters=state.coasters.vanished_with(seat),
    )
    if len(gone.seating) <= state.to_lose:
        return finish(gone, (), events)
    if not state.order:
        return _leave_lot(gone, seat, events)
    if state.phase == SEARCH and seat in state.searched and len(gone.searched) == 1:
        return end_search(_turn_dropped(gone), None, gone.searched[0], events)
    if state.turn is not None and seat == state.order[len(state.results)]:
        gone = _turn_dropped(gone)
    if seat == state.leader:
        heir = next_in(gone, seat, gone.searched)
        if not state.call_stands:
            events += (event("leads", heir, round=state.round_no),)
            gone = led_by(gone, heir)
        else:
            gone = gone._replace(leader=heir)
    if state.phase == CLEARING and state.between_rounds:
        gone, events = _shrink(gone, events)
    return score_if_complete(gone, events)


def _turn_dropped(state: State) -> State:
    return state._replace(turn=None, turns=state.turns + 1) if state.turn is not None else state


def _shrink(state: State, events: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
    """Rule 9, when somebody leaves between two rounds."""
    last = state.past[-1]
    start = last.worst if last.worst is not None else last.leader
    assert start is not None
    state, givers = shrunk(state, start)
    return state, events + tuple([event("surplus", giver, round=last.number) for giver in givers])


def _leave_lot(state: State, seat: Seat, events: tuple[Event, ...]) -> Step[State]:
    if state.lot is None or seat not in state.lot.seats:
        return Step(state, events)
    settled = _settle_lot(state, state.lot.without(seat))
    return Step(settled.state, events + settled.events)


def _skips(state: State) -> tuple[Skipped, ...]:
    """Who may be skipped: a follower who has not thrown yet, while somebody else is still to throw."""
    waiting = state.order[len(state.results) :]
    may = state.call_stands and state.turn is None and len(waiting) > 1
    return (Skipped(waiting[0]),) if may else ()


def _skip(state: State, seat: Seat) -> Step[State]:
    order = (*(s for s in state.order if s != seat), seat)
    return Step(state._replace(order=order), (event("skipped", seat),))


def _may_join(state: State) -> bool:
    """Rule 12: where there is no search to come, and no stack any more, only the next match is left."""
    if state.phase != SEARCH:
        return state.phase == HANDING
    return not state.is_playoff and (_begins_search(state) or state.search < state.rules.searches)


def _begins_search(state: State) -> bool:
    return not state.past or state.past[-1].search != state.search


def _join(state: State) -> Step[State]:
    seat = len(state.marks)
    now = state.phase == HANDING or _begins_search(state)
    joined = state._replace(
        ring=(*state.ring, seat),
        seating=(*state.seating, seat),
        searched=(*state.searched, seat) if now else state.searched,
        marks=(*state.marks, 0),
        coasters=state.coasters.joined({"basic": 0, "bavarian": 1, "tschigg": 2}[state.rules.variant]),
    )
    return Step(led_by(joined, state.order[0]), (event("joined", seat),))


def _move(state: State, move: Moved) -> Step[State]:
    """A place counts those who are in; in the whole ring the mover sits down behind the one before."""
    seating = reseat(state.seating, move)
    ring = [seat for seat in state.ring if seat != move.seat]
    ring.insert(ring.index(seating[move.place - 1]) + 1 if move.place else 0, move.seat)
    searched = tuple([seat for seat in seating if seat in state.searched])
    moved = state._replace(ring=tuple(ring), seating=seating, searched=searched)
    return Step(led_by(moved, state.order[0]), (event("moved", move.seat),))


# ---- the end, and the sheet ------------------------------------------------------------------------------------


def _ranking(state: State) -> tuple[tuple[Seat, ...], ...]:
    """Who got out first is best, in Basic who has fewest marks. Who left comes before those who have lost.

    Without a loser nobody has won either, and all are level.
    """
    losers = state.losers
    if not losers:
        return (tuple(range(len(state.marks))),)
    stayed = tuple(seat for seat in state.seating if seat not in losers)
    left = tuple(seat for gone in state.exits if gone.how == "left" for seat in gone.seats)
    if state.phase == SEARCH:
        counts = sorted({state.marks[seat] for seat in stayed})
        out = tuple(tuple(seat for seat in stayed if state.marks[seat] == n) for n in counts)
        stayed = ()
    else:
        out = tuple(gone.seats for gone in state.exits if gone.how != "left")
    return tuple(group for group in (*out, stayed, left, losers) if group)


def _sheet(state: State) -> Sheet:
    seats = tuple(range(len(state.marks)))
    rows = [_row(past, seats) for past in state.past]
    if state.results:
        rows.append(_row(round_of(state, None, None), seats))
    counted = state.marks if state.phase == SEARCH else state.coasters.held
    total = Row("marks" if state.phase == SEARCH else "coasters", tuple(Cell(counted[seat]) for seat in seats))
    return Sheet(seats, tuple(rows), (total,))


def _row(past: Round, seats: tuple[Seat, ...]) -> Row:
    cells = {result.seat: _cell(result, past) for result in past.results}
    facts: list[tuple[str, int | str]] = [("round", past.number), ("phase", past.phase)]
    if past.phase == SEARCH:
        facts.append(("search", past.search))
    if past.terms is not None and past.terms.sand:
        facts.append(("sand", 1))
    elif past.terms is not None:
        facts += [("ones", past.terms.ones), ("sixes", past.terms.sixes), ("best", past.terms.best)]
    return Row("round", tuple(cells.get(seat) for seat in seats), (*facts, ("throws", past.limit)), _head(past))


def _head(past: Round) -> Cell | None:
    """The call, as a box of the leader's that holds for the whole line."""
    if past.called_at is None or past.terms is None or past.leader is None:
        return None
    ones, sixes, best, sand = past.terms
    entry = CallSand(past.leader) if sand else Call(past.leader, ones, sixes, best)
    return Cell(turn=past.called_at, entry=entry)


def _cell(result: Result, past: Round) -> Cell:
    seat = result.seat
    marks = ("led",) * (seat == past.leader) + ("chicago",) * result.chicago
    marks += ("best",) * (seat == past.best) + ("loss",) * (seat == past.worst)
    if past.terms is not None and past.terms.sand:
        marks += ("sand",)
    value = result.value(past.terms) if past.terms is not None else None
    return Cell(value, marks, result.dice, result.throws, result.turn, entry=_entry(result))


def _entry(result: Result) -> Action:
    """The whole turn as one action."""
    if result.chicago:
        return InOneThrow(result.seat, result.throws)
    if result.dice is None:
        assert result.booked is not None
        return Booked(result.seat, result.booked, result.throws)
    return Settled(result.seat, result.dice, result.throws)
