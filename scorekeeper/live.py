"""Tables between memory and the store: how one comes out of the log, and how what happens at it gets in.

The last tables are held in memory. Writing to one costs a step, an insert and a commit; the log is read again
only where another process has written to it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import Any

from sqlalchemy.orm import Session

from scorekeeper import dealer
from scorekeeper.engine.codec import decode_entry, encode_entry
from scorekeeper.engine.core import AnyGame, IllegalAction, MalformedAction, ScorekeeperError
from scorekeeper.engine.games import game as game_of
from scorekeeper.engine.log import Did, Entry
from scorekeeper.engine.settings import as_written, rules_from
from scorekeeper.store import BrokenLog, StaleAction, Store, UnknownMatch, log, matches, models
from scorekeeper.table import (
    Info,
    Person,
    Proof,
    Source,
    Standing,
    Table,
    advanced,
    extend,
    frozen_ranking,
    is_lot,
    salvaged,
)

_log = logging.getLogger(__name__)


def load(store: Store, token: str) -> Table:
    """The table as it stands, by one small query as long as this process has seen its last entry.

    A log that can't be replayed gives the table as far as it can, with `broken_at`. Raises `UnknownMatch`, and
    `BrokenLog` if not even the beginning can be told.
    """
    with store.read() as session:
        try:
            mark = log.mark(session, token)
        except UnknownMatch:
            store.live.drop(token)
            raise
        held: Table | None = store.live.get(token)
        if held is None or held.seq < mark.seq:
            return remember(store, _fetch(session, token, mark, held))
    if held.info.closed_at != mark.closed_at:
        held = remember(store, known(held, closed_at=mark.closed_at))
    return held


# ---- from the store to a table ---------------------------------------------------------------------------------


def _fetch(session: Session, token: str, mark: log.Mark, held: Table | None) -> Table:
    """The table from the store; where `held` can simply be played on, only what is new is read."""
    info = _info(session, mark.match_id)
    if held is not None and held.broken_at is None:
        entries, _ = _entries(info.game, log.rows(session, mark.match_id, after=held.seq))
        table = _played_on(replace(held, info=info), entries)
        if table is not None and table.seq == mark.seq:
            return table
    return _laid_from(info, mark.seq, log.rows(session, mark.match_id))


def _played_on(table: Table, entries: Iterable[tuple[Entry, log.Row]]) -> Table | None:
    """`table` after some more entries; None if they can't simply be added to what stands."""
    try:
        for entry, row in entries:
            if not isinstance(entry, Did):
                return None
            table = advanced(table, entry.action, row.source, proofs_in(row.body))
    except IllegalAction:
        return None
    return table


def _laid_from(info: Info, seq: int, stored: Sequence[log.Row]) -> Table:
    entries, broken_at = _entries(info.game, stored)
    standing: list[Standing] = []
    for entry, row in entries:
        try:
            extend(standing, entry, row.source, row.seq, proofs_in(row.body))
        except IndexError:
            broken_at = row.seq
            break
    try:
        table, why = salvaged(info, seq, standing)
    except IllegalAction as refused:  # not even its start is possible any more
        raise BrokenLog(info.token, 0) from refused
    if why is not None:
        _log.error("match %s: row %s does not replay", info.token, table.broken_at, exc_info=why)
        return table
    if broken_at is not None:
        _log.error("match %s: row %s is no entry of a log", info.token, broken_at)
    return replace(table, broken_at=broken_at)


def _entries(game: AnyGame, stored: Iterable[log.Row]) -> tuple[list[tuple[Entry, log.Row]], int | None]:
    """What the rows say, up to the first that says nothing, and the number of that one."""
    entries: list[tuple[Entry, log.Row]] = []
    for row in stored:
        try:
            entries.append((decode_entry(game, row.body), row))
        except (MalformedAction, AttributeError):
            return entries, row.seq
    return entries, None


def proofs_in(body: Any) -> tuple[Proof, ...]:
    """The photograph that a row of the log names beside its entry. No entry is worse for one that can't be read."""
    match body:
        case {"photo": {"name": str(name), "read": [*read], "entered": [*entered]}}:
            if all(type(face) is int for face in (*read, *entered)):
                return (Proof(name, tuple(read), tuple(entered)),)
    return ()


def _info(session: Session, match_id: int) -> Info:
    """What is known of a match besides its log. Raises `BrokenLog` if its game or rules are none of ours."""
    match, rematch_of, seats = matches.find(session, match_id)
    try:
        game = game_of(match.game)
        rules = rules_from(game.rules, match.rules)
    except ScorekeeperError as why:
        raise BrokenLog(match.token, 0) from why
    return Info(
        id=match.id,
        token=match.token,
        game=game,
        rules=rules,
        rules_version=match.rules_version,
        title=match.title,
        seats=match.seats,
        dice=match.dice,
        created_at=match.created_at,
        people=tuple(Person(seat.name, seat.kind) for seat in seats),
        ended_at=match.ended_at,
        closed_at=match.closed_at,
        ranking=matches.as_ranking(match.ranking),
        rematch_of=rematch_of,
    )


def table_at(store: Store, token: str, seq: int) -> Table:
    """The table that the caller has seen, ready to be written to; from memory if it is held there."""
    table: Table | None = store.live.get(token)
    if table is None or table.seq < seq:
        table = load(store, token)
    if table.seq != seq:
        raise StaleAction(token, seq)
    return writable(table)


def writable(table: Table) -> Table:
    if table.broken_at is not None:
        raise BrokenLog(table.info.token, table.broken_at)
    if table.info.closed_at is not None:
        raise IllegalAction("table-closed")
    return table


# ---- from a table to the store ---------------------------------------------------------------------------------


def write(
    store: Store,
    before: Table,
    after: Table,
    entry: Entry,
    source: Source,
    rng: Random,
    seats: Callable[[Session], None] | None = None,
    proof: Proof | None = None,
    earlier: Sequence[log.Row] = (),
) -> Table:
    """Add `entry` to the log, with the lots that it calls for, and with what it changes of the seats.

    `earlier` are rows that go before it, all of them or none.
    """
    body = encode_entry(entry)
    if proof is not None:
        body["photo"] = {"name": proof.name, "read": list(proof.read), "entered": list(proof.entered)}
    added = log.Row(after.seq, body, source)
    after, drawn = settled(after, rng)
    after = _with_outcome(after)
    with store.write() as session:
        take_turn(session, before)
        log.append(session, after.info.token, after.info.id, [*earlier, added, *drawn], datetime.now(UTC))
        if seats is not None:
            seats(session)
        _write_outcome(session, before, after)
    return remember(store, after)


def take_turn(session: Session, table: Table) -> None:
    """Keep other writers off this match until the end of `session`. Raises if it is gone or closed meanwhile."""
    if log.lock(session, table.info.token, table.info.id) is not None:
        raise IllegalAction("table-closed")


def settled(table: Table, rng: Random) -> tuple[Table, list[log.Row]]:
    """Draw the lots that nobody throws for: the table then, and the rows of the log that tell it."""
    drawn: list[log.Row] = []
    while is_lot(table.pending):
        lot = dealer.resolve(table.pending, rng)
        table = advanced(table, lot, "dealer")
        drawn.append(log.Row(table.seq, encode_entry(Did(lot)), "dealer"))
    return table, drawn


def _with_outcome(table: Table) -> Table:
    """A match that is over says since when and how; one that was reopened says nothing."""
    ranking = frozen_ranking(table)
    if ranking == table.info.ranking:
        return table
    ended_at = None if ranking is None else table.info.ended_at or datetime.now(UTC)
    return known(table, ended_at=ended_at, ranking=ranking)


def _write_outcome(session: Session, before: Table, after: Table) -> None:
    if before.info.ranking != after.info.ranking:
        matches.change(session, after.info.id, ended_at=after.info.ended_at, ranking=after.info.ranking)


def insert(session: Session, table: Table, drawn: Sequence[log.Row], *, rematch_of: int | None = None) -> Table:
    """Put a new match into the store; answers its table, which now has a number."""
    info = table.info
    match = models.Match(
        token=info.token,
        game=info.game.key,
        rules=as_written(info.rules),
        rules_version=info.rules_version,
        title=info.title,
        seats=info.seats,
        dice=info.dice,
        created_at=info.created_at,
        rematch_of=rematch_of,
    )
    number = matches.add(session, match, [(person.name, person.kind) for person in info.people])
    if drawn:
        log.append(session, info.token, number, drawn, info.created_at)
    return known(table, id=number)


def remember(store: Store, table: Table) -> Table:
    """Hold a table in memory, unless something newer is held there already."""
    held: Table | None = store.live.get(table.info.token)
    if held is None or held.seq <= table.seq:
        store.live.put(table.info.token, table)
    return table


def known(table: Table, **changes: Any) -> Table:
    """The table with something else known of its match."""
    return replace(table, info=replace(table.info, **changes))
