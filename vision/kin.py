"""A set of dice looks alike: what has their size and their colours is one of them, though its face says little.

A single pip on a marbled die is little to go by, and sets of dice often bear a sign in place of one value. Only many
dice show how a set looks; among few, something else of their colours is as likely.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.doubt import Judged, existence
from vision.face import read_faces
from vision.locate import LONGEST, shrink

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Cells = npt.NDArray[np.int64]
FEWEST = 6
"""So many dice are a set that shows how another of it would look."""
ALIKE = 0.8
"""Of the colours of a top face, the share that is the set's rather than the table's."""
SIZES, COVERED, WORTH = 1.5, 0.3, 0.004
"""Ratio of sizes within a set, share of a place that dice may cover, and least chance to be a die without its set."""
NEUTRAL = 0.5
"""What lies around one of a set is the set, and says nothing of whether it is a die."""
BINS, WIDTHS = (8, 32, 32), (32, 8, 8)
"""Of a histogram of colours, in Lab."""
ONE, SIX = 1, 6
"""A sign stands for the six, but where a six is seen with its pips, for the one."""
INNER = 0.85
"""The part of a top face that is looked at, without its rim."""


def with_kin(image: Pixels, places: list[Judged]) -> list[Judged]:
    """Tell refused places that look like a set of dice how many these are, and read what lies on top of them."""
    dice = [place for place in places if existence(place) > 0.5]
    if len(dice) < FEWEST:
        return places
    usual = float(np.median([place.size for place in dice]))
    may = [i for i, place in enumerate(places) if _may_be_kin(place, dice, usual)]
    if not may:
        return places
    kin = [i for i, alike in zip(may, _likeness(image, dice, [places[i] for i in may]), strict=True) if alike > ALIKE]
    faces = read_faces(image, [places[i].corners for i in kin])
    stands_for = ONE if any(die.pips == SIX for die in dice) else SIX
    known = list(places)
    for i, face in zip(kin, faces, strict=True):
        known[i] = replace(places[i], face=face, misfit=NEUTRAL, kin=len(dice), stands_for=stands_for)
    return known


def _may_be_kin(place: Judged, dice: list[Judged], usual: float) -> bool:
    return (
        existence(place) <= 0.5
        and existence(replace(place, misfit=NEUTRAL)) > WORTH
        and usual / SIZES < place.size < usual * SIZES
        and max(_covered(place, die) for die in dice) < COVERED
    )


def _covered(place: Judged, die: Judged) -> float:
    """Which share of a place's box lies in that of a die."""
    a, b = place.found.box, die.found.box
    shared = np.maximum(np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2]), 0).prod()
    return float(shared / max(1.0, float((a[2:] - a[:2]).prod())))


def _likeness(image: Pixels, dice: list[Judged], places: list[Judged]) -> list[float]:
    """Of the colours on top of each place, the share that is found on the dice rather than round about them."""
    small = shrink(image, min(LONGEST[0], max(image.shape[:2])))
    scale = small.shape[1] / image.shape[1]
    cells = _cells(small)
    tops, table = _blank(small), _blank(small) + 1
    for die in dice:
        _fill(tops, die.corners * scale)
        x0, y0, x1, y1 = np.round(die.found.box * scale).astype(int).tolist()
        cv2.rectangle(table, (x0, y0), (x1, y1), 0, cv2.FILLED)
    on_dice, on_table = (_shares(cells[mask > 0]) for mask in (tops, table))
    of_dice = on_dice / np.maximum(on_dice + on_table, 1e-9)
    alike = []
    for place in places:
        top = _blank(small)
        _fill(top, place.corners * scale)
        alike.append(float(of_dice[cells[top > 0]].mean()) if top.any() else 0.0)
    return alike


def _cells(picture: Pixels) -> Cells:
    """Number the colour of each pixel, (H, W), by its cell in a histogram of BINS."""
    cells = np.zeros(picture.shape[:2], np.int64)
    for channel, bins, width in zip(cv2.split(cv2.cvtColor(picture, cv2.COLOR_BGR2LAB)), BINS, WIDTHS, strict=True):
        cells = cells * bins + np.asarray(channel, np.int64) // width
    return cells


def _shares(cells: Cells) -> Floats:
    """Which share of the pixels each cell of the histogram has."""
    return np.asarray(np.bincount(cells, minlength=int(np.prod(BINS))) / max(1, len(cells)), np.float32)


def _blank(picture: Pixels) -> Pixels:
    return np.zeros(picture.shape[:2], np.uint8)


def _fill(mask: Pixels, corners: Floats) -> None:
    middle = corners.mean(0)
    cv2.fillConvexPoly(mask, np.round((corners - middle) * INNER + middle).astype(np.int32), 1)
