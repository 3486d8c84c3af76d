"""Renders the pictures of ``sample_images/`` with their labels: fair ones, whose dice are all whole and clear."""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

import cv2
import numpy as np

from vision.train.scene import BOX, NO_VALUE, SEEN, UNREADABLE, Scene, draw_scene
from vision.train.spoil import spoil

WIDTH, HEIGHT = 800, 600


def is_fair(scene: Scene) -> bool:
    """Whether a person can read every die without guessing."""
    dice = scene.labels[scene.labels[:, 0] < NO_VALUE]
    if not 1 <= len(dice) <= 8:
        return False
    sizes = dice[:, BOX][:, 2:] - dice[:, BOX][:, :2]
    inside = (dice[:, BOX][:, :2] > 2).all() and (dice[:, BOX][:, 2:] < [WIDTH - 2, HEIGHT - 2]).all()
    clear = (dice[:, SEEN] > 0.95).all() and not dice[:, UNREADABLE].any()
    return bool(inside and clear and sizes.min() > 30 and 45 < scene.image.mean() < 210)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=Path)
    options.add_argument("--count", type=int, default=24)
    options.add_argument("--seed", type=int, default=77)
    args = options.parse_args()
    rng = np.random.default_rng(args.seed)
    rows: list[tuple[str, str]] = []
    args.folder.mkdir(parents=True, exist_ok=True)
    while len(rows) < args.count:
        scene = draw_scene(rng, WIDTH, HEIGHT, easy=len(rows) % 3 == 0)
        if not is_fair(scene):
            continue
        name = f"table{len(rows) + 1:02d}.jpg"
        picture = spoil(rng, scene.image, strength=0.4)
        cv2.imwrite(str(args.folder / name), picture, [cv2.IMWRITE_JPEG_QUALITY, 82])
        values = sorted(int(v) for v in scene.labels[:, 0] if v < NO_VALUE)
        rows.append((name, " ".join(map(str, values))))
    with (args.folder / "labels.csv").open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("file", "values"))
        writer.writerows(rows)


if __name__ == "__main__":
    main()
