"""A photograph fills the panel: what was read in it is looked at first, and entered as everything else is."""

from __future__ import annotations

import io
import os
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import sleep

import pytest

from scorekeeper.engine.dice import Rolled
from scorekeeper.engine.games.chicago_losses import Stop
from scorekeeper.service import close, load
from scorekeeper.store import Store
from scorekeeper.web import photos
from scorekeeper.web.shelf import LOOKED_AT, Shelf, open_shelf
from tests.service import enter
from tests.web.conftest import Make
from tests.web.page import Page
from tests.web.tables import table_of, url
from tests.web.visitor import Visitor

if not photos.HAS_VISION and not os.environ.get("CI"):
    pytest.skip("the extra “vision” is not installed", allow_module_level=True)

from PIL import Image

from vision.reading import DiceReading, Die


def die(value: int, at: int, *, doubtful: bool = False, alternatives: tuple[int, ...] = ()) -> Die:
    return Die(value, 0.6 if doubtful else 0.99, (10 + 100 * at, 20, 80, 80), None, alternatives, doubtful)


def reads(
    monkeypatch: pytest.MonkeyPatch, *dice: Die, advice: str | None = None, sure: bool = True
) -> list[int | None]:
    """Let every photograph be read as these dice; the answer fills with how many were expected."""
    asked: list[int | None] = []

    def read(image: object, *, expect: int | None = None) -> DiceReading:
        asked.append(expect)
        return DiceReading(dice, 640, 480, sure and not any(d.doubtful for d in dice), advice)

    monkeypatch.setattr(photos, "read_dice", read)
    return asked


def picture(kind: str = "JPEG") -> io.BytesIO:
    file = io.BytesIO()
    Image.new("RGB", (640, 480), "green").save(file, kind)
    file.seek(0)
    return file


def send(visitor: Visitor, address: str, file: io.BytesIO | None = None, *, status: int = 200) -> Page:
    """Choose a file on the page of that address and send it: always without htmx."""
    visitor.htmx = False
    fields = dict(visitor.open(address).sending("Read the dice").fields)
    return visitor.post(address, {**fields, "photo": (file or picture(), "dice.jpg")}, status=status)


def shelf_of(reader: Visitor) -> Shelf:
    found: Shelf = reader.client.application.extensions["shelf"]
    return found


@pytest.fixture
def address(kept: Store) -> Iterator[str]:
    yield url(table_of(kept), "photo/")


def test_a_photo_is_taken_or_chosen(reader: Visitor, address: str) -> None:
    page = reader.open(address)
    assert page.heading == "Photograph the 3 dice."
    (field,) = page.all("input", name="photo")
    assert (field.get("type"), field.get("accept"), field.get("capture")) == ("file", "image/*", "environment")
    (form,) = page.all("form", enctype="multipart/form-data")
    assert form.get("method") == "post"


def test_what_was_read_fills_the_panel(
    kept: Store, reader: Visitor, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = reads(monkeypatch, die(1, 0), die(6, 1), die(4, 2))
    page = send(reader, address)
    assert asked == [3]
    assert page.heading == "I see 1 6 4."
    assert len(page.all("polygon", cls="ol-sure")) == 3
    token = address.split("/")[2]
    assert load(kept, token).standing == (), "a photograph enters nothing by itself"
    reader.follow("Use 1 6 4")
    assert reader.press("How many throws?", throws="2").heading == "Bo, throw once or twice."
    assert load(kept, token).standing[-1].source == "photo"


def test_the_picture_is_shown(reader: Visitor, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, die(1, 0))
    (shown,) = send(reader, address).all("img")
    response = reader.client.get(shown.get("src"))
    assert response.mimetype == "image/jpeg" and response.data.startswith(b"\xff\xd8")
    response.close()


def test_a_tap_on_a_die_changes_its_value(reader: Visitor, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, die(1, 0), die(6, 1), die(4, 2, alternatives=(5,)))
    send(reader, address)
    assert reader.follow("Die 3: 4; tap for 5").heading == "I see 1 6 5."
    assert reader.follow("Use 1 6 5").all(cls="value__n")[0].text == "165"


def test_taps_go_round_through_all_six_values(reader: Visitor, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, die(1, 0), die(6, 1), die(4, 2, alternatives=(5, 2)))
    send(reader, address)
    said = []
    for _ in range(6):
        (tap,) = [name for name in reader.page.links() if name.startswith("Die 3")]
        said.append(reader.follow(tap).heading)
    assert said == [f"I see 1 6 {value}." for value in (5, 2, 1, 3, 6, 4)]


def test_a_doubtful_die_is_asked_about(reader: Visitor, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, die(1, 0), die(6, 1, doubtful=True, alternatives=(4,)), die(4, 2))
    page = send(reader, address)
    assert page.heading == "Is this one a 6?"
    assert not [name for name in page.links() if name.startswith("Use")]
    assert "makes 164" in page.text and "makes 108" in page.text
    assert reader.follow("It is a 4").heading == "I see 1 4 4."
    assert reader.page.link("Use 1 4 4")


def test_whether_these_are_all_is_asked_where_the_reader_is_not_sure(
    reader: Visitor, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads(monkeypatch, die(1, 0), die(6, 1), die(4, 2, alternatives=(5,)), sure=False)
    page = send(reader, address)
    assert page.heading == "Are these all: 1 6 4?"
    assert page.all(cls="now__why")[0].text == "Compare with the table: one may be missing, or be no die."
    assert page.link("Use 1 6 4")
    assert reader.follow("Die 3: 4; tap for 5").heading == "I see 1 6 5.", "whoever changed something has looked"


def test_a_die_that_is_none_is_taken_away_and_a_missing_one_added(
    reader: Visitor, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads(monkeypatch, die(1, 0), die(6, 1, doubtful=True))
    send(reader, address)
    assert reader.follow("Not a die").heading == "I see 1 die, and 3 are wanted."
    reader.follow("4")
    assert reader.follow("2").heading == "I see 1 4 2."
    assert reader.follow("Added 2, tap to take it away").heading == "I see 2 dice, and 3 are wanted."


def test_a_die_is_put_where_the_picture_was_tapped(
    reader: Visitor, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads(monkeypatch, die(1, 0), die(6, 1))
    page = send(reader, address)
    (marks,) = page.all("svg", cls="photo__marks")
    page = reader.open(marks.get("data-add").replace("X.Y", "320.240"))
    assert page.heading == "I see 1 6 1." and len(page.all("polygon", cls="ol-sure")) == 3
    assert not page.all("svg", cls="photo__marks")[0].get("data-add"), "three are enough"
    page = reader.follow("Added 1; tap for 2")
    assert page.heading == "I see 1 6 2."
    (held,) = [node.get("data-hold") for node in page.all("a") if node.get("aria-label").startswith("Added 2; tap")]
    assert len(reader.open(held).all("polygon", cls="ol-sure")) == 2
    (held, _) = [node.get("data-hold") for node in reader.page.all("a") if node.get("data-hold")]
    assert reader.open(held).heading == "I see 1 die, and 3 are wanted."


@pytest.mark.parametrize("places", ["9999.1", "x", "1.2.3", "-5.5", "99999999.1"])
def test_a_place_outside_the_picture_is_none(
    reader: Visitor, address: str, monkeypatch: pytest.MonkeyPatch, places: str
) -> None:
    reads(monkeypatch, die(1, 0), die(6, 1))
    send(reader, address)
    page = reader.open(f"{reader.at.split('?')[0]}?added=4&places={places}")
    assert page.heading == "I see 1 6 4." and len(page.all("polygon", cls="ol-sure")) == 2


def test_where_no_dice_are_seen_there_is_none_to_tap(
    reader: Visitor, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads(monkeypatch)
    page = send(reader, address)
    assert page.heading == "I see no dice." and "Say below what lies there, or take another photo." in page.text


def test_dice_too_many(reader: Visitor, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, *(die(value, at) for at, value in enumerate((1, 6, 4, 2))))
    assert send(reader, address).heading == "I see 4 dice, and 3 are wanted."
    assert reader.follow("The 2").heading == "I see 1 6 4."


@pytest.mark.parametrize("advice", ["too-dark", "blurred", "too-far", "cocked", "overlap"])
def test_advice_is_given_in_words(
    reader: Visitor, address: str, monkeypatch: pytest.MonkeyPatch, advice: str
) -> None:
    reads(monkeypatch, advice=advice)
    page = send(reader, address)
    assert page.heading == "I see no dice."
    assert page.all(cls="now__why")[0].text not in ("", "Tap a die to change it; add one, or say which is none.")
    assert page.link("Take it again").startswith(address)


def test_no_two_advices_read_alike(reader: Visitor, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from vision.doubt import ADVICE

    told = []
    for advice in ADVICE:
        reads(monkeypatch, advice=advice)
        if advice not in ("wrong-count", "no-dice"):  # the heading says that
            told.append(send(reader, address).all(cls="now__why")[0].text)
    assert len(told) == len(set(told)) == len(ADVICE) - 2


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        (b"", "That file is empty."),
        (b"hello", "That file is no photo."),
        (b"\xff\xd8\xff\xe0" + b"\0" * 100, "photo"),
    ],
)
def test_a_file_that_is_no_photo_is_refused_where_it_was_chosen(
    reader: Visitor, address: str, file: bytes, sentence: str
) -> None:
    page = send(reader, address, io.BytesIO(file), status=400)
    assert sentence in page.refusal
    assert page.all("input", name="photo"), "another can be taken at once"


def test_half_a_photo(reader: Visitor, address: str) -> None:
    noise = Image.frombytes("RGB", (200, 200), os.urandom(120_000))
    file = io.BytesIO()
    noise.save(file, "JPEG")
    assert (
        "Only a part of that photo came."
        in send(reader, address, io.BytesIO(file.getvalue()[:20_000]), status=400).refusal
    )


def test_a_chosen_file_is_as_good_as_the_camera(
    reader: Visitor, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads(monkeypatch, die(1, 0), die(6, 1), die(4, 2))
    reader.htmx = False
    nothing = (io.BytesIO(), "")  # what a browser sends for the field that was left empty
    page = reader.post(address, {"photo": nothing, "chosen": (picture(), "dice.jpg")})
    assert page.heading == "I see 1 6 4."


def test_a_form_without_a_photo(reader: Visitor, address: str) -> None:
    assert reader.post(address, status=400).refusal.startswith("No photo came.")
    nothing = {name: (io.BytesIO(), "") for name in ("photo", "chosen")}  # as browsers send fields that nobody filled
    assert reader.post(address, status=400, **nothing).refusal.startswith("No photo came.")


def test_a_photo_that_cannot_be_laid_down_is_said_to_be(
    reader: Visitor, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads(monkeypatch, die(1, 0))
    shutil.rmtree(shelf_of(reader).folder)
    page = send(reader, address, status=507)
    assert page.refusal.startswith("The photo could not be kept on this machine")


@pytest.mark.parametrize(
    "query",
    [
        "values=9",
        "values=999",
        "values=12x",
        "values=777",
        "values=000",
        "settled=x-99",
        "added=9x0",
        "added=" + "1" * 99,
        "settled=" + "9" * 5000,
    ],
)
def test_nothing_in_its_address_is_worth_an_error_page(
    reader: Visitor, address: str, monkeypatch: pytest.MonkeyPatch, query: str
) -> None:
    reads(monkeypatch, die(1, 0), die(6, 1, doubtful=True), die(4, 2))
    send(reader, address)
    page = reader.open(f"{reader.at.split('?')[0]}?{query}")
    shown = {node.get("href") for node in page.all("use")}
    assert not shown & {"#d7", "#d8", "#d9"}, "no die shows that"


@pytest.mark.parametrize("name", ["nothing", "x" * 22, "a" * 500])
def test_a_photo_that_is_not_there_leads_back_to_the_table(reader: Visitor, address: str, name: str) -> None:
    page = reader.open(address + name, status=422)
    assert page.refusal.startswith("That photo is no longer kept") and page.heading == "Anna, throw up to 3 times."
    assert "no such page" in reader.open(f"{address}{name}/picture.jpg", status=404).heading


def test_a_photo_is_looked_for_on_the_shelf_only(reader: Visitor, address: str) -> None:
    for path in ("..%2f..%2fsecret", "..%2f..%2fsecret/picture.jpg"):
        assert "no such page" in reader.open(address + path, status=404).heading


def test_a_photo_is_of_the_one_who_was_to_throw(
    kept: Store, reader: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = enter(kept, table_of(kept), Rolled(0, (1, 6, 4)), Stop(0))
    reads(monkeypatch, die(1, 0), die(6, 1), die(4, 2))
    send(reader, url(table, "photo/"))
    of_bo = reader.at
    reader.post(url(table, "skip"), seq=str(table.seq), seat="1")
    page = reader.open(of_bo, status=422)
    assert "taken before the last entry" in page.refusal and page.heading.startswith("Cleo")
    reader.post(url(table, "undo"), seq=str(table.seq + 1))
    assert reader.open(of_bo).heading == "I see 1 6 4."


def test_what_was_begun_is_not_lost_by_a_photo(kept: Store, reader: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, die(1, 0), die(6, 1), die(4, 2))
    table = table_of(kept)
    reader.open(url(table, "?throws=1&dice=16"))
    send(reader, reader.page.link("Photo"))
    assert "throws=1" in reader.page.link("Use 1 6 4")
    left = reader.page.link("Leave photo")
    assert "throws=1" in left and "dice=16" in left
    reader.follow("Use 1 6 4")
    assert reader.press("Enter 164 for Anna").heading.startswith("Bo")


def test_half_a_reading_is_none_and_stops_no_entry(
    kept: Store, reader: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads(monkeypatch, die(1, 0), die(6, 1), die(4, 2))
    table = table_of(kept)
    send(reader, url(table, "photo/"))
    reader.follow("Use 1 6 4")
    entry = reader.page.sending("How many throws?", throws="2")
    for file in shelf_of(reader).folder.glob("*.json"):
        file.write_text("")  # as a full disk leaves it
    assert reader.send(entry).heading.startswith("Bo")


def test_a_photo_of_days_ago_is_not_shown(reader: Visitor, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, die(1, 0))
    send(reader, address)
    for file in shelf_of(reader).folder.glob("*"):
        os.utime(file, (0, 0))
    assert reader.open(reader.at, status=422).refusal.startswith("That photo is no longer kept")


def test_no_photo_for_a_table_that_was_ended(kept: Store, reader: Visitor, address: str) -> None:
    token = address.split("/")[2]
    close(kept, token, 0)
    assert "This table was ended" in reader.open(address, status=422).text


def test_a_second_throw_asks_for_the_dice_in_the_hand(
    kept: Store, reader: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    from scorekeeper.engine.games.chicago_losses import Reroll

    table = enter(kept, table_of(kept), Rolled(0, (1, 4, 2)), Reroll(0, (0,)))
    asked = reads(monkeypatch, die(6, 0), die(3, 1))
    assert reader.open(url(table, "photo/")).heading == "Photograph the 2 dice."
    assert send(reader, url(table, "photo/")).heading == "I see 6 3."
    assert asked == [2]
    reader.follow("Use 6 3")
    assert reader.press("Enter this throw").heading == "Anna, stop with 163 or throw again."


def test_no_photo_where_no_dice_are_wanted(kept: Store, reader: Visitor) -> None:
    table = enter(kept, table_of(kept), Rolled(0, (1, 4, 2)))
    assert "nothing to photograph" in reader.open(url(table, "photo/"), status=422).refusal


def test_throw_by_throw_stays_on_through_a_photo(
    kept: Store, reader: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads(monkeypatch, die(1, 0), die(4, 1), die(2, 2))
    reader.open(url(table_of(kept), "?mode=steps"))
    send(reader, reader.page.link("Photo"))
    reader.follow("Use 1 4 2")
    assert reader.press("Enter this throw").heading == "Anna, stop with 106 or throw again."


def test_without_vision_the_camera_is_hidden(kept: Store, reader: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(reader.client.application.config, "HAS_VISION", False)
    table = table_of(kept)
    assert "Photo" not in reader.open(url(table)).links()
    page = reader.open(url(table, "photo/"))
    assert not page.all("input", type="file") and "the extra “vision”" in page.text
    assert reader.post(url(table, "photo/"), {"photo": (picture(), "dice.jpg")}, status=400).refusal


def test_the_shelf_is_bounded(tmp_path: Path) -> None:
    shelf = open_shelf(str(tmp_path))
    names = [shelf.put(b"jpeg", {"at": number}) for number in range(LOOKED_AT + 5)]
    assert len(list((tmp_path / "photos").iterdir())) == 2 * LOOKED_AT
    assert shelf.reading(names[-1], "token") == {"at": LOOKED_AT + 4}


def test_photographs_that_come_at_once_are_read_one_after_the_other(
    make_app: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(DATABASE_URL=f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    address = url(table_of(app.extensions["store"]), "photo/")
    reading, most = 0, 0

    def read(image: object, *, expect: int | None = None) -> DiceReading:
        nonlocal reading, most
        reading += 1
        most = max(most, reading)
        sleep(0.02)
        reading -= 1
        return DiceReading((), 640, 480, False, "no-dice")

    monkeypatch.setattr(photos, "read_dice", read)
    with ThreadPoolExecutor(5) as phones:
        answers = [phones.submit(app.test_client().post, address, data={"photo": (picture(), "x")}) for _ in range(5)]
    assert [answer.result().status_code for answer in answers] == [303] * 5
    assert most == 1
