"""The log: entries are only ever added, and what stands is what they come to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.core import Action, IllegalAction, event
from scorekeeper.engine.dice import Booked
from scorekeeper.engine.games.chicago_losses import ChicagoLosses, Rules
from scorekeeper.engine.log import Amended, Did, Entry, ImpossibleLog, Undid, effective, extend, replay, states

GAME = ChicagoLosses()
START = GAME.start(2, Rules(first_leader="first_seat"))
FIRST, SECOND, THIRD = Booked(0, 106, 2), Booked(1, 69, 1), Booked(0, 6, 1)


def test_what_was_done_stands() -> None:
    assert effective([]) == []
    assert effective([Did(FIRST), Did(SECOND)]) == [FIRST, SECOND]


def test_undo_takes_back_the_last_that_stands_any_number_of_times() -> None:
    done = [Did(FIRST), Did(SECOND), Did(THIRD)]
    assert effective([*done, Undid()]) == [FIRST, SECOND]
    assert effective([*done, Undid(), Undid()]) == [FIRST]
    assert effective([*done, Undid(), Undid(), Undid()]) == []
    assert effective([*done, Undid(), Did(THIRD)]) == [FIRST, SECOND, THIRD]


def test_an_amendment_replaces_what_stands_there() -> None:
    done = [Did(FIRST), Did(SECOND), Did(THIRD)]
    better = Booked(1, 70, 2)
    assert effective([*done, Amended(1, 1, (better,))]) == [FIRST, better, THIRD]
    assert effective([*done, Amended(0, 2, (better,))]) == [better, THIRD]
    assert effective([*done, Amended(1, 1, ())]) == [FIRST, THIRD]
    assert effective([*done, Amended(3, 0, (better,))]) == [FIRST, SECOND, THIRD, better]


def test_an_amendment_counts_what_stands_and_not_what_was_written() -> None:
    assert effective([Did(FIRST), Undid(), Did(SECOND), Amended(0, 1, (THIRD,))]) == [THIRD]


def test_undo_after_an_amendment_takes_back_the_last_action_and_not_the_amendment() -> None:
    better = Booked(0, 300, 1)
    assert effective([Did(FIRST), Did(SECOND), Amended(0, 1, (better,)), Undid()]) == [better]


@pytest.mark.parametrize(
    "entries",
    [
        [Undid()],
        [Did(FIRST), Undid(), Undid()],
        [Did(FIRST), Amended(0, 2, ())],
        [Did(FIRST), Amended(2, 0, ())],
        [Did(FIRST), Amended(-1, 1, ())],
        [Did(FIRST), Amended(1, -1, ())],
    ],
)
def test_an_entry_that_reaches_beyond_what_stands_is_no_entry(entries: list[Entry]) -> None:
    standing = effective(entries[:-1])
    before = list(standing)
    with pytest.raises(IndexError):
        extend(standing, entries[-1])
    assert standing == before


def test_replay_gives_the_state_and_all_that_was_heard() -> None:
    state, heard = replay(GAME, START, [FIRST, SECOND])
    assert state.losses == (0, 1)
    assert heard == [
        event("limit", 0, round=1, throws=2),
        event("round-over", round=1),
        event("lost", 1, round=1),
        event("leads", 0, round=2),
    ]
    assert replay(GAME, START, []) == (START, [])


def test_states_goes_step_by_step() -> None:
    steps = list(states(GAME, START, [FIRST, SECOND]))
    assert [len(state.results) for state, _ in steps] == [1, 0]
    assert [len(events) for _, events in steps] == [1, 3]


def test_a_log_that_can_not_be_names_the_action_and_the_state_before_it() -> None:
    with pytest.raises(ImpossibleLog) as refused:
        replay(GAME, START, [FIRST, SECOND, SECOND])
    assert (refused.value.at, refused.value.action) == (2, SECOND)
    assert (refused.value.reason, refused.value.facts) == ("not-on-turn", {"on_turn": 0})
    assert refused.value.state == replay(GAME, START, [FIRST, SECOND])[0]
    assert isinstance(refused.value, IllegalAction)


def test_a_correction_never_slides_over_to_somebody_else() -> None:
    """With 6 instead of 106 in the first box the other one leads: what was entered for seat 0 is refused there."""
    entries: list[Entry] = [Did(FIRST), Did(SECOND), Did(THIRD), Amended(0, 1, (Booked(0, 6, 2),))]
    with pytest.raises(ImpossibleLog) as refused:
        replay(GAME, START, effective(entries))
    assert refused.value.at == 2


@given(
    st.lists(
        st.one_of(st.builds(Did, st.builds(Booked, st.integers(), st.integers(), st.integers())), st.just(Undid()))
    )
)
def test_what_stands_is_never_more_than_what_was_done(entries: list[Entry]) -> None:
    standing: list[Action] = []
    for entry in entries:
        if standing or isinstance(entry, Did):
            before = len(standing)
            extend(standing, entry)
            assert len(standing) == before + (1 if isinstance(entry, Did) else -1)
