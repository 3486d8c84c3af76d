"""How fast photographs are read: ``python benchmarks/reader.py [PHOTO]`` prints milliseconds and MB."""

from __future__ import annotations

import resource
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from vision.photo import decode
from vision.pipeline import read_dice

ROOT = Path(__file__).resolve().parent.parent

REPEATS = 15


def milliseconds(action: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """Return the median of some runs; ``time.process_time`` as the clock is blind to what else the machine does."""
    times = []
    for _ in range(REPEATS):
        start = clock()
        action()
        times.append((clock() - start) * 1000)
    return statistics.median(times)


def main() -> None:
    samples = sorted((ROOT / "sample_images").glob("*.jpg"))
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else samples[0]
    picture = np.asarray(cv2.imread(str(file)), np.uint8)
    large = np.asarray(cv2.resize(picture, (4000, 3000), interpolation=cv2.INTER_CUBIC), np.uint8)
    packed = cv2.imencode(".jpg", large, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()
    del large
    start = time.perf_counter()
    image = decode(packed)
    reading = read_dice(image)
    first = (time.perf_counter() - start) * 1000
    print(f"vision: {len(reading.dice)} dice in {file.name}, read at {image.shape[1]} x {image.shape[0]} pixels")
    print(f"vision: first call, models loaded          {first:7.1f} ms")
    print(f"vision: image of 1600 pixels to reading    {milliseconds(lambda: read_dice(image)):7.1f} ms (median)")
    spent = milliseconds(lambda: read_dice(image), time.process_time)
    print(f"vision: the same, processor time of all cores {spent:5.1f} ms (median)")
    whole = milliseconds(lambda: read_dice(decode(packed)))
    print(f"vision: bytes of a 12-MP JPEG to reading   {whole:7.1f} ms (median)")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"vision: peak resident memory               {peak:7.1f} MB")


if __name__ == "__main__":
    main()
