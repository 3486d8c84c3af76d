"""Solids for Blender: the same bodies and marks as the quick tracer's, so that one label fits both pictures."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("numba", reason="scenes are drawn for training only: pip install -e '.[vision,train]'")

from vision.train.looks import BOX_NORMALS, FACE_PIXELS, domino_tile, solid_planes
from vision.train.meshes import TILE, Mesh, convex, cube
from vision.train.trace import distance


def outward(mesh: Mesh) -> bool:
    for face in mesh.faces:
        a, b, c = mesh.points[face[:3]]
        if np.cross(b - a, c - b) @ mesh.points[face].mean(0) <= 0:
            return False
    return True


@pytest.mark.parametrize(("rounding", "sphere"), [(0.02, 2.0), (0.1, 2.0), (0.2, 0.7)])
def test_a_cube_is_the_one_that_the_tracer_sees(rounding: float, sphere: float) -> None:
    mesh = cube(rounding, sphere)
    off = [distance(point, np.zeros((0, 4)), rounding, sphere) for point in mesh.points]
    assert np.abs(off).max() < 0.01
    assert mesh.normals is not None
    assert np.allclose(np.linalg.norm(mesh.normals, axis=1), 1)
    assert ((mesh.normals * mesh.points).sum(1) > 0).all()
    assert outward(mesh)


def test_the_marks_of_a_side_lie_in_the_middle_of_their_tile() -> None:
    mesh = cube(0.1, 2.0)
    corners = np.concatenate([np.asarray(face) for face in mesh.faces])
    top = mesh.points[corners][:, 2] > 0.499
    u, v = mesh.places[top].T
    half = 0.4 * FACE_PIXELS / TILE  # the flat of the side
    assert np.allclose([u.min() * 6, u.max() * 6], [4.5 - half, 4.5 + half], atol=0.02)
    assert np.allclose([v.min(), v.max()], [0.5 - half, 0.5 + half], atol=0.02)


@pytest.mark.parametrize("seed", range(12))
def test_a_solid_lies_inside_its_planes_and_touches_each(seed: int) -> None:
    planes = solid_planes(np.random.default_rng(seed))
    mesh = convex(planes)
    off = mesh.points @ planes[:, :3].T - planes[:, 3]
    assert off.max() < 1e-3
    assert len(mesh.faces) == len(planes)
    assert outward(mesh)
    assert ((mesh.places >= 0) & (mesh.places <= 1)).all()


def test_a_domino_shows_its_fields_on_top() -> None:
    planes, _ = domino_tile(np.random.default_rng(1))
    mesh = convex(planes)
    assert len(mesh.faces) == len(BOX_NORMALS)
    assert np.allclose(mesh.points[mesh.faces[0]][:, 2], planes[0, 3])
