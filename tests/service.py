"""Short ways to keep a match of Chicago in a test."""

from __future__ import annotations

from scorekeeper.engine.core import Action, Chance, Seat
from scorekeeper.engine.dice import Booked
from scorekeeper.engine.games.chicago_losses import Rules
from scorekeeper.service import load, submit
from scorekeeper.store import Store
from scorekeeper.table import Source, Table

CHICAGO = "chicago_losses"
FIRST = Rules(first_leader="first_seat")
SHORT = Rules(first_leader="first_seat", losses_to_exit=2)


def settle(store: Store, table: Table, *totals: int, throws: int = 1) -> Table:
    """The next turns end with these totals."""
    for points in totals:
        table = submit(store, table.info.token, table.seq, Booked(on_turn(table), points, throws))
    return table


def on_turn(table: Table) -> Seat:
    assert isinstance(table.pending, Chance) and table.pending.seat is not None, table.pending
    return table.pending.seat


def again(store: Store, table: Table) -> Table:
    """The table as a process sees it that has just been started."""
    store.live.clear()
    return load(store, table.info.token)


def enter(store: Store, table: Table, *actions: Action, source: Source = "typed") -> Table:
    for action in actions:
        table = submit(store, table.info.token, table.seq, action, source)
    return table
