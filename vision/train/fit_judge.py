"""Fits one of the two readers: of a whole die as it stands, or of a flattened top face."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from vision.face import AROUND_ROOM, AROUND_SIDE, DIE_ROOM, DIE_SIDE, FACE_SIDE, cut_die, flatten
from vision.train.fit_locate import encode
from vision.train.nets import Judge, averaged
from vision.train.resume import resume
from vision.train.scene import BOX, CORNERS, NO_VALUE, SEEN, UNREADABLE, is_field
from vision.train.scenes import Pool
from vision.train.spoil import spoil

Array = Any
Rng = np.random.Generator
Sample = tuple[Array, int, Array]  # picture, class, seven numbers about the top face (zeros where there is none)
NO_DIE, UNREADABLE_CLASS = 6, 7
DIE_OUTPUTS, FACE_OUTPUTS = 8 + 7, 7
FIELDS = 0.4
"""How often a field of a domino is looked at where one lies: nothing else is so like a die."""
Draw = Callable[[Rng, Pool, dict[str, float]], Sample | None]


def sample_die(rng: Rng, pool: Pool, shares: dict[str, float]) -> Sample | None:
    """Cut out a die, or, a quarter of the time, something else."""
    return _sample_square(rng, pool, shares, DIE_SIDE, DIE_ROOM)


def sample_around(rng: Rng, pool: Pool, shares: dict[str, float]) -> Sample | None:
    """The same, smaller, with what lies around it."""
    return _sample_square(rng, pool, shares, AROUND_SIDE, AROUND_ROOM)


def _sample_square(rng: Rng, pool: Pool, shares: dict[str, float], side: int, room: float) -> Sample | None:
    image, labels = pool.draw(rng, shares)
    if rng.random() < 0.27:
        return _no_die(rng, image, labels, side, room)
    usable = [x for x in labels if _size(x) > 11 and (x[SEEN] > 0.5 or x[0] == NO_VALUE)]
    if not usable:
        return None
    fields = [x for x in usable if is_field(x)]
    among = fields if fields and rng.random() < FIELDS else usable
    label = among[rng.integers(len(among))]
    if _size(label) < 22 and rng.random() < 0.6:
        return None
    box, size = label[BOX], _size(label)
    shift = rng.normal(0, 0.05, 2) * size
    grow = np.exp(rng.normal(0.02, 0.1))
    middle, half = (box[:2] + box[2:]) / 2 + shift, (box[2:] - box[:2]) / 2 * grow
    kind = NO_DIE if label[0] == NO_VALUE else UNREADABLE_CLASS if label[UNREADABLE] else int(label[0]) - 1
    return _cut(rng, image, np.concatenate([middle - half, middle + half]), kind, label[CORNERS], side, room)


def _size(label: Array) -> float:
    return float(max(label[BOX][2] - label[BOX][0], label[BOX][3] - label[BOX][1]))


def _no_die(rng: Rng, image: Array, labels: Array, side: int, room: float) -> Sample | None:
    dice = labels[labels[:, 0] < NO_VALUE]
    middles = (dice[:, BOX][:, :2] + dice[:, BOX][:, 2:]) / 2
    size = float(np.exp(rng.uniform(np.log(12), np.log(160))))
    at = rng.uniform(0, 320, 2)
    if len(dice) and rng.random() < 0.6:  # beside a die, or one pip of it
        which = rng.integers(len(dice))
        whole = _size(dice[which])
        if rng.random() < 0.5:
            size, reach = whole * rng.uniform(0.15, 0.4), rng.uniform(0, 0.4)
        else:
            size, reach = whole * rng.uniform(0.7, 1.3), rng.uniform(0.5, 1.0)
        angle = rng.uniform(0, 2 * np.pi)
        at = middles[which] + reach * whole * np.array([np.cos(angle), np.sin(angle)])
    if size < 8:
        return None
    for label, middle in zip(dice, middles, strict=True):
        if np.hypot(*(middle - at)) < 0.42 * _size(label) and size > 0.5 * _size(label):
            return None
    box = np.array([*(at - size / 2), *(at + size / 2)])
    return _cut(rng, image, box, NO_DIE, None, side, room)


def _cut(rng: Rng, image: Array, box: Array, kind: int, corners: Array | None, side: int, room: float) -> Sample:
    reach = max(box[2] - box[0], box[3] - box[1]) * room
    seen = int(np.clip(reach, 24, 200))
    picture = spoil(rng, cut_die(image, box, side=seen, room=room))
    picture = np.asarray(
        cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA if side < seen else cv2.INTER_LINEAR), np.uint8
    )
    about = np.zeros(7)
    if corners is not None and kind < NO_DIE and corners.any():
        moved = (corners.reshape(4, 2) - (box[:2] + box[2:]) / 2) * (side / reach)
        if rng.random() < 0.5:
            moved[:, 0] *= -1
            picture = picture[:, ::-1]
        centre, shape, turn = encode(moved)
        about = np.concatenate([centre / 16, shape, turn])
    elif rng.random() < 0.5:
        picture = picture[:, ::-1]
    return picture, kind, about


def sample_face(rng: Rng, pool: Pool, shares: dict[str, float]) -> Sample | None:
    """Flatten a top face, a little off as the locator will be, or, a quarter of the time, something else."""
    image, labels = pool.draw(rng, shares)
    corners = None
    usable = [x for x in labels if x[CORNERS].any() and _size(x) > 13 and x[SEEN] > 0.6 and not x[UNREADABLE]]
    kind = NO_DIE
    if usable:
        label = usable[rng.integers(len(usable))]
        if _size(label) < 24 and rng.random() < 0.5:
            return None
        corners = label[CORNERS].reshape(4, 2).astype(np.float64)
        kind = NO_DIE if label[0] == NO_VALUE else int(label[0]) - 1
        middle = corners.mean(0)
        edges = np.stack([corners[1] - corners[0], corners[3] - corners[0]])
        # Far enough off to learn that a six stays a six where the face was found too small.
        shift, grow = rng.normal(0, 0.06, 2), np.exp(rng.normal(0.0, 0.13))
        if rng.random() < 0.2:
            kind = NO_DIE
            luck = rng.random()
            if luck < 0.4:
                shift = rng.choice([-1, 1], 2) * rng.uniform(0.35, 0.8, 2)
            else:
                grow = rng.uniform(0.15, 0.45) if luck < 0.75 else rng.uniform(1.9, 3.0)
        corners = (corners - middle) * grow + middle + shift @ edges
        corners += rng.normal(0, 0.04, (4, 2)) @ edges
    if corners is None or rng.random() < 0.08:
        size, at = np.exp(rng.uniform(np.log(10), np.log(140))), rng.uniform(20, 300, 2)
        angle = np.arange(4) * np.pi / 2 + rng.uniform(0, np.pi)
        square = np.stack([np.cos(angle), np.sin(angle) * rng.uniform(0.25, 1)], 1) * size / 1.41
        corners, kind = at + square, NO_DIE
        if any(np.hypot(*(x[CORNERS].reshape(4, 2).mean(0) - at)) < 0.6 * _size(x) for x in labels):
            return None
    return _flat(rng, image, corners), kind, np.zeros(7)


def _flat(rng: Rng, image: Array, corners: Array) -> Array:
    low, high = corners.min(0) - 12, corners.max(0) + 12
    low, high = low - (high - low) * 0.4, high + (high - low) * 0.4
    x, y = np.clip(np.floor(low), 0, 310).astype(int)
    right, bottom = np.clip(np.ceil(high), 10, 320).astype(int)
    piece = np.ascontiguousarray(image[y : max(bottom, y + 8), x : max(right, x + 8)])
    flat = flatten(spoil(rng, piece), (np.roll(corners, rng.integers(4), 0) - [x, y]).astype(np.float32))
    return flat[:, ::-1] if rng.random() < 0.5 else flat


DRAWS: dict[str, Draw] = {"die": sample_die, "around": sample_around, "face": sample_face}


def batch(rng: Rng, pool: Pool, size: int, draw: Draw, shares: dict[str, float]) -> tuple[Tensor, Tensor, Tensor]:
    found: list[Sample] = []
    while len(found) < size:
        if (sample := draw(rng, pool, shares)) is not None:
            found.append(sample)
    x = torch.from_numpy(np.stack([f[0] for f in found])).permute(0, 3, 1, 2).float().div_(127.5).sub_(1)
    about = torch.from_numpy(np.stack([f[2] for f in found])).float()
    return x, torch.tensor([f[1] for f in found]), about


def loss_of(out: Tensor, kind: Tensor, about: Tensor) -> Tensor:
    if out.shape[1] == FACE_OUTPUTS:
        return F.cross_entropy(out, kind, label_smoothing=0.02)
    loss = F.cross_entropy(out[:, :8], kind, label_smoothing=0.02)
    known = (about != 0).any(1)
    return loss + 0.5 * (out[:, 8:] - about)[known].abs().sum(1).mean() if known.any() else loss


def shares_at(done: float) -> dict[str, float]:
    """Easy scenes first, then the full variety; other kinds of pictures once they are there."""
    easy = 0.7 if done < 0.25 else 0.25 if done < 0.5 else 0.05
    return {"easy": easy, "full": 1 - easy, "blend": 0.4, "empty": 0.15, "real": 0.25, "hard": 0.25}


def judge(what: str) -> Judge:
    if what == "die":
        return Judge(DIE_OUTPUTS, DIE_SIDE, (24, 48, 72, 112), (2, 3, 3))
    if what == "around":
        return Judge(DIE_OUTPUTS, AROUND_SIDE, (24, 48, 72, 112), (2, 2, 1))
    return Judge(FACE_OUTPUTS, FACE_SIDE, (16, 32, 64, 96), (1, 1, 1))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("what", choices=sorted(DRAWS))
    options.add_argument("pool", type=Path)
    options.add_argument("checkpoint", type=Path)
    options.add_argument("--steps", type=int, default=16000, help="the learning rate falls over them")
    options.add_argument("--threads", type=int, default=1)
    options.add_argument("--batch", type=int, default=32)
    options.add_argument("--bf16", action="store_true", help="short floats: faster where the processor has them")
    options.add_argument("--late", action="store_true", help="no easy scenes: a later round")
    options.add_argument("--rate", type=float, default=2e-3)
    options.add_argument("--start", type=Path, help="checkpoint or ONNX file to start from")
    options.add_argument("--seed", type=int, default=6)
    args = options.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    cv2.setNumThreads(1)
    rng, pool = np.random.default_rng(args.seed), Pool(args.pool)
    model = judge(args.what).to(memory_format=torch.channels_last)
    draw = DRAWS[args.what]
    if args.start:
        resume(model, args.start, batch(rng, pool, 256, draw, shares_at(1.0))[0])
    mean = averaged(model)
    optimiser = torch.optim.AdamW(model.parameters(), args.rate, weight_decay=0.02, fused=True)
    log = np.zeros(2)
    for step in range(1, args.steps + 1):
        done = step / args.steps
        for group in optimiser.param_groups:
            group["lr"] = args.rate * min(1.0, step / 50) * (0.01 + 0.495 * (1 + math.cos(math.pi * done)))
        x, kind, about = batch(rng, pool, args.batch, draw, shares_at(1.0 if args.late else done))
        with torch.autocast("cpu", torch.bfloat16, enabled=args.bf16):
            out = model(x.to(memory_format=torch.channels_last))
        out = out.float()
        loss = loss_of(out, kind, about)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        mean.update_parameters(model)
        right = (out[:, :8].argmax(1) == kind).float().mean()
        log = log + (np.array([float(loss.detach()), float(right)]) - log) * max(0.02, 1 / step)
        if step % 50 == 0:
            pool.look()
            print(step, f"{done:.3f} loss {log[0]:.3f} right {log[1]:.3f}", flush=True)
        if step % 100 == 0:
            torch.save(mean.module.state_dict(), args.checkpoint)
    torch.save(mean.module.state_dict(), args.checkpoint)


if __name__ == "__main__":
    main()
