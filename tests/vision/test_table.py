"""All dice lie on one table: a face that is foreshortened unlike the others is no top."""

from typing import Any

import numpy as np
import pytest

pytest.importorskip("cv2", reason="reading photos needs the extra: pip install 'scorekeeper[vision]'")

from vision import table
from vision.doubt import Judged, as_die
from vision.locate import Found
from vision.table import elevation, lay_on_table

PICTURE = np.zeros((400, 600, 3), np.uint8)
FROM_ABOVE = np.array([[0, 0], [60, 0], [60, 57], [0, 57]], np.float32)
STRIP = np.array([[0, 0], [60, 0], [60, 17], [0, 17]], np.float32)


def die(top: "np.ndarray", x: float, value: int) -> Judged:
    """A die of 60 by 78 pixels whose top face is thought to be ``top``."""
    corners = top + np.array([x, 100], np.float32)
    box = np.array([x, 100, x + 60, 178], np.float32)
    odds = np.full(8, 0.002, np.float32)
    odds[value - 1] = 0.986
    return Judged(Found(0.98, corners, box, np.full(6, 1 / 6, np.float32)), corners, odds, odds[:7], 0, odds[:6])


def reads(value: int) -> Any:
    """A stand-in for the network: every face shows ``value``."""

    def read_faces(image: Any, faces: list[Any]) -> "np.ndarray":
        odds = np.full((len(faces), 7), 0.002, np.float32)
        odds[:, value - 1] = 0.988
        return odds

    return read_faces


def test_a_square_seen_from_above_and_from_the_side() -> None:
    assert elevation(FROM_ABOVE) == pytest.approx(72, abs=1)
    assert elevation(STRIP) == pytest.approx(16.5, abs=1)
    assert elevation(np.roll(STRIP, 1, axis=0)[::-1]) == pytest.approx(elevation(STRIP))


def test_a_side_taken_for_the_top_is_found_out_and_the_top_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "read_faces", reads(6))
    places = [die(FROM_ABOVE, 20, 1), die(FROM_ABOVE, 120, 2), die(FROM_ABOVE, 220, 3), die(STRIP, 320, 5)]
    *others, turned = lay_on_table(PICTURE, places)
    assert [as_die(place).value for place in others] == [1, 2, 3]
    assert not any(place.is_askew for place in others)
    assert (as_die(turned).value, as_die(turned).doubtful) == (6, True)
    assert elevation(turned.corners) > 60


def test_two_dice_do_not_show_how_the_table_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "read_faces", reads(6))
    places = [die(FROM_ABOVE, 20, 1), die(STRIP, 320, 5)]
    assert lay_on_table(PICTURE, places) == places
