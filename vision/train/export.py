"""Turns a checkpoint into an ONNX file for OpenCV."""

from __future__ import annotations

import argparse
import warnings
from pathlib import Path

import torch
from torch import nn

from vision.face import DIE_SIDE, FACE_SIDE
from vision.train.fit_judge import judge
from vision.train.nets import Locator

SHAPES = {"locate": (1, 3, 480, 640), "die": (1, 3, DIE_SIDE, DIE_SIDE), "face": (4, 3, FACE_SIDE, FACE_SIDE)}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("what", choices=sorted(SHAPES))
    options.add_argument("checkpoint", type=Path)
    options.add_argument("onnx", type=Path)
    args = options.parse_args()
    model: nn.Module = Locator() if args.what == "locate" else judge(args.what)
    model.load_state_dict(torch.load(args.checkpoint))
    write(model, args.what, args.onnx)


def write(model: nn.Module, what: str, onnx: Path) -> None:
    """Write ``model`` with the fixed shape of its kind; OpenCV runs the locator at other sizes too."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            model.eval(), (torch.zeros(SHAPES[what]),), str(onnx), opset_version=13, dynamo=False,
            input_names=["image"], output_names=["out"],
        )  # fmt: skip


if __name__ == "__main__":
    main()
