"""The log as rows: only ever added to, by one writer for each number."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import event, func, insert, select
from sqlalchemy.exc import StatementError

from scorekeeper.service import load, start
from scorekeeper.store import StaleAction, Store, UnknownMatch, log, matches
from scorekeeper.store.models import LogRow, Match, Seat
from scorekeeper.table import Table
from tests.service import CHICAGO, FIRST, settle

ROOT = Path(__file__).parents[2]
NOW = datetime(2026, 3, 1, 20, 15, tzinfo=UTC)


@pytest.fixture
def table(any_store: Store) -> Table:
    return start(any_store, game=CHICAGO, names=["Ann", "Bob"], rules=FIRST)


def test_rows_come_back_in_the_order_of_their_numbers(any_store: Store, table: Table) -> None:
    added = [log.Row(seq, {"undid": True}, "typed") for seq in (1, 2, 3)]
    with any_store.write() as session:
        log.append(session, table.info.token, table.info.id, added[:2], NOW)
        log.append(session, table.info.token, table.info.id, added[2:], NOW)
    with any_store.read() as session:
        assert log.rows(session, table.info.id) == added
        assert log.rows(session, table.info.id, after=2) == added[2:]
        assert log.mark(session, table.info.token) == (table.info.id, None, 3)


def test_a_number_is_written_once(any_store: Store, table: Table) -> None:
    row = [log.Row(1, {"undid": True}, "typed")]
    with any_store.write() as session:
        log.append(session, table.info.token, table.info.id, row, NOW)
    with pytest.raises(StaleAction) as refused, any_store.write() as session:
        log.append(session, table.info.token, table.info.id, row, NOW)
    assert (refused.value.token, refused.value.seq) == (table.info.token, 0)


def test_nothing_is_kept_of_a_block_that_raises(any_store: Store, table: Table) -> None:
    with pytest.raises(ZeroDivisionError), any_store.write() as session:
        log.append(session, table.info.token, table.info.id, [log.Row(1, {"undid": True}, "typed")], NOW)
        raise ZeroDivisionError
    with any_store.read() as session:
        assert log.rows(session, table.info.id) == []


def test_moments_keep_their_time_zone(any_store: Store, table: Table) -> None:
    in_helsinki = NOW.astimezone(timezone(timedelta(hours=2)))
    with any_store.write() as session:
        log.append(session, table.info.token, table.info.id, [log.Row(1, {"undid": True}, "typed")], in_helsinki)
    with any_store.read() as session:
        stored = session.scalars(select(LogRow.at)).one()
    assert stored == NOW and stored.tzinfo is UTC


def test_a_moment_without_a_time_zone_is_refused(any_store: Store, table: Table) -> None:
    row = {"match_id": table.info.id, "seq": 1, "body": {}, "source": "typed", "at": NOW.replace(tzinfo=None)}
    with pytest.raises(StatementError, match="needs a time zone"), any_store.write() as session:
        session.execute(insert(LogRow), [row])


def test_an_unknown_token_is_an_unknown_match(any_store: Store) -> None:
    with any_store.read() as session, pytest.raises(UnknownMatch):
        log.mark(session, "nosuchmatch")
    with any_store.write() as session, pytest.raises(UnknownMatch):
        log.lock(session, "nosuchmatch", 1)


def test_deleting_a_match_deletes_its_rows(any_store: Store, table: Table) -> None:
    settle(any_store, table, 164)
    with any_store.write() as session:
        assert matches.remove(session, table.info.token)
        assert not matches.remove(session, table.info.token)
    with any_store.read() as session:
        left = [session.scalar(select(func.count()).select_from(kind)) for kind in (Match, Seat, LogRow)]
    assert left == [0, 0, 0]


def test_the_number_of_a_deleted_match_is_not_used_again(any_store: Store, table: Table) -> None:
    with any_store.write() as session:
        matches.remove(session, table.info.token)
    assert start(any_store, game=CHICAGO, names=["Cy", "Di"], rules=FIRST).info.id > table.info.id


def test_tokens_can_be_read_aloud() -> None:
    tokens = {matches.new_token() for _ in range(1000)}
    assert len(tokens) == 1000
    assert {len(token) for token in tokens} == {10}
    assert not set("".join(tokens)) & set("01ilo")


# ---- two at once -----------------------------------------------------------------------------------------------


@pytest.fixture
def other(any_url: str, any_store: Store) -> Iterator[Store]:
    """Another process on the same database: nothing is shared but that."""
    with Store(any_url) as opened:
        yield opened


def test_of_many_who_answer_at_once_one_is_heard(any_store: Store, other: Store, table: Table) -> None:
    load(other, table.info.token)

    def answer(number: int) -> bool:
        try:
            settle((any_store, other)[number % 2], table, 9)
        except StaleAction:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(answer, range(16))) == [False] * 15 + [True]
    assert load(other, table.info.token).seq == load(any_store, table.info.token).seq == 1


def test_two_workers_take_turns_without_losing_anything(any_store: Store, other: Store, table: Table) -> None:
    for worker in (other, any_store, any_store, other):
        table = settle(worker, load(worker, table.info.token), 106)
    assert load(any_store, table.info.token) == load(other, table.info.token) == table


def test_many_tables_are_kept_at_once(any_store: Store, other: Store) -> None:
    def evening(number: int) -> int:
        worker = (any_store, other)[number % 2]
        table = start(worker, game=CHICAGO, names=["Ann", "Bob", "Cy"], rules=FIRST)
        for points in (106, 9, 164, 164, 8, 300):
            table = settle(worker, table, points)
        return table.seq

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(evening, range(16))) == [6] * 16


def test_submitting_reads_nothing_of_the_log(any_store: Store, table: Table) -> None:
    said: list[str] = []

    def listen(*args: object) -> None:
        said.append(" ".join(str(args[2]).split()))

    event.listen(any_store.engine, "before_cursor_execute", listen)
    settle(any_store, table, 106)
    event.remove(any_store.engine, "before_cursor_execute", listen)
    said = [statement for statement in said if not statement.startswith("BEGIN")]
    assert [statement.split()[0] for statement in said] == ["SELECT", "INSERT"]
    assert "log" not in said[0].casefold()


KILLED_AFTER_ANSWERING = """
import os, signal, sys
from scorekeeper.service import load
from scorekeeper.store import Store
from tests.service import settle
store = Store(sys.argv[1])
table = load(store, sys.argv[2])
for points in (106, 9, 164):
    table = settle(store, table, points)
print(table.seq, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_was_answered_is_there_after_a_kill(any_url: str, any_store: Store, table: Table) -> None:
    command = [sys.executable, "-c", KILLED_AFTER_ANSWERING, any_url, table.info.token]
    killed = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert (killed.returncode, killed.stdout.strip()) == (-signal.SIGKILL, "3"), killed.stderr
    assert load(any_store, table.info.token).seq == 3
