"""The app's own dice: what a table gets that has none, and the lots that nobody throws for."""

from __future__ import annotations

from random import Random

from scorekeeper.engine.core import Action, Chance, IllegalAction
from scorekeeper.engine.dice import Drawn, Rolled


def resolve(chance: Chance, rng: Random) -> Action:
    """Let chance speak: draw the lot, or throw the dice that are in the hand.

    Raises `IllegalAction` if the table waits for something that can't be thrown.
    """
    if Drawn in chance.accepts:
        return Drawn(rng.choice(chance.among))
    if Rolled in chance.accepts and chance.seat is not None:
        return Rolled(chance.seat, tuple(rng.randint(1, 6) for _ in range(chance.dice)))
    raise IllegalAction("nothing-to-roll")
