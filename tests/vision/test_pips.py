"""Pips counted without a network: a whole figure has a value, anything else has none."""

import numpy as np
import pytest

pytest.importorskip("cv2", reason="reading photos needs the extra: pip install 'scorekeeper[vision]'")

import cv2

from vision.pips import count_pips

FIGURES = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}
FACE = np.array([[100, 100], [300, 100], [300, 300], [100, 300]], np.float32)


def drawn(pips: list[tuple[float, float]], *, x: float = 50, y: float = 50, ink: int = 20) -> "np.ndarray":
    """A face of 200 pixels on a table, with pips so many pixels from its middle at most."""
    picture = np.full((400, 400, 3), 120, np.uint8)
    cv2.rectangle(picture, (100, 100), (300, 300), (225, 232, 235), -1)
    for a, b in pips:
        cv2.circle(picture, (round(200 + a * x), round(200 + b * y)), 20, (ink, ink, ink), -1, cv2.LINE_AA)
    return picture


@pytest.mark.parametrize("value", [4, 5, 6])
@pytest.mark.parametrize("turns", range(4))
def test_a_whole_figure_has_its_value(value: int, turns: int) -> None:
    assert count_pips(drawn(FIGURES[value]), np.roll(FACE, turns, axis=0)) == value


@pytest.mark.parametrize(("x", "y"), [(35, 65), (31, 62), (60, 60), (65, 70)])
def test_a_six_is_a_six_however_its_rows_stand(x: float, y: float) -> None:
    assert count_pips(drawn(FIGURES[6], x=x, y=y), FACE) == 6


@pytest.mark.parametrize("value", [4, 5, 6])
def test_an_edge_of_shadow_across_the_face(value: int) -> None:
    picture = drawn(FIGURES[value])
    picture[:175] //= 4
    assert count_pips(picture, FACE) == value


@pytest.mark.parametrize("value", [4, 5, 6])
def test_pale_pips_on_a_face_half_in_shadow(value: int) -> None:
    picture = 255 - drawn(FIGURES[value])
    picture[:175] //= 2
    assert count_pips(picture, FACE) == value


@pytest.mark.parametrize("value", [4, 5, 6])
def test_a_face_that_was_found_askew_and_too_small(value: int) -> None:
    askew = (FACE - 200) * 0.8 + [212, 190]
    assert count_pips(drawn(FIGURES[value], x=40, y=55), askew.astype(np.float32)) == value


@pytest.mark.parametrize("value", [1, 2, 3])
def test_few_pips_may_be_the_rest_of_more(value: int) -> None:
    assert count_pips(drawn(FIGURES[value]), FACE) == 0


def test_a_figure_with_a_pip_missing_has_no_value() -> None:
    assert count_pips(drawn(FIGURES[6][1:]), FACE) == 0


def test_four_pips_of_a_six_that_was_found_far_too_small() -> None:
    upper = (FACE - 200) * [0.7, 0.75] + [200, 155]
    assert count_pips(drawn(FIGURES[6], x=35, y=65), upper.astype(np.float32)) == 0


def test_pips_out_of_place_have_no_value() -> None:
    assert count_pips(drawn([(-1, -1), (1, -1), (-0.2, 0.4), (-1, 1), (1, 0.3)]), FACE) == 0


def test_a_bare_face_has_no_value() -> None:
    assert count_pips(drawn([]), FACE) == 0
    assert count_pips(drawn(FIGURES[6], ink=228), FACE) == 0, "pips of the die's own colour can't be counted"
