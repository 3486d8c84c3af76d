"""Opening a database: which ones we take, and what keeps an answered entry safe in them."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool

from scorekeeper.store.errors import UnusableDatabase

EXAMPLES = "sqlite:////home/ann/scores.sqlite3 or postgresql://ann@localhost/scores"
POOL = {"pool_size": 10, "max_overflow": 90}  # more than the server has threads: nobody waits for a connection


def file_address(file: Path) -> str:
    """The address of a database in a file, whatever signs there are in its name."""
    return URL.create("sqlite", database=str(file)).render_as_string()


def database_url(text: str) -> URL:
    """The address of a database, with its driver. Raises `UnusableDatabase` for one that we can't use."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):  # the latter for a port that is no number
        raise UnusableDatabase(f"“{text}” is no database address; one looks like {EXAMPLES}.") from None
    match url.drivername:
        case "postgresql" | "postgres" | "postgresql+psycopg":
            return url.set(drivername="postgresql+psycopg")
        case "sqlite" | "sqlite+pysqlite":
            return url.set(drivername="sqlite+pysqlite")
    raise UnusableDatabase(
        f"Scores can be kept in SQLite or PostgreSQL, not in {url.drivername}; an address looks like {EXAMPLES}."
    )


def open_engine(url: URL, *, foreign_keys: bool = True) -> Engine:
    """An engine on `url`; nothing is connected yet. Raises `UnusableDatabase` if its driver is not installed.

    A migration that rebuilds a table switches `foreign_keys` off, or SQLite would delete what refers to it.
    """
    try:
        if url.get_backend_name() != "sqlite":
            return create_engine(url, pool_pre_ping=True, **POOL)
        engine = create_engine(
            url, connect_args={"check_same_thread": False}, poolclass=QueuePool, **_sqlite_pool(url)
        )
    except ArgumentError:  # such as two slashes where a file has three
        raise UnusableDatabase(f"“{url}” is no database address; one looks like {EXAMPLES}.") from None
    except (ModuleNotFoundError, NoSuchModuleError):
        raise UnusableDatabase(
            "PostgreSQL needs its driver, psycopg; where SCOREKEEPER_DATABASE_URL names it, `make run` brings that."
        ) from None
    event.listen(engine, "connect", _settle_sqlite if foreign_keys else _settle_sqlite_for_migration)
    event.listen(engine, "begin", _begin)
    return engine


def _sqlite_pool(url: URL) -> dict[str, Any]:
    # A database in memory lives in its one connection, so all threads take turns with that.
    in_memory = url.database in (None, "", ":memory:")
    return {"pool_size": 1, "max_overflow": 0} if in_memory else POOL


def _settle_sqlite(connection: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # transactions begin where we say, see _begin
    connection.execute("PRAGMA busy_timeout = 10000")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")  # what was answered survives a power cut
    connection.execute("PRAGMA foreign_keys = ON")


def _settle_sqlite_for_migration(connection: sqlite3.Connection, entry: ConnectionPoolEntry) -> None:
    _settle_sqlite(connection, entry)
    connection.execute("PRAGMA foreign_keys = OFF")


def _begin(connection: Connection) -> None:
    # A writer takes its turn at once. Were it to start as a reader, SQLite would refuse it later instead of waiting.
    how = "BEGIN IMMEDIATE" if connection.get_execution_options().get("writes") else "BEGIN"
    connection.exec_driver_sql(how)
