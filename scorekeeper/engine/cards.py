"""Cards, and which of two poker hands is better. What a hand is worth is for the rules of a game to say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import TypeAlias

from scorekeeper.engine.core import Below

Card: TypeAlias = str
"""Rank and suit, "9s" or "Th". `UNKNOWN` is one that lies face down."""

Value: TypeAlias = tuple[int, tuple[int, ...]]
"""How good five cards are: number of the category, and the ranks that decide between equals. Greater is better."""

RANKS, SUITS = "23456789TJQKA", "cdhs"
DECK: tuple[Card, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)
UNKNOWN: Card = "??"
RANK = {card: RANKS.index(card[0]) + 2 for card in DECK}
ACE = 14
HAND = 5  # cards in it

CATEGORIES = (
    "high_card",
    "pair",
    "two_pair",
    "three_kind",
    "straight",
    "flush",
    "full_house",
    "four_kind",
    "straight_flush",
    "royal",
)
_SHAPES = {(2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 6, (4, 1): 7}
_STRAIGHT, _FLUSH, _STRAIGHT_FLUSH, _ROYAL = 4, 5, 8, 9


def value(hand: Iterable[Card], *, ace_low: bool = True) -> Value:
    """How good these five cards are. `ace_low`: is A-2-3-4-5 a straight?"""
    cards = tuple(hand)
    ranks = [RANK[card] for card in cards]
    ranks.sort(reverse=True)
    a, b, c, d, e = cards
    return _value(tuple(ranks), a[1] == b[1] == c[1] == d[1] == e[1], ace_low)


def category(hand: Iterable[Card], *, ace_low: bool = True) -> str:
    """What these five cards are, one of `CATEGORIES`."""
    return CATEGORIES[value(hand, ace_low=ace_low)[0]]


@cache  # 7,462 kinds of hands, with and without the low ace
def _value(ranks: tuple[int, ...], one_suit: bool, ace_low: bool) -> Value:
    groups = sorted(Counter(ranks).items(), key=lambda group: (group[1], group[0]), reverse=True)
    order = tuple(rank for rank, _ in groups)
    shape = tuple(count for _, count in groups)
    if shape in _SHAPES:
        return _SHAPES[shape], order
    if ace_low and order == (ACE, 5, 4, 3, 2):
        order = (5, 4, 3, 2, 1)
    in_line = order[0] - order[-1] == HAND - 1
    if in_line and one_suit:
        return _ROYAL if order[0] == ACE else _STRAIGHT_FLUSH, order
    return _STRAIGHT if in_line else _FLUSH if one_suit else 0, order


def royal_in(hand: Iterable[Card]) -> bool:
    """Do these cards, five or more, hold ten to ace of one suit?"""
    high = Counter([card[1] for card in hand if card[0] in "TJQKA"])
    return HAND in high.values()


def sorted_hand(hand: Iterable[Card]) -> tuple[Card, ...]:
    """As people hold them: the highest first, suits of a rank always in the same order."""
    return tuple(sorted(hand, key=_PLACE.__getitem__))


_PLACE = {card: -number for number, card in enumerate(DECK)}


def shuffled(count: int, below: Below) -> tuple[int, ...]:
    """The places that `count` cards lie in after a shuffle, each order as likely as the others."""
    order = list(range(count))
    for last in range(count - 1, 0, -1):
        other = below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)
