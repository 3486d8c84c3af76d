"""Gathers the scenes of a pool that are seen from low down, as a kind of their own that is drawn more often.

People at a table hold the phone low, and there the top face is the most foreshortened of three: the hardest question.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from vision.train.scene import ELEVATION, NO_VALUE

BELOW = 36.0
"""Degrees of the camera over the dice."""
PER_CHUNK = 1000


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("pool", type=Path)
    args = options.parse_args()
    images, rows, chunks = [], [], 0
    for file in sorted(args.pool.glob("full-*.labels.npy")):
        labels = np.load(file)
        pictures = np.load(str(file).replace(".labels.npy", ".images.npy"), mmap_mode="r")
        for i, scene in enumerate(labels):
            dice = scene[(scene[:, 0] > 0) & (scene[:, 0] < NO_VALUE)]
            if len(dice) and np.median(dice[:, ELEVATION]) < BELOW:
                images.append(np.array(pictures[i]))
                rows.append(scene)
        if len(images) >= PER_CHUNK:
            np.save(args.pool / f"low-{chunks:03d}.images.npy", np.stack(images))
            np.save(args.pool / f"low-{chunks:03d}.labels.npy", np.stack(rows))
            images, rows, chunks = [], [], chunks + 1
    print(f"{chunks} chunks")


if __name__ == "__main__":
    main()
