"""A photograph of the dice: read it, show what was seen, let people settle what is doubtful.

The reading fills the ordinary panel; nothing is entered from here. What people change lives in the address.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from importlib.util import find_spec
from threading import Lock
from typing import Any, TypeAlias

from flask import Blueprint, Flask, abort, current_app, request, send_file, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper import service
from scorekeeper.engine.core import Chance, IllegalAction, MalformedAction
from scorekeeper.table import Table
from scorekeeper.web import i18n, render
from scorekeeper.web.forms import digits
from scorekeeper.web.render import store
from scorekeeper.web.seen import Point, Seen, as_seen, label_unit, labelled, square
from scorekeeper.web.shelf import Shelf, open_shelf
from scorekeeper.web.views import Draft, TableView

# The reader is an extra. It is imported when the first photograph comes: it would double the time of a start.
HAS_VISION = bool(find_spec("vision") and find_spec("cv2") and find_spec("PIL"))

Place: TypeAlias = tuple[int, int]  # in pixels of the picture

READER = Lock()  # its networks serve one photograph at a time; the tables of others go on being answered

pages = Blueprint("photos", __name__, url_prefix="/t/<token>/photo")


@dataclass(frozen=True)
class Photo:
    """What the photo page shows.

    places    where in the picture each added die was put, if it was there
    is_clear  whether the reader was sure of what it saw, or people have said something about it
    """

    name: str
    width: int
    height: int
    seen: tuple[Seen, ...]
    added: tuple[int, ...]
    places: tuple[Place | None, ...]
    settled: tuple[int, ...]
    is_clear: bool
    advice: str | None
    wanted: int

    @property
    def dice(self) -> tuple[int, ...]:
        return (*(die.value for die in self.seen if die.value), *self.added)

    @property
    def doubt(self) -> Seen | None:
        """The first die that somebody should look at."""
        return next((die for die in self.seen if self.is_open(die)), None)

    def is_open(self, die: Seen) -> bool:
        return die.is_doubtful and die.at not in self.settled and bool(die.value)

    @property
    def doubts(self) -> int:
        return sum(self.is_open(die) for die in self.seen)

    @property
    def is_ready(self) -> bool:
        return self.doubt is None and len(self.dice) == self.wanted

    @property
    def placed(self) -> tuple[Seen, ...]:
        """The added dice that lie somewhere in the picture; `at` counts all that were added."""
        sizes = sorted(max(die.surroundings[2:]) / 1.7 for die in self.seen)
        half = (sizes[len(sizes) // 2] if sizes else max(self.width, self.height) / 8) / 2
        return tuple(
            Seen(at, square(*place, half), value, (), False, 1)
            for at, (value, place) in enumerate(zip(self.added, self.places, strict=True))
            if place
        )

    @property
    def labels(self) -> list[tuple[Seen, Point]]:
        """The dice that are shown, each with the middle of its label."""
        return labelled([*(die for die in self.seen if die.value), *self.placed], self.width, self.height)

    @property
    def unit(self) -> float:
        return label_unit(self.width, self.height)

    def address(
        self, *, at: int | None = None, value: int | None = None, add: int | None = None, place: str = ""
    ) -> dict[str, str]:
        """The query that says the same with one thing changed."""
        values = [value if die.at == at and value is not None else die.value for die in self.seen]
        settled = sorted({*self.settled, *(() if at is None else (at,))})
        added = (*self.added, *(() if add is None else (add,)))
        return {
            "values": "".join(map(str, values)),
            "added": "".join(map(str, added)),
            "places": "-".join([*map(as_text, self.places), *(() if add is None else (place,))]),
            "settled": "-".join(map(str, settled)),
        }

    def with_value(self, at: int, value: int) -> tuple[int, ...]:
        """The dice if number `at` showed `value`."""
        return (*(value if die.at == at else die.value for die in self.seen if die.value), *self.added)

    def without_added(self, at: int) -> dict[str, str]:
        added, places = self.added[:at] + self.added[at + 1 :], self.places[:at] + self.places[at + 1 :]
        return replace(self, added=added, places=places).address()

    def with_added(self, at: int, value: int) -> dict[str, str]:
        return replace(self, added=(*self.added[:at], value, *self.added[at + 1 :])).address()


def prepare(app: Flask) -> None:
    app.config.setdefault("HAS_VISION", HAS_VISION)
    app.extensions["shelf"] = open_shelf(app.config["DATA_FOLDER"], app.config["KEEP_PHOTOS"])
    app.extensions["shelf"].tidy()


def shelf() -> Shelf:
    opened: Shelf = current_app.extensions["shelf"]
    return opened


@pages.get("/")
def take(token: str) -> Response:
    return take_page(dice_wanted(token))


@pages.post("/")
def read(token: str) -> Response:
    view = dice_wanted(token)
    try:
        with READER:
            image, jpeg = opened(sent())
            reading = read_dice(image, expect=wanted(view))
    except MalformedAction as why:  # another can be taken at once
        return take_page(view, status=400, refused=i18n.refusal(why.reason, why.facts, None, ()))
    try:
        name = shelf().put(jpeg, {**as_json(reading), "moment": view.table.moment})
    except OSError:
        return take_page(view, status=507, refused=i18n.refusal("no-room", {}, None, ()))
    return render.see(url_for("photos.show", token=token, name=name, **begun(view)))


@pages.get("/<name>")
def show(token: str, name: str) -> Response:
    view = dice_wanted(token)
    reading = shelf().reading(name, token)
    if reading is None:
        raise IllegalAction("photo-gone")
    if not is_of_now(reading, view.table):
        raise IllegalAction("photo-of-before")
    photo = as_settled(name, reading, wanted(view))
    return render.page("photo.html", v=view, p=photo, begun=begun(view), worth=lambda dice: worth(view, dice))


@pages.get("/<name>/picture.jpg")
def picture(token: str, name: str) -> Response:
    path = shelf().picture(name, token)
    if path is None:
        abort(404)
    response = send_file(path, mimetype="image/jpeg", max_age=0)
    response.cache_control.public, response.cache_control.private = False, True  # gone here, it is gone everywhere
    return response


def take_page(view: TableView, *, status: int = 200, refused: Markup | None = None) -> Response:
    can_read = current_app.config["HAS_VISION"]
    days = shelf().days
    return render.page(
        "take_photo.html", status=status, v=view, begun=begun(view), can_read=can_read, days=days, refused=refused
    )


def begun(view: TableView) -> dict[str, Any]:
    """What was being entered when the photo page was opened, for the addresses that lead back."""
    draft = view.draft
    return {"mode": draft.mode, "throws": draft.throws, "dice": "".join(map(str, draft.dice)) or None}


def sent() -> bytes:
    """The file that came. Raises `MalformedAction` if none did, or if nobody could read it."""
    upload = next((file for file in request.files.values() if file.filename), None)
    if not current_app.config["HAS_VISION"] or upload is None:
        raise MalformedAction("no-photo")
    data: bytes = upload.read()
    return data


def opened(upload: bytes) -> tuple[Any, bytes]:
    """The photograph as pixels, and as a JPEG with nothing in it but the picture. Raises `MalformedAction`."""
    from vision.photo import PhotoError, decode, encode

    try:
        image = decode(upload)
    except PhotoError as why:
        raise MalformedAction(f"photo-{why.key}") from why
    return image, encode(image)


def read_dice(image: Any, *, expect: int) -> Any:
    from vision import pipeline

    return pipeline.read_dice(image, expect=expect)


def dice_wanted(token: str) -> TableView:
    """The table, if it waits for dice. Raises `IllegalAction`."""
    said = Draft.of(request.values)
    mode = "steps" if said.mode == "steps" else "quick"
    view = TableView(service.load(store(), token), replace(said, source="photo", mode=mode, keep=(), fields=()))
    if not view.table.is_open:
        raise IllegalAction("table-closed" if view.table.broken_at is None else "broken-log")
    if view.waits_for != "dice":
        raise IllegalAction("no-dice-now")
    return view


def is_of_now(reading: dict[str, Any], table: Table) -> bool:
    """Whether the photograph shows the dice that are entered next: nothing was entered since, or it was undone."""
    return bool(reading.get("moment") == list(table.moment))


def wanted(view: TableView) -> int:
    return view.pending.dice if isinstance(view.pending, Chance) else 0


def worth(view: TableView, dice: tuple[int, ...]) -> int | None:
    """What these dice would be worth if they were the last throw of the turn, where that is a number."""
    cell = replace(view, draft=Draft(dice=dice)).written if len(dice) == wanted(view) else None
    return cell.value if cell and i18n.cell_text(cell, view.table.info.game) == str(cell.value) else None


def as_json(reading: Any) -> dict[str, Any]:
    return {
        "width": reading.width,
        "height": reading.height,
        "sure": reading.sure,
        "advice": reading.advice,
        "dice": [
            {
                "value": die.value,
                "corners": die.corners or corners_of(die.box),
                "alternatives": die.alternatives,
                "doubtful": die.doubtful,
            }
            for die in reading.dice
        ],
    }


def as_text(place: Place | None) -> str:
    return f"{place[0]}.{place[1]}" if place else ""


def as_place(text: str, width: int, height: int) -> Place | None:
    """The point of the picture that "320.240" names, if it is one."""
    found = re.fullmatch(r"([0-9]{1,5})\.([0-9]{1,5})", text)
    x, y = (int(found[1]), int(found[2])) if found else (-1, -1)
    return (x, y) if 0 <= x < width and 0 <= y < height else None


def corners_of(box: tuple[int, int, int, int]) -> list[tuple[int, int]]:
    x, y, w, h = box
    return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]


def as_settled(name: str, reading: dict[str, Any], dice_wanted: int) -> Photo:
    """The reading with what people said about it in the address."""
    said = request.args.get("values", "")
    is_clear = reading["sure"] or any(request.args.get(part) for part in ("values", "added", "settled"))
    found = [die["value"] for die in reading["dice"]]
    values = [int(value) for value in said] if re.fullmatch(f"[0-6]{{{len(found)}}}", said) else found
    settled = tuple(
        int(part) for part in request.args.get("settled", "").split("-") if re.fullmatch("[0-9]{1,3}", part)
    )
    seen = as_seen(reading, values)
    added = tuple(face for face in digits(request.args.get("added", "")) if 1 <= face <= 6)[:dice_wanted]
    width, height = reading["width"], reading["height"]
    said_places = [*request.args.get("places", "").split("-"), *[""] * len(added)][: len(added)]
    return Photo(
        name,
        width,
        height,
        seen,
        added,
        tuple(as_place(text, width, height) for text in said_places),
        settled,
        is_clear,
        reading["advice"],
        dice_wanted,
    )
