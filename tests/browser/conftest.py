"""A server, a browser, and people with screens of two sizes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from scorekeeper.store import Store
from tests.browser.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.browser.person import Person

CHROMIUM = "/usr/bin/chromium"
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE, TABLET = (360, 740), (1280, 800)

NewPerson = Callable[..., "Person"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


def unavailable(reason: str) -> None:
    """Where everything has to be tested, a test that can't run has failed."""
    pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests; each sets tables of its own."""
    started = Server(tmp_path_factory.mktemp("server")).start()
    yield started
    started.stop()


@pytest.fixture
def kept(server: Server) -> Iterator[Store]:
    """The database of that server: another process that writes to it."""
    with server.store() as opened:
        yield opened


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        unavailable("playwright is not installed")
    if not Path(CHROMIUM).exists():
        unavailable(f"there is no {CHROMIUM}")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield started
        started.close()


@pytest.fixture
def new_person(browser: Browser, server: Server) -> Iterator[NewPerson]:
    """Makes people with a browser of their own. After the test, none of them may have a complaint."""
    from playwright.sync_api import expect

    from tests.browser.person import Person

    expect.set_options(timeout=10_000)
    people: list[Person] = []

    def make(size: tuple[int, int] = TABLET, *, at: str | None = None, **options: Any) -> Person:
        width, height = size
        context = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=True, reduced_motion="reduce", **options
        )
        context.set_default_timeout(10_000)
        people.append(Person(context, at or server.url))
        return people[-1]

    yield make
    for person in people:
        person.context.close()
    assert [complaint for person in people for complaint in person.complaints] == []


@pytest.fixture(params=[PHONE, TABLET], ids=["phone", "tablet"])
def size(request: pytest.FixtureRequest) -> tuple[int, int]:
    given: tuple[int, int] = request.param
    return given


@pytest.fixture
def person(new_person: NewPerson, size: tuple[int, int]) -> Person:
    return new_person(size)
