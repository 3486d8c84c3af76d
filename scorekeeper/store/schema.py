"""Bringing a database to the tables that this version of the program works with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import URL, Connection, Engine, text
from sqlalchemy.exc import DBAPIError

from scorekeeper.store.database import open_engine
from scorekeeper.store.errors import UnusableDatabase

if TYPE_CHECKING:
    from alembic.config import Config

HEAD = "0001"
"""The newest revision, written down so that a warm start need not import Alembic. A test holds it to be true."""

LOCK = 5_330_617  # any number, as long as all of ours use the same one


def migrations_folder() -> Path:
    """Where the revisions lie: inside an installed package, or at the top of a checkout."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "migrations"
    return installed if installed.is_dir() else package.parent / "migrations"


def alembic_config(connection: Connection | None = None) -> Config:
    """What Alembic needs to know: no file of its own. `connection` is the one it should work in."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(migrations_folder()).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def revision_of(engine: Engine) -> str | None:
    """The revision that a database is at; None for an empty one. Raises `UnusableDatabase` if nobody answers."""
    try:
        connection = engine.connect()
    except DBAPIError as why:
        raise UnusableDatabase(_no_answer(engine.url, why)) from why
    with connection:
        try:
            return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        except DBAPIError as why:
            if "alembic_version" in str(why.orig):  # no such table: nothing has been set up here
                return None
            raise UnusableDatabase(_no_answer(engine.url, why)) from why


def migrate(engine: Engine) -> None:
    """Bring the database to `HEAD`, all of the way or not at all. Raises `UnusableDatabase`."""
    if revision_of(engine) != HEAD:
        _migrate(engine)
    try:
        with engine.execution_options(writes=True).connect() as connection:  # never committed
            connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
    except DBAPIError as why:  # a file that may only be read would fail at the first entry
        raise UnusableDatabase(_no_answer(engine.url, why)) from why


def _migrate(engine: Engine) -> None:
    in_memory = engine.url.get_backend_name() == "sqlite" and engine.url.database in (None, "", ":memory:")
    migrator = engine if in_memory else open_engine(engine.url, foreign_keys=False)
    try:
        with migrator.execution_options(writes=True).begin() as connection:
            if connection.dialect.name == "postgresql":  # two workers may start at once
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
            _upgrade(connection)
    except DBAPIError as why:
        raise UnusableDatabase(_no_answer(engine.url, why)) from why
    finally:
        if migrator is not engine:
            migrator.dispose()


def _upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.util import CommandError

    try:
        command.upgrade(alembic_config(connection), "head")
    except CommandError as why:
        raise UnusableDatabase(
            f"The database {_shown(connection.engine.url)} was written by a newer Scorekeeper; "
            "use that one, or another database."
        ) from why


def _no_answer(url: URL, why: DBAPIError) -> str:
    reason = " ".join(str(why.orig).split()) or type(why.orig).__name__
    return f"The database {_shown(url)} cannot be used ({reason}); check its address and who may read and write it."


def _shown(url: URL) -> str:
    return url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)
