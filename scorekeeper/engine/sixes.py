"""A turn of three dice, kept throw by throw: dice set aside, and sixes that are turned into ones.

Chicago with calls plays it so. A die set aside may be taken back until the next throw, and is locked then; so a
choice is made once for each throw, when the cup is picked up.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations
from typing import NamedTuple

from scorekeeper.engine.core import Action, Below, Chance, Decide, IllegalAction, Seat
from scorekeeper.engine.dice import Faces, thrower
from scorekeeper.engine.keeping import Reroll, Stop, TakeBackTurn, TurnSixes

DICE = 3
POSITIONS = (0, 1, 2)
ONES = (1, 1, 1)


@dataclass(frozen=True, slots=True)
class TurnThree(Action):
    """Of three sixes two become locked ones, and the one at position `cup` must be thrown next."""

    seat: Seat
    cup: int

    def why_not(self, decide: Decide) -> IllegalAction:
        return IllegalAction("no-six-to-turn")


@dataclass(frozen=True, slots=True)
class InOneThrow(Action):
    """A whole turn that ended with 1 1 1 out of the cup in one throw, its last: a Chicago.

    Three ones of a `Settled` turn of more than one throw were collected: what lies there cannot tell the two apart.
    """

    seat: Seat
    throws: int

    @property
    def dice(self) -> tuple[int, ...]:
        return ONES

    def check(self, chance: Chance) -> None:
        if self.seat != chance.seat:
            raise IllegalAction("not-on-turn", on_turn=thrower(chance))
        if self.throws not in chance.throws:
            raise IllegalAction("throws-not-allowed", throws=self.throws, most=max(chance.throws))

    @classmethod
    def dealt(cls, chance: Chance, below: Below) -> InOneThrow:
        return cls(thrower(chance), chance.throws[below(len(chance.throws))])


class Turn(NamedTuple):
    """A turn under way. It is made at each step: a named tuple is made fastest."""

    dice: Faces
    throws: int
    locked: tuple[int, ...] = ()  # positions that may not be thrown again
    cup: int | None = None  # position of the six that must be thrown next
    hand: tuple[int, ...] = ()  # positions about to be thrown
    before: Turn | None = None  # as it was before a six was turned

    @property
    def is_chicago(self) -> bool:
        """Whether a turn that lies so was ended by three ones out of the cup (`land`)."""
        return self.hand == POSITIONS and self.dice == ONES


FIRST_THROW = Turn((0,) * DICE, throws=0, hand=POSITIONS)


def sixes_of(turn: Turn) -> tuple[int, ...]:
    """The positions of its sixes."""
    return tuple([position for position in POSITIONS if turn.dice[position] == 6])


def choices(seat: Seat, turn: Turn, policy: str, six_turn: str) -> Decide:
    """Everything that the player on turn may do with a throw left.

    `policy` says which dice may be set aside: any ("locked", "free"), or only ones and sixes ("locked_1_6_only").
    `six_turn` is "off", or what three sixes may become: "one_turn", "two_ones", or "none".
    """
    sixes = () if six_turn == "off" else sixes_of(turn)
    if policy == "locked_1_6_only":
        aside = tuple([p for p in POSITIONS if turn.dice[p] in (1, 6) or p in turn.locked])
    else:
        aside = POSITIONS
    return _choices(seat, aside, turn.locked, turn.cup, sixes, six_turn)


@lru_cache(maxsize=8192)
def _choices(
    seat: Seat,
    aside: tuple[int, ...],
    locked: tuple[int, ...],
    cup: int | None,
    sixes: tuple[int, ...],
    six_turn: str,
) -> Decide:
    subsets = chain.from_iterable(combinations(aside, size) for size in range(DICE))
    rerolls = tuple(Reroll(seat, keep) for keep in subsets if set(locked) <= set(keep) and cup not in keep)
    if cup is not None:  # the six in the cup must be thrown first
        return Decide(seat, (*rerolls, TakeBackTurn(seat)))
    loose = tuple(position for position in sixes if position not in locked)
    turns: tuple[Action, ...] = ()
    if len(sixes) < DICE or six_turn != "none":
        turns = tuple(TurnSixes(seat, one, other) for one in sixes for other in loose if one != other)
    if len(sixes) == DICE and six_turn == "two_ones":
        turns += tuple(TurnThree(seat, other) for other in loose)
    return Decide(seat, (Stop(seat), *rerolls, *turns))


def pick_up(turn: Turn, keep: tuple[int, ...], policy: str) -> Turn:
    """The other dice go into the cup; what was set aside is locked now, unless dice are `free`."""
    hand = tuple([position for position in POSITIONS if position not in keep])
    return Turn(turn.dice, turn.throws, turn.locked if policy == "free" else keep, hand=hand)


def turn_sixes(turn: Turn, *ones: int, cup: int) -> Turn:
    dice = tuple([1 if position in ones else face for position, face in enumerate(turn.dice)])
    return Turn(dice, turn.throws, tuple(sorted({*turn.locked, *ones})), cup, before=turn)


def fallen(turn: Turn, thrown: Faces) -> Faces:
    """The dice after a throw: the thrown ones fall into the places that were in the hand."""
    dice = list(turn.dice)
    for position, face in zip(turn.hand, thrown, strict=True):
        dice[position] = face
    return tuple(dice)


def land(turn: Turn, thrown: Faces) -> Turn:
    """The turn after a throw; its hand still says which dice were thrown."""
    return Turn(fallen(turn, thrown), turn.throws + 1, turn.locked, hand=turn.hand)


def lying(turn: Turn) -> Turn:
    """The thrown dice, on the table: nothing is in the hand any more, or in the cup."""
    return Turn(turn.dice, turn.throws, turn.locked)
