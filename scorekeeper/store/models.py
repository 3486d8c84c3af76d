"""The tables. What happened is in `LogRow`, which is only ever added to; the rest says whose match it is."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, ClassVar

from sqlalchemy import JSON, DateTime, Dialect, ForeignKey, MetaData, String, TypeDecorator
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class UtcDateTime(TypeDecorator[datetime]):
    """A moment. SQLite forgets the time zone, so it is put back on the way out."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a moment needs a time zone: {value!r}")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Base(DeclarativeBase):
    # Constraints with names: a migration can only drop what it can name.
    metadata = MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "ix": "ix_%(table_name)s_%(column_0_name)s",
        }
    )
    type_annotation_map: ClassVar[dict[Any, Any]] = {datetime: UtcDateTime, str: String}


class Match(Base):
    """One sitting of one game, or one that was.

    token      names it in addresses; nobody can guess it
    game       the game's key
    rules      its settings as a plain mapping
    seats      how many people began; those who came later are in the log
    dice       who throws: "own" for dice on the table, "app" for a table that has none
    ended_at   when the game was over; empty again if an undo or a correction reopens it
    closed_at  when the table ended it early
    ranking    groups of seats, the best first, as it stood when the game was over
    """

    __tablename__ = "match"
    __table_args__ = ({"sqlite_autoincrement": True},)  # the number of a deleted match is never used again

    id: Mapped[int] = mapped_column(primary_key=True)
    token: Mapped[str] = mapped_column(String(16), unique=True)
    game: Mapped[str]
    rules: Mapped[dict[str, Any]] = mapped_column(JSON)
    rules_version: Mapped[int]
    title: Mapped[str]
    seats: Mapped[int]
    dice: Mapped[str]
    created_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]
    closed_at: Mapped[datetime | None]
    ranking: Mapped[list[list[int]] | None] = mapped_column(JSON(none_as_null=True))
    rematch_of: Mapped[int | None] = mapped_column(ForeignKey("match.id", ondelete="SET NULL"), index=True)


class Seat(Base):
    """A place at the table and who fills it: a "person" or a "cpu"."""

    __tablename__ = "seat"

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str]
    kind: Mapped[str]


class LogRow(Base):
    """One entry of the log. The key lets only one of two phones write number `seq`.

    source  whose word it is: "typed", "photo", "dealer" or "cpu"
    """

    __tablename__ = "log"

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    body: Mapped[dict[str, Any]] = mapped_column(JSON)
    source: Mapped[str]
    at: Mapped[datetime]
