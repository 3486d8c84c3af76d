"""The games we keep. This tuple is the only registration: a game that is not in it does not exist."""

from scorekeeper.engine.core import AnyGame, MalformedAction
from scorekeeper.engine.games.chicago_calls import ChicagoCalls
from scorekeeper.engine.games.chicago_cards import ChicagoCards
from scorekeeper.engine.games.chicago_losses import ChicagoLosses
from scorekeeper.engine.games.chicago_targets import ChicagoTargets
from scorekeeper.engine.games.kniffel import Kniffel
from scorekeeper.engine.games.maxi_yatzy import MaxiYatzy
from scorekeeper.engine.games.yahtzee import Yahtzee
from scorekeeper.engine.games.yatzy import Yatzy

GAMES: tuple[AnyGame, ...] = (
    ChicagoLosses(),
    ChicagoCalls(),
    ChicagoTargets(),
    ChicagoCards(),
    Yahtzee(),
    Kniffel(),
    Yatzy(),
    MaxiYatzy(),
)


def game(key: str) -> AnyGame:
    """The game of that key. Raises `MalformedAction`."""
    for candidate in GAMES:
        if candidate.key == key:
            return candidate
    raise MalformedAction("no-such-game", game=key)
