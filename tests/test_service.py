"""What people can do, from setting a table to its rematch; each on both kinds of database."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from sqlalchemy import event as event_of
from sqlalchemy import update

from scorekeeper import service
from scorekeeper.engine.codec import encode
from scorekeeper.engine.core import Chance, Decide, IllegalAction, MalformedAction, Over, event
from scorekeeper.engine.dice import Booked, Drawn, Rolled, Settled
from scorekeeper.engine.games.chicago_losses import Reroll, Rules, Stop
from scorekeeper.engine.log import ImpossibleLog
from scorekeeper.engine.people import Joined, Left, Moved
from scorekeeper.service import BrokenLog, StaleAction, UnknownMatch
from scorekeeper.store import Store
from scorekeeper.store.models import LogRow, Match
from scorekeeper.table import Person, Table, seating
from tests.service import CHICAGO, FIRST, SHORT, on_turn, settle
from tests.tables import anything


@pytest.fixture
def store(any_store: Store) -> Store:
    return any_store


@pytest.fixture
def table(store: Store) -> Table:
    """Ann, Bob and Cy; Ann leads."""
    return service.start(store, game=CHICAGO, names=["Ann", "Bob", "Cy"], rules=FIRST, title="Thursday")


def again(store: Store, table: Table) -> Table:
    """The table as a process sees it that has just been started."""
    store.live.clear()
    return service.load(store, table.info.token)


def enter(store: Store, table: Table, *actions: object, source: service.Source = "typed") -> Table:
    for action in actions:
        table = service.submit(store, table.info.token, table.seq, action, source)  # type: ignore[arg-type]
    return table


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


# ---- corrections -----------------------------------------------------------------------------------------------


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
    table = service.move(store, token, table.seq, 2, 0)
    assert seating(table) == (2, 0, 1)
    table = service.leave(store, token, table.seq, 0)
    assert seating(table) == (2, 1)
    with pytest.raises(IllegalAction, match="not-now"):
        service.leave(store, token, table.seq, 0)
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


@pytest.fixture
def other(any_url: str, store: Store) -> Iterator[Store]:
    """Another process on the same database."""
    with Store(any_url) as opened:
        yield opened


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
    table = service.move(store, table.info.token, table.seq, 3, 1)  # Ann, Di, Bob, Cy
    table = settle(store, table, 106, 9, 164, 300)
    table = settle(store, table, 106, 164, 9, 300)  # Di is out, and still sits there
    table = service.leave(store, table.info.token, table.seq, 0)
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


# ---- what the log says is all there is -------------------------------------------------------------------------


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
