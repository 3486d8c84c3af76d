"""One match as it stands: who sits at it, what stands of its log, and the state that follows from that.

A `Table` never changes. What happens at it makes another one, by one step (`advanced`) or by a replay (`laid`);
both ways lead to equal tables, so a table in memory is as good as one from the store.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import count
from typing import Any, Literal, TypeAlias, TypeGuard

from scorekeeper.engine.core import (
    Action,
    AnyGame,
    Chance,
    Event,
    IllegalAction,
    Interrupt,
    Over,
    Pending,
    Seat,
    step,
)
from scorekeeper.engine.dice import Drawn
from scorekeeper.engine.log import Amended, Did, Entry, ImpossibleLog, Undid, states
from scorekeeper.engine.people import Joined, Left, Moved, reseat

Source: TypeAlias = Literal["typed", "photo", "dealer", "cpu"]
Ranking: TypeAlias = tuple[tuple[Seat, ...], ...]


@dataclass(frozen=True, slots=True)
class Person:
    name: str
    kind: str = "person"  # or "cpu"


@dataclass(frozen=True, slots=True)
class Info:
    """What is known of a match besides its log.

    seats       how many began
    dice        who throws: "own" dice, or the "app"
    ended_at    when the game was over
    closed_at   when the table ended it early
    ranking     as it was when the game was over: what a printed sheet says
    rematch_of  token of the match before
    people      by the number of their seat
    """

    id: int
    token: str
    game: AnyGame
    rules: Any
    rules_version: int
    title: str
    seats: int
    dice: str
    created_at: datetime
    people: tuple[Person, ...]
    ended_at: datetime | None = None
    closed_at: datetime | None = None
    ranking: Ranking | None = None
    rematch_of: str | None = None


@dataclass(frozen=True, slots=True)
class Proof:
    """A photograph that an entry was made from: its name, what was read in it, and what people made of that."""

    name: str
    read: tuple[int, ...]
    entered: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """An action that stands.

    seq               the row of the log that it came with
    corrected         whether it came as a correction
    turn              number of the turn it belongs to
    proofs            the photographs behind it; those of what it corrects stay with it
    replaced_several  whether it corrects several actions: nobody can tell which of them a photograph showed
    """

    action: Action
    source: Source
    seq: int
    corrected: bool = False
    turn: int = 0
    proofs: tuple[Proof, ...] = ()
    replaced_several: bool = False

    @property
    def is_aside(self) -> bool:
        """Whether it is part of nobody's turn: a lot, or somebody who came or went. No correction replaces it."""
        return isinstance(self.action, (Drawn, Interrupt))

    @property
    def is_rolled_by_app(self) -> bool:
        return (self.source == "dealer" and not isinstance(self.action, Drawn)) or self.action.shows_more


@dataclass(frozen=True, slots=True)
class Table:
    """One match after row `seq` of its log.

    events     what people should hear about the last thing that happened
    pending    what the table waits for
    broken_at  the row that could not be replayed; the table stands as it was before, and nothing can be written
    """

    info: Info
    seq: int
    standing: tuple[Standing, ...]
    state: Any
    events: tuple[Event, ...]
    pending: Pending
    broken_at: int | None = None

    @property
    def last(self) -> Standing | None:
        """What an undo would take back; None if there is nothing that it could."""
        return self.standing[-1] if self.standing and why_not_undo(self) is None else None

    @property
    def can_undo(self) -> bool:
        return self.is_open and self.last is not None

    @property
    def is_open(self) -> bool:
        """Whether anything can still be entered, be it a correction."""
        return self.info.closed_at is None and self.broken_at is None

    @property
    def moment(self) -> tuple[str, int, Seat | None, int]:
        """What is waited for: of which match, in which turn, of whom, and after how many actions of that turn.

        It is the same again after an undo of what came since.
        """
        turn = self.info.game.turn(self.state)
        seat = None if isinstance(self.pending, Over) else self.pending.seat
        return self.info.token, turn, seat, sum(s.turn == turn and not s.is_aside for s in self.standing)

    def span(self, turn: int) -> tuple[int, int]:
        """Where the actions of a turn stand: the number of the first, and how many. (n, 0) if it has none."""
        own = [number for number, s in enumerate(self.standing) if s.turn == turn and not s.is_aside]
        return (own[0], own[-1] + 1 - own[0]) if own else (len(self.standing), 0)

    def in_turn(self, turn: int) -> tuple[Standing, ...]:
        """What stands within the span of a turn."""
        at, how_many = self.span(turn)
        return self.standing[at : at + how_many]

    def after_turn(self, turn: int) -> tuple[Standing, ...]:
        """What stands after a turn and could be taken back one by one; () also where the app threw any of it."""
        at, how_many = self.span(turn)
        later = self.standing[at + how_many :]
        return () if any(s.source == "dealer" or s.action.shows_more for s in later) else later

    def proofs(self, turn: int) -> tuple[Proof, ...]:
        """The photographs behind what stands of a turn."""
        found = (proof for s in self.standing if s.turn == turn for proof in s.proofs)
        return tuple(dict.fromkeys(found))

    def can_amend(self, turn: int) -> bool:
        """Whether a turn can be corrected: there is one, and no die of it was thrown by the app."""
        own = self.in_turn(turn)
        return self.is_open and bool(own) and not any(s.is_rolled_by_app for s in own)


def why_not_undo(table: Table) -> IllegalAction | None:
    """The reason why the last action can't be taken back, or None if it can."""
    if all(s.source == "dealer" and isinstance(s.action, Drawn) for s in table.standing):
        return IllegalAction("nothing-to-undo")
    if table.standing[-1].source == "dealer" or table.standing[-1].action.shows_more:
        return IllegalAction("rolled-by-app")
    return None


# ---- from the log to a table ----------------------------------------------------------------------------------


def extend(standing: list[Standing], entry: Entry, source: Source, seq: int, proofs: tuple[Proof, ...] = ()) -> None:
    """Let one entry of the log change what stands, in place. Raises `IndexError` if it names what is not there."""
    match entry:
        case Did(action):
            standing.append(Standing(action, source, seq, proofs=proofs))
        case Undid():
            standing.pop()
        case Amended(at, count, actions):
            if not 0 <= at <= at + count <= len(standing):
                raise IndexError(f"amends {at}..{at + count} of {len(standing)}")
            standing[at : at + count] = _corrected(standing[at : at + count], actions, source, seq)


def _corrected(old: Sequence[Standing], actions: Sequence[Action], source: Source, seq: int) -> list[Standing]:
    """What a correction puts in the place of `old`. Who came or went meanwhile did so as before."""
    kept = {s.action: s for s in old if s.is_aside}
    proofs = tuple(proof for s in old for proof in s.proofs)
    own = [s for s in old if not s.is_aside]
    replaced_several = len(own) != 1 or own[0].replaced_several
    return [
        kept.get(action) or Standing(action, source, seq, True, proofs=proofs, replaced_several=replaced_several)
        for action in actions
    ]


def laid(info: Info, seq: int, standing: Sequence[Standing]) -> Table:
    """The table that a replay of `standing` leads to. Raises `ImpossibleLog`."""
    table, why = _play(info, seq, standing)
    if why is not None:
        raise why
    return table


def salvaged(info: Info, seq: int, standing: Sequence[Standing]) -> tuple[Table, Exception | None]:
    """The table as far as `standing` can be replayed, and what stopped it there."""
    table, why = _play(info, seq, standing)
    if why is None:
        return table, None
    return replace(table, broken_at=standing[len(table.standing)].seq), why


def _play(info: Info, seq: int, standing: Sequence[Standing]) -> tuple[Table, Exception | None]:
    game, why = info.game, None
    state = game.start(info.seats, info.rules)
    played: list[Standing] = []
    events: tuple[Event, ...] = ()
    try:
        for s, (after, heard) in zip(standing, states(game, state, [s.action for s in standing]), strict=True):
            played.append(_at_turn(s, game.turn(state)))
            events = _heard(events, s.action, heard)
            state = after
    except Exception as stopped:  # a game that fails on a stored row is a bug, and must not hide the rest
        why = stopped
    return Table(info, seq, tuple(played), state, events, game.pending(state)), why


def _at_turn(s: Standing, turn: int) -> Standing:
    return s if s.turn == turn else replace(s, turn=turn)


def _heard(before: tuple[Event, ...], action: Action, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """A lot is drawn by itself: what it brings is told together with what led to it."""
    return before + events if isinstance(action, Drawn) else events


# ---- from one table to the next -------------------------------------------------------------------------------


def advanced(table: Table, action: Action, source: Source, proofs: tuple[Proof, ...] = ()) -> Table:
    """The table after one more action, by a single step. Raises `IllegalAction`."""
    game, seq = table.info.game, table.seq + 1
    taken = step(game, table.state, action)
    standing = Standing(action, source, seq, turn=game.turn(table.state), proofs=proofs)
    return Table(
        table.info,
        seq,
        (*table.standing, standing),
        taken.state,
        _heard(table.events, action, taken.events),
        game.pending(taken.state),
    )


def taken_back(table: Table) -> Table:
    """The table without its last action. Raises `IllegalAction` if that can't be taken back."""
    if (why := why_not_undo(table)) is not None:
        raise why
    return laid(table.info, table.seq + 1, table.standing[:-1])


def amendment(table: Table, turn: int, action: Action) -> Amended:
    """The entry that replaces all of a turn by one action. Raises `IllegalAction` if it can't be corrected."""
    at, how_many = table.span(turn)
    old = table.in_turn(turn)
    if not old:
        raise IllegalAction("no-such-turn", turn=turn)
    if any(s.is_rolled_by_app for s in old):
        raise IllegalAction("rolled-by-app")
    return Amended(at, how_many, (*(s.action for s in old if s.is_aside), action))


def amended(table: Table, entry: Amended, source: Source) -> Table:
    """The table after a correction. Raises `IllegalAction` if it can't stand there itself.

    Raises `ImpossibleLog` if something later can't stand any more, or would count for another turn; `at` is then its
    number in `table.standing`.
    """
    seq, standing, grown = table.seq + 1, list(table.standing), len(entry.actions) - entry.count
    extend(standing, entry, source, seq)
    try:
        after = laid(table.info, seq, standing)
    except ImpossibleLog as why:
        if why.at < entry.at + len(entry.actions):
            raise IllegalAction(why.reason, **why.facts) from why
        raise ImpossibleLog(why.at - grown, why.action, why.state, why) from why
    for at, was in enumerate(table.standing[entry.at + entry.count :], entry.at + entry.count):
        if not was.is_aside and after.standing[at + grown].turn != was.turn:
            raise ImpossibleLog(at, was.action, after.state, IllegalAction("for-another-turn"))
    return after


# ---- who sits where -------------------------------------------------------------------------------------------


def seating(table: Table) -> tuple[Seat, ...]:
    """Everybody who has not left, in the order round the table: those who are out still sit there."""
    info = table.info
    ring, joined = tuple(range(info.seats)), count(info.seats)
    state = info.game.start(info.seats, info.rules)
    actions = [s.action for s in table.standing]
    for action, (after, _) in zip(actions, states(info.game, state, actions), strict=True):
        match action:
            case Left(seat):
                ring = tuple(s for s in ring if s != seat)
            case Joined():
                ring = (*ring, next(joined))
            case Moved():
                ring = _moved(ring, _who_is_in(info.game, state), action)
        state = after
    return ring


def _who_is_in(game: AnyGame, state: Any) -> tuple[Seat, ...]:
    """Who is in is who may leave, listed in the order round the table."""
    return tuple(action.seat for action in game.interrupts(state) if isinstance(action, Left))


def _moved(ring: tuple[Seat, ...], inside: tuple[Seat, ...], move: Moved) -> tuple[Seat, ...]:
    """A place counts those who are in only; in the whole ring the mover sits down behind the one before it."""
    rest = [seat for seat in ring if seat != move.seat]
    order = reseat(inside, move)
    at = order.index(move.seat)
    rest.insert(rest.index(order[at - 1]) + 1 if at else 0, move.seat)
    return tuple(rest)


def frozen_ranking(table: Table) -> Ranking | None:
    return table.pending.ranking if isinstance(table.pending, Over) else None


def is_lot(pending: Pending) -> TypeGuard[Chance]:
    """Whether the table waits for a lot, which nobody throws for."""
    return isinstance(pending, Chance) and pending.seat is None
