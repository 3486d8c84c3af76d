"""All dice of a photograph lie on one table: a top face seen far more, or far less, from the side is none.

Close from above, the narrow side of a die looks like the top of one seen from the side; beside the other dice it does
not.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from vision.doubt import Judged, existence, usual_size
from vision.face import read_faces
from vision.pips import count_pips
from vision.sides import side_faces

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
FEWEST = 3
"""So many dice show how the table lies."""
FOCALS = (np.inf, 1.6, 1.2, 0.9, 0.7)
"""Focal lengths of cameras, in longer sides of the picture, and none at all first: near and far are as large."""
LOWEST, FURTHEST, AGREE = 12.0, 0.2, 1.05
ASKEW = 22.0
"""Degrees by which a top face may differ from the usual one of its photograph; perspective needs most of it."""


def elevation(corners: Floats) -> float:
    """Degrees by which the camera stands above a square seen as ``corners``, (4, 2): 90 is right over it."""
    one = corners[1] - corners[0] + corners[2] - corners[3]
    other = corners[3] - corners[0] + corners[2] - corners[1]
    long, short = np.linalg.svd(np.stack([one, other], 1), compute_uv=False)
    return float(np.degrees(np.arcsin(np.clip(short / max(float(long), 1e-6), 0, 1))))


def nearness(places: list[Judged], longest: int) -> Floats:
    """How much larger the table is seen at each place than at the middle of the dice, (N,).

    A camera that looks from the side sees the near dice larger than the far ones, evenly down the picture, whose longer
    side is ``longest`` pixels. How steeply follows from the tops' foreshortening and from the angle of view; the latter
    is taken from what cameras have so that most dice are of one size.
    """
    chances = [existence(p) for p in places]
    likely = [i for i, chance in enumerate(chances) if chance > 0.5]
    if len(likely) < 2:
        return np.ones(len(places), np.float32)
    down = np.array([p.found.centre[1] for p in places])
    down = (down - np.median(down[likely])) / longest
    low = np.radians(np.clip(np.median([elevation(places[i].corners) for i in likely]), LOWEST, 90))
    sizes = np.log([p.found.size for p in places])
    best, most = np.ones(len(places)), -1.0
    for focal in FOCALS:
        near = np.maximum(FURTHEST, 1 + down / np.tan(low) / focal)
        agreeing = usual_size((sizes - np.log(near)).astype(np.float32), chances)[1]
        if agreeing > most * AGREE:
            best, most = near, agreeing
    return best.astype(np.float32)


def lay_on_table(image: Pixels, places: list[Judged]) -> list[Judged]:
    """Mark what lies askew among the dice, and read it anew where another of its faces lies like the others' tops."""
    tops = {i: elevation(p.corners) for i, p in enumerate(places) if existence(p) > 0.5}
    if len(tops) < FEWEST:
        return places
    usual = float(np.median(list(tops.values())))
    off = {i: abs(top - usual) for i, top in tops.items()}
    askew = [i for i in tops if off[i] > ASKEW]
    faces = [[face for face in _faces(places[i]) if abs(elevation(face) - usual) < off[i] / 2] for i in askew]
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
