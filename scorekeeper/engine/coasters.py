"""Coasters: handed out from a stack in the middle, put down, passed on, and taken out of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.engine.core import Seat


class Coasters(NamedTuple):
    """Where they are. What joins and vanishes is counted, so that all of them can be accounted for."""

    stack: int = 0  # still in the middle
    held: tuple[int, ...] = ()  # in front of each seat
    vanished: int = 0  # gone with somebody, or surplus
    put_down: int = 0  # out of play

    @property
    def total(self) -> int:
        """All that there ever were."""
        return self.stack + sum(self.held) + self.vanished + self.put_down

    def handed_to(self, seat: Seat) -> Coasters:
        return self._replace(stack=self.stack - 1, held=_plus(self.held, seat, 1))

    def put_down_by(self, seat: Seat) -> Coasters:
        return self._replace(put_down=self.put_down + 1, held=_plus(self.held, seat, -1))

    def passed(self, giver: Seat, taker: Seat) -> Coasters:
        return self._replace(held=_plus(_plus(self.held, giver, -1), taker, 1))

    def vanished_with(self, seat: Seat) -> Coasters:
        """What somebody takes along; the stack stays as it is."""
        gone = self.held[seat]
        return self._replace(vanished=self.vanished + gone, held=_plus(self.held, seat, -gone))

    def joined(self, more: int) -> Coasters:
        """Somebody sits down without any, and the stack grows by `more`."""
        return self._replace(stack=self.stack + more, held=(*self.held, 0))

    def holders(self, among: Sequence[Seat]) -> tuple[Seat, ...]:
        return tuple([seat for seat in among if self.held[seat]])

    def most(self, order: Sequence[Seat]) -> Seat:
        """Who holds most, the first in `order` where several do."""
        return max(order, key=lambda seat: self.held[seat])

    def shrunk(self, target: int, order: Sequence[Seat]) -> tuple[Coasters, tuple[Seat, ...]]:
        """Surplus coasters leave one by one, each from whoever then holds most; and from whom they came."""
        coasters, givers = self, tuple[Seat, ...]()
        while sum(coasters.held) > target:
            giver = coasters.most(order)
            coasters = coasters._replace(vanished=coasters.vanished + 1, held=_plus(coasters.held, giver, -1))
            givers = (*givers, giver)
        return coasters, givers


def _plus(held: tuple[int, ...], seat: Seat, more: int) -> tuple[int, ...]:
    return (*held[:seat], held[seat] + more, *held[seat + 1 :])
