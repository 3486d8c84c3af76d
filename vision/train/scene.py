"""Scenes of dice on tables, rendered, with everything the networks must learn to say about them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.train.grounds import SIDE, colour, draw_ground, noise
from vision.train.looks import FACE_PIXELS, Look, draw_look, linear, place_faces, solid_planes
from vision.train.trace import LOOK_SIZE, ground_light, shade, trace_die

Array = Any
Rng = np.random.Generator
MAX_PLANES = 20
TOP = np.array([[-0.5, -0.5, 0.5], [0.5, -0.5, 0.5], [0.5, 0.5, 0.5], [-0.5, 0.5, 0.5]])
LINEAR = np.power(np.arange(256, dtype=np.float32) / 255, 2.2)
CUBE = np.array([[a, b, c] for a in (-0.5, 0.5) for b in (-0.5, 0.5) for c in (-0.5, 0.5)])
NO_VALUE = 7  # blank cubes, letters, dice of other shapes
# Columns of Scene.labels.
VALUE, CORNERS, BOX, SEEN, COCKED, ELEVATION, LABEL_SIZE = 0, slice(1, 9), slice(9, 13), 13, 14, 15, 16


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture, (H, W, 3) uint8 BGR, and one row of ``labels``, (N, 16) float32, for every solid in it.

    value (NO_VALUE where it is no pipped die), four corners x, y of the top face, box x0, y0, x1, y1 of the whole die, share of the top face that is
    seen, 1 when the die leans, elevation of the camera over the face in degrees; lengths in pixels.
    """

    image: Array
    labels: Array


@dataclass(frozen=True, slots=True)
class _Camera:
    eye: Array  # (3,)
    rays: Array  # (3, 3) pixel (x, y, 1) -> direction in the world
    shot: Array  # (3, 3) direction -> pixel, up to scale

    def coarser(self, scale: int) -> _Camera:
        """The same view with pixels ``scale`` times as large."""
        grid = np.diag([float(scale), scale, 1])
        return _Camera(self.eye, self.rays @ grid, np.linalg.inv(grid) @ self.shot)

    def project(self, points: Array) -> Array:
        flat = (points - self.eye) @ self.shot.T
        return flat[..., :2] / np.maximum(flat[..., 2:], 1e-6)


@dataclass(slots=True)
class _Body:
    centre: Array
    turn: Array
    size: float
    planes: Array
    masks: Array
    vector: Array
    value: int  # 0 where there is nothing to count
    is_cocked: bool = False


def draw_scene(rng: Rng, width: int, height: int, *, easy: bool = False, real: list[Array] | None = None) -> Scene:
    """Render one scene; ``easy`` is from above, unpatterned, white dice with black pips."""
    side = max(width, height)
    edge, count = _edge_and_count(rng, side, easy)
    scale = 2 if edge < 90 else 1
    camera = _draw_camera(rng, width * scale, height * scale, edge * scale, easy)
    bodies = _throw(rng, camera, width * scale, height * scale, edge * scale, count, easy)
    ground = _light_ground(rng, camera.coarser(scale), bodies, width, height, edge, easy, real or [])
    image, labels = _render(camera, bodies, width * scale, height * scale, *ground)
    if scale > 1:
        image = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
        labels[:, CORNERS] /= scale
        labels[:, BOX] /= scale
    return Scene(_finish(rng, image, easy), labels)


def _edge_and_count(rng: Rng, side: int, easy: bool) -> tuple[float, int]:
    edge = float(np.exp(rng.uniform(np.log(11), np.log(side * (0.3 if easy else 0.62)))))
    room = max(1.0, 0.35 * (side / edge) ** 2 / 2.2)
    count = int(
        min(
            room,
            rng.choice(
                [0, 1, 2, 3, 4, 5, 6, 8, 12, 18], p=[0.06, 0.1, 0.13, 0.15, 0.13, 0.16, 0.12, 0.08, 0.05, 0.02]
            ),
        )
    )
    return edge, count


def _draw_camera(rng: Rng, width: int, height: int, edge: float, easy: bool) -> _Camera:
    """Look down at 12 to 90 degrees, with an edge of about ``edge`` pixels at the middle of the picture."""
    side = max(width, height)
    while True:
        elevation = np.radians(
            rng.uniform(60, 90)
            if easy
            else rng.choice([rng.uniform(14, 38), rng.uniform(38, 64), rng.uniform(64, 90)])
        )
        focal = side * rng.uniform(0.75, 1.7) * (1.0 if edge < 0.25 * side else 1.6)
        shift = rng.uniform(-0.5, 0.5, 2) * side * (0.2 if rng.random() < 0.5 else 1.0)  # a crop of a larger photo
        pitch = elevation - np.arctan(-shift[1] / focal)
        forward = np.array([0, np.cos(pitch), -np.sin(pitch)])
        right = np.array([1.0, 0, 0])
        roll = rng.normal(0, 0.1) if np.degrees(elevation) < 65 else rng.uniform(-np.pi, np.pi)
        down = np.cross(forward, right)
        right, down = np.cos(roll) * right + np.sin(roll) * down, np.cos(roll) * down - np.sin(roll) * right
        rays = np.stack([right, down, forward * focal], 1)
        rays[:, 2] -= right * (width / 2 + shift[0]) + down * (height / 2 + shift[1])
        middle = rays @ [width / 2, height / 2, 1]
        tall = -middle[2] / edge
        if middle[2] < 0 and tall > 1.6:
            shot = np.linalg.inv(rays)
            return _Camera(np.array([0, 0, tall]), rays, shot)


def _spin(angle: float) -> Array:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def _throw(rng: Rng, camera: _Camera, width: int, height: int, edge: float, count: int, easy: bool) -> list[_Body]:
    """Lay dice, and other things that are no pipped dice, where the camera sees them."""
    looks = [draw_look(rng, plain=easy)]
    if not easy:
        looks += [draw_look(rng) for _ in range(rng.choice([0, 1, 2], p=[0.6, 0.25, 0.15]))]
    others = 0 if easy or rng.random() < 0.7 else int(rng.integers(1, 6))
    signs = [draw_look(rng, pipped=False) for _ in range(2)] if others else []
    bodies: list[_Body] = []
    for number in range(count + others):
        body = _one_body(rng, looks if number < count else signs, counted=number < count, easy=easy)
        for _ in range(12):
            spot = _spot(rng, camera, width, height, bodies, body, easy)
            if spot is not None:
                body.centre[:2] = spot
                bodies.append(body)
                break
    if bodies and not easy and rng.random() < 0.03:
        bodies.append(_stacked(rng, bodies[0], looks))
    return bodies


def _one_body(rng: Rng, looks: list[Look], *, counted: bool, easy: bool) -> _Body:
    look = looks[rng.integers(len(looks))]
    masks, vector, value = place_faces(rng, look)
    turn, size, planes = (
        _spin(rng.uniform(0, 2 * np.pi)),
        1.0 if easy else rng.choice([1.0, rng.uniform(0.8, 1.25)], p=[0.8, 0.2]),
        np.zeros((0, 4), np.float32),
    )
    if not counted and rng.random() < 0.55:
        planes, size = solid_planes(rng), rng.uniform(0.9, 1.4)
        return _Body(np.array([0, 0, planes[0, 3] * size]), turn, size, planes, masks, vector, 0)
    body = _Body(np.array([0, 0, size / 2]), turn, size, planes, masks, vector, value if counted else 0)
    if counted and not easy and rng.random() < 0.025:
        lean = rng.uniform(0.25, 0.785)
        body.turn = turn @ np.array([[1, 0, 0], [0, np.cos(lean), -np.sin(lean)], [0, np.sin(lean), np.cos(lean)]])
        body.centre[2] = -(CUBE @ body.turn.T)[:, 2].min() * size
        body.is_cocked = True
    return body


def _spot(
    rng: Rng, camera: _Camera, width: int, height: int, bodies: list[_Body], body: _Body, easy: bool
) -> Array | None:
    """A free place on the table, touching another die now and then; None where there is none."""
    if bodies and not easy and rng.random() < 0.25:
        other = bodies[rng.integers(len(bodies))]
        side = other.turn @ _spin(rng.integers(4) * np.pi / 2) @ np.array([1.0, 0, 0])
        gap = (other.size + body.size) / 2 + rng.uniform(0.0, 0.05)
        if not body.is_cocked and not other.is_cocked and len(body.planes) == 0:
            body.turn = other.turn @ _spin(rng.normal(0, 0.03))
            along = np.array([-side[1], side[0], 0]) * rng.uniform(-0.5, 0.5)
            spot = (other.centre + side * gap + along)[:2]
            if _is_free(spot, body, [b for b in bodies if b is not other]):
                return spot
    margin = rng.uniform(0.0, 0.2)
    pixel = np.array([rng.uniform(margin, 1 - margin) * width, rng.uniform(margin, 1 - margin) * height, 1])
    ray = camera.rays @ pixel
    if ray[2] > -1e-3:
        return None
    spot = camera.eye[:2] + ray[:2] * (0.5 - camera.eye[2]) / ray[2]
    far = np.hypot(np.hypot(*(spot - camera.eye[:2])), camera.eye[2])
    middle = camera.rays @ [width / 2, height / 2, 1]
    usual = np.linalg.norm(middle) * camera.eye[2] / -middle[2]
    if far > 2.2 * usual or far < 0.4 * usual or not _is_free(spot, body, bodies):
        return None
    return spot


def _is_free(spot: Array, body: _Body, bodies: list[_Body]) -> bool:
    for other in bodies:
        apart = np.hypot(*(other.centre[:2] - spot))
        reach = (other.size + body.size) / 2
        if apart < reach * 1.42 and (apart < reach * 1.02 or not _are_split(spot, body, other)):
            return False
    return True


def _are_split(spot: Array, body: _Body, other: _Body) -> bool:
    """Whether a side of either square parts the two (both seen from above)."""
    for axes in (body.turn, other.turn):
        for k in (0, 1):
            axis = axes[:2, k]
            reach = sum(b.size / 2 * (abs(axis @ b.turn[:2, 0]) + abs(axis @ b.turn[:2, 1])) for b in (body, other))
            if abs(axis @ (other.centre[:2] - spot)) > reach:
                return True
    return False


def _stacked(rng: Rng, under: _Body, looks: list[Look]) -> _Body:
    top = _one_body(rng, looks, counted=True, easy=True)
    top.centre = under.centre + [rng.uniform(-0.2, 0.2), rng.uniform(-0.2, 0.2), (under.size + top.size) / 2]
    return top


def _render(
    camera: _Camera, bodies: list[_Body], width: int, height: int, ground: Array, lamp: tuple[Any, ...]
) -> tuple[Array, Array]:
    n = len(bodies)
    depth, ids = np.full((height, width), 1e9, np.float32), np.full((height, width), -1, np.int16)
    hits, normals = np.zeros((height, width, 3), np.float32), np.zeros((height, width, 3), np.float32)
    seen = np.tile(np.array([1e9, 1e9, -1, -1, 0, 0]), (n, 1))
    for i, body in enumerate(bodies):
        reach = CUBE * body.size * (1.0 if len(body.planes) == 0 else 1.7)
        box = camera.project(reach @ body.turn.T + body.centre)
        low, high = np.floor(box.min(0)), np.ceil(box.max(0)) + 1
        if np.any(high < 0) or np.any(low > [width, height]):
            continue
        area = np.array([*np.clip(low, 0, [width, height]), *np.clip(high, 0, [width, height])], np.int64)
        trace_die(
            i,
            area,
            camera.eye,
            camera.rays,
            body.turn,
            body.centre,
            body.size,
            body.planes.astype(np.float64),
            body.vector,
            depth,
            ids,
            hits,
            normals,
            seen[i],
        )
    picture = ground
    if ground.shape[0] != height:
        picture = cv2.resize(ground, (width, height), interpolation=cv2.INTER_NEAREST)
    if n:
        planes = np.zeros((n, MAX_PLANES, 4))
        for i, body in enumerate(bodies):
            planes[i, : len(body.planes)] = body.planes
        shade(
            picture, camera.eye, camera.rays, ids, hits, normals, np.stack([b.centre for b in bodies]),
            np.stack([b.turn for b in bodies]), np.array([b.size for b in bodies]), np.stack([b.vector for b in bodies]),
            np.array([len(b.planes) for b in bodies]), planes, np.stack([b.masks for b in bodies]), *lamp,
        )  # fmt: skip
    return picture, _labels(camera, bodies, ids, hits, normals, seen, width, height)


def _light_ground(
    rng: Rng,
    camera: _Camera,
    bodies: list[_Body],
    width: int,
    height: int,
    edge: float,
    easy: bool,
    real: list[Array],
) -> tuple[Array, tuple[Any, ...]]:
    unit = float(np.clip(edge * rng.uniform(0.5, 1.0), 12, 150))
    texture = draw_ground(rng, unit=unit, plain=easy, clutter=0.4, real=real)
    spin = np.diag([1.0, -1.0]) @ _spin(rng.uniform(0, 2 * np.pi))[:2, :2] * unit
    # picture pixel -> point on the table -> pixel of the texture
    table = camera.rays.copy()
    table[:2] = -camera.eye[2] * camera.rays[:2] + np.outer(camera.eye[:2], camera.rays[2])
    middle = table @ [width / 2, height / 2, 1]
    move = np.eye(3)
    move[:2, :2] = spin
    move[:2, 2] = SIDE / 2 - spin @ (middle[:2] / middle[2])
    view = cv2.warpPerspective(
        texture,
        move @ table,
        (width, height),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REFLECT,
    )
    picture = cv2.LUT(view, LINEAR)
    azimuth, height_of_lamp = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(25, 88))
    light = np.array(
        [np.cos(azimuth) * np.cos(height_of_lamp), np.sin(azimuth) * np.cos(height_of_lamp), np.sin(height_of_lamp)]
    )
    spread = rng.uniform(0.02, 0.25)
    lamps = light + rng.normal(0, spread, (8, 3))
    skies = rng.normal(0, 1, (10, 3))
    skies[:, 2] = np.abs(skies[:, 2]) + 0.2
    lamps /= np.linalg.norm(lamps, axis=1, keepdims=True)
    skies /= np.linalg.norm(skies, axis=1, keepdims=True)
    mirror = np.array([rng.normal(0, 0.4), rng.uniform(-0.2, 1.0), rng.uniform(0.2, 1)])
    mirror /= np.linalg.norm(mirror)
    gloss = 0.0 if easy or rng.random() < 0.65 else rng.uniform(0.1, 1.2)
    step = 2 if edge < 40 else 4
    rough = np.zeros((-(-height // step), -(-width // step), 3), np.float32)
    shape = np.array([height, width])
    centres = np.stack([b.centre for b in bodies]) if bodies else np.zeros((0, 3))
    turns = np.stack([b.turn for b in bodies]) if bodies else np.zeros((0, 3, 3))
    sizes = np.array([b.size * (1.0 if len(b.planes) == 0 else 0.85) for b in bodies])
    ground_light(step, shape, camera.eye, camera.rays, centres, turns, sizes, lamps, skies, mirror, gloss, rough)
    rough = cv2.resize(rough, (width, height), interpolation=cv2.INTER_LINEAR)
    ratio = rng.uniform(0.45, 0.8) if easy else rng.uniform(0.15, 0.85)
    tint = np.clip(rng.normal(1, 0.13, 3), 0.5, 1.4) * [rng.uniform(0.55, 1.1), 1, 1.05]
    sun, sky = tint * (1 - ratio), np.clip(rng.normal(1, 0.07, 3), 0.7, 1.3) * ratio
    falloff = _falloff(rng, width, height, easy)[..., None]
    picture *= falloff * (sun * light[2] * rough[..., :1] + sky * (0.35 + 0.65 * rough[..., 1:2]))
    picture += rough[..., 2:] * (sky + sun)
    above = (
        camera.rays[2, 0] * np.arange(width)[None]
        + camera.rays[2, 1] * np.arange(height)[:, None]
        + camera.rays[2, 2]
    )
    edge_of_table = -np.sin(np.radians(rng.uniform(1, 9))) * np.linalg.norm(camera.rays @ [width / 2, height / 2, 1])
    if np.any(above > edge_of_table):
        room = mix_room(rng, width, height) * rng.uniform(0.2, 1.0)
        picture = np.where((above > edge_of_table)[..., None], room, picture)
    window_size = np.cos(np.radians(rng.uniform(6, 22)))
    window = np.array([rng.normal(0, 0.6), rng.normal(0.4, 0.6), rng.uniform(0.2, 1.2)])
    window /= np.linalg.norm(window)
    level = float(np.median(falloff))
    return np.ascontiguousarray(picture, np.float32), (light, sun * level, sky * level, window, window_size)


def _falloff(rng: Rng, width: int, height: int, easy: bool) -> Array:
    x, y = np.meshgrid(np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32))
    slope, angle = rng.uniform(0, 0.15 if easy else 0.5), rng.uniform(0, 2 * np.pi)
    shade_of_room = 1 + slope * (np.cos(angle) * x + np.sin(angle) * y)
    if not easy and rng.random() < 0.2:  # the shadow of a hand, a head or a glass
        edge = np.cos(angle) * x + np.sin(angle) * y + rng.uniform(-0.7, 0.7) + (noise(rng, 64, 20)[0, 0] - 0.5)
        shade_of_room *= 1 - rng.uniform(0.2, 0.65) / (1 + np.exp(-np.clip(edge * rng.uniform(4, 40), -20, 20)))
    return np.asarray(np.maximum(shade_of_room, 0.08), np.float32)


def mix_room(rng: Rng, width: int, height: int) -> Array:
    """What is seen beyond the table: blurred patches."""
    small = np.stack([colour(rng) for _ in range(24)]).reshape(4, 6, 3) / 255
    return cv2.resize(np.power(small, 2.2).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC).clip(
        0, 1
    )


def _labels(
    camera: _Camera,
    bodies: list[_Body],
    ids: Array,
    hits: Array,
    normals: Array,
    seen: Array,
    width: int,
    height: int,
) -> Array:
    on_top = (hits[..., 2] > 0.4) & (normals[..., 2] > 0.8)
    shown = np.bincount(ids[on_top].astype(np.int64), minlength=len(bodies)) if len(bodies) else np.zeros(0)
    rows = []
    for i, body in enumerate(bodies):
        if seen[i, 4] == 0:
            continue
        corners = camera.project((TOP * body.size) @ body.turn.T + body.centre)
        outside = np.concatenate([corners, corners.mean(0)[None]])
        cut = np.mean((outside < -0.02 * width) | (outside > [1.02 * width, 1.02 * height]))
        share = shown[i] / max(seen[i, 5], 1) * (1.0 if cut == 0 else 0.5)
        up = body.turn[:, 2]
        ray = body.centre + up * body.size / 2 - camera.eye
        elevation = np.degrees(np.arcsin(np.clip(-(ray @ up) / np.linalg.norm(ray), -1, 1)))
        rows.append([body.value or NO_VALUE, *corners.ravel(), *seen[i, :4], share, float(body.is_cocked), elevation])
    return np.array(rows, np.float32).reshape(-1, LABEL_SIZE)


def _finish(rng: Rng, picture: Array, easy: bool) -> Array:
    """Expose, develop and return uint8; blur, noise and JPEG come when the networks are fitted."""
    bright = float(np.percentile(picture, 90)) + 1e-4
    wanted = rng.uniform(0.4, 0.9) if easy else 10 ** rng.uniform(-0.8, 0.12)
    picture = picture * (wanted / bright)
    bright_parts = picture > 0.8
    picture[bright_parts] = 0.8 + 0.2 * np.tanh((picture[bright_parts] - 0.8) / 0.2)
    return np.asarray(np.clip(cv2.pow(np.maximum(picture, 0).astype(np.float32), 1 / 2.2) * 255, 0, 255), np.uint8)


__all__ = ["FACE_PIXELS", "LOOK_SIZE", "Scene", "draw_scene", "linear"]
