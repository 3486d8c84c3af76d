"""Adds the locator's mistakes on rendered scenes to the pool, as what the other two networks must refuse."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from vision.pipeline import judge
from vision.train.pool import MOST
from vision.train.relabel import mistakes
from vision.train.scene import BOX
from vision.train.scenes import Pool


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("pool", type=Path)
    options.add_argument("--scenes", type=int, default=1500, help="how many scenes to look through")
    options.add_argument("--round", type=int, default=0, help="number of this chunk")
    options.add_argument("--seed", type=int, default=31)
    args = options.parse_args()
    rng, pool = np.random.default_rng([args.seed, args.round]), Pool(args.pool)
    images, rows = [], []
    for _ in range(args.scenes):
        image, labels = pool.draw(rng, {"full": 1.0})
        found = mistakes(judge(image), labels[:, BOX])
        if len(found):
            kept = np.zeros((MOST, labels.shape[1]), np.float32)
            both = np.concatenate([found, labels])[:MOST]
            kept[: len(both)] = both
            images.append(image)
            rows.append(kept)
    print(f"mistakes in {len(images)} of {args.scenes} scenes")
    np.save(f"{args.pool}/hard-{args.round:03d}.images.npy", np.stack(images))
    np.save(f"{args.pool}/hard-{args.round:03d}.labels.npy", np.stack(rows))


if __name__ == "__main__":
    main()
