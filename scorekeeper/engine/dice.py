"""Throws of dice as actions, from fine to coarse, and helpers that several games share. No scoring rules here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from scorekeeper.engine.core import Action, Below, Chance, IllegalAction, Seat

Faces: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Drawn(Action):
    """The lot fell on a seat."""

    seat: Seat

    def check(self, chance: Chance) -> None:
        if self.seat not in chance.among:
            raise IllegalAction("not-in-the-lot", seat=self.seat)

    @classmethod
    def dealt(cls, chance: Chance, below: Below) -> Drawn:
        return cls(chance.among[below(len(chance.among))])


@dataclass(frozen=True, slots=True)
class Rolled(Action):
    """One throw: the dice that were in the hand, in the order in which they were read."""

    seat: Seat
    dice: Faces

    def check(self, chance: Chance) -> None:
        _check_seat(self.seat, chance)
        _check_dice(self.dice, chance.dice)

    @classmethod
    def dealt(cls, chance: Chance, below: Below) -> Rolled:
        return cls(thrower(chance), thrown(chance.dice, below))


@dataclass(frozen=True, slots=True)
class Settled(Action):
    """A whole turn by its end: the dice as they lie at last, and the number of throws it took."""

    seat: Seat
    dice: Faces
    throws: int

    def check(self, chance: Chance) -> None:
        _check_seat(self.seat, chance)
        _check_dice(self.dice, chance.dice)
        _check_throws(self.throws, chance)

    @classmethod
    def dealt(cls, chance: Chance, below: Below) -> Settled:
        return cls(thrower(chance), thrown(chance.dice, below), chance.throws[below(len(chance.throws))])


@dataclass(frozen=True, slots=True)
class Booked(Action):
    """A whole turn of which only the total is known."""

    seat: Seat
    points: int
    throws: int

    def check(self, chance: Chance) -> None:
        _check_seat(self.seat, chance)
        if self.points not in chance.totals:
            below, above = neighbours(self.points, chance.totals)
            raise IllegalAction("no-such-total", points=self.points, below=below, above=above)
        _check_throws(self.throws, chance)

    @classmethod
    def dealt(cls, chance: Chance, below: Below) -> Booked:
        points = chance.totals[below(len(chance.totals))]
        return cls(thrower(chance), points, chance.throws[below(len(chance.throws))])


def thrower(chance: Chance) -> Seat:
    """Whose dice they are, where they are somebody's."""
    assert chance.seat is not None
    return chance.seat


def thrown(dice: int, below: Below) -> Faces:
    return tuple(below(6) + 1 for _ in range(dice))


def neighbours(value: int, allowed: Sequence[int]) -> tuple[int, int]:
    """The nearest allowed values below and above `value`; at an end of the list, the end itself twice."""
    return (
        max((a for a in allowed if a < value), default=min(allowed)),
        min((a for a in allowed if a > value), default=max(allowed)),
    )


def _check_seat(seat: Seat, chance: Chance) -> None:
    if chance.seat is not None and seat != chance.seat:
        raise IllegalAction("not-on-turn", on_turn=chance.seat)


def _check_dice(dice: Faces, wanted: int) -> None:
    if len(dice) != wanted:
        raise IllegalAction("wrong-number-of-dice", wanted=wanted, got=len(dice))
    for face in dice:
        if not 1 <= face <= 6:
            raise IllegalAction("no-such-face", face=face)


def _check_throws(throws: int, chance: Chance) -> None:
    if throws not in chance.throws:
        raise IllegalAction("throws-not-allowed", throws=throws, most=max(chance.throws))
