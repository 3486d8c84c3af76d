"""Dice seen in a photograph: where they lie in the picture, and what they were read as."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]  # left, top, right, bottom
LABEL: Point = (96.0, 68.0)
"""Width and height that a label takes, in units."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A die in the photograph: what was read, and what people made of it.

    corners  of its top face, in pixels of the picture, or of its box
    value    1..6, or 0 for "not a die"
    read     what the reader took it for
    """

    at: int
    corners: tuple[Point, ...]
    value: int
    alternatives: tuple[int, ...]
    is_doubtful: bool
    read: int

    @property
    def next_value(self) -> int:
        """What a tap makes of it: after what was read the likeliest other value, and so round through all six."""
        ring = list(dict.fromkeys((self.read, *self.alternatives, 1, 2, 3, 4, 5, 6)))
        return ring[(ring.index(self.value) + 1) % len(ring)] if self.value else ring[0]

    @property
    def box(self) -> Box:
        xs, ys = zip(*self.corners, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def surroundings(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the die with a margin, for a picture of it alone."""
        left, top, right, bottom = self.box
        margin = max(right - left, bottom - top) * 0.35
        return left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin


def as_seen(reading: dict[str, Any], values: Sequence[int]) -> tuple[Seen, ...]:
    """The dice of a reading, with these values instead of those that were read."""
    return tuple(
        Seen(at, tuple(map(tuple, die["corners"])), value, tuple(die["alternatives"]), die["doubtful"], die["value"])
        for at, (die, value) in enumerate(zip(reading["dice"], values, strict=True))
    )


def square(x: int, y: int, half: float) -> tuple[Point, ...]:
    return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)


def label_unit(width: int, height: int) -> float:
    """Pixels of the picture that a label takes for one of its own: it is as large in all pictures, once shown."""
    return max(width, height) / 960


def labelled(dice: Sequence[Seen], width: int, height: int) -> list[tuple[Seen, Point]]:
    """Each die with the middle of its label: beside it, in the picture, where it hides no other die if that can be.

    A label is drawn in units of ``label_unit``.
    """
    unit = label_unit(width, height)
    found = []
    for die in dice:
        others = [other.box for other in dice if other is not die]
        places = [place for place in _beside(die.box, unit) if _is_in(place, unit, width, height)]
        free = (place for place in places if not any(_meet(_label_box(place, unit), box) for box in others))
        found.append((die, next(free, places[0] if places else (width / 2, height / 2))))
    return found


def _beside(box: Box, unit: float) -> Iterator[Point]:
    """Above a die, below it, to its right, to its left, and on it."""
    left, top, right, bottom = box
    x, y, across, down = (left + right) / 2, (top + bottom) / 2, LABEL[0] / 2 * unit, LABEL[1] / 2 * unit
    yield from ((x, top - down), (x, bottom + down), (right + across, y), (left - across, y), (x, y))


def _label_box(place: Point, unit: float) -> Box:
    across, down = LABEL[0] / 2 * unit, LABEL[1] / 2 * unit
    return place[0] - across, place[1] - down, place[0] + across, place[1] + down


def _is_in(place: Point, unit: float, width: int, height: int) -> bool:
    left, top, right, bottom = _label_box(place, unit)
    return left >= 0 and top >= 0 and right <= width and bottom <= height


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
