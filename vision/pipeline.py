"""The main path: an image in, a reading out."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import DiceReading, Die

Pixels = npt.NDArray[np.uint8]


def read_dice(image: Pixels, *, expect: int | None = None) -> DiceReading:
    """Read the dice in an upright image, (H, W, 3) uint8 BGR.

    ``expect`` is the number of dice that should lie there, where that is known. Raises ValueError for
    anything that is not such an image.
    """
    if not isinstance(image, np.ndarray) or image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3:
        got = f"{image.dtype} {image.shape}" if isinstance(image, np.ndarray) else type(image).__name__
        raise ValueError(f"an image is (H, W, 3) uint8, this is {got}")
    if min(image.shape[:2]) < 1:
        raise ValueError(f"an image has pixels, this is {image.shape}")
    height, width = image.shape[:2]
    dice = _clusters(image)
    advice = "no-dice" if not dice else "wrong-count" if expect not in (None, len(dice)) else None
    return DiceReading(dice, width, height, sure=False, advice=advice)


def _clusters(image: Pixels) -> tuple[Die, ...]:
    """First cut: round blobs of one size that lie close together are the pips of one die."""
    scale = 800 / max(image.shape[:2])
    grey = cv2.cvtColor(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    dots = _dots(np.asarray(grey, np.uint8))
    dice: list[Die] = []
    while dots:
        group = [dots.pop()]
        for x, y, r in group:
            near = [d for d in dots if np.hypot(d[0] - x, d[1] - y) < 5.5 * r and 0.6 < d[2] / r < 1.6]
            group.extend(near)
            dots = [d for d in dots if d not in near]
        if len(group) <= 6:
            dice.append(_die(group, 1 / scale))
    return tuple(dice)


def _die(group: list[tuple[float, float, float]], scale: float) -> Die:
    x, y, r = np.array(group).T
    left, top = max(0.0, (x - 2 * r).min()), max(0.0, (y - 2 * r).min())
    box = (left, top, (x + 2 * r).max() - left, (y + 2 * r).max() - top)
    return Die(len(group), 0.5, tuple(round(float(side) * scale) for side in box))  # type: ignore[arg-type]


def _dots(grey: Pixels) -> list[tuple[float, float, float]]:
    dots = []
    for sign in (cv2.THRESH_BINARY, cv2.THRESH_BINARY_INV):
        mask = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, sign, 41, 12 if sign else -12)
        for outline in cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0]:
            area, (centre, size, _) = cv2.contourArea(outline), cv2.minAreaRect(outline)
            if (
                area > 25
                and min(size) > 0.6 * max(size)
                and 0.7 < area / (size[0] * size[1]) < 0.88
                and max(size) < 60
            ):
                dots.append((float(centre[0]), float(centre[1]), float(max(size)) / 2))
    return dots
