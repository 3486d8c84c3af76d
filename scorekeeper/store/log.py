"""Reading and adding to the log. Rows are inserted, never changed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal, NamedTuple, TypeAlias

from sqlalchemy import func, insert, select
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


_LAST = select(func.max(LogRow.seq)).where(LogRow.match_id == Match.id).correlate(Match).scalar_subquery()
_MARK = select(Match.id, Match.closed_at, func.coalesce(_LAST, 0)).select_from(Match)
_CLOSED = select(Match.closed_at).with_for_update()


def mark(session: Session, token: str) -> Mark:
    """How far the match has come, by one query. Raises `UnknownMatch`."""
    found = session.execute(_MARK.where(Match.token == token)).one_or_none()
    if found is None:
        raise UnknownMatch(token)
    return Mark(*found)


def rows(session: Session, match_id: int, *, after: int = 0) -> list[Row]:
    """The log of a match from number `after` on, not counting that."""
    log = select(LogRow.seq, LogRow.body, LogRow.source)
    found = session.execute(log.where(LogRow.match_id == match_id, LogRow.seq > after).order_by(LogRow.seq))
    return [Row(seq, body, source) for seq, body, source in found]


def lock(session: Session, token: str, match_id: int) -> datetime | None:
    """Take the turn to write to a match; answers when it was closed. Raises `UnknownMatch`."""
    found = session.execute(_CLOSED.where(Match.id == match_id, Match.token == token)).one_or_none()
    if found is None:
        raise UnknownMatch(token)
    return found[0]


def append(session: Session, token: str, match_id: int, added: Sequence[Row], at: datetime) -> None:
    """Add rows to the log. Raises `StaleAction` if somebody else has written one of their numbers."""
    values = [{"match_id": match_id, "seq": r.seq, "body": r.body, "source": r.source, "at": at} for r in added]
    try:
        session.execute(insert(LogRow.__table__), values)  # type: ignore[arg-type]
    except IntegrityError as why:
        raise StaleAction(token, added[0].seq - 1) from why
