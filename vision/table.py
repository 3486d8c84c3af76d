"""All dice of a photograph lie on one table, which says how they should look.

A top face seen far more, or far less, from the side than the others is none: close from above, the narrow side of a
die looks like the top of one seen from the side. And from the side the far dice look smaller than the near ones.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.doubt import Judged, existence, usual_size
from vision.face import read_faces
from vision.pips import count_pips
from vision.sides import side_faces

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
FEWEST = 3
"""So many dice show whether a face lies askew."""
FOCALS = (np.inf, 1.6, 1.2, 0.9, 0.7)
"""Focal lengths of cameras, in longer sides of the picture, the first for one from so far that near and far look
alike; pictures that were cut or stretched lie between.
"""
LOWEST, FURTHEST, AGREE = 12.0, 0.2, 1.05
"""Bounds of elevation in degrees and of nearness; by how much more dice must agree for another focal length."""
SLACK = ((45.0, 60.0), (12.0, 22.0))
"""Elevations of the camera, and degrees by which a top face may then differ from what its place asks for."""


@dataclass(frozen=True, slots=True)
class Table:
    """The table at the ``middle`` row of its dice, the camera ``elevation`` degrees above it; lengths in pixels."""

    elevation: float
    middle: float
    longest: float

    def askew(self, face: Floats, row: float) -> float:
        """Degrees by which a ``face``, (4, 2), at a row of the picture lies unlike the table, whatever the camera.

        The camera looks more steeply at what is near.
        """
        turns = np.degrees(np.arctan((row - self.middle) / self.longest / np.array(FOCALS)))
        lowest, highest = self.elevation + min(turns), self.elevation + max(turns)
        return max(0.0, float(lowest - elevation(face)), float(elevation(face) - highest))

    def nearness_at(self, rows: Floats, focal: float) -> Floats:
        """How much larger the table is seen at ``rows``, (N,), than at its middle."""
        down = (rows - self.middle) / self.longest / focal
        slope = 1 / np.tan(np.radians(np.clip(self.elevation, LOWEST, 90)))
        return np.asarray(np.maximum(FURTHEST, 1 + down * slope), np.float32)

    @property
    def slack(self) -> float:
        return float(np.interp(self.elevation, *SLACK))


def elevation(corners: Floats) -> float:
    """Degrees by which the camera stands above a square seen as ``corners``, (4, 2): 90 is right over it."""
    one = corners[1] - corners[0] + corners[2] - corners[3]
    other = corners[3] - corners[0] + corners[2] - corners[1]
    long, short = np.linalg.svd(np.stack([one, other], 1), compute_uv=False)
    return float(np.degrees(np.arcsin(np.clip(short / max(float(long), 1e-6), 0, 1))))


def lay_on_table(image: Pixels, places: list[Judged]) -> list[Judged]:
    """Say how near each place is; mark the dice that lie askew and read another face of theirs that does not."""
    likely = [place for place in places if existence(place) > 0.5]
    if len(likely) < 2:
        return places
    usual = float(np.median([elevation(place.corners) for place in likely]))
    table = Table(usual, float(np.median([_row(place) for place in likely])), max(image.shape[:2]))
    laid = [replace(place, nearness=near) for place, near in zip(places, _nearness(table, places), strict=True)]
    return laid if len(likely) < FEWEST else _set_right(image, table, laid)


def _row(place: Judged) -> float:
    return float(place.found.centre[1])


def _nearness(table: Table, places: list[Judged]) -> list[float]:
    """Of the focal lengths that cameras have, take the one by which most dice are of one size."""
    rows, chances = np.array([_row(place) for place in places], np.float32), [existence(place) for place in places]
    sizes = np.log([place.found.size for place in places])
    best, most = np.ones(len(places), np.float32), -1.0
    for focal in FOCALS:
        near = table.nearness_at(rows, focal)
        agreeing = usual_size((sizes - np.log(near)).astype(np.float32), chances)[1]
        if agreeing > most * AGREE:
            best, most = near, agreeing
    return [float(near) for near in best]


def _set_right(image: Pixels, table: Table, places: list[Judged]) -> list[Judged]:
    off = {i: table.askew(p.corners, _row(p)) for i, p in enumerate(places) if existence(p) > 0.5}
    askew = [i for i in off if off[i] > table.slack]
    faces = [[f for f in _faces(places[i]) if table.askew(f, _row(places[i])) < off[i] / 2] for i in askew]
    read = iter(read_faces(image, [face for some in faces for face in some]))
    laid = list(places)
    for i, some in zip(askew, faces, strict=True):
        laid[i] = replace(places[i], is_askew=True)
        readings = [next(read) for _ in some]
        if readings:
            best = int(np.argmin([odds[6] for odds in readings]))
            laid[i] = _turned_to(image, laid[i], some[best], readings[best])
    return laid


def _turned_to(image: Pixels, place: Judged, corners: Floats, face: Floats) -> Judged:
    """The same place with another face on top; what was said of the value before was said of the wrong face."""
    whole = place.whole.copy()
    whole[:6] = whole[:6].mean()
    pips = count_pips(image, corners) if face[6] < 0.5 else 0
    return replace(place, corners=corners, whole=whole, face=face, pips=pips, sides=np.full(6, 1 / 6, np.float32))


def _faces(place: Judged) -> list[Floats]:
    """Other faces of a die that may be its top: the locator's idea of it, and the sides below both ideas."""
    box = place.found.box
    return [place.found.corners, *side_faces(place.corners, box), *side_faces(place.found.corners, box)]
