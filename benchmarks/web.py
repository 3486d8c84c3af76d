"""What one entry costs the server: `python benchmarks/web.py`. CPU time of one process; the median of what was run.

entry     POST of a turn, by htmx, to the fragment that is shown for it: a table of four in its eighth round
baseline  a bare Flask route that inserts one row through a SQLAlchemy session, in the same run and on the same disk
start     a new process until it has answered its first page, on a database that is there already
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

from flask import Flask, request
from sqlalchemy import JSON, create_engine, event
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, sessionmaker

from scorekeeper import service
from scorekeeper.engine.core import Chance
from scorekeeper.engine.dice import Settled
from scorekeeper.engine.games.chicago_losses import Rules
from scorekeeper.web import create_app

ROUNDS, ENTRIES, BLOCK = 7, 400, 40
PLAYERS = ("Mira", "Joris", "Anna-Karin Östergård-Lindström", "Tomás")
HTMX = {"HX-Request": "true"}


class Base(DeclarativeBase):
    pass


class Line(Base):
    __tablename__ = "line"
    id: Mapped[int] = mapped_column(primary_key=True)
    body: Mapped[dict[str, Any]] = mapped_column(JSON)
    at: Mapped[datetime]


def bare_app(url: str) -> Flask:
    """The least that a route with one insert can be."""
    app, engine = Flask("bare"), create_engine(url)
    event.listen(
        engine,
        "connect",
        lambda connection, _: connection.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL"),
    )
    Base.metadata.create_all(engine)
    session = sessionmaker(engine)

    @app.post("/")
    def insert() -> str:
        with session.begin() as database:
            database.add(Line(body=dict(request.form), at=datetime.now(UTC)))
        return "done"

    return app


def bare_entries(url: str) -> Callable[[], float]:
    client = bare_app(url).test_client()
    fields = {"type": "Settled", "seat": "0", "dice": "614", "throws": "2", "seq": "7"}

    def once() -> float:
        began = process_time()
        assert client.post("/", data=fields).status_code == 200
        return process_time() - began

    return once


def entries(url: str) -> Callable[[], float]:
    """One entry after the other. A match that nobody can lose soon is set anew when it is over."""
    app = create_app({"DATABASE_URL": url, "SECRET_KEY": "bench"})
    store, client, rng = app.extensions["store"], app.test_client(), Random(1)
    token = re.search(r'X-CSRFToken": "([^"]+)"', client.get("/").text)
    assert token is not None
    headers = {**HTMX, "X-CSRFToken": token[1]}

    def sit_down() -> Any:
        """At a table in round eight, with its page on the tablet: that is where an entry is sent from."""
        table = in_round_eight(store, rng)
        assert client.get(f"/t/{table.info.token}/").status_code == 200
        return table

    table = sit_down()

    def once() -> float:
        nonlocal table
        if not isinstance(table.pending, Chance) or table.state.round_no > ROUNDS + 1:
            table = sit_down()
        action = dice(table.pending, rng)
        fields = {
            "type": "Settled",
            "seat": action.seat,
            "dice": "".join(map(str, action.dice)),
            "throws": action.throws,
            "seq": table.seq,
        }
        began = process_time()
        answer = client.post(f"/t/{table.info.token}/act", data=fields, headers=headers)
        took = process_time() - began
        assert answer.status_code == 200, answer.status
        table = service.load(store, table.info.token)
        return took

    return once


def in_round_eight(store: Any, rng: Random) -> Any:
    while True:
        rules = Rules(first_leader="first_seat", losses_to_exit=5)
        table = service.start(store, game="chicago_losses", names=PLAYERS, rules=rules)
        while isinstance(table.pending, Chance) and table.state.round_no <= ROUNDS:
            table = service.submit(store, table.info.token, table.seq, dice(table.pending, rng))
        if isinstance(table.pending, Chance) and len(table.state.seating) == len(PLAYERS):
            return table


def dice(chance: Any, rng: Random) -> Settled:
    return Settled.dealt(chance, rng.randrange)


def start_up(url: str, folder: str) -> float:
    """Wall seconds from a new process to its first page."""
    code = (
        "import sys; from scorekeeper.web import create_app;"
        "app = create_app({'DATABASE_URL': sys.argv[1], 'DATA_FOLDER': sys.argv[2]});"
        "assert app.test_client().get('/').status_code == 200"
    )
    began = perf_counter()
    subprocess.run([sys.executable, "-c", code, url, folder], check=True)
    return perf_counter() - began


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        ours, bare = (f"sqlite:///{Path(folder) / name}" for name in ("ours.sqlite3", "bare.sqlite3"))
        enter, insert = entries(ours), bare_entries(bare)
        for _ in range(BLOCK):
            enter(), insert()
        took: dict[str, list[float]] = {"entry": [], "baseline": []}
        for _ in range(ENTRIES // BLOCK):  # in turns, so that a busy machine is busy for both
            took["entry"] += [enter() for _ in range(BLOCK)]
            took["baseline"] += [insert() for _ in range(BLOCK)]
        entry, baseline = median(took["entry"]), median(took["baseline"])
        print(f"entry     {1000 * entry:6.2f} ms CPU")
        print(f"baseline  {1000 * baseline:6.2f} ms CPU; an entry costs {entry / baseline:.1f} times as much")
        print(f"start     {median(start_up(ours, folder) for _ in range(5)):6.2f} s to the first page")


if __name__ == "__main__":
    main()
