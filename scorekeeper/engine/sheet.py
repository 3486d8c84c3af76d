"""A score table without words: rows and cells with keys and numbers. Templates make it a page or a print."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.core import Action, Fact, Seat


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in one box.

    value   the number to print, None for an empty box
    marks   stable keys of what is special about it: "led", "loss", "bonus"
    dice    the faces behind it, where known
    throws  the number of throws behind it, where it matters
    turn    the turn that wrote it: the handle by which it is corrected
    entry   that whole turn as one action, where dice and throws do not say all of it
    """

    value: int | None = None
    marks: tuple[str, ...] = ()
    dice: tuple[int, ...] | None = None
    throws: int | None = None
    turn: int | None = None
    entry: Action | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One line: a cell for each seat of the sheet (None: that seat has no box here).

    head  what a turn wrote at the head of the line, because it holds for all of it
    """

    key: str
    cells: tuple[Cell | None, ...]
    facts: tuple[tuple[str, Fact], ...] = ()
    head: Cell | None = None

    @property
    def values(self) -> dict[str, Fact]:
        return dict(self.facts)

    @property
    def turns(self) -> frozenset[int]:
        """The turns that wrote something in it."""
        return frozenset(box.turn for box in (*self.cells, self.head) if box and box.turn is not None)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The whole table. `seats` heads the columns; `rows` is what was written, `totals` what follows from it."""

    seats: tuple[Seat, ...]
    rows: tuple[Row, ...]
    totals: tuple[Row, ...] = ()
