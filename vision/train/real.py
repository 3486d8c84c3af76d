"""Photographs of others that may be trained on, with credit: see the README for sources and licences."""

from __future__ import annotations

import csv
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

Array = Any
HELD_OUT = 5  # every fifth scene is set aside to calibrate on


@dataclass(frozen=True, slots=True)
class Shot:
    """One labelled photograph: its file, and the value and box (x, y, w, h in pixels) of every die."""

    file: Path
    source: str
    values: tuple[int, ...]
    boxes: tuple[tuple[float, float, float, float], ...]
    is_held_out: bool


def shots(folder: Path) -> list[Shot]:
    """Read ``labels.csv`` of a folder of photographs; photographs of one scene stay on one side of the split."""
    found = []
    with (folder / "labels.csv").open() as rows:
        for row in csv.DictReader(rows):
            numbers = [[float(n) for n in box.split(",")] for box in row["boxes"].split(";") if box]
            held_out = zlib.crc32(row["scene"].encode()) % HELD_OUT == 0
            found.append(
                Shot(
                    folder / row["file"],
                    row["source"],
                    tuple(int(n[4]) for n in numbers),
                    tuple((n[0], n[1], n[2], n[3]) for n in numbers),
                    held_out,
                )
            )
    return found


def table_pieces(folder: Path, *, seed: int = 11, wanted: int = 160) -> list[Array]:
    """Cut squares without dice from the photographs that are not set aside: grounds for rendered scenes."""
    rng = np.random.default_rng(seed)
    usable = [s for s in shots(folder) if not s.is_held_out]
    pieces: list[Array] = []
    for at in rng.permutation(len(usable)):
        image = cv2.imread(str(usable[at].file))
        if image is None:
            continue
        side = int(min(image.shape[:2]) * rng.uniform(0.3, 0.7))
        for _ in range(8):
            x, y = rng.integers(0, image.shape[1] - side), rng.integers(0, image.shape[0] - side)
            if not any(
                x - 1.5 * w < bx + w and bx - 1.5 * w < x + side and y - 1.5 * h < by + h and by - 1.5 * h < y + side
                for bx, by, w, h in usable[at].boxes
            ):
                pieces.append(cv2.resize(image[y : y + side, x : x + side], (320, 320), interpolation=cv2.INTER_AREA))
                break
        if len(pieces) == wanted:
            break
    return pieces
