"""Matches, their seats and their log."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "match",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(16), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("dice", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ranking", sa.JSON(), nullable=True),
        sa.Column("rematch_of", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_match"),
        sa.UniqueConstraint("token", name="uq_match_token"),
        sa.ForeignKeyConstraint(["rematch_of"], ["match.id"], name="fk_match_rematch_of", ondelete="SET NULL"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_match_rematch_of", "match", ["rematch_of"])
    op.create_table(
        "seat",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "number", name="pk_seat"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_seat_match_id", ondelete="CASCADE"),
    )
    op.create_table(
        "log",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "seq", name="pk_log"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_log_match_id", ondelete="CASCADE"),
    )


def downgrade() -> None:
    op.drop_table("log")
    op.drop_table("seat")
    op.drop_table("match")
