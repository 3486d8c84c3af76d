"""Photographs that are being looked at: a bounded shelf of files, the oldest taken off first."""

from __future__ import annotations

import json
import re
import secrets
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

KEPT = 60
NAME = re.compile(r"[A-Za-z0-9_-]{16,32}")


@dataclass(frozen=True, slots=True)
class Shelf:
    """A folder of photographs, each with what was read in it. Names can't be guessed."""

    folder: Path

    def put(self, jpeg: bytes, reading: dict[str, Any]) -> str:
        """Keep a photograph; its name is the answer."""
        name = secrets.token_urlsafe(16)
        self._path(name, "jpg").write_bytes(jpeg)
        self._path(name, "json").write_text(json.dumps(reading))
        self._tidy()
        return name

    def picture(self, name: str) -> Path | None:
        return self._found(name, "jpg")

    def reading(self, name: str) -> dict[str, Any] | None:
        path = self._found(name, "json")
        return json.loads(path.read_text()) if path else None

    def _path(self, name: str, kind: str) -> Path:
        return self.folder / f"{name}.{kind}"

    def _found(self, name: str, kind: str) -> Path | None:
        path = self._path(name, kind)
        return path if NAME.fullmatch(name) and path.is_file() else None

    def _tidy(self) -> None:
        pictures = sorted(self.folder.glob("*.jpg"), key=lambda path: path.stat().st_mtime)
        for path in pictures[:-KEPT]:
            path.unlink(missing_ok=True)
            path.with_suffix(".json").unlink(missing_ok=True)


def open_shelf(data_folder: str | None) -> Shelf:
    """The shelf in the data folder; without one, in a folder that goes with the machine's temporary files."""
    folder = Path(data_folder) / "photos" if data_folder else Path(tempfile.mkdtemp(prefix="scorekeeper-"))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return Shelf(folder)
