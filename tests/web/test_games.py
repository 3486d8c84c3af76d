"""Every page of every game, at random moments of random matches: nothing is missing, and each page says something."""

from __future__ import annotations

from random import Random

import pytest

from scorekeeper import service
from scorekeeper.engine.core import AnyGame, Chance, Decide, Over
from scorekeeper.engine.games import GAMES
from scorekeeper.engine.people import Joined
from scorekeeper.store import Store
from scorekeeper.table import Table
from tests.tables import anything, variants
from tests.web.tables import url
from tests.web.visitor import Visitor

NAMES = [f"Name {letter}" for letter in "ABCDEFGHIJKLMNOPQRST"]
MATCHES, MOMENTS = 2, 4


@pytest.mark.parametrize("number", range(MATCHES))
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_page_at_any_moment(game: AnyGame, number: int, kept: Store, reader: Visitor) -> None:
    rng = Random(f"{game.key} {number}")
    seats = rng.choice(game.seats[:5] if number else game.seats[-1:])
    rules = variants(game)[rng.randrange(len(variants(game)))]
    table = service.start(kept, game=game.key, names=NAMES[:seats], rules=rules, rng=rng)
    for _ in range(MOMENTS):
        for _ in range(rng.choice((1, 5, 20))):
            table = happens(kept, table, rng)
        look(reader, table, rng)
    while not isinstance(table.pending, Over):
        table = happens(kept, table, rng)
    look(reader, table, rng)
    reader.open("/")


def happens(store: Store, table: Table, rng: Random) -> Table:
    """One more thing, be it that somebody comes or goes."""
    token, seq, pending = table.info.token, table.seq, table.pending
    if isinstance(pending, Over):
        return table
    comings = table.info.game.interrupts(table.state)
    if comings and rng.random() < 0.03:
        coming = rng.choice(comings)
        if coming == Joined():
            return service.join(store, token, seq, f"New {seq}", rng)
        return service.submit(store, token, seq, coming, "typed", rng)
    assert isinstance(pending, Decide | Chance)
    return service.submit(store, token, seq, anything(pending, rng, coarse=0.5), "typed", rng)


def look(visitor: Visitor, table: Table, rng: Random) -> None:
    """All pages of a table, in every way of entering, and the correction of one turn."""
    for query in ("", "?mode=steps", "?mode=total", "?dice=12345", "?mode=steps&dice=123456"):
        visitor.open(url(table, query))
    for path in ("print", "print?paper=letter", "people"):
        visitor.open(url(table, path))
    rounds = len(getattr(table.state, "past", ()))
    if rounds:
        visitor.open(url(table, f"round/{rounds}"))
        visitor.open(url(table, "round/1"))
    page = visitor.open(url(table, "?all=1"))
    doors = [node.get("href") for node in page.all("a", cls="cell")]
    for door in rng.sample(doors, min(2, len(doors))):
        for query in ("", "?mode=total", "?mode=quick&dice=11111"):
            visitor.open(door + query)
