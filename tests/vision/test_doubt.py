"""Choosing the dice of a photo among the places that may hold one."""

import pytest

pytest.importorskip("cv2", reason="reading photos needs the extra: pip install 'scorekeeper[vision]'")
np = pytest.importorskip("numpy", reason="reading photos needs the extra: pip install 'scorekeeper[vision]'")

from vision.doubt import Judged, as_die, choose, existence  # noqa: E402
from vision.locate import Found, settle  # noqa: E402

SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], np.float32)


def place(score: float, at: tuple[float, float], size: float = 60.0) -> Found:
    corners = (SQUARE * size * 0.8 + np.array(at)).astype(np.float32)
    box = np.array([at[0] - size / 2, at[1] - size / 2, at[0] + size / 2, at[1] + size / 2], np.float32)
    return Found(score, corners, box, np.full(6, 1 / 6, np.float32))


def odds(count: int, best: int, share: float) -> "np.ndarray":
    rest = np.full(count, (1 - share) / (count - 1), np.float32)
    rest[best] = share
    return rest


def judged(score: float, at: tuple[float, float], *, size: float = 60.0, value: int = 4, face: int | None = None):
    found = place(score, at, size)
    return Judged(found, found.corners, odds(8, value - 1, 0.99), odds(7, (face or value) - 1, 0.99))


def test_a_die_is_kept_once_and_beats_a_pip_inside_it() -> None:
    die, again, pip, other = (
        place(0.9, (100, 100)),
        place(0.7, (104, 98), 66),
        place(0.8, (110, 110), 14),
        place(0.8, (300, 90)),
    )
    assert settle([pip, again, die, other]) == [die, other]


def test_touching_dice_are_both_kept() -> None:
    assert len(settle([place(0.9, (100, 100)), place(0.8, (161, 100))])) == 2


def test_agreement_is_sure_and_disagreement_is_doubt() -> None:
    sure, torn = as_die(judged(0.97, (50, 50))), as_die(judged(0.97, (50, 50), value=5, face=4))
    assert (sure.value, sure.doubtful) == (4, False)
    assert torn.doubtful
    assert {torn.value, *torn.alternatives} >= {4, 5}


def test_many_small_doubtful_spots_do_not_outvote_the_dice() -> None:
    dice = [judged(0.97, (100 * n, 50)) for n in range(1, 4)]
    spots = [judged(0.3, (20 * n, 300), size=12) for n in range(30)]
    chosen, _ = choose(dice + spots, None)
    assert {id(die) for die in dice} <= {id(place) for place in chosen}


def test_the_expected_count_decides_only_in_doubt() -> None:
    certain = [judged(0.97, (100 * n, 50)) for n in range(1, 4)]
    assert len(choose(certain, 2)[0]) == 3
    weak = judged(0.5, (500, 50))
    assert existence(weak) < 0.9
    assert len(choose([*certain, weak], 4)[0]) == 4
    assert len(choose([*certain, weak], 3)[0]) == 3
    assert not choose([*certain, weak], None)[1]
