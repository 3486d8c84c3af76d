"""Golden matches: what the table waits for, what happens, what people hear, and the sheet as it grows.

Each file in tests/playthroughs is script and record in one. The script is its head and the lines that begin with
`> `; all other lines follow from them. To record a new match, write a head and the actions; after a change of the
rules, review what changes in the others as a diff. Both are written by

    python -m tests.test_playthroughs --write
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.engine.core import Action, AnyGame, Chance, Decide, Event, Fact, Over, Pending, step
from scorekeeper.engine.games import game as game_of
from scorekeeper.engine.settings import as_written, rules_from
from scorekeeper.engine.sheet import Cell, Row, Sheet

FOLDER = Path(__file__).parent / "playthroughs"
FILES = sorted(FOLDER.glob("*.txt"))
HEAD = ("game ", "seats ", "rules ", "# ")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_match_is_played_as_it_was(path: Path) -> None:
    recorded = path.read_text(encoding="utf-8")
    assert written(recorded) == recorded, "rules changed? see the top of tests/test_playthroughs.py"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_match_is_played_to_its_end(path: Path) -> None:
    assert "\nover " in path.read_text(encoding="utf-8")


def written(script: str) -> str:
    """The whole record of a script."""
    lines = script.splitlines()
    head = [line for line in lines if line.startswith(HEAD)]
    setup = dict(line.split(" ", 1) for line in head if not line.startswith("# "))
    game = game_of(setup["game"])
    given = dict(word.split("=") for word in setup.get("rules", "").split())
    state = game.start(int(setup["seats"]), rules_from(game.rules, given))
    played = (line[2:] for line in lines if line.startswith("> "))
    comments = [line for line in head if line.startswith("# ")]
    return "\n".join([*comments, *heading(setup, game, given), *record(game, state, played)]) + "\n"


def heading(setup: dict[str, str], game: AnyGame, given: dict[str, Any]) -> Iterator[str]:
    yield f"game {game.key}"
    yield f"seats {setup['seats']}"
    rules = as_written(rules_from(game.rules, given))
    yield "rules " + " ".join(f"{key}={value}" for key, value in rules.items())
    yield ""


def record(game: AnyGame, state: Any, played: Iterable[str]) -> Iterator[str]:
    yield pending(game.pending(state))
    for line in played:
        yield f"> {line}"
        before, (state, events) = game.sheet(state), taken(game, state, line)
        yield from (f"    {told(event)}" for event in events)
        yield from (f"    {row}" for row in changes(before, game.sheet(state)))
        yield pending(game.pending(state))
    yield ""
    yield from sheet(game.sheet(state))


def taken(game: AnyGame, state: Any, line: str) -> tuple[Any, tuple[Event, ...]]:
    after = step(game, state, parse(game, line))
    return after.state, after.events


def parse(game: AnyGame, line: str) -> Action:
    """The action that a line like `Rolled(seat=0, dice=(1, 6, 4))` writes."""
    call = ast.parse(line, mode="eval").body
    assert isinstance(call, ast.Call) and isinstance(call.func, ast.Name), line
    kinds = {kind.__name__: kind for kind in game.actions}
    return kinds[call.func.id](**{str(word.arg): ast.literal_eval(word.value) for word in call.keywords})


# ---- how things are written ----------------------------------------------------------------------------------------


def pending(waits: Pending) -> str:
    match waits:
        case Over(ranking):
            return "over " + " > ".join("=".join(map(str, group)) for group in ranking)
        case Decide(seat, options):
            return f"decide seat={seat} " + " ".join(short(option) for option in options)
        case Chance():
            return "chance " + " ".join(chance(waits))


def chance(waits: Chance) -> Iterator[str]:
    if waits.seat is not None:
        yield f"seat={waits.seat}"
    yield "/".join(kind.__name__ for kind in waits.accepts)
    if waits.dice:
        yield f"dice={waits.dice}"
    if waits.throws:
        yield f"throws={fact(waits.throws)}"
    if waits.usual:
        yield f"usual={waits.usual}"
    if waits.totals:
        yield f"totals={waits.totals[0]}..{waits.totals[-1]}({len(waits.totals)})"
    if waits.among:
        yield f"among={fact(waits.among)}"


def short(action: Action) -> str:
    """`Reroll(0,2)`: an option of the seat that is named already."""
    values = [getattr(action, field.name) for field in fields(action) if field.name != "seat"]
    return f"{type(action).__name__}({','.join(map(fact, values))})" if values else type(action).__name__


def told(event: Event) -> str:
    seat = [] if event.seat is None else [f"seat={event.seat}"]
    return " ".join(["*", event.key, *seat, *(f"{name}={fact(value)}" for name, value in event.facts)])


def fact(value: Fact) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def changes(before: Sheet, after: Sheet) -> list[str]:
    """The rows of the sheet that are new or read differently than before."""
    known = set(sheet(before))
    return [row for row in sheet(after)[1:] if row not in known]


def sheet(table: Sheet) -> list[str]:
    seats = "".join(f"{seat:>19}" for seat in table.seats)
    return [f"{'seat':<12}{seats}", *map(row_of, table.rows), *map(row_of, table.totals)]


def row_of(row: Row) -> str:
    name = " ".join([row.key, *(fact(value) for _, value in row.facts)])
    return f"{name:<12}" + "".join(f"{cell_of(cell):>19}" for cell in row.cells)


def cell_of(cell: Cell | None) -> str:
    """`142 106/2 led`: the dice, their value, the throws, the marks. A dot where there is no box."""
    if cell is None:
        return "."
    marks = ",".join(cell.marks)
    dice = "".join(map(str, cell.dice or ()))
    value = "" if cell.value is None else f"{cell.value}"
    throws = f"/{cell.throws}" if cell.throws else ""
    return " ".join(part for part in (dice, value + throws, marks) if part)


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        raise SystemExit("usage: python -m tests.test_playthroughs --write")
    for file in FILES:
        file.write_text(written(file.read_text(encoding="utf-8")), encoding="utf-8")
        print(file.relative_to(FOLDER.parent.parent))
