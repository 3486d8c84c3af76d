"""What is seen beyond the table, and what stands on it behind the dice: glasses, bottles, tins, boxes."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from vision.train.camera import Camera
from vision.train.grounds import colour, draw_ground
from vision.train.throw import Body

Array = Any
Rng = np.random.Generator
TALLEST = 12.0  # edges of a die


def with_room(rng: Rng, camera: Camera, picture: Array) -> Array:
    """Beyond the table's far edge, show blurred patches, or patterns as of furniture and walls."""
    height, width = picture.shape[:2]
    slope = camera.rays[2, 0] * np.arange(width)[None] + camera.rays[2, 1] * np.arange(height)[:, None]
    above = slope + camera.rays[2, 2]
    edge = -np.sin(np.radians(rng.uniform(1, 9))) * np.linalg.norm(camera.rays @ [width / 2, height / 2, 1])
    if not np.any(above > edge):
        return picture
    if rng.random() < 0.5:
        unit = float(np.exp(rng.uniform(np.log(12), np.log(150))))
        wall = draw_ground(rng, unit=unit, plain=False, clutter=0.6, real=[])
        wall = cv2.GaussianBlur(wall, (0, 0), float(np.exp(rng.uniform(np.log(0.5), np.log(12)))))
        room = np.power(cv2.resize(wall, (width, height), interpolation=cv2.INTER_AREA) / np.float32(255), 2.2)
    else:
        small = np.power(np.stack([colour(rng) for _ in range(24)]).reshape(4, 6, 3) / 255, 2.2)
        room = cv2.resize(small.astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC).clip(0, 1)
    return np.where((above > edge)[..., None], room * rng.uniform(0.2, 1.0), picture)


def with_things(rng: Rng, camera: Camera, picture: Array, bodies: list[Body], light: Array) -> Array:
    """Stand up to three round or square things on the table, not where dice lie; dice are drawn over them."""
    height, width = picture.shape[:2]
    picture = np.ascontiguousarray(picture, np.float32)
    for _ in range(rng.integers(1, 4)):
        ray = camera.rays @ [rng.uniform(0, width), rng.uniform(0, 0.7 * height), 1]
        if ray[2] > -1e-3:
            continue
        spot, reach = (camera.eye - ray * camera.eye[2] / ray[2])[:2], rng.uniform(0.7, 2.6)
        tall = min(rng.uniform(1.0, TALLEST), 0.6 * camera.eye[2])
        if all(np.hypot(*(body.centre[:2] - spot)) > reach + body.size for body in bodies):
            _stand(rng, camera, picture, spot, reach, tall, light)
    return picture


def _stand(rng: Rng, camera: Camera, picture: Array, spot: Array, reach: float, tall: float, light: Array) -> None:
    corners = int(rng.choice([4, 40]))
    angles = rng.uniform(0, 2 * np.pi) + np.arange(corners) * 2 * np.pi / corners
    ring = np.stack([np.cos(angles), np.sin(angles)], 1) * reach

    def outline(low: float, high: float) -> Array:
        rings = [np.column_stack([ring + spot, np.full(corners, z)]) for z in (low, high)]
        return cv2.convexHull(np.clip(camera.project(np.concatenate(rings)), -4000, 4000).astype(np.int32))

    shape, inks = outline(0, tall), [colour(rng).tolist() for _ in range(3)]
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(mask, [shape], 255, cv2.LINE_AA)
    x0, _, wide, _ = cv2.boundingRect(shape)
    across = np.clip((np.arange(picture.shape[1]) - x0) / max(wide, 1), 0, 1)
    paint = np.empty(picture.shape, np.uint8)
    paint[:] = np.array(inks[0])
    if rng.random() < 0.6:  # a label
        low, high = np.sort(rng.uniform(0.1, 0.9, 2)) * tall
        cv2.fillPoly(paint, [outline(low, high)], inks[1], cv2.LINE_AA)
        at = camera.project(np.array([*spot, (low + high) / 2]))
        cv2.putText(
            paint, "".join(chr(c) for c in rng.integers(48, 91, 5)), (int(at[0]) - wide // 3, int(at[1])),
            int(rng.integers(0, 5)), max(0.3, wide / 110), inks[2], max(1, wide // 40), cv2.LINE_AA,
        )  # fmt: skip
    body = np.power(paint / np.float32(255), 2.2) * light
    body *= (0.35 + 0.65 * np.sin(np.pi * (0.1 + 0.8 * across)))[None, :, None]
    streak = np.exp(-(((across - rng.uniform(0.15, 0.85)) / rng.uniform(0.02, 0.08)) ** 2)) * rng.choice([0, 0.8])
    cover = mask[..., None] / np.float32(255) * (rng.uniform(0.15, 0.6) if rng.random() < 0.35 else 1.0)
    picture *= 1 - cover
    picture += cover * body + (mask[..., None] / np.float32(255)) * streak[None, :, None] * light
