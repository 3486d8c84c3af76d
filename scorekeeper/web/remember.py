"""Macros that are drawn once for the same arguments. Most of a page stays as it was when one number is added to it.

In a template, below the macro:  {% set die = remembered(die) %}

Such a macro may look at its arguments, which are values, and at words and addresses: never at a view, a session or
the token of a form. So what it draws is the same for everybody, and no seat sees what another may not know. The
language of the page, and where the app is mounted, are part of what is remembered.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from functools import lru_cache
from typing import Any

from flask import Flask, request

from scorekeeper.web import i18n

MOST = 4096  # drawings, of a kilobyte or less each

_page: ContextVar[tuple[object, str]] = ContextVar("_page")  # set at the start of every request


def prepare(app: Flask) -> None:
    @lru_cache(MOST, typed=True)  # typed: Markup equals the same text that is still to be escaped
    def drawn(macro: Callable[..., str], page: object, *args: Any, **facts: Any) -> str:
        return macro(*args, **facts)

    def remembered(macro: Callable[..., str]) -> Callable[..., str]:
        def draw(*args: Any, attrs: dict[str, Any] | None = None, **facts: Any) -> str:
            if attrs:  # names and values of one place: not worth a memory
                return macro(*args, attrs=attrs, **facts)
            return drawn(macro, _page.get(), *args, **facts)

        return draw

    app.before_request(lambda: _page.set((i18n.spoken(), request.script_root)) and None)
    app.jinja_env.globals.update(remembered=remembered, url_for=remembered(app.url_for))
    app.extensions["drawn"] = drawn
