"""Side faces: where they are seen, and what they leave for the top."""

import numpy as np
import pytest

pytest.importorskip("cv2", reason="reading photos needs the extra: pip install 'scorekeeper[vision]'")

from vision.sides import left_over, side_faces

FLAT = np.array([[10, 20], [50, 20], [50, 50], [10, 50]], np.float32)


def test_a_die_seen_from_its_front_shows_one_side_below_its_top() -> None:
    (front,) = side_faces(FLAT, np.array([9, 19, 51, 80], np.float32))
    assert {(round(float(x)), round(float(y))) for x, y in front} >= {(10, 50), (50, 50)}
    assert front[:, 1].max() == pytest.approx(80, abs=1)


@pytest.mark.parametrize("turns", range(4))
def test_a_die_seen_over_a_corner_shows_two(turns: int) -> None:
    top = np.array([[50, 20], [90, 40], [50, 60], [10, 40]], np.float32)
    sides = side_faces(np.roll(top, turns, axis=0), np.array([10, 20, 90, 100], np.float32))
    assert sorted(round(float(side[:, 0].mean())) for side in sides) == [30, 70]


def test_a_die_seen_from_above_shows_none() -> None:
    assert side_faces(FLAT, np.array([9, 19, 52, 53], np.float32)) == []


@pytest.mark.parametrize("value", range(1, 7))
def test_a_side_rules_out_itself_and_its_opposite(value: int) -> None:
    odds = left_over(np.array([0.98 if v == value else 0.003 for v in range(1, 8)], np.float32))
    assert odds.sum() == pytest.approx(1, abs=1e-5)
    assert {v for v in range(1, 7) if odds[v - 1] < 0.03} == {value, 7 - value}


def test_what_shows_no_face_says_nothing() -> None:
    odds = left_over(np.array([0.01] * 6 + [0.94], np.float32))
    assert odds.max() < 1.2 * odds.min()
