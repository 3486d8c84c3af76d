"""The games we keep. This tuple is the only registration: a game that is not in it does not exist."""

from scorekeeper.engine.core import AnyGame, MalformedAction
from scorekeeper.engine.games.chicago_cards import ChicagoCards
from scorekeeper.engine.games.chicago_losses import ChicagoLosses
from scorekeeper.engine.games.chicago_targets import ChicagoTargets

GAMES: tuple[AnyGame, ...] = (ChicagoLosses(), ChicagoTargets(), ChicagoCards())


def game(key: str) -> AnyGame:
    """The game of that key. Raises `MalformedAction`."""
    for candidate in GAMES:
        if candidate.key == key:
            return candidate
    raise MalformedAction("no-such-game", game=key)
