"""Chicago with cards: how awards are booked. Both ways in come here: what the table says, and what the app deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import takewhile

from scorekeeper.engine.cards import CATEGORIES, Value
from scorekeeper.engine.core import Action, Event, Pending, Seat, Step, event
from scorekeeper.engine.games._cards_rules import (
    AWARDS,
    DEALS,
    FOLLOWS,
    FOUR,
    RESET,
    ROYAL,
    Announced,
    Called,
    ChicagoPlayed,
    Due,
    LastTrick,
    NobodyScores,
    Rules,
    Showed,
    Shuffled,
    Violated,
    hands_to_announce,
)
from scorekeeper.engine.games._cards_table import Cards, Deal, Entry, State

# ---- what is due --------------------------------------------------------------------------------------------------


def entry_due(state: State) -> Pending:
    """The next line of the ledger, or a deal by the app while nothing of this one was booked."""
    stopped: tuple[Seat, ...] = ()
    if state.rules.buy_stop_violation == "reset_to_0":
        stopped = tuple([seat for seat in state.seating if state.is_stopped(seat)])
    callers: tuple[Seat, ...] = ()
    if state.at_first_end and state.caller is None:
        callers = tuple([seat for seat in state.seating if state.may_call(seat)])
    assert state.dealer is not None
    moment = state.plan[state.stage], state.between_deals, state.at_first_end
    return _due(state.rules, state.seating, state.dealer, moment, callers, state.caller, stopped)


@lru_cache(maxsize=4096)
def _due(
    rules: Rules,
    seating: tuple[Seat, ...],
    dealer: Seat,
    moment: tuple[str, bool, bool],
    callers: tuple[Seat, ...],
    caller: Seat | None,
    stopped: tuple[Seat, ...],
) -> Due:
    """From fine to coarse: a whole deal, the cards, the hand."""
    kind, is_new, is_first_end = moment
    accepts: list[type[Action]] = [Shuffled] if is_new else []
    hands = hands_to_announce(rules)
    if caller is not None:
        accepts, callers, hands = [ChicagoPlayed], (caller,), (ROYAL,) if rules.royal_wins else ()
    elif kind == "hand":
        accepts += [Showed, Announced, NobodyScores]
    else:
        accepts += [LastTrick]
        hands = (ROYAL,) if rules.royal_wins and is_first_end else ()
    if callers and caller is None:
        accepts += [Called, ChicagoPlayed]
    if hands == (ROYAL,):
        accepts += [Announced]  # rule 8: the royal is announced before the first trick, whatever was called
    if stopped:
        accepts += [Violated]
    return Due(
        dealer,
        tuple(accepts),
        among=seating,
        cards=52 if is_new else 0,
        hands=hands,
        shared=rules.hand_tie == "all_score",
        callers=callers,
        stopped=stopped,
        choose=rules.four_kind_effect == "choose",
        ace_low=rules.ace_low,
    )


def enter(state: State, action: Action) -> Step[State]:
    """Book what the table says."""
    match action:
        case Showed():
            return _compare(state, action)
        case Announced(seats, hand):
            return book_hand(state, seats, hand)
        case NobodyScores():
            return book_hand(state, ())
        case LastTrick(seat, two):
            return book_trick(state, seat, two=two)
        case Called(seat):
            return call(state, seat)
        case ChicagoPlayed(seat, made):
            return book_chicago(state, seat, made=made)
        case Violated(seat):
            return _book_violation(state, seat)
    raise AssertionError(action)


def _compare(state: State, showed: Showed) -> Step[State]:
    by_seat = dict(zip(showed.seats, showed.values(ace_low=state.rules.ace_low), strict=True))
    order = [seat for seat in state.order if seat in by_seat]
    owners, hand = best(order, [by_seat[seat] for seat in order], state.rules)
    return book_hand(state, owners, RESET if showed.quads == "reset" else hand)


def best(order: Sequence[Seat], values: Sequence[Value], rules: Rules) -> tuple[tuple[Seat, ...], str]:
    """Rules 5 and 6: who scores with what. Nobody if all hold high cards, or by the rule for equal hands."""
    top = max(values)
    hand = CATEGORIES[top[0]]
    owners = tuple(seat for seat, value in zip(order, values, strict=True) if value == top)
    if top[0] == 0:
        return (), ""
    if len(owners) == 1 or rules.hand_tie == "all_score":
        return owners, hand
    if rules.hand_tie == "forehand" or (hand == ROYAL and rules.royal_wins):
        return owners[:1], hand
    return (), ""


# ---- the awards ---------------------------------------------------------------------------------------------------


def book_hand(state: State, owners: tuple[Seat, ...], hand: str = "") -> Step[State]:
    """The best hand, rules 5 to 7. `hand` is "four_reset" where its owner chose that."""
    if hand == ROYAL and state.rules.royal_wins:
        return win_by_royal(state, min(owners, key=state.order.index))
    points = state.points(hand) if hand else 0
    scores = {seat: state.scores[seat] + points for seat in owners}
    detail, events = hand, [_told(state, "scored", seat, points, hand=hand) for seat in owners]
    if not owners:
        events = [event("nobody", deal=state.number, after=state.after)]
    effect = state.rules.four_kind_effect
    if hand == RESET or (hand == FOUR and effect in ("both", "reset")):
        scores |= {seat: 0 for seat in state.seating if seat not in owners}
        detail = "both" if effect == "both" else "reset"
        events = [event("reset", owners[0], deal=state.number, after=state.after), *(events if points else [])]
    return _book(state, "hand", tuple(sorted(owners)), detail, scores, events)


def book_trick(state: State, seat: Seat, *, two: bool) -> Step[State]:
    """Rule 10."""
    special = state.rules.last_trick_two
    with_two = two and isinstance(special, int)
    points = special if with_two and isinstance(special, int) else state.rules.last_trick
    events = [_told(state, "trick", seat, points)]
    return _book(state, "trick", (seat,), "two" * with_two, {seat: state.scores[seat] + points}, events)


def call(state: State, seat: Seat) -> Step[State]:
    return Step(state._replace(caller=seat), (event("called", seat, deal=state.number),))


def book_chicago(state: State, seat: Seat, *, made: bool) -> Step[State]:
    """Rule 11: all five tricks or not, and nobody scores anything else in this deal."""
    points = state.rules.chicago_points * (1 if made else -1)
    kind = "made" if made else "failed"
    if made:
        state = state._replace(made=tuple(n + (s == seat) for s, n in enumerate(state.made)))
    scores = {seat: state.scores[seat] + points}
    return _book(state, kind, (seat,), "", scores, [_told(state, kind, seat, points)], ends_deal=True)


def fail_chicago(state: State, seat: Seat) -> Step[State]:
    """Rule 13: the caller leaves, so the Chicago has failed. Nothing more of this deal counts."""
    points = -state.rules.chicago_points
    failed = void(_noted(state, "failed", (seat,), "", {seat: state.scores[seat] + points}))
    events = (_told(state, "failed", seat, points), event("round-over", round=state.number))
    return Step(failed._replace(dealer=state.forehand), events)


def _book_violation(state: State, seat: Seat) -> Step[State]:
    events = [event("penalty", seat, deal=state.number)]
    return _book(state, "penalty", (seat,), "", {seat: 0}, events, is_award=False)


def win_by_royal(state: State, seat: Seat) -> Step[State]:
    """Rule 8."""
    won = _noted(state, "royal", (seat,), "", {})
    return _win(won, seat, (event("royal", seat, deal=state.number),))


def _told(state: State, key: str, seat: Seat, points: int, **facts: str) -> Event:
    return event(key, seat, deal=state.number, after=state.after, points=points, **facts)


def _book(
    state: State,
    kind: str,
    seats: tuple[Seat, ...],
    detail: str,
    scores: Mapping[Seat, int],
    events: Sequence[Event],
    *,
    is_award: bool = True,
    ends_deal: bool = False,
) -> Step[State]:
    """Write a line, look for a winner, and go on to the next award or the next deal."""
    booked = _noted(state, kind, seats, detail, scores)
    winner = leader(booked) if state.rules.win_check == "immediate" else None
    if winner is not None:
        return _win(booked, winner, tuple(events))
    stage = booked.stage + is_award
    if ends_deal or stage == len(state.plan):
        return _end_deal(booked, tuple(events))
    return Step(booked._replace(stage=stage), tuple(events))


def _noted(state: State, kind: str, seats: tuple[Seat, ...], detail: str, scores: Mapping[Seat, int]) -> State:
    after = tuple([scores.get(seat, score) for seat, score in enumerate(state.scores)])
    if state.rules.negative_scores == "floor_0":
        after = tuple([max(0, score) for score in after])
    change = tuple([new - old for new, old in zip(after, state.scores, strict=True)])
    turn = turn_of(state) if state.cards is None else None
    entry = Entry(kind, state.after, seats, detail, change, turn)
    return state._replace(scores=after, entries=(*state.entries, entry))


# ---- the end of a deal and of the match ---------------------------------------------------------------------------


def leader(state: State) -> Seat | None:
    """Rule 12: who has reached the target, alone at the top of those who have."""
    needs_chicago = state.rules.need_chicago_to_win == "on"
    target, scores = state.rules.target, state.scores
    there = [s for s in state.seating if scores[s] >= target and (state.made[s] or not needs_chicago)]
    if not there:
        return None
    top = max(scores[seat] for seat in there)
    highest = [seat for seat in there if scores[seat] == top]
    return highest[0] if len(highest) == 1 else None


def _win(state: State, seat: Seat, events: tuple[Event, ...]) -> Step[State]:
    won = _closed(state)._replace(winners=(seat,), is_over=True)
    return Step(won, (*events, event("round-over", round=state.number), event("won", seat)))


def _end_deal(state: State, events: tuple[Event, ...]) -> Step[State]:
    winner = leader(state) if state.rules.win_check == "end_of_deal" else None
    if winner is not None:
        return _win(state, winner, events)
    after = _closed(state)._replace(dealer=state.forehand)
    over = event("round-over", round=state.number)
    return Step(after, (*events, over, event("deals", after.dealer, deal=after.number)))


def _closed(state: State, *, void: bool = False) -> State:
    deal = Deal(state.number, state.dealer, state.entries, state.scores, void)
    return state._replace(past=(*state.past, deal), entries=(), stage=0, caller=None, cards=None)


def void(state: State) -> State:
    """Rule 13: nothing more of this deal counts. What is booked stands."""
    return _closed(state, void=True)


# ---- the numbers of turns -----------------------------------------------------------------------------------------


def first_turn(state: State) -> int:
    return DEALS * state.number


def turn_of(state: State) -> int:
    if state.dealer is None:
        return 0
    cards: Cards | None = state.cards
    return first_turn(state) + (_number_in_deal(state) if cards is None else FOLLOWS + cards.steps)


def _number_in_deal(state: State) -> int:
    """By award: what is booked for one never has the number of what is booked for another."""
    since = takewhile(lambda entry: entry.kind == "penalty", reversed(state.entries))
    return AWARDS * state.stage + sum(1 for _ in since)
