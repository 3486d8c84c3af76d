"""Where the labels of dice stand in their photograph."""

from __future__ import annotations

import pytest

from scorekeeper.web.seen import LABEL, Seen, labelled, square

WIDTH, HEIGHT = 960, 720  # a unit is a pixel


def dice(*middles: tuple[int, int], half: float = 30) -> list[Seen]:
    return [Seen(at, square(*middle, half), 4, (), False, 4) for at, middle in enumerate(middles)]


def boxes(shown: list[tuple[Seen, tuple[float, float]]]) -> list[tuple[float, float, float, float]]:
    across, down = LABEL[0] / 2, LABEL[1] / 2
    return [(x - across, y - down, x + across, y + down) for _, (x, y) in shown]


def test_a_label_stands_above_its_die() -> None:
    ((_, (x, y)),) = labelled(dice((400, 300)), WIDTH, HEIGHT)
    assert (x, y) == (400, 300 - 30 - LABEL[1] / 2)


def test_a_label_hides_no_other_die() -> None:
    shown = labelled(dice((400, 300), (400, 370), (470, 370)), WIDTH, HEIGHT)
    for number, (left, top, right, bottom) in enumerate(boxes(shown)):
        for other, (die, _) in enumerate(shown):
            x0, y0, x1, y1 = die.box
            assert other == number or right <= x0 or x1 <= left or bottom <= y0 or y1 <= top


@pytest.mark.parametrize("middle", [(20, 20), (940, 20), (480, 700), (0, 719)])
def test_a_label_stays_in_the_picture(middle: tuple[int, int]) -> None:
    ((left, top, right, bottom),) = boxes(labelled(dice(middle), WIDTH, HEIGHT))
    assert left >= 0 and top >= 0 and right <= WIDTH and bottom <= HEIGHT


def test_a_picture_smaller_than_a_label_has_one_in_its_middle() -> None:
    ((_, place),) = labelled(dice((20, 5), half=4), 960, 40)
    assert place == (480, 20)
