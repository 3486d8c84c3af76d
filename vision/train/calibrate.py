"""Fits the few numbers of ``vision.doubt`` on scenes and photographs that the networks have not seen.

Prints how the reader does with the numbers it has, weights for EXISTS and TRUST, and for a range of
thresholds how many pictures would be sure and wrong with these.
"""

from __future__ import annotations

import argparse
import itertools
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision import doubt
from vision.doubt import Judged, as_die, chosen, value_odds
from vision.pipeline import judge, settle_on
from vision.train.real import shots
from vision.train.scene import BOX, ELEVATION, NO_VALUE, SEEN, UNREADABLE, draw_scene
from vision.train.scenes import Pool
from vision.train.spoil import spoil

Array = Any


def evidence(places: list[Judged]) -> Array:
    """Rows of ``doubt.evidence``, (N, 5)."""
    return np.array([doubt.evidence(p) for p in places], np.float64).reshape(-1, 5)


def opinions(places: list[Judged]) -> Array:
    """Log probabilities of the six values by whole die, face, locator, counted pips and side faces, (N, 5, 6)."""
    rows = [p.opinions for p in places]
    return np.log(np.clip(np.array(rows, np.float64).reshape(-1, 5, 6), 1e-4, 1))


def match(places: list[Judged], dice: list[tuple[int, Array, bool]]) -> list[int | None]:
    """Give each place the value of the die it lies on, 0 for none, None where nobody should judge it."""
    found: list[int | None] = []
    for place in places:
        answer: int | None = 0
        for value, box, is_clear in dice:
            x, y = place.found.centre
            inside = box[0] < x < box[2] and box[1] < y < box[3]
            if inside:
                size = max(box[2] - box[0], box[3] - box[1])
                answer = value if is_clear and 0.5 < place.found.size / size < 2 else None if not is_clear else 0
        found.append(answer)
    return found


@dataclass(frozen=True, slots=True)
class Case:
    """A picture's places with the value of each (see ``match``), and the values that should be read off it.

    ``wanted`` is None where even a person could not say. ``elevation`` is that of the camera over the dice, in
    degrees, where it is known.
    """

    places: list[Judged]
    values: list[int | None]
    wanted: list[int] | None
    elevation: float = 90.0


def scenes(count: int, seed: int, *, seated: bool = False, empty: bool = False) -> list[Case]:
    """Judge ``count`` rendered scenes, as hard as those trained on or, ``seated``, as people at a table see dice.

    Those that are ``empty`` hold no dice, but dominoes and other solids.
    """
    rng, cases = np.random.default_rng(seed), []
    (width, height), strength = ((960, 720), 0.2) if seated or empty else ((640, 480), 0.5)
    for _ in range(count):
        scene = draw_scene(rng, width, height, seated=seated, empty=empty)
        cases.append(_case(spoil(rng, scene.image, strength=strength), scene.labels))
    return cases


def path_traced(folder: Path) -> list[Case]:
    """Judge the scenes of the chunks that ``blend`` has written to a folder."""
    cases = []
    for images, labels in Pool(folder).chunks.get("blend", []):
        cases += [_case(np.array(image), rows[rows[:, 0] > 0]) for image, rows in zip(images, labels, strict=True)]
    return cases


def _case(image: Array, labels: Array) -> Case:
    rows = [row for row in labels if row[0] < NO_VALUE]
    dice = [(int(row[0]), row[BOX], bool(row[SEEN] > 0.75 and not row[UNREADABLE])) for row in rows]
    places = judge(image)
    wanted = sorted(value for value, _, _ in dice) if all(is_clear for _, _, is_clear in dice) else None
    elevation = float(np.median([row[ELEVATION] for row in rows])) if rows else 90.0
    return Case(places, match(places, dice), wanted, elevation)


def photographs(folder: Path, limit: int) -> list[Case]:
    """Judge the photographs that were set aside; their boxes are taken half as large again."""
    cases = []
    held_out = [s for s in shots(folder) if s.is_held_out]
    for at in np.random.default_rng(1).permutation(len(held_out))[:limit]:
        shot = held_out[at]
        image = cv2.imread(str(shot.file))
        if image is None:
            continue
        dice = []
        for value, (x, y, w, h) in zip(shot.values, shot.boxes, strict=True):
            grow = max(w, h) * 0.3
            dice.append((value, np.array([x - grow, y - grow, x + w + grow, y + h + grow]), True))
        places = judge(np.asarray(image, np.uint8))
        cases.append(Case(places, match(places, dice), sorted(shot.values)))
    return cases


def silent(cases: list[Case]) -> list[tuple[bool, float, float, float]]:
    """For each picture: read right, weakest value, weakest die, strongest refused place (all kept dice agreeing)."""
    rows = []
    for case in cases:
        if case.wanted is None:
            continue
        dice, refused = chosen(case.places, None)
        odds = [value_odds(place) for place, _ in dice]
        torn = any(not place.agrees(int(o.argmax()) + 1) for (place, _), o in zip(dice, odds, strict=True))
        right = sorted(int(o.argmax()) + 1 for o in odds) == case.wanted
        weakest = 0.0 if torn or not dice else min(float(o.max()) for o in odds)
        rows.append(
            (right, weakest, min((c for _, c in dice), default=0.0), max((c for _, c in refused), default=0.0))
        )
    return rows


def descend(x: Array, y: Array, steps: int = 3000) -> Array:
    """Logistic regression: weights and a constant, kept from below 0.05."""
    w = np.array([*np.full(x.shape[1], 0.5), 0.0])
    ones = np.concatenate([x, np.ones((len(x), 1))], 1)
    for _ in range(steps):
        p = 1 / (1 + np.exp(-ones @ w))
        w -= 0.05 * (ones.T @ (p - y) / len(y) + 0.001 * w)
        w[:-1] = np.maximum(w[:-1], 0.05)
    return w


def trust(logs: Array, values: Array, steps: int = 2000) -> Array:
    """Weights of the opinions that make the right value likeliest."""
    w = np.full(logs.shape[1], 0.5)
    right = np.eye(6)[values - 1]
    for _ in range(steps):
        total = np.einsum("k,nkv->nv", w, logs)
        p = np.exp(total - total.max(1, keepdims=True))
        p /= p.sum(1, keepdims=True)
        w -= 0.02 * (np.einsum("nv,nkv->k", p - right, logs) / len(values) + 0.001 * w)
        w = np.maximum(w, 0.05)
    return w


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--scenes", type=int, default=400)
    options.add_argument("--photos", type=Path)
    options.add_argument("--limit", type=int, default=200)
    options.add_argument("--seed", type=int, default=900)
    options.add_argument("--blended", type=Path, help="folder of path-traced scenes that nothing was trained on")
    args = options.parse_args()
    drawn = scenes(args.scenes, args.seed)
    taken = photographs(args.photos, args.limit) if args.photos else []
    for low, high in ((0, 30), (30, 50), (50, 91)):
        read_as_committed(f"scenes at {low} to {high} degrees", [c for c in drawn if low <= c.elevation < high])
    at_table = scenes(args.scenes // 2, args.seed + 1, seated=True)
    read_as_committed("scenes as seen from a chair", at_table)
    read_as_committed("scenes as seen from a chair, count given", at_table, counted=True)
    if args.blended:
        blended = path_traced(args.blended)
        read_as_committed("path-traced scenes", blended)
        read_as_committed("path-traced scenes, count given", blended, counted=True)
    read_as_committed("scenes without dice", scenes(args.scenes // 2, args.seed + 2, empty=True))
    read_as_committed("photographs", taken)
    read_as_committed("photographs, count given", taken, counted=True)
    pairs = [(p, v) for case in drawn + taken for p, v in zip(case.places, case.values, strict=True) if v is not None]
    places, values = [p for p, _ in pairs], np.array([v for _, v in pairs])
    exists = descend(evidence(places), (values > 0).astype(float))
    on_dice = [p for p, v in pairs if v]
    weights = trust(opinions(on_dice), values[values > 0])
    print("EXISTS =", tuple(round(float(w), 3) for w in exists))
    print("TRUST =", tuple(round(float(w), 3) for w in weights))
    total = np.einsum("k,nkv->nv", weights, opinions(on_dice))
    wrong = total.argmax(1) + 1 != values[values > 0]
    print(f"{len(on_dice)} dice, {len(places) - len(on_dice)} other places, values wrong {wrong.mean():.3%}")
    doubt.EXISTS, doubt.TRUST = tuple(exists.tolist()), tuple(weights.tolist())
    for name, cases in (("scenes", drawn), ("photographs", taken)):
        report(name, silent(cases))


def read_as_committed(name: str, cases: list[Case], *, counted: bool = False) -> None:
    """Print how the reader does with the numbers that ``doubt`` has now."""
    rows = []
    for case in cases:
        if case.wanted is not None:
            dice, sure = settle_on(case.places, len(case.wanted) if counted else None)
            right = sorted(as_die(place).value for place in dice) == case.wanted
            rows.append((right, sure, sure and not right))
    if rows:
        right, sure, wrong = np.mean(rows, axis=0)
        print(f"{name}: {len(rows)}, right {right:.1%}, sure {sure:.1%}, silently wrong {wrong:.1%}")


def report(name: str, rows: list[tuple[bool, float, float, float]]) -> None:
    """Print for some thresholds how many pictures would be sure, and how many of all silently wrong."""
    if not rows:
        return
    print(f"{name}: {len(rows)}, right {np.mean([r[0] for r in rows]):.1%}")
    for value, die, nothing in itertools.product((0.8, 0.85, 0.9, 0.94), (0.6, 0.7, 0.8, 0.9), (0.1, 0.2, 0.3)):
        sure = [r for r in rows if r[1] > value and r[2] > die and r[3] < nothing]
        wrong = sum(not r[0] for r in sure) / len(rows)
        print(f"  value {value} die {die} nothing {nothing}: sure {len(sure) / len(rows):.1%} wrong {wrong:.2%}")


if __name__ == "__main__":
    main()
