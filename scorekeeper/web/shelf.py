"""Photographs on the disk, each with what was read in it: those being looked at, and those kept as proof.

Both are bounded, and the oldest go first. Tidying happens when the app starts and when a photograph comes; what is
too old is not shown in the meantime.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

LOOKED_AT = 60  # photographs that nobody has entered yet
LOOKED_FOR = 1  # days that these stay
SPACE = 500_000_000  # bytes that proofs may take, together
FOREVER = 1_000_000  # days
DAYS = 31  # how old a match may be whose photographs are kept, unless somebody says otherwise
NAME = re.compile(r"[A-Za-z0-9_-]{16,32}")
TOKEN = re.compile(r"[A-Za-z0-9]{1,16}")


@dataclass(frozen=True, slots=True)
class Shelf:
    """A folder of photographs. Their names can't be guessed.

    folder  where those lie that are being looked at; proofs lie in `kept`, a folder for each match
    days    how old a match may be whose proofs are kept; 0 keeps none
    space   bytes that all proofs may take
    """

    folder: Path
    days: int = DAYS
    space: int = SPACE

    def put(self, jpeg: bytes, reading: dict[str, Any]) -> str:
        """Lay a photograph down to be looked at; its name is the answer."""
        name = secrets.token_urlsafe(16)
        (self.folder / f"{name}.json").write_text(json.dumps(reading))
        (self.folder / f"{name}.jpg").write_bytes(jpeg)
        self.tidy()
        return name

    def keep(self, name: str, token: str, since: datetime) -> None:
        """Keep a photograph as proof in the match of that token, which began at `since`; or let it go."""
        jpeg = self._looked_at(name, "jpg")
        if jpeg is None:  # it is kept already, or gone
            return
        if not self.days:
            _remove(jpeg)
            return
        there = self._kept(token)
        there.mkdir(mode=0o700, parents=True, exist_ok=True)
        for kind in (".json", ".jpg"):
            jpeg.with_suffix(kind).replace(there / f"{name}{kind}")
        os.utime(there / f"{name}.jpg", (since.timestamp(), since.timestamp()))  # a proof is as old as its match

    def forget(self, token: str) -> None:
        """Throw away what was kept of a match."""
        if TOKEN.fullmatch(token):
            shutil.rmtree(self._kept(token), ignore_errors=True)

    def picture(self, name: str, token: str) -> Path | None:
        return self._found(name, token, "jpg")

    def reading(self, name: str, token: str) -> dict[str, Any] | None:
        """What was read in a photograph that is being looked at, or that the match of that token keeps."""
        path = self._found(name, token, "json")
        try:
            return json.loads(path.read_text()) if path else None
        except (OSError, ValueError):  # another request has just taken it away, or a full disk kept half of it
            return None

    def tokens(self) -> list[str]:
        """The matches of which something is kept."""
        return sorted(path.name for path in (self.folder / "kept").glob("*"))

    def _kept(self, token: str) -> Path:
        return self.folder / "kept" / token

    def _looked_at(self, name: str, kind: str) -> Path | None:
        path = self.folder / f"{name}.{kind}"
        try:
            return path if NAME.fullmatch(name) and path.stat().st_mtime >= _days_ago(LOOKED_FOR) else None
        except OSError:
            return None

    def _found(self, name: str, token: str, kind: str) -> Path | None:
        if not NAME.fullmatch(name) or not TOKEN.fullmatch(token):
            return None
        path = self._kept(token) / f"{name}.{kind}"
        if not path.is_file():
            return self._looked_at(name, kind)
        try:
            since = path.with_suffix(".jpg").stat().st_mtime
        except OSError:  # thrown away by another request
            return None
        return path if since >= _days_ago(self.days) else None

    def tidy(self) -> None:
        """Throw away what is too old, and the oldest of what is too much."""
        looked_at = _by_age(self.folder.glob("*.jpg"))
        for number, (since, _, path) in enumerate(looked_at):
            if since < _days_ago(LOOKED_FOR) or number < len(looked_at) - LOOKED_AT:
                _remove(path)
        proofs = _by_age(self.folder.glob("kept/*/*.jpg"))
        taken = sum(size for _, size, _ in proofs)
        for since, size, path in proofs:
            if since >= _days_ago(self.days) and taken <= self.space:
                break
            _remove(path)
            taken -= size


def _by_age(paths: Iterator[Path]) -> list[tuple[float, int, Path]]:
    """When each was laid down (a proof: when its match began), its size and its path; the oldest first."""
    found = []
    for path in paths:
        try:
            seen = path.stat()
        except OSError:  # another request has just taken it away
            continue
        found.append((seen.st_mtime, seen.st_ctime, seen.st_size, path))
    return [(since, size, path) for since, _, size, path in sorted(found)]


def _days_ago(days: int) -> float:
    return time.time() - days * 86_400


def _remove(jpeg: Path) -> None:
    jpeg.unlink(missing_ok=True)
    jpeg.with_suffix(".json").unlink(missing_ok=True)


def open_shelf(data_folder: str | None, days: int = DAYS) -> Shelf:
    """The shelf in the data folder; without one, in a folder that goes with the machine's temporary files."""
    folder = Path(data_folder) / "photos" if data_folder else Path(tempfile.mkdtemp(prefix="scorekeeper-"))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return Shelf(folder, days)
