"""Reading and adding to the log. Rows are inserted, never changed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal, NamedTuple, TypeAlias

from sqlalchemy import bindparam, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scorekeeper.store.errors import StaleAction, UnknownMatch
from scorekeeper.store.models import LogRow, Match

Source: TypeAlias = Literal["typed", "photo", "dealer", "cpu"]


class Mark(NamedTuple):
    """How far a match has come."""

    match_id: int
    closed_at: datetime | None
    seq: int


class Row(NamedTuple):
    seq: int
    body: Any  # as it was stored: the codec judges it
    source: Source


# Written once, on plain tables: composing them anew would cost more than the database takes to answer.
_MATCH, _LOG = Match.__table__, LogRow.__table__
_LAST = select(func.max(_LOG.c.seq)).where(_LOG.c.match_id == _MATCH.c.id).correlate(_MATCH).scalar_subquery()
_MARK = select(_MATCH.c.id, _MATCH.c.closed_at, func.coalesce(_LAST, 0)).where(_MATCH.c.token == bindparam("token"))
_ROWS = (
    select(_LOG.c.seq, _LOG.c.body, _LOG.c.source)
    .where(_LOG.c.match_id == bindparam("match_id"), _LOG.c.seq > bindparam("after"))
    .order_by(_LOG.c.seq)
)
_LOCK = (
    select(_MATCH.c.closed_at)
    .where(_MATCH.c.id == bindparam("match_id"), _MATCH.c.token == bindparam("token"))
    .with_for_update()
)
_INSERT = insert(LogRow.__table__)  # type: ignore[arg-type]


def mark(session: Session, token: str) -> Mark:
    """How far the match has come, by one query. Raises `UnknownMatch`."""
    if "\0" in token:  # PostgreSQL takes none
        raise UnknownMatch(token)
    found = session.execute(_MARK, {"token": token}).one_or_none()
    if found is None:
        raise UnknownMatch(token)
    return Mark(*found)


def rows(session: Session, match_id: int, *, after: int = 0) -> list[Row]:
    """The log of a match from number `after` on, not counting that."""
    return [Row(*found) for found in session.execute(_ROWS, {"match_id": match_id, "after": after})]


def lock(session: Session, token: str, match_id: int) -> datetime | None:
    """Take the turn to write to a match; answers when it was closed. Raises `UnknownMatch`."""
    found = session.execute(_LOCK, {"token": token, "match_id": match_id}).one_or_none()
    if found is None:
        raise UnknownMatch(token)
    closed_at: datetime | None = found[0]
    return closed_at


def append(session: Session, token: str, match_id: int, added: Sequence[Row], at: datetime) -> None:
    """Add rows to the log. Raises `StaleAction` if somebody else has written one of their numbers."""
    values = [{"match_id": match_id, "seq": r.seq, "body": r.body, "source": r.source, "at": at} for r in added]
    try:
        session.execute(_INSERT, values)
    except IntegrityError as why:
        raise StaleAction(token, added[0].seq - 1) from why
