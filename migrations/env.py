"""Run by Alembic. The program hands over its own connection; on the command line the database is
$SCOREKEEPER_DATABASE_URL, and a revision is drafted with `alembic revision --autogenerate`."""

from __future__ import annotations

import os

from alembic import context
from sqlalchemy import Connection

from scorekeeper.store.database import database_url, open_engine
from scorekeeper.store.models import Base


def run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        render_as_batch=True,
        transactional_ddl=True,  # SQLite can do it too, since our engine begins its transactions itself
        compare_server_default=True,
    )
    with context.begin_transaction():
        context.run_migrations()


def main() -> None:
    given: Connection | None = context.config.attributes.get("connection")
    if given is not None:
        run(given)
        return
    engine = open_engine(database_url(os.environ["SCOREKEEPER_DATABASE_URL"]), foreign_keys=False)
    with engine.execution_options(writes=True).begin() as connection:
        run(connection)
    engine.dispose()


main()
