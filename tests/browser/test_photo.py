"""A real photograph, read by the real reader: looked at, corrected where it doubts, entered."""

from __future__ import annotations

import csv
import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Position, expect

from scorekeeper.service import load
from scorekeeper.store import Store
from tests.browser.conftest import PHONE, NewPerson, unavailable
from tests.browser.person import Person
from tests.browser.test_accessible import AXE, TOO_SMALL, violations
from tests.web.tables import table_of, url

SAMPLES = Path(__file__).parent.parent.parent / "sample_images"


@pytest.fixture(scope="module")
def three_dice() -> tuple[Path, list[int]]:
    """A picture of three dice, and what they show."""
    if find_spec("cv2") is None:
        unavailable("the extra “vision” is not installed")
    if not (SAMPLES / "labels.csv").exists():
        unavailable("there are no pictures in sample_images")
    with (SAMPLES / "labels.csv").open(encoding="utf-8") as labels:
        for row in csv.DictReader(labels):
            values = [int(value) for value in row["values"].split()]
            if len(values) == 3:
                return SAMPLES / row["file"], values
    pytest.fail("no picture in sample_images shows three dice")


def settle_doubts(person: Person, values: list[int]) -> None:
    """Say what the dice show until the page is content: one answer after the other, as people do."""
    for _ in range(12):
        if person.link(re.compile("^Use ")).count():
            break
        before = person.page.url
        answers = person.page.locator("a.answer")
        remove = person.page.get_by_role("link", name=re.compile("^The [1-6]$"))
        if answers.count():
            answers.first.click()
        elif remove.count():
            remove.last.click()
        else:
            person.page.locator("a.key").nth(values[-1] - 1).click()
        expect(person.page).not_to_have_url(before)


def shown(person: Person) -> list[int]:
    return [int(face) for face in re.findall("[1-6]", person.link(re.compile("^Use ")).inner_text())]


def correct(person: Person, values: list[int]) -> None:
    """Tap one die after the other until the page shows what lies on the table."""
    for _ in range(30):
        wrong = [face for face in shown(person) if shown(person).count(face) > values.count(face)]
        if not wrong:
            return
        before = person.page.url
        person.page.locator(f'svg.photo__marks a[aria-label*=": {wrong[0]}"]').first.press("Enter")
        expect(person.page).not_to_have_url(before)
    raise AssertionError(f"{shown(person)} is not {values}")


def test_a_photo_is_read_looked_at_and_entered(
    new_person: NewPerson, size: tuple[int, int], kept: Store, three_dice: tuple[Path, list[int]]
) -> None:
    picture, values = three_dice
    table = table_of(kept)
    person = new_person(size)
    person.open(url(table))
    person.choose("throws", "2")  # said before the photo, it is not forgotten
    person.follow("Photo")
    person.sees("Photograph the 3 dice.")
    person.page.locator('input[name="chosen"]').set_input_files(picture)
    person.page.wait_for_url(re.compile("/photo/[^/]{8,}"))
    expect(person.page.get_by_role("img", name="The photo of the dice")).to_be_visible()
    assert person.page.locator(".photo__frame img").evaluate("e => e.complete && e.naturalWidth > 0")
    settle_doubts(person, values)
    correct(person, values)
    person.follow(re.compile("^Use "))
    expect(person.value).to_be_visible()
    person.press(re.compile("^Enter .* for Anna"))
    person.sees("Bo, throw once or twice.")
    last = load(kept, table.info.token).standing[-1]
    assert last.source == "photo"
    assert sorted(last.action.dice) == values  # type: ignore[attr-defined]


@pytest.fixture
def looking(new_person: NewPerson, size: tuple[int, int], kept: Store, three_dice: tuple[Path, list[int]]) -> Person:
    """Somebody before the photo of three dice, with nothing in doubt any more."""
    picture, values = three_dice
    person = new_person(size)
    person.open(url(table_of(kept), "photo/"))
    person.page.locator('input[name="chosen"]').set_input_files(picture)
    person.page.wait_for_url(re.compile("/photo/[^/]{8,}"))
    settle_doubts(person, values)
    return person


def test_dice_are_changed_in_the_photo_itself(looking: Person) -> None:
    person = looking
    rest = shown(person)[1:]
    marks = person.page.locator("svg.photo__marks")
    dice = marks.locator("a")

    promised = re.search("tap for ([1-6])", dice.first.get_attribute("aria-label") or "")
    assert promised is not None
    marks.click(position=middle(dice.first))  # a tap is the next value
    expect(person.link(use(int(promised[1]), *rest))).to_be_visible()

    gone = middle(dice.first)
    marks.hover(position=gone)
    person.page.mouse.down()  # held, it is no die
    expect(dice).to_have_count(2)
    person.page.mouse.up()
    person.sees("I see 2 dice, and 3 are wanted.")

    marks.click(position=gone)  # a tap on the table puts one there
    expect(dice).to_have_count(3)
    expect(person.link(use(*rest, 1))).to_be_visible()
    put = middle(dice.last)
    assert abs(put["x"] - gone["x"]) < 2 and abs(put["y"] - gone["y"]) < 2


def test_a_label_is_tapped_for_its_die_and_the_focus_stays(looking: Person) -> None:
    person = looking
    dice, labels = person.page.locator("svg.photo__marks a"), person.page.locator(".ol-label")
    before = dice.first.get_attribute("aria-label") or ""
    labels.first.scroll_into_view_if_needed()
    box = labels.first.bounding_box()
    assert box
    person.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(dice.first).not_to_have_attribute("aria-label", before)
    before = dice.nth(1).get_attribute("aria-label") or ""
    dice.nth(1).press("Enter")
    expect(dice.nth(1)).not_to_have_attribute("aria-label", before)
    expect(dice.nth(1)).to_be_focused()
    expect(person.page.locator("#said")).to_contain_text("I see")


def middle(die: Locator) -> Position:
    """Where in the photo the outline of a die lies, as it is shown."""
    outline, photo = die.locator("polygon.ol-hit").bounding_box(), die.locator("xpath=..").bounding_box()
    assert outline and photo
    return {
        "x": outline["x"] + outline["width"] / 2 - photo["x"],
        "y": outline["y"] + outline["height"] / 2 - photo["y"],
    }


def use(*values: int) -> str:
    return f"Use {' '.join(map(str, values))}"


def test_a_photo_without_script(new_person: NewPerson, kept: Store, three_dice: tuple[Path, list[int]]) -> None:
    person = new_person(PHONE, java_script_enabled=False)
    person.open(url(table_of(kept), "photo/"))
    person.page.locator('input[name="chosen"]').set_input_files(three_dice[0])
    person.press("Read the dice")
    settle_doubts(person, three_dice[1])
    person.follow(re.compile("^Use "))
    expect(person.value).to_be_visible()


def test_the_page_of_a_photo_is_accessible(
    new_person: NewPerson, kept: Store, three_dice: tuple[Path, list[int]]
) -> None:
    person = new_person(PHONE, bypass_csp=True)
    person.open(url(table_of(kept), "photo/"))
    person.page.locator('input[name="chosen"]').set_input_files(three_dice[0])
    person.page.wait_for_url(re.compile("/photo/[^/]{8,}"))
    assert AXE.exists() and list(violations(person)) == []
    assert person.page.evaluate(TOO_SMALL) == []
    assert person.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_a_file_that_is_no_photo_is_refused_where_it_was_chosen(new_person: NewPerson, kept: Store) -> None:
    if find_spec("cv2") is None:
        unavailable("the extra “vision” is not installed")
    person = new_person(PHONE)
    person.open(url(table_of(kept), "photo/"))
    note = {"name": "dice.jpg", "mimeType": "image/jpeg", "buffer": b"no photo at all"}
    person.page.locator('input[name="chosen"]').set_input_files(note)
    expect(person.refusal).to_contain_text("That file is no photo.", timeout=40_000)  # the reader is loaded first
    expect(person.page.locator('input[name="chosen"]')).to_have_count(1)
