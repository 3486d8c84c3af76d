"""Chicago with cards: what the table knows of a match, of a deal, and of the cards that the app has dealt."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from scorekeeper.engine.cards import RANK, Card, category
from scorekeeper.engine.core import Action, Seat
from scorekeeper.engine.games._cards_rules import (
    FEW_EXCHANGES,
    FOUR,
    MANY,
    RESET,
    ROYAL,
    Announced,
    ChicagoPlayed,
    LastTrick,
    NobodyScores,
    Rules,
    Violated,
    cards_in,
    plan,
    points_of,
)
from scorekeeper.engine.people import clockwise


class Entry(NamedTuple):
    """One line of the ledger.

    kind    hand, trick, made, failed, penalty, royal
    after   number of the exchange that it came after; 0 at the end of the deal
    seats   whose it is; nobody's where equal or empty hands score nothing
    detail  which hand, or "two" for a last trick taken with a 2; "reset" and "both" behind four of a kind
    change  what it did to each seat's score
    turn    the turn in which it was entered; None where it followed from what the app has dealt
    """

    kind: str
    after: int
    seats: tuple[Seat, ...]
    detail: str
    change: tuple[int, ...]
    turn: int | None


class Deal(NamedTuple):
    """A deal that is over. `void`: somebody left, and it was not played to its end."""

    number: int
    dealer: Seat | None
    entries: tuple[Entry, ...]
    scores: tuple[int, ...]
    void: bool = False


def as_action(entry: Entry, rules: Rules) -> Action:
    """What would have to be entered for it at a real table."""
    match entry.kind:
        case "hand" if not entry.seats:
            return NobodyScores()
        case "hand" if entry.detail in ("reset", "both"):
            return Announced(entry.seats, RESET if rules.four_kind_effect == "choose" else FOUR)
        case "hand":
            return Announced(entry.seats, entry.detail)
        case "royal":
            return Announced(entry.seats, ROYAL)
        case "trick":
            return LastTrick(entry.seats[0], entry.detail == "two")
        case "penalty":
            return Violated(entry.seats[0])
    return ChicagoPlayed(entry.seats[0], entry.kind == "made")


class Trick(NamedTuple):
    """Cards played to one trick, the led one first, and who played them."""

    cards: tuple[tuple[Seat, Card], ...] = ()

    @property
    def leads(self) -> Seat:
        return self.cards[0][0]

    @property
    def suit(self) -> str:
        return self.cards[0][1][1]

    @property
    def winner(self) -> Seat:
        """Rule 9: the highest card of the led suit takes it."""
        return max((RANK[card], seat) for seat, card in self.cards if card[1] == self.suit)[1]

    @property
    def taken_with(self) -> Card:
        return max((card for _, card in self.cards if card[1] == self.suit), key=RANK.__getitem__)


Hand: TypeAlias = tuple[Card, ...]


class Cards(NamedTuple):
    """A deal that the app deals. All tuples of hands go by `order`, forehand first and the dealer last.

    phase    exchange, offer, quads, chicago, tricks
    at       number in `order` of who is on turn
    draws    cards that the one on turn still draws
    aside    what the one on turn has laid aside in this exchange
    offer    the card that was turned up for the one on turn
    changed  how many cards each has exchanged, by exchange
    steps    since the shuffle
    """

    order: tuple[Seat, ...]
    held: tuple[Hand, ...]
    pack: Hand
    discards: Hand = ()
    phase: str = "exchange"
    exchange: int = 1
    at: int = 0
    draws: int = 0
    aside: Hand = ()
    offer: Card | None = None
    changed: tuple[tuple[int, ...], ...] = ()
    trick: Trick = Trick()
    tricks: tuple[Trick, ...] = ()
    six: tuple[Seat, ...] = ()  # who was dealt six cards
    steps: int = 0

    @property
    def seat(self) -> Seat:
        return self.order[self.at]

    @property
    def hand(self) -> Hand:
        return self.held[self.at]

    def hand_of(self, seat: Seat) -> Hand:
        return self.held[self.order.index(seat)] if seat in self.order else ()

    def played_by(self, seat: Seat) -> Hand:
        return tuple([card for trick in (*self.tricks, self.trick) for who, card in trick.cards if who == seat])


class Gone(NamedTuple):
    """Somebody who left, during or before that deal."""

    seat: Seat
    deal: int


class State(NamedTuple):
    """`stage` is the number of the next award in the plan of a deal; `caller` has called Chicago."""

    rules: Rules
    seating: tuple[Seat, ...]  # clockwise
    scores: tuple[int, ...]
    made: tuple[int, ...]  # Chicagos
    dealer: Seat | None = None
    past: tuple[Deal, ...] = ()
    entries: tuple[Entry, ...] = ()  # of the deal under way
    stage: int = 0
    caller: Seat | None = None
    cards: Cards | None = None
    gone: tuple[Gone, ...] = ()
    winners: tuple[Seat, ...] = ()
    is_over: bool = False

    @property
    def number(self) -> int:
        """Of the deal under way."""
        return len(self.past) + 1

    @property
    def exchanges(self) -> int:
        return FEW_EXCHANGES if len(self.seating) >= MANY else self.rules.exchanges

    @property
    def plan(self) -> tuple[str, ...]:
        return plan(self.rules, self.exchanges)

    @property
    def after(self) -> int:
        """Number of the exchange that the next award comes after; 0 at the end of the deal."""
        return self.stage + 1 if self.stage < self.exchanges - 1 else 0

    @property
    def at_first_end(self) -> bool:
        """Are the tricks due, and with them Chicago?"""
        return self.stage == self.exchanges - 1

    @property
    def order(self) -> tuple[Seat, ...]:
        """Of everything in a deal: forehand first, the dealer last."""
        if self.dealer is None:
            return ()
        around = clockwise(self.seating, self.dealer)
        return (*around[1:], around[0])

    @property
    def forehand(self) -> Seat | None:
        return self.order[0] if self.order else None

    @property
    def between_deals(self) -> bool:
        return self.dealer is not None and not self.entries and self.cards is None and not self.is_over

    def is_stopped(self, seat: Seat) -> bool:
        """Rule 4: from so many points on a player must keep all cards."""
        return isinstance(self.rules.buy_stop, int) and self.scores[seat] >= self.rules.buy_stop

    def may_call(self, seat: Seat) -> bool:
        least = self.rules.chicago_min_score
        return not isinstance(least, int) or self.scores[seat] >= least

    def named(self, hand: str) -> str:
        """What the five cards written in `hand` are."""
        return category(cards_in(hand), ace_low=self.rules.ace_low)

    def points(self, hand: str) -> int:
        return points_of(self.rules)[hand]
