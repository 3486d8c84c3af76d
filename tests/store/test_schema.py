"""The tables of a database, and how they come to be what the models say."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text

from scorekeeper.store import Store, UnusableDatabase
from scorekeeper.store.database import database_url, open_engine
from scorekeeper.store.models import Base
from scorekeeper.store.schema import HEAD, alembic_config, migrations_folder, revision_of


def test_an_empty_database_is_brought_to_the_newest_revision(any_store: Store) -> None:
    assert revision_of(any_store.engine) == HEAD
    assert {"match", "seat", "log"} <= set(inspect(any_store.engine).get_table_names())


def test_the_migrations_lead_to_exactly_what_the_models_say(any_store: Store) -> None:
    with any_store.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, Base.metadata) == []


def test_the_head_that_is_written_down_is_alembics() -> None:
    assert ScriptDirectory.from_config(alembic_config()).get_current_head() == HEAD


def test_a_downgrade_leaves_nothing_behind(any_store: Store) -> None:
    with any_store.engine.execution_options(writes=True).begin() as connection:
        command.downgrade(alembic_config(connection), "base")
    assert set(inspect(any_store.engine).get_table_names()) == {"alembic_version"}


def test_a_warm_start_does_not_import_alembic(sqlite_url: str) -> None:
    Store(sqlite_url).close()
    look = (
        "import sys; from scorekeeper.store import Store; Store(sys.argv[1]).close(); print('alembic' in sys.modules)"
    )
    shown = subprocess.run([sys.executable, "-c", look, sqlite_url], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "False"


def test_two_workers_may_start_on_an_empty_database_at_once(any_url: str) -> None:
    start = "import sys; from scorekeeper.store import Store; Store(sys.argv[1]).close()"
    workers = [subprocess.Popen([sys.executable, "-c", start, any_url]) for _ in range(4)]
    assert [worker.wait(30) for worker in workers] == [0, 0, 0, 0]


def test_a_database_of_a_newer_version_is_refused_and_left_alone(any_store: Store) -> None:
    with any_store.engine.execution_options(writes=True).begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(UnusableDatabase, match="newer Scorekeeper"):
        Store(any_store.engine.url.render_as_string(hide_password=False))
    assert revision_of(any_store.engine) == "9999"


def test_the_migrations_are_found_from_a_checkout() -> None:
    assert (migrations_folder() / "versions" / "0001_matches.py").is_file()


def test_what_answered_survives_a_power_cut(store: Store) -> None:
    """SQLite writes ahead and waits for the disk; a reader never blocks a writer."""
    with store.read() as session:
        pragmas = {
            p: session.execute(text(f"PRAGMA {p}")).scalar() for p in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("postgresql://ann@localhost:54x/scores", "is no database address"),
        ("scores.sqlite3", "“scores.sqlite3” is no database address; one looks like sqlite:///"),
        ("mysql://ann@localhost/scores", "not in mysql; an address looks like sqlite:///"),
        ("sqlite:////nowhere/at/all/scores.sqlite3", "unable to open database file"),
        ("postgresql://ann:secret@localhost:1/scores", r"postgresql://ann:\*\*\*@localhost:1/scores cannot be used"),
    ],
)
def test_an_unusable_address_gets_a_sentence(url: str, says: str) -> None:
    with pytest.raises(UnusableDatabase, match=says) as refused:
        Store(url)
    assert "secret" not in str(refused.value) and "\n" not in str(refused.value)


def test_a_file_that_may_only_be_read_gets_a_sentence(sqlite_url: str) -> None:
    Store(sqlite_url).close()
    with pytest.raises(UnusableDatabase, match="readonly database"):
        Store(sqlite_url.replace("sqlite:///", "sqlite:///file:") + "?mode=ro&uri=true")


def test_a_file_that_is_no_database_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("Shopping list: milk, dice, pencils. " * 200)
    with pytest.raises(UnusableDatabase, match="file is not a database"):
        Store(f"sqlite:///{tmp_path / 'notes'}")


@pytest.mark.postgres
def test_plain_postgresql_addresses_are_taken(postgres_url: str) -> None:
    with Store(postgres_url.replace("postgresql+psycopg", "postgresql")) as store:
        assert store.engine.dialect.driver == "psycopg"


def test_a_database_in_memory_is_one_for_all_threads() -> None:
    with Store("sqlite://") as store, ThreadPoolExecutor(4) as pool:
        revisions = list(pool.map(lambda _: revision_of(store.engine), range(8)))
    assert set(revisions) == {HEAD}


def test_a_migration_that_fails_changes_nothing(any_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    upgrade = command.upgrade

    def upgrade_and_break(config: Config, revision: str) -> None:
        upgrade(config, revision)
        raise RuntimeError("power cut")

    monkeypatch.setattr(command, "upgrade", upgrade_and_break)
    with pytest.raises(RuntimeError):
        Store(any_url)
    engine = open_engine(database_url(any_url))
    assert inspect(engine).get_table_names() == []
    engine.dispose()
