"""The program itself, started as people start it, on a database of the test's own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from scorekeeper.store import Store


class Server:
    """`kill` is the power cut: no time to put anything away."""

    def __init__(self, folder: Path) -> None:
        self.database = f"sqlite:///{folder / 'scores.sqlite3'}"
        self.environment = {**os.environ, "XDG_DATA_HOME": str(folder), "PYTHONWARNINGS": "default"}
        self.url = ""
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> Server:
        port = self.url.rstrip("/").rpartition(":")[2] or "0"  # again at the same address, if there was one
        command = [sys.executable, "-m", "scorekeeper", "serve", "--port", port, "--database", self.database]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=self.environment)
        assert self.process.stdout is not None
        greeting = self.process.stdout.readline()
        assert "http://" in greeting, f"the server says {greeting!r}"
        self.url = greeting.split()[-1].rstrip("/")
        return self

    def stop(self) -> None:
        self._end(terminate=True)

    def kill(self) -> None:
        self._end(terminate=False)

    def _end(self, *, terminate: bool) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        process.terminate() if terminate else process.kill()
        process.wait(timeout=20)
        assert process.stdout is not None
        process.stdout.close()

    def store(self) -> Store:
        """Its database, for a test that arranges a match; close it."""
        return Store(self.database)
