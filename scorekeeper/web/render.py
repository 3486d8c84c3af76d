"""One address, one template: in the frame of a whole page for a browser, in that of a fragment for htmx."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flask import Flask, Response, current_app, make_response, redirect, render_template, request, session
from jinja2 import FileSystemBytecodeCache
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.engine.settings import as_written
from scorekeeper.store import Store
from scorekeeper.web import i18n
from scorekeeper.web.forms import as_fields

THEMES = ("dark", "light", "auto")


def prepare(app: Flask) -> None:
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.add_extension("jinja2.ext.do")
    if app.config["DATA_FOLDER"]:  # compiling the words of all games is most of a start
        compiled = Path(app.config["DATA_FOLDER"]) / "templates"
        compiled.mkdir(mode=0o700, parents=True, exist_ok=True)
        app.jinja_env.bytecode_cache = FileSystemBytecodeCache(str(compiled))
    app.jinja_env.globals.update(
        refusal=i18n.refusal,
        told=i18n.told,
        row_name=i18n.row_name,
        cell_text=i18n.cell_text,
        words_of=i18n.words,
        fields_of=lambda action: dict(as_fields(action)),
        pairs_of=as_fields,
        as_written=as_written,
        has_camera=lambda: current_app.config["HAS_VISION"],
    )
    app.context_processor(lambda: {"theme": session.get("theme", THEMES[0]), "lang": i18n.language()})


def store() -> Store:
    """The store of the running app."""
    opened: Store = current_app.extensions["store"]
    return opened


def page(template: str, *, status: int = 200, push: str | None = None, **context: Any) -> Response:
    """A page, or its fragment. `push`: the address that htmx shall show for it."""
    fragment = by_htmx() and "HX-History-Restore-Request" not in request.headers
    body = render_template(template, frame="fragment.html" if fragment else "base.html", **context)
    response = make_response(body, status)
    response.headers["Cache-Control"] = "no-store"
    response.vary.add("HX-Request")
    if push and fragment:
        response.headers["HX-Push-Url"] = push
    return response


def see(url: str) -> BaseResponse:
    """Go and look there, with GET. htmx is told in its own way, so that the address changes as well."""
    return Response(headers={"HX-Redirect": url}) if by_htmx() else redirect(url, code=303)


def by_htmx() -> bool:
    return request.headers.get("HX-Request") == "true"
