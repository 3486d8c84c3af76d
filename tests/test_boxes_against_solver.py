"""The boxes held against another engine: `yatzy-solver`, whose rules and values were written independently.

A random position is a card with some boxes filled and dice on the table. Both say which boxes may be written, and
what a turn that writes there adds to the total, with the bonus and the points for one more Yahtzee.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
import yatzy_solver

from scorekeeper.engine.boxes import all_alike
from scorekeeper.engine.dice import Faces
from scorekeeper.engine.games.yahtzee import Rules as YahtzeeRules
from scorekeeper.engine.games.yahtzee import Yahtzee
from scorekeeper.engine.games.yatzy import Rules as YatzyRules
from scorekeeper.engine.games.yatzy import Yatzy
from scorekeeper.engine.scorecards import Book, Card, Entry, numbers

THEIRS = {
    "pair": "one_pair",
    "three_kind": "three_of_a_kind",
    "four_kind": "four_of_a_kind",
    "house": "full_house",
    "yahtzee": "five_of_a_kind",
}

MANY, SOME = 24_000, 3_000  # positions

american = Yahtzee().book
nordic = Yatzy().book

VARIANTS: list[tuple[str, Book, int]] = [
    ("american+forced-joker", american(YahtzeeRules(joker="forced")), MANY),
    ("american", american(YahtzeeRules(joker="free")), MANY),
    ("american+no-joker", american(YahtzeeRules(joker="none")), MANY),
    ("american+no-bonus", american(YahtzeeRules(joker="none", yahtzee_bonus=0)), SOME),
    ("yatzy-scandinavian", nordic(YatzyRules()), MANY),
    ("yatzy-scandinavian+fh5", nordic(YatzyRules(five_is_full_house="on")), SOME),
    ("yatzy-scandinavian+tp4", nordic(YatzyRules(four_is_two_pairs="on")), SOME),
    ("yatzy-scandinavian+fh5+tp4", nordic(YatzyRules(five_is_full_house="on", four_is_two_pairs="on")), SOME),
    ("yatzy-scandinavian+forced", nordic(YatzyRules(box_order="forced_top_down")), SOME),
]


def test_there_are_enough_positions() -> None:
    assert sum(positions for _, _, positions in VARIANTS) >= 100_000


@pytest.mark.parametrize(("name", "book", "positions"), VARIANTS, ids=[name for name, _, _ in VARIANTS])
def test_legal_boxes_and_scores_agree(name: str, book: Book, positions: int) -> None:
    variant = yatzy_solver.Variant(name)
    rng = Random(name)
    for card, dice in random_positions(book, rng, positions):
        assert mine(book, card, dice) == theirs(variant, book, card, dice), (card, dice)


def random_positions(book: Book, rng: Random, count: int) -> Iterator[tuple[Card, Faces]]:
    for _ in range(count):
        dice = thrown(rng)
        filled = filled_boxes(book, rng)
        entries = [
            Entry(rng.choice(numbers(book, at, False)), None, None, 0) if at in filled else None
            for at in range(len(book.boxes))
        ]
        yield Card(tuple(entries)), dice


def thrown(rng: Random) -> Faces:
    """Five dice; in one of three throws all alike, or the interesting rules would hardly ever be met."""
    if rng.random() < 0.34:
        return (rng.randint(1, 6),) * 5
    return tuple(sorted(rng.choices(range(1, 7), k=5)))


def filled_boxes(book: Book, rng: Random) -> set[int]:
    """Any of the boxes but not all, or where they have an order the first ones."""
    how_many = rng.randrange(len(book.boxes))
    every = range(len(book.boxes))
    return set(every[:how_many] if book.order != "any" else rng.sample(every, how_many))


def mine(book: Book, card: Card, dice: Faces) -> dict[str, int]:
    """What a turn adds, for each box that may be written."""
    gained = {}
    for offer in book.offers(card, dice):
        if offer.why is None:
            at = book.index[offer.box]
            entry = Entry(offer.points, dice, None, 0, book.is_extra(card, all_alike(dice)))
            after = card._replace(entries=(*card.entries[:at], entry, *card.entries[at + 1 :]))
            gained[offer.box] = book.total(after) - book.total(card)
    return gained


def theirs(variant: Any, book: Book, card: Card, dice: Faces) -> dict[str, int]:
    ours = {THEIRS.get(box.key, box.key): box.key for box in book.boxes}
    state = state_of(book, card)
    situation = f"dice {' '.join(map(str, dice))} | rolls 0 | {state}"
    categories = [action.removeprefix("score ") for action in variant.legal_actions(situation)]
    return {ours[category]: variant.apply_score(state, list(dice), category)[1] for category in categories}


def state_of(book: Book, card: Card) -> str:
    """The card in the solver's notation, which knows of the upper part no more than whether the bonus is there."""
    filled = [THEIRS.get(box.key, box.key) for at, box in enumerate(book.boxes) if card.entries[at] is not None]
    state = f"upper {min(book.upper(card), book.bonus_at)} | filled {','.join(filled) or '-'}"
    box = book.index.get("yahtzee")
    entry = card.entries[box] if box is not None else None
    if entry is None or not book.extra:
        return state
    return f"{state} | five_of_a_kind {entry.points}"
