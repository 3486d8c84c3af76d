"""Choices about dice that lie on the table: which to keep, when to stop, and two sixes that become a 1."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.core import Action, Decide, IllegalAction, Seat


@dataclass(frozen=True, slots=True)
class Reroll(Action):
    """Keep the dice at these positions, throw the others again."""

    seat: Seat
    keep: tuple[int, ...]

    def why_not(self, decide: Decide) -> IllegalAction:
        rerolls = [set(option.keep) for option in decide.options if isinstance(option, Reroll)]
        if not rerolls:
            return IllegalAction("not-an-option")
        if not set.intersection(*rerolls) <= set(self.keep):
            return IllegalAction("die-is-locked")
        if len(self.keep) > max(map(len, rerolls)) and set(self.keep) >= set.union(*rerolls):
            return IllegalAction("die-in-cup" if _is_turned(decide) else "nothing-to-throw")
        return IllegalAction("die-in-cup" if _is_turned(decide) else "die-not-set-aside")


@dataclass(frozen=True, slots=True)
class Stop(Action):
    """Let the dice lie as they are."""

    seat: Seat

    def why_not(self, decide: Decide) -> IllegalAction:
        return IllegalAction("die-in-cup" if _is_turned(decide) else "not-an-option")


@dataclass(frozen=True, slots=True)
class TurnSixes(Action):
    """The six at position `one` becomes a 1, the six at position `cup` must be thrown next."""

    seat: Seat
    one: int
    cup: int

    def why_not(self, decide: Decide) -> IllegalAction:
        return IllegalAction("die-in-cup" if _is_turned(decide) else "no-six-to-turn")


@dataclass(frozen=True, slots=True)
class TakeBackTurn(Action):
    """The turned six is a six again. Possible until the next throw."""

    seat: Seat


def _is_turned(decide: Decide) -> bool:
    """Whether a six was turned, so that another die must be thrown before anything else."""
    return any(isinstance(option, TakeBackTurn) for option in decide.options)
