"""Draws a reading onto its photograph, for people."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import DiceReading, Die

Pixels = npt.NDArray[np.uint8]
SURE, DOUBTFUL = (80, 200, 60), (40, 150, 255)


def outline(image: Pixels, reading: DiceReading) -> Pixels:
    """Return a copy of ``image``, (H, W, 3) uint8 BGR, with every die framed and its value beside it.

    Doubtful dice are marked by colour and by a question mark.
    """
    drawn = image.copy()
    for die in reading.dice:
        _draw_die(drawn, die, max(2, round(max(image.shape[:2]) / 500)))
    return drawn


def _draw_die(drawn: Pixels, die: Die, thick: int) -> None:
    colour = DOUBTFUL if die.doubtful else SURE
    x, y, w, h = die.box
    cv2.rectangle(drawn, (x, y), (x + w, y + h), colour, thick)
    if die.corners:
        cv2.polylines(drawn, [np.array(die.corners, np.int32)], True, colour, max(1, thick // 2), cv2.LINE_AA)
    text, scale = f"{die.value}{'?' if die.doubtful else ''}", thick / 2.5
    at = (x, max(round(25 * scale), y - thick))
    for shade, width in (((0, 0, 0), thick * 3), (colour, thick)):
        cv2.putText(drawn, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, shade, width, cv2.LINE_AA)
