"""How a called round counts: what dice are worth under a call, and who is best and worst."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from scorekeeper.engine.core import Action, Decide, IllegalAction, Seat
from scorekeeper.engine.dice import Faces

MADE, FAILED = 1, 0
"""What somebody has in a round of sand."""


class Terms(NamedTuple):
    """What a call says: what a 1 and a 6 count, and whether high or low is best. In `sand` those are void."""

    ones: int = 100
    sixes: int = 60
    best: str = "high"
    sand: bool = False

    def value(self, dice: Faces) -> int:
        """What dice are worth; in sand whether they show neither a 1 nor a 6."""
        if self.sand:
            return FAILED if 1 in dice or 6 in dice else MADE
        worth = (0, self.ones, 2, 3, 4, 5, self.sixes)
        return sum([worth[face] for face in dice])

    def worth_of(self, face: int) -> int:
        return {1: self.ones, 6: self.sixes}.get(face, face)

    @property
    def totals(self) -> tuple[int, ...]:
        """Every value that three dice can have."""
        return _totals(self)


SAND = Terms(sand=True)


@lru_cache
def _totals(terms: Terms) -> tuple[int, ...]:
    return tuple(sorted({terms.value(dice) for dice in combinations_with_replacement(range(1, 7), 3)}))


@dataclass(frozen=True, slots=True)
class Call(Action):
    """The leader says how this round counts; `best` is high or low."""

    seat: Seat
    ones: int
    sixes: int
    best: str

    def why_not(self, decide: Decide) -> IllegalAction:
        return _no_call(decide, "no-such-call")

    @property
    def terms(self) -> Terms:
        return Terms(self.ones, self.sixes, self.best)


@dataclass(frozen=True, slots=True)
class CallSand(Action):
    """The leader calls sand: neither a 1 nor a 6 may lie there at last."""

    seat: Seat

    def why_not(self, decide: Decide) -> IllegalAction:
        return _no_call(decide, "sand-not-played")

    @property
    def terms(self) -> Terms:
        return SAND


def _no_call(decide: Decide, reason: str) -> IllegalAction:
    """A call that is not among others, or one that comes while the leader still throws."""
    now = any(isinstance(option, Call) for option in decide.options)
    return IllegalAction(reason if now else "call-after-the-throws")


CALLS = {
    "full": tuple((ones, sixes, best) for ones in (100, 1) for sixes in (60, 6) for best in ("high", "low")),
    "paired": tuple((ones, sixes, best) for ones, sixes in ((100, 60), (1, 60), (1, 6)) for best in ("high", "low")),
    "coupled": ((100, 60, "high"), (1, 6, "low")),
}


@lru_cache(maxsize=256)
def possible_calls(seat: Seat, calls: str, sand: bool) -> tuple[Action, ...]:
    named = tuple(Call(seat, ones, sixes, best) for ones, sixes, best in CALLS[calls])
    return (*named, CallSand(seat)) if sand else named


class Result(NamedTuple):
    """A turn that is over. Where only its value is known, `dice` is None and `booked` holds it."""

    seat: Seat
    dice: Faces | None
    throws: int
    chicago: bool
    turn: int
    booked: int | None = None

    def value(self, terms: Terms) -> int:
        if self.dice is None:
            assert self.booked is not None
            return self.booked
        return MADE if terms.sand and self.chicago else terms.value(self.dice)


def best_and_worst(results: Sequence[Result], terms: Terms) -> tuple[Result | None, Result | None]:
    """Who is best and who is worst of a round, in the order of the throws. In sand there may be none.

    A Chicago is better than everything, the earliest best. Else equal never overtakes the best, and the later of
    two equal is the worst. In sand the later success is better, and the later failure worse.
    """
    if terms.sand:
        made = [result for result in results if result.value(terms) == MADE]
        failed = [result for result in results if result.value(terms) == FAILED]
        first = next((result for result in made if result.chicago), None)
        return first or (made[-1] if made else None), failed[-1] if failed else None
    sign = 1 if terms.best == "high" else -1
    strengths = [(result.chicago, sign * result.value(terms)) for result in results]
    best, worst = max(strengths), min(strengths)
    return results[strengths.index(best)], results[len(strengths) - 1 - strengths[::-1].index(worst)]


def ranked(results: Sequence[Result], terms: Terms) -> tuple[Result, ...]:
    """All of them, the best first: `best_and_worst` are the first and the last, where there are both."""
    if terms.sand:
        made = [result for result in results if result.value(terms) == MADE]
        failed = [result for result in results if result.value(terms) == FAILED]
        chicagos = [result for result in made if result.chicago]
        return (*chicagos, *(result for result in reversed(made) if not result.chicago), *failed)
    sign = 1 if terms.best == "high" else -1
    return tuple(sorted(results, key=lambda r: (not r.chicago, -sign * r.value(terms))))
