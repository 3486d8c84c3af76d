"""Reading and writing matches and their seats: all the SQL that is not about the log."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.orm import Session, aliased

from scorekeeper.store.models import LogRow, Match, Seat

TOKEN_SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that could be mistaken for another when read aloud
TOKEN_LENGTH = 10


@dataclass(frozen=True, slots=True)
class TableLine:
    """A match as a line of a list. `last_at` is when the last entry was made."""

    token: str
    title: str
    game: str
    names: tuple[str, ...]
    created_at: datetime
    last_at: datetime
    ended_at: datetime | None
    closed_at: datetime | None
    ranking: tuple[tuple[int, ...], ...] | None

    @property
    def is_over(self) -> bool:
        """Whether it was played to its end, or ended early."""
        return self.ended_at is not None or self.closed_at is not None


def new_token() -> str:
    return "".join(secrets.choice(TOKEN_SIGNS) for _ in range(TOKEN_LENGTH))


def is_token(text: str) -> bool:
    return len(text) == TOKEN_LENGTH and set(text) <= set(TOKEN_SIGNS)


def add(session: Session, match: Match, people: Sequence[tuple[str, str]]) -> int:
    """Put a new match and its people (name and kind) into the store; answers its number."""
    session.add(match)
    session.flush()
    session.execute(insert(Seat), [_seat(match.id, number, *who) for number, who in enumerate(people)])
    return match.id


def find(session: Session, match_id: int) -> tuple[Match, str | None, list[Seat]]:
    """A match, the token of the one it is the rematch of, and its seats by number."""
    earlier = aliased(Match)
    with_earlier = select(Match, earlier.token).outerjoin(earlier, Match.rematch_of == earlier.id)
    match, rematch_of = session.execute(with_earlier.where(Match.id == match_id)).one()
    seats = session.scalars(select(Seat).where(Seat.match_id == match_id).order_by(Seat.number))
    return match, rematch_of, list(seats)


def seat(session: Session, match_id: int, number: int, name: str, kind: str = "person") -> None:
    """Give a new seat to somebody."""
    session.execute(insert(Seat), [_seat(match_id, number, name, kind)])


def unseat(session: Session, match_id: int, people: int) -> None:
    """Take away all seats from number `people` on: who sat there has not joined after all."""
    session.execute(delete(Seat).where(Seat.match_id == match_id, Seat.number >= people))


def change(session: Session, match_id: int, **values: Any) -> None:
    session.execute(update(Match).where(Match.id == match_id).values(**values))


def remove(session: Session, token: str) -> bool:
    """Delete a match with all that belongs to it; answers whether there was one."""
    gone = session.execute(delete(Match).where(Match.token == token).returning(Match.id))
    return gone.one_or_none() is not None


def open_rematch(session: Session, match_id: int) -> str | None:
    """Token of a rematch of this match that is still being played."""
    running = select(Match.token).where(Match.ended_at.is_(None), Match.closed_at.is_(None))
    return session.scalars(running.where(Match.rematch_of == match_id).order_by(Match.id.desc()).limit(1)).first()


def lines(session: Session) -> list[TableLine]:
    """All matches, the newest first. Two queries, whatever their number, and no replay."""
    seats = session.execute(select(Seat.match_id, Seat.name).order_by(Seat.match_id, Seat.number))
    names: dict[int, list[str]] = {}
    for match_id, name in seats:
        names.setdefault(match_id, []).append(name)
    # The key of the log ends in `seq`: the last row of each match is one look into its index.
    last = select(LogRow.at).where(LogRow.match_id == Match.id).order_by(LogRow.seq.desc()).limit(1)
    found = session.execute(select(Match, last.correlate(Match).scalar_subquery()).order_by(Match.id.desc()))
    return [_line(match, last_at, names.get(match.id, [])) for match, last_at in found]


def names(session: Session, most: int) -> list[str]:
    """Names of people as they were last written, the newest first, in the order of the table."""
    newest = func.max(Seat.match_id)
    listed = select(Seat.name).where(Seat.kind == "person").group_by(Seat.name)
    return list(session.scalars(listed.order_by(newest.desc(), func.min(Seat.number)).limit(most)))


def _seat(match_id: int, number: int, name: str, kind: str) -> dict[str, Any]:
    return {"match_id": match_id, "number": number, "name": name, "kind": kind}


def _line(match: Match, last_at: datetime | None, names: Sequence[str]) -> TableLine:
    return TableLine(
        match.token,
        match.title,
        match.game,
        tuple(names),
        match.created_at,
        last_at or match.created_at,
        match.ended_at,
        match.closed_at,
        as_ranking(match.ranking),
    )


def as_ranking(stored: list[list[int]] | None) -> tuple[tuple[int, ...], ...] | None:
    return None if stored is None else tuple(tuple(group) for group in stored)
