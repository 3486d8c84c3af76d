"""The pool of scenes as the fitting programs see it: random access to chunks, also those that arrive late."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

Array = Any
Rng = np.random.Generator


class Pool:
    """Chunks of scenes in a folder, by kind: the first word of their names (full, blend, real ...)."""

    def __init__(self, folder: Path, *, keep_out: str = "") -> None:
        self.folder, self.keep_out = folder, keep_out
        self.chunks: dict[str, list[tuple[Array, Array]]] = {}
        self._known: set[str] = set()
        self.look()

    def look(self) -> None:
        """Take in chunks written since the last look."""
        for file in sorted(self.folder.glob("*.labels.npy")):
            stem = str(file).removesuffix(".labels.npy")
            if stem in self._known or (self.keep_out and self.keep_out in stem):
                continue
            self._known.add(stem)
            chunk = np.load(f"{stem}.images.npy", mmap_mode="r"), np.load(file)
            self.chunks.setdefault(file.name.split("-")[0], []).append(chunk)

    def draw(self, rng: Rng, shares: dict[str, float]) -> tuple[Array, Array]:
        """Return a scene, (320, 320, 3) uint8, and its labels, (N, 16), of a kind drawn by ``shares``."""
        kinds = [k for k in shares if k in self.chunks and shares[k] > 0]
        weights = np.array([shares[k] for k in kinds])
        chunks = self.chunks[kinds[rng.choice(len(kinds), p=weights / weights.sum())]]
        images, labels = chunks[rng.integers(len(chunks))]
        i = rng.integers(len(images))
        return np.array(images[i]), labels[i][labels[i][:, 0] > 0]
