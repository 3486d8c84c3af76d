"""Where the camera stands and which pixel sees what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

Array = Any
Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole camera over the table z = 0; one unit is a die's edge."""

    eye: Array  # (3,)
    rays: Array  # (3, 3) pixel (x, y, 1) -> direction in the world
    shot: Array  # (3, 3) direction -> pixel, up to scale

    def project(self, points: Array) -> Array:
        """Points of the world (..., 3) -> pixels (..., 2)."""
        flat = (points - self.eye) @ self.shot.T
        return flat[..., :2] / np.maximum(flat[..., 2:], 1e-6)

    def coarser(self, scale: int) -> Camera:
        """The same view with pixels ``scale`` times as large."""
        grid = np.diag([float(scale), scale, 1])
        return Camera(self.eye, self.rays @ grid, np.linalg.inv(grid) @ self.shot)

    def mirrored(self) -> Camera:
        """The camera below the table that sees what the table mirrors."""
        flip = np.array([1.0, 1, -1])
        return Camera(self.eye * flip, self.rays * flip[:, None], self.shot * flip)

    def rays_over(self, width: int, height: int) -> Array:
        """Directions of all pixels of a picture, (height, width, 3), not of unit length."""
        y, x = np.mgrid[:height, :width].astype(np.float32)
        return np.stack([x + 0.5, y + 0.5, np.ones_like(x)], 2) @ self.rays.T.astype(np.float32)

    def onto_table(self) -> Array:
        """The homography, (3, 3), from pixels to points x, y of the table."""
        table = self.rays.copy()
        table[:2] = -self.eye[2] * self.rays[:2] + np.outer(self.eye[:2], self.rays[2])
        return table


def spin(angle: float) -> Array:
    """Rotation round the vertical, (3, 3)."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def draw_camera(rng: Rng, width: int, height: int, edge: float, *, easy: bool, seated: bool = False) -> Camera:
    """Look down at 14 to 90 degrees, with an edge of about ``edge`` pixels at the middle of the picture.

    The lowest third of the angles is as common as the others; ``easy`` is 60 to 90 degrees, ``seated`` is 20 to 45,
    as a person at the table holds a phone upright.
    """
    side = max(width, height)
    while True:
        angles = [(60, 90)] if easy else [(20, 45)] if seated else [(14, 38), (38, 64), (64, 90)]
        elevation = np.radians(rng.choice([rng.uniform(*span) for span in angles]))
        focal = side * rng.uniform(0.75, 1.2 if seated else 1.7) * (1.0 if edge < 0.25 * side else 1.6)
        is_crop = not seated and rng.random() < 0.5  # of a larger photo
        shift = rng.uniform(-0.5, 0.5, 2) * side * (1.0 if is_crop else 0.2)
        pitch = elevation - np.arctan(-shift[1] / focal)
        roll = rng.normal(0, 0.1) if np.degrees(elevation) < 65 else rng.uniform(-np.pi, np.pi)
        rays = _rays(pitch, roll, focal, np.array([width / 2, height / 2]) + shift)
        middle = rays @ [width / 2, height / 2, 1]
        tall = -middle[2] / edge
        if middle[2] < 0 and tall > 1.6:
            return Camera(np.array([0, 0, tall]), rays, np.linalg.inv(rays))


def _rays(pitch: float, roll: float, focal: float, principal: Array) -> Array:
    forward = np.array([0, np.cos(pitch), -np.sin(pitch)])
    right = np.array([1.0, 0, 0])
    down = np.cross(forward, right)
    right, down = np.cos(roll) * right + np.sin(roll) * down, np.cos(roll) * down - np.sin(roll) * right
    rays = np.stack([right, down, forward * focal], 1)
    rays[:, 2] -= right * principal[0] + down * principal[1]
    return rays
