"""A game is one module, one partial, one test file and a recorded playthrough. None of the four may be missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorekeeper.engine.core import AnyGame
from scorekeeper.engine.games import GAMES

ROOT = Path(__file__).parent.parent

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


@every_game
def test_the_module_is_named_after_the_key_and_begins_with_numbered_rules(game: AnyGame) -> None:
    module = ROOT / "scorekeeper/engine/games" / f"{game.key}.py"
    assert type(game).__module__ == f"scorekeeper.engine.games.{game.key}"
    assert "\n1. " in module.read_text(encoding="utf-8").split('"""')[1]


@every_game
def test_there_is_an_input_panel(game: AnyGame) -> None:
    assert (ROOT / "templates/games" / f"{game.key}.html").is_file()


@every_game
def test_its_rules_are_under_test(game: AnyGame) -> None:
    assert (ROOT / "tests/games" / f"test_{game.key}.py").is_file()


@every_game
def test_a_match_of_it_was_recorded(game: AnyGame) -> None:
    assert list((ROOT / "tests/playthroughs").glob(f"{game.key}*.txt"))


def test_no_module_panel_test_or_playthrough_is_there_without_its_game() -> None:
    keys = {game.key for game in GAMES}
    assert {path.stem for path in (ROOT / "scorekeeper/engine/games").glob("[!_]*.py")} == keys
    assert {path.stem for path in (ROOT / "templates/games").glob("[!_]*.html")} <= keys
    assert {path.stem.removeprefix("test_") for path in (ROOT / "tests/games").glob("test_*.py")} == keys
    stray = [p for p in (ROOT / "tests/playthroughs").glob("*.txt") if not any(p.stem.startswith(k) for k in keys)]
    assert stray == []


def test_keys_are_distinct() -> None:
    assert len({game.key for game in GAMES}) == len(GAMES)
