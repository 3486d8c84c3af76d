"""Meshes of dice and other solids for Blender, as ``trace.py`` knows them by distance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from vision.train.looks import FACE_PIXELS

Array = Any
PAD = FACE_PIXELS // 2
TILE = FACE_PIXELS + 2 * PAD
"""Pixels of one of the six marks side by side in a texture, drawn out at its edges: solids reach beyond them."""
SHARPEST = 0.012  # edges of no radius look like paper
BENDS, FLATS = 5, 9  # rows of faces over a rounding, and over the flat of a side


@dataclass(frozen=True, slots=True)
class Mesh:
    """``points`` (N, 3) in edges of a die; ``faces`` as numbers of points, anticlockwise seen from outside."""

    points: Array
    faces: list[list[int]]
    places: Array  # (corners of all faces, 2) where the texture of marks is looked up, 0 to 1
    normals: Array | None = None  # (N, 3), None where sides are flat


def cube(rounding: float, sphere: float) -> Mesh:
    """A cube of edge 1 with edges of radius ``rounding``, trimmed to a ball of radius ``sphere``."""
    r = max(rounding, SHARPEST)
    bend = 0.5 - r * (1 - np.sin(np.linspace(0, np.pi / 2, BENDS + 1)[1:]))
    line = np.concatenate([-bend[::-1], np.linspace(r - 0.5, 0.5 - r, FLATS), bend])
    n = len(line)
    a, b = (part.ravel() for part in np.meshgrid(line, line, indexing="ij"))
    at = np.arange(n * n).reshape(n, n)
    quads = np.stack([at[:-1, :-1], at[1:, :-1], at[1:, 1:], at[:-1, 1:]], -1).reshape(-1, 4)
    points, faces, places = np.empty((6, n * n, 3)), [], []
    for face in range(6):  # +x, -x, +y, -y, +z, -z
        axis, is_far = divmod(face, 2)
        points[face, :, axis] = -0.5 if is_far else 0.5
        points[face, :, (axis + 1) % 3], points[face, :, (axis + 2) % 3] = a, b
        side = quads[:, ::-1] if is_far else quads
        faces.extend((side + face * n * n).tolist())
        places.append(_places(face, np.stack([a, b], 1))[side].reshape(-1, 2))
    square = points.reshape(-1, 3)
    core = np.clip(square, r - 0.5, 0.5 - r)
    normals = (square - core) / np.linalg.norm(square - core, axis=1, keepdims=True)
    solid = core + r * normals
    far = np.linalg.norm(solid, axis=1, keepdims=True)
    solid = np.where(far > sphere, solid * sphere / far, solid)
    return Mesh(solid, faces, np.concatenate(places), np.where(far > sphere, solid / sphere, normals))


def convex(planes: Array) -> Mesh:
    """The solid inside ``planes``, (M, 4) of normals and distances; marks lie as the tracer looks them up."""
    normals, reach = planes[:, :3].astype(float), planes[:, 3].astype(float)
    points = _corners(normals, reach)
    faces, places = [], []
    for number, (normal, far) in enumerate(zip(normals, reach, strict=True)):
        on = np.flatnonzero(np.abs(points @ normal - far) < 2e-4)
        if len(on) < 3:
            continue
        out = points[on] - points[on].mean(0)
        x = out[0] / np.linalg.norm(out[0])
        ring = on[np.argsort(np.arctan2(out @ np.cross(normal, x), out @ x))]
        faces.append(ring.tolist())
        places.append(_places(number % 6, 1.3 * _on_plane(normal, points[ring])))
    return Mesh(points, faces, np.concatenate(places))


def _corners(normals: Array, reach: Array) -> Array:
    found: list[Array] = []
    for i in range(len(normals)):
        for j in range(i):
            for k in range(j):
                three = [i, j, k]
                if abs(np.linalg.det(normals[three])) < 1e-4:
                    continue
                p = np.linalg.solve(normals[three], reach[three])
                if (normals @ p <= reach + 1e-4).all() and not any(np.abs(p - q).max() < 1e-4 for q in found):
                    found.append(p)
    return np.array(found)


def _on_plane(normal: Array, points: Array) -> Array:
    """Coordinates, (N, 2), on a plane."""
    x, y, z = points.T
    flat = float(np.hypot(normal[0], normal[1]))
    if flat < 0.05:
        return np.stack([x, y], 1)
    u = (normal[0] * y - normal[1] * x) / flat
    v = (z * flat * flat - normal[2] * (normal[0] * x + normal[1] * y)) / flat
    return np.stack([u, v], 1)


def _places(face: int, where: Array) -> Array:
    """Texture coordinates, (N, 2), of points, -1 to 1, of a face whose marks reach from -0.5 to 0.5."""
    u, v = (np.clip(where, -0.98, 0.98) * FACE_PIXELS + TILE / 2).T / TILE
    return np.stack([(face + u) / 6, v], 1)
