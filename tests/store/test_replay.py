"""What the log says is all there is: a replay tells the same as memory, and a broken log tells what it can."""

from __future__ import annotations

from random import Random

import pytest
from sqlalchemy import update

from scorekeeper import service
from scorekeeper.engine.codec import encode
from scorekeeper.engine.core import Chance, IllegalAction, Over
from scorekeeper.engine.dice import Booked
from scorekeeper.engine.games.chicago_losses import Rules
from scorekeeper.engine.people import Joined
from scorekeeper.service import BrokenLog
from scorekeeper.store import Store
from scorekeeper.store.models import LogRow, Match
from scorekeeper.table import Table
from tests.service import CHICAGO, FIRST, again, settle
from tests.tables import anything


@pytest.fixture
def store(any_store: Store) -> Store:
    return any_store


@pytest.fixture
def table(store: Store) -> Table:
    """Ann, Bob and Cy; Ann leads."""
    return service.start(store, game=CHICAGO, names=["Ann", "Bob", "Cy"], rules=FIRST, title="Thursday")


@pytest.mark.parametrize("seed", range(4))
def test_a_table_in_memory_equals_the_one_from_the_log(store: Store, other: Store, seed: int) -> None:
    """Anything that may happen, at random and from two workers: memory never tells another story than the log."""
    rng = Random(seed)
    table = service.start(store, game=CHICAGO, names=["Ann", "Bob", "Cy", "Di"], rules=Rules(), rng=rng)
    for _ in range(60):
        table = happens(rng.choice((store, other)), table, rng)
        if rng.random() < 0.3:
            assert again(store, table) == table
    assert again(other, table) == again(store, table) == table


def happens(store: Store, table: Table, rng: Random) -> Table:
    token, seq, state = table.info.token, table.seq, table.state
    interrupts = [a for a in table.info.game.interrupts(state) if not isinstance(a, Joined)]
    try:
        match rng.randrange(10):
            case 0:
                return service.undo(store, token, seq, rng)
            case 1:
                turn = rng.randrange(table.info.game.turn(state) + 1)
                return service.amend(store, token, seq, turn, Booked(rng.randrange(4), 9, 1))
            case 2 if interrupts and rng.random() < 0.3:
                return service.submit(store, token, seq, rng.choice(interrupts))
            case 3:
                return service.join(store, token, seq, f"Guest {seq}")
            case 4:
                return service.roll(store, token, seq, rng)
        if not isinstance(table.pending, Over):
            return service.submit(store, token, seq, anything(table.pending, rng, coarse=0.5))
    except IllegalAction:
        pass
    return table


def break_row(store: Store, table: Table, seq: int, body: object) -> None:
    with store.write() as session:
        session.execute(update(LogRow).where(LogRow.match_id == table.info.id, LogRow.seq == seq).values(body=body))
    store.live.clear()


@pytest.mark.parametrize(
    "body",
    [
        {"did": encode(Booked(0, 9, 1))},  # not on turn
        {"did": {"type": "Castled"}},
        {"did": {"type": "Booked", "seat": 1}},
        {"amended": [17], "at": 0, "count": 1},
        {"amended": [], "at": 4, "count": 1},
        {"whatever": 1},
        "text",
    ],
)
def test_a_broken_log_opens_read_only_as_far_as_it_goes(store: Store, table: Table, body: object) -> None:
    good = settle(store, table, 106)
    table = settle(store, good, 9, 164)
    break_row(store, table, 2, body)
    broken = service.load(store, table.info.token)
    assert (broken.broken_at, broken.seq, broken.state) == (2, 3, good.state)
    assert broken.standing == good.standing and not broken.is_open and not broken.can_undo
    with pytest.raises(BrokenLog) as refused:
        settle(store, broken, 9)
    assert (refused.value.token, refused.value.seq) == (table.info.token, 2)
    assert service.load(store, table.info.token) == broken
    assert len(service.tables(store)) == 1
    service.delete(store, table.info.token)


def test_a_log_that_undoes_too_much_is_broken(store: Store, table: Table) -> None:
    table = settle(store, table, 106, 9)
    break_row(store, table, 1, {"undid": True})
    assert service.load(store, table.info.token).broken_at == 1


def test_a_bug_of_a_game_does_not_hide_what_came_before(
    store: Store, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = settle(store, table, 106, 9)

    def breaks(self: object, state: object, action: object) -> None:
        raise ZeroDivisionError

    store.live.clear()
    monkeypatch.setattr(type(table.info.game), "apply", breaks)
    assert service.load(store, table.info.token).broken_at == 1


def test_a_match_of_a_game_that_is_not_ours_cannot_be_told(store: Store, table: Table) -> None:
    with store.write() as session:
        session.execute(update(Match).values(game="chess"))
    store.live.clear()
    with pytest.raises(BrokenLog):
        service.load(store, table.info.token)
    assert service.tables(store)[0].game == "chess"


def test_a_match_that_could_not_start_today_cannot_be_told(store: Store, table: Table) -> None:
    with store.write() as session:
        session.execute(update(Match).values(seats=9))
    store.live.clear()
    with pytest.raises(BrokenLog):
        service.load(store, table.info.token)


def test_memory_is_bounded(store: Store, table: Table) -> None:
    for number in range(300):
        store.live.put(f"t{number}", table)
    assert len(store.live) == 256
    assert store.live.get(table.info.token) is None
    assert service.load(store, table.info.token) == table


def test_what_is_waited_for_is_known_once(store: Store, table: Table) -> None:
    assert isinstance(table.pending, Chance)
    assert table.pending is table.info.game.pending(table.state)
