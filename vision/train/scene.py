"""Scenes of dice on tables, rendered, with everything the networks must learn to say about them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.train.camera import Camera, draw_camera
from vision.train.light import Light, light_table
from vision.train.throw import CUBE, Body, throw
from vision.train.trace import shade, trace_die

Array = Any
Rng = np.random.Generator
MAX_PLANES = 20
TOP = np.array([[-0.5, -0.5, 0.5], [0.5, -0.5, 0.5], [0.5, 0.5, 0.5], [-0.5, 0.5, 0.5]])
NO_VALUE = 7  # blank cubes, letters, dice of other shapes
# Columns of Scene.labels.
VALUE, CORNERS, BOX, SEEN, UNREADABLE, ELEVATION, LABEL_SIZE = 0, slice(1, 9), slice(9, 13), 13, 14, 15, 16


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture, (H, W, 3) uint8 BGR, and one row of ``labels``, (N, 16) float32, for every solid in it.

    value (NO_VALUE where it is no pipped die), four corners x, y of the top face, box x0, y0, x1, y1 of the whole
    die, share of the top face that is seen, 1 when it can't be read (it leans, or a sign lies on top), elevation
    of the camera over the face in degrees; lengths in pixels.
    """

    image: Array
    labels: Array


@dataclass(frozen=True, slots=True)
class _Traced:
    """What each pixel sees, and for each body left, top, right, bottom, pixels and pixels of its top face."""

    ids: Array  # (H, W), -1 where no body is
    hits: Array  # (H, W, 3) in the body's own axes
    normals: Array  # (H, W, 3) likewise
    seen: Array  # (N, 6)


def draw_scene(
    rng: Rng,
    width: int,
    height: int,
    *,
    easy: bool = False,
    seated: bool = False,
    empty: bool = False,
    real: list[Array] | None = None,
) -> Scene:
    """Render one scene; ``easy`` is from above, unpatterned, white dice with black pips.

    ``seated`` is two to six dice as a person at the table sees them, ``empty`` none, but dominoes and other solids.
    ``real`` holds pieces of photographs of tables.
    """
    side = max(width, height)
    edge, count = draw_edge_and_count(rng, side, easy=easy, seated=seated)
    if empty:
        count = 0
    scale = 2 if edge < 90 else 1  # small dice are drawn twice as large and shrunk: smooth edges
    frame = width * scale, height * scale
    camera = draw_camera(rng, *frame, edge * scale, easy=easy, seated=seated)
    bodies = throw(rng, camera, frame, count, easy=easy)
    coarse = camera.coarser(scale)
    picture, light = light_table(rng, coarse, bodies, (width, height), edge, easy=easy, real=real or [])
    if scale > 1:
        picture = cv2.resize(picture, frame, interpolation=cv2.INTER_NEAREST)
    if bodies and not easy and rng.random() < 0.25:
        picture = _varnish(rng, camera, picture, bodies, light)
    traced = _trace(camera, bodies, frame)
    _shade(picture, camera, bodies, traced, light)
    if not easy and rng.random() < 0.2:
        picture = _focus(rng, camera, picture, edge * scale)
    labels = _labels(camera, bodies, traced, frame)
    if scale > 1:
        picture = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
        labels[:, CORNERS] /= scale
        labels[:, BOX] /= scale
    return Scene(develop(rng, picture, easy=easy), labels)


def is_field(label: Array) -> bool:
    """Whether a row of ``Scene.labels`` is one field of a domino."""
    return bool(label[VALUE] == NO_VALUE and label[UNREADABLE])


def draw_edge_and_count(rng: Rng, side: int, *, easy: bool = False, seated: bool) -> tuple[float, int]:
    """Edge of a die in pixels in the middle of a picture ``side`` pixels long, and how many dice."""
    if seated:
        return float(np.exp(rng.uniform(np.log(0.035), np.log(0.14)))) * side, int(rng.integers(2, 7))
    edge = float(np.exp(rng.uniform(np.log(11), np.log(side * (0.3 if easy else 0.62)))))
    room = max(1.0, 0.35 * (side / edge) ** 2 / 2.2)
    counts, odds = [0, 1, 2, 3, 4, 5, 6, 8, 12, 18], [0.06, 0.1, 0.13, 0.15, 0.13, 0.16, 0.12, 0.08, 0.05, 0.02]
    return edge, int(min(room, rng.choice(counts, p=odds)))


def label_bodies(camera: Camera, bodies: list[Body], frame: tuple[int, int]) -> Array:
    """Return the rows of ``Scene.labels`` for what a camera with its frame (w, h) sees."""
    return _labels(camera, bodies, _trace(camera, bodies, frame), frame)


def _trace(camera: Camera, bodies: list[Body], frame: tuple[int, int]) -> _Traced:
    width, height = frame
    depth, ids = np.full((height, width), 1e9, np.float32), np.full((height, width), -1, np.int16)
    hits, normals = np.zeros((height, width, 3), np.float32), np.zeros((height, width, 3), np.float32)
    seen = np.tile(np.array([1e9, 1e9, -1, -1, 0, 0]), (len(bodies), 1))
    for i, body in enumerate(bodies):
        reach = CUBE * body.size * (1.0 if len(body.planes) == 0 else 1.7)
        box = camera.project(reach @ body.turn.T + body.centre)
        low, high = np.floor(box.min(0)), np.ceil(box.max(0)) + 1
        if np.any(high < 0) or np.any(low > [width, height]):
            continue
        area = np.array([*np.clip(low, 0, frame), *np.clip(high, 0, frame)], np.int64)
        trace_die(
            i, area, camera.eye, camera.rays, body.turn, body.centre, body.size, body.planes.astype(np.float64),
            body.vector, depth, ids, hits, normals, seen[i],
        )  # fmt: skip
    return _Traced(ids, hits, normals, seen)


def _shade(picture: Array, camera: Camera, bodies: list[Body], traced: _Traced, light: Light) -> None:
    if not bodies:
        return
    planes = np.zeros((len(bodies), MAX_PLANES, 4))
    for i, body in enumerate(bodies):
        planes[i, : len(body.planes)] = body.planes
    shade(
        picture, camera.eye, camera.rays, traced.ids, traced.hits, traced.normals,
        np.stack([b.centre for b in bodies]), np.stack([b.turn for b in bodies]),
        np.array([b.size for b in bodies]), np.array([b.bulk for b in bodies]), np.stack([b.vector for b in bodies]),
        np.array([len(b.planes) for b in bodies]), planes, np.stack([b.masks for b in bodies]),
        light.lamp, light.sun, light.sky, light.window, light.window_size,
    )  # fmt: skip


def _varnish(rng: Rng, camera: Camera, picture: Array, bodies: list[Body], light: Light) -> Array:
    """Mirror dice and room in a polished table, the more the flatter one looks at it (Schlick's Fresnel term)."""
    height, width = picture.shape[:2]
    mirrored = camera.mirrored()
    shown = np.empty_like(picture)
    shown[:] = light.sky * rng.uniform(0.05, 0.9)
    _shade(shown, mirrored, bodies, _trace(mirrored, bodies, (width, height)), light)
    shown = cv2.GaussianBlur(shown, (0, 0), float(np.exp(rng.uniform(np.log(0.4), np.log(3.5)))))
    rays = camera.rays_over(width, height)
    steep = np.clip(-rays[..., 2] / np.linalg.norm(rays, axis=2), 0, 1)
    share = np.minimum((0.04 + 0.96 * (1 - steep) ** 5) * rng.uniform(0.6, 3.0), 0.7)[..., None]
    return np.ascontiguousarray(picture * (1 - share) + shown * share, np.float32)


def _focus(rng: Rng, camera: Camera, picture: Array, edge: float) -> Array:
    """Focus on a near or a far place of the table, so that what lies before and behind is blurred."""
    height, width = picture.shape[:2]
    rays = camera.rays_over(width, height)
    nearness = np.maximum(-rays[..., 2], 0) / (np.linalg.norm(rays, axis=2) * camera.eye[2])  # 1 / distance
    row = int(rng.uniform(0.2, 1.0) * (height - 1))
    off = np.abs(nearness / max(float(nearness[row, width // 2]), 1e-6) - 1) * rng.uniform(0.5, 3.0)
    widest = edge * rng.uniform(0.03, 0.09)
    soft, softer = (cv2.GaussianBlur(picture, (0, 0), max(0.3, widest * part)) for part in (0.5, 1.0))
    first, second = (np.clip(2 * off - k, 0, 1)[..., None] for k in (0, 1))
    return np.ascontiguousarray((picture * (1 - first) + soft * first) * (1 - second) + softer * second, np.float32)


def _labels(camera: Camera, bodies: list[Body], traced: _Traced, frame: tuple[int, int]) -> Array:
    on_top = (traced.hits[..., 2] > 0.4) & (traced.normals[..., 2] > 0.8)
    shown = np.bincount(traced.ids[on_top].astype(np.int64), minlength=len(bodies))
    rows = []
    for i, body in enumerate(bodies):
        if traced.seen[i, 4] == 0:
            continue
        corners = camera.project((TOP * body.size) @ body.turn.T + body.centre)
        points = np.concatenate([corners, corners.mean(0)[None]])
        cut = np.any((points < -0.02 * frame[0]) | (points > [1.02 * frame[0], 1.02 * frame[1]]))
        share = shown[i] / max(traced.seen[i, 5], 1) * (0.5 if cut else 1.0)
        up = body.turn[:, 2]
        ray = body.centre + up * body.size / 2 - camera.eye
        elevation = np.degrees(np.arcsin(np.clip(-(ray @ up) / np.linalg.norm(ray), -1, 1)))
        seen = traced.seen[i, :4]
        rows.append([body.value or NO_VALUE, *corners.ravel(), *seen, share, float(body.is_unreadable), elevation])
        for (
            half
        ) in body.domino_fields:  # each alone looks like a die's face: no face can be told to be none by its pips
            points = camera.project((half * body.size) @ body.turn.T + body.centre)
            rows.append([NO_VALUE, *points[4:].ravel(), *points.min(0), *points.max(0), 1.0, 1.0, elevation])
    return np.array(rows, np.float32).reshape(-1, LABEL_SIZE)


def develop(rng: Rng, picture: Array, *, easy: bool) -> Array:
    """Expose and return uint8; blur, noise and JPEG come when the networks are fitted."""
    bright = float(np.percentile(picture, 90)) + 1e-4
    wanted = rng.uniform(0.4, 0.9) if easy else 10 ** rng.uniform(-0.8, 0.12)
    picture = picture * np.float32(wanted / bright)
    high = picture > 0.8
    picture[high] = 0.8 + 0.2 * np.tanh((picture[high] - 0.8) / 0.2)
    return np.asarray(np.clip(cv2.pow(np.maximum(picture, 0), 1 / 2.2) * 255, 0, 255), np.uint8)
