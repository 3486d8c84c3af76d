"""The regression table: one row of sample_images/labels.csv is one test."""

import csv
from pathlib import Path

import pytest

pytest.importorskip("cv2", reason="reading photos needs the extra: pip install 'scorekeeper[vision]'")
pytest.importorskip("pillow_heif", reason="reading photos needs the extra: pip install 'scorekeeper[vision]'")

from vision.locate import MODELS
from vision.photo import decode
from vision.pipeline import read_dice

SAMPLES = Path(__file__).parents[2] / "sample_images"
with (SAMPLES / "labels.csv").open() as table:
    ROWS = [(row["file"], tuple(map(int, row["values"].split()))) for row in csv.DictReader(table)]


@pytest.mark.parametrize(("file", "values"), ROWS, ids=[file for file, _ in ROWS])
def test_sample(file: str, values: tuple[int, ...]) -> None:
    image = decode((SAMPLES / file).read_bytes())
    assert read_dice(image).values == values
    assert read_dice(image, expect=len(values)).values == values


def test_samples_are_small_and_all_listed() -> None:
    files = {f.name for f in SAMPLES.glob("*.jpg")}
    assert files == {file for file, _ in ROWS}
    assert sum(f.stat().st_size for f in SAMPLES.glob("*.jpg")) < 3_000_000


def test_the_networks_are_small_enough_for_a_tablet() -> None:
    assert sum(network.stat().st_size for network in MODELS.glob("*.onnx")) <= 8_000_000
