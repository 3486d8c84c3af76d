"""What a photograph of dice was read as: plain frozen values, no OpenCV objects."""

from __future__ import annotations

from dataclasses import dataclass

Point = tuple[float, float]
Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Die:
    """One die lying in the photograph.

    ``box`` is ``x, y, w, h`` of the whole visible die and ``corners`` the four corners of its top face, in
    the order met when walking round it; both in pixels of the upright image that was read.
    """

    value: int
    confidence: float
    box: Box
    corners: tuple[Point, ...] | None = None
    alternatives: tuple[int, ...] = ()
    doubtful: bool = True

    def __post_init__(self) -> None:
        if self.value not in range(1, 7):
            raise ValueError(f"a die shows 1 to 6, not {self.value!r}")
        if not 0.0 <= self.confidence <= 1.0:
            raise ValueError(f"confidence lies between 0 and 1, not {self.confidence!r}")


@dataclass(frozen=True, slots=True)
class DiceReading:
    """All dice of one photograph, from top left to bottom right.

    ``width`` and ``height`` are those of the upright image. ``sure`` is the reader's word that nobody needs
    to look again. ``advice`` is a stable key that says how a better photograph is taken, one of
    ``vision.doubt.ADVICE``.
    """

    dice: tuple[Die, ...]
    width: int
    height: int
    sure: bool
    advice: str | None = None

    @property
    def values(self) -> tuple[int, ...]:
        """The faces that lie on top, smallest first."""
        return tuple(sorted(die.value for die in self.dice))
