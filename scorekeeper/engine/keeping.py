"""Choices about dice that lie on the table: which to keep, when to stop, and two sixes that become a 1."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.core import Action, Seat


@dataclass(frozen=True, slots=True)
class Reroll(Action):
    """Keep the dice at these positions, throw the others again."""

    seat: Seat
    keep: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stop(Action):
    """Let the dice lie as they are."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnSixes(Action):
    """The six at position `one` becomes a 1, the six at position `cup` must be thrown next."""

    seat: Seat
    one: int
    cup: int


@dataclass(frozen=True, slots=True)
class TakeBackTurn(Action):
    """The turned six is a six again. Possible until the next throw."""

    seat: Seat
