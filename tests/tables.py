"""Tables to test at: one that keeps a match by hand, and one where anybody does anything that is allowed."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from scorekeeper.engine.core import Action, AnyGame, Chance, Decide, Event, Over, Pending, Seat, step
from scorekeeper.engine.settings import settings_of
from scorekeeper.engine.sheet import Cell

BOLD = 0.1  # how often somebody who plays at random thinks of gambling
DRAGS_ON = 1_500  # actions after which a match is kept in the coarsest way, if it has one


@dataclass
class Table:
    """A match that a test plays action by action: only through `step`, so nothing impossible can be arranged."""

    game: AnyGame
    state: Any
    actions: list[Action] = field(default_factory=list)
    heard: tuple[Event, ...] = ()  # after the last action

    def do(self, *actions: Action) -> Table:
        for action in actions:
            taken = step(self.game, self.state, action)
            self.state, self.heard = taken.state, taken.events
            self.actions.append(action)
        return self

    @property
    def pending(self) -> Pending:
        return self.game.pending(self.state)

    @property
    def options(self) -> tuple[Action, ...]:
        assert isinstance(self.pending, Decide), self.pending
        return self.pending.options

    @property
    def on_turn(self) -> Seat | None:
        assert not isinstance(self.pending, Over), self.pending
        return self.pending.seat

    @property
    def ranking(self) -> tuple[tuple[Seat, ...], ...]:
        assert isinstance(self.pending, Over), self.pending
        return self.pending.ranking

    def heard_keys(self) -> list[str]:
        return [event.key for event in self.heard]


@dataclass(frozen=True)
class Match:
    """A match that was played at random. `states[n]` is the state before `actions[n]`; one more than actions."""

    game: AnyGame
    rules: Any
    seats: int
    actions: tuple[Action, ...]
    states: tuple[Any, ...]

    @property
    def moments(self) -> Iterator[tuple[Any, Action]]:
        return zip(self.states, self.actions, strict=False)


def play(game: AnyGame, seats: int, rules: Any, rng: Random, *, coarse: float = 0, comings: float = 0) -> Match:
    """A whole match of random choices. Of the turns, `coarse` are not kept from their first throw; `comings` is
    how often somebody leaves, joins or moves before an action.
    """
    state = game.start(seats, rules)
    actions, states = [], [state]
    while not isinstance(pending := game.pending(state), Over):
        interrupts = game.interrupts(state) if rng.random() < comings else ()
        wide = 1 if len(actions) > DRAGS_ON else coarse
        action = rng.choice(interrupts) if interrupts else anything(pending, rng, coarse=wide)
        state = step(game, state, action).state
        actions.append(action)
        states.append(state)
        assert len(actions) < 20_000, "this match never ends"
    return Match(game, rules, seats, tuple(actions), tuple(states))


def anything(pending: Decide | Chance, rng: Random, *, coarse: float = 0) -> Action:
    """Something that may happen now, whatever the game."""
    if isinstance(pending, Decide):
        meek = [option for option in pending.options if not option.bold]
        return rng.choice(meek if meek and rng.random() > BOLD else pending.options)
    fine, *wider = pending.accepts
    kind = rng.choice(wider) if wider and rng.random() < coarse else fine
    return kind.dealt(pending, rng.randrange)


def variants(game: AnyGame) -> list[Any]:
    """The rules as they come, each setting changed alone, and a few mixtures."""
    settings = settings_of(game.rules)
    alone = [
        game.rules(**{setting.key: choice})
        for setting in settings
        for choice in setting.choices
        if choice != setting.default
    ]
    rng = Random(game.key)
    mixed = [game.rules(**{setting.key: rng.choice(setting.choices) for setting in settings}) for _ in range(8)]
    return [game.rules(), *alone, *mixed]


def cells(game: AnyGame, state: Any) -> list[tuple[Seat, Cell]]:
    """Every box of the sheet that a turn has written, with the seat of its column."""
    sheet = game.sheet(state)
    columns = itertools.chain.from_iterable(zip(sheet.seats, row.cells, strict=True) for row in sheet.rows)
    return [(seat, cell) for seat, cell in columns if cell is not None and cell.turn is not None]
