"""People who come and go: the interrupts that most games share."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.core import Interrupt, Seat


@dataclass(frozen=True, slots=True)
class Left(Interrupt):
    """Somebody has left the table for good."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Joined(Interrupt):
    """Somebody has sat down in the last seat. The new seat gets the next number."""


@dataclass(frozen=True, slots=True)
class Moved(Interrupt):
    """Somebody has moved to another place in the order round the table, counted from 0."""

    seat: Seat
    place: int


@dataclass(frozen=True, slots=True)
class Skipped(Interrupt):
    """Whoever is on turn is away for a moment, and throws last in this round."""

    seat: Seat


def moves(seating: tuple[Seat, ...]) -> tuple[Moved, ...]:
    """Every way in which one person can change places."""
    return tuple(
        Moved(seat, place) for here, seat in enumerate(seating) for place in range(len(seating)) if place != here
    )


def reseat(seating: tuple[Seat, ...], move: Moved) -> tuple[Seat, ...]:
    rest = [seat for seat in seating if seat != move.seat]
    rest.insert(move.place, move.seat)
    return tuple(rest)


def clockwise(seating: tuple[Seat, ...], first: Seat) -> tuple[Seat, ...]:
    """The order round the table that begins with `first`, who must sit there."""
    at = seating.index(first)
    return seating[at:] + seating[:at]
