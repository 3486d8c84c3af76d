"""The main path: an image in, a reading out."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.doubt import Judged, advise, as_die, choose
from vision.face import HOPELESS, read_around, read_faces, read_whole
from vision.kin import with_kin
from vision.locate import LIKELY, find_dice
from vision.pips import count_pips
from vision.reading import DiceReading
from vision.sides import read_sides
from vision.table import lay_on_table

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
APART = 0.1
"""Two ideas of a top face whose corners lie this far apart, in sizes of the die, are both looked at."""
NO_FACE = np.array([0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.94], np.float32)


def read_dice(image: Pixels, *, expect: int | None = None) -> DiceReading:
    """Read the dice in an upright image, (H, W, 3) uint8 BGR.

    ``expect`` is the number of dice that should lie there, where that is known. Raises ValueError for what
    is not such an image.
    """
    _require_image(image)
    chosen, sure = settle_on(judge(image), expect)
    dice = sorted(map(as_die, chosen), key=lambda die: (die.box[1], die.box[0]))
    height, width = image.shape[:2]
    return DiceReading(tuple(dice), width, height, sure, advise(image, chosen, sure=sure, expect=expect))


def settle_on(places: list[Judged], expect: int | None = None) -> tuple[list[Judged], bool]:
    """Return the places that hold dice, and whether nobody needs to look again."""
    dice, is_clear = choose(places, expect)
    doubtful = any(as_die(place).doubtful for place in dice) or not is_clear or expect not in (None, len(dice))
    return dice, bool(dice) and not doubtful


def judge(image: Pixels) -> list[Judged]:
    """Find every place that may hold a die and collect all opinions about it."""
    found = find_dice(image)
    boxes = np.array([place.box for place in found], np.float32).reshape(-1, 4)
    whole, corners = read_whole(image, boxes)
    misfits, faces = whole[:, 6].copy(), np.tile(NO_FACE, (len(found), 1))
    worth = np.flatnonzero(whole[:, 6] < HOPELESS)
    misfits[worth] = read_around(image, boxes[worth])
    faces[worth] = read_faces(image, [corners[i] for i in worth])
    # The locator has an idea of its own where the top face is: of two that differ, the likelier face counts.
    torn = [i for i in worth if _apart(corners[i], found[i].corners) > APART * found[i].size]
    for i, face in zip(torn, read_faces(image, [found[i].corners for i in torn]), strict=True):
        if face[6] < faces[i, 6]:
            corners[i], faces[i] = found[i].corners, face
    shown = faces[:, 6] < 0.5
    sided = np.flatnonzero(shown | (np.array([place.score for place in found]) > LIKELY))
    tops, sides = np.full((len(found), 6), 1 / 6, np.float32), np.zeros(len(found), np.float32)
    tops[sided], sides[sided] = read_sides(image, [(corners[i], found[i].box) for i in sided])
    pips = [count_pips(image, face) if seen else 0 for face, seen in zip(corners, shown, strict=True)]
    judged = [
        Judged(place, corners[i], whole[i], float(misfits[i]), faces[i], pips[i], tops[i], float(sides[i]))
        for i, place in enumerate(found)
    ]
    return with_kin(image, lay_on_table(image, judged))


def _apart(one: Floats, other: Floats) -> float:
    """How far the corners of one face, (4, 2), are from the nearest of another, in pixels, on average."""
    return float(np.linalg.norm(one[:, None] - other[None], axis=2).min(1).mean())


def _require_image(image: Pixels) -> None:
    if not isinstance(image, np.ndarray):
        raise ValueError(f"an image is (H, W, 3) uint8, this is {type(image).__name__}")
    if image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3 or min(image.shape) < 1:
        raise ValueError(f"an image is (H, W, 3) uint8, this is {image.shape} {image.dtype}")
