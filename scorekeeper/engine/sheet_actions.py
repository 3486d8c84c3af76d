"""What happens in a turn of a sheet game, and what the table waits for: shared by all presets of `sheet_game.py`."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.boxes import all_alike
from scorekeeper.engine.core import Action, Below, Chance, Decide, IllegalAction, Seat
from scorekeeper.engine.dice import Booked, Faces, Settled, thrower, thrown
from scorekeeper.engine.scorecards import Book, Card, numbers


@dataclass(frozen=True, slots=True)
class Reroll(Action):
    """Keep the dice at these positions, throw the others again."""

    seat: Seat
    keep: tuple[int, ...]

    def why_not(self, decide: Decide) -> IllegalAction:
        assert isinstance(decide, Choice)
        if len(set(self.keep)) >= decide.book.dice:
            return IllegalAction("all-kept")
        return IllegalAction("not-an-option" if decide.may_throw else "no-throw-left")


@dataclass(frozen=True, slots=True)
class Write(Action):
    """Write the dice as they lie in a box, and end the turn."""

    seat: Seat
    box: str

    def why_not(self, decide: Decide) -> IllegalAction:
        assert isinstance(decide, Choice)
        try:
            decide.book.refuse(decide.card, self.box, all_alike(decide.dice))
        except IllegalAction as why:
            return why
        return IllegalAction("not-an-option")


@dataclass(frozen=True, slots=True)
class Written(Settled):
    """A whole turn by its end: the dice, and the box they were written in.

    `throws` means something only where unused rolls are saved; elsewhere nobody is asked for it.
    """

    box: str

    def check(self, chance: Chance) -> None:
        assert isinstance(chance, WholeTurn)
        Settled.check(self, chance)
        chance.book.refuse(chance.card, self.box, all_alike(self.dice))

    @classmethod
    def dealt(cls, chance: Chance, below: Below) -> Written:
        assert isinstance(chance, WholeTurn)
        dice = thrown(chance.dice, below)
        may = chance.book.allowed(chance.card, all_alike(dice))
        box = chance.book.boxes[may[below(len(may))]].key
        return cls(thrower(chance), dice, chance.throws[below(len(chance.throws))], box)


@dataclass(frozen=True, slots=True)
class Noted(Booked):
    """A whole turn of which only the points are known, and the box they were written in.

    `alike` is the face that all dice showed, where the rules ask for it; 0 where they differed.
    """

    box: str
    alike: int

    def check(self, chance: Chance) -> None:
        assert isinstance(chance, WholeTurn)
        Booked.check(self, chance)
        if not 0 <= self.alike <= 6:
            raise IllegalAction("no-such-face", face=self.alike)
        chance.book.refuse(chance.card, self.box, self.alike)
        chance.book.refuse_points(chance.card, self.box, self.points, self.alike)

    @classmethod
    def dealt(cls, chance: Chance, below: Below) -> Noted:
        assert isinstance(chance, WholeTurn)
        book, card = chance.book, chance.card
        may = book.allowed(card, 0)
        at = may[below(len(may))]
        possible = numbers(book, at, book.asks_alike(card))
        points, throws = possible[below(len(possible))], chance.throws[below(len(chance.throws))]
        return cls(thrower(chance), points, throws, book.boxes[at].key, 0)


# ---- what the table waits for ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeTurn(Chance):
    """A turn that has not begun. Its end can be entered at once: the card says what it may be."""

    book: Book
    card: Card


@dataclass(frozen=True, slots=True)
class Choice(Decide):
    """Dice lie on the table: write them in a box, or throw some of them again."""

    book: Book
    card: Card
    dice: Faces

    @property
    def may_throw(self) -> bool:
        return any(isinstance(option, Reroll) for option in self.options)
