"""Hands of five cards, held against the evaluator of the package phevaluator: another author, another method."""

from __future__ import annotations

import itertools
from collections import Counter
from random import Random

import pytest
from phevaluator import _pheval

from scorekeeper.engine.cards import CATEGORIES, DECK, Value, category, royal_in, shuffled, sorted_hand, value

# The last rank, counted from the best, of each of its categories; and ours for them. A royal is its best hand of all.
LAST = (1, 10, 166, 322, 1599, 1609, 2467, 3325, 6185, 7462)
CATEGORY = [CATEGORIES.index(name) for name in reversed(CATEGORIES)]

IN_52 = {
    "royal": 4,
    "straight_flush": 36,
    "four_kind": 624,
    "full_house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three_kind": 54_912,
    "two_pair": 123_552,
    "pair": 1_098_240,
    "high_card": 1_302_540,
}


def theirs() -> list[int]:
    """Our category for each of their ranks, 1 to 7462."""
    categories = [0]
    for last, ours in zip(LAST, CATEGORY, strict=True):
        categories += [ours] * (last + 1 - len(categories))
    return categories


def disagreements(hands: itertools.combinations[tuple[int, ...]] | list[list[int]]) -> tuple[int, dict[int, Value]]:
    """How many of the hands we put elsewhere than they do, and our value of each of their ranks."""
    categories, known, wrong = theirs(), dict[int, Value](), 0
    evaluate = _pheval.evaluate_5cards
    for hand in hands:
        rank = evaluate(*hand)
        ours = value([DECK[card] for card in hand])
        if known.setdefault(rank, ours) != ours or ours[0] != categories[rank]:
            wrong += 1
    return wrong, known


def test_a_sample_of_hands_is_ranked_as_by_phevaluator() -> None:
    rng = Random(52)
    wrong, known = disagreements([rng.sample(range(52), 5) for _ in range(60_000)])
    assert wrong == 0
    best_first = [known[rank] for rank in sorted(known)]
    assert best_first == sorted(set(best_first), reverse=True)


@pytest.mark.slow
def test_all_2_598_960_hands_are_ranked_as_by_phevaluator() -> None:
    wrong, known = disagreements(itertools.combinations(range(52), 5))
    assert wrong == 0
    assert sorted(known) == list(range(1, 7463))
    best_first = [known[rank] for rank in range(1, 7463)]
    assert best_first == sorted(set(best_first), reverse=True), "the order within a category differs"


@pytest.mark.slow
def test_how_often_each_hand_is_dealt() -> None:
    hands = Counter(value(hand)[0] for hand in itertools.combinations(DECK, 5))
    assert {CATEGORIES[number]: times for number, times in hands.items()} == IN_52


def test_without_the_low_ace_there_are_fewer_straights() -> None:
    low = [hand for hand in itertools.product(*([r + s for s in "cdhs"] for r in "A2345"))]
    assert Counter(category(hand) for hand in low) == {"straight": 1020, "straight_flush": 4}
    assert Counter(category(hand, ace_low=False) for hand in low) == {"high_card": 1020, "flush": 4}


def test_the_ace_is_high_in_everything_but_its_low_straight() -> None:
    assert value(["Ac", "2d", "3h", "4s", "5c"]) < value(["2c", "3d", "4h", "5s", "6c"])
    assert value(["Ac", "Ad", "3h", "4s", "5c"]) > value(["Kc", "Kd", "3h", "4s", "5c"])
    assert category(["Qc", "Kd", "Ah", "2s", "3c"]) == "high_card"


def test_a_royal_is_found_among_six_cards() -> None:
    assert royal_in(["Ts", "Js", "2h", "Qs", "Ks", "As"])
    assert not royal_in(["Ts", "Js", "Qs", "Ks", "Ah"])
    assert not royal_in(["9s", "Ts", "Js", "Qs", "Ks"])


def test_a_hand_is_held_with_the_highest_card_first() -> None:
    assert sorted_hand(["2c", "As", "Td", "Th"]) == ("As", "Th", "Td", "2c")


def test_a_shuffle_loses_no_card_and_makes_each_order_equally_often() -> None:
    assert sorted(shuffled(52, Random(1).randrange)) == list(range(52))
    rng = Random(3)
    orders = Counter(shuffled(3, rng.randrange) for _ in range(6_000))
    assert len(orders) == 6
    assert all(900 < times < 1_100 for times in orders.values())
