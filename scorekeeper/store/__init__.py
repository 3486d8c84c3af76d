"""Where matches are kept: a database, and the live tables of this process in memory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from scorekeeper.store.cache import Recent
from scorekeeper.store.database import database_url, file_address, open_engine
from scorekeeper.store.errors import BrokenLog, StaleAction, UnknownMatch, UnusableDatabase
from scorekeeper.store.schema import migrate

__all__ = ["BrokenLog", "StaleAction", "Store", "UnknownMatch", "UnusableDatabase", "file_address"]

LIVE = 256  # tables held in memory; a match of a long evening takes some 100 KB


class Store:
    """One database, open. Close it when done; `with Store(url) as store` does."""

    def __init__(self, url: str) -> None:
        """Open the database at `url` and bring its tables up to date. Raises `UnusableDatabase`."""
        self.engine: Engine = open_engine(database_url(url))
        self.live: Recent[str, Any] = Recent(LIVE)  # table by token: each as it stood at its own seq
        try:
            migrate(self.engine)
        except BaseException:
            self.close()
            raise
        self._writing = self.engine.execution_options(writes=True)
        self._reading = self.engine
        if self.engine.dialect.name == "postgresql":  # SQLite shows each transaction one moment by itself
            self._reading = self.engine.execution_options(isolation_level="REPEATABLE READ")

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A session that sees the database as it stands at one moment."""
        with Session(self._reading, autoflush=False) as session:
            yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        """A session whose work is kept when the block ends, all of it, or none if it raises."""
        with Session(self._writing, expire_on_commit=False) as session, session.begin():
            yield session

    def close(self) -> None:
        self.engine.dispose()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, why: BaseException | None, at: TracebackType | None) -> None:
        self.close()
