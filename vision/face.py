"""Cuts dice and their top faces out of a photograph at a fixed size, and reads them."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.locate import UNIT, network, square

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
DIE_SIDE, DIE_ROOM = 80, 1.5
AROUND_SIDE, AROUND_ROOM = 96, 3.0
FACE_SIDE, FACE_MARGIN = 48, 0.2
HOPELESS, CLEAR = 0.9, 0.97
"""What is so surely no die, or so surely shows its value, is not looked at again, for the time's sake."""
SIGN_IN_MIRROR = [8, 11, 14]
"""Of the numbers about a top face, those that change sign in a mirror: x of its middle, slant, sine of its turn."""


def cut_die(image: Pixels, box: Floats, *, side: int = DIE_SIDE, room: float = DIE_ROOM) -> Pixels:
    """Cut a square, (side, side, 3) uint8, ``room`` times as wide as a die; its ``box`` is x0, y0, x1, y1."""
    reach = max(box[2] - box[0], box[3] - box[1], 4.0) * room
    x, y = (box[0] + box[2] - reach) / 2, (box[1] + box[3] - reach) / 2
    return _scaled(_window(image, x, y, x + reach, y + reach), side, side)


def flatten(image: Pixels, corners: Floats, *, side: int = FACE_SIDE) -> Pixels:
    """Show a top face as a square, (side, side, 3) uint8, with a margin; ``corners`` are (4, 2) in pixels."""
    low, high = corners.min(0), corners.max(0)
    room = (high - low) * 0.5 + 2
    x0, y0 = np.floor(low - room)
    piece = _window(image, x0, y0, *np.ceil(high + room))
    edges = np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1)
    shrink = min(1.0, side * (1 - 2 * FACE_MARGIN) / max(float(edges.max()), 1.0))
    w, h = max(4, round(piece.shape[1] * shrink)), max(4, round(piece.shape[0] * shrink))
    scale = np.array([w / piece.shape[1], h / piece.shape[0]])
    inner = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * (1 - 2 * FACE_MARGIN) + FACE_MARGIN
    onto = cv2.getPerspectiveTransform(
        ((corners - [x0, y0]) * scale).astype(np.float32), (inner * side).astype(np.float32)
    )
    flat = cv2.warpPerspective(_scaled(piece, w, h), onto, (side, side), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.uint8)


def _window(image: Pixels, x0: float, y0: float, x1: float, y1: float) -> Pixels:
    """Cut a rectangle, beyond the image by repeating its border."""
    left, top, right, bottom = round(x0), round(y0), max(round(x1), round(x0) + 1), max(round(y1), round(y0) + 1)
    height, width = image.shape[:2]
    beyond = (max(0, -top), max(0, bottom - height), max(0, -left), max(0, right - width))
    piece = image[max(0, min(top, height - 1)) : max(1, bottom), max(0, min(left, width - 1)) : max(1, right)]
    if any(beyond):
        piece = np.asarray(cv2.copyMakeBorder(piece, *beyond, cv2.BORDER_REPLICATE), np.uint8)
    return piece


def _scaled(image: Pixels, width: int, height: int) -> Pixels:
    shrinks = width < image.shape[1]
    how = cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, (width, height), interpolation=how), np.uint8)


def read_whole(image: Pixels, boxes: Floats) -> tuple[Floats, list[Floats]]:
    """Look at whole dice, boxes (N, 4): (N, 8) probabilities of 1 to 6, no die, unreadable; corners (4, 2) each."""
    if len(boxes) == 0:
        return np.zeros((0, 8), np.float32), []
    cuts = [cut_die(image, box) for box in boxes]
    out = _ask("die", cuts)
    odds = _softmax(out[:, :8])
    again = np.flatnonzero((odds[:, 6] < HOPELESS) & (odds[:, :6].max(1) < CLEAR))
    out[again] = (out[again] + _ask_mirrored([cuts[i] for i in again])) / 2
    corners = []
    for box, answer in zip(boxes, out, strict=True):
        scale = max(float(box[2] - box[0]), float(box[3] - box[1]), 4.0) * DIE_ROOM / DIE_SIDE
        middle = (box[:2] + box[2:]) / 2
        inside = square(answer[10:13], answer[13:15]) + answer[8:10] * UNIT
        corners.append(np.asarray(inside * scale + middle, np.float32))
    return _softmax(out[:, :8]), corners


def read_around(image: Pixels, boxes: Floats) -> Floats:
    """Look at dice with what lies around them, boxes (N, 4): how likely each is none, (N,)."""
    if len(boxes) == 0:
        return np.zeros(0, np.float32)
    out = _ask("around", [cut_die(image, box, side=AROUND_SIDE, room=AROUND_ROOM) for box in boxes])
    return np.asarray(_softmax(out[:, :8])[:, 6], np.float32)


def read_faces(image: Pixels, faces: list[Floats], *, turns: int = 4) -> Floats:
    """Look at flattened faces, turned up to four ways: (N, 7) probabilities of 1 to 6 and of no face."""
    if not faces:
        return np.zeros((0, 7), np.float32)
    flat = [flatten(image, corners) for corners in faces]
    turned = [np.ascontiguousarray(np.rot90(face, k)) for face in flat for k in range(turns)]
    out = _softmax(_ask("face", turned)).reshape(len(faces), turns, 7)
    odds = np.exp(np.log(out + 1e-4).mean(1))
    return np.asarray(odds / odds.sum(1, keepdims=True), np.float32)


def _ask_mirrored(dice: list[Pixels]) -> Floats:
    """What the die network says, (N, 15), of whole dice seen in a mirror, turned back: a second opinion."""
    if not dice:
        return np.zeros((0, 15), np.float32)
    out = _ask("die", [np.ascontiguousarray(die[:, ::-1]) for die in dice])
    out[:, SIGN_IN_MIRROR] *= -1
    return out


def _ask(name: str, pictures: list[Pixels]) -> Floats:
    net = network(name)
    net.setInput(cv2.dnn.blobFromImages(pictures, 1 / 127.5, mean=(127.5, 127.5, 127.5)))
    return np.asarray(net.forward(), np.float32)


def _softmax(logits: Floats) -> Floats:
    odds = np.exp(logits - logits.max(-1, keepdims=True))
    return np.asarray(odds / odds.sum(-1, keepdims=True), np.float32)
