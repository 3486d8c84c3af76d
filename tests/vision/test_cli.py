"""``python -m vision``: one JSON object a line and photo, and exit statuses that scripts can trust."""

import json
from pathlib import Path

import pytest

pytest.importorskip("cv2", reason="reading photos needs the extra: pip install 'scorekeeper[vision]'")
np = pytest.importorskip("numpy", reason="reading photos needs the extra: pip install 'scorekeeper[vision]'")

import cv2  # noqa: E402

from vision.__main__ import main  # noqa: E402

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A photo of an empty table."""
    file = tmp_path / "table.png"
    assert cv2.imwrite(str(file), np.full((300, 400, 3), 120, np.uint8))
    return file


def test_one_object_a_line(table: Path, capsys: Capture) -> None:
    assert main([str(table), str(table)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(lines) == 2
    assert set(lines[0]) == {"file", "width", "height", "dice", "sure", "advice", "ms"}
    assert (lines[0]["width"], lines[0]["height"]) == (400, 300)
    assert lines[0]["dice"] == []
    assert lines[0]["sure"] is False
    assert lines[0]["advice"] == "no-dice"


def test_no_photo_is_an_error_and_the_rest_is_read(table: Path, tmp_path: Path, capsys: Capture) -> None:
    text = tmp_path / "note.jpg"
    text.write_text("not a photo")
    assert main([str(text), str(tmp_path / "none.jpg"), str(table)]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == {"file": str(text), "error": "not-a-photo"}
    assert set(lines[1]) == {"file", "error"}
    assert "dice" in lines[2]


@pytest.mark.parametrize("argv", [[], ["--expect"], ["--expect", "many", "x.jpg"], ["--expect", "0", "x"], ["--no"]])
def test_bad_options_exit_2_with_one_sentence(argv: list[str], capsys: Capture) -> None:
    with pytest.raises(SystemExit) as caught:
        main(argv)
    assert caught.value.code == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_help_explains(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--help"])
    assert caught.value.code == 0
    out = capsys.readouterr().out
    assert "--expect" in out
    assert "JSON" in out
