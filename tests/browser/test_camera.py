"""The camera in the page: a moving picture, one button; and what stays where nobody allows it."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from scorekeeper.store import Store
from tests.browser.conftest import CHROMIUM, PHONE, QUIET, unavailable
from tests.browser.person import Person
from tests.browser.server import Server
from tests.web.tables import table_of, url

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SAMPLES = Path(__file__).parent.parent.parent / "sample_images"


@pytest.fixture
def watching(browser: Browser, tmp_path: Path) -> Iterator[Browser]:
    """A browser whose camera sees three dice."""
    if find_spec("cv2") is None:
        unavailable("the extra “vision” is not installed")
    with (SAMPLES / "labels.csv").open(encoding="utf-8") as labels:
        name = next(row["file"] for row in csv.DictReader(labels) if len(row["values"].split()) == 3)
    film = tmp_path / "camera.mjpeg"
    film.write_bytes((SAMPLES / name).read_bytes() * 3)
    seen = ["--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={film}"]
    started = browser.browser_type.launch(executable_path=CHROMIUM, args=QUIET + seen)
    yield started
    started.close()


def visitor(watching: Browser, server: Server, *, allowed: bool) -> Person:
    width, height = PHONE
    context = watching.new_context(viewport={"width": width, "height": height}, has_touch=True)
    context.set_default_timeout(10_000)
    if allowed:
        context.grant_permissions(["camera"])
    return Person(context, server.url)


def test_one_tap_takes_the_photo_where_the_camera_is_allowed(watching: Browser, server: Server, kept: Store) -> None:
    person = visitor(watching, server, allowed=True)
    person.open(url(table_of(kept), "photo/"))
    shutter = person.page.get_by_role("button", name="Take the photo")
    expect(shutter).to_be_focused()
    assert person.page.locator("video").evaluate("e => e.videoWidth") > 0
    assert person.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    shutter.click()
    person.page.wait_for_url(re.compile("/photo/[^/]{8,}"))
    expect(person.page.get_by_role("img", name="The photo of the dice")).to_be_visible()
    assert person.page.locator("svg.photo__marks a").count() >= 1, "dice were seen"
    assert person.complaints == []


def test_a_photo_can_be_chosen_where_the_camera_is_not_allowed(
    watching: Browser, server: Server, kept: Store
) -> None:
    person = visitor(watching, server, allowed=False)
    person.open(url(table_of(kept), "photo/"))
    person.press("Open the camera here")  # and the browser, asked, refuses
    expect(person.page.get_by_role("status")).to_contain_text("The camera was refused")
    expect(person.page.get_by_role("button", name="Open the camera here")).to_be_focused()
    expect(person.page.get_by_role("button", name="Take the photo")).to_be_hidden()
    expect(person.page.get_by_text("Choose a photo", exact=True)).to_be_visible()
    assert person.complaints == []
