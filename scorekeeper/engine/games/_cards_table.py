"""Chicago with cards: its house rules, what can happen at its table, and what the table knows.

Split off, as are `_cards_ledger` (how awards are booked) and `_cards_deal` (how a deal is played), because two
ways into one ledger are three subjects. The rules, with their numbers, stand in `chicago_cards`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, NamedTuple, TypeAlias

from scorekeeper.engine.cards import CATEGORIES, DECK, HAND, RANK, Card, Value, category, shuffled, value
from scorekeeper.engine.core import Action, Below, Chance, IllegalAction, Seat
from scorekeeper.engine.people import clockwise
from scorekeeper.engine.settings import setting

FOUR, ROYAL, RESET = "four_kind", "royal", "four_reset"
MANY, FEW_EXCHANGES = 5, 2  # from so many people on there are two exchanges
FOLLOWS = 100  # what is played is numbered behind what is booked, so that either way the books agree
DEALS = 1000  # turns of one deal, at most


def _has_stop(rules: Rules, seats: int) -> bool:
    return rules.buy_stop != "off"


@dataclass(frozen=True, slots=True)
class Rules:
    target: int = setting(52, 50, 51, 52)
    exchanges: int = setting(3, 2, 3, matters=lambda rules, seats: seats < MANY)
    last_trick: int = setting(5, 2, 5)
    last_trick_two: int | str = setting("off", "off", 10, 15)
    four_kind: int = setting(8, 7, 8, matters=lambda rules, seats: rules.four_kind_effect != "reset")
    four_kind_effect: str = setting("choose", "choose", "points", "both", "reset")
    straight_flush: int = setting(11, 8, 10, 11)
    royal: str = setting("instant_win", "instant_win", "points_20", "points_52")
    chicago_points: int = setting(15, 15, matters=lambda rules, seats: False)  # there is nothing to choose
    chicago_min_score: int | str = setting("none", "none", 15)
    need_chicago_to_win: str = setting("off", "off", "on")
    buy_stop: int | str = setting(42, "off", 42, 46, 47)
    buy_stop_style: str = setting("no_exchange", "no_exchange", "six_cards", matters=_has_stop)
    buy_stop_violation: str = setting("reject", "reject", "reset_to_0", matters=_has_stop)
    one_up: str = setting("off", "off", "on")
    hand_tie: str = setting("none_scores", "none_scores", "all_score", "forehand")
    win_check: str = setting("immediate", "immediate", "end_of_deal")
    end_order: str = setting(
        "trick_then_hand",
        "trick_then_hand",
        "hand_then_trick",
        matters=lambda rules, seats: rules.win_check == "immediate",
    )
    ace_low_straight: str = setting("on", "on", "off")
    negative_scores: str = setting("on", "on", "floor_0")

    @property
    def ace_low(self) -> bool:
        return self.ace_low_straight == "on"

    @property
    def royal_wins(self) -> bool:
        return self.royal == "instant_win"


@lru_cache
def points_of(rules: Rules) -> dict[str, int]:
    """What each hand scores when it is the best, rule 5."""
    rare = {FOUR: 0 if rules.four_kind_effect == "reset" else rules.four_kind, "straight_flush": rules.straight_flush}
    common = {hand: number for number, hand in enumerate(CATEGORIES[:7])}
    return common | rare | {RESET: 0, ROYAL: {"points_20": 20, "points_52": 52}.get(rules.royal, 0)}


@lru_cache
def hands_to_announce(rules: Rules) -> tuple[str, ...]:
    """What can be entered as the best hand; four of a kind twice where its owner chooses what it does."""
    last = (FOUR, RESET) if rules.four_kind_effect == "choose" else (FOUR,)
    return (*CATEGORIES[1:7], *last, "straight_flush", ROYAL)


@lru_cache
def plan(rules: Rules, exchanges: int) -> tuple[str, ...]:
    """The awards of a deal in the order in which they are booked."""
    end = ("trick", "hand") if rules.end_order == "trick_then_hand" else ("hand", "trick")
    return ("hand",) * (exchanges - 1) + end


# ---- what the table waits for, and what can happen ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Due(Chance):
    """An entry of the ledger is due, or a shuffle. `among` are those who sit at the table, clockwise.

    cards    how many cards are to be shuffled
    hands    what can be entered as the best hand
    shared   whether several may score one
    callers  who may have called Chicago
    stopped  who was not allowed to exchange
    choose   whether four of a kind needs a choice
    ace_low  whether A-2-3-4-5 is a straight
    """

    cards: int = 0
    hands: tuple[str, ...] = ()
    shared: bool = False
    callers: tuple[Seat, ...] = ()
    stopped: tuple[Seat, ...] = ()
    choose: bool = False
    ace_low: bool = True


def due(chance: Chance) -> Due:
    assert isinstance(chance, Due)
    return chance


def _check_seats(seats: tuple[Seat, ...], chance: Chance) -> None:
    for seat in seats:
        if seat not in chance.among:
            raise IllegalAction("not-at-the-table", seat=seat)
    if len(set(seats)) < len(seats):
        raise IllegalAction("seat-twice")


@dataclass(frozen=True, slots=True)
class Shuffled(Action):
    """The cards lie in this order now: numbers of places in the pack as it was before, the top card first.

    It names places, not cards, so that a log can be read by everybody.
    """

    order: tuple[int, ...]

    def check(self, chance: Chance) -> None:
        if sorted(self.order) != list(range(due(chance).cards)):
            raise IllegalAction("no-such-pack", wanted=due(chance).cards, got=len(self.order))

    @classmethod
    def dealt(cls, chance: Chance, below: Below) -> Shuffled:
        return cls(shuffled(due(chance).cards, below))


@dataclass(frozen=True, slots=True)
class Showed(Action):
    """These people showed their cards, each hand written "KsKh4d4c9s"; who is best, the rules say.

    quads   what its owner chose for four of a kind, "points" or "reset"; empty where nothing is to choose
    """

    seats: tuple[Seat, ...]
    hands: tuple[str, ...]
    quads: str

    def check(self, chance: Chance) -> None:
        _check_seats(self.seats, chance)
        if not self.seats or len(self.hands) != len(self.seats):
            raise IllegalAction("cards-missing")
        shown = [card for hand in self.hands for card in cards_in(hand)]
        for card in shown:
            if card not in RANK:
                raise IllegalAction("no-such-card", card=card)
            if shown.count(card) > 1:
                raise IllegalAction("card-twice", card=card)
        for seat, hand in zip(self.seats, self.hands, strict=True):
            if len(cards_in(hand)) != HAND:
                raise IllegalAction("not-five-cards", seat=seat, got=len(cards_in(hand)))
        self._check_choice(due(chance))

    def _check_choice(self, chance: Due) -> None:
        needed = chance.choose and CATEGORIES[max(self.values(ace_low=chance.ace_low))[0]] == FOUR
        if (self.quads in ("points", "reset")) != needed or (self.quads and not needed):
            raise IllegalAction("quads-to-choose" if needed else "nothing-to-choose")

    def values(self, *, ace_low: bool) -> tuple[Value, ...]:
        return tuple(value(cards_in(hand), ace_low=ace_low) for hand in self.hands)

    @classmethod
    def dealt(cls, chance: Chance, below: Below) -> Showed:
        order = shuffled(len(DECK), below)
        hands = tuple(
            "".join(DECK[card] for card in order[HAND * n : HAND * (n + 1)]) for n in range(len(chance.among))
        )
        best = max(cls(chance.among, hands, "").values(ace_low=due(chance).ace_low))
        choice = ("points", "reset")[below(2)] if due(chance).choose and CATEGORIES[best[0]] == FOUR else ""
        return cls(chance.among, hands, choice)


def cards_in(hand: str) -> tuple[Card, ...]:
    return tuple(hand[at : at + 2] for at in range(0, len(hand), 2))


@dataclass(frozen=True, slots=True)
class Announced(Action):
    """The best hand and whose it is; several people only where equal hands all score."""

    seats: tuple[Seat, ...]
    hand: str

    def check(self, chance: Chance) -> None:
        if not self.seats:
            raise IllegalAction("owner-missing")
        _check_seats(self.seats, chance)
        if self.hand not in due(chance).hands:
            raise IllegalAction("no-such-hand" if self.hand else "hand-missing", hand=self.hand)
        if len(self.seats) > 1 and (not due(chance).shared or self.hand in (FOUR, RESET)):
            raise IllegalAction("one-owner")

    @classmethod
    def dealt(cls, chance: Chance, below: Below) -> Announced:
        hands = due(chance).hands
        return cls((chance.among[below(len(chance.among))],), hands[below(len(hands))])


@dataclass(frozen=True, slots=True)
class NobodyScores(Action):
    """All hold high cards, or the best hands are equal."""

    @classmethod
    def dealt(cls, chance: Chance, below: Below) -> NobodyScores:
        return cls()


@dataclass(frozen=True, slots=True)
class LastTrick(Action):
    """Who took the last trick, and whether with a 2."""

    seat: Seat
    two: bool

    def check(self, chance: Chance) -> None:
        _check_seats((self.seat,), chance)

    @classmethod
    def dealt(cls, chance: Chance, below: Below) -> LastTrick:
        return cls(chance.among[below(len(chance.among))], below(2) == 1)


def _check_caller(seat: Seat, chance: Chance) -> None:
    _check_seats((seat,), chance)
    if seat not in due(chance).callers:
        raise IllegalAction("may-not-call", seat=seat)


@dataclass(frozen=True, slots=True)
class Called(Action):
    """Chicago was called at the table; how it went is entered later."""

    seat: Seat
    bold: ClassVar[bool] = True

    def check(self, chance: Chance) -> None:
        _check_caller(self.seat, chance)

    @classmethod
    def dealt(cls, chance: Chance, below: Below) -> Called:
        return cls(due(chance).callers[below(len(due(chance).callers))])


@dataclass(frozen=True, slots=True)
class ChicagoPlayed(Action):
    """A called Chicago, and whether it was made."""

    seat: Seat
    made: bool

    def check(self, chance: Chance) -> None:
        _check_caller(self.seat, chance)

    @classmethod
    def dealt(cls, chance: Chance, below: Below) -> ChicagoPlayed:
        return cls(due(chance).callers[below(len(due(chance).callers))], below(2) == 1)


@dataclass(frozen=True, slots=True)
class Violated(Action):
    """Somebody exchanged who was not allowed to any more."""

    seat: Seat

    def check(self, chance: Chance) -> None:
        _check_seats((self.seat,), chance)
        if self.seat not in due(chance).stopped:
            raise IllegalAction("not-stopped", seat=self.seat)

    @classmethod
    def dealt(cls, chance: Chance, below: Below) -> Violated:
        return cls(due(chance).stopped[below(len(due(chance).stopped))])


@dataclass(frozen=True, slots=True)
class Exchange(Action):
    """Lay the cards at these places of the own hand aside, and draw as many."""

    seat: Seat
    places: tuple[int, ...]
    shows_more: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class OneUp(Action):
    """Take the card that was turned up, or the next one unseen."""

    seat: Seat
    take: bool
    shows_more: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Quads(Action):
    """What four of a kind does: points for its owner, or everybody else back to 0."""

    seat: Seat
    effect: str


@dataclass(frozen=True, slots=True)
class CallChicago(Action):
    """Promise to take all five tricks."""

    seat: Seat
    bold: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Call nothing."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Play a card to the trick."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class PlayLast(Action):
    """Play the one card that is left. It isn't named: anybody may say this for its owner."""

    seat: Seat


# ---- what the table knows -----------------------------------------------------------------------------------------


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
