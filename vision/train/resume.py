"""Takes up training where it ended: from a checkpoint, or from the ONNX file that was made of one.

The checkpoints are not kept, the ONNX files are. In these every batch normalisation is folded into the convolution
before it; it is put back with the statistics of a batch, so that the network says the same as before.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn


def resume(model: nn.Module, file: Path, pictures: Tensor) -> None:
    """Load ``file``, .pt or .onnx, into ``model``; ``pictures`` (N, 3, H, W) are such as it will be trained on."""
    if file.suffix != ".onnx":
        model.load_state_dict(torch.load(file))
        return
    graph = onnx.load(file).graph
    values = {w.name: torch.from_numpy(numpy_helper.to_array(w).copy()).float() for w in graph.initializer}
    values |= {node.output[0]: values[node.input[0]] for node in graph.node if node.op_type == "Cast"}
    nodes = iter([n for n in graph.node if n.op_type in ("Conv", "Gemm")])
    folded: list[Tensor] = []  # the bias of the convolution just run, which the batch normalisation after it takes

    def fill(layer: nn.Module, inputs: tuple[Tensor, ...]) -> None:
        if isinstance(layer, nn.Conv2d | nn.Linear):
            weight, bias = (values[name] for name in next(nodes).input[1:3])
            layer.weight.copy_(weight)
            if layer.bias is None:
                folded.append(bias)
            else:
                layer.bias.copy_(bias)
        elif isinstance(layer, nn.BatchNorm2d):
            _unfold(layer, inputs[0], folded.pop())

    hooks: list[Any] = [layer.register_forward_pre_hook(fill) for layer in model.modules()]
    with torch.no_grad():
        model.eval()(pictures)
    for hook in hooks:
        hook.remove()
    model.train()


def _unfold(layer: nn.BatchNorm2d, x: Tensor, bias: Tensor) -> None:
    """Make ``layer`` add ``bias`` and nothing else, whether it goes by this batch or by its running figures."""
    mean, variance = x.mean((0, 2, 3)), x.var((0, 2, 3), unbiased=False)
    assert layer.running_mean is not None and layer.running_var is not None
    layer.running_mean.copy_(mean)
    layer.running_var.copy_(variance)
    layer.weight.copy_((variance + layer.eps).sqrt())
    layer.bias.copy_(bias + mean)
