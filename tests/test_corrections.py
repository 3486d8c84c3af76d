"""Corrections: a turn becomes another, what follows is replayed, and nothing impossible is ever left standing."""

from __future__ import annotations

from random import Random

import pytest

from scorekeeper import service
from scorekeeper.engine.core import IllegalAction, event
from scorekeeper.engine.dice import Booked, Rolled, Settled
from scorekeeper.engine.games.chicago_losses import Reroll, Rules, Stop
from scorekeeper.engine.log import ImpossibleLog
from scorekeeper.engine.people import Left
from scorekeeper.store import Store
from scorekeeper.table import Table
from tests.service import CHICAGO, FIRST, SHORT, again, enter, on_turn, settle


@pytest.fixture
def store(any_store: Store) -> Store:
    return any_store


@pytest.fixture
def table(store: Store) -> Table:
    """Ann, Bob and Cy; Ann leads."""
    return service.start(store, game=CHICAGO, names=["Ann", "Bob", "Cy"], rules=FIRST, title="Thursday")


def test_a_turn_kept_throw_by_throw_is_corrected_as_one(store: Store, table: Table) -> None:
    table = enter(store, table, Rolled(0, (1, 2, 3)), Reroll(0, (0,)), Rolled(0, (2, 5)), Stop(0), Booked(1, 9, 1))
    assert table.span(0) == (0, 4)
    table = service.amend(store, table.info.token, table.seq, 0, Settled(0, (1, 2, 6), 2), "photo")
    assert [s.action for s in table.standing] == [Settled(0, (1, 2, 6), 2), Booked(1, 9, 1)]
    assert [(s.source, s.corrected, s.turn) for s in table.standing] == [("photo", True, 0), ("typed", False, 1)]
    assert again(store, table) == table


def test_a_correction_shows_what_it_changes_before_it_does(store: Store, table: Table) -> None:
    table = settle(store, table, 106, 9, 164, 300, 8, 106)
    change = service.preview_amend(store, table.info.token, 1, Booked(1, 110, 1))
    assert change.before == table == again(store, table)
    assert event("lost", 1, round=1) in change.gone
    assert event("lost", 0, round=1) in change.new
    assert not set(change.gone) & set(change.new)
    assert change.after.state == service.amend(store, table.info.token, table.seq, 1, Booked(1, 110, 1)).state


def test_a_correction_that_changes_nothing_has_nothing_to_tell(store: Store, table: Table) -> None:
    table = settle(store, table, 106, 9, 164)
    change = service.preview_amend(store, table.info.token, 1, Booked(1, 8, 1))
    assert (change.gone, change.new) == ((), ())


def test_a_correction_that_makes_a_later_entry_impossible_names_it(store: Store, table: Table) -> None:
    table = settle(store, table, 106, 9, 164)  # Cy leads the next round
    table = settle(store, table, 106)
    for correct in (
        lambda: service.preview_amend(store, table.info.token, 0, Booked(0, 300, 1)),
        lambda: service.amend(store, table.info.token, table.seq, 0, Booked(0, 300, 1)),
    ):
        with pytest.raises(ImpossibleLog) as refused:
            correct()
        assert table.standing[refused.value.at].action == Booked(2, 106, 1) == refused.value.action
        assert (refused.value.reason, refused.value.facts) == ("not-on-turn", {"on_turn": 0})
    assert again(store, table) == table


def test_the_named_entry_counts_as_before_a_longer_turn_was_made_one(store: Store, table: Table) -> None:
    table = enter(store, table, Rolled(0, (1, 2, 3)), Stop(0))
    table = settle(store, table, 9, 164, 106)
    with pytest.raises(ImpossibleLog) as refused:
        service.preview_amend(store, table.info.token, 0, Booked(0, 300, 1))
    assert table.standing[refused.value.at].action == Booked(2, 106, 1)


def test_a_correction_that_is_impossible_itself_says_why(store: Store, table: Table) -> None:
    table = settle(store, table, 106, 9)
    for action, reason in [(Booked(1, 16, 1), "no-such-total"), (Booked(1, 9, 2), "throws-not-allowed")]:
        with pytest.raises(IllegalAction, match=reason) as refused:
            service.preview_amend(store, table.info.token, 1, action)
        assert not isinstance(refused.value, ImpossibleLog)
    with pytest.raises(IllegalAction, match="no-such-turn"):
        service.preview_amend(store, table.info.token, 2, Booked(2, 9, 1))


def test_a_turn_that_the_app_has_thrown_is_not_corrected(store: Store, table: Table) -> None:
    table = enter(store, service.roll(store, table.info.token, 0, Random(1)), Stop(0))
    assert not table.can_amend(0)
    with pytest.raises(IllegalAction, match="rolled-by-app"):
        service.amend(store, table.info.token, table.seq, 0, Booked(0, 300, 1))


def test_a_correction_reopens_a_match_that_was_over_and_ends_one_that_was_not(store: Store) -> None:
    table = service.start(store, game=CHICAGO, names=["Ann", "Bob"], rules=SHORT)
    over = settle(store, table, 106, 9, 106, 9)
    open_again = service.amend(store, over.info.token, over.seq, 3, Booked(1, 164, 1))
    assert (open_again.info.ended_at, open_again.info.ranking) == (None, None)
    assert again(store, open_again) == open_again
    over = service.amend(store, over.info.token, open_again.seq, 3, Booked(1, 8, 1))
    assert over.info.ranking == ((0,), (1,)) and again(store, over) == over


def test_a_correction_leaves_alone_who_came_and_went(store: Store) -> None:
    table = service.start(store, game=CHICAGO, names=["Ann", "Bob", "Cy"], rules=Rules(), rng=Random(1))
    lot, first = table.standing[0], on_turn(table)
    third = ({0, 1, 2} - {first}).pop()
    table = enter(store, table, Rolled(first, (1, 2, 3)), Left(third), Stop(first))
    turn = table.standing[1].turn
    table = service.amend(store, table.info.token, table.seq, turn, Booked(first, 300, 2), "photo")
    assert [s.action for s in table.standing] == [lot.action, Left(third), Booked(first, 300, 2)]
    assert [s.source for s in table.standing] == ["dealer", "typed", "photo"]
    assert [s.corrected for s in table.standing] == [False, False, True]
    assert again(store, table) == table
