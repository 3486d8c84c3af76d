"""Spoils rendered pictures as cameras do: blur, noise, colour casts, sharpening, JPEG."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

Array = Any
Rng = np.random.Generator
GRAIN = np.random.default_rng(3).standard_normal((1024, 1024, 3), np.float32)


def spoil(rng: Rng, image: Array, *, strength: float = 1.0) -> Array:
    """Return a spoiled copy of ``image``, (H, W, 3) uint8 BGR."""
    image = _tone(rng, image)
    luck = rng.random(6) / strength
    if luck[0] < 0.4:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.4, 1.5))
    elif luck[0] < 0.52:
        image = _shake(rng, image)
    if luck[1] < 0.15:
        f = rng.uniform(0.45, 0.9)
        h, w = image.shape[:2]
        small = cv2.resize(image, (max(8, int(w * f)), max(8, int(h * f))), interpolation=cv2.INTER_AREA)
        image = cv2.resize(small, (w, h), interpolation=cv2.INTER_LINEAR)
    if luck[2] < 0.5:
        image = _grain(rng, image)
    if luck[3] < 0.2:
        soft = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.8, 2))
        amount = rng.uniform(0.3, 1.2)
        image = cv2.addWeighted(image, 1 + amount, soft, -amount, 0)
    if luck[4] < 0.35:
        packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 92))])[1]
        image = cv2.imdecode(packed, cv2.IMREAD_COLOR)
    return image


def _tone(rng: Rng, image: Array) -> Array:
    steps = np.arange(256, dtype=np.float32) / 255
    gamma, gain = np.exp(rng.normal(0, 0.22)), np.exp(rng.normal(0, 0.18))
    curves = [
        np.clip((steps**gamma) * gain * np.exp(rng.normal(0, 0.07)) + rng.normal(0, 0.03), 0, 1) for _ in range(3)
    ]
    table = (np.stack(curves, 1) * 255).astype(np.uint8)[None]
    image = cv2.LUT(image, table)
    luck = rng.random()
    if luck < 0.25:
        grey = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        keep = rng.uniform(0, 1) if luck < 0.22 else 0.0
        image = cv2.addWeighted(image, keep, grey, 1 - keep, 0)
    elif luck < 0.4:
        hsv = cv2.cvtColor(image, cv2.COLOR_BGR2HSV)
        shift = np.uint8(rng.integers(0, 180))
        hsv[..., 0] = (hsv[..., 0].astype(np.int16) + shift) % 180
        image = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)
    return image


def _shake(rng: Rng, image: Array) -> Array:
    length, angle = rng.uniform(2, 6), rng.uniform(0, np.pi)
    kernel = np.zeros((9, 9), np.float32)
    reach = np.array([np.cos(angle), np.sin(angle)]) * length / 2 * 8
    a, b = (4 * 8 - reach).astype(int).tolist(), (4 * 8 + reach).astype(int).tolist()
    cv2.line(kernel, a, b, 1.0, 1, cv2.LINE_AA, 3)
    return cv2.filter2D(image, -1, kernel / max(kernel.sum(), 1e-3))


def _grain(rng: Rng, image: Array) -> Array:
    h, w = image.shape[:2]
    y, x = rng.integers(0, 1024 - h), rng.integers(0, 1024 - w)
    level = rng.exponential(5.0)
    grain = GRAIN[y : y + h, x : x + w] * np.float32(level)
    if rng.random() < 0.5:
        grain = cv2.blur(grain, (2, 2)) * 1.7
    return cv2.add(image, grain, dtype=cv2.CV_8U)
