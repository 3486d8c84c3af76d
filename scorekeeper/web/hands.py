"""What only one seat may see, on a page of its own: the tablet is passed, looked at, and covered again.

The address never shows a hand: it is the answer to a button (POST), it is stored nowhere, and a reload or a way back
leads to the cover.
"""

from __future__ import annotations

from flask import Blueprint, url_for
from werkzeug.wrappers import Response

from scorekeeper import service
from scorekeeper.table import Table
from scorekeeper.web import render
from scorekeeper.web.render import store
from scorekeeper.web.views import TableView

pages = Blueprint("hands", __name__, url_prefix="/t/<token>/hand/<int:seat>")


@pages.get("/")
def cover(token: str, seat: int) -> Response:
    table = service.load(store(), token)
    if not holds_something(table, seat):
        return render.see(url_for("table.show", token=token))
    return render.page("hand.html", v=TableView(table), seat=seat, is_open=False)


@pages.post("/")
def show(token: str, seat: int) -> Response:
    table = service.load(store(), token)
    if not holds_something(table, seat):
        return render.see(url_for("table.show", token=token))
    return render.page("hand.html", v=TableView(table, viewer=seat), seat=seat, is_open=True)


def holds_something(table: Table, seat: int) -> bool:
    """Is there anything that this seat sees and somebody who looks on doesn't?"""
    view = table.info.game.view
    return table.is_open and bool(view(table.state, seat) != view(table.state, None))
