"""Photographs and what people say they show, for whoever improves the reader. Only ever on somebody's command."""

from __future__ import annotations

import csv
import hashlib
from dataclasses import dataclass
from pathlib import Path

from scorekeeper import service
from scorekeeper.store import BrokenLog, Store, UnknownMatch
from scorekeeper.table import Standing
from scorekeeper.web.shelf import Shelf

LABELS = "labels.csv"


class UnusableFolder(Exception):
    """Nothing can be written there. `str()` of it is a sentence for whoever asked."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A photograph, the faces that people entered, and those that were read."""

    picture: Path
    entered: tuple[int, ...]
    read: tuple[int, ...]

    @property
    def was_corrected(self) -> bool:
        return sorted(self.entered) != sorted(self.read)


def export(store: Store, shelf: Shelf, folder: Path) -> list[Labelled]:
    """Copy all proofs to `folder`, which is new or empty, with their labels. Raises `UnusableFolder`."""
    found = [one for token in shelf.tokens() for one in labelled(store, shelf, token)]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise UnusableFolder(f"{folder} is not empty; name a new folder for the photos.")
        write(found, folder)
    except OSError as why:
        raise UnusableFolder(f"photos cannot be written to {folder} ({why.strerror}); name another folder.") from why
    return found


def labelled(store: Store, shelf: Shelf, token: str) -> list[Labelled]:
    """The photographs of a match that stand behind what stands of it."""
    try:
        table = service.load(store, token)
    except (UnknownMatch, BrokenLog):
        return []
    found = {}
    for standing in table.standing:
        for proof in standing.proofs:
            picture, entered = shelf.picture(proof.name, token), last_word(standing)
            if picture is not None and entered is not None:
                found[proof.name] = Labelled(picture, entered or proof.entered, proof.read)
    return list(found.values())


def last_word(standing: Standing) -> tuple[int, ...] | None:
    """The faces that a correction put in the place of those entered; () if none did, None if nobody can tell."""
    if not standing.corrected:
        return ()
    dice: tuple[int, ...] = getattr(standing.action, "dice", ())
    entered = [proof.entered for proof in standing.proofs]
    is_clear = len(entered) == 1 and len(entered[0]) == len(dice) and not standing.replaced_several
    return dice if is_clear else None


def write(found: list[Labelled], folder: Path) -> None:
    rows = []
    for one in found:
        jpeg = one.picture.read_bytes()  # it was encoded from pixels: there is nothing in it but the picture
        name = f"{hashlib.sha256(jpeg).hexdigest()[:16]}.jpg"  # its own name would open it in the app
        (folder / name).write_bytes(jpeg)
        rows.append((name, *(" ".join(map(str, faces)) for faces in (one.entered, one.read))))
    with (folder / LABELS).open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([("file", "values", "read"), *sorted(rows)])
