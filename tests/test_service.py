"""What people can do, from setting a table to its rematch; each on both kinds of database."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from sqlalchemy import event as event_of

from scorekeeper import service
from scorekeeper.engine.core import Decide, IllegalAction, MalformedAction, Over
from scorekeeper.engine.dice import Booked, Drawn, Rolled, Settled
from scorekeeper.engine.games.chicago_losses import Reroll, Rules, Stop
from scorekeeper.engine.people import Joined, Left, Moved
from scorekeeper.service import StaleAction, UnknownMatch
from scorekeeper.store import Store
from scorekeeper.table import Person, Table, seating
from tests.service import CHICAGO, FIRST, SHORT, again, enter, on_turn, settle


@pytest.fixture
def store(any_store: Store) -> Store:
    return any_store


@pytest.fixture
def table(store: Store) -> Table:
    """Ann, Bob and Cy; Ann leads."""
    return service.start(store, game=CHICAGO, names=["Ann", "Bob", "Cy"], rules=FIRST, title="Thursday")


# ---- start and load --------------------------------------------------------------------------------------------


def test_a_table_starts_with_its_people_and_waits_for_the_first(store: Store, table: Table) -> None:
    info = table.info
    assert (table.seq, table.standing, table.events) == (0, (), ())
    assert info.people == (Person("Ann"), Person("Bob"), Person("Cy"))
    assert (info.game.key, info.rules, info.title, info.dice, info.seats) == (CHICAGO, FIRST, "Thursday", "own", 3)
    assert (info.ended_at, info.closed_at, info.ranking, info.rematch_of, info.rules_version) == (
        None,
        None,
        None,
        None,
        1,
    )
    assert on_turn(table) == 0
    assert again(store, table) == table


def test_a_lot_that_nobody_throws_for_is_drawn_at_once(store: Store) -> None:
    table = service.start(store, game=CHICAGO, names=["Ann", "Bob"], rules=Rules(), rng=Random(3))
    assert table.seq == 1
    (lot,) = table.standing
    assert isinstance(lot.action, Drawn) and lot.source == "dealer"
    assert [e.key for e in table.events] == ["leads"]
    assert again(store, table) == table


def test_who_draws_the_lot_is_decided_by_the_generator_that_is_given(store: Store) -> None:
    def leader(seed: int) -> int:
        return on_turn(service.start(store, game=CHICAGO, names=["Ann", "Bob"], rules=Rules(), rng=Random(seed)))

    assert {leader(seed) for seed in range(12)} == {0, 1}
    assert leader(5) == leader(5)


@pytest.mark.parametrize("names", [["Ann"], [f"P{n}" for n in range(7)]])
def test_too_few_or_too_many_cannot_start(store: Store, names: list[str]) -> None:
    with pytest.raises(IllegalAction, match="wrong-number-of-players"):
        service.start(store, game=CHICAGO, names=names, rules=FIRST)
    assert service.tables(store) == []


def test_what_is_no_game_and_no_kind_of_dice_cannot_start(store: Store) -> None:
    with pytest.raises(MalformedAction, match="no-such-game"):
        service.start(store, game="chess", names=["Ann", "Bob"], rules=FIRST)
    with pytest.raises(MalformedAction, match="no-such-dice"):
        service.start(store, game=CHICAGO, names=["Ann", "Bob"], rules=FIRST, dice="loaded")


def test_a_token_that_nobody_has_is_an_unknown_match(store: Store, table: Table) -> None:
    for ask in (service.load, service.delete, service.rematch):
        with pytest.raises(UnknownMatch):
            ask(store, "nosuchmatch")  # type: ignore[operator]


# ---- submit and roll -------------------------------------------------------------------------------------------


def test_an_entry_is_one_more_standing_action(store: Store, table: Table) -> None:
    after = enter(store, table, Settled(0, (1, 6, 4), 2), source="photo")
    (standing,) = after.standing
    assert (standing.action, standing.source, standing.turn, standing.corrected) == (
        Settled(0, (1, 6, 4), 2),
        "photo",
        0,
        False,
    )
    assert (after.seq, on_turn(after)) == (1, 1)
    assert [e.key for e in after.events] == ["limit"]
    assert again(store, after) == after


def test_what_the_rules_forbid_is_refused_and_leaves_no_trace(store: Store, table: Table) -> None:
    with pytest.raises(IllegalAction, match="not-on-turn"):
        enter(store, table, Booked(1, 9, 1))
    with pytest.raises(IllegalAction, match="no-such-total"):
        enter(store, table, Booked(0, 16, 1))
    assert again(store, table) == table


def test_an_old_form_is_stale(store: Store, table: Table) -> None:
    settle(store, table, 106)
    with pytest.raises(StaleAction):
        settle(store, table, 106)
    with pytest.raises(StaleAction):
        service.undo(store, table.info.token, 0)


def test_a_form_from_the_future_is_stale(store: Store, table: Table) -> None:
    with pytest.raises(StaleAction):
        service.submit(store, table.info.token, 7, Booked(0, 9, 1))


def test_the_app_throws_what_is_in_the_hand(store: Store, table: Table) -> None:
    token = table.info.token
    table = service.roll(store, token, 0, Random(1))
    first = table.standing[0]
    assert isinstance(first.action, Rolled) and len(first.action.dice) == 3 and first.source == "dealer"
    with pytest.raises(IllegalAction, match="nothing-to-roll"):
        service.roll(store, token, table.seq, Random(1))
    table = enter(store, table, Reroll(0, (0,)))
    table = service.roll(store, token, table.seq, Random(2))
    assert isinstance(second := table.standing[-1].action, Rolled) and len(second.dice) == 2


def test_an_app_rolled_match_comes_back_from_its_log(store: Store) -> None:
    rng = Random(11)
    table = service.start(store, game=CHICAGO, names=["Ann", "Bob"], rules=Rules(), dice="app", rng=rng)
    while not isinstance(table.pending, Over):
        if isinstance(table.pending, Decide):
            table = enter(store, table, rng.choice(table.pending.options))
        else:
            table = service.roll(store, table.info.token, table.seq, rng)
    assert again(store, table) == table
    with pytest.raises(IllegalAction, match="match-over"):
        service.roll(store, table.info.token, table.seq, rng)


# ---- the end, and undo -----------------------------------------------------------------------------------------


def test_a_match_that_is_over_says_since_when_and_how(store: Store) -> None:
    table = service.start(store, game=CHICAGO, names=["Ann", "Bob"], rules=SHORT)
    table = settle(store, table, 106, 9, 106, 9)
    assert table.info.ranking == ((0,), (1,)) == table.pending.ranking  # type: ignore[union-attr]
    assert table.info.ended_at is not None
    assert again(store, table) == table


def test_undoing_the_end_reopens_the_match(store: Store) -> None:
    table = service.start(store, game=CHICAGO, names=["Ann", "Bob"], rules=SHORT)
    over = settle(store, table, 106, 9, 106, 9)
    table = service.undo(store, over.info.token, over.seq)
    assert (table.info.ended_at, table.info.ranking, on_turn(table)) == (None, None, 1)
    assert again(store, table) == table
    table = settle(store, table, 300)  # now Ann pays, and goes on
    assert table.info.ranking is None and again(store, table) == table


def test_undo_goes_back_to_the_start_and_no_further(store: Store, table: Table) -> None:
    before = [table]
    for points in (106, 9, 164, 300, 8):
        before.append(settle(store, before[-1], points))
    table = before.pop()
    while before:
        table = service.undo(store, table.info.token, table.seq)
        earlier = before.pop()
        assert (table.state, table.standing, table.events) == (earlier.state, earlier.standing, earlier.events)
    assert not table.can_undo and table.last is None
    with pytest.raises(IllegalAction, match="nothing-to-undo"):
        service.undo(store, table.info.token, table.seq)
    assert again(store, table) == table


def test_a_lot_at_the_start_is_not_undone(store: Store) -> None:
    table = service.start(store, game=CHICAGO, names=["Ann", "Bob"], rules=Rules())
    with pytest.raises(IllegalAction, match="nothing-to-undo"):
        service.undo(store, table.info.token, table.seq)


def test_nobody_throws_again_what_the_app_has_thrown(store: Store, table: Table) -> None:
    table = service.roll(store, table.info.token, table.seq, Random(1))
    stopped = enter(store, table, Stop(0))
    table = service.undo(store, table.info.token, stopped.seq)  # the choice can be taken back
    assert isinstance(table.pending, Decide) and not table.can_undo
    with pytest.raises(IllegalAction, match="rolled-by-app"):
        service.undo(store, table.info.token, table.seq)


# ---- people who come and go ------------------------------------------------------------------------------------


def test_somebody_joins_in_the_last_seat(store: Store, table: Table) -> None:
    table = service.join(store, table.info.token, table.seq, "  Di  van Dam ")
    assert table.info.people[3] == Person("Di van Dam")
    assert table.standing[-1].action == Joined()
    assert again(store, table) == table
    assert service.tables(store)[0].names == ("Ann", "Bob", "Cy", "Di van Dam")


def test_who_joins_needs_a_name_of_their_own_and_the_right_moment(store: Store, table: Table) -> None:
    with pytest.raises(MalformedAction, match="name-twice"):
        service.join(store, table.info.token, table.seq, "ANN")
    table = settle(store, table, 106)
    with pytest.raises(IllegalAction, match="not-now"):
        service.join(store, table.info.token, table.seq, "Di")
    assert again(store, table) == table


def test_an_undone_seat_is_free_for_somebody_else(store: Store, table: Table) -> None:
    table = service.join(store, table.info.token, table.seq, "Dee")
    table = service.undo(store, table.info.token, table.seq)
    assert len(table.info.people) == 3 and again(store, table) == table
    assert service.tables(store)[0].names == ("Ann", "Bob", "Cy")
    table = service.join(store, table.info.token, table.seq, "Dee")
    assert table.info.people[3].name == "Dee" and again(store, table) == table


def test_people_leave_and_move(store: Store, table: Table) -> None:
    token = table.info.token
    table = service.submit(store, token, table.seq, Moved(2, 0))
    assert seating(table) == (2, 0, 1)
    table = service.submit(store, token, table.seq, Left(0))
    assert seating(table) == (2, 1)
    with pytest.raises(IllegalAction, match="not-now"):
        service.submit(store, token, table.seq, Left(0))
    assert [s.action for s in table.standing] == [Moved(2, 0), Left(0)]
    assert again(store, table) == table


# ---- closing, deleting, rematch --------------------------------------------------------------------------------


def test_a_closed_table_takes_nothing_more(store: Store, table: Table) -> None:
    token = table.info.token
    table = settle(store, table, 106, 9)
    closed = service.close(store, token, table.seq)
    assert closed.info.closed_at is not None and not closed.is_open and not closed.can_undo
    assert again(store, closed) == closed
    for refused in (
        lambda: settle(store, closed, 9),
        lambda: service.undo(store, token, closed.seq),
        lambda: service.preview_amend(store, token, 0, Booked(0, 9, 1)),
        lambda: service.amend(store, token, closed.seq, 0, Booked(0, 9, 1)),
        lambda: service.join(store, token, closed.seq, "Di"),
        lambda: service.close(store, token, closed.seq),
    ):
        with pytest.raises(IllegalAction, match="table-closed"):
            refused()


def test_a_match_that_is_over_needs_no_closing(store: Store) -> None:
    table = service.start(store, game=CHICAGO, names=["Ann", "Bob"], rules=SHORT)
    over = settle(store, table, 106, 9, 106, 9)
    with pytest.raises(IllegalAction, match="match-over"):
        service.close(store, over.info.token, over.seq)


def test_what_another_worker_closes_is_closed_here(store: Store, other: Store, table: Table) -> None:
    service.close(other, table.info.token, table.seq)
    with pytest.raises(IllegalAction, match="table-closed"):
        settle(store, table, 106)
    assert not service.load(store, table.info.token).is_open


def test_a_form_that_is_too_old_does_not_close(store: Store, other: Store, table: Table) -> None:
    settle(other, table, 106)
    with pytest.raises(StaleAction):
        service.close(store, table.info.token, table.seq)


def test_what_another_worker_deletes_is_gone_here(store: Store, other: Store, table: Table) -> None:
    service.delete(other, table.info.token)
    with pytest.raises(UnknownMatch):
        settle(store, table, 106)
    with pytest.raises(UnknownMatch):
        service.load(store, table.info.token)
    assert len(store.live) == 0


def test_a_rematch_seats_who_is_still_there_as_they_sit_now(store: Store) -> None:
    table = service.start(
        store, game=CHICAGO, names=["Ann", "Bob", "Cy", "Di"], rules=SHORT, title="Thursday", dice="app"
    )
    table = service.submit(store, table.info.token, table.seq, Moved(3, 1))  # Ann, Di, Bob, Cy
    table = settle(store, table, 106, 9, 164, 300)
    table = settle(store, table, 106, 164, 9, 300)  # Di is out, and still sits there
    table = service.submit(store, table.info.token, table.seq, Left(0))
    table = service.join(store, table.info.token, table.seq, "Eve")
    table = service.close(store, table.info.token, table.seq)
    after = service.rematch(store, table.info.token)
    assert [p.name for p in after.info.people] == ["Di", "Bob", "Cy", "Eve"]
    assert (after.info.rules, after.info.title, after.info.dice) == (SHORT, "Thursday", "app")
    assert after.info.rematch_of == table.info.token and again(store, after) == after


def test_two_phones_that_ask_for_a_rematch_get_the_same(store: Store, other: Store, table: Table) -> None:
    token = service.close(store, table.info.token, table.seq).info.token
    first, second = service.rematch(store, token), service.rematch(other, token)
    assert first == second
    service.close(store, first.info.token, first.seq)
    assert service.rematch(store, token).info.token != first.info.token


def test_two_phones_that_ask_in_the_same_moment_get_the_same(store: Store, other: Store, table: Table) -> None:
    token = service.close(store, table.info.token, table.seq).info.token
    with ThreadPoolExecutor(8) as pool:
        asked = list(pool.map(lambda n: service.rematch((store, other)[n % 2], token).info.token, range(12)))
    assert len(set(asked)) == 1 and len(service.tables(store)) == 2


def test_a_rematch_waits_for_the_end(store: Store, table: Table) -> None:
    with pytest.raises(IllegalAction, match="still-running"):
        service.rematch(store, table.info.token)


def test_a_rematch_outlives_the_match_before_it(store: Store, table: Table) -> None:
    service.close(store, table.info.token, table.seq)
    after = service.rematch(store, table.info.token)
    service.delete(store, table.info.token)
    assert again(store, after).info.rematch_of is None


# ---- lists -----------------------------------------------------------------------------------------------------


def test_tables_are_listed_the_newest_first(store: Store, table: Table) -> None:
    over = settle(store, service.start(store, game=CHICAGO, names=["Di", "Eve"], rules=SHORT), 106, 9, 106, 9)
    settle(store, table, 106)
    newest, oldest = service.tables(store)
    assert (newest.token, newest.names, newest.is_over, newest.ranking) == (
        over.info.token,
        ("Di", "Eve"),
        True,
        ((0,), (1,)),
    )
    assert (oldest.title, oldest.game, oldest.names, oldest.is_over) == (
        "Thursday",
        CHICAGO,
        ("Ann", "Bob", "Cy"),
        False,
    )
    assert oldest.created_at == table.info.created_at < over.info.created_at < oldest.last_at


def test_a_long_list_asks_the_database_no_more_often(store: Store, table: Table) -> None:
    def asked() -> int:
        said: list[object] = []

        def listen(*args: object) -> None:
            said.append(args[2])

        event_of.listen(store.engine, "before_cursor_execute", listen)
        service.tables(store)
        event_of.remove(store.engine, "before_cursor_execute", listen)
        return len(said)

    few = asked()
    for _ in range(5):
        service.start(store, game=CHICAGO, names=["Ann", "Bob"], rules=FIRST)
    assert asked() == few


def test_recent_names_are_each_told_once(store: Store, table: Table) -> None:
    service.start(store, game=CHICAGO, names=["bob", "Di"], rules=FIRST)
    assert service.recent_names(store, 10) == ["bob", "Di", "Ann", "Cy"]
    assert service.recent_names(store, 2) == ["bob", "Di"]
