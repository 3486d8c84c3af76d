"""What dice lie on and beside: patterned textures with coins, cards, dominoes, keys, text and spots drawn in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np

from vision.train.looks import PATTERNS

Array = Any
Rng = np.random.Generator
SIDE = 512
GRAIN = np.random.default_rng(7).standard_normal((SIDE * 2, SIDE * 2), np.float32)


def draw_ground(
    rng: Rng, *, unit: float, plain: bool, clutter: float, real: list[Array], like: Array | None = None
) -> Array:
    """Return a texture, (SIDE, SIDE, 3) uint8 BGR, on which a die's edge is ``unit`` pixels long.

    ``real`` holds pieces of photographs (of tables, without dice) to use now and then, ``like`` is the colour of the
    dice, (3,) BGR, which some tables nearly have.
    """
    if plain:
        return _speckled(rng, _plain(rng, unit))
    if like is not None and rng.random() < 0.12:
        base = like * rng.uniform(0.75, 1.2) + rng.normal(0, 10, 3)
        ground = mix(noise(rng, SIDE, rng.uniform(20, 400)), base, base + rng.normal(0, 6, 3))
    elif real and rng.random() < 0.15:
        piece = real[rng.integers(len(real))]
        ground = cv2.resize(piece, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)
        ground = np.rot90(ground, int(rng.integers(4))).copy()
    else:
        weights = np.array([4, 3, 3, 2, 1.5, 1.5, 1, 1, 1.3, 1.2, 1.6, 1.2, 1.3, 1.0], float)
        ground = GROUNDS[rng.choice(len(GROUNDS), p=weights / weights.sum())](rng, unit)
        if like is not None and rng.random() < 0.3:
            ground = _dyed(ground, like * rng.uniform(0.75, 1.15))
    ground = _speckled(rng, ground)
    if rng.random() < clutter:
        for _ in range(rng.integers(1, 7)):
            CLUTTER[rng.integers(len(CLUTTER))](rng, ground, unit)
    return ground


def _dyed(ground: Array, like: Array) -> Array:
    """The same pattern in another colour, (3,) BGR: most of it, its median, becomes that."""
    usual = np.maximum(np.median(ground.reshape(-1, 3), axis=0), 8.0)
    return np.asarray(np.clip(ground * (like / usual), 0, 255), np.uint8)


def colour(rng: Rng) -> Array:
    """A colour as things in rooms have it: mostly dull, some dark, some vivid."""
    hsv = np.array([[[rng.integers(180), 255 * rng.beta(1.2, 2.2), 255 * rng.beta(1.6, 1.2)]]], np.uint8)
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)


def noise(rng: Rng, side: int, cell: float, stretch: float = 1.0) -> Array:
    """Smooth noise in 0..1, (side, side) float32, with blobs of about ``cell`` pixels."""
    total = np.zeros((side, side), np.float32)
    for octave in range(3):
        size = max(1.5, cell / 2**octave)
        w, h = min(side, int(side / (size * stretch)) + 2), min(side, int(side / size) + 2)
        small = rng.random((h, w), np.float32)
        total += cv2.resize(small, (side, side), interpolation=cv2.INTER_CUBIC) / 2**octave
    return np.clip((total - 0.45) / 0.85, 0, 1)


def mix(mask: Array, a: Array, b: Array) -> Array:
    mask = np.asarray(mask, np.float32)
    planes = [mask * np.float32(b[k] - a[k]) + np.float32(a[k]) for k in range(3)]
    return cv2.convertScaleAbs(cv2.merge(planes))


def _speckled(rng: Rng, ground: Array) -> Array:
    x, y = rng.integers(0, SIDE, 2)
    grain: Array = GRAIN[y : y + SIDE, x : x + SIDE] * np.float32(rng.choice([1, 4, 12], p=[0.5, 0.35, 0.15]))
    if rng.random() < 0.4:
        grain = cv2.blur(grain, (3, 3)) * 2
    return cv2.add(ground, cv2.merge([grain] * 3), dtype=cv2.CV_8U)


def _plain(rng: Rng, unit: float) -> Array:
    base = colour(rng)
    return mix(noise(rng, SIDE, 300), base, np.clip(base + rng.normal(0, 8, 3), 0, 255))


def _carpet(rng: Rng, unit: float) -> Array:
    base = colour(rng)
    cell = rng.uniform(0.08, 0.6) * unit
    return mix(noise(rng, SIDE, cell), base * rng.uniform(0.3, 0.9), np.clip(base * 1.3, 0, 255))


def _wood(rng: Rng, unit: float) -> Array:
    base = np.array([rng.uniform(20, 140), rng.uniform(60, 180), rng.uniform(90, 230)]) * rng.uniform(0.4, 1.1)
    grain = noise(rng, SIDE, rng.uniform(0.1, 0.7) * unit, rng.uniform(8, 30))
    rings = 0.5 + 0.5 * np.sin(noise(rng, SIDE, 3 * unit, 6) * rng.uniform(10, 50))
    ground = mix(
        np.clip(0.6 * grain + 0.4 * rings, 0, 1), np.clip(base, 0, 255), np.clip(base * rng.uniform(0.5, 0.9), 0, 255)
    )
    if rng.random() < 0.5:
        for y in range(int(rng.integers(20, 90)), SIDE, int(unit * rng.uniform(3, 9)) + 8):
            cv2.line(ground, (0, y), (SIDE, y), (base * 0.3).tolist(), max(1, int(unit * 0.06)))
    return ground


def _weave(rng: Rng, unit: float) -> Array:
    x, y = np.meshgrid(np.arange(SIDE), np.arange(SIDE))
    period = unit * rng.uniform(0.08, 0.4)
    cloth = np.sin(2 * np.pi * x / period) * np.sin(2 * np.pi * y / period / rng.choice([1, 2]))
    cloth = 0.5 + 0.5 * cloth * rng.uniform(0.3, 1) + 0.3 * (noise(rng, SIDE, unit * 0.3) - 0.5)
    return mix(np.clip(cloth, 0, 1), colour(rng), colour(rng))


def _checks(rng: Rng, unit: float) -> Array:
    x, y = np.meshgrid(np.arange(SIDE), np.arange(SIDE))
    period, duty = unit * rng.uniform(0.6, 5), rng.uniform(0.2, 0.6)
    a, b = (x % period < duty * period), (y % period < duty * period)
    weight = (a.astype(np.float32) + b) / 2 if rng.random() < 0.6 else a.astype(np.float32)
    return mix(weight, colour(rng), colour(rng))


def _animal(rng: Rng, unit: float) -> Array:
    field = noise(rng, SIDE, unit * rng.uniform(0.5, 2))
    if rng.random() < 0.5:  # zebra
        stripes = np.sin(np.arange(SIDE)[:, None] / unit * rng.uniform(3, 9) + field * 9)
        mask = (stripes > rng.uniform(-0.3, 0.3)).astype(np.float32)
        return mix(cv2.GaussianBlur(mask, (0, 0), 1), np.full(3, 230.0), np.full(3, 20.0))
    spots = ((field > 0.5) & (field < rng.uniform(0.55, 0.7))).astype(np.float32)
    return mix(cv2.GaussianBlur(spots, (0, 0), 1), np.array([90.0, 160, 210]), np.array([20.0, 30, 45]))


def _dots(rng: Rng, unit: float) -> Array:
    ground = _plain(rng, unit)
    step, r, ink = unit * rng.uniform(0.3, 1.5), rng.uniform(0.1, 0.35), colour(rng).tolist()
    for row, y in enumerate(np.arange(0, SIDE, step)):
        for x in np.arange((row % 2) * step / 2, SIDE, step):
            cv2.circle(ground, (int(x), int(y)), max(1, int(r * step)), ink, -1, cv2.LINE_AA)
    return ground


def _text_page(rng: Rng, unit: float) -> Array:
    ground = mix(noise(rng, SIDE, 300), np.full(3, rng.uniform(150, 250)), np.full(3, rng.uniform(180, 250)))
    scale, ink = unit * rng.uniform(0.006, 0.03), (colour(rng) * 0.4).tolist()
    for y in range(10, SIDE, int(34 * scale) + 8):
        _put_text(rng, ground, (int(rng.integers(-40, 30)), y), scale, ink, length=60)
    return ground


def _keyboard(rng: Rng, unit: float) -> Array:
    """Keys as large as dice, some with slanting sides, some lit from below."""
    ground = np.full((SIDE, SIDE, 3), rng.uniform(10, 200), np.uint8)
    pitch, shade = max(10, int(unit * rng.uniform(0.9, 1.5))), int(rng.choice([30, 45, 220, 240]))
    ink = (255 - shade,) * 3 if rng.random() < 0.6 else colour(rng).tolist()
    if rng.random() < 0.3:
        ground[:], shade = np.array(ink) * rng.uniform(0.2, 0.8), int(rng.uniform(5, 45))
    slope, wide = int(pitch * rng.choice([0, rng.uniform(0.06, 0.16)])), rng.uniform(1, 1.6)
    top, legend = (min(255, int(shade * rng.uniform(1.0, 1.5)) + 4),) * 3, int(rng.integers(1, 4))
    for row, y in enumerate(range(0, SIDE, pitch)):
        for x in range(-(row * pitch // 3) % pitch - pitch, SIDE, int(pitch * wide)):
            gap, right = max(1, pitch // 12), x + int(pitch * wide)
            cv2.rectangle(ground, (x + gap, y + gap), (right - gap, y + pitch - gap), (shade,) * 3, -1)
            inset = gap + slope
            cv2.rectangle(ground, (x + inset, y + gap + slope // 2), (right - inset, y + pitch - inset), top, -1)
            _put_text(rng, ground, (x + pitch // 4, y + pitch // 2), pitch * 0.012, ink, length=legend)
    return ground


def _cover(rng: Rng, unit: float) -> Array:
    """Print as on boxes, books and shirts: blocks of colour and letters as large as dice."""
    ground = _plain(rng, unit)
    for _ in range(rng.integers(0, 6)):
        (x, y), (w, h) = _spot(rng), (unit * rng.uniform(0.8, 8, 2)).astype(int).tolist()
        cv2.rectangle(ground, (x, y), (x + w, y + h), colour(rng).tolist(), -1)
    scale, inks = unit * rng.uniform(0.02, 0.06), [colour(rng).tolist() for _ in range(2)]
    for y in range(int(rng.integers(0, 40)), SIDE, int(scale * rng.uniform(28, 60)) + 4):
        if rng.random() < 0.8:
            _put_text(rng, ground, (int(rng.integers(-60, 60)), y), scale, inks[rng.integers(2)], length=30)
    return cv2.GaussianBlur(ground, (0, 0), 0.6)


def _patches(rng: Rng, unit: float) -> Array:
    ground = _plain(rng, unit)
    for _ in range(rng.integers(4, 40)):
        _shape(rng, ground, unit)
    return ground


def _plaid(rng: Rng, unit: float) -> Array:
    """Narrow stripes both ways, as on kitchen cloths and between tiles: the fields between are as square as dice."""
    base = colour(rng)
    if rng.random() < 0.6:
        base = np.full(3, rng.uniform(150, 250)) + rng.normal(0, 10, 3)
    ground = mix(noise(rng, SIDE, unit * 0.2), base, np.clip(base * rng.uniform(0.8, 0.97), 0, 255))
    inks, clear = [colour(rng) for _ in range(rng.integers(1, 5))], rng.uniform(0.4, 1.0)
    for _ in range(2):
        period, width = unit * rng.uniform(0.8, 4.5), unit * rng.uniform(0.05, 0.4)
        for k, at in enumerate(np.arange(rng.uniform(0, period), SIDE, period)):
            low, high = int(at), int(at + max(1.0, width))
            ground[low:high] = ground[low:high] * (1 - clear) + inks[k % len(inks)] * clear
        ground = np.ascontiguousarray(np.rot90(ground))
    return cv2.GaussianBlur(ground, (0, 0), 0.7)


def _satin(rng: Rng, unit: float) -> Array:
    """Dark shiny cloth in folds: streaks of glare with soft edges."""
    base = colour(rng) * rng.uniform(0.1, 0.5)
    folds = noise(rng, SIDE, unit * rng.uniform(1, 5), rng.uniform(1, 4))
    glare = np.exp(-(((folds - rng.uniform(0.35, 0.65)) / rng.uniform(0.02, 0.12)) ** 2)) * rng.uniform(0.3, 1.0)
    ground = mix(np.clip(glare + 0.15 * folds, 0, 1), base, np.clip(base + rng.uniform(60, 220), 0, 255))
    return np.ascontiguousarray(np.rot90(ground, int(rng.integers(4))))


def _lace(rng: Rng, unit: float) -> Array:
    """A pale cloth with rows of small holes and rosettes, on a table of another shade."""
    cloth, under = np.full(3, rng.uniform(190, 250)) + rng.normal(0, 8, 3), colour(rng)
    under = cloth + (under - cloth) * rng.uniform(0.1, 0.8)
    step, holes = unit * rng.uniform(0.25, 1.2), np.zeros((SIDE, SIDE), np.uint8)
    petals, r = int(rng.integers(1, 8)), rng.uniform(0.05, 0.16)
    for row, y in enumerate(np.arange(0, SIDE, step)):
        for x in np.arange((row % 2) * step / 2, SIDE, step):
            for turn in np.arange(petals) * 2 * np.pi / petals:
                reach = 0.0 if petals == 1 else 0.28 * step
                at = (int(x + reach * np.cos(turn)), int(y + reach * np.sin(turn)))
                cv2.circle(holes, at, max(1, int(r * step)), 255, -1, cv2.LINE_AA)
    return mix(cv2.GaussianBlur(holes, (0, 0), 0.7) / np.float32(255), np.clip(cloth, 0, 255), np.clip(under, 0, 255))


GROUNDS: tuple[Callable[[Rng, float], Array], ...] = (
    _plain, _carpet, _wood, _weave, _checks, _animal, _dots, _text_page, _keyboard, _patches, _plaid, _satin, _cover,
    _lace,
)  # fmt: skip


def _put_text(rng: Rng, image: Array, at: tuple[int, int], scale: float, ink: Any, length: int) -> None:
    text = "".join(chr(c) for c in rng.integers(33, 123, length))
    font, thick = int(rng.integers(0, 5)), max(1, int(scale * rng.uniform(1, 3)))
    cv2.putText(image, text, at, font, scale, ink, thick, cv2.LINE_AA)


def _spot(rng: Rng) -> tuple[int, int]:
    return int(rng.integers(SIDE)), int(rng.integers(SIDE))


def _turned(rng: Rng, image: Array, patch: Array, mask: Array) -> None:
    """Paste ``patch`` turned by a random angle, where ``mask`` is set."""
    h, w = mask.shape
    turn = cv2.getRotationMatrix2D((w / 2, h / 2), rng.uniform(0, 360), 1.0)
    turn[:, 2] += np.array(_spot(rng)) - np.array([w / 2, h / 2])
    where = cv2.warpAffine(mask, turn, (SIDE, SIDE), flags=cv2.INTER_LINEAR)[..., None] / np.float32(255)
    moved = cv2.warpAffine(patch, turn, (SIDE, SIDE), flags=cv2.INTER_LINEAR)
    image[:] = (image * (1 - where) + moved * where).astype(np.uint8)


def _shape(rng: Rng, image: Array, unit: float) -> None:
    ink, (x, y), r = colour(rng).tolist(), _spot(rng), int(unit * 10 ** rng.uniform(-1, 0.6)) + 1
    match rng.integers(4):
        case 0:
            cv2.circle(image, (x, y), r, ink, -1, cv2.LINE_AA)
        case 1:
            cv2.ellipse(image, (x, y), (r, r // 2 + 1), rng.uniform(0, 180), 0, 360, ink, -1, cv2.LINE_AA)
        case 2:
            points = np.array([x, y]) + rng.normal(0, r, (int(rng.integers(3, 7)), 2))
            cv2.fillPoly(image, [cv2.convexHull(points.astype(np.int32))], ink, cv2.LINE_AA)
        case _:
            cv2.line(image, (x, y), _spot(rng), ink, max(1, r // 4), cv2.LINE_AA)


def _coin(rng: Rng, image: Array, unit: float) -> None:
    (x, y), r = _spot(rng), int(unit * rng.uniform(0.5, 0.9)) + 2
    metal = np.array([rng.uniform(60, 190), rng.uniform(110, 200), rng.uniform(150, 220)])
    cv2.circle(image, (x, y), r, (metal * 0.6).tolist(), -1, cv2.LINE_AA)
    cv2.circle(image, (x, y), int(r * 0.9), metal.tolist(), -1, cv2.LINE_AA)
    scale = r * 0.025
    _put_text(rng, image, (x - r // 3, y + r // 3), scale, (metal * 0.5).tolist(), length=int(rng.integers(1, 3)))


def _domino(rng: Rng, image: Array, unit: float) -> None:
    """A domino, or a flat tile with one field of pips: no die."""
    side, halves = int(unit * rng.uniform(0.8, 1.8)) + 6, 1 if rng.random() < 0.15 else 2
    light = rng.random() < 0.6
    body, ink = (np.full(3, 235.0), np.full(3, 20.0)) if light else (np.full(3, 25.0), np.full(3, 230.0))
    if rng.random() < 0.3:
        ink = colour(rng)
    patch = np.empty((side, side * halves, 3), np.uint8)
    patch[:] = body
    for half in range(halves):
        value, spread, r = int(rng.integers(0, 7)), 0.27 * side, max(1, int(side * rng.uniform(0.07, 0.1)))
        for a, b in PATTERNS.get(value, ()):
            at = (int(side * (half + 0.5) + b * spread), int(side / 2 + a * spread))
            cv2.circle(patch, at, r, ink.tolist(), -1, cv2.LINE_AA)
    if halves == 2:
        cv2.line(patch, (side, side // 8), (side, side - side // 8), ink.tolist(), max(1, side // 25))
    if halves == 1:
        cv2.rectangle(patch, (0, 0), (side - 1, side - 1), (body * 0.6).tolist(), 1)
    _turned(rng, image, patch, np.full(patch.shape[:2], 255, np.uint8))


def _card(rng: Rng, image: Array, unit: float) -> None:
    w, h = int(unit * rng.uniform(3, 4.2)) + 8, int(unit * rng.uniform(4.6, 6)) + 10
    patch = np.full((h, w, 3), rng.integers(215, 255), np.uint8)
    ink = (0, 0, 0) if rng.random() < 0.5 else (30, 30, 200)
    cv2.rectangle(patch, (0, 0), (w - 1, h - 1), (120, 120, 120), 1)
    rows, columns, r = int(rng.integers(1, 5)), int(rng.integers(1, 3)), max(2, int(unit * rng.uniform(0.15, 0.35)))
    for i in range(rows):
        for j in range(columns):
            x, y = int(w * (j + 1) / (columns + 1)), int(h * (i + 1) / (rows + 1))
            match rng.integers(3):
                case 0:
                    cv2.circle(patch, (x, y), r, ink, -1, cv2.LINE_AA)
                case 1:
                    cv2.fillPoly(patch, [np.array([(x, y - r), (x + r, y), (x, y + r), (x - r, y)])], ink)
                case _:
                    cv2.circle(patch, (x - r // 2, y), r // 2 + 1, ink, -1, cv2.LINE_AA)
                    cv2.circle(patch, (x + r // 2, y), r // 2 + 1, ink, -1, cv2.LINE_AA)
                    cv2.fillPoly(patch, [np.array([(x - r, y), (x + r, y), (x, y + r)])], ink)
    _put_text(rng, patch, (2, int(unit * 0.7) + 2), unit * 0.022, ink, length=1)
    _turned(rng, image, patch, np.full((h, w), 255, np.uint8))


def _label(rng: Rng, image: Array, unit: float) -> None:
    at, ink = _spot(rng), colour(rng).tolist()
    _put_text(rng, image, at, unit * rng.uniform(0.01, 0.08), ink, length=int(rng.integers(1, 9)))


def _pen(rng: Rng, image: Array, unit: float) -> None:
    w, h = int(unit * rng.uniform(4, 9)) + 4, int(unit * rng.uniform(0.3, 0.7)) + 2
    patch = np.empty((h, w, 3), np.uint8)
    patch[:] = colour(rng) * np.sin(np.linspace(0.4, 2.7, h))[:, None, None]
    _turned(rng, image, patch, np.full((h, w), 255, np.uint8))


def _loose_dots(rng: Rng, image: Array, unit: float) -> None:
    """Dots in the pattern of a face, or nearly, with no die under them."""
    (x, y), s, r = _spot(rng), unit * rng.uniform(0.15, 0.6), max(1, int(unit * rng.uniform(0.05, 0.2)))
    ink, jitter = colour(rng).tolist(), unit * rng.uniform(0, 0.15)
    for a, b in PATTERNS[int(rng.integers(1, 7))]:
        at = (int(x + a * s + rng.normal(0, jitter)), int(y + b * s + rng.normal(0, jitter)))
        cv2.circle(image, at, r, ink, -1, cv2.LINE_AA)


def _paper(rng: Rng, image: Array, unit: float) -> None:
    w, h = int(unit * rng.uniform(2, 8)) + 8, int(unit * rng.uniform(2, 8)) + 8
    patch = np.empty((h, w, 3), np.uint8)
    patch[:] = colour(rng)
    if rng.random() < 0.5:
        for y in range(6, h, max(6, int(unit * 0.3))):
            _put_text(rng, patch, (4, y), unit * 0.008, (40, 40, 40), length=20)
    _turned(rng, image, patch, np.full((h, w), 255, np.uint8))


def _plug(rng: Rng, image: Array, unit: float) -> None:
    """The metal end of a memory stick, with its two windows, and the stick."""
    side, dark = int(unit * rng.uniform(0.6, 1.2)) + 6, rng.uniform(10, 120)
    patch = np.full((side, side * 3, 3), rng.uniform(20, 220), np.uint8)
    patch[:] = (colour(rng) * 0.7) if rng.random() < 0.5 else patch
    _put_text(rng, patch, (side + side // 5, side // 2), unit * 0.012, (200, 200, 200), length=8)
    rim = side // 8
    patch[: max(1, rim // 2)] = patch[-max(1, rim // 2) :] = 60
    length = int(side * rng.uniform(0.8, 1.1))
    patch[rim : side - rim, :length] = rng.uniform(150, 245)
    hole, at = max(2, int(side * rng.uniform(0.12, 0.2))), int(length * rng.uniform(0.3, 0.6))
    for y in (int(side * 0.3), int(side * 0.7)):
        patch[y - hole // 2 : y + hole // 2 + 1, at : at + hole] = dark
    _turned(rng, image, patch, np.full(patch.shape[:2], 255, np.uint8))


def _fingers(rng: Rng, image: Array, unit: float) -> None:
    """Some fingers of a hand that lies on the table or reaches over it, with nails and creases."""
    wide, long = int(unit * rng.uniform(0.7, 1.4)) + 4, int(unit * rng.uniform(3, 6)) + 12
    skin = np.array([rng.uniform(0.5, 0.75), rng.uniform(0.62, 0.8), 1.0]) * rng.uniform(60, 240)
    count = int(rng.integers(1, 5))
    patch, mask = np.zeros((long, count * wide, 3), np.uint8), np.zeros((long, count * wide), np.uint8)
    round_ = np.sin(np.linspace(0.35, 2.8, wide))[None, :, None]
    for k in range(count):
        low, tip = k * wide, int(rng.uniform(0, 0.25) * long)
        patch[:, low : low + wide] = skin * round_
        middle = (low + wide // 2, tip + wide // 2)
        cv2.circle(mask, middle, wide // 2, 255, -1)
        cv2.rectangle(mask, (low + 1, middle[1]), (low + wide - 2, long), 255, -1)
        nail = np.clip(skin * 1.15, 0, 255).tolist()
        cv2.ellipse(patch, (middle[0], tip + wide // 3), (wide // 4 + 1, wide // 4 + 2), 0, 0, 360, nail, -1)
        for joint in (0.4, 0.7):
            y = tip + int(joint * (long - tip))
            cv2.line(patch, (low + wide // 4, y), (low + 3 * wide // 4, y), (skin * 0.6).tolist(), 1, cv2.LINE_AA)
    _turned(rng, image, patch, mask)


def _mat(rng: Rng, image: Array, unit: float) -> None:
    """A beer mat or a bottle cap: round, with a rim and print."""
    (x, y), r = _spot(rng), int(unit * rng.choice([rng.uniform(0.6, 1.0), rng.uniform(2, 4)])) + 3
    for share in (1.0, rng.uniform(0.75, 0.95), rng.uniform(0.2, 0.6)):
        cv2.circle(image, (x, y), max(1, int(r * share)), colour(rng).tolist(), -1, cv2.LINE_AA)
    _put_text(rng, image, (x - r // 2, y), r * 0.015, colour(rng).tolist(), length=int(rng.integers(2, 7)))


CLUTTER: tuple[Callable[[Rng, Array, float], None], ...] = (
    _shape, _coin, _domino, _card, _label, _pen, _loose_dots, _paper, _domino, _loose_dots, _plug,
    _fingers, _mat,
)  # fmt: skip
