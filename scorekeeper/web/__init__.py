"""The web: pages and forms over the service. `create_app` is the only place where things are wired."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask

from scorekeeper.store import Store
from scorekeeper.web import (
    chooser,
    corrections,
    errors,
    hands,
    i18n,
    lobby,
    photos,
    proofs,
    remember,
    render,
    seats,
    security,
    sheets,
    table,
)
from scorekeeper.web.shelf import DAYS

PACKAGE = Path(__file__).resolve().parent.parent
UPLOAD_LIMIT = 40 * 1024 * 1024  # bytes; a 48-megapixel JPEG is about half of it


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The WSGI application.

    config  DATABASE_URL (required), DATA_FOLDER (where secret and photographs lie; None keeps both out of files),
            KEEP_PHOTOS (days that a match may be old whose photographs are kept as proof; 0 keeps none),
            HTTPS (True marks the cookies for encrypted connections only), and anything that Flask knows
    """
    app = Flask("scorekeeper", template_folder=_folder("templates"), static_folder=_folder("static"))
    app.config.from_mapping(MAX_CONTENT_LENGTH=UPLOAD_LIMIT, DATA_FOLDER=None, KEEP_PHOTOS=DAYS, HTTPS=False)
    app.config.from_mapping(config or {})
    app.extensions["store"] = Store(app.config["DATABASE_URL"])
    i18n.prepare(app)  # before the tokens are looked at: a page that is refused for its token says so in a language
    remember.prepare(app)
    security.secure(app)
    render.prepare(app)
    photos.prepare(app)
    errors.handle(app)
    for page in (lobby, chooser, table, hands, corrections, seats, photos, proofs, sheets):
        app.register_blueprint(page.pages)
    return app


def _folder(name: str) -> str:
    """`templates/` and `static/` stand at the top of a checkout, and inside the package once it is installed."""
    installed = PACKAGE / name
    return str(installed if installed.is_dir() else PACKAGE.parent / name)
