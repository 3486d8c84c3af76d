"""Turns photographs of others into chunks for the pool: the value is theirs, corners and box are the reader's own.

The boxes that come with the photographs mean different things (the pips of the top face, or the whole die), so a
reader trained on rendered scenes says where the face is. Where it does not find the labelled value, the die is left
out of the lesson, unless the box is that of the pips and the face lies right over it: then the reader was wrong about
the value only, and has something to learn.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.doubt import Judged, value_odds
from vision.pipeline import judge
from vision.train.pool import MOST, SIDE
from vision.train.real import Shot, shots
from vision.train.scene import BOX, CORNERS, LABEL_SIZE, NO_VALUE, SEEN

Array = Any
PER_PHOTO = 5
BOXES_ARE_PIPS = "matteop65"  # the source whose boxes are the extent of the pips on the top face


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("photos", type=Path, help="folder of photographs with labels.csv")
    options.add_argument("pool", type=Path)
    options.add_argument("--round", type=int, default=0, help="number of this chunk")
    options.add_argument("--share", type=float, default=1.0, help="share of the photographs to take")
    options.add_argument("--seed", type=int, default=21)
    args = options.parse_args()
    rng = np.random.default_rng([args.seed, args.round])
    images: list[Array] = []
    rows: list[Array] = []
    good = total = 0
    for shot in [s for s in shots(args.photos) if not s.is_held_out]:
        image = cv2.imread(str(shot.file)) if rng.random() < args.share else None
        if image is None:
            continue
        longest = max(image.shape[:2])
        scale = min(1.0, 1600 / longest)
        if scale < 1:
            image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        labels = label(shot, judge(np.asarray(image, np.uint8)), scale)
        good += int(((labels[:, SEEN] > 0) & (labels[:, 0] < NO_VALUE)).sum())
        total += len(shot.values)
        for _ in range(PER_PHOTO):
            picture, moved = crop(rng, image, labels)
            images.append(picture)
            rows.append(moved)
    print(f"{good} of {total} dice found with their value, {len(images)} pictures")
    stem = args.pool / f"real-{args.round:03d}"
    np.save(f"{stem}.images.npy", np.stack(images))
    np.save(f"{stem}.labels.npy", np.stack(rows))


def label(shot: Shot, places: list[Judged], scale: float) -> Array:
    """Return rows as in ``scene.Scene.labels``; the share seen is 0 for a die that was not found."""
    rows = np.zeros((len(shot.values), LABEL_SIZE), np.float32)
    for row, value, box in zip(rows, shot.values, shot.boxes, strict=True):
        x, y, w, h = (side * scale for side in box)
        grow = 0.35 * max(w, h)
        row[0], row[BOX] = value, [x - grow, y - grow, x + w + grow, y + h + grow]
        row[CORNERS] = np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]]).ravel()
        near = [p for p in places if _lies_in(p, row[BOX]) and 0.6 < p.found.size / max(w, h) < 2.6]
        near = [p for p in near if p.found.score > 0.15 and (_shows(p, value) or _lies_over(p, shot.source, row))]
        if near:
            best = max(near, key=lambda p: p.found.score * (1 - p.whole[6]))
            row[CORNERS], row[BOX], row[SEEN] = best.corners.ravel(), best.found.box, 1.0
    return np.concatenate([rows, mistakes(places, rows[:, BOX])])


def _shows(place: Judged, value: int) -> bool:
    return int(np.argmax(value_odds(place))) + 1 == value


def _lies_over(place: Judged, source: str, row: Array) -> bool:
    """Whether the face is centred on a box of pips; ``row`` holds that box grown by 0.35 of its longer side."""
    low, high = row[BOX][:2], row[BOX][2:]
    return source.startswith(BOXES_ARE_PIPS) and bool(
        (np.abs(place.corners.mean(0) - (low + high) / 2) < 0.12 * (high - low).max()).all()
    )


def mistakes(places: list[Judged], boxes: Array) -> Array:
    """Rows for places the locator took for dice where none is: what the other two networks must refuse."""
    found = [p for p in places if p.found.score > 0.12 and not any(_lies_in(p, box) for box in boxes)]
    rows = np.zeros((len(found), LABEL_SIZE), np.float32)
    for row, place in zip(rows, found, strict=True):
        row[0], row[CORNERS], row[BOX], row[SEEN] = NO_VALUE, place.corners.ravel(), place.found.box, 1.0
    return rows


def _lies_in(place: Judged, box: Array) -> bool:
    x, y = place.corners.mean(0)
    return bool(box[0] < x < box[2] and box[1] < y < box[3])


def crop(rng: np.random.Generator, image: Array, labels: Array) -> tuple[Array, Array]:
    """Cut a square of SIDE pixels in which a die is 14 to 150 pixels large, and move the labels along."""
    at, size = rng.uniform(0, 1, 2) * [image.shape[1], image.shape[0]], 0.1 * min(image.shape[:2])
    if len(labels):
        box = labels[rng.integers(len(labels))][BOX]
        size = float(max(box[2] - box[0], box[3] - box[1]))
        at = (box[:2] + box[2:]) / 2
    wanted = float(np.exp(rng.uniform(np.log(14), np.log(150))))
    scale = min(wanted / size, 2.0)
    scale = max(scale, SIDE / max(image.shape[:2]))
    corner = at - rng.uniform(0.25, 0.75, 2) * SIDE / scale
    room = np.maximum(np.array([image.shape[1], image.shape[0]]) - SIDE / scale, 0)
    corner = np.clip(corner, 0, room)
    if scale < 0.7:
        image = cv2.GaussianBlur(image, (0, 0), 0.4 / scale)
    view = np.array([[scale, 0, -corner[0] * scale], [0, scale, -corner[1] * scale]])
    picture = cv2.warpAffine(image, view, (SIDE, SIDE), borderMode=cv2.BORDER_CONSTANT, borderValue=(114, 114, 114))
    moved = np.zeros((MOST, LABEL_SIZE), np.float32)
    kept = labels.copy()
    for columns, count in ((CORNERS, 4), (BOX, 2)):
        points = (kept[:, columns].reshape(-1, count, 2) - corner) * scale
        kept[:, columns] = points.reshape(-1, count * 2)
    middle = (kept[:, BOX][:, :2] + kept[:, BOX][:, 2:]) / 2
    kept = kept[((middle > -40) & (middle < SIDE + 40)).all(1)][:MOST]
    moved[: len(kept)] = kept
    return picture, moved


if __name__ == "__main__":
    main()
