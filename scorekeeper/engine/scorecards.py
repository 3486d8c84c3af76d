"""One person's card of boxes: what may be written where, and what it scores.

A `Book` is what a match is played by: the boxes of its sheet and what its house rules make of them. It does not
know of people or turns; that is `sheet_game.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from scorekeeper.engine.boxes import Box, all_alike, throws_of
from scorekeeper.engine.core import IllegalAction
from scorekeeper.engine.dice import Faces, neighbours


class Entry(NamedTuple):
    """What stands in a box.

    dice    in ascending order; None where only the points are known
    throws  how many it took, where rolls are saved
    extra   whether it was one more five equal, which is paid besides
    """

    points: int
    dice: Faces | None
    throws: int | None
    turn: int
    extra: bool = False


class Card(NamedTuple):
    """One person's column. A box is None until something is written in it."""

    entries: tuple[Entry | None, ...]
    saved: int = 0

    @property
    def open(self) -> tuple[int, ...]:
        return tuple([at for at, entry in enumerate(self.entries) if entry is None])

    @property
    def extras(self) -> int:
        return sum(entry.extra for entry in self.entries if entry)


class Offer(NamedTuple):
    """What the dice score in an open box; `why` says which rule forbids to write it there."""

    box: str
    points: int
    extra: int
    why: str | None = None


@dataclass(frozen=True, eq=False)
class Book:
    """The boxes of a sheet and the rules about them. There is one of each: compared by identity.

    extra  points for each five equal after the first, paid while the `alike` box holds its full points
    joker  forced, free or none: where five equal go once the `alike` box is filled
    order  any, forced_top_down, forced_bottom_up, upper_first, lower_first
    saves  whether unused rolls are kept for later turns
    """

    dice: int
    boxes: tuple[Box, ...]
    bonus_at: int
    bonus: int
    extra: int = 0
    joker: str = "none"
    order: str = "any"
    saves: bool = False
    first_player: str = "random"
    tie: str = "shared"
    rolls: int = 3

    @cached_property
    def index(self) -> dict[str, int]:
        return {box.key: at for at, box in enumerate(self.boxes)}

    @cached_property
    def empty(self) -> Card:
        return Card((None,) * len(self.boxes))

    @cached_property
    def alike(self) -> int | None:
        """The box whose filling turns further five equal into something else; None where nothing does."""
        return self.index["yahtzee"] if self.extra or self.has_joker else None

    @property
    def has_joker(self) -> bool:
        return self.joker != "none" and self.order == "any"

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """Every number that can ever stand in a box."""
        return tuple(sorted({points for dice in throws_of(self.dice) for points in scores(self, dice)}))

    # ---- a card ----

    def upper(self, card: Card) -> int:
        return sum([entry.points for entry in card.entries[:6] if entry])

    def earned_bonus(self, card: Card) -> int:
        return self.bonus if self.upper(card) >= self.bonus_at else 0

    def lower(self, card: Card) -> int:
        """The lower part, with what further five equal have earned."""
        return sum([entry.points for entry in card.entries[6:] if entry]) + self.extra * card.extras

    def total(self, card: Card) -> int:
        return self.upper(card) + self.earned_bonus(card) + self.lower(card)

    def cap(self, card: Card) -> int:
        """Throws that the next turn may take."""
        return self.rolls + card.saved

    # ---- where dice may go ----

    def allowed(self, card: Card, face: int) -> tuple[int, ...]:
        """The boxes that may be written now; `face` is what all dice show, 0 where they differ."""
        if self.is_joker(card, face) and self.joker == "forced":
            return joker_order(self, card.open, face)
        return in_order(self, card.open)

    def is_joker(self, card: Card, face: int) -> bool:
        return bool(face) and self.has_joker and self.alike is not None and card.entries[self.alike] is not None

    def is_extra(self, card: Card, face: int) -> bool:
        """Whether five equal of this face are paid besides."""
        if not face or not self.extra or self.alike is None:
            return False
        entry = card.entries[self.alike]
        return entry is not None and entry.points > 0

    def points(self, card: Card, at: int, dice: Faces) -> int:
        """What dice score in a box of this card, as a joker where they are one."""
        natural, joker = scores(self, dice)[at], self.boxes[at].joker
        if joker is None or natural:
            return natural
        face = all_alike(dice)
        return joker if self.is_joker(card, face) and card.entries[face - 1] is not None else natural

    def offers(self, card: Card, dice: Faces) -> tuple[Offer, ...]:
        """For each open box what the dice score there, and whether they may."""
        lying = tuple(sorted(dice))
        face = all_alike(lying)
        may, extra = self.allowed(card, face), self.extra * self.is_extra(card, face)
        return tuple(
            Offer(
                self.boxes[at].key, self.points(card, at, lying), extra, None if at in may else self.why(card, face)
            )
            for at in card.open
        )

    def why(self, card: Card, face: int) -> str:
        """The rule that forbids some of the open boxes."""
        if self.is_joker(card, face) and self.joker == "forced":
            return "joker-upper" if card.entries[face - 1] is None else "joker-lower"
        return {"upper_first": "upper-first", "lower_first": "lower-first"}.get(self.order, "box-order")

    def refuse(self, card: Card, key: str, face: int) -> None:
        """Raise `IllegalAction` if nothing may be written in that box now."""
        at = self.index.get(key)
        if at is None:
            raise IllegalAction("no-such-box", box=key)
        if card.entries[at] is not None:
            raise IllegalAction("box-filled", box=key)
        may = self.allowed(card, face)
        if at not in may:
            raise IllegalAction(self.why(card, face), box=key, face=face, first=self.boxes[may[0]].key)

    # ---- only a number ----

    def asks_alike(self, card: Card) -> bool:
        """Whether it must be said if the dice were all alike: their points alone do not tell what they are paid."""
        if self.alike is None or card.entries[self.alike] is None:
            return False
        return self.has_joker or self.is_extra(card, 1)

    def refuse_points(self, card: Card, key: str, points: int, face: int) -> None:
        """Raise `IllegalAction` if no dice score that in this box: such that differ, or those of `face`."""
        at = self.index[key]
        if face:
            if not self.asks_alike(card):
                raise IllegalAction("alike-not-asked", face=face)
            right = self.points(card, at, (face,) * self.dice)
            if points != right:
                raise IllegalAction("alike-is-worth", box=key, face=face, points=points, right=right)
            return
        possible = numbers(self, at, self.asks_alike(card))
        if points not in possible:
            below, above = neighbours(points, possible)
            raise IllegalAction("not-in-box", box=key, points=points, below=below, above=above)


@cache
def scores(book: Book, dice: Faces) -> tuple[int, ...]:
    """What dice in ascending order show in each box."""
    return tuple(box.score(dice) for box in book.boxes)


@cache
def numbers(book: Book, at: int, differ: bool) -> tuple[int, ...]:
    """Every number that dice can show in a box, of those that are not all alike where they must `differ`."""
    return tuple(
        sorted({scores(book, dice)[at] for dice in throws_of(book.dice) if not (differ and all_alike(dice))})
    )


def in_order(book: Book, open_: tuple[int, ...]) -> tuple[int, ...]:
    match book.order:
        case "forced_top_down":
            return open_[:1]
        case "forced_bottom_up":
            return open_[-1:]
        case "upper_first":
            return tuple(at for at in open_ if book.boxes[at].upper) or open_
        case "lower_first":
            return tuple(at for at in open_ if not book.boxes[at].upper) or open_
    return open_


@lru_cache(maxsize=4096)
def joker_order(book: Book, open_: tuple[int, ...], face: int) -> tuple[int, ...]:
    """The box of that face; else any open lower box; else any that is open, for nothing."""
    if face - 1 in open_:
        return (face - 1,)
    return tuple(at for at in open_ if not book.boxes[at].upper) or open_
