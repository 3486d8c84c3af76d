"""What a table page shows, gathered from the table and from what is being entered. No words, no rules."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.core import Action, Chance, Decide, IllegalAction, MalformedAction, Over, Pending, Seat
from scorekeeper.engine.dice import Booked, Rolled, Settled
from scorekeeper.engine.people import Skipped
from scorekeeper.engine.sheet import Cell, Row, Sheet
from scorekeeper.table import Person, Table, advanced
from scorekeeper.web.forms import digits, read_action
from scorekeeper.web.people import Shown, shown

Query: TypeAlias = "MultiDict[str, str]"

MODES = ("quick", "steps", "total")
SOURCE = re.compile(r"photo(:[A-Za-z0-9_-]{16,32})?")
SMALL_NUMBERS = tuple(map(str, range(1, 100)))
OURS = ("dice", "throws", "keep", "mode", "points", "source", "face", "clear", "toggle")
NO_FIELDS = {"csrf_token", "seq", "all", *OURS}
MOST_FIELDS, LONGEST_FIELD = 80, 40


@dataclass(frozen=True, slots=True)
class Draft:
    """What is being entered and is not in the log yet. It lives in the address, so a reload keeps it.

    `dice` holds a 0 where a slot is still empty. `source` is "typed", "photo", or "photo:" and the photograph's
    name. `fields` is what else the address says, for games whose entries
    are no dice: the fields of the action that is being spelled out.
    """

    dice: tuple[int, ...] = ()
    throws: int | None = None
    keep: tuple[int, ...] = ()
    mode: str = "quick"
    points: str = ""
    source: str = "typed"
    fields: tuple[tuple[str, str], ...] = ()

    def get(self, name: str) -> str:
        return next((value for key, value in self.fields if key == name), "")

    def getlist(self, name: str) -> list[str]:
        return [value for key, value in self.fields if key == name]

    @property
    def unusual_mode(self) -> str | None:
        """The mode for an address that says none where it is the usual one."""
        return self.mode if self.mode != MODES[0] else None

    @property
    def more(self) -> dict[str, str]:
        """The fields by name; of those that come twice, the first."""
        return dict(reversed(self.fields))

    @classmethod
    def of(cls, query: Query) -> Draft:
        """The draft in an address, with the one tap on it (`face`, `clear` or `toggle`) applied.

        Nothing in an address is worth an error page: what makes no sense is dropped.
        """
        throws, source = query.get("throws", ""), query.get("source", "")
        draft = cls(
            dice=tuple(face for face in digits(query.get("dice", "")) if face <= 6),
            throws=int(throws) if throws in SMALL_NUMBERS else None,
            keep=digits(query.get("keep", "")),
            mode=query.get("mode", "") if query.get("mode") in MODES else "quick",
            points=query.get("points", "")[:6],
            source=source if SOURCE.fullmatch(source) else "typed",
            fields=tuple(
                (key, value[:LONGEST_FIELD]) for key, value in query.items(multi=True) if key not in NO_FIELDS
            )[:MOST_FIELDS],
        )
        return draft.tapped(query)

    def tapped(self, query: Query) -> Draft:
        face, clear, toggle = (digits(query.get(key, ""))[:1] for key in ("face", "clear", "toggle"))
        face = tuple(one for one in face if 1 <= one <= 6)
        if face and 0 in self.dice:
            at = self.dice.index(0)
            return replace(self, dice=(*self.dice[:at], *face, *self.dice[at + 1 :]))
        if face:
            return replace(self, dice=(*self.dice, *face))
        if clear and clear[0] < len(self.dice):
            return replace(self, dice=(*self.dice[: clear[0]], 0, *self.dice[clear[0] + 1 :]))
        if toggle:
            return replace(self, keep=tuple(sorted(set(self.keep) ^ set(toggle))))
        return self

    def fitted(self, pending: Pending) -> Draft:
        """Without dice too many, and with the usual number of throws filled in where there is one."""
        if not isinstance(pending, Chance):
            return self
        throws = self.throws if self.throws in pending.throws else pending.usual
        return replace(self, dice=self.dice[: pending.dice], throws=throws)


@lru_cache(256)
def _shown(people: tuple[Person, ...]) -> tuple[Shown, ...]:
    return shown([p.name for p in people], [p.kind == "cpu" for p in people])


@dataclass(frozen=True)
class TableView:
    """Everything that the templates of a table may look at, as `viewer` may know it (None: anybody)."""

    table: Table
    draft: Draft = field(default_factory=Draft)
    viewer: Seat | None = None
    shows_all: bool = False  # every line of the sheet, not only the last ones

    @property
    def token(self) -> str:
        return self.table.info.token

    @cached_property
    def state(self) -> Any:
        return self.table.info.game.view(self.table.state, self.viewer)

    @property
    def rules(self) -> Any:
        return self.table.info.rules

    @cached_property
    def pending(self) -> Pending:
        return self.table.pending

    @property
    def waits_for(self) -> str:
        match self.pending:
            case Over():
                return "over"
            case Decide():
                return "choice"
            case _:
                return "dice"

    @property
    def on_turn(self) -> Seat | None:
        return None if isinstance(self.pending, Over) else self.pending.seat

    @cached_property
    def people(self) -> tuple[Shown, ...]:
        return _shown(self.table.info.people)

    @cached_property
    def sheet(self) -> Sheet:
        return self.table.info.game.sheet(self.state)

    @property
    def lines(self) -> list[Row]:
        """The lines of the sheet that hold something, the newest first."""
        return [row for row in reversed(self.sheet.rows) if any(row.cells)]

    @cached_property
    def fixed(self) -> frozenset[int]:
        """The turns that nobody can correct, because the app threw their dice."""
        return frozenset(s.turn for s in self.table.standing if s.is_rolled_by_app)

    def people_at(self, seats: tuple[Seat, ...]) -> tuple[Shown, ...]:
        return tuple(self.people[seat] for seat in seats)

    @cached_property
    def _boxes(self) -> dict[int, tuple[Row, Cell]]:
        """The line and the box that each turn wrote."""
        boxes = ((row, cell) for row in self.sheet.rows for cell in (*row.cells, row.head))
        return {cell.turn: (row, cell) for row, cell in boxes if cell and cell.turn is not None}

    def cell_of(self, turn: int) -> Cell | None:
        return self._boxes[turn][1] if turn in self._boxes else None

    def row_of(self, turn: int) -> Row | None:
        return self._boxes[turn][0] if turn in self._boxes else None

    @cached_property
    def corrected(self) -> frozenset[int]:
        """The turns that were corrected."""
        return frozenset(s.turn for s in self.table.standing if s.corrected)

    @cached_property
    def photographed(self) -> frozenset[int]:
        """The turns that a photograph stands behind."""
        return frozenset(s.turn for s in self.table.standing if s.proofs)

    @property
    def thrown_by_app(self) -> bool:
        """Does the app throw the rest of this turn? It does for a table without dice, and where it began to."""
        last = self.table.standing[-1] if self.table.standing else None
        began = last is not None and last.is_rolled_by_app and last.turn == self.table.info.game.turn(self.state)
        return self.table.info.dice == "app" or began

    @property
    def may_skip(self) -> bool:
        """May whoever is on turn be skipped for now?"""
        if self.on_turn is None or not self.table.is_open:
            return False
        return Skipped(self.on_turn) in self.table.info.game.interrupts(self.table.state)

    @property
    def throw_choices(self) -> tuple[tuple[int, str], ...]:
        """The numbers of throws on offer, as value and text."""
        return tuple((n, str(n)) for n in self.pending.throws) if isinstance(self.pending, Chance) else ()

    @property
    def total_choices(self) -> tuple[tuple[int, str], ...]:
        """The totals that can be entered, as value and text."""
        return tuple((n, str(n)) for n in self.pending.totals) if isinstance(self.pending, Chance) else ()

    @property
    def offers(self) -> frozenset[str]:
        """Names of the types of action that are accepted or listed now."""
        match self.pending:
            case Chance(accepts=accepts):
                return frozenset(cls.__name__ for cls in accepts)
            case Decide(options=options):
                return frozenset(type(option).__name__ for option in options)
            case _:
                return frozenset()

    def after(self, *actions: Action) -> TableView | None:
        """The table as it would be after these actions, by the engine itself; None if they can't be."""
        table = self.table
        try:
            for action in actions:
                table = advanced(table, action, "typed")
        except IllegalAction:
            return None
        return TableView(table, viewer=self.viewer)

    def may(self, action: Action) -> bool:
        """Is this one of the choices?"""
        return isinstance(self.pending, Decide) and action in self.pending.options

    @property
    def rounds_over(self) -> int:
        """How many rounds have been scored, in a game that has rounds (`past` of its state)."""
        return len(getattr(self.state, "past", ()))

    @property
    def slots(self) -> tuple[int, ...]:
        """A face or 0 for each die that is wanted."""
        wanted = self.pending.dice if isinstance(self.pending, Chance) else 0
        return (*self.draft.dice, *(0,) * wanted)[:wanted]

    @property
    def missing(self) -> int:
        """How many dice are still to be entered."""
        return self.slots.count(0)

    @cached_property
    def drafted(self) -> Action | None:
        """The action that the draft amounts to; None while something is missing."""
        if isinstance(self.pending, Decide):
            return self._chosen(self.pending.options)
        if not isinstance(self.pending, Chance) or self.pending.seat is None:
            return None
        seat, draft = self.pending.seat, self.draft
        wider = self._named() or self._wider_than(Booked if draft.mode == "total" else Settled)
        if wider is not None and draft.mode != "steps":
            return self._read(wider)
        if draft.mode == "total" and Booked in self.pending.accepts:
            points = draft.points.strip()
            ready = points.isascii() and points.isdigit() and draft.throws
            return Booked(seat, int(points), draft.throws or 0) if ready else None
        if self.missing:
            return None
        if draft.mode == "steps" or Settled not in self.pending.accepts:
            return Rolled(seat, draft.dice)
        return Settled(seat, draft.dice, draft.throws) if draft.throws else None

    def _chosen(self, options: tuple[Action, ...]) -> Action | None:
        """The choice that the draft names by its type, and that is nearest to it in its other fields."""
        near = [option for option in options if type(option).__name__ == self.draft.more.get("type")]
        for name, value in self.draft.more.items():
            near = [option for option in near if str(getattr(option, name, None)) == value] or near
        return near[0] if near else None

    def _named(self) -> type[Action] | None:
        """What the draft says by name that it is, where that is an action of this game alone."""
        accepts = self.pending.accepts if isinstance(self.pending, Chance) else ()
        others = (cls for cls in accepts if cls not in (Rolled, Settled, Booked))
        return next((cls for cls in others if cls.__name__ == self.draft.more.get("type")), None)

    def _wider_than(self, kind: type[Action]) -> type[Action] | None:
        """What is accepted that says more of a whole turn than `kind` does: the box that it was written in."""
        accepts = self.pending.accepts if isinstance(self.pending, Chance) else ()
        return next((cls for cls in accepts if issubclass(cls, kind) and cls is not kind), None)

    def _read(self, kind: type[Action]) -> Action | None:
        """The draft as an action of that type; None while something that it needs is missing."""
        draft = self.draft
        if draft.mode != "total" and self.missing:
            return None
        fields = {"dice": "".join(map(str, draft.dice)), "points": draft.points, "throws": str(draft.throws or "")}
        fields |= {"type": kind.__name__, "seat": str(self.on_turn)}
        try:
            return read_action(self.table.info.game, MultiDict({**draft.more, **fields}))
        except MalformedAction:
            return None

    @cached_property
    def composed(self) -> Action | None:
        """The action that the fields of the draft spell out, by its `type`; None while they don't."""
        try:
            return read_action(self.table.info.game, MultiDict(self.draft.fields))
        except MalformedAction:
            return None

    def would(self, **fields: str | list[str]) -> TableView | None:
        """The table as it would be after the action that these fields spell out; None if it can't be."""
        try:
            action = read_action(self.table.info.game, MultiDict(fields))
        except MalformedAction:
            return None
        return self.after(action)

    @cached_property
    def written(self) -> Cell | None:
        """The box as it will be once the draft is entered, by the engine itself."""
        if not isinstance(self.pending, Chance) or self.pending.seat is None:
            return None
        if self.missing or Settled not in self.pending.accepts:
            return None
        throws = self.draft.throws or self.pending.throws[0]  # what they are worth does not hang on it
        return self.written_by(Settled(self.pending.seat, self.draft.dice, throws))

    def written_by(self, *actions: Action) -> Cell | None:
        """The box that these actions would write in this turn, if they would write one."""
        after = self.after(*actions)
        return after.cell_of(self.table.info.game.turn(self.table.state)) if after else None
