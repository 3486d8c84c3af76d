"""Correcting an earlier turn: first what it would change, then the change."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, flash, request
from flask_babel import ngettext
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorekeeper import service
from scorekeeper.engine.core import Action, Event, IllegalAction, Seat
from scorekeeper.engine.dice import Booked
from scorekeeper.engine.log import Amended, ImpossibleLog, Undid
from scorekeeper.engine.sheet import Cell, Row
from scorekeeper.service import StaleAction
from scorekeeper.table import Table, laid
from scorekeeper.web import i18n, render
from scorekeeper.web.forms import as_fields, read_action
from scorekeeper.web.render import store
from scorekeeper.web.table import seq, table_page
from scorekeeper.web.views import Draft, TableView

pages = Blueprint("corrections", __name__, url_prefix="/t/<token>/correct/<int:turn>")


@dataclass(frozen=True, slots=True)
class Obstacle:
    """The later entry that a correction would make impossible, and why."""

    turn: int
    seat: Seat | None
    why: Markup


@dataclass(frozen=True)
class Correction:
    """One turn as it was entered, as it should be, and what that does to the match."""

    now: TableView
    then: TableView  # the table just before that turn, with the draft in it
    turn: int
    was: Cell
    row: Row
    action: Action | None
    gone: tuple[Event, ...] = ()
    new: tuple[Event, ...] = ()
    obstacle: Obstacle | None = None
    refused: Markup | None = None
    after: Any = None  # the state that the match would have then
    differs: bool | None = None  # from what was entered, where dice and throws do not say all of a turn

    @property
    def changes(self) -> bool:
        """Does the draft differ from what was entered?"""
        if self.differs is not None:
            return self.differs
        if i18n.has_words(self.now.table.info.game, "amend"):
            return self.action != self.was.entry
        if isinstance(self.action, Booked):
            same_throws = self.was.throws in (None, self.action.throws)
            return self.action.points != self.was.value or not same_throws
        after = self.then.written
        drafted = (sorted(after.dice or ()), after.throws) if after else None
        return drafted != (sorted(self.was.dice or ()), self.was.throws)

    @property
    def effects(self) -> list[tuple[Event, bool]]:
        """What no longer holds, and what does instead."""
        return [(event, True) for event in self.gone] + [(event, False) for event in self.new]


@pages.get("/")
def show(token: str, turn: int) -> Response:
    table = service.load(store(), token)
    draft = Draft.of(request.args) if request.args else None
    return correction_page(correction(table, turn, draft))


@pages.post("/")
def amend(token: str, turn: int) -> Response:
    table = service.load(store(), token)
    action = read_action(table.info.game, request.form)
    if table.seq != seq():
        return table_page(amended_already(table, turn, action))
    if "take_back" in request.form:
        change = service.amend_and_take_back(store(), token, seq(), turn, action)
        undone = len(table.after_turn(turn))
        flash(ngettext("%(num)s entry was taken back.", "%(num)s entries were taken back.", undone), "change")
        return changed(change)
    try:
        change = service.preview_amend(store(), token, turn, action)
        amended = service.amend(store(), token, seq(), turn, action, "typed")
    except IllegalAction:
        return correction_page(correction(table, turn, Draft.of(request.form)), 422)
    return changed(replace(change, after=amended))


def amended_already(table: Table, turn: int, action: Action) -> Table:
    """The table of a correction that stands already: its first answer was lost. Raises `StaleAction` if it doesn't.

    Undos before it took back what was entered later.
    """
    since = service.entered_since(store(), table, seq())
    first = next((entry for entry in since if entry != Undid()), None)
    stands = isinstance(first, Amended) and first.actions[-1] == action and table.span(turn)[0] <= first.at
    if not stands or action not in (s.action for s in table.in_turn(turn)):
        raise StaleAction(table.info.token, seq())
    return table


def changed(change: service.Amendment) -> Response:
    """The table after a correction; it tells what that changed."""
    people = TableView(change.after).people
    for events, gone in ((change.gone, True), (change.new, False)):
        for event in events:
            flash(i18n.told(event, change.after.info.game, people, gone=gone), "change")
    return table_page(change.after)


def correction_page(shown: Correction, status: int = 200) -> Response:
    """A game whose entries are no dice has a panel of its own in which to correct them."""
    own = i18n.has_words(shown.now.table.info.game, "amend")
    return render.page("correct_entry.html" if own else "correct.html", status=status, c=shown)


def correction(table: Table, turn: int, draft: Draft | None) -> Correction:
    """What the draft would do. Raises `IllegalAction` if there is nothing to correct."""
    at, _ = table.span(turn)
    now = TableView(table)
    row, was = now.row_of(turn), now.cell_of(turn)
    if row is None or was is None:
        raise IllegalAction("no-such-turn", turn=turn)
    if not table.can_amend(turn):
        raise IllegalAction("rolled-by-app" if table.is_open else "table-closed")
    before = laid(table.info, table.seq, table.standing[:at])
    spells = i18n.has_words(table.info.game, "amend")
    draft = draft or (Draft(fields=as_fields(was.entry)) if spells and was.entry else as_entered(was))
    if draft.mode == "steps":  # a turn is corrected as a whole
        draft = replace(draft, mode="quick")
    then = TableView(before, draft.fitted(before.pending))
    action = then.composed if spells else then.drafted
    shown = Correction(now, then, turn, was, row, action)
    wider = was.entry is not None
    if action is None or not (wider or shown.changes):
        return shown
    try:
        change = service.preview_amend(store(), table.info.token, turn, action)
    except ImpossibleLog as why:
        return replace(shown, obstacle=obstacle(now, why), differs=True)
    except IllegalAction as why:
        said = i18n.refusal(why.reason, why.facts, table.info.game, now.people)
        return replace(shown, refused=said, differs=True)
    differs = change.before.state != change.after.state if wider else None
    return replace(shown, gone=change.gone, new=change.new, after=change.after.state, differs=differs)


def as_entered(was: Cell) -> Draft:
    """The draft that would write that cell again."""
    if was.entry is not None:
        fields = MultiDict(as_fields(was.entry))
        draft = Draft.of(fields)
        dice = draft.dice or was.dice or ()  # an entry may know its dice without saying them
        return replace(draft, dice=dice, mode="quick" if dice else "total")
    mode = "quick" if was.dice else "total"
    return Draft(was.dice or (), was.throws, mode=mode, points=str(was.value))


def obstacle(view: TableView, why: ImpossibleLog) -> Obstacle:
    standing = view.table.standing[why.at]
    reason = "then-another" if why.reason == "not-on-turn" else why.reason
    said = i18n.refusal(reason, why.facts, view.table.info.game, view.people)
    return Obstacle(standing.turn, getattr(standing.action, "seat", None), said)
