"""The log of a match: entries are only ever added. Undo and correction are entries too.

What counts at the table is `effective(entries)`: the actions that still stand, in order. State is what a replay
of them gives, so a correction can never leave a score behind that disagrees with its dice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from scorekeeper.engine.core import Action, AnyGame, Event, IllegalAction, step


@dataclass(frozen=True, slots=True)
class Did:
    """Something happened."""

    action: Action


@dataclass(frozen=True, slots=True)
class Undid:
    """The last action that still stood was taken back."""


@dataclass(frozen=True, slots=True)
class Amended:
    """`count` actions from number `at` on (counted from 0, of those that stand) are replaced by others.

    "Round 3 was 25, not 52." A turn that was kept throw by throw is several actions, and is corrected as one.
    """

    at: int
    count: int
    actions: tuple[Action, ...]


Entry: TypeAlias = Did | Undid | Amended


def effective(entries: Iterable[Entry]) -> list[Action]:
    """The actions that still stand. Raises `IndexError` for an entry that takes back what is not there."""
    standing: list[Action] = []
    for entry in entries:
        extend(standing, entry)
    return standing


def extend(standing: list[Any], entry: Entry) -> None:
    """Let one more entry change the list of standing actions, in place."""
    match entry:
        case Did(action):
            standing.append(action)
        case Undid():
            standing.pop()
        case Amended(at, count, actions):
            if not 0 <= at <= at + count <= len(standing):
                raise IndexError(f"amends {at}..{at + count} of {len(standing)}")
            standing[at : at + count] = actions


class ImpossibleLog(IllegalAction):
    """A replay met an action that can't stand there. `at` is its number, `state` the state it was refused in."""

    def __init__(self, at: int, action: Action, state: Any, cause: IllegalAction) -> None:
        super().__init__(cause.reason, **cause.facts)
        self.at = at
        self.action = action
        self.state = state


def states(game: AnyGame, start: Any, actions: Sequence[Action]) -> Iterator[tuple[Any, tuple[Event, ...]]]:
    """The state after each action, with the events of that step. Raises `ImpossibleLog`."""
    state = start
    for at, action in enumerate(actions):
        try:
            taken = step(game, state, action)
        except IllegalAction as why:
            raise ImpossibleLog(at, action, state, why) from why
        state = taken.state
        yield state, taken.events


def replay(game: AnyGame, start: Any, actions: Sequence[Action]) -> tuple[Any, list[Event]]:
    """The state that all of `actions` lead to, and everything people heard on the way. Raises `ImpossibleLog`."""
    state: Any = start
    heard: list[Event] = []
    for after, events in states(game, start, actions):
        state = after
        heard.extend(events)
    return state, heard
