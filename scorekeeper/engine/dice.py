"""Throws of dice as actions, from fine to coarse, and helpers that several games share. No scoring rules here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from scorekeeper.engine.core import Action, Chance, IllegalAction, Seat

Faces: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Drawn(Action):
    """The lot fell on a seat."""

    seat: Seat

    def check(self, chance: Chance) -> None:
        if self.seat not in chance.among:
            raise IllegalAction("not-in-the-lot", seat=self.seat)


@dataclass(frozen=True, slots=True)
class Rolled(Action):
    """One throw: the dice that were in the hand, in the order in which they were read."""

    seat: Seat
    dice: Faces

    def check(self, chance: Chance) -> None:
        _check_seat(self.seat, chance)
        _check_dice(self.dice, chance.dice)


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
