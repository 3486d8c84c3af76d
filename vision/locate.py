"""Finds where dice lie: corners of the top face, box of the whole die and a score.

The locator, a small convolutional network, is asked at several sizes of the photograph, since dice fill from 2 % to
60 % of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
MODELS = Path(__file__).parent / "models"
STRIDE, UNIT = 4, 16.0
LONGEST = (640, 352, 208)
"""Longest sides, in pixels, at which every photograph is looked at."""
FINE, LARGER = 1216, 2
FINE_BELOW, FEW_PIXELS = 24.0, 800
"""A finer look, enlarged twice at most, is taken where the dice are smaller than this at the first size, where none
was found, and at photographs of few pixels, in which details are as small as dice of others.
"""
FLOOR = 0.2
"""Colder places never were dice; looking at them twice would only take time."""
LIKELY, LEAST, MOST = 0.3, 10, 40
"""Places handed on: twice as many as are likely, within bounds."""

OTHER_SIZE = 1.7
"""By this factor larger, a place is another thing: a die and not its pip."""
WELL_IN, ONE_DIE = 0.65, 0.45
"""Places are one die where a middle is so near to that of the other's top face, in edges, or boxes overlap so far."""


@dataclass(frozen=True, slots=True)
class Found:
    """A place where a die may lie; lengths in pixels of the image that was searched."""

    score: float  # 0..1, the locator's
    corners: Floats  # (4, 2) of the top face
    box: Floats  # (4,) x0, y0, x1, y1 of the whole die
    values: Floats  # (6,) the locator's own idea of the value, as probabilities

    @property
    def centre(self) -> Floats:
        return np.asarray(self.corners.mean(0), np.float32)

    @property
    def size(self) -> float:
        """Geometric mean of the box's sides."""
        return float(np.sqrt(max(1.0, self.box[2] - self.box[0]) * max(1.0, self.box[3] - self.box[1])))


@cache
def network(name: str) -> cv2.dnn.Net:
    """Load ``models/<name>.onnx`` once a process."""
    return cv2.dnn.readNetFromONNX(str(MODELS / f"{name}.onnx"))


def find_dice(image: Pixels) -> list[Found]:
    """Return places that may hold a die, likeliest first, none twice; ``image`` is (H, W, 3) uint8 BGR."""
    longest = max(image.shape[:2])
    size, small = (image.shape[1], image.shape[0]), image
    found: list[Found] = []
    for side in LONGEST:
        small = shrink(small, side)
        found += look(small, size)
    best = max((place.score for place in found), default=0.0)
    likely = [place.size * LONGEST[0] / longest for place in found if place.score > max(LIKELY, 0.7 * best)]
    if longest <= FEW_PIXELS or not likely or float(np.median(likely)) < FINE_BELOW:
        found += look(shrink(image, min(FINE, LARGER * longest)), size)
    return settle(found)


def shrink(image: Pixels, longest: int) -> Pixels:
    """Return a copy whose longer side is ``longest`` pixels; a small image grows."""
    height, width = image.shape[:2]
    scale = longest / max(height, width)
    size = (max(32, round(width * scale)), max(32, round(height * scale)))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, size, interpolation=how), np.uint8)


def look(small: Pixels, size: tuple[int, int]) -> list[Found]:
    """Ask the locator about a shrunk image; answer in pixels of what it was made of, ``size`` is (width, height)."""
    height, width = small.shape[:2]
    right, bottom = -width % 32, -height % 32
    padded = cv2.copyMakeBorder(small, 0, bottom, 0, right, cv2.BORDER_CONSTANT, value=(114, 114, 114))
    net = network("locate")
    net.setInput(cv2.dnn.blobFromImage(padded, 1 / 127.5, mean=(127.5, 127.5, 127.5)))
    out = np.asarray(net.forward()[0], np.float32)
    places = decode(out)
    ratio = np.array([size[0] / width, size[1] / height], np.float32)
    return [
        Found(p.score, p.corners * ratio, p.box * np.tile(ratio, 2), p.values)
        for p in places
        if p.centre[0] < width and p.centre[1] < height
    ]


def decode(out: Floats) -> list[Found]:
    """Turn the locator's answer, (18, h, w), into places in pixels of its input.

    Channels: logit of the heat; offset of the face's centre from the cell's, in cells; log(S / 16) as xx, xy, yy,
    where S is the symmetric matrix that stretches a turned unit square into the face; cosine and sine of four times
    that turn; log(d / 16) of the distances from the centre to the box's left, top, right and bottom; logits of the
    values.
    """
    heat = 1 / (1 + np.exp(-np.clip(out[0], -30, 30)))
    peaks = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > FLOOR)
    ys, xs = np.nonzero(peaks)
    best = np.argsort(-heat[ys, xs])[:MOST]
    return [_place(out[:, y, x], float(heat[y, x]), int(x), int(y)) for y, x in zip(ys[best], xs[best], strict=True)]


def _place(cell: Floats, score: float, x: int, y: int) -> Found:
    centre = (np.array([x + 0.5, y + 0.5]) + np.clip(cell[1:3], -2, 2)) * STRIDE
    corners = square(cell[3:6], cell[6:8]) + centre
    reach = UNIT * np.exp(np.clip(cell[8:12], -4, 5))
    box = np.array([*(centre - reach[:2]), *(centre + reach[2:])])
    odds = np.exp(cell[12:18] - cell[12:18].max())
    return Found(score, corners.astype(np.float32), box.astype(np.float32), odds / odds.sum())


def square(shape: Floats, turn: Floats) -> Floats:
    """Return the four corners, (4, 2), of a face round the origin from its shape and turn, see ``decode``."""
    log, axes = np.linalg.eigh(np.array([[shape[0], shape[1]], [shape[1], shape[2]]], np.float64))
    stretch = (axes * (UNIT * np.exp(np.clip(log, -4, 4)))) @ axes.T
    angle = np.arctan2(turn[1], turn[0]) / 4 + np.pi / 4 + np.arange(4) * np.pi / 2
    return np.asarray(np.stack([np.cos(angle), np.sin(angle)], 1) @ stretch * np.sqrt(0.5), np.float32)


def settle(found: list[Found]) -> list[Found]:
    """Keep each place once, as the size that was surest of it saw it; likeliest first.

    A die and a pip of it are two places: which of them counts is for ``vision.doubt`` to say.
    """
    ranked = sorted(found, key=lambda p: -p.score)
    one, kept = are_one(ranked), list[int]()
    for i in range(len(ranked)):
        if not one[i, kept].any():
            kept.append(i)
    likely = sum(ranked[i].score > LIKELY for i in kept)
    return [ranked[i] for i in kept[: min(MOST, max(2 * likely, LEAST))]]


def are_one(places: list[Found]) -> npt.NDArray[np.bool_]:
    """Which of the places, of about one size, are the same die: (N, N).

    The tops of two dice lie apart in one plane, though from the side a die covers most of the one behind it.
    """
    if not places:
        return np.zeros((0, 0), np.bool_)
    corners, boxes = np.stack([p.corners for p in places]), np.stack([p.box for p in places])
    edges = np.stack([corners[:, 1] - corners[:, 0], corners[:, 3] - corners[:, 0]], 2)
    middles, sizes = corners.mean(1), np.array([p.size for p in places])
    inwards = np.einsum("aij,abj->abi", np.linalg.inv(edges + 1e-3 * np.eye(2)), middles - middles[:, None])
    in_top = (np.abs(inwards) < WELL_IN).all(2)
    of_one_size = np.maximum(sizes, sizes[:, None]) < OTHER_SIZE * np.minimum(sizes, sizes[:, None])
    return np.asarray((in_top | in_top.T | (_overlaps(boxes) > ONE_DIE)) & of_one_size)


def _overlaps(boxes: Floats) -> Floats:
    """Of any two boxes, the shared area over that of both together: (N, N)."""
    low, high = np.maximum(boxes[:, None, :2], boxes[:, :2]), np.minimum(boxes[:, None, 2:], boxes[:, 2:])
    shared, areas = np.maximum(high - low, 0).prod(2), (boxes[:, 2:] - boxes[:, :2]).prod(1)
    return np.asarray(shared / np.maximum(areas + areas[:, None] - shared, 1.0))
