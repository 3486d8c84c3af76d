"""What a page remembers is no more than what its arguments say, whoever looks and in whatever language."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, g
from jinja2 import nodes
from markupsafe import Markup

from scorekeeper.web import i18n, render
from scorekeeper.web.views import TableView
from tests.test_playthroughs import FILES
from tests.web.test_words import Upside, moments, request

TEMPLATES = sorted((Path(__file__).parent.parent.parent / "templates").rglob("*.html"))
OF_ONE_PAGE = {"v", "c", "s", "theme", "session", "request", "g", "get_flashed_messages"}
OF_ONE_PAGE |= {"csrf", "csrf_token", "hidden"}  # a form knows who sends it


def components(app: Flask) -> Any:
    return app.jinja_env.get_template("components.html").module


def remembered(app: Flask) -> Iterator[tuple[str, nodes.Macro]]:
    for path in TEMPLATES:
        tree = app.jinja_env.parse(path.read_text(encoding="utf-8"))
        macros = {macro.name: macro for macro in tree.find_all(nodes.Macro)}
        for call in tree.find_all(nodes.Call):
            if isinstance(call.node, nodes.Name) and call.node.name == "remembered":
                (name,) = call.args
                assert isinstance(name, nodes.Name)
                yield f"{path.name}: {name.name}", macros[name.name]


def test_what_is_remembered_looks_at_values_only(app: Flask) -> None:
    found = dict(remembered(app))
    assert len(found) > 20
    for where, macro in found.items():
        said = {name.name for name in macro.find_all(nodes.Name)} | {at.attr for at in macro.find_all(nodes.Getattr)}
        assert not said & OF_ONE_PAGE, where


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_page_from_memory_is_the_page_drawn_anew(app: Flask, path: Path) -> None:
    def draw(view: TableView) -> str:
        with request(app):
            g.csrf_token = "the same for all"
            return render.page("table.html", v=view).get_data(as_text=True)

    tables = list(moments(path))[::9]
    pages = [TableView(table, viewer=seat) for table in tables for seat in (None, 0)]
    warm = [(draw(view), draw(view)) for view in pages]
    for view, (first, again) in zip(pages, warm, strict=True):
        app.extensions["drawn"].cache_clear()
        assert first == again == draw(view)


def test_a_name_is_escaped_though_markup_of_the_same_letters_was_not(app: Flask) -> None:
    with request(app):
        tag = components(app).tag
        assert "<b>Bo</b>" in tag("lead", Markup("<b>Bo</b>"))
        assert "<b>" not in tag("lead", "<b>Bo</b>")


def test_each_language_has_its_own_memory(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    for catalogue, words in ((NullTranslations(), "1 of 3"), (Upside(), "1 ǝ 3")):
        monkeypatch.setattr(i18n, "get_translations", lambda spoken=catalogue: spoken)
        with request(app):
            assert words in components(app).marks(1, 3, "losses")


def test_an_address_is_remembered_for_the_place_where_the_app_is_mounted(app: Flask) -> None:
    for root in ("", "/pub", ""):
        assert f'href="{root}/which"' in app.test_client().get("/", base_url=f"http://localhost{root}").text


def test_the_memory_is_bounded(app: Flask) -> None:
    assert 0 < app.extensions["drawn"].cache_parameters()["maxsize"] <= 10_000
