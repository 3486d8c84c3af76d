"""Turns a checkpoint into an ONNX file for OpenCV."""

from __future__ import annotations

import argparse
import warnings
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from vision.face import AROUND_SIDE, DIE_SIDE, FACE_SIDE
from vision.train.fit_judge import judge
from vision.train.nets import Locator

SHAPES = {
    "locate": (1, 3, 480, 640),
    "die": (1, 3, DIE_SIDE, DIE_SIDE),
    "around": (1, 3, AROUND_SIDE, AROUND_SIDE),
    "face": (4, 3, FACE_SIDE, FACE_SIDE),
}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("what", choices=sorted(SHAPES))
    options.add_argument("checkpoint", type=Path)
    options.add_argument("onnx", type=Path)
    args = options.parse_args()
    model: nn.Module = Locator() if args.what == "locate" else judge(args.what)
    model.load_state_dict(torch.load(args.checkpoint))
    write(model, args.what, args.onnx)


def write(model: nn.Module, what: str, file: Path) -> None:
    """Write ``model`` with the fixed shape of its kind; OpenCV runs the locator at other sizes too."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            model.eval(), (torch.zeros(SHAPES[what]),), str(file), opset_version=13, dynamo=False,
            input_names=["image"], output_names=["out"],
        )  # fmt: skip
    halve(file)


def halve(file: Path) -> None:
    """Keep the weights in 16 bits, which halves the file; a cast, done once on loading, makes them 32 again."""
    model = onnx.load(file)
    graph, casts = model.graph, []
    for weights in [w for w in graph.initializer if w.data_type == TensorProto.FLOAT and len(w.dims) > 1]:
        short = numpy_helper.from_array(numpy_helper.to_array(weights).astype(np.float16), f"{weights.name}.half")
        casts.append(helper.make_node("Cast", [short.name], [weights.name], to=TensorProto.FLOAT))
        graph.initializer.remove(weights)
        graph.initializer.append(short)
    nodes = [*casts, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, file)


if __name__ == "__main__":
    main()
