"""A set of dice looks alike: what looks like them is one of them, though its face says little."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("cv2", reason="reading photos needs the extra: pip install 'scorekeeper[vision]'")

import cv2

from vision import kin
from vision.doubt import Judged, as_die, chosen
from vision.kin import with_kin
from vision.locate import Found

BLUE, GREEN, TABLE = (200, 90, 40), (60, 160, 40), (180, 200, 210)
EVEN = np.full(6, 1 / 6, np.float32)
NOTHING = np.array([0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.94], np.float32)


class Tray:
    """A picture of squares of a colour on a plain table, and what is thought of each."""

    def __init__(self) -> None:
        self.picture = np.full((480, 640, 3), TABLE, np.uint8)
        self.places: list[Judged] = []

    def lay(self, colour: tuple[int, int, int], value: int, *, pips: int = 0, size: int = 40) -> None:
        x, y = 60 + 100 * (len(self.places) % 5), 60 + 100 * (len(self.places) // 5)
        cv2.rectangle(self.picture, (x, y), (x + size, y + size), colour, cv2.FILLED)
        corners = np.array([[x, y], [x + size, y], [x + size, y + size], [x, y + size]], np.float32)
        odds = np.full(8, 0.002, np.float32)
        odds[value - 1 if value else 6] = 0.986
        heat, face = (0.98, odds[:7]) if value else (0.6, NOTHING)
        if not value:
            odds[:] = [0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.7, 0.0]
        found = Found(heat, corners, np.array([x, y, x + size, y + size], np.float32), EVEN)
        self.places.append(Judged(found, corners, odds, float(odds[6]), face, pips, EVEN))

    def read(self) -> list[int]:
        return [as_die(place).value for place, _ in chosen(with_kin(self.picture, self.places), None)[0]]


@pytest.fixture
def tray(monkeypatch: pytest.MonkeyPatch) -> Tray:
    """Six blue dice that are read well."""

    def read_faces(image: Any, faces: list[Any]) -> "np.ndarray":
        return np.tile(NOTHING, (len(faces), 1))

    monkeypatch.setattr(kin, "read_faces", read_faces)
    tray = Tray()
    for value in (1, 2, 3, 4, 5, 5):
        tray.lay(BLUE, value)
    return tray


def test_a_sign_on_one_of_a_set_stands_for_the_six(tray: Tray) -> None:
    tray.lay(BLUE, 0)
    assert sorted(tray.read()) == [1, 2, 3, 4, 5, 5, 6]
    assert as_die(with_kin(tray.picture, tray.places)[-1]).doubtful, "a person says what the sign stands for"


def test_what_lies_around_one_of_a_set_is_the_set_and_speaks_against_none(tray: Tray) -> None:
    tray.lay(BLUE, 0)
    tray.places[-1] = replace(tray.places[-1], misfit=0.999)
    assert sorted(tray.read()) == [1, 2, 3, 4, 5, 5, 6]


def test_where_a_six_is_seen_with_its_pips_a_sign_stands_for_the_one(tray: Tray) -> None:
    tray.lay(BLUE, 6, pips=6)
    tray.lay(BLUE, 0)
    assert sorted(tray.read()) == [1, 1, 2, 3, 4, 5, 5, 6]


def test_a_face_that_is_read_well_enough_is_no_sign(tray: Tray, monkeypatch: pytest.MonkeyPatch) -> None:
    one = np.array([0.9, 0.01, 0.01, 0.01, 0.01, 0.01, 0.05], np.float32)
    monkeypatch.setattr(kin, "read_faces", lambda image, faces: np.tile(one, (len(faces), 1)))
    tray.lay(BLUE, 0)
    assert sorted(tray.read()) == [1, 1, 2, 3, 4, 5, 5]


@pytest.mark.parametrize(("colour", "size"), [(GREEN, 40), (TABLE, 40), (BLUE, 70)])
def test_what_has_other_colours_or_another_size_is_not_of_the_set(
    tray: Tray, colour: tuple[int, int, int], size: int
) -> None:
    tray.lay(colour, 0, size=size)
    assert with_kin(tray.picture, tray.places) == tray.places


def test_few_dice_do_not_show_how_a_set_looks(tray: Tray) -> None:
    tray.places = tray.places[1:]
    tray.lay(BLUE, 0)
    assert with_kin(tray.picture, tray.places) == tray.places


def test_what_lies_on_a_die_of_the_set_is_a_part_of_it(tray: Tray) -> None:
    tray.lay(BLUE, 0)
    die, part = tray.places[0], tray.places[-1]
    tray.places[-1] = replace(part, found=replace(part.found, box=die.found.box + np.float32(10)))
    assert with_kin(tray.picture, tray.places) == tray.places
