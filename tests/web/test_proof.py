"""A photograph that an entry was made from is kept as proof: how it is shown, for how long, and who may have it."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scorekeeper import service
from scorekeeper.engine.core import Action
from scorekeeper.engine.dice import Rolled, Settled
from scorekeeper.engine.games import game
from scorekeeper.engine.keeping import Reroll
from scorekeeper.engine.log import Amended, Did
from scorekeeper.service import load, start
from scorekeeper.store import Store
from scorekeeper.table import Proof, Standing, Table, extend
from scorekeeper.web import photos
from scorekeeper.web.export import last_word
from scorekeeper.web.shelf import Shelf, open_shelf
from tests.service import again
from tests.web.conftest import Make
from tests.web.tables import table_of, url
from tests.web.visitor import Visitor

if not photos.HAS_VISION and not os.environ.get("CI"):
    pytest.skip("the extra “vision” is not installed", allow_module_level=True)

from tests.web.test_photos import die, reads, send

TOKEN = "abcdefgh23"


def proved(store: Store, visitor: Visitor, monkeypatch: pytest.MonkeyPatch, *, correct: bool = False) -> Table:
    """A table whose first throw was read as 1 6 4 off a photograph, and entered so or as 1 6 5."""
    table = table_of(store)
    reads(monkeypatch, die(1, 0), die(6, 1), die(4, 2, alternatives=(5,)))
    send(visitor, url(table, "photo/"))
    if correct:
        visitor.follow("Die 3: 4; tap for 5")
    visitor.follow("Use 1 6 5" if correct else "Use 1 6 4")
    visitor.press("How many throws?", throws="2")
    return load(store, table.info.token)


def photo_of(table: Table) -> Proof:
    (proof,) = table.standing[0].proofs
    return proof


def photos_of(visitor: Visitor) -> Shelf:
    shelf: Shelf = visitor.client.application.extensions["shelf"]
    return shelf


def days_ago(days: int) -> datetime:
    return datetime.now(UTC) - timedelta(days=days)


# ---- kept as proof ---------------------------------------------------------------------------------------------


def test_an_entry_remembers_its_photo(kept: Store, reader: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    table = proved(kept, reader, monkeypatch, correct=True)
    proof = photo_of(table)
    assert (proof.read, proof.entered) == ((1, 6, 4), (1, 6, 5))
    assert again(kept, table) == table, "a table in memory is as good as one from the store"


def test_a_camera_stands_at_its_number_and_opens_it(
    kept: Store, reader: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = proved(kept, reader, monkeypatch)
    reader.open(url(table))
    page = reader.follow("the photo of it")
    assert page.heading == "Entered: 1 6 4." and "entered as it was read" in page.text
    assert len(page.all("polygon", cls="ol-sure")) == 3
    response = reader.client.get(page.all("img")[0].get("src"))
    assert response.data.startswith(b"\xff\xd8")
    response.close()


def test_a_correction_before_the_entry_is_told(kept: Store, reader: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    table = proved(kept, reader, monkeypatch, correct=True)
    page = reader.open(url(table, "proof/0"))
    assert page.heading == "Entered: 1 6 5." and "The app read 1 6 4; somebody corrected that." in page.text


def test_a_correction_of_the_turn_keeps_its_photo(
    kept: Store, reader: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = proved(kept, reader, monkeypatch)
    fields = {"type": "Settled", "seat": "0", "dice": "166", "throws": "2", "seq": str(table.seq)}
    reader.post(url(table, "correct/0/"), fields)
    corrected = load(kept, table.info.token)
    assert corrected.standing[0].corrected and photo_of(corrected) == photo_of(table)
    assert again(kept, corrected) == corrected
    page = reader.open(url(table, "proof/0"))
    assert page.heading == "It counts 220 now." and "corrected later" in page.text


def test_a_correction_leads_to_the_photo(kept: Store, reader: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    reader.open(url(proved(kept, reader, monkeypatch), "correct/0/"))
    assert reader.follow("See the photo of it").heading == "Entered: 1 6 4."


def test_a_box_says_that_there_is_a_photo_behind_it(kept: Store, reader: Visitor) -> None:
    table = start(kept, game="yatzy", names=["Anna", "Bo"], rules=game("yatzy").rules(first_player="first_seat"))
    name = photos_of(reader).put(b"jpeg", {"width": 9, "height": 9, "dice": [], "moment": table.moment})
    fields = {"type": "Written", "seat": "0", "dice": "11123", "throws": "1", "box": "ones", "seq": "0"}
    reader.post(url(table, "act"), {**fields, "source": f"photo:{name}"})
    assert "3 with a photo" in reader.page.text
    service.close(kept, table.info.token, load(kept, table.info.token).seq)
    reader.open(url(table))
    (box,) = {node.get("href") for node in reader.page.all("a") if "with a photo" in node.text}
    assert reader.open(box).heading == "Entered: 1 1 1 2 3."


def test_a_photo_proves_one_entry_and_can_be_entered_again_only_if_that_is_undone(
    kept: Store, reader: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = proved(kept, reader, monkeypatch)
    name, token = photo_of(table).name, table.info.token
    page = reader.open(url(table, f"photo/{name}"), status=422)
    assert "taken before the last entry" in page.text and page.heading == "Bo, throw once or twice."
    fields = {"type": "Settled", "seat": "1", "dice": "164", "throws": "1", "seq": str(table.seq)}
    reader.post(url(table, "act"), {**fields, "source": f"photo:{name}"})
    assert [s.proofs != () for s in load(kept, token).standing] == [True, False]
    for _ in range(2):
        reader.post(url(table, "undo"), {"seq": str(load(kept, token).seq)})
    assert reader.open(url(table, f"photo/{name}")).heading == "I see 1 6 4."


def test_a_chicago_in_one_throw_is_proved(kept: Store, reader: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = game("chicago_calls").rules(variant="bavarian", first_leader="first_seat")
    table = start(kept, game="chicago_calls", names=["Anna", "Bo"], rules=rules)
    reads(monkeypatch, die(1, 0), die(1, 1), die(1, 2))
    send(reader, url(table, "photo/"))
    name = reader.at.split("?")[0].rsplit("/", 1)[1]
    fields = {"type": "InOneThrow", "seat": "0", "throws": "1", "seq": str(table.seq)}
    reader.post(url(table, "act"), {**fields, "source": f"photo:{name}"})
    assert photo_of(load(kept, table.info.token)) == Proof(name, (1, 1, 1), (1, 1, 1))


def test_the_photo_of_an_undone_entry_is_not_shown(
    kept: Store, reader: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = proved(kept, reader, monkeypatch)
    reader.post(url(table, "undo"), {"seq": str(table.seq)})
    assert "the photo of it" not in reader.open(url(table)).links()
    reader.open(url(table, "proof/0"), status=404)


def test_an_entry_stands_even_if_its_photo_cannot_be_kept(
    kept: Store, reader: Visitor, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "photos" / "kept").touch()  # where a folder should be
    table = proved(kept, reader, monkeypatch)
    assert len(table.standing) == 1 and reader.open(url(table, "proof/0")).all("img")


@pytest.mark.parametrize("name", ["", "x", "x" * 22, "../../../../secret"])
def test_a_photo_that_is_not_there_is_not_remembered(kept: Store, reader: Visitor, name: str) -> None:
    table = table_of(kept)
    fields = {"type": "Settled", "seat": "0", "dice": "164", "throws": "1", "seq": str(table.seq)}
    reader.post(url(table, "act"), {**fields, "source": f"photo:{name}"})
    entered = load(kept, table.info.token)
    assert (entered.standing[0].source, entered.standing[0].proofs) == ("photo", ())


def test_the_proof_of_one_match_is_not_shown_in_another(
    kept: Store, reader: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = proved(kept, reader, monkeypatch)
    other = table_of(kept)
    name = photo_of(table).name
    assert reader.client.get(url(other, f"photo/{name}/picture.jpg")).status_code == 404


def test_a_deleted_match_takes_its_photos_along(
    kept: Store, reader: Visitor, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table = proved(kept, reader, monkeypatch)
    assert list(tmp_path.glob("photos/kept/*/*.jpg"))
    reader.post(url(table, "delete"))
    assert not list(tmp_path.glob("photos/kept/*"))


def test_a_log_row_with_a_spoiled_photo_is_read_all_the_same() -> None:
    from scorekeeper.live import proofs_in

    for photo in (None, "x", {}, {"name": 1, "read": [], "entered": []}, {"name": "x", "read": ["a"], "entered": []}):
        assert proofs_in({"did": {}, "photo": photo}) == ()
    assert proofs_in(["photo"]) == ()


# ---- how long --------------------------------------------------------------------------------------------------


def test_nothing_is_kept_where_nobody_wants_it(
    kept: Store, reader: Visitor, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(reader.client.application.extensions, "shelf", open_shelf(str(tmp_path), 0))
    table = proved(kept, reader, monkeypatch)
    assert table.standing[0].source == "photo" and not table.standing[0].proofs
    assert not [path for path in (tmp_path / "photos").rglob("*") if path.is_file()]


def test_a_proof_is_kept_until_its_match_is_a_month_old(tmp_path: Path) -> None:
    shelf = open_shelf(str(tmp_path))
    young, old = (shelf.put(b"jpeg", {"at": age}) for age in (30, 32))
    shelf.keep(young, TOKEN, days_ago(30))
    shelf.keep(old, TOKEN, days_ago(32))
    assert shelf.reading(young, TOKEN) == {"at": 30}
    assert not shelf.picture(old, TOKEN) and not shelf.reading(old, TOKEN), "from the first day on that it is too old"
    shelf.put(b"jpeg", {})
    assert len(list(tmp_path.rglob("kept/*/*.jpg"))) == 1


def test_an_app_that_starts_throws_away_what_it_shall_not_keep(make_app: Make, tmp_path: Path) -> None:
    shelf = open_shelf(str(tmp_path))
    entered, forgotten, new = (shelf.put(b"jpeg", {}) for _ in range(3))
    shelf.keep(entered, TOKEN, days_ago(3))
    yesterday = days_ago(2).timestamp()
    os.utime(tmp_path / "photos" / f"{forgotten}.jpg", (yesterday, yesterday))
    make_app(DATA_FOLDER=str(tmp_path), KEEP_PHOTOS=2)
    assert [path.stem for path in tmp_path.rglob("*.jpg")] == [new]


def test_proofs_take_no_more_than_their_space_and_the_oldest_go_first(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, space=25)
    names = []
    for age in (1, 3, 2):
        names.append(shelf.put(b"0123456789", {}))
        shelf.keep(names[-1], TOKEN, days_ago(age))
        time.sleep(0.01)
    shelf.put(b"jpeg", {})
    assert [bool(shelf.picture(name, TOKEN)) for name in names] == [True, False, True]


def test_a_photo_that_nobody_entered_outlives_no_crowd_but_a_proof_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.web.shelf.LOOKED_AT", 3)
    shelf = open_shelf(str(tmp_path))
    entered, forgotten = shelf.put(b"jpeg", {}), shelf.put(b"jpeg", {})
    shelf.keep(entered, TOKEN, days_ago(0))
    for _ in range(4):
        time.sleep(0.01)
        shelf.put(b"jpeg", {})
    assert shelf.picture(entered, TOKEN) and not shelf.picture(forgotten, TOKEN)


def test_the_page_says_when_a_photo_is_no_longer_kept(
    kept: Store, reader: Visitor, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table = proved(kept, reader, monkeypatch)
    for file in tmp_path.glob("photos/kept/*/*"):
        file.unlink()
    page = reader.open(url(table, "proof/0"))
    assert "The photo is no longer kept." in page.text and not page.all("img")
    assert page.heading == "Entered: 1 6 4."


@pytest.mark.parametrize(("days", "says"), [(0, "not kept once"), (1, "is 1 day old"), (31, "is 31 days old")])
def test_whoever_takes_a_photo_is_told_how_long_it_stays(make_app: Make, days: int, says: str) -> None:
    app = make_app(KEEP_PHOTOS=days)
    assert says in Visitor(app).open(url(table_of(app.extensions["store"]), "photo/")).text


# ---- for whoever improves the reader ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "says"),
    [
        ([Settled(0, (1, 4, 2), 1)], (1, 6, 6)),
        ([Rolled(0, (1, 4, 2)), Reroll(0, (0,)), Rolled(0, (1, 6, 5))], None),  # which of the throws was seen?
    ],
)
def test_a_correction_says_what_a_photo_shows_if_it_replaced_one_entry(
    before: list[Action], says: tuple[int, ...] | None
) -> None:
    standing: list[Standing] = []
    for seq, action in enumerate(before):
        proofs = () if seq else (Proof("name", (1, 4, 2), (1, 4, 2)),)
        extend(standing, Did(action), "photo", seq, proofs)
    for seq in (8, 9):  # corrected twice
        extend(standing, Amended(0, len(standing), (Settled(0, (1, 6, 6), 2),)), "typed", seq)
    assert last_word(standing[0]) == says
