"""Spoils rendered pictures as rooms and cameras do: shadows, glare, blur, noise, colour casts, sharpening, JPEG."""

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
    luck = rng.random(7) / strength
    if luck[5] < 0.22:
        image = _shadow(rng, image)
    if luck[6] < 0.12:
        image = _glare(rng, image)
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


def _axes(image: Array) -> tuple[Array, Array]:
    h, w = image.shape[:2]
    return np.linspace(-1, 1, w, dtype=np.float32)[None], np.linspace(-1, 1, h, dtype=np.float32)[:, None]


def _shadow(rng: Rng, image: Array) -> Array:
    """A straight edge of shadow, or a band of it, across dice and table alike: half of a face may lie in it."""
    (x, y), angle = _axes(image), rng.uniform(0, 2 * np.pi)
    along, steep = np.float32(np.cos(angle)) * x + np.float32(np.sin(angle)) * y, 10 ** rng.uniform(0.4, 1.8)
    along = along - rng.uniform(-0.7, 0.7)
    if rng.random() < 0.4:
        along = rng.uniform(0.1, 0.5) - np.abs(along)
    dark = rng.uniform(0.2, 0.75) / (1 + np.exp(-np.clip(along * np.float32(steep), -20, 20)))
    return cv2.multiply(image, cv2.merge([1 - dark.astype(np.float32)] * 3), dtype=cv2.CV_8U)


def _glare(rng: Rng, image: Array) -> Array:
    """A pale spot or streak, as of a lamp that a shiny face or table throws back."""
    (x, y), angle, at = _axes(image), rng.uniform(0, np.pi), rng.uniform(-0.8, 0.8, 2)
    c, s = np.float32(np.cos(angle)), np.float32(np.sin(angle))
    dx, dy = x - np.float32(at[0]), y - np.float32(at[1])
    long, wide = np.exp(rng.uniform(np.log(0.06), np.log(0.6))), np.exp(rng.uniform(np.log(0.04), np.log(0.25)))
    spot = np.exp(-(((c * dx + s * dy) / np.float32(long)) ** 2) - ((c * dy - s * dx) / np.float32(wide)) ** 2)
    light = np.float32(rng.uniform(40, 260)) * spot
    return cv2.add(image, cv2.merge([light] * 3), dtype=cv2.CV_8U)


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
