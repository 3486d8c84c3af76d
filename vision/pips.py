"""Counts the pips of a flattened face without a network: spots of another colour that form the figure of a value.

It says nothing rather than something wrong: where spots are left over, or the figure is not whole, the answer is 0.
One to three are never told: they are also what is left of more where a pip was missed. All figures of a die are
symmetric about their middle, which may lie off the middle of a face that was found askew.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.face import FACE_MARGIN, flatten

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
SIDE, ROOM = 112, 1.3
EDGE = SIDE * (1 - 2 * FACE_MARGIN) / ROOM
"""Of a face, in pixels of the flattened picture, which shows half a face more on every side."""
INNER = slice(round(SIDE / 2 - EDGE / 2), round(SIDE / 2 + EDGE / 2))
SMALLEST, LARGEST, LARGEST_OF_MANY = 0.045, 0.26, 0.17
"""Radius of a pip, in edges of the face."""
OFF, GRID = 0.22, 0.02
"""How far off the middle of a figure may be, and how finely it is looked for, in edges."""
NEAR = 0.075
"""How far a pip may lie from where its figure wants it, in edges."""
LOG: Pixels = np.round(255 * np.log1p(np.arange(256) / 16) / np.log1p(255 / 16)).astype(np.uint8)
"""Brightness as steps of about equal ratio: shadow takes the same from all."""
ROUND_ABOUT = 0.25
"""How far round a spot one looks to call it darker or paler than that, in edges: beyond its rim."""


def count_pips(image: Pixels, corners: Floats) -> int:
    """Return 4, 5 or 6 where a face clearly shows it, else 0; its ``corners`` are (4, 2) in pixels of ``image``."""
    middle = corners.mean(0)
    face = flatten(image, (corners - middle) * ROOM + middle, side=SIDE)
    return max(figure(spots(apart)) for apart in contrasts(face))


def contrasts(face: Pixels) -> list[Pixels]:
    """How far each pixel of a flattened face is from the body's colour, how much darker than near it, how much paler.

    Half of a face may lie in shadow: its body has two colours then, but a pip is darker than what is near by as much.
    """
    colours = cv2.GaussianBlur(face, (0, 0), 1.0)
    body = np.median(colours[INNER, INNER].reshape(-1, 3), axis=0)
    apart = _length(colours - body.astype(np.float32))
    kernel = np.ones((round(ROUND_ABOUT * EDGE),) * 2, np.uint8)
    darker = cv2.morphologyEx(cv2.LUT(colours, LOG), cv2.MORPH_BLACKHAT, kernel)
    paler = cv2.morphologyEx(colours, cv2.MORPH_TOPHAT, kernel)
    return [np.clip(apart, 0, 255).astype(np.uint8), _strongest(darker), _strongest(paler)]


def _length(colours: Floats) -> Floats:
    """Length of each vector, (H, W, 3) -> (H, W); channel by channel is many times faster than numpy along them."""
    b, g, r = cv2.split(colours)
    return np.asarray(np.sqrt(b * b + g * g + r * r), np.float32)


def _strongest(colours: npt.NDArray[Any]) -> Pixels:
    """The most of three channels, (H, W, 3) -> (H, W)."""
    b, g, r = cv2.split(colours)
    return np.asarray(cv2.max(cv2.max(b, g), r), np.uint8)


def spots(apart: Pixels) -> Floats:
    """Find round spots in one of the ``contrasts``: x, y from the middle and radius, in edges of a face, (N, 3)."""
    inner = np.ascontiguousarray(apart[INNER, INNER])
    level, _ = cv2.threshold(inner, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    if level < 12:
        return np.zeros((0, 3), np.float32)
    _, _, stats, centres = cv2.connectedComponentsWithStats((apart > level).astype(np.uint8))
    found = []
    for (left, top, w, h, area), centre in zip(stats[1:], centres[1:], strict=True):
        radius = float(np.sqrt(area / np.pi)) / EDGE
        on_rim = left == 0 or top == 0 or left + w == SIDE or top + h == SIDE
        if max(w, h) < 1.7 * min(w, h) and area > 0.6 * w * h and SMALLEST < radius < LARGEST and not on_rim:
            found.append((*((centre + 0.5 - SIDE / 2) / EDGE), radius))
    return np.array(found, np.float32).reshape(-1, 3)


def figure(found: Floats) -> int:
    """Return the value whose figure the spots form, the largest if there are more, 0 for none."""
    near = found[np.abs(found[:, :2]).max(1) < 1] if len(found) else found
    if not 4 <= len(near) <= 16:
        return 0
    points = near[:, :2]
    middles = ((points[:, None] + points[None]) / 2).reshape(-1, 2)
    middles = middles[np.abs(middles).max(1) < OFF]
    middles = np.unique(np.round(middles / GRID), axis=0) * GRID
    return max((_figure_about(middle, near) for middle in middles), default=0)


def _figure_about(middle: Floats, near: Floats) -> int:
    """Return the value of the spots on a face round ``middle``, if they are one whole figure of equal spots."""
    from_middle = near[:, :2] - middle
    inside = np.abs(from_middle).max(1) < 0.5
    points, radii = from_middle[inside], near[inside, 2]
    count = len(points)
    if not 4 <= count <= 6 or radii.max() > min(1.6 * radii.min(), LARGEST_OF_MANY):
        return 0
    central = np.linalg.norm(points, axis=1) < NEAR
    if central.sum() != count % 2:
        return 0
    outer = points[~central]
    away = np.linalg.norm(outer[:, None] + outer[None], axis=2)
    if (away.min(1) > NEAR).any():
        return 0
    if count == 4 and _goes_on(points, from_middle[~inside]):
        return 0
    half = outer[away.argmin(1) > np.arange(len(outer))]
    return count if _is_legal(count, half) else 0


def _goes_on(four: Floats, beyond: Floats) -> bool:
    """Whether a further spot is as near to four as these are to each other: then they may be part of a six."""
    gaps = np.linalg.norm(four[:, None] - four[None], axis=2) + 9 * np.eye(4)
    steps = np.linalg.norm(beyond[:, None] - four[None], axis=2)
    return bool((steps < 1.2 * gaps.min()).any())


def _is_legal(count: int, half: Floats) -> bool:
    """Whether one spot of each opposite pair, from the middle, is where a figure of ``count`` has it."""
    reach = np.linalg.norm(half, axis=1)
    if len(half) != count // 2 or (reach < 0.15).any():
        return False
    if count in (4, 5):
        cosine = abs(float(half[0] @ half[1])) / (reach[0] * reach[1])
        return bool(reach.max() < 1.3 * reach.min() and cosine < 0.4)
    short = int(reach.argmin())
    ends = half[[i for i in range(3) if i != short]]
    signs = [ends[0] + ends[1], ends[0] - ends[1]]
    return min(float(np.linalg.norm(s - 2 * t * half[short])) for s in signs for t in (1, -1)) < 3 * NEAR
