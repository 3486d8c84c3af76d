"""What tests of several layers share: stores on both kinds of database, and a PostgreSQL server of their own."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from scorekeeper.store import Store


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'scores.sqlite3'}"


@pytest.fixture
def store(sqlite_url: str) -> Iterator[Store]:
    """An empty store in an SQLite file."""
    with Store(sqlite_url) as opened:
        yield opened


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def any_url(request: pytest.FixtureRequest) -> str:
    """An empty database of each kind."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture
def any_store(any_url: str) -> Iterator[Store]:
    """An empty store on each kind of database."""
    with Store(any_url) as opened:
        yield opened


@pytest.fixture
def other(any_url: str, any_store: Store) -> Iterator[Store]:
    """Another process on the same database."""
    with Store(any_url) as opened:
        yield opened


@pytest.fixture
def postgres_url(postgres_server: str) -> str:
    """An empty place on a PostgreSQL server: a schema of its own, a tenth of the price of a database."""
    schema = f"scores_{next(_numbers)}"
    engine = create_engine(postgres_server)
    with engine.begin() as connection:
        connection.execute(text(f"CREATE SCHEMA {schema}"))
    engine.dispose()
    return f"{postgres_server}&options=-csearch_path%3D{schema}"


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """A PostgreSQL server that lives as long as the tests."""
    programs = _postgres_programs()
    if programs is None:
        reason = "no PostgreSQL server is installed (initdb and pg_ctl in /usr/lib/postgresql/*/bin)"
        # Where everything has to be tested, a test that can't run has failed.
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)
    folder = tempfile.mkdtemp(prefix="scorekeeper-postgres-")
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    cluster, pg_ctl = f"{folder}/cluster", programs / "pg_ctl"
    try:
        _run(programs / "initdb", "-D", cluster, "-A", "trust", "-U", "scorekeeper", "-E", "UTF8", "--no-sync")
        options = f"-k {folder} -c listen_addresses='' -c fsync=off"
        _run(pg_ctl, "-D", cluster, "-w", "-l", f"{folder}/log", "-o", options, "start")
        try:
            yield f"postgresql+psycopg://scorekeeper@/postgres?host={folder}"
        finally:
            _run(pg_ctl, "-D", cluster, "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


_numbers = count(1)


def _postgres_programs() -> Path | None:
    """Where the newest server is installed. What is on the path may be only a client or a wrapper."""
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name))
    on_path = [Path(found).resolve().parent for found in [shutil.which("initdb")] if found]
    return next(
        (f for f in [*reversed(installed), *on_path] if (f / "initdb").exists() and (f / "pg_ctl").exists()), None
    )


def _run(*command: str | Path) -> None:
    as_postgres = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []  # it refuses to run as root
    done = subprocess.run(
        [*as_postgres, *map(str, command)],
        cwd="/",
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
