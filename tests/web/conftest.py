"""The application on an empty database, and somebody who visits it with script and without."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from jinja2 import Undefined
from jinja2.utils import missing

from scorekeeper.store import Store
from scorekeeper.web import create_app
from scorekeeper.web.shelf import open_shelf
from tests.web.visitor import Visitor

Make = Callable[..., Flask]


class Missing(Undefined):
    """A template that asks an object for something it does not have is a mistake; a word that is not set is none."""

    def _is_fine(self) -> bool:
        return self._undefined_obj is missing or isinstance(self._undefined_obj, Mapping)

    def __bool__(self) -> bool:
        return False if self._is_fine() else bool(self._fail_with_undefined_error())

    def __len__(self) -> int:
        return 0 if self._is_fine() else int(self._fail_with_undefined_error())

    def __iter__(self) -> Iterator[Any]:
        return iter(()) if self._is_fine() else iter(self._fail_with_undefined_error())

    def __str__(self) -> str:
        return "" if self._is_fine() else str(self._fail_with_undefined_error())


def strict(app: Flask) -> Flask:
    app.jinja_env.undefined = Missing
    return app


@pytest.fixture
def make_app(tmp_path: Path) -> Iterator[Make]:
    """Makes apps, and closes them after the test. They keep everything in memory unless told otherwise."""
    made: list[Flask] = []

    def make(**config: Any) -> Flask:
        usual = {
            "DATABASE_URL": "sqlite://",
            "DATA_FOLDER": str(tmp_path),
            "TESTING": True,
            "WTF_CSRF_ENABLED": False,
        }
        made.append(strict(create_app(usual | config)))
        return made[-1]

    yield make
    for app in made:
        app.extensions["store"].close()


@pytest.fixture(scope="session")
def one_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The same app for all tests, because its templates are compiled once."""
    folder = str(tmp_path_factory.mktemp("data"))
    app = create_app({"DATABASE_URL": "sqlite://", "DATA_FOLDER": folder, "TESTING": True, "WTF_CSRF_ENABLED": False})
    yield strict(app)
    app.extensions["store"].close()


@pytest.fixture
def app(one_app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """An app with an empty database in memory, and an empty shelf of photographs."""
    monkeypatch.setitem(one_app.extensions, "shelf", open_shelf(str(tmp_path)))
    with Store("sqlite://") as kept:
        monkeypatch.setitem(one_app.extensions, "store", kept)
        yield one_app


@pytest.fixture
def kept(app: Flask) -> Store:
    """Where that app keeps its matches."""
    opened: Store = app.extensions["store"]
    return opened


@pytest.fixture(params=["plain", "htmx"])
def visitor(app: Flask, request: pytest.FixtureRequest) -> Visitor:
    return Visitor(app, htmx=request.param == "htmx")


@pytest.fixture
def reader(app: Flask) -> Visitor:
    """For what is the same with script and without."""
    return Visitor(app)
