"""The networks. All run in OpenCV's dnn module: convolution, ReLU, addition, nearest upsampling, pooling, Gemm."""

from __future__ import annotations

from itertools import pairwise

import torch
from torch import Tensor, nn
from torch.nn import functional as F

STRIDE = 4
OFFSET, SHAPE, TURN, BOX, VALUE = slice(1, 3), slice(3, 6), slice(6, 8), slice(8, 12), slice(12, 18)


def conv(a: int, b: int, *, stride: int = 1, size: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(a, b, size, stride, size // 2, bias=False), nn.BatchNorm2d(b), nn.ReLU(inplace=True)
    )


class Block(nn.Module):
    """Two convolutions and a shortcut."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = conv(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        return F.relu(x + self.second(self.first(x)))


class Locator(nn.Module):
    """(N, 3, H, W) in -1..1 -> (N, 18, H/4, W/4): heat logit, offset 2, shape 3, turn 2, box 4, value logits 6.

    H and W are multiples of 32. ``vision.locate`` says what the numbers mean.
    """

    def __init__(self) -> None:
        super().__init__()
        self.s4 = nn.Sequential(conv(3, 24, stride=4, size=7), conv(24, 32))
        self.s8 = nn.Sequential(conv(32, 64, stride=2), Block(64))
        self.s16 = nn.Sequential(conv(64, 96, stride=2), Block(96), Block(96), Block(96))
        self.s32 = nn.Sequential(conv(96, 96, stride=2), Block(96))
        self.from32, self.from16, self.from8 = (conv(w, 64, size=1) for w in (96, 96, 64))
        self.mix16, self.mix8 = conv(64, 64), conv(64, 64)
        self.down4, self.from4 = conv(64, 32, size=1), conv(32, 32, size=1)
        self.mix4, self.out = conv(32, 48), nn.Conv2d(48, 18, 1)
        nn.init.normal_(self.out.weight, 0, 0.01)
        bias = torch.zeros(18)
        bias[0] = -4.5
        self.out.bias = nn.Parameter(bias)

    def forward(self, x: Tensor) -> Tensor:
        x4 = self.s4(x)
        x8 = self.s8(x4)
        x16 = self.s16(x8)
        y = self.from32(self.s32(x16))
        y = self.mix16(self.from16(x16) + F.interpolate(y, scale_factor=2.0, mode="nearest"))
        y = self.mix8(self.from8(x8) + F.interpolate(y, scale_factor=2.0, mode="nearest"))
        y = self.from4(x4) + F.interpolate(self.down4(y), scale_factor=2.0, mode="nearest")
        return self.out(self.mix4(y))  # type: ignore[no-any-return]


class Judge(nn.Module):
    """A small classifier: (N, 3, side, side) in -1..1 -> (N, outputs); side is a multiple of 16.

    ``blocks`` are how many follow the second, third and fourth halving.
    """

    def __init__(
        self, outputs: int, side: int, widths: tuple[int, int, int, int], blocks: tuple[int, int, int]
    ) -> None:
        super().__init__()
        layers = [conv(3, widths[0], stride=2)]
        for (before, width), count in zip(pairwise(widths), blocks, strict=True):
            layers += [conv(before, width, stride=2), *(Block(width) for _ in range(count))]
        last = side // 16
        pool = nn.AvgPool2d((last + 1) // 2, last // 2)  # to 2 x 2
        self.body = nn.Sequential(*layers, pool, nn.Flatten())
        self.out = nn.Linear(widths[-1] * 4, outputs)

    def forward(self, x: Tensor) -> Tensor:
        return self.out(self.body(x))  # type: ignore[no-any-return]


def averaged(model: nn.Module) -> torch.optim.swa_utils.AveragedModel:
    """A running average of the weights: what is exported."""

    def blend(old: Tensor, new: Tensor, count: Tensor | int) -> Tensor:
        keep = min(0.997, (float(count) + 1) / (float(count) + 10))
        return old * keep + new * (1 - keep) if old.is_floating_point() else new

    return torch.optim.swa_utils.AveragedModel(model, avg_fn=blend, use_buffers=True)
