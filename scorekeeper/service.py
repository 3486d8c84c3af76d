"""What people can do, one function for each. The first argument is the store; the answer is the table after it.

A `seq` is the number of the last entry that the caller has seen. If there is a newer one, `StaleAction`; if the
match is gone, `UnknownMatch`; if its log can't be replayed, `BrokenLog`. A table that was ended early takes
nothing more: `IllegalAction("table-closed")`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from random import Random, SystemRandom
from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scorekeeper import dealer
from scorekeeper.engine.codec import decode_entry, encode_entry
from scorekeeper.engine.core import Action, AnyGame, Chance, Event, IllegalAction, MalformedAction, Over
from scorekeeper.engine.games import game as game_of
from scorekeeper.engine.log import Did, Entry, Undid, replay
from scorekeeper.engine.people import Joined, Left
from scorekeeper.live import insert, known, load, remember, settled, table_at, take_turn, writable, write
from scorekeeper.names import check_name, check_names, check_title, distinct
from scorekeeper.store import BrokenLog, StaleAction, Store, UnknownMatch, log, matches
from scorekeeper.store.matches import TableLine, is_token, new_token
from scorekeeper.table import (
    Info,
    Person,
    Proof,
    Source,
    Table,
    advanced,
    amended,
    amendment,
    laid,
    seating,
    taken_back,
)

__all__ = [
    "Amendment",
    "BrokenLog",
    "StaleAction",
    "Store",
    "TableLine",
    "UnknownMatch",
    "amend",
    "close",
    "delete",
    "entered_since",
    "is_token",
    "join",
    "load",
    "new_token",
    "preview_amend",
    "recent_names",
    "rematch",
    "roll",
    "start",
    "submit",
    "table_at",
    "tables",
    "undo",
]

CHANCE = SystemRandom()  # where lots come from unless a caller brings its own


# ---- a table, from its first moment to its last ----------------------------------------------------------------


def start(
    store: Store,
    *,
    game: str,
    names: Sequence[str],
    rules: Any,
    dice: str = "own",
    title: str | None = None,
    token: str | None = None,
    rng: Random = CHANCE,
) -> Table:
    """Open a table for a match of the game of that key, with its `rules`.

    Who sends the same again with the same `token`, one of `new_token`, gets the table that was opened. Raises
    `MalformedAction` for a name, title or key that can't be, `IllegalAction` if so many can't play.
    """
    info = _invitation(game_of(game), check_names(names), rules, dice, check_title(title or ""))
    if token is not None:
        info = replace(info, token=token)
    table, drawn = settled(laid(info, 0, ()), rng)
    try:
        with store.write() as session:
            table = insert(session, table, drawn)
    except IntegrityError:
        if token is None:
            raise
        before = load(store, token)
        if _as_invited(before.info, info.seats) == _as_invited(info, info.seats):
            return before
        return start(store, game=game, names=names, rules=rules, dice=dice, title=title, rng=rng)
    return remember(store, table)


def _as_invited(info: Info, seats: int) -> tuple[Any, ...]:
    """What people said of a match when they started it; who has joined since sits behind the first `seats`."""
    return info.game.key, info.people[:seats], info.seats, info.rules, info.dice, info.title


def _invitation(game: AnyGame, names: Sequence[str], rules: Any, dice: str, title: str) -> Info:
    """What is known of a match that is not in the store yet."""
    if dice not in ("own", "app"):
        raise MalformedAction("no-such-dice", dice=dice)
    return Info(
        id=0,
        token=matches.new_token(),
        game=game,
        rules=rules,
        rules_version=game.version,
        title=title,
        seats=len(names),
        dice=dice,
        created_at=datetime.now(UTC),
        people=tuple(Person(name) for name in names),
    )


def close(store: Store, token: str, seq: int) -> Table:
    """End a table early, also one whose log can't be replayed.

    Raises `IllegalAction`: "match-over" if the game is over anyway, "table-closed" if it was ended already.
    """
    table = load(store, token)
    if table.seq != seq:
        raise StaleAction(token, seq)
    if table.info.closed_at is not None:
        raise IllegalAction("table-closed")
    if isinstance(table.pending, Over):
        raise IllegalAction("match-over")
    closed = known(table, closed_at=datetime.now(UTC))
    with store.write() as session:
        take_turn(session, table)
        if log.mark(session, token).seq != seq:
            raise StaleAction(token, seq)
        matches.change(session, table.info.id, closed_at=closed.info.closed_at)
    return remember(store, closed)


def delete(store: Store, token: str) -> None:
    """Remove a match and its log for good. Raises `UnknownMatch`."""
    with store.write() as session:
        found = matches.remove(session, token)
    store.live.drop(token)
    if not found:
        raise UnknownMatch(token)


def rematch(store: Store, token: str, rng: Random = CHANCE) -> Table:
    """The next match of those who are still there, as they sit now. Two phones that ask get the same one.

    A match whose log can't be replayed has one, too. Raises `IllegalAction("still-running")`, or what `start` raises
    if too few are left.
    """
    before = load(store, token)
    old = before.info
    if old.closed_at is None and before.broken_at is None and not isinstance(before.pending, Over):
        raise IllegalAction("still-running")
    names = [old.people[seat].name for seat in seating(before)]
    info = replace(_invitation(old.game, names, old.rules, old.dice, old.title), rematch_of=token)
    table, drawn = settled(laid(info, 0, ()), rng)
    with store.write() as session:
        log.lock(session, token, old.id)  # two phones: the second waits, and finds what the first has made
        running = matches.open_rematch(session, old.id)
        if running is None:
            table = insert(session, table, drawn, rematch_of=old.id)
    return remember(store, table) if running is None else load(store, running)


# ---- what happens at it ----------------------------------------------------------------------------------------


def submit(
    store: Store,
    token: str,
    seq: int,
    action: Action,
    source: Source = "typed",
    rng: Random = CHANCE,
    proof: Proof | None = None,
) -> Table:
    """Enter what happened. Raises `IllegalAction` if the rules don't allow it now.

    `proof` is the photograph that it was read from, if it is to be remembered.
    """
    table = table_at(store, token, seq)
    after = advanced(table, action, source, () if proof is None else (proof,))
    return write(store, table, after, Did(action), source, rng, proof=proof)


def roll(store: Store, token: str, seq: int, rng: Random = CHANCE) -> Table:
    """Let the app throw the dice that the table waits for. Raises `IllegalAction("nothing-to-roll")`."""
    table = table_at(store, token, seq)
    match table.pending:
        case Chance() as chance:
            return submit(store, token, seq, dealer.resolve(chance, rng), "dealer", rng)
        case Over():
            raise IllegalAction("match-over")
    raise IllegalAction("nothing-to-roll")


def undo(store: Store, token: str, seq: int, rng: Random = CHANCE) -> Table:
    """Take back the last entry that stands.

    Raises `IllegalAction`: "nothing-to-undo", or "rolled-by-app", because nobody may throw those again.
    """
    table = table_at(store, token, seq)
    after = _undone(table)
    return write(store, table, after, Undid(), "typed", rng, _unseating(table, after))


def _undone(table: Table) -> Table:
    """The table without its last entry, and without whoever sat down by it."""
    after = taken_back(table)
    if isinstance(table.standing[-1].action, Joined):
        after = known(after, people=after.info.people[:-1])
    return after


def _unseating(before: Table, after: Table) -> Callable[[Session], None] | None:
    """What takes those out of the store who have not sat down after all; None where all did."""
    people = len(after.info.people)
    if people == len(before.info.people):
        return None
    return lambda session: matches.unseat(session, before.info.id, people)


def join(store: Store, token: str, seq: int, name: str, rng: Random = CHANCE) -> Table:
    """Let somebody sit down in the last seat. Raises `MalformedAction` for the name, `IllegalAction` if not now."""
    table = table_at(store, token, seq)
    people = table.info.people
    left = {s.action.seat for s in table.standing if isinstance(s.action, Left)}
    there = [p.name for seat, p in enumerate(people) if seat not in left]
    person = Person(check_name(name, there, [people[seat].name for seat in left]))
    after = known(advanced(table, Joined(), "typed"), people=(*people, person))

    def seat(session: Session) -> None:
        matches.seat(session, table.info.id, len(people), person.name, person.kind)

    return write(store, table, after, Did(Joined()), "typed", rng, seat)


def entered_since(store: Store, table: Table, seq: int) -> list[Entry]:
    """What was entered at the table after number `seq` of its log."""
    with store.read() as session:
        rows = log.rows(session, table.info.id, after=seq)
    return [decode_entry(table.info.game, row.body) for row in rows]


# ---- corrections -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Amendment:
    """What a correction would change: the table before and after it, and the events that go and come."""

    before: Table
    after: Table
    gone: tuple[Event, ...]
    new: tuple[Event, ...]


def preview_amend(store: Store, token: str, turn: int, action: Action) -> Amendment:
    """What would change if all of `turn` had been `action`. Nothing is written.

    Raises `ImpossibleLog` if a later action could not stand (`at`: its number in `before.standing`), and
    `IllegalAction` if the correction itself can't: its own reason, "no-such-turn", or "rolled-by-app".
    """
    before = writable(load(store, token))
    return _difference(before, amended(before, amendment(before, turn, action), "typed"))


def amend(
    store: Store, token: str, seq: int, turn: int, action: Action, source: Source = "typed", rng: Random = CHANCE
) -> Table:
    """Let all of `turn` have been `action`. Raises what `preview_amend` raises."""
    table = table_at(store, token, seq)
    entry = amendment(table, turn, action)
    return write(store, table, amended(table, entry, source), entry, source, rng)


def amend_and_take_back(
    store: Store, token: str, seq: int, turn: int, action: Action, rng: Random = CHANCE
) -> Amendment:
    """Take back all that was entered after `turn`, one undo each, and let all of it have been `action`.

    For a correction after which a later entry could not stand. All of it is written, or nothing; what it changed
    (`before` is the table of what was left) tells nothing of the entries that are gone. Raises `IllegalAction` if
    the correction itself can't stand, or if the app threw something since: "rolled-by-app".
    """
    table = table_at(store, token, seq)
    later = table.after_turn(turn)
    if not later:
        raise IllegalAction("rolled-by-app")
    left, undone = table, []
    for _ in later:
        left = _undone(left)
        undone.append(log.Row(left.seq, encode_entry(Undid()), "typed"))
    entry = amendment(left, turn, action)
    after = amended(left, entry, "typed")
    written = write(store, table, after, entry, "typed", rng, _unseating(table, after), earlier=undone)
    return _difference(left, written)


def _difference(before: Table, after: Table) -> Amendment:
    told, telling = _told(before), _told(after)
    return Amendment(before, after, _without(told, telling), _without(telling, told))


def _told(table: Table) -> list[Event]:
    """Everything that people heard since the start."""
    info = table.info
    return replay(info.game, info.game.start(info.seats, info.rules), [s.action for s in table.standing])[1]


def _without(events: Sequence[Event], others: Iterable[Event]) -> tuple[Event, ...]:
    """What of `events` is left when each of `others` takes one like it away."""
    taken, left = Counter(others), []
    for event in events:
        if taken[event]:
            taken[event] -= 1
        else:
            left.append(event)
    return tuple(left)


# ---- lists -----------------------------------------------------------------------------------------------------


def tables(store: Store) -> list[TableLine]:
    """All matches, the newest first."""
    with store.read() as session:
        return matches.lines(session)


def recent_names(store: Store, limit: int = 20) -> list[str]:
    """Who has played here, the last match first; each name once, whatever its capitals."""
    with store.read() as session:
        return distinct(matches.names(session, 2 * limit))[:limit]
