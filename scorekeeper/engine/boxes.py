"""Boxes of a score sheet as data, and the functions that say what dice are worth in them.

A scoring function takes dice in ascending order and gives the best value that they allow, or 0. Which of them a
game uses, and in which order they stand on its sheet, is data of that game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

from scorekeeper.engine.dice import Faces
from scorekeeper.engine.settings import Value

Scoring = Callable[[Faces], int]

FACES = range(1, 7)
DOWN = range(6, 0, -1)


@dataclass(frozen=True, slots=True)
class Box:
    """One line of a sheet.

    upper  the face that it counts; 0 for a box of the lower part
    full   what it is worth where that is always the same
    joker  what five equal dice score here as a joker; None where they score what they show
    """

    key: str
    score: Scoring
    upper: int = 0
    full: int | None = None
    joker: int | None = None


@cache
def throws_of(dice: int) -> tuple[Faces, ...]:
    """Every throw of so many dice, each in ascending order."""
    return tuple(combinations_with_replacement(FACES, dice))


def all_alike(dice: Faces) -> int:
    """The face that all dice show; 0 where they differ."""
    return dice[0] if dice.count(dice[0]) == len(dice) else 0


# ---- what dice are worth -------------------------------------------------------------------------------------------


def face(f: int) -> Scoring:
    return lambda dice: f * dice.count(f)


def kind_match(k: int) -> Scoring:
    """Of the highest face that is there `k` times, `k` dice count."""
    return lambda dice: next((k * f for f in DOWN if dice.count(f) >= k), 0)


def kind_all(k: int) -> Scoring:
    """All dice count if some face is there `k` times."""
    return lambda dice: sum(dice) if any(dice.count(f) >= k for f in FACES) else 0


def pairs(k: int, *, split: bool = False) -> Scoring:
    """The `k` highest pairs, of different faces; `split`: four equal dice are two pairs."""

    def score(dice: Faces) -> int:
        found = [f for f in DOWN for _ in range(dice.count(f) // 2 if split else dice.count(f) >= 2)]
        return 2 * sum(found[:k]) if len(found) >= k else 0

    return score


def groups(a: int, b: int, *, split: bool = False) -> Scoring:
    """`a` dice of one face and `b` of another, at their best; `split`: or all of one face."""

    def score(dice: Faces) -> int:
        best = 0
        for f in FACES:
            if dice.count(f) < a:
                continue
            if split and dice.count(f) >= a + b:
                best = max(best, (a + b) * f)
            for g in FACES:
                if g != f and dice.count(g) >= b:
                    best = max(best, a * f + b * g)
        return best

    return score


def house_fixed(*, split: bool = False) -> Scoring:
    """25 for exactly three and two; `split`: or for all of one face."""

    def score(dice: Faces) -> int:
        counts = sorted(dice.count(f) for f in set(dice))
        return 25 if counts == [2, 3] or (split and len(counts) == 1) else 0

    return score


def run(low: int, high: int, points: int) -> Scoring:
    """Every face from `low` to `high` is there."""
    wanted = set(range(low, high + 1))
    return lambda dice: points if wanted <= set(dice) else 0


def run_len(length: int, points: int) -> Scoring:
    """Some `length` faces in a row are there."""
    runs = [set(range(low, low + length)) for low in range(1, 8 - length)]
    return lambda dice: points if any(wanted <= set(dice) for wanted in runs) else 0


def all_equal(points: int) -> Scoring:
    return lambda dice: points if all_alike(dice) else 0


def total(dice: Faces) -> int:
    return sum(dice)


# ---- boxes that several sheets have --------------------------------------------------------------------------------

UPPER = tuple(
    Box(key, face(f), upper=f) for f, key in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"), start=1)
)
NORDIC_STRAIGHTS = (
    Box("small_straight", run(1, 5, 15), full=15),
    Box("large_straight", run(2, 6, 20), full=20),
)
AMERICAN_STRAIGHTS = (
    Box("small_straight", run_len(4, 30), full=30, joker=30),
    Box("large_straight", run_len(5, 40), full=40, joker=40),
)
CHANCE = Box("chance", total)


def american(five_is_full_house: Value) -> tuple[Box, ...]:
    """The thirteen boxes of Yahtzee and Kniffel."""
    return (
        *UPPER,
        Box("three_kind", kind_all(3)),
        Box("four_kind", kind_all(4)),
        Box("full_house", house_fixed(split=five_is_full_house == "on"), full=25, joker=25),
        *AMERICAN_STRAIGHTS,
        Box("yahtzee", all_equal(50), full=50),
        CHANCE,
    )
