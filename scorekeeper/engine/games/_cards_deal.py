"""Chicago with cards: a deal that the app deals, with hands that only their owners see."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import chain, combinations

from scorekeeper.engine.cards import DECK, HAND, UNKNOWN, Card, royal_in, sorted_hand, value
from scorekeeper.engine.core import Action, Decide, Event, Pending, Seat, Step, event
from scorekeeper.engine.games._cards_ledger import best, book_chicago, book_hand, book_trick, call, win_by_royal
from scorekeeper.engine.games._cards_rules import (
    FOUR,
    RESET,
    CallChicago,
    Due,
    Exchange,
    OneUp,
    Pass,
    Play,
    PlayLast,
    Quads,
    Shuffled,
)
from scorekeeper.engine.games._cards_table import Cards, Hand, State, Trick

SIX = HAND + 1


def cards_of(state: State) -> Cards:
    assert state.cards is not None
    return state.cards


# ---- whose choice it is -------------------------------------------------------------------------------------------


def choice(state: State) -> Pending:
    cards = cards_of(state)
    if cards.at < len(cards.order) and cards.draws and not cards.pack:
        return _reshuffle(len(cards.discards))
    seat = cards.seat
    match cards.phase:
        case "exchange":
            return _exchanges(seat, len(cards.hand), cards.exchange == 1, state.is_stopped(seat))
        case "offer":
            return _offer(seat)
        case "quads":
            return _quads(seat)
        case "chicago":
            return _window(seat)
    if len(cards.hand) == 1:
        return _last(seat)
    return _plays(seat, playable(cards.hand, cards.trick))


@lru_cache
def _reshuffle(count: int) -> Due:
    """Nobody chooses here, so the app does it by itself."""
    return Due(None, (Shuffled,), cards=count)


@lru_cache
def _exchanges(seat: Seat, held: int, is_first: bool, stopped: bool) -> Decide:
    """Rule 3 and 4: any cards; none for whoever is stopped, and one of six."""
    if held == SIX:
        return Decide(seat, tuple([Exchange(seat, (place,)) for place in range(SIX)]))
    sizes = (0,) if stopped else range(HAND + 1)
    sets = chain.from_iterable(combinations(range(HAND), size) for size in sizes)
    return Decide(seat, tuple([Exchange(seat, places) for places in sets]))


@lru_cache
def _offer(seat: Seat) -> Decide:
    return Decide(seat, (OneUp(seat, True), OneUp(seat, False)))


@lru_cache
def _quads(seat: Seat) -> Decide:
    return Decide(seat, (Quads(seat, "points"), Quads(seat, "reset")))


@lru_cache
def _window(seat: Seat) -> Decide:
    return Decide(seat, (Pass(seat), CallChicago(seat)))


@lru_cache
def _last(seat: Seat) -> Decide:
    return Decide(seat, (PlayLast(seat),))


@lru_cache(maxsize=8192)
def _plays(seat: Seat, cards: Hand) -> Decide:
    return Decide(seat, tuple([Play(seat, card) for card in cards]))


def playable(hand: Hand, trick: Trick) -> Hand:
    """Rule 9: of the led suit if there is one."""
    if not trick.cards:
        return hand
    suit = trick.suit
    return tuple([card for card in hand if card[1] == suit]) or hand


# ---- what it does -------------------------------------------------------------------------------------------------


def chosen(state: State, action: Action) -> Step[State]:
    cards = cards_of(state)
    state = state._replace(cards=cards._replace(steps=cards.steps + 1))
    match action:
        case Shuffled(order):
            return _shuffled_again(state, order)
        case Exchange(_, places):
            return _exchange(state, places)
        case OneUp(_, take):
            return _one_up(state, take=take)
        case Quads(seat, effect):
            return _go_on(book_hand(state, (seat,), RESET if effect == "reset" else FOUR))
        case Pass():
            return _next_to_call(state, cards.at + 1)
        case CallChicago(seat):
            called = call(state, seat)
            return Step(_lead(called.state, seat), called.events)
        case Play(seat, card):
            return _play(state, seat, card)
        case PlayLast(seat):
            return _play(state, seat, cards.hand[0])
    raise AssertionError(action)


def _changed(state: State, **changes: object) -> State:
    return state._replace(cards=cards_of(state)._replace(**changes))  # type: ignore[arg-type]


def _then(step: Step[State], follow: Callable[[State], Step[State]]) -> Step[State]:
    """What follows, if the deal goes on, with everything heard so far."""
    if step.state.cards is None:
        return step
    after = follow(step.state)
    return Step(after.state, step.events + after.events)


# ---- the deal and the exchanges -----------------------------------------------------------------------------------


def deal(state: State, order: tuple[int, ...]) -> Step[State]:
    """Rules 2 and 4: five each, one at a time; a sixth for whoever is stopped, by the house rule."""
    pack, seats = [DECK[card] for card in order], state.order
    n = len(seats)
    six = state.rules.buy_stop_style == "six_cards"
    sixth = tuple([seat for seat in seats if six and state.is_stopped(seat)])
    hands = [pack[at : HAND * n : n] for at in range(n)]
    for number, seat in enumerate(sixth):
        hands[seats.index(seat)].append(pack[HAND * n + number])
    rest = tuple(pack[HAND * n + len(sixth) :])
    cards = Cards(seats, tuple([sorted_hand(hand) for hand in hands]), rest, six=sixth, changed=((),))
    dealt = Step(state._replace(cards=cards), (event("dealt", state.dealer, deal=state.number),))
    return _then(dealt, _look_for_royal)


def _exchange(state: State, places: tuple[int, ...]) -> Step[State]:
    cards = cards_of(state)
    aside = tuple([cards.hand[place] for place in places])
    draws = HAND - len(cards.hand) + len(places)
    kept = tuple([card for place, card in enumerate(cards.hand) if place not in places])
    changed = (*cards.changed[:-1], (*cards.changed[-1], draws))
    held = _with(cards.held, cards.at, kept)
    one_up = state.rules.one_up == "on" and draws == 1
    phase = "offer" if one_up else "exchange"
    after = _changed(state, held=held, aside=aside, draws=draws, changed=changed, phase=phase)
    told = event("exchanged", cards.seat, deal=state.number, exchange=cards.exchange, cards=draws)
    return _then(Step(after, (told,)), _turn_up if one_up else _draw)


def _turn_up(state: State) -> Step[State]:
    """House rule `one_up`: a single card is turned up before it is taken."""
    cards = cards_of(state)
    if not cards.pack:
        return Step(state)
    return Step(_changed(state, offer=cards.pack[0], pack=cards.pack[1:], draws=0))


def _one_up(state: State, *, take: bool) -> Step[State]:
    cards = cards_of(state)
    assert cards.offer is not None
    if take:
        held = _with(cards.held, cards.at, sorted_hand((*cards.hand, cards.offer)))
        return _draw(_changed(state, held=held, offer=None, phase="exchange"))
    return _draw(_changed(state, aside=(*cards.aside, cards.offer), offer=None, draws=1, phase="exchange"))


def _draw(state: State) -> Step[State]:
    """What the pack has; if it runs short, the table waits for a shuffle."""
    cards = cards_of(state)
    drawn, rest = cards.pack[: cards.draws], cards.pack[cards.draws :]
    draws = cards.draws - len(drawn)
    held = _with(cards.held, cards.at, sorted_hand((*cards.hand, *drawn))) if drawn else cards.held
    after = cards._replace(held=held, pack=rest, draws=draws)
    if draws:
        return Step(state._replace(cards=after))
    done = after._replace(discards=(*cards.discards, *cards.aside), aside=(), at=cards.at + 1)
    after_state = state._replace(cards=done)
    if done.at < len(done.order):
        return Step(after_state)
    return _then(_look_for_royal(after_state), _exchange_over)


def _shuffled_again(state: State, order: tuple[int, ...]) -> Step[State]:
    """Rule 3: the discards become the pack, without what the drawer has laid aside just now."""
    cards = cards_of(state)
    pack = tuple([cards.discards[place] for place in order])
    again = _changed(state, pack=pack, discards=())
    told = event("reshuffled", deal=state.number, cards=len(pack))
    return _then(Step(again, (told,)), _turn_up if cards.phase == "offer" else _draw)


def _look_for_royal(state: State) -> Step[State]:
    """Rule 8."""
    if state.rules.royal_wins:
        cards = cards_of(state)
        for seat, hand in zip(cards.order, cards.held, strict=True):
            if royal_in(hand):
                return win_by_royal(state, seat)
    return Step(state)


def _exchange_over(state: State) -> Step[State]:
    if cards_of(state).exchange < state.exchanges:
        return _score(state)
    return _next_to_call(state, 0)


# ---- scoring ------------------------------------------------------------------------------------------------------


def _score(state: State) -> Step[State]:
    """Rules 5 to 7, with the hands as they were after the exchange."""
    cards, rules = cards_of(state), state.rules
    hands = [(*held, *cards.played_by(seat)) for seat, held in zip(cards.order, cards.held, strict=True)]
    owners, hand = best(cards.order, [value(hand, ace_low=rules.ace_low) for hand in hands], rules)
    if hand == FOUR and rules.four_kind_effect == "choose":
        return Step(_changed(state, phase="quads", at=cards.order.index(owners[0])))
    return _go_on(book_hand(state, owners, hand))


def _go_on(booked: Step[State]) -> Step[State]:
    """After an award: the next exchange, or the next award of the end."""
    return _then(booked, lambda state: _close(state) if cards_of(state).tricks else _next_exchange(state))


def _next_exchange(state: State) -> Step[State]:
    cards = cards_of(state)
    changes = (*cards.changed, ())
    return Step(_changed(state, phase="exchange", exchange=cards.exchange + 1, at=0, changed=changes))


def _close(state: State) -> Step[State]:
    """Rule 10: the last trick and the best hand, in the order that the house has agreed on."""
    if state.plan[state.stage] == "hand":
        return _score(state)
    last = cards_of(state).tricks[-1]
    return _go_on(book_trick(state, last.winner, two=last.taken_with[0] == "2"))


# ---- Chicago and the tricks ---------------------------------------------------------------------------------------


def _next_to_call(state: State, at: int) -> Step[State]:
    """Rule 11: clockwise from forehand, of those who may; then forehand leads."""
    order = cards_of(state).order
    while at < len(order) and not state.may_call(order[at]):
        at += 1
    if at < len(order):
        return Step(_changed(state, phase="chicago", at=at))
    return Step(_lead(state, order[0]))


def _lead(state: State, seat: Seat) -> State:
    return _changed(state, phase="tricks", trick=Trick(), at=cards_of(state).order.index(seat))


def _play(state: State, seat: Seat, card: Card) -> Step[State]:
    cards = cards_of(state)
    held = _with(cards.held, cards.at, tuple([other for other in cards.hand if other != card]))
    trick = Trick((*cards.trick.cards, (seat, card)))
    if len(trick.cards) < len(cards.order):
        at = (cards.at + 1) % len(cards.order)
        return Step(_changed(state, held=held, trick=trick, at=at))
    return _trick_over(_changed(state, held=held, trick=Trick(), tricks=(*cards.tricks, trick)), trick)


def _trick_over(state: State, trick: Trick) -> Step[State]:
    winner, number = trick.winner, len(cards_of(state).tricks)
    told: tuple[Event, ...] = (event("took", winner, deal=state.number, trick=number),)
    is_last = number == HAND
    if state.caller is not None and (is_last or winner != state.caller):
        booked = book_chicago(state, state.caller, made=winner == state.caller)
        return Step(booked.state, told + booked.events)
    if is_last:
        return _then(Step(state, told), _close)
    return Step(_lead(state, winner), told)


# ---- what a seat may know -----------------------------------------------------------------------------------------


def seen_by(cards: Cards, seat: Seat | None) -> Cards:
    """Rule 14: the own hand, and what has been played. Of the rest only how many cards there are."""
    held = tuple(
        [
            hand if owner == seat else (UNKNOWN,) * len(hand)
            for owner, hand in zip(cards.order, cards.held, strict=True)
        ]
    )
    mine = cards.offer is not None and cards.seat == seat
    return cards._replace(
        held=held,
        pack=(UNKNOWN,) * len(cards.pack),
        discards=(UNKNOWN,) * len(cards.discards),
        aside=(UNKNOWN,) * len(cards.aside),
        offer=cards.offer if mine or cards.offer is None else UNKNOWN,
    )


def _with(hands: tuple[Hand, ...], at: int, hand: Hand) -> tuple[Hand, ...]:
    return (*hands[:at], hand, *hands[at + 1 :])
