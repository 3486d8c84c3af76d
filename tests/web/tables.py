"""Tables that stand somewhere in a match before a test opens them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorekeeper import service
from scorekeeper.store import Store
from scorekeeper.table import Table
from tests.service import CHICAGO, FIRST, settle

NAMES = ("Anna", "Bo", "Cleo")


def table_of(store: Store, *totals: int, names: Sequence[str] = NAMES, rules: Any = FIRST, **more: Any) -> Table:
    """A table of Chicago at which the first turns ended with these totals, each in one throw."""
    table = service.start(store, game=CHICAGO, names=names, rules=rules, title=more.pop("title", "Friday"), **more)
    return settle(store, table, *totals)


def url(table: Table, path: str = "") -> str:
    return f"/t/{table.info.token}/{path}"
