"""One die each for who begins: several games find their first leader so."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.engine.core import Seat


class Lot(NamedTuple):
    """Those who throw for it, in turn, and what they threw so far; level ones throw again, in a lot of their own."""

    seats: tuple[Seat, ...]
    thrown: tuple[int, ...] = ()

    @property
    def on_turn(self) -> Seat:
        return self.seats[len(self.thrown)]

    @property
    def best(self) -> tuple[Seat, ...]:
        """Who threw the highest; nobody while a throw is missing. Who is left alone needs none."""
        if len(self.seats) == 1:
            return self.seats
        if len(self.thrown) < len(self.seats):
            return ()
        highest = max(self.thrown)
        return tuple(seat for seat, face in zip(self.seats, self.thrown, strict=True) if face == highest)

    def with_throw(self, face: int) -> Lot:
        return Lot(self.seats, (*self.thrown, face))

    def without(self, seat: Seat) -> Lot:
        """The same, after `seat` has left it."""
        at = self.seats.index(seat)
        return Lot(self.seats[:at] + self.seats[at + 1 :], self.thrown[:at] + self.thrown[at + 1 :])
