"""The server is killed in the middle of a match: what was answered stands, and the page finds back to it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.server import Server


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    started = Server(tmp_path).start()
    yield started
    started.stop()


def test_a_match_stands_where_it_stood_when_the_server_was_killed(new_person: NewPerson, mortal: Server) -> None:
    person = new_person(at=mortal.url)
    person.set_table("Anna", "Bo", "Cleo", first_leader="First seat")
    person.enter(1, 6, 4, throws=2)
    person.sees("Bo, throw once or twice.")
    person.tap(1, 4, 2)
    expect(person.value).to_have_text("106")

    mortal.kill()
    person.press("Enter 106 for Bo")
    expect(person.page.get_by_role("alert")).to_contain_text("No answer from the table")
    expect(person.value).to_have_text("106")

    mortal.start()
    person.press("Enter 106 for Bo")
    person.sees("Cleo, throw once or twice.")
    expect(person.page.get_by_role("alert")).to_have_count(0)

    mortal.kill()
    mortal.start()
    person.page.reload()
    person.sees("Cleo, throw once or twice.")
    expect(person.page.locator(".past a.cell")).to_contain_text(["164", "106"])
    assert "ERR_CONNECTION_REFUSED" in person.complaints[0], "the browser has noticed, too"
    person.complaints.clear()
