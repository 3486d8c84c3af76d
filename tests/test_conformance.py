"""What every game promises, shown on random matches. Nothing here knows a game by name."""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.engine.codec import decode, decode_entry, encode, encode_entry
from scorekeeper.engine.core import (
    Action,
    AnyGame,
    Chance,
    Decide,
    IllegalAction,
    Interrupt,
    Over,
    legal_actions,
    step,
)
from scorekeeper.engine.dice import Booked, Drawn, Settled
from scorekeeper.engine.games import GAMES
from scorekeeper.engine.log import Amended, Did, ImpossibleLog, Undid, effective, replay
from scorekeeper.engine.sheet import Cell
from tests.tables import Match, anything, cells, play, variants

MATCHES_EACH = int(os.environ.get("CONFORMANCE_MATCHES", "60"))  # CI plays 200


@cache
def recorded(game: AnyGame, seed: int) -> Match:
    """Match number `seed`: the rules take turns, one in two is kept partly by whole turns, in two of three people
    come and go."""
    rng = Random(f"{game.key} {seed}")
    rules = variants(game)[seed % len(variants(game))]
    return play(game, rng.choice(game.seats), rules, rng, coarse=(0, 0.4)[seed % 2], comings=(0, 0.02, 0.1)[seed % 3])


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "match" in metafunc.fixturenames:
        played = [(game, seed) for game in GAMES for seed in range(MATCHES_EACH)]
        metafunc.parametrize("match", played, ids=[f"{game.key}-{seed}" for game, seed in played], indirect=True)


@pytest.fixture
def match(request: pytest.FixtureRequest) -> Match:
    return recorded(*request.param)


every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


# ---- play ----------------------------------------------------------------------------------------------------------


def test_play_ends_and_the_ranking_holds_each_seat_once(match: Match) -> None:
    end = match.game.pending(match.states[-1])
    assert isinstance(end, Over)
    ranked = list(itertools.chain.from_iterable(end.ranking))
    assert sorted(ranked) == sorted(match.game.sheet(match.states[-1]).seats)
    assert all(end.ranking)


def test_nothing_happens_after_the_end(match: Match) -> None:
    end = match.states[-1]
    assert match.game.interrupts(end) == ()
    for action in set(match.actions):
        with pytest.raises(IllegalAction, match="match-over"):
            step(match.game, end, action)


def test_options_are_distinct_and_each_can_be_taken(match: Match) -> None:
    for state in match.states:
        offered = legal_actions(match.game, state)
        assert len(set(offered)) == len(offered)
        for action in offered:
            assert step(match.game, state, action).state != state


def test_interrupts_are_distinct_and_each_can_happen(match: Match) -> None:
    for state in match.states:
        offered = match.game.interrupts(state)
        assert len(set(offered)) == len(offered)
        for action in offered:
            assert step(match.game, state, action).state != state


def test_what_is_not_listed_is_refused_and_changes_nothing(match: Match) -> None:
    rng, known = Random(0), sorted(set(match.actions), key=repr)
    for state in match.states:
        before = hash(state)
        listed = {*legal_actions(match.game, state), *match.game.interrupts(state)}
        pending = match.game.pending(state)
        accepted = pending.accepts if isinstance(pending, Chance) else ()
        for action in rng.sample(known, min(8, len(known))):
            if action not in listed and not isinstance(action, accepted):
                with pytest.raises(IllegalAction):
                    step(match.game, state, action)
        assert hash(state) == before


def test_whatever_luck_deals_is_accepted(match: Match) -> None:
    for pending, state in chances(match):
        assert pending.usual is None or pending.usual in pending.throws
        for kind in pending.accepts:
            for dealt in (kind.dealt(pending, first), kind.dealt(pending, last)):
                assert step(match.game, state, dealt).state != state


def first(choices: int) -> int:
    return 0


def last(choices: int) -> int:
    return choices - 1


def chances(match: Match) -> Iterator[tuple[Chance, Any]]:
    """Each different moment of a match at which the world must speak."""
    for pending, state in {match.game.pending(state): state for state in match.states}.items():
        if isinstance(pending, Chance):
            yield pending, state


def test_an_impossible_outcome_is_refused(match: Match) -> None:
    for pending, state in chances(match):
        for kind in pending.accepts:
            for wrong in impossible(pending, kind.dealt(pending, first)):
                with pytest.raises(IllegalAction):
                    step(match.game, state, wrong)


def impossible(chance: Chance, right: Any) -> Iterator[Action]:
    """Everything that can be wrong with an outcome, one at a time."""
    if isinstance(right, Drawn):
        yield Drawn(max(chance.among) + 1)
        yield Drawn(-1)
        return
    facts = {field.name for field in fields(right)}
    if "seat" not in facts or chance.among:
        return  # it is nobody's, or anybody's: the tests of its game show what can be wrong with it
    yield replace(right, seat=right.seat + 1)
    if "dice" in facts:
        yield replace(right, dice=(*right.dice, 1))
        yield replace(right, dice=right.dice[1:])
        yield replace(right, dice=(0, *right.dice[1:]))
        yield replace(right, dice=(*right.dice[1:], 7))
    if "throws" in facts:
        yield replace(right, throws=0)
        yield replace(right, throws=max(chance.throws) + 1)
    if "points" in facts:
        yield from (replace(right, points=n) for n in range(-1, max(chance.totals) + 2) if n not in chance.totals)


# ---- the log -------------------------------------------------------------------------------------------------------


def test_a_replay_of_the_log_gives_the_same_state(match: Match) -> None:
    state, heard = replay(match.game, match.states[0], match.actions)
    assert state == match.states[-1]
    assert hash(state) == hash(match.states[-1])
    assert heard, "a whole match, and nothing to tell"


def test_undo_gives_the_previous_state(match: Match) -> None:
    rng = Random(0)
    for kept in (1, len(match.actions), *(rng.randint(1, len(match.actions)) for _ in range(3))):
        log = [Did(action) for action in match.actions[:kept]]
        state, _ = replay(match.game, match.states[0], effective([*log, Undid()]))
        assert state == match.states[kept - 1]


def test_a_correction_is_replayed_or_names_what_it_makes_impossible(match: Match) -> None:
    rng = Random(0)
    log = [Did(action) for action in match.actions]
    for at in rng.sample(range(len(log)), min(6, len(log))):
        pending = match.game.pending(match.states[at])
        if not isinstance(pending, Chance) or isinstance(match.actions[at], Interrupt):
            continue
        other = anything(pending, rng, coarse=0.5)
        corrected = effective([*log, Amended(at, 1, (other,))])
        try:
            replay(match.game, match.states[0], corrected)
        except ImpossibleLog as refused:
            assert refused.at > at
            assert corrected[refused.at] == refused.action
            assert refused.state == replay(match.game, match.states[0], corrected[: refused.at])[0]


def test_json_keeps_every_action_and_entry(match: Match) -> None:
    for action in set(match.actions):
        assert decode(match.game, json.loads(json.dumps(encode(action)))) == action
    half = len(match.actions) // 2
    for entry in (Did(match.actions[0]), Undid(), Amended(0, half, match.actions[:half])):
        assert decode_entry(match.game, json.loads(json.dumps(encode_entry(entry)))) == entry


def test_every_action_is_of_a_type_that_the_log_may_hold(match: Match) -> None:
    for state in match.states:
        pending = match.game.pending(state)
        happening = {type(action) for action in (*legal_actions(match.game, state), *match.game.interrupts(state))}
        accepted = set(pending.accepts) if isinstance(pending, Chance) else set()
        assert happening | accepted <= match.game.actions


# ---- turns and the sheet -------------------------------------------------------------------------------------------


def test_turns_never_count_backwards(match: Match) -> None:
    turns = [match.game.turn(state) for state in match.states]
    assert turns == sorted(turns)


def test_each_box_was_written_by_a_turn_of_its_own_that_is_over(match: Match) -> None:
    for state in match.states[:: max(1, len(match.states) // 40)]:
        turns = [cell.turn for _, cell in cells(match.game, state)]
        assert len(set(turns)) == len(turns)
        assert all(turn < match.game.turn(state) for turn in turns if turn is not None)


def test_a_turn_belongs_to_one_seat(match: Match) -> None:
    """Or a correction of it would reach into somebody else's."""
    owners: dict[int, Any] = {}
    for state, action in match.moments:
        pending = match.game.pending(state)
        if not isinstance(action, Interrupt):
            assert isinstance(pending, Decide | Chance)
            assert owners.setdefault(match.game.turn(state), pending.seat) == pending.seat


def test_a_sheet_has_a_column_for_each_seat_and_a_box_or_none_in_each_row(match: Match) -> None:
    for state in (match.states[0], match.states[len(match.states) // 2], match.states[-1]):
        sheet = match.game.sheet(state)
        assert len(set(sheet.seats)) == len(sheet.seats)
        assert all(len(row.cells) == len(sheet.seats) for row in (*sheet.rows, *sheet.totals))


def coarsely(match: Match, *, booked: bool) -> list[Action] | None:
    """The same match with each turn that is still on the sheet entered by its end; None where a game can't."""
    ends = {cell.turn: whole_turn(seat, cell, booked) for seat, cell in cells(match.game, match.states[-1])}
    coarse: list[Action] = []
    for at, (state, action) in enumerate(match.moments):
        turn = match.game.turn(state)
        end = ends.get(turn)
        if isinstance(action, Interrupt) or end is None:
            coarse.append(action)
        elif match.game.turn(match.states[at + 1]) > turn:
            coarse.append(end)
    kinds = {type(end) for end in ends.values() if end}
    return coarse if kinds and kinds <= match.game.actions else None


def whole_turn(seat: int, cell: Cell, booked: bool) -> Action | None:
    if cell.entry is not None:
        return cell.entry
    if booked and cell.value is not None and cell.throws is not None:
        return Booked(seat, cell.value, cell.throws)
    if not booked and cell.dice is not None and cell.throws is not None:
        return Settled(seat, cell.dice, cell.throws)
    return None


def test_a_turn_entered_throw_by_throw_and_by_its_end_come_to_the_same(match: Match) -> None:
    if coarse := coarsely(match, booked=False):
        assert replay(match.game, match.states[0], coarse)[0] == match.states[-1]


def test_a_turn_entered_by_its_total_changes_no_ranking(match: Match) -> None:
    if coarse := coarsely(match, booked=True):
        end, _ = replay(match.game, match.states[0], coarse)
        assert match.game.pending(end) == match.game.pending(match.states[-1])


# ---- what a seat may know ------------------------------------------------------------------------------------------


def test_what_you_may_do_depends_only_on_what_you_can_see(match: Match) -> None:
    for state in match.states:
        pending = match.game.pending(state)
        seat = None if isinstance(pending, Over) else pending.seat
        seen = match.game.view(state, seat)
        assert match.game.pending(seen) == pending
        assert match.game.view(seen, seat) == seen


def test_whoever_looks_on_sees_a_sheet(match: Match) -> None:
    for state in (match.states[0], match.states[len(match.states) // 2], match.states[-1]):
        assert match.game.sheet(match.game.view(state, None)).seats == match.game.sheet(state).seats


# ---- the start -----------------------------------------------------------------------------------------------------


@every_game
def test_so_many_players_and_no_others_can_start(game: AnyGame) -> None:
    for seats in range(game.seats[-1] + 3):
        if seats in game.seats:
            assert game.sheet(game.start(seats, game.rules())).seats == tuple(range(seats))
        else:
            with pytest.raises(IllegalAction, match="wrong-number-of-players") as refused:
                game.start(seats, game.rules())
            assert refused.value.facts == {"least": game.seats[0], "most": game.seats[-1], "got": seats}


@every_game
@settings(max_examples=40, deadline=None)
@given(given=st.data())
def test_any_mixture_of_rules_can_be_played(game: AnyGame, given: st.DataObject) -> None:
    """Hypothesis looks for the mixture and the choices that break it, and makes the example small."""
    rules = given.draw(st.sampled_from(variants(game)))
    rng = given.draw(st.randoms(use_true_random=False))
    state = game.start(given.draw(st.sampled_from(list(game.seats))), rules)
    for _ in range(60):
        pending = game.pending(state)
        if isinstance(pending, Over):
            break
        comings = game.interrupts(state) if rng.random() < 0.1 else ()
        action = given.draw(st.sampled_from(comings)) if comings else anything(pending, rng, coarse=0.5)
        state = step(game, state, action).state
        assert game.turn(state) >= 0
        assert game.sheet(state).seats
