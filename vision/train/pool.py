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

Rng = np.random.Generator
CHUNK, SIDE, MOST = 400, 320, 24


def main() -> None:
    options = chunk_options(__doc__, CHUNK)
    options.add_argument("--easy", action="store_true", help="from above, plain tables, white dice")
    options.add_argument("--empty", action="store_true", help="no dice, but dominoes and other solids")
    args = options.parse_args()
    kind = "easy" if args.easy else "empty" if args.empty else "full"
    real = table_pieces(args.photos) if args.photos else []

    def draw(rng: Rng) -> Scene:
        return draw_scene(rng, SIDE, SIDE, easy=args.easy, empty=args.empty, real=real)

    fill(args.pool, kind, args.chunks, args.seed, draw)


def chunk_options(about: str | None, count: int) -> argparse.ArgumentParser:
    """What every program takes that writes chunks of ``count`` scenes."""
    options = argparse.ArgumentParser(description=about)
    options.add_argument("pool", type=Path, help="folder for the chunks")
    options.add_argument("--chunks", type=int, default=25, help=f"how many chunks of {count} scenes")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--photos", type=Path, help="folder of photographs with labels.csv, for table tops")
    return options


def fill(folder: Path, kind: str, chunks: int, seed: int, draw: Callable[[Rng], Scene], count: int = CHUNK) -> None:
    """Write the chunks of a kind that are not there yet, each with a generator of its own."""
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    for chunk in range(chunks):
        stem = f"{kind}-{seed}-{chunk:03d}"
        if not (folder / f"{stem}.labels.npy").exists():
            write_chunk(folder / stem, partial(draw, np.random.default_rng([seed, chunk])), count)


def write_chunk(stem: Path, draw: Callable[[], Scene], count: int) -> None:
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
