"""Chicago with calls: how a round ends, and with it a search or the match. Rules: chicago_calls.py."""

from __future__ import annotations

from scorekeeper.engine.calls import best_and_worst
from scorekeeper.engine.core import Event, Seat, Step, event
from scorekeeper.engine.games._calls_state import (
    CLEARING,
    Round,
    State,
    led_by,
    next_in,
    shrunk,
    without,
)
from scorekeeper.engine.people import clockwise


def score_if_complete(state: State, events: tuple[Event, ...] = ()) -> Step[State]:
    if state.call is None or len(state.results) < len(state.order):
        return Step(state, events)
    best, worst = best_and_worst(state.results, state.call)
    done = round_of(state, best.seat if best else None, worst.seat if worst else None)
    events += (event("round-over", round=done.number),)
    match state.phase:
        case "search":
            return _score_search(state, done, events)
        case "handing":
            return _hand_out(state, done, events)
        case _:
            return _clear(state, done, events)


def round_of(state: State, best: Seat | None, worst: Seat | None) -> Round:
    gone = tuple([r.seat for r in state.results if r.chicago]) if state.rules.chicago_leaves else ()
    return Round(
        state.round_no,
        state.phase,
        state.search,
        state.caller,
        state.limit or 0,
        state.call,
        state.results,
        best,
        worst,
        gone,
        coasters=state.coasters,
        marks=state.marks,
        called_at=state.called_at,
    )


def _next_round(state: State, done: Round, leader: Seat, why: str, events: tuple[Event, ...]) -> Step[State]:
    done = done._replace(next_leader=leader, why=why, coasters=state.coasters, marks=state.marks)
    after = led_by(state._replace(past=(*state.past, done)), leader)
    return Step(after, (*events, event("leads", leader, round=after.round_no)))


def finish(state: State, losers: tuple[Seat, ...], events: tuple[Event, ...]) -> Step[State]:
    """It is over. No loser: it ended because people left."""
    over = state._replace(
        order=(), results=(), turn=None, lot=None, limit=None, call=None, leader=None, losers=losers
    )
    ended = [event("loses", seat) for seat in losers] or [event("no-loser")]
    return Step(over, (*events, *ended))


def _end_match(state: State, done: Round, losers: tuple[Seat, ...], events: tuple[Event, ...]) -> Step[State]:
    done = done._replace(coasters=state.coasters, marks=state.marks)
    return finish(state._replace(past=(*state.past, done)), losers, events)


# ---- Basic -----------------------------------------------------------------------------------------------------


def _score_search(state: State, done: Round, events: tuple[Event, ...]) -> Step[State]:
    """Rule 7: the best of the round is safe."""
    assert done.best is not None and done.worst is not None
    searched = tuple([seat for seat in state.searched if seat != done.best])
    events += (event("safe", done.best, round=done.number),)
    worst, state = done.worst, state._replace(searched=searched)
    done = done._replace(safe=(done.best,))
    if len(searched) > 1:
        return _next_round(state, done, worst, "worst", events)
    loser = searched[0]
    marks = tuple([n + (seat == loser) for seat, n in enumerate(state.marks)])
    state = state._replace(marks=marks)
    events += (event("mark", loser, search=state.search),)
    return end_search(state, done._replace(marked=loser, marks=marks), loser, events)


def end_search(state: State, done: Round | None, lead: Seat, events: tuple[Event, ...]) -> Step[State]:
    """The next search, or the end. Without `done` people left, and this search has no loser."""
    if done is not None and (state.search < state.rules.searches):
        again = state._replace(search=state.search + 1, searched=state.seating)
        return _next_round(again, done, lead, "marked", events)
    if done is None and not state.is_playoff and state.search < state.rules.searches:
        again = led_by(state._replace(search=state.search + 1, searched=state.seating), lead)
        return Step(again, (*events, event("leads", lead, round=again.round_no)))
    most = max([state.marks[seat] for seat in state.seating])
    tied = tuple([seat for seat in state.seating if state.marks[seat] == most]) if most else ()
    playoff = len(tied) > 1 and state.rules.marks_tie == "playoff" and not (state.is_playoff and done is None)
    if playoff:
        leader = next_in(state, lead, tied)
        again = state._replace(search=state.search + 1, searched=tied, is_playoff=True)
        events += (event("playoff", seats=tied),)
        if done is not None:
            return _next_round(again, done, leader, "playoff", events)
        return Step(led_by(again, leader), (*events, event("leads", leader, round=again.round_no)))
    if done is None:
        return finish(state, () if state.is_playoff else tied, events)
    return _end_match(state, done, tied, events)


# ---- Bavarian and Tschigg --------------------------------------------------------------------------------------


def _hand_out(state: State, done: Round, events: tuple[Event, ...]) -> Step[State]:
    """The worst takes one; with the last one the clearing begins among those who hold any."""
    worst = done.worst
    if worst is None:
        return _lead_on(state, done, events)
    coasters = state.coasters.handed_to(worst)
    done = done._replace(taker=worst)
    state = state._replace(coasters=coasters)
    events += (event("took", worst, round=done.number),)
    if coasters.stack:
        return _next_round(state, done, worst, "worst", events)
    spared = tuple([seat for seat in state.seating if not coasters.held[seat]])
    state = state._replace(phase=CLEARING)
    if spared:
        state = without(state, spared, "safe")
    events += tuple([event("safe", seat, round=done.number) for seat in spared])
    done = done._replace(safe=spared)
    if len(state.seating) <= state.to_lose:
        return _end_match(state, done, state.seating, events)
    state, done, events = _shrink(state, done, worst, (*events, event("clearing", round=done.number)))
    return _next_round(state, done, worst, "worst", events)


def _clear(state: State, done: Round, events: tuple[Event, ...]) -> Step[State]:
    """Rules 8 to 10: the best gets rid of one, and may be safe then."""
    best, worst, number = done.best, done.worst, done.number
    if not done.gone and best is not None and (worst is not None or state.rules.variant == "bavarian"):
        if state.rules.variant == "bavarian":
            coasters = state.coasters.put_down_by(best)
            done = done._replace(giver=best)
            events += (event("put-down", best, round=number),)
        else:
            assert worst is not None
            coasters = state.coasters.passed(best, worst)
            done = done._replace(giver=best, taker=worst)
            events += (event("passed", best, to=worst, round=number),)
        state = state._replace(coasters=coasters)
        if not coasters.held[best]:
            state = without(state, (best,), "safe")
            done = done._replace(safe=(best,))
            events += (event("safe", best, round=number),)
    if len(state.seating) <= state.to_lose:
        return _end_match(state, done, state.seating, events)
    start = worst if worst is not None else state.leader
    assert start is not None
    state, done, events = _shrink(state, done, start, events)
    return _lead_on(state, done, events)


def _shrink(
    state: State, done: Round, start: Seat, events: tuple[Event, ...]
) -> tuple[State, Round, tuple[Event, ...]]:
    """Rule 9: surplus coasters leave the game."""
    state, givers = shrunk(state, start)
    heard = tuple([event("surplus", seat, round=done.number) for seat in givers])
    return state, done._replace(surplus=givers), events + heard


def _lead_on(state: State, done: Round, events: tuple[Event, ...]) -> Step[State]:
    """Rule 11."""
    assert state.leader is not None
    if done.worst is None:
        leader, why = state.leader, "same"
    elif state.phase == CLEARING and state.rules.clearing_lead == "most_coasters":
        order = [seat for seat in clockwise(state.ring, state.leader) if seat in state.seating]
        leader, why = state.coasters.most(order), "most"
    else:
        leader, why = done.worst, "worst"
    if leader not in state.seating:
        leader, why = next_in(state, leader, state.seating), "after"
    return _next_round(state, done, leader, why, events)
