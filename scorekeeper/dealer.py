"""The app's own dice: what a table gets that has none, and the lots that nobody throws for."""

from __future__ import annotations

from random import Random

from scorekeeper.engine.core import Action, Chance


def resolve(chance: Chance, rng: Random) -> Action:
    """Let chance speak, in the finest way that the table accepts.

    Raises `IllegalAction` if the table waits for something that can't be thrown.
    """
    return chance.accepts[0].dealt(chance, rng.randrange)
