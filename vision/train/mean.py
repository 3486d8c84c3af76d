"""Writes the mean of two networks of one kind, of which one went on where the other was: it errs less than either."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("one", type=Path, help="an ONNX file that export has written")
    options.add_argument("other", type=Path)
    options.add_argument("onnx", type=Path, help="where to write the mean")
    options.add_argument("--share", type=float, default=0.5, help="of the first")
    args = options.parse_args()
    write_mean(args.one, args.other, args.onnx, args.share)


def write_mean(one: Path, other: Path, file: Path, share: float = 0.5) -> None:
    """Write ``share`` of the weights of ``one`` and the rest of ``other``, of one kind. Raises KeyError else."""
    model = onnx.load(one)
    others = {weights.name: numpy_helper.to_array(weights) for weights in onnx.load(other).graph.initializer}
    for weights in model.graph.initializer:
        mine = numpy_helper.to_array(weights)
        if np.issubdtype(mine.dtype, np.floating):
            mean = share * mine.astype(np.float32) + (1 - share) * others[weights.name].astype(np.float32)
            weights.CopyFrom(numpy_helper.from_array(mean.astype(mine.dtype), weights.name))
    onnx.save(model, file)


if __name__ == "__main__":
    main()
