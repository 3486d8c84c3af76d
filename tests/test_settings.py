"""House rules as data."""

from __future__ import annotations

import dataclasses

import pytest

from scorekeeper.engine.core import AnyGame, MalformedAction
from scorekeeper.engine.games import GAMES, game
from scorekeeper.engine.games.chicago_losses import ChicagoLosses, Rules
from scorekeeper.engine.settings import as_written, rules_from, settings_of

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)

CHICAGO_LOSSES = [  # the table of the rules file
    ("max_rolls", (1, 2, 3), 3),
    ("losses_to_exit", (2, 3, 5), 3),
    ("first_leader", ("random", "first_seat", "roll_off"), "random"),
    ("hold_policy", ("free", "locked"), "free"),
    ("sixes_to_one", ("off", "on"), "off"),
    ("low_tie", ("all_lose", "latest_loses"), "all_lose"),
    ("next_leader", ("highest", "lowest"), "highest"),
    ("late_losses", ("lowest", "zero"), "lowest"),
]


@pytest.mark.parametrize(("key", "choices", "default"), CHICAGO_LOSSES, ids=[row[0] for row in CHICAGO_LOSSES])
def test_chicago_losses_allows_what_its_rules_file_allows(
    key: str, choices: tuple[object, ...], default: object
) -> None:
    known = {setting.key: setting for setting in settings_of(Rules)}
    assert known.keys() == {row[0] for row in CHICAGO_LOSSES}
    assert (known[key].choices, known[key].default) == (choices, default)


@every_game
def test_each_default_is_allowed_and_choices_are_told_apart_in_writing(game: AnyGame) -> None:
    for setting in settings_of(game.rules):
        assert setting.default in setting.choices
        assert len({str(choice) for choice in setting.choices}) == len(setting.choices)
        if len(setting.choices) == 1:  # then there is nothing to show
            assert not any(setting.matters(game.rules(), seats) for seats in game.seats)


@every_game
def test_rules_go_to_paper_and_back(game: AnyGame) -> None:
    for setting in settings_of(game.rules):
        for choice in setting.choices:
            rules = game.rules(**{setting.key: choice})
            assert rules_from(game.rules, as_written(rules)) == rules
            assert rules_from(game.rules, {key: str(value) for key, value in as_written(rules).items()}) == rules


@every_game
def test_every_setting_says_whether_it_matters(game: AnyGame) -> None:
    for setting in settings_of(game.rules):
        assert {setting.matters(game.rules(), seats) for seats in game.seats} <= {True, False}


@every_game
def test_rules_are_frozen_and_can_be_hashed(game: AnyGame) -> None:
    assert hash(game.rules()) == hash(game.rules())
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(game.rules(), settings_of(game.rules)[0].key, None)


def test_what_is_not_given_keeps_its_default() -> None:
    assert rules_from(Rules, {}) == Rules()
    assert rules_from(Rules, {"max_rolls": "2"}) == Rules(max_rolls=2)


def test_an_unknown_setting_or_choice_is_refused() -> None:
    with pytest.raises(MalformedAction, match="no-such-setting") as refused:
        rules_from(Rules, {"speed": "high"})
    assert refused.value.facts == {"setting": "speed"}
    with pytest.raises(MalformedAction, match="no-such-choice") as refused:
        rules_from(Rules, {"max_rolls": "4"})
    assert refused.value.facts == {"setting": "max_rolls", "value": "4"}


def test_settings_about_kept_dice_matter_only_with_more_than_one_throw() -> None:
    hidden = {setting.key for setting in settings_of(Rules) if not setting.matters(Rules(max_rolls=1), 4)}
    assert hidden == {"hold_policy", "sixes_to_one"}
    assert all(setting.matters(Rules(max_rolls=2), 4) for setting in settings_of(Rules))


def test_a_game_is_found_by_its_key() -> None:
    assert isinstance(game("chicago_losses"), ChicagoLosses)
    with pytest.raises(MalformedAction, match="no-such-game"):
        game("tiddlywinks")
