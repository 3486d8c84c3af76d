"""Renders scenes into a folder, in chunks that the fitting programs read while more are being made."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from vision.train.real import table_pieces
from vision.train.scene import LABEL_SIZE, Scene, draw_scene

CHUNK, SIDE, MOST = 400, 320, 24


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("pool", type=Path, help="folder for the chunks")
    options.add_argument("--chunks", type=int, default=25, help=f"how many chunks of {CHUNK} scenes")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--easy", action="store_true", help="from above, plain tables, white dice")
    options.add_argument("--empty", action="store_true", help="no dice, but dominoes and other solids")
    options.add_argument("--photos", type=Path, help="folder of photographs with labels.csv, for table tops")
    args = options.parse_args()
    cv2.setNumThreads(1)
    args.pool.mkdir(parents=True, exist_ok=True)
    real = table_pieces(args.photos) if args.photos else []
    for chunk in range(args.chunks):
        kind = "easy" if args.easy else "empty" if args.empty else "full"
        name = f"{kind}-{args.seed}-{chunk:03d}"
        if not (args.pool / f"{name}.labels.npy").exists():
            rng = np.random.default_rng([args.seed, chunk])
            draw = partial(draw_scene, rng, SIDE, SIDE, easy=args.easy, empty=args.empty, real=real)
            write_chunk(args.pool / name, draw)


def write_chunk(stem: Path, draw: Callable[[], Scene], count: int = CHUNK) -> None:
    """Write ``stem``.images.npy, (count, SIDE, SIDE, 3) uint8, and .labels.npy, (count, MOST, 16), value 0: none."""
    images = np.empty((count, SIDE, SIDE, 3), np.uint8)
    labels = np.zeros((count, MOST, LABEL_SIZE), np.float32)
    for i in range(count):
        scene = draw()
        images[i] = scene.image
        labels[i, : len(scene.labels)] = scene.labels[:MOST]
    np.save(f"{stem}.images.npy", images)
    np.save(f"{stem}.labels.npy", labels)


if __name__ == "__main__":
    main()
