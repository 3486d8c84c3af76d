"""What can go wrong between a match and the place where it is kept."""

from __future__ import annotations

from scorekeeper.engine.core import ScorekeeperError


class UnknownMatch(ScorekeeperError):
    """No match has that token: it was deleted, or never was."""

    def __init__(self, token: str) -> None:
        super().__init__(token)
        self.token = token


class StaleAction(ScorekeeperError):
    """Somebody else was faster: the match has moved on since the form was drawn for `seq`."""

    def __init__(self, token: str, seq: int) -> None:
        super().__init__(token, seq)
        self.token = token
        self.seq = seq


class BrokenLog(ScorekeeperError):
    """Row `seq` of the log cannot be replayed: our own bug. The match can be read up to it, not written."""

    def __init__(self, token: str, seq: int) -> None:
        super().__init__(token, seq)
        self.token = token
        self.seq = seq


class UnusableDatabase(ScorekeeperError):
    """The database cannot be opened. `str()` of it is a sentence that says what is wrong and what would be right."""
