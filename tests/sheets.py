"""Tables for the games round a score sheet of boxes."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.engine.core import Action, IllegalAction, Seat
from scorekeeper.engine.dice import Faces, Rolled
from scorekeeper.engine.games.yahtzee import Yahtzee
from scorekeeper.engine.sheet import Cell
from scorekeeper.engine.sheet_actions import Noted, Reroll, Write, Written
from scorekeeper.engine.sheet_game import SheetGame, State
from tests.tables import Table

NOTHING = (1, 2, 2, 4, 6)  # scores nothing where something special is needed
FITTING: dict[str, Faces] = {
    "ones": (1, 1, 2, 3, 6),
    "twos": (2, 2, 1, 3, 6),
    "threes": (3, 3, 1, 2, 6),
    "fours": (4, 4, 1, 2, 6),
    "fives": (5, 5, 1, 2, 3),
    "sixes": (6, 6, 1, 2, 3),
    "full_house": (3, 3, 3, 2, 2),
    "house": (3, 3, 3, 2, 2),
    "small_straight": (1, 2, 3, 4, 5),
    "large_straight": (2, 3, 4, 5, 6),
    "yahtzee": (6, 6, 6, 6, 6),
    "yatzy": (6, 6, 6, 6, 6),
}
UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")


class SheetTable(Table):
    """A table that speaks the game: `write(A, "fives", 5, 5, 5, 2, 1)` is a whole turn."""

    state: State

    def write(self, seat: Seat, box: str, *dice: int, throws: int = 3) -> SheetTable:
        return self.then(Written(seat, dice, throws, box))

    def note(self, seat: Seat, box: str, points: int, *, alike: int = 0, throws: int = 3) -> SheetTable:
        return self.then(Noted(seat, points, throws, box, alike))

    def roll(self, seat: Seat, *dice: int) -> SheetTable:
        return self.then(Rolled(seat, dice))

    def keep(self, seat: Seat, *positions: int) -> SheetTable:
        return self.then(Reroll(seat, positions))

    def pen(self, seat: Seat, box: str) -> SheetTable:
        return self.then(Write(seat, box))

    def then(self, *actions: Action) -> SheetTable:
        self.do(*actions)
        return self

    def fill(self, *boxes: str) -> SheetTable:
        """Whoever is on turn writes these boxes, one a turn; "-yahtzee" is struck."""
        for box in boxes:
            seat = self.state.on_turn
            assert seat is not None
            dice = NOTHING if box.startswith("-") else FITTING.get(box, NOTHING)
            self.write(seat, box.removeprefix("-"), *dice, *NOTHING[: self.state.book.dice - 5])
        return self

    def round(self, box: str) -> SheetTable:
        """Everybody in the round writes that box."""
        for _ in range(len(self.state.order)):
            self.fill(box)
        return self

    def offered(self, *dice: int) -> dict[str, int]:
        """What these dice would score in the boxes that may be written with them."""
        return {offer.box: offer.points for offer in self.state.offers(dice) if offer.why is None}

    def cell(self, seat: Seat, box: str) -> Cell:
        row = next(row for row in self.game.sheet(self.state).rows if row.key == box)
        cell = row.cells[seat]
        assert cell is not None
        return cell

    def sum(self, seat: Seat, key: str) -> int | None:
        row = next(row for row in self.game.sheet(self.state).totals if row.key == key)
        cell = row.cells[seat]
        return cell.value if cell else None

    def total(self, seat: Seat) -> int:
        return self.state.total(seat)

    def refuses(self, action: Action, reason: str) -> IllegalAction:
        before = self.state
        with pytest.raises(IllegalAction) as refused:
            self.do(action)
        assert refused.value.reason == reason
        assert self.state == before
        return refused.value


def table(game: SheetGame, seats: int = 1, first_player: str = "first_seat", **rules: Any) -> SheetTable:
    made = game.rules(first_player=first_player, **rules)  # type: ignore[attr-defined]
    return SheetTable(game, game.start(seats, made))


def yahtzee(seats: int = 1, **rules: Any) -> SheetTable:
    return table(Yahtzee(), seats, **rules)


def scored(table: SheetTable, boxes: dict[str, int], *dice: int) -> None:
    """Each of these boxes, written with these dice, holds that many points."""
    for box, points in boxes.items():
        fresh = SheetTable(table.game, table.state)
        seat = fresh.state.on_turn
        assert seat is not None
        assert {o.box: o.points for o in fresh.state.offers(dice)}[box] == points, box
        assert fresh.write(seat, box, *dice).cell(seat, box).value == points, box
