"""Lamps, sky, glare and shadows on the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.train.camera import Camera, spin
from vision.train.grounds import SIDE, draw_ground, noise
from vision.train.room import with_room, with_things
from vision.train.throw import Body
from vision.train.trace import BODY, ground_light

Array = Any
Rng = np.random.Generator
LINEAR = np.power(np.arange(256, dtype=np.float32) / 255, 2.2)


@dataclass(frozen=True, slots=True)
class Light:
    """What shines on the dice; colours are linear BGR, (3,), directions unit vectors, (3,)."""

    lamp: Array
    sun: Array
    sky: Array
    window: Array
    window_size: float


def light_table(
    rng: Rng,
    camera: Camera,
    bodies: list[Body],
    frame: tuple[int, int],
    edge: float,
    *,
    easy: bool,
    real: list[Array],
) -> tuple[Array, Light]:
    """Return the lit table with the dice's shadows, (H, W, 3) float32 linear BGR, and its light."""
    width, height = frame
    unit, cloth = draw_cloth(rng, bodies, edge, easy=easy, real=real)
    picture = _table(rng, camera, frame, unit, cloth)
    lamp = draw_lamp(rng, 25)
    shares = _shares(rng, camera, bodies, frame, edge, lamp, easy=easy)
    ratio = rng.uniform(0.45, 0.8) if easy else rng.uniform(0.15, 0.85)
    tint = np.clip(rng.normal(1, 0.13, 3), 0.5, 1.4) * [rng.uniform(0.55, 1.1), 1, 1.05]
    sun, sky = tint * (1 - ratio), np.clip(rng.normal(1, 0.07, 3), 0.7, 1.3) * ratio
    falloff = _falloff(rng, width, height, easy=easy)[..., None]
    picture = picture * falloff * (sun * lamp[2] * shares[..., :3] + sky * (0.35 + 0.65 * shares[..., 3:4]))
    picture = with_room(rng, camera, picture + shares[..., 4:] * (sky + sun))
    if not easy and rng.random() < 0.2:
        picture = with_things(rng, camera, picture, bodies, sky + 0.5 * sun)
    window_size = np.cos(np.radians(rng.uniform(6, 22)))
    window = np.array([rng.normal(0, 0.6), rng.normal(0.4, 0.6), rng.uniform(0.2, 1.2)])
    window /= np.linalg.norm(window)
    level = float(np.median(falloff))
    light = Light(lamp, sun * level, sky * level, window, window_size)
    return np.ascontiguousarray(picture, np.float32), light


def draw_cloth(
    rng: Rng, bodies: list[Body], edge: float, *, easy: bool = False, real: list[Array]
) -> tuple[float, Array]:
    """How many of its pixels are an edge of a die, and the pattern of the table, see ``draw_ground``."""
    unit = float(np.clip(edge * rng.uniform(0.5, 1.0), 12, 150))
    like = 255 * bodies[0].vector[BODY : BODY + 3] ** (1 / 2.2) if bodies else None
    return unit, draw_ground(rng, unit=unit, plain=easy, clutter=0.4, real=real, like=like)


def _table(rng: Rng, camera: Camera, frame: tuple[int, int], unit: float, cloth: Array) -> Array:
    turn = np.diag([1.0, -1.0]) @ spin(rng.uniform(0, 2 * np.pi))[:2, :2] * unit
    table = camera.onto_table()
    middle = table @ [frame[0] / 2, frame[1] / 2, 1]
    move = np.eye(3)
    move[:2, :2] = turn
    move[:2, 2] = SIDE / 2 - turn @ (middle[:2] / middle[2])
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    view = cv2.warpPerspective(cloth, move @ table, frame, flags=how, borderMode=cv2.BORDER_REFLECT)
    return cv2.LUT(view, LINEAR)


def draw_lamp(rng: Rng, lowest: float) -> Array:
    """The way to a lamp, (3,), at least ``lowest`` degrees above the table."""
    azimuth, elevation = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(lowest, 88))
    flat = np.cos(elevation)
    return np.array([np.cos(azimuth) * flat, np.sin(azimuth) * flat, np.sin(elevation)])


def _shares(
    rng: Rng, camera: Camera, bodies: list[Body], frame: tuple[int, int], edge: float, lamp: Array, *, easy: bool
) -> Array:
    """Share of the lamp (BGR) and of the sky that each pixel of the table sees, and glare, (H, W, 5) float32."""
    width, height = frame
    lamps = lamp + rng.normal(0, rng.uniform(0.02, 0.25), (8, 3))
    skies = rng.normal(0, 1, (10, 3))
    skies[:, 2] = np.abs(skies[:, 2]) + 0.2
    lamps /= np.linalg.norm(lamps, axis=1, keepdims=True)
    skies /= np.linalg.norm(skies, axis=1, keepdims=True)
    mirror = np.array([rng.normal(0, 0.4), rng.uniform(-0.2, 1.0), rng.uniform(0.2, 1)])
    mirror /= np.linalg.norm(mirror)
    gloss = 0.0 if easy or rng.random() < 0.65 else rng.uniform(0.1, 1.2)
    step = 2 if edge < 40 else 4
    rough = np.zeros((-(-height // step), -(-width // step), 5), np.float32)
    centres = np.stack([b.centre for b in bodies]) if bodies else np.zeros((0, 3))
    turns = np.stack([b.turn for b in bodies]) if bodies else np.zeros((0, 3, 3))
    sizes = np.array([b.bulk for b in bodies])
    clear = np.stack([b.transmittance for b in bodies]) if bodies else np.zeros((0, 3))
    ground_light(step, camera.eye, camera.rays, centres, turns, sizes, clear, lamps, skies, mirror, gloss, rough)
    return cv2.resize(rough, frame, interpolation=cv2.INTER_LINEAR)


def _falloff(rng: Rng, width: int, height: int, *, easy: bool) -> Array:
    x, y = np.meshgrid(np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32))
    slope, angle = rng.uniform(0, 0.15 if easy else 0.5), rng.uniform(0, 2 * np.pi)
    level = 1 + slope * (np.cos(angle) * x + np.sin(angle) * y)
    if not easy and rng.random() < 0.2:  # the shadow of a hand, a head or a glass
        edge = np.cos(angle) * x + np.sin(angle) * y + rng.uniform(-0.7, 0.7) + (noise(rng, 64, 20)[0, 0] - 0.5)
        level *= 1 - rng.uniform(0.2, 0.65) / (1 + np.exp(-np.clip(edge * rng.uniform(4, 40), -20, 20)))
    return np.asarray(np.maximum(level, 0.08), np.float32)
