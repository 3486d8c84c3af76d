"""Fits the locator on a pool of scenes, with checkpoints."""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from vision.train.nets import BOX, OFFSET, SHAPE, STRIDE, TURN, VALUE, Locator, averaged
from vision.train.resume import resume
from vision.train.scene import BOX as BOX_COLUMNS
from vision.train.scene import CORNERS, NO_VALUE, SEEN, UNREADABLE
from vision.train.scenes import Pool
from vision.train.spoil import spoil

Array = Any
SIDE, CELLS = 192, 192 // STRIDE


def encode(corners: Array) -> tuple[Array, Array, Array]:
    """Four corners (4, 2) of a top face -> centre (2,), shape (3,), turn (2,).

    The face is the unit square turned by an angle and stretched by a symmetric matrix S: shape is log(S / 16 pixels)
    as xx, xy, yy, and turn is cosine and sine of four times the angle, which no renaming of corners changes.
    """
    centre = corners.mean(0)
    a = (corners[1] - corners[0] + corners[2] - corners[3]) / 2
    b = (corners[3] - corners[0] + corners[2] - corners[1]) / 2
    if a[0] * b[1] - a[1] * b[0] < 0:
        a, b = b, a
    edges = np.stack([a, b], 1).astype(np.float64)
    power, axes = np.linalg.eigh(edges @ edges.T)
    power = np.maximum(power, 1e-3)
    log = (axes * (0.5 * np.log(power) - math.log(16))) @ axes.T
    turn = (axes / np.sqrt(power)) @ axes.T @ edges
    angle = 4 * math.atan2(turn[1, 0], turn[0, 0])
    return centre, np.array([log[0, 0], log[0, 1], log[1, 1]]), np.array([math.cos(angle), math.sin(angle)])


def sample(rng: np.random.Generator, pool: Pool, shares: dict[str, float]) -> tuple[Array, Array]:
    """Draw a scene, scale and crop it to SIDE and spoil it; return it with its labels moved along."""
    image, labels = pool.draw(rng, shares)
    labels = labels[labels[:, 0] < NO_VALUE]
    scale = float(np.exp(rng.uniform(np.log(0.42), np.log(0.95))))
    shift = rng.uniform(0, 1, 2) * (320 * scale - SIDE)
    view = np.array([[scale, 0, -shift[0]], [0, scale, -shift[1]]])
    if rng.random() < 0.5:
        view[0] = [-scale, 0, SIDE - 1 + shift[0]]
    if scale < 0.8:
        image = cv2.GaussianBlur(image, (0, 0), 0.4 / scale)
    fill = tuple(int(c) for c in rng.integers(0, 255, 3)) if rng.random() < 0.5 else (114, 114, 114)
    image = cv2.warpAffine(
        image, view, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=fill
    )
    for columns, count in ((CORNERS, 4), (BOX_COLUMNS, 2)):
        points = labels[:, columns].reshape(-1, count, 2)
        labels[:, columns] = (points @ view[:, :2].T + view[:, 2]).reshape(-1, count * 2)
    if view[0, 0] < 0:
        left = labels[:, 9].copy()
        labels[:, 9], labels[:, 11] = labels[:, 11], left
    return spoil(rng, image), labels


def targets(labels: Array) -> tuple[Array, Array, Array]:
    """Return heat (CELLS, CELLS), weight of the heat there, and rows of cell y, x, weight and 17 numbers to learn."""
    heat, weight = np.zeros((CELLS, CELLS), np.float32), np.ones((CELLS, CELLS), np.float32)
    rows: list[list[float]] = []
    ys, xs = np.mgrid[:CELLS, :CELLS]
    for label in labels:
        corners = label[CORNERS].reshape(4, 2)
        centre, shape, turn = encode(corners)
        size = 16 * math.exp((shape[0] + shape[2]) / 2)
        dx, dy = xs + 0.5 - centre[0] / STRIDE, ys + 0.5 - centre[1] / STRIDE
        spread = np.linalg.inv((corners - centre).T @ (corners - centre) / STRIDE**2)  # inverse of the face's S^2
        apart = spread[0, 0] * dx * dx + 2 * spread[0, 1] * dx * dy + spread[1, 1] * dy * dy
        width = label[BOX_COLUMNS][2] - label[BOX_COLUMNS][0]
        outside = (corners < -3).any() or (corners > SIDE + 3).any()
        if label[SEEN] < 0.45 or label[UNREADABLE] or outside or width < 9:
            weight[apart < 0.4] = 0
            continue
        bell = np.exp(-apart / (2 * 0.16**2))
        bell = np.maximum(bell, np.exp(-(dx * dx + dy * dy) / (2 * 0.55**2)))
        heat = np.maximum(heat, bell.astype(np.float32))
        cx, cy = int(centre[0] // STRIDE), int(centre[1] // STRIDE)
        if not (0 <= cx < CELLS and 0 <= cy < CELLS):
            continue
        heat[cy, cx] = 1
        x0, y0, x1, y1 = label[BOX_COLUMNS]
        reach = np.log(np.maximum([centre[0] - x0, centre[1] - y0, x1 - centre[0], y1 - centre[1]], 1.0) / 16)
        for y in range(max(cy - 1, 0), min(cy + 2, CELLS)):
            for x in range(max(cx - 1, 0), min(cx + 2, CELLS)):
                if apart[y, x] > 0.12 and (x, y) != (cx, cy):
                    continue
                offset = [centre[0] / STRIDE - x - 0.5, centre[1] / STRIDE - y - 0.5]
                near = 1.0 if (x, y) == (cx, cy) else 0.4
                rows.append([y, x, near * min(1.0, max(size, 6) / 12), *offset, *shape, *turn, *reach, label[0] - 1])
    return heat, weight, np.array(rows, np.float32).reshape(-1, 15)


def loss_of(out: Tensor, heat: Tensor, weight: Tensor, rows: Tensor) -> tuple[Tensor, dict[str, float]]:
    p = torch.sigmoid(out[:, 0]).clamp(1e-4, 1 - 1e-4)
    peak = (heat > 0.999).float()
    count = peak.sum().clamp(min=1)
    hit = -((1 - p) ** 2) * p.log() * peak
    miss = -(p**2) * (1 - p).log() * (1 - heat) ** 4 * (1 - peak) * weight
    parts = {"heat": (hit.sum() + miss.sum()) / count}
    if len(rows):
        n, y, x = rows[:, 0].long(), rows[:, 1].long(), rows[:, 2].long()
        w, got = rows[:, 3] / rows[:, 3].sum(), out[n, :, y, x]
        parts["offset"] = 0.5 * ((got[:, OFFSET] - rows[:, 4:6]).abs().sum(1) * w).sum()
        parts["shape"] = 2.0 * ((got[:, SHAPE] - rows[:, 6:9]).abs().sum(1) * w).sum()
        parts["turn"] = 0.5 * ((got[:, TURN] - rows[:, 9:11]).abs().sum(1) * w).sum()
        parts["box"] = 1.0 * ((got[:, BOX] - rows[:, 11:15]).abs().sum(1) * w).sum()
        parts["value"] = 0.5 * (F.cross_entropy(got[:, VALUE], rows[:, 15].long(), reduction="none") * w).sum()
    return torch.stack(list(parts.values())).sum(), {k: float(v.detach()) for k, v in parts.items()}


def batch(rng: np.random.Generator, pool: Pool, size: int, shares: dict[str, float]) -> tuple[Tensor, ...]:
    images, heats, weights, rows = [], [], [], []
    for n in range(size):
        image, labels = sample(rng, pool, shares)
        heat, weight, found = targets(labels)
        images.append(image)
        heats.append(heat)
        weights.append(weight)
        rows.append(np.concatenate([np.full((len(found), 1), n, np.float32), found], 1))
    x = torch.from_numpy(np.stack(images)).permute(0, 3, 1, 2).float().div_(127.5).sub_(1)
    return (
        x,
        torch.from_numpy(np.stack(heats)),
        torch.from_numpy(np.stack(weights)),
        torch.from_numpy(np.concatenate(rows)),
    )


def shares_at(done: float) -> dict[str, float]:
    """Easy scenes first, then the full variety; photographs and the locator's mistakes once they are there."""
    easy = 0.6 if done < 0.2 else 0.3 if done < 0.45 else 0.06
    return {"easy": easy, "full": 1 - easy, "blend": 0.35, "real": 0.25, "hard": 0.15}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("pool", type=Path)
    options.add_argument("checkpoint", type=Path)
    options.add_argument("--steps", type=int, default=20000, help="the learning rate falls over them")
    options.add_argument("--threads", type=int, default=1)
    options.add_argument("--batch", type=int, default=10)
    options.add_argument("--rate", type=float, default=2e-3)
    options.add_argument("--start", type=Path, help="checkpoint or ONNX file to start from")
    options.add_argument("--bf16", action="store_true", help="short floats: faster where the processor has them")
    options.add_argument("--late", action="store_true", help="no easy scenes: a later round")
    options.add_argument("--seed", type=int, default=5)
    args = options.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    cv2.setNumThreads(1)
    rng, pool = np.random.default_rng(args.seed), Pool(args.pool)
    model = Locator().to(memory_format=torch.channels_last)
    if args.start:
        resume(model, args.start, batch(rng, pool, 64, shares_at(1.0))[0])
    mean = averaged(model)
    optimiser = torch.optim.AdamW(model.parameters(), args.rate, weight_decay=0.02, fused=True)
    log: dict[str, float] = {}
    for step in range(1, args.steps + 1):
        done, warm = step / args.steps, min(1.0, step / 100)
        for group in optimiser.param_groups:
            group["lr"] = args.rate * warm * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * done)))
        x, heat, weight, rows = batch(rng, pool, args.batch, shares_at(1.0 if args.late else done))
        with torch.autocast("cpu", torch.bfloat16, enabled=args.bf16):
            out = model(x.to(memory_format=torch.channels_last))
        loss, parts = loss_of(out.float(), heat, weight, rows)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimiser.step()
        mean.update_parameters(model)
        log = {k: 0.98 * log.get(k, v) + 0.02 * v for k, v in parts.items()}
        if step % 50 == 0:
            pool.look()
            print(step, f"{done:.3f}", {k: round(v, 3) for k, v in log.items()}, flush=True)
        if step % 200 == 0:
            torch.save(mean.module.state_dict(), args.checkpoint)
    torch.save(mean.module.state_dict(), args.checkpoint)


if __name__ == "__main__":
    main()
