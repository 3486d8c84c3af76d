"""Headers, cookies and tokens that protect the table from other pages and other people."""

from __future__ import annotations

import os
import secrets
import tempfile
from datetime import timedelta
from pathlib import Path

from flask import Flask, Response, g
from flask_wtf import CSRFProtect
from flask_wtf.csrf import generate_csrf

CONTENT_POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' blob:",  # blob: a photograph is shown while it is being sent
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
    )
)


def secure(app: Flask) -> None:
    app.config.from_mapping(
        SECRET_KEY=app.config.get("SECRET_KEY") or _secret(app.config["DATA_FOLDER"]),
        SESSION_COOKIE_NAME="scorekeeper",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=app.config["HTTPS"],
        PERMANENT_SESSION_LIFETIME=timedelta(days=365),
        WTF_CSRF_TIME_LIMIT=None,  # an evening at the table outlasts any hour; the token dies with the session
    )
    CSRFProtect(app)
    app.jinja_env.globals["csrf_token"] = csrf_token
    app.after_request(add_headers)


def csrf_token() -> str:
    """The token of this request's forms. Every form of a page asks, and the setting is read for the first only."""
    token: str = g.get("csrf_token") or generate_csrf()
    return token


def add_headers(response: Response) -> Response:
    response.headers["Content-Security-Policy"] = CONTENT_POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers["Permissions-Policy"] = "camera=(self), microphone=(), geolocation=()"
    return response


def _secret(folder: str | None) -> str:
    """The key that signs cookies, kept beside the data so that a restart throws nobody out."""
    if folder is None:
        return secrets.token_hex(32)
    path = Path(folder) / "secret"
    kept = path.read_text().strip() if path.exists() else ""
    if not kept:  # an empty one is what a full disk has left
        number, new = tempfile.mkstemp(dir=folder, prefix="secret-")  # for nobody else's eyes
        with os.fdopen(number, "w") as file:
            file.write(secrets.token_hex(32))
            file.flush()
            os.fsync(number)
        os.replace(new, path)
        kept = path.read_text()
    return kept
