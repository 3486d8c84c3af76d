"""What went wrong, as an answer: the only place that knows status codes."""

from __future__ import annotations

import logging

from flask import Flask, Response, current_app, request, url_for
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import OperationalError
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper import service
from scorekeeper.engine.core import Fact, IllegalAction, MalformedAction, ScorekeeperError
from scorekeeper.service import BrokenLog, StaleAction, UnknownMatch
from scorekeeper.web import i18n, render
from scorekeeper.web.views import Draft, TableView

STATUS = {UnknownMatch: 404, StaleAction: 409, IllegalAction: 422, MalformedAction: 400, BrokenLog: 500}

logger = logging.getLogger(__name__)


def handle(app: Flask) -> None:
    app.register_error_handler(ScorekeeperError, refused)
    app.register_error_handler(CSRFError, page_too_old)
    app.register_error_handler(OperationalError, database_away)
    app.register_error_handler(HTTPException, wrong_address)


def refused(error: ScorekeeperError) -> Response:
    """The table as it stands now, with a sentence about what was refused; nothing that was typed is lost."""
    status = next((code for cls, code in STATUS.items() if isinstance(error, cls)), 500)
    if status == 500:
        logger.error("a table could not be replayed", exc_info=error)
    token = (request.view_args or {}).get("token")
    if token is None or isinstance(error, UnknownMatch | BrokenLog):
        return sentence(*_reason(error), status)
    try:
        table = service.load(render.store(), token)
    except (UnknownMatch, BrokenLog) as gone:
        return refused(gone)
    kept = request.blueprint == "table" and not isinstance(error, StaleAction)  # else it was meant for another turn
    draft = Draft.of(request.form) if kept else Draft()
    view = TableView(table, draft.fitted(table.pending))
    said = i18n.refusal(*_reason(error), table.info.game, view.people)
    push = url_for("table.show", token=token)
    return render.page("table.html", status=status, push=push, v=view, refused=said)


def sentence(reason: str, facts: dict[str, Fact], status: int) -> Response:
    """A page with one sentence and the way home."""
    said = i18n.refusal(reason, facts, None, ())
    return render.page("sentence.html", status=status, said=said)


def database_away(error: OperationalError) -> Response:
    logger.error("the database did not answer", exc_info=error)
    return sentence("database-away", {}, 503)


def page_too_old(error: CSRFError) -> Response:
    return sentence("page-too-old", {}, 400)


def wrong_address(error: HTTPException) -> BaseResponse:
    if isinstance(error, MethodNotAllowed) and request.method == "GET":
        return way_back()
    reason = {404: "no-such-page", 413: "too-much-sent", 405: "no-such-page"}.get(error.code or 500, "went-wrong")
    return sentence(reason, {}, error.code or 500)


def way_back() -> BaseResponse:
    """From an address that takes forms only: without script it stands in the bar after a refusal, and is reloaded."""
    addresses = current_app.create_url_adapter(request)
    assert addresses is not None
    token = addresses.match(method="POST")[1].get("token")
    return render.see(url_for("table.show", token=token) if token else url_for("lobby.home"))


def _reason(error: ScorekeeperError) -> tuple[str, dict[str, Fact]]:
    match error:
        case IllegalAction(reason=reason, facts=facts) | MalformedAction(reason=reason, facts=facts):
            return reason, dict(facts)
        case StaleAction():
            return "stale" if request.method == "POST" else "moved-on", {}
        case UnknownMatch():
            return "no-such-table", {}
        case BrokenLog():
            return "broken-log", {}
    return "went-wrong", {}
