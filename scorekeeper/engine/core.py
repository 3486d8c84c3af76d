"""What every game is: a pure function from (state, action) to state.

Read this file first. A match is a list of actions, things that happened at the table. A game says what it is
waiting for (`Game.pending`), and what an action makes of a state (`Game.apply`). `step` is the only door: it
refuses what the game is not waiting for, then applies the rest. Dice never come from here: an action brings
them, and nobody in the engine can tell fingers, a photograph and a random generator apart.

Actions name the seat they belong to. A correction replays the later actions, and an entry must never slide
over to another person because somebody before it turns out to be in or out.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

if TYPE_CHECKING:
    from scorekeeper.engine.sheet import Sheet

Seat: TypeAlias = int
"""A place at the table, numbered from 0 in the order in which people sat down. It stays theirs all match."""

Fact: TypeAlias = int | str | tuple[int, ...]

Below: TypeAlias = Callable[[int], int]
"""Luck, brought from outside: `below(n)` is a number from 0 to n - 1, each as likely as the others."""


class ScorekeeperError(Exception):
    """Whatever can go wrong in a way that somebody at the table can be told about."""


class _Refusal(ScorekeeperError):
    """A reason as a stable key, with the facts that a sentence about it needs."""

    def __init__(self, reason: str, **facts: Fact) -> None:
        super().__init__(reason, facts)
        self.reason = reason
        self.facts = facts


class IllegalAction(_Refusal):
    """The action is well-formed, and the rules do not allow it now."""


class MalformedAction(_Refusal):
    """This is no action at all: a form or a stored row that names something unknown or impossible."""


@dataclass(frozen=True, slots=True)
class Action:
    """Something that happened. Facts of chance are in the past tense (`Rolled`), choices imperative (`Stop`).

    shows_more  it lets its player see what was hidden before, so it can't be taken back and done otherwise
    bold        a gamble that seldom pays: who plays at random takes it seldom
    secret      its outcome is nobody's business, so it is the app's alone: no form can say it
    """

    shows_more: ClassVar[bool] = False
    bold: ClassVar[bool] = False
    secret: ClassVar[bool] = False

    def check(self, chance: Chance) -> None:
        """Raise `IllegalAction` if this can't be the outcome of `chance`. Choices are checked by listing them."""

    @classmethod
    def dealt(cls, chance: Chance, below: Below) -> Action:
        """An outcome of `chance`, as luck has it. Only what may answer a `Chance` has one."""
        raise IllegalAction("nothing-to-roll")

    def why_not(self, decide: Decide) -> IllegalAction:
        """Why this is none of the choices, in the words of its own rule if it has any."""
        return IllegalAction("not-an-option")


@dataclass(frozen=True, slots=True)
class Interrupt(Action):
    """Something that may happen whoever is on turn. It belongs to nobody's turn, so no correction replaces it."""


@dataclass(frozen=True, slots=True)
class Event:
    """A consequence for people to read. Never stored: a replay tells it again.

    `facts` are name and value pairs, kept sorted so that two tellings of one event compare equal.
    """

    key: str
    seat: Seat | None = None
    facts: tuple[tuple[str, Fact], ...] = ()

    @property
    def values(self) -> dict[str, Fact]:
        return dict(self.facts)


def event(key: str, seat: Seat | None = None, **facts: Fact) -> Event:
    return Event(key, seat, tuple(sorted(facts.items())))


@dataclass(frozen=True, slots=True)
class Decide:
    """A seat must choose. `options` is complete: each can be applied as it stands, and nothing else can."""

    seat: Seat
    options: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Chance:
    """The world must speak: fingers, a photograph, or the dealer.

    seat     whose dice they are; None where nobody throws (a lot), and the app settles it by itself
    accepts  the types of action it can live with, from fine to coarse
    dice     how many dice the finest of them shows
    throws   the numbers of throws that a whole turn may have taken
    usual    the one of them to take for granted until somebody says otherwise; None where it must be asked
    totals   the values that can be entered where only the total is known
    among    the seats that a lot may fall on, or that somebody who keeps the score may enter something for
    """

    seat: Seat | None
    accepts: tuple[type[Action], ...]
    dice: int = 0
    throws: tuple[int, ...] = ()
    usual: int | None = None
    totals: tuple[int, ...] = ()
    among: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Over:
    """Nothing more can happen. `ranking` lists groups of seats, the best first, ties together."""

    ranking: tuple[tuple[Seat, ...], ...]


Pending: TypeAlias = Decide | Chance | Over

S = TypeVar("S", bound=Hashable)
R = TypeVar("R", bound=Hashable)


class Step(NamedTuple, Generic[S]):
    """A new state, and what people should hear about how it came about."""

    state: S
    events: tuple[Event, ...] = ()


class Game(Protocol[S, R]):
    """One game. Everything about it that is not a picture or a sentence is behind these members."""

    key: str  # names its module, its template, its tests and its rows in the store
    version: int  # of the rules: a match remembers by which it was scored
    seats: range  # how many can play
    rules: type[R]  # frozen dataclass of settings, see settings.py
    actions: frozenset[type[Action]]  # what a stored log may hold

    def start(self, seats: int, rules: R) -> S:
        """The state before anything has happened. Raises `IllegalAction` if so many can't play."""
        ...

    def pending(self, state: S) -> Pending:
        """What the table waits for."""
        ...

    def apply(self, state: S, action: Action) -> Step[S]:
        """What `action` makes of `state`. Call `step` instead: this trusts that the action was waited for."""
        ...

    def interrupts(self, state: S) -> tuple[Interrupt, ...]:
        """What may come whoever is on turn: people who leave, join, or change places."""
        ...

    def view(self, state: S, seat: Seat | None) -> S:
        """What that seat may know (None: somebody looking on)."""
        ...

    def turn(self, state: S) -> int:
        """Number of the turn under way. Actions of one turn are corrected together."""
        ...

    def sheet(self, state: S) -> Sheet:
        """The score table, free of language."""
        ...


AnyGame: TypeAlias = Game[Any, Any]


def step(game: Game[S, R], state: S, action: Action) -> Step[S]:
    """The only door into a game: refuse first, then apply. Raises `IllegalAction`."""
    pending = game.pending(state)
    match pending:
        case Decide() if action in pending.options:
            return game.apply(state, action)
        case Chance() if isinstance(action, pending.accepts):
            action.check(pending)
            return game.apply(state, action)
    if isinstance(action, Interrupt) and action in game.interrupts(state):  # people come and go at any time
        return game.apply(state, action)
    raise refusal(pending, action)


def refusal(pending: Pending, action: Action) -> IllegalAction:
    """Why `action` is not what the table waits for."""
    match pending:
        case Over():
            return IllegalAction("match-over")
        case _ if isinstance(action, Interrupt):
            return IllegalAction("not-now")
        case Chance(among=among) if among:
            return IllegalAction("dice-expected")
        case Decide(seat=seat) | Chance(seat=seat) if seat is not None and getattr(action, "seat", seat) != seat:
            return IllegalAction("not-on-turn", on_turn=seat)
        case Decide():
            return action.why_not(pending)
        case _:
            return IllegalAction("dice-expected")


def legal_actions(game: AnyGame, state: Hashable) -> tuple[Action, ...]:
    """The choices of the seat that must decide; none when the world must speak."""
    pending = game.pending(state)
    return pending.options if isinstance(pending, Decide) else ()
