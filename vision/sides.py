"""Reads the visible side faces of a die: what they show can't lie on top, nor on the bottom.

Opposite faces of a die add to 7, so a side that shows 2 leaves 1, 3, 4 and 6 for the top.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.face import read_faces

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
FULL_ENOUGH = 0.3
"""A side is looked at where it covers this share of the top face's area, and a die of at least this many pixels."""
SMALLEST = 24.0
TURNS = 2
"""A side is only a hint: two looks, a quarter turn apart, tell as much as four."""
DOUBT = 0.02
"""Share of the sides that are read wrongly though nothing shows it."""


def side_faces(corners: Floats, box: Floats) -> list[Floats]:
    """Return the corners, (4, 2), of the sides that are seen below a top face, ``corners`` (4, 2), two at most.

    The upright edges all go one way in the picture: to where the die's ``box``, x0, y0, x1, y1, reaches furthest
    beyond its top face.
    """
    middle = corners.mean(0)
    ring = corners[np.argsort(np.arctan2(*(corners - middle).T[::-1]))]
    less, more = ring.min(0) - box[:2], box[2:] - ring.max(0)
    down = np.where(more > less, more, -less)
    following = np.roll(ring, -1, 0)
    edges = following - ring
    outwards = np.stack([edges[:, 1], -edges[:, 0]], 1)
    areas = outwards @ down
    top = float(np.abs(ring[:, 0] @ following[:, 1] - ring[:, 1] @ following[:, 0])) / 2
    return [
        np.array([a, b, b + down, a + down], np.float32)
        for a, b, area in zip(ring, following, areas, strict=True)
        if area > FULL_ENOUGH * max(top, 1.0)
    ][:2]


def read_sides(image: Pixels, places: list[tuple[Floats, Floats]]) -> tuple[Floats, Floats]:
    """What the sides say: how likely 1 to 6 lie on top, (N, 6), and how likely a face with pips is seen, (N,).

    ``places`` are the corners of top faces and the boxes of dice.
    """
    large = [np.sqrt(max(1.0, float(np.prod(box[2:] - box[:2])))) > SMALLEST for _, box in places]
    sides = [side_faces(*place) if ok else [] for place, ok in zip(places, large, strict=True)]
    read = iter(read_faces(image, [side for seen in sides for side in seen], turns=TURNS))
    tops, shown = np.full((len(places), 6), 1 / 6, np.float32), np.zeros(len(places), np.float32)
    for i, seen in enumerate(sides):
        for _ in seen:
            odds = next(read)
            tops[i] *= left_over(odds)
            shown[i] = max(shown[i], float(odds[:6].max()))
        tops[i] /= tops[i].sum()
    return tops, shown


def left_over(side: Floats) -> Floats:
    """Chance of 1 to 6 to lie on top, (6,), by one side face read as ``side``, (7,), whose last is no face."""
    shown = side[:6]
    gone = shown + shown[::-1]
    return np.asarray((1 - DOUBT) * (shown.sum() - gone) / 4 + (1 - (1 - DOUBT) * shown.sum()) / 6, np.float32)
