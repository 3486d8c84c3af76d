"""The match round a score sheet: Yahtzee, Yatzy, Maxi Yatzy and Kniffel are presets over this.

Round after round everybody takes a turn: throws of which any dice may be kept, then one empty box is written. Which
boxes there are, which of them may be written and what dice score there is the `Book`, in `scorecards.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, combinations
from typing import Any, NamedTuple

from scorekeeper.engine.boxes import all_alike
from scorekeeper.engine.core import (
    Action,
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
from scorekeeper.engine.dice import Drawn, Faces, Rolled
from scorekeeper.engine.people import Joined, Left, Moved, Skipped, clockwise, moves, reseat
from scorekeeper.engine.scorecards import Book, Card, Entry, Offer
from scorekeeper.engine.sheet import Cell, Row, Sheet
from scorekeeper.engine.sheet_actions import Choice, Noted, Reroll, WholeTurn, Write, Written

# ---- where a match stands --------------------------------------------------------------------------------------


class Turn(NamedTuple):
    """A turn that is kept throw by throw."""

    dice: Faces
    throws: int
    hand: tuple[int, ...] = ()  # positions about to be thrown


@dataclass(frozen=True, slots=True)
class RollOff:
    """All dice once each, the highest total; tied ones throw again. For the first turn, or for the win."""

    seats: tuple[Seat, ...]
    thrown: tuple[int, ...] = ()
    again: bool = False


class State(NamedTuple):
    book: Book
    seating: tuple[Seat, ...]  # those who play, clockwise
    cards: tuple[Card, ...]  # by number of the seat
    first: Seat | None = None  # who begins each round; None until it is known
    order: tuple[Seat, ...] = ()  # of the turns of this round
    at: int = 0  # how many of them are over
    round_no: int = 0  # beyond the last one: turns are made up
    turn: Turn | None = None
    turns: int = 0  # that are over
    roll_off: RollOff | None = None
    gone: tuple[Seat, ...] = ()
    winners: tuple[Seat, ...] = ()

    @property
    def on_turn(self) -> Seat | None:
        return self.order[self.at] if self.at < len(self.order) and not self.winners else None

    @property
    def rounds(self) -> int:
        return len(self.book.boxes)

    @property
    def makes_up(self) -> bool:
        """Whether the turns are those that a late-comer has missed."""
        return self.round_no > self.rounds

    @property
    def between_rounds(self) -> bool:
        return bool(self.order) and not self.at and self.turn is None and not self.makes_up

    def card(self, seat: Seat) -> Card:
        return self.cards[seat]

    def total(self, seat: Seat) -> int:
        return self.book.total(self.cards[seat])

    def offers(self, dice: Faces) -> tuple[Offer, ...]:
        """What dice score in each open box of whoever is on turn."""
        seat = self.on_turn
        return self.book.offers(self.cards[seat], dice) if seat is not None else ()

    @property
    def cap(self) -> int:
        """Throws that the turn under way may take."""
        seat = self.on_turn
        return self.book.cap(self.cards[seat]) if seat is not None else 0

    @property
    def standings(self) -> tuple[tuple[Seat, int], ...]:
        """Those who play and their totals, the highest first."""
        return tuple(sorted(((seat, self.total(seat)) for seat in self.seating), key=lambda pair: -pair[1]))


class SheetGame(ABC):
    """What the presets share. Each names its `key`, its `rules` and the book that they make."""

    version = 2  # 1: a change of places took it back that somebody was skipped
    seats = range(1, 9)
    actions: frozenset[type[Action]] = frozenset(
        {Drawn, Rolled, Reroll, Write, Written, Noted, Left, Joined, Moved, Skipped}
    )

    @abstractmethod
    def book(self, rules: Any) -> Book:
        """The boxes of this preset, as the house rules have them."""

    def start(self, seats: int, rules: Any) -> State:
        if seats not in self.seats:
            raise IllegalAction("wrong-number-of-players", least=self.seats[0], most=self.seats[-1], got=seats)
        book, everybody = self.book(rules), tuple(range(seats))
        state = State(book, everybody, (book.empty,) * seats)
        if seats == 1 or book.first_player == "first_seat":
            return _begin(state, 0)
        return state._replace(roll_off=RollOff(everybody)) if book.first_player == "roll_off" else state

    def pending(self, state: State) -> Pending:
        if state.winners:
            return Over(_ranking(state))
        book, roll_off, turn = state.book, state.roll_off, state.turn
        if roll_off is not None:
            return _throws(roll_off.seats[len(roll_off.thrown)], book.dice)
        if state.first is None:
            return Chance(None, (Drawn,), among=state.seating)
        seat = state.order[state.at]
        card = state.cards[seat]
        if turn is None:
            throws = tuple(range(1, book.rolls + card.saved + 1))
            usual = None if book.saves else book.rolls
            return WholeTurn(
                seat, (Rolled, Written, Noted), book.dice, throws, usual, book.totals, book=book, card=card
            )
        if turn.hand:
            return _throws(seat, len(turn.hand))
        writes, rerolls = _moves(book, seat)
        options: tuple[Action, ...] = tuple([writes[at] for at in book.allowed(card, all_alike(turn.dice))])
        if turn.throws < book.rolls + card.saved:
            options += rerolls
        return Choice(seat, options, book, card, turn.dice)

    def interrupts(self, state: State) -> tuple[Interrupt, ...]:
        if state.winners:
            return ()
        may: tuple[Interrupt, ...] = tuple(Left(seat) for seat in state.seating)
        if state.turn is not None or state.roll_off is not None or state.first is None:
            return may
        if len(state.seating) < self.seats[-1]:
            may = (*may, Joined())
        if not state.makes_up and len(state.order) - state.at > 1:
            may = (*may, Skipped(state.order[state.at]))
        return (*may, *moves(state.seating)) if state.between_rounds else may

    def apply(self, state: State, action: Action) -> Step[State]:
        match action:
            case Rolled(seat, dice):
                return _throw_off(state, sum(dice)) if state.roll_off else Step(_throw(state, dice))
            case Reroll(_, keep):
                return Step(state._replace(turn=_pick_up(state, keep)))
            case Write(seat, box):
                assert state.turn is not None
                return _write(state, seat, box, state.turn.dice, state.turn.throws)
            case Written(seat, dice, throws, box):
                return _write(state, seat, box, dice, throws)
            case Noted(seat, points, throws, box, alike):
                if alike:
                    return _write(state, seat, box, (alike,) * state.book.dice, throws)
                return _enter(state, seat, box, Entry(points, None, _kept(state, throws), state.turns), throws)
            case Drawn(seat):
                return _first(state._replace(turns=state.turns + 1), seat)
            case Left(seat):
                return _leave(state, seat)
            case Joined():
                return _join(state)
            case Moved(seat):
                return Step(_move(state, action), (event("moved", seat),))
            case Skipped(seat):
                order = (*state.order[: state.at], *state.order[state.at + 1 :], seat)
                return Step(state._replace(order=order), (event("skipped", seat),))
        raise AssertionError(action)

    def view(self, state: State, seat: Seat | None) -> State:
        return state  # all dice lie open

    def turn(self, state: State) -> int:
        return state.turns

    def sheet(self, state: State) -> Sheet:
        seats, book = tuple(range(len(state.cards))), state.book
        rows = (
            Row(box.key, tuple(_cell(book, at, seat, state.cards[seat].entries[at]) for seat in seats))
            for at, box in enumerate(book.boxes)
        )
        sums: list[tuple[str, list[int]]] = [
            ("upper", [book.upper(card) for card in state.cards]),
            ("bonus", [book.earned_bonus(card) for card in state.cards]),
            ("lower", [book.lower(card) for card in state.cards]),
            ("total", [book.total(card) for card in state.cards]),
        ]
        if book.extra:
            sums.insert(2, ("extra", [book.extra * card.extras for card in state.cards]))
        if book.saves:
            sums.append(("saved", [card.saved for card in state.cards]))
        return Sheet(seats, tuple(rows), tuple(Row(key, tuple(map(Cell, values))) for key, values in sums))


# ---- who begins ------------------------------------------------------------------------------------------------


def _begin(state: State, seat: Seat) -> State:
    return state._replace(first=seat, order=clockwise(state.seating, seat), at=0, round_no=1, roll_off=None)


def _first(state: State, seat: Seat) -> Step[State]:
    return Step(_begin(state, seat), (event("begins", seat),))


def _throw_off(state: State, total: int) -> Step[State]:
    assert state.roll_off is not None
    roll_off = RollOff(state.roll_off.seats, (*state.roll_off.thrown, total), state.roll_off.again)
    return _settle(state._replace(turns=state.turns + 1), roll_off)


def _settle(state: State, roll_off: RollOff) -> Step[State]:
    """Whoever is highest begins, or wins. Equal ones throw again."""
    seats, totals = roll_off.seats, roll_off.thrown
    if len(seats) > 1 and len(totals) < len(seats):
        return Step(state._replace(roll_off=roll_off))
    best = max(totals, default=0)
    level = tuple(s for s, total in zip(seats, totals, strict=True) if total == best) if totals else seats
    if len(level) > 1:
        return Step(state._replace(roll_off=RollOff(level, again=True)), (event("level", seats=level),))
    if state.first is None:
        return _first(state, level[0])
    return _won(state, level)


# ---- one turn --------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _throws(seat: Seat, dice: int) -> Chance:
    return Chance(seat, (Rolled,), dice)


@cache
def _moves(book: Book, seat: Seat) -> tuple[tuple[Write, ...], tuple[Reroll, ...]]:
    """Everything that this seat can ever choose: to write a box, and to throw some dice again."""
    subsets = chain.from_iterable(combinations(range(book.dice), size) for size in range(book.dice))
    return tuple(Write(seat, box.key) for box in book.boxes), tuple(Reroll(seat, keep) for keep in subsets)


def _throw(state: State, dice: Faces) -> State:
    turn = state.turn
    if turn is None:
        return state._replace(turn=Turn(dice, 1))
    lying = list(turn.dice)
    for position, face in zip(turn.hand, dice, strict=True):
        lying[position] = face
    return state._replace(turn=Turn(tuple(lying), turn.throws + 1))


def _pick_up(state: State, keep: tuple[int, ...]) -> Turn:
    assert state.turn is not None
    dice, throws, _ = state.turn
    return Turn(dice, throws, tuple([position for position in range(len(dice)) if position not in keep]))


def _kept(state: State, throws: int) -> int | None:
    """How many throws a turn took is remembered only where it matters, so that nobody need enter it elsewhere."""
    return throws if state.book.saves else None


def _write(state: State, seat: Seat, box: str, dice: Faces, throws: int) -> Step[State]:
    book, card = state.book, state.cards[seat]
    lying = tuple(sorted(dice))
    points = book.points(card, book.index[box], lying)
    extra = book.is_extra(card, all_alike(lying))
    return _enter(state, seat, box, Entry(points, lying, _kept(state, throws), state.turns, extra), throws)


def _enter(state: State, seat: Seat, box: str, entry: Entry, throws: int) -> Step[State]:
    book, card = state.book, state.cards[seat]
    at = book.index[box]
    entries = (*card.entries[:at], entry, *card.entries[at + 1 :])
    after = Card(entries, card.saved + book.rolls - throws if book.saves else 0)
    events = [event("wrote", seat, box=box)]
    if entry.extra:
        events.append(event("extra", seat, box=box, points=book.extra))
    if entry.points and at < 6 and book.upper(card) < book.bonus_at <= book.upper(after):
        events.append(event("bonus", seat))
    cards = (*state.cards[:seat], after, *state.cards[seat + 1 :])
    ended = state._replace(cards=cards, turn=None, turns=state.turns + 1, at=state.at + 1)
    return _go_on(ended, events)


def _go_on(state: State, events: list[Event]) -> Step[State]:
    """On to whoever is next: in this round, in the next one, or with turns to make up."""
    if state.at < len(state.order):
        return Step(state, tuple(events))
    if not state.seating:
        return _end(state, events)
    round_no = state.round_no
    if not state.makes_up:
        events.append(event("round-over", round=round_no))
        round_no += 1
    if round_no <= state.rounds:
        assert state.first is not None
        order = clockwise(state.seating, state.first)
        return Step(state._replace(order=order, at=0, round_no=round_no), tuple(events))
    late = next((seat for seat in state.seating if state.cards[seat].open), None)
    if late is None:
        return _end(state._replace(round_no=round_no), events)
    return Step(state._replace(order=(late,), at=0, round_no=round_no), tuple(events))


# ---- the end ---------------------------------------------------------------------------------------------------


def _end(state: State, events: list[Event]) -> Step[State]:
    ended = state._replace(order=(), at=0, turn=None)
    if not ended.seating:  # whoever left last was alone by then
        won = _won(ended, ended.gone[-1:])
        return Step(won.state, (*events, *won.events))
    best = max(ended.total(seat) for seat in ended.seating)
    level = tuple(seat for seat in ended.seating if ended.total(seat) == best)
    if len(level) > 1 and ended.book.tie == "roll_off":
        return Step(ended._replace(roll_off=RollOff(level)), (*events, event("level", seats=level)))
    won = _won(ended, level)
    return Step(won.state, (*events, *won.events))


def _won(state: State, winners: tuple[Seat, ...]) -> Step[State]:
    told = event("won", winners[0]) if len(winners) == 1 else event("drawn", seats=winners)
    return Step(state._replace(winners=winners, roll_off=None), (told,))


def _ranking(state: State) -> tuple[tuple[Seat, ...], ...]:
    """The winners, then those who played to the end, then those who left; each by their totals."""
    stayed = tuple(seat for seat in state.seating if seat not in state.winners)
    left = tuple(seat for seat in state.gone if seat not in state.winners)
    return (state.winners, *_by_total(state, stayed), *_by_total(state, left))


def _by_total(state: State, seats: tuple[Seat, ...]) -> list[tuple[Seat, ...]]:
    totals = sorted({state.total(seat) for seat in seats}, reverse=True)
    return [tuple(seat for seat in seats if state.total(seat) == total) for total in totals]


# ---- people who come and go ------------------------------------------------------------------------------------


def _move(state: State, move: Moved) -> State:
    """Between two rounds; whoever was skipped already still throws last in the next one."""
    assert state.first is not None
    usual = clockwise(state.seating, state.first)
    skipped = usual[: usual.index(state.order[0])]
    seating = reseat(state.seating, move)
    others = tuple([seat for seat in clockwise(seating, state.first) if seat not in skipped])
    return state._replace(seating=seating, order=(*others, *skipped))


def _leave(state: State, seat: Seat) -> Step[State]:
    """A turn under way is dropped, and open boxes count nothing. Whoever is left may play on."""
    events = [event("left", seat)]
    gone = state._replace(
        seating=tuple(s for s in state.seating if s != seat),
        order=tuple(s for s in state.order if s != seat),
        gone=(*state.gone, seat),
    )
    if not gone.seating:
        return _end(gone._replace(roll_off=None, turns=state.turns + (state.turn is not None)), events)
    if state.roll_off is not None:
        return _leave_roll_off(gone, state.roll_off, seat, events)
    if state.first is None:
        if len(gone.seating) > 1:
            return Step(gone, tuple(events))
        begun = _first(gone, gone.seating[0])
        return Step(begun.state, (*events, *begun.events))
    if seat == state.first:
        gone = gone._replace(first=clockwise(state.seating, seat)[1])
    if seat in state.order[: state.at]:
        gone = gone._replace(at=state.at - 1)
    elif seat == state.on_turn:
        gone = gone._replace(turn=None, turns=state.turns + (state.turn is not None))
    return _go_on(gone, events)


def _leave_roll_off(state: State, roll_off: RollOff, seat: Seat, events: list[Event]) -> Step[State]:
    if seat not in roll_off.seats:
        return Step(state, tuple(events))
    at = roll_off.seats.index(seat)
    thrown = roll_off.thrown[:at] + roll_off.thrown[at + 1 :]
    seats = tuple(s for s in roll_off.seats if s != seat)
    settled = _settle(state, RollOff(seats, thrown if len(seats) > 1 else (), roll_off.again))
    return Step(settled.state, (*events, *settled.events))


def _join(state: State) -> Step[State]:
    """An empty card and the last seat, from the round under way on."""
    seat = len(state.cards)
    order = state.order if state.makes_up else (*state.order, seat)
    joined = state._replace(seating=(*state.seating, seat), cards=(*state.cards, state.book.empty), order=order)
    return Step(joined, (event("joined", seat),))


# ---- the sheet -------------------------------------------------------------------------------------------------


def _cell(book: Book, at: int, seat: Seat, entry: Entry | None) -> Cell:
    if entry is None:
        return Cell()
    box, throws = book.boxes[at].key, entry.throws or book.rolls
    whole: Action = Noted(seat, entry.points, throws, box, 0)
    if entry.dice is not None:
        whole = Written(seat, entry.dice, throws, box)
    marks = ("extra",) * entry.extra + ("struck",) * (not entry.points)
    return Cell(entry.points, marks, entry.dice, entry.throws, entry.turn, whole)
