"""All dice lie on one table: a face foreshortened unlike the others is no top, and far dice look smaller."""

from typing import Any

import numpy as np
import pytest

pytest.importorskip("cv2", reason="reading photos needs the extra: pip install 'scorekeeper[vision]'")

from vision import table
from vision.doubt import Judged, as_die, chosen
from vision.locate import Found
from vision.table import elevation, lay_on_table

PICTURE = np.zeros((400, 600, 3), np.uint8)
FROM_ABOVE = np.array([[0, 0], [60, 0], [60, 57], [0, 57]], np.float32)
STRIP = np.array([[0, 0], [60, 0], [60, 17], [0, 17]], np.float32)


def die(top: "np.ndarray", x: float, value: int, *, y: float = 100, scale: float = 1.0, heat: float = 0.98) -> Judged:
    """A die of 60 by 78 pixels, times ``scale``, whose top face is thought to be ``top``."""
    corners = top * np.float32(scale) + np.array([x, y], np.float32)
    box = np.array([x, y, x + 60 * scale, y + 78 * scale], np.float32)
    odds = np.full(8, 0.002, np.float32)
    odds[value - 1] = 0.986
    return Judged(
        Found(heat, corners, box, np.full(6, 1 / 6, np.float32)), corners, odds, float(odds[6]), odds[:7], 0, odds[:6]
    )


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


def test_from_the_side_far_dice_are_smaller_and_still_dice() -> None:
    near, far = die(STRIP, 20, 1, y=300), die(STRIP, 320, 2, y=20, scale=0.35, heat=0.3)
    assert [place.found.corners[0][1] for place, _ in chosen([near, far], None)[0]] == [300]
    laid = lay_on_table(PICTURE, [near, far])
    assert len(chosen(laid, None)[0]) == 2
    assert laid[0].size == pytest.approx(laid[1].size, rel=0.4)


def test_from_above_a_die_of_a_third_of_the_others_size_is_none() -> None:
    near, far = die(FROM_ABOVE, 20, 1, y=300), die(FROM_ABOVE, 320, 2, y=20, scale=0.35, heat=0.3)
    assert len(chosen(lay_on_table(PICTURE, [near, far]), None)[0]) == 1


def test_the_camera_looks_more_steeply_at_near_dice() -> None:
    low = STRIP * np.float32([1, 1.3])
    steep = STRIP * np.float32([1, 2.3])
    rows = [die(low, 20, 1, y=20), die(low, 120, 2, y=20), die(low, 220, 3, y=20), die(low, 320, 4, y=20)]
    assert not lay_on_table(PICTURE, [*rows, die(steep, 420, 5, y=320)])[-1].is_askew
    assert lay_on_table(PICTURE, [*rows, die(steep, 420, 5, y=20)])[-1].is_askew
