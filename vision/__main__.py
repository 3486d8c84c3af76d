"""Command line: photographs in, one JSON object a line and photograph out."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from vision.photo import PhotoError, load
from vision.pipeline import read_dice
from vision.reading import Die


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; see --help\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Read every photograph named in ``argv``; return 1 when one of them was no photograph, else 0."""
    options = _parser().parse_args(argv)
    status = 0
    for file in options.photos:
        answer = _answer(file, options.expect)
        status |= "error" in answer
        print(json.dumps(answer), flush=True)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m vision",
        description="Read the pips on top of the dice in photographs. Prints one JSON object a line "
        "and photograph: file, width, height, dice (value, confidence, box [x, y, w, h], alternatives, "
        "doubtful), sure, advice, ms; or file and error.",
        epilog="Exit status: 0 all photographs were read, 1 a file was no photograph, 2 bad options.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--expect",
        type=_count,
        metavar="N",
        help="how many dice should lie there",
    )
    parser.add_argument("photos", nargs="+", metavar="PHOTO", help="JPEG, PNG, WebP, HEIC, AVIF, GIF, BMP, TIFF")
    return parser


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 99:
        raise argparse.ArgumentTypeError(f"a number of dice from 1 to 99 was wanted, not {text!r}")
    return int(text)


def _answer(file: str, expect: int | None) -> dict[str, Any]:
    try:
        data = Path(file).read_bytes()
    except OSError as error:
        return {"file": file, "error": error.strerror or "unreadable"}
    start = time.perf_counter()
    try:
        photo = load(data)
    except PhotoError as error:
        return {"file": file, "error": error.key}
    reading = read_dice(photo.image, expect=expect)
    ms = (time.perf_counter() - start) * 1000
    scale = photo.width / reading.width
    return {
        "file": file,
        "width": photo.width,
        "height": photo.height,
        "dice": [_row(die, scale) for die in reading.dice],
        "sure": reading.sure,
        "advice": reading.advice,
        "ms": round(ms, 1),
    }


def _row(die: Die, scale: float) -> dict[str, Any]:
    return {
        "value": die.value,
        "confidence": round(die.confidence, 4),
        "box": [round(side * scale) for side in die.box],
        "alternatives": list(die.alternatives),
        "doubtful": die.doubtful,
    }


if __name__ == "__main__":
    sys.exit(main())
