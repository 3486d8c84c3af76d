"""What a die looks like: shape, colours, material and the marks on its six faces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.train.trace import LOOK_SIZE, PIPS

Array = Any
Rng = np.random.Generator
FACE_PIXELS = 64
PATTERNS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 1), (1, -1), (1, 1), (-1, 0), (1, 0)),
}


@dataclass(frozen=True, slots=True)
class Look:
    """One set of dice. ``vector`` is what the tracer reads; ``masks`` are the marks of values 1 to 6."""

    vector: Array  # (LOOK_SIZE,) float32
    masks: Array  # (6, FACE_PIXELS, FACE_PIXELS) float32, 1 where ink or pip is
    is_pipped: bool
    pip_colours: Array  # (6, 3) linear BGR by value
    signed: int = 0  # the value whose face shows a sign and no pips, 0 for none


def linear(colour: Array) -> Array:
    return np.asarray(colour, np.float32) ** 2.2


def draw_look(rng: Rng, *, plain: bool = False, pipped: bool = True) -> Look:
    """Draw a set of dice: white with black pips when ``plain``, letters and signs when not ``pipped``."""
    body, pips = _colours(rng, plain)
    vector = np.zeros(LOOK_SIZE, np.float32)
    vector[0] = rng.choice(
        [rng.uniform(0.0, 0.05), rng.uniform(0.05, 0.14), rng.uniform(0.12, 0.24)], p=[0.3, 0.5, 0.2]
    )
    vector[1] = rng.uniform(0.66, 0.78) if rng.random() < 0.35 else 2.0
    vector[2:5] = linear(body)
    vector[5] = rng.choice([0.1, rng.uniform(0.4, 1.2), rng.uniform(1.2, 2.2)], p=[0.3, 0.4, 0.3])
    vector[6] = 10 ** rng.uniform(0.8, 2.2)
    kind = "solid" if plain else rng.choice(["solid", "clear", "marble", "wood"], p=[0.62, 0.17, 0.14, 0.07])
    if kind == "clear":
        vector[7], vector[5] = rng.uniform(0.4, 0.95), rng.uniform(1.0, 2.2)
        vector[9] = rng.uniform(0.4, 2.0)
    if kind == "marble":
        vector[8], vector[9] = rng.uniform(0.3, 1.0), rng.uniform(3, 16)
        vector[10:13] = linear(np.clip(np.array(body) + rng.normal(0, 0.25, 3), 0.02, 1))
    if kind == "wood":
        body = np.array([rng.uniform(0.25, 0.6), rng.uniform(0.45, 0.75), rng.uniform(0.6, 0.9)])
        vector[2:5], vector[14], vector[9] = linear(body), rng.uniform(0.2, 0.8), rng.uniform(2, 6)
        vector[10:13], vector[5] = linear(body * rng.uniform(0.6, 0.9)), 0.1
        pips = np.full(3, rng.uniform(0.0, 0.15))
    vector[13] = rng.choice([0.0, rng.uniform(0.3, 1.2)])
    colours = np.tile(linear(pips), (6, 1))
    if not plain:
        colours = _odd_pips(rng, colours, body)
    if pipped:
        masks, signed = _pip_masks(rng, plain), 0
        if not plain and rng.random() < 0.09:
            signed = int(rng.choice([1, 2, 6, 6]))
            masks[signed - 1] = _sign_masks(rng)[0]
        return Look(vector, masks, True, colours, signed)
    return Look(vector, _sign_masks(rng), False, colours)


def place_faces(rng: Rng, look: Look) -> tuple[Array, Array, int]:
    """Return masks and colours in the tracer's order (+x, -x, +y, -y, +z, -z) and the value on +z.

    Opposite faces add to 7; both ways of numbering round a corner occur.
    """
    pairs = [(a, 7 - a) if rng.random() < 0.5 else (7 - a, a) for a in rng.permutation([1, 2, 3])]
    values = [value for pair in pairs for value in pair]
    masks = np.stack([np.rot90(look.masks[v - 1], int(rng.integers(4))) for v in values])
    vector = look.vector.copy()
    vector[PIPS:] = look.pip_colours[[v - 1 for v in values]].ravel()
    return np.ascontiguousarray(masks, np.float32), vector, int(values[4])


def _colours(rng: Rng, plain: bool) -> tuple[Array, Array]:
    if plain or rng.random() < 0.36:
        warm = rng.uniform(0.0, 0.22)
        body = np.array([1 - warm, 1 - warm * 0.4, 1.0]) * rng.uniform(0.72, 0.97)
        dark = rng.uniform(0.0, 0.12, 3)
        if not plain and rng.random() < 0.25:
            dark = _vivid(rng) * rng.uniform(0.3, 0.8)
        return body, dark
    if rng.random() < 0.2:
        return np.full(3, rng.uniform(0.02, 0.2)) + rng.uniform(0, 0.04, 3), np.full(3, rng.uniform(0.8, 1.0))
    body = _vivid(rng) * rng.uniform(0.35, 1.0)
    light = np.clip(np.full(3, rng.uniform(0.82, 1.0)) - rng.uniform(0, 0.15, 3), 0, 1)
    dark = np.full(3, rng.uniform(0.0, 0.15))
    pale = float(body @ [0.11, 0.59, 0.3])
    pips = dark if rng.random() < np.clip((pale - 0.3) * 2.5, 0.02, 0.95) else light
    if rng.random() < 0.15:
        for _ in range(20):
            pips = _vivid(rng) * rng.uniform(0.3, 1.0)
            if np.abs(pips - body).max() > 0.45:
                break
    return body, pips


def _vivid(rng: Rng) -> Array:
    hue = rng.choice([rng.uniform(0, 180), rng.normal(0, 5) % 180, rng.normal(112, 7)], p=[0.6, 0.25, 0.15])
    hsv = np.array([[[hue, rng.uniform(110, 255), 255]]], np.uint8)
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0] / np.float32(255)


def _odd_pips(rng: Rng, colours: Array, body: Array) -> Array:
    luck = rng.random()
    if luck < 0.12 and body.mean() > 0.4:
        colours[0] = linear([0.05, 0.05, rng.uniform(0.6, 0.9)])
        if rng.random() < 0.4:
            colours[3] = colours[0]
    elif luck < 0.16:
        colours[:] = [linear(_vivid(rng) * (1.0 if body.mean() < 0.5 else 0.55)) for _ in range(6)]
    return colours


def _pip_masks(rng: Rng, plain: bool) -> Array:
    radius = rng.uniform(0.055, 0.13)
    spread = max(rng.uniform(0.19, 0.33), 1.15 * radius)
    ace = min(radius * (rng.uniform(1.3, 2.6) if rng.random() < 0.35 else 1.0), 0.25)
    kinds, odds = ["disc", "ring", "square", "diamond", "star"], [0.9, 0.03, 0.03, 0.02, 0.02]
    shape = "disc" if plain else str(rng.choice(kinds, p=odds))
    # The six is a figure of its own on many dice: its rows closer than the four's, its outer pips at the rounding.
    across, along = spread, spread
    if rng.random() < 0.65:
        across, along = rng.uniform(0.12, 0.27), rng.uniform(0.22, 0.35)
    across, along = max(across, 1.15 * radius), max(min(along, 0.46 - radius), 2.1 * radius)
    straight = rng.random() < 0.03  # twos and threes along a side, not across
    masks = np.zeros((6, FACE_PIXELS, FACE_PIXELS), np.float32)
    frame = not plain and rng.random() < 0.04
    for value, mask in enumerate(masks, 1):
        big = np.zeros((4 * FACE_PIXELS,) * 2, np.uint8)
        for a, b in PATTERNS[value]:
            x, y = (a * along, b * across) if value == 6 else (a * spread, b * spread)
            if straight and value in (2, 3):
                y = 0.0
            _draw_pip(big, shape, (x + 0.5) * 256, (y + 0.5) * 256, (ace if value == 1 else radius) * 256)
        if frame:
            cv2.rectangle(big, (18, 18), (238, 238), 255, 6)
        mask[:] = cv2.resize(big, (FACE_PIXELS, FACE_PIXELS), interpolation=cv2.INTER_AREA) / 255.0
    return masks


def _draw_pip(big: Array, shape: str, x: float, y: float, r: float) -> None:
    centre = (round(x), round(y))
    if shape in ("disc", "ring"):
        cv2.circle(big, centre, round(r), 255, -1 if shape == "disc" else max(4, round(r * 0.45)))
        return
    count, inner = {"square": (4, 1.0), "diamond": (4, 1.0), "star": (10, 0.5)}[shape]
    angles = np.arange(count) * 2 * np.pi / count + (np.pi / 4 if shape == "square" else 0)
    reach = r * 1.2 * np.where(np.arange(count) % 2, inner, 1.0)
    points = np.stack([x + reach * np.cos(angles), y + reach * np.sin(angles)], 1)
    cv2.fillPoly(big, [points.astype(np.int32)], 255)


SIGNS = "0123456789ABCDEFGHKMNPRSTXYZ?!#&%$*+="


def _sign_masks(rng: Rng) -> Array:
    """Numerals, letters, rune-like strokes, ornaments or nothing: what must not be counted."""
    masks = np.zeros((6, FACE_PIXELS, FACE_PIXELS), np.float32)
    kind = rng.choice(["signs", "runes", "ornament", "blank", "frame"], p=[0.42, 0.18, 0.2, 0.12, 0.08])
    framed = rng.random() < 0.3
    for mask in masks:
        big = np.zeros((256, 256), np.uint8)
        if kind == "ornament":
            _ornament(rng, big)
        if kind == "signs":
            text, scale = str(rng.choice(list(SIGNS))), rng.uniform(2.5, 5)
            thick = int(rng.integers(8, 24))
            (w, h), _ = cv2.getTextSize(text, int(rng.integers(0, 5)), scale, thick)
            cv2.putText(big, text, (128 - w // 2, 128 + h // 2), int(rng.integers(0, 5)), scale, 255, thick)
        if kind == "runes":
            for _ in range(rng.integers(2, 7)):
                a, b = rng.integers(40, 216, (2, 2)).tolist()
                cv2.line(big, a, b, 255, int(rng.integers(6, 18)))
        if framed or kind == "frame":
            cv2.rectangle(big, (24, 24), (232, 232), 255, int(rng.integers(5, 16)))
        mask[:] = cv2.resize(big, (FACE_PIXELS, FACE_PIXELS), interpolation=cv2.INTER_AREA) / 255.0
    return masks


def _ornament(rng: Rng, big: Array) -> None:
    """A face full of carved lines round a sign, as on fantasy dice."""
    thick, most = int(rng.integers(4, 10)), int(rng.integers(10, 28))
    for _ in range(most):
        x, y = rng.integers(30, 226, 2).tolist()
        reach = int(rng.integers(8, 40))
        if rng.random() < 0.5:
            cv2.ellipse(
                big, (x, y), (reach, reach // 2 + 2), rng.uniform(0, 180), 0, rng.uniform(90, 360), 255, thick
            )
        else:
            cv2.line(big, (x, y), (x + int(rng.integers(-50, 50)), y + int(rng.integers(-50, 50))), 255, thick)
    cv2.circle(big, (128, 128), int(rng.integers(30, 60)), 0, -1)
    cv2.putText(big, str(rng.choice(list(SIGNS))), (100, 160), 0, 2.6, 255, int(rng.integers(8, 20)))
    cv2.rectangle(big, (22, 22), (234, 234), 255, thick)


def solid_planes(rng: Rng) -> Array:
    """Planes (M, 4) of a d4, d8, d10, d12 or d20 that lies on one of its faces."""
    kind = rng.choice([4, 8, 10, 12, 20], p=[0.15, 0.25, 0.3, 0.1, 0.2])
    golden = (1 + 5**0.5) / 2
    if kind == 4:
        normals = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]], float)
    elif kind == 8:
        normals = np.array([[a, b, c] for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)], float)
    elif kind == 10:
        angles, slope = np.arange(10) * np.pi / 5, rng.uniform(0.7, 0.95)
        normals = np.stack([np.cos(angles), np.sin(angles), slope * (-1.0) ** np.arange(10)], 1)
    elif kind == 12:
        normals = np.array([np.roll([0, a, b * golden], k) for a in (-1, 1) for b in (-1, 1) for k in range(3)])
    else:
        corners = [np.roll([0, a / golden, b * golden], k) for a in (-1, 1) for b in (-1, 1) for k in range(3)]
        normals = np.array(corners + [[a, b, c] for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)], float)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    down = normals[rng.integers(len(normals))]
    normals = normals @ turn_onto(down)
    reach = {4: 0.28, 8: 0.42, 10: 0.46, 12: 0.52, 20: 0.52}[int(kind)] * rng.uniform(0.85, 1.2)
    return np.concatenate([normals, np.full((len(normals), 1), reach)], 1).astype(np.float32)


BOX_NORMALS = np.array([[0, 0, 1], [0, 0, -1], [1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]], np.float32)


def domino_tile(rng: Rng) -> tuple[Array, Array]:
    """Planes (6, 4) of a domino that lies flat, its top first, and the marks of these planes."""
    long, wide, thick = 0.37, 0.185, rng.uniform(0.045, 0.11)
    planes = np.concatenate([BOX_NORMALS, np.array([thick, thick, wide, wide, long, long], np.float32)[:, None]], 1)
    big, scale = np.zeros((256, 256), np.uint8), 1.3 * 256  # as the tracer looks up a level plane
    radius, spread = rng.uniform(0.023, 0.036), rng.uniform(0.09, 0.115)
    for half in (-1, 1):
        for a, b in PATTERNS.get(int(rng.integers(0, 7)), ()):
            at = (round(128 + a * spread * scale), round(128 + (half * long / 2 + b * spread) * scale))
            cv2.circle(big, at, round(radius * scale), 255, -1)
    if rng.random() < 0.9:
        cv2.line(big, (75, 128), (181, 128), 255, int(rng.integers(2, 7)))
    masks = np.zeros((6, FACE_PIXELS, FACE_PIXELS), np.float32)
    masks[0] = cv2.resize(big, (FACE_PIXELS, FACE_PIXELS), interpolation=cv2.INTER_AREA) / 255.0
    return planes, masks


def turn_onto(down: Array) -> Array:
    """A rotation that takes ``down`` to -z when multiplied from the right."""
    z = -down
    helper = np.array([1.0, 0, 0]) if abs(z[0]) < 0.9 else np.array([0, 1.0, 0])
    x = np.cross(helper, z)
    x /= np.linalg.norm(x)
    return np.stack([x, np.cross(z, x), z], 1)
