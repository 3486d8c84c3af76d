"""Lays dice, and things that are no pipped dice, on a table: apart, touching, leaning or stacked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from vision.train.camera import Camera, spin
from vision.train.looks import BOX_NORMALS, Look, domino_tile, draw_look, place_faces, solid_planes
from vision.train.trace import BODY, CLEAR, DENSITY

Array = Any
Rng = np.random.Generator
CUBE = np.array([[a, b, c] for a in (-0.5, 0.5) for b in (-0.5, 0.5) for c in (-0.5, 0.5)])


@dataclass(slots=True)
class Body:
    """A solid on the table."""

    centre: Array  # (3,)
    turn: Array  # (3, 3) own axes -> world
    size: float
    planes: Array  # (M, 4); none for a cube
    masks: Array  # (6, 64, 64) marks of its faces
    vector: Array  # see trace
    value: int  # 0 where there is nothing to count
    is_unreadable: bool = False  # leans, or a sign lies on top: a die, but for a person to read

    @property
    def bulk(self) -> float:
        """Edge of a cube that throws about the same shadow."""
        return self.size * (1.8 * float(self.planes[:, 3].min()) if len(self.planes) else 1.0)

    @property
    def transmittance(self) -> Array:
        """Share of the light, (3,) BGR, that it lets through."""
        clear = 0.0 if len(self.planes) else self.vector[CLEAR]
        return np.asarray(clear * self.vector[BODY : BODY + 3] ** self.vector[DENSITY])

    @property
    def domino_fields(self) -> list[Array]:
        """Of a domino the corners, (8, 3) in its own axes, of its two fields, the top ones last; else nothing."""
        if len(self.planes) != len(BOX_NORMALS) or not np.array_equal(self.planes[:, :3], BOX_NORMALS):
            return []
        high, _, wide, _, long, _ = self.planes[:, 3]
        square = np.array([[-wide, 0], [wide, 0], [wide, long], [-wide, long]])
        return [
            np.concatenate([np.column_stack([square * [1, way], np.full(4, z)]) for z in (-high, high)])
            for way in (1, -1)
        ]


def throw(rng: Rng, camera: Camera, frame: tuple[int, int], count: int, *, easy: bool) -> list[Body]:
    """Lay ``count`` dice where the camera with its ``frame`` (w, h) sees them, and sometimes other solids.

    Where there are no dice, there are always others.
    """
    looks = [draw_look(rng, plain=easy)]
    if not easy:
        looks += [draw_look(rng) for _ in range(rng.choice([0, 1, 2], p=[0.6, 0.25, 0.15]))]
    others = 0 if easy or (count and rng.random() < 0.62) else int(rng.integers(1, 9))
    signs = [draw_look(rng, pipped=False) for _ in range(2)] if others else []
    bodies: list[Body] = []
    for number in range(count + others):
        body = _body(rng, looks if number < count else signs, counted=number < count, easy=easy)
        for _ in range(12):
            spot = _spot(rng, camera, frame, bodies, body, easy=easy)
            if spot is not None:
                body.centre[:2] = spot
                bodies.append(body)
                break
    if bodies and count and not easy and rng.random() < 0.03:
        bodies.append(_stacked(rng, bodies[0], looks))
    return bodies


def _body(rng: Rng, looks: list[Look], *, counted: bool, easy: bool) -> Body:
    look = looks[rng.integers(len(looks))]
    masks, vector, value = place_faces(rng, look)
    turn, size = spin(rng.uniform(0, 2 * np.pi)), 1.0
    if not easy:
        size = float(rng.choice([1.0, rng.uniform(0.8, 1.25)], p=[0.8, 0.2]))
    planes, height = np.zeros((0, 4), np.float32), 0.5
    if not counted and rng.random() < 0.2:
        (planes, masks), size = domino_tile(rng), rng.uniform(2.0, 4.4)
    elif not counted and rng.random() < 0.55:
        planes, size = solid_planes(rng), rng.uniform(0.9, 1.4)
    if len(planes):
        height = planes[0, 3]
    body = Body(np.array([0, 0, height * size]), turn, size, planes, masks, vector, value if counted else 0)
    body.is_unreadable = counted and value == look.signed
    if counted and not easy and rng.random() < 0.025:
        _lean(rng, body)
    return body


def _lean(rng: Rng, body: Body) -> None:
    lean = rng.uniform(0.25, 0.785)
    tilt = np.array([[1, 0, 0], [0, np.cos(lean), -np.sin(lean)], [0, np.sin(lean), np.cos(lean)]])
    body.turn = body.turn @ tilt
    body.centre[2] = -(CUBE @ body.turn.T)[:, 2].min() * body.size
    body.is_unreadable = True


def _spot(
    rng: Rng, camera: Camera, frame: tuple[int, int], bodies: list[Body], body: Body, *, easy: bool
) -> Array | None:
    """A free place on the table, touching another die now and then; None where there is none."""
    if bodies and not easy and rng.random() < 0.25:
        spot = _beside(rng, bodies, body)
        if spot is not None:
            return spot
    margin = rng.uniform(0.0, 0.2)
    pixel = np.array([rng.uniform(margin, 1 - margin) * side for side in frame] + [1])
    ray = camera.rays @ pixel
    if ray[2] > -1e-3:
        return None
    spot = camera.eye[:2] + ray[:2] * (0.5 - camera.eye[2]) / ray[2]
    far = np.hypot(np.hypot(*(spot - camera.eye[:2])), camera.eye[2])
    middle = camera.rays @ [frame[0] / 2, frame[1] / 2, 1]
    usual = np.linalg.norm(middle) * camera.eye[2] / -middle[2]
    if far > 2.2 * usual or far < 0.4 * usual or not _is_free(spot, body, bodies):
        return None
    return spot


def _beside(rng: Rng, bodies: list[Body], body: Body) -> Array | None:
    other = bodies[rng.integers(len(bodies))]
    side = other.turn @ spin(int(rng.integers(4)) * np.pi / 2) @ np.array([1.0, 0, 0])
    gap = (other.size + body.size) / 2 + rng.uniform(0.0, 0.05)
    if min(body.turn[2, 2], other.turn[2, 2]) < 0.99 or len(body.planes):  # one of them leans
        return None
    body.turn = other.turn @ spin(rng.normal(0, 0.03))
    along = np.array([-side[1], side[0], 0]) * rng.uniform(-0.5, 0.5)
    spot = (other.centre + side * gap + along)[:2]
    return spot if _is_free(spot, body, [b for b in bodies if b is not other]) else None


def _is_free(spot: Array, body: Body, bodies: list[Body]) -> bool:
    for other in bodies:
        apart = np.hypot(*(other.centre[:2] - spot))
        reach = (other.size + body.size) / 2
        if apart < reach * 1.42 and (apart < reach * 1.02 or not _are_split(spot, body, other)):
            return False
    return True


def _are_split(spot: Array, body: Body, other: Body) -> bool:
    """Whether a side of either square parts the two (both seen from above)."""
    for axes in (body.turn, other.turn):
        for k in (0, 1):
            axis = axes[:2, k]
            reach = sum(b.size / 2 * (abs(axis @ b.turn[:2, 0]) + abs(axis @ b.turn[:2, 1])) for b in (body, other))
            if abs(axis @ (other.centre[:2] - spot)) > reach:
                return True
    return False


def _stacked(rng: Rng, under: Body, looks: list[Look]) -> Body:
    top = _body(rng, looks, counted=True, easy=True)
    aside = [rng.uniform(-0.2, 0.2), rng.uniform(-0.2, 0.2), (under.size + top.size) / 2]
    top.centre = under.centre + np.array(aside)
    return top
