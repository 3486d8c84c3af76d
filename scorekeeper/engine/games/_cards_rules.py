"""Chicago with cards: its house rules, and what can happen at its table.

Split off, as are `_cards_table` (what the table knows), `_cards_ledger` (how awards are booked) and `_cards_deal`
(how a deal is played), because two ways into one ledger are several subjects. The rules, with their numbers, stand
in `chicago_cards`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from scorekeeper.engine.cards import CATEGORIES, DECK, HAND, RANK, Card, Value, shuffled, value
from scorekeeper.engine.core import Action, Below, Chance, IllegalAction, Seat
from scorekeeper.engine.settings import setting

FOUR, ROYAL, RESET = "four_kind", "royal", "four_reset"
MANY, FEW_EXCHANGES = 5, 2  # from so many people on there are two exchanges
AWARDS = 20  # lines of one award, at most
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
        matters=lambda rules, seats: rules.win_check == "immediate" or rules.four_kind_effect != "points",
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
    shows_more: ClassVar[bool] = True
    secret: ClassVar[bool] = True

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
