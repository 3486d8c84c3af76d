"""Says when a person should look again, and what would make a better photograph."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.locate import OTHER_SIZE, Found, are_one
from vision.reading import Die

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
ADVICE = ("too-dark", "blurred", "too-far", "cocked", "overlap", "wrong-count", "no-dice")

# Chosen on one half of the check photographs and on those set aside, see train/README.md; calibrate fits flatter ones
# to its harder scenes.
EXISTS = (1.0, 0.7, 0.2, 0.3, 1.0, -2.2)
"""Weights of the logits of heat, whole die, surroundings and face, of a side with pips; a constant: is it a die?"""
KIN = 2.0
"""Weight of the logarithm of how many dice, and one, look like it."""
SIGN = 0.6
"""Where no value of one that looks like other dice is so likely, a sign lies on top."""
TRUST = (0.5, 0.6, 0.05, 0.5, 0.5)
"""Weights of the log probabilities of whole die, face, locator, counted pips and side faces for the value."""
COUNTED = 0.95
"""How likely counted pips are the value, before they are weighed; or what a sign stands for."""
CONTRADICTED = 0.05
"""Where the sides leave a value for the top less likely than this, they speak against it."""
NO_FACE = 0.8
"""What lies on top is so likely no face that its value is in doubt, whatever speaks for a die."""
MISFIT = 0.6
"""With what lies around it, a die is so likely none that one should look: the field of a domino, a key of many."""
FLUSH, SIDE_SEEN = 0.15, 0.5
"""How far two faces may be off, in edges, and still be fields of one domino; how surely a side must show pips."""
SURE_VALUE, SURE_DIE, SURE_NOTHING = 0.75, 0.8, 0.15
RESEMBLES, ALIKE, SURELY_NONE = 0.58, 1.7, 0.97
"""Heat and ratio of sizes of what is no die, but so like one that a person should look: dice of other shapes.

Where the whole is so surely no die, nobody need look.
"""
FAINT, SPECK = 0.12, 0.4
"""What is refused, but so likely a die, is for a person to look at, unless it is smaller than this share of the dice.

Of seven path-traced scenes that were read surely and wrongly three lacked such a die; of 278 pictures read surely and
rightly it makes a person look at three.
"""
SMALLEST = 30
"""Where most dice are smaller, in pixels, one of them is missed too easily to be sure.

Of the photographs set aside that were sure with such dice, a third lacked one; of those with larger dice, none.
"""
MANY = 16
"""So many dice lie in no game; one of them is wrong, or left out (see ``locate.MOST``), too easily to be sure."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A place with all opinions about it.

    ``whole`` is (8,) of the die as it stands, ``misfit`` how likely it is none, with what lies around it in view,
    ``face`` (7,) of its flattened top face, ``pips`` the pips counted and ``sides`` (6,) what the side faces leave
    for the top, ``sided`` how surely one of them shows pips. ``is_askew`` where it lies unlike the other dice.
    ``nearness`` is how much larger the table is seen there than where most dice lie. ``chance`` is how likely it is
    a die that counts, among the places that ``choose`` chose from. ``kin`` is how many dice look like it, where that
    was needed, and ``stands_for`` the value that a sign on it would have (``vision.kin``).
    """

    found: Found
    corners: Floats
    whole: Floats
    misfit: float
    face: Floats
    pips: int  # 0 where nobody could count them
    sides: Floats
    sided: float = 0.0
    is_askew: bool = False
    nearness: float = 1.0
    chance: float = 1.0
    kin: int = 0
    stands_for: int = 0

    @property
    def size(self) -> float:
        """Size in pixels that it would have where most dice of its photograph lie."""
        return self.found.size / self.nearness

    @property
    def opinions(self) -> Floats:
        """Probabilities of 1 to 6 by whole die, face, locator, counted pips and side faces, (5, 6)."""
        return np.array(
            [self.whole[:6], self.face[:6], self.found.values, _odds_of(self.pips), self.sides],
            np.float32,
        )

    def agrees(self, value: int) -> bool:
        """Whether two ways of reading say so, and neither the flat face, pips nor side faces say otherwise."""
        if self.sides[value - 1] < CONTRADICTED or self.face[6] > NO_FACE:
            return False
        says = [int(np.argmax(odds[:6])) + 1 == value for odds in (self.whole, self.face)]
        return all(says) if not self.pips else self.pips == value and any(says)

    @property
    def is_unreadable(self) -> bool:
        return bool(self.whole[7] > 0.4)


def evidence(judged: Judged) -> Floats:
    """What speaks for a die: logits of heat, whole die, surroundings and face, how surely a side has pips, (5,)."""
    odds = np.clip([judged.found.score, 1 - judged.whole[6], 1 - judged.misfit, 1 - judged.face[6]], 1e-4, 1 - 1e-4)
    return np.array([*np.log(odds / (1 - odds)), judged.sided], np.float32)


def existence(judged: Judged) -> float:
    """How likely a die to be counted lies there, 0 to 1."""
    total = float(evidence(judged) @ np.array(EXISTS[:-1], np.float32)) + EXISTS[-1] + KIN * math.log1p(judged.kin)
    return float(1 / (1 + np.exp(-np.clip(total, -30, 30))))


def value_odds(judged: Judged) -> Floats:
    """Probabilities of 1 to 6, (6,), from all opinions together."""
    log = np.array(TRUST) @ np.log(np.clip(judged.opinions, 1e-4, 1))
    odds = np.exp(log - np.max(log))
    odds /= odds.sum()
    if judged.stands_for and odds.max() < SIGN:
        odds = _odds_of(judged.stands_for)
    return np.asarray(odds, np.float32)


def _odds_of(value: int) -> Floats:
    """Probabilities, (6,), where a value was found otherwise than by its looks; 0: it was not."""
    return np.full(6, 1 / 6, np.float32) if not value else np.where(np.arange(1, 7) == value, COUNTED, 0.01)


def choose(places: list[Judged], expect: int | None) -> tuple[list[Judged], bool]:
    """Return the places that hold dice, and whether that choice is beyond doubt."""
    dice, refused = chosen(places, expect)
    usual = float(np.median([place.size for place, _ in dice])) if dice else 0.0
    others = [place for place, _ in refused]
    may_lack = _are_small([place for place, _ in dice]) or any(_may_be_one(p, usual) for p in others)
    is_clear = (
        (len(dice) == expect or not may_lack)
        and len(dice) < MANY
        and all(c > SURE_DIE for _, c in dice)
        and all(c < SURE_NOTHING for _, c in refused)
        and not any(_make_a_domino(a, b) for i, (a, _) in enumerate(dice) for b, _ in dice[:i])
    )
    return [replace(place, chance=chance) for place, chance in dice], is_clear


def _are_small(dice: list[Judged]) -> bool:
    return bool(dice) and float(np.median([place.found.size for place in dice])) < SMALLEST


def _make_a_domino(one: Judged, other: Judged) -> bool:
    """Whether two faces share an edge as the fields of a domino do, and no side of a die is seen on either."""
    if max(one.sided, other.sided) > SIDE_SEEN:
        return False
    return all(_is_next_to(a.corners, b.corners.mean(0)) for a, b in ((one, other), (other, one)))


def _is_next_to(face: Floats, middle: Floats) -> bool:
    """Whether a face of the same size about ``middle`` would share an edge with this one, (4, 2)."""
    edges = np.stack([face[1] - face[0], face[3] - face[0]], 1)
    away = np.sort(np.abs(np.linalg.pinv(edges) @ (middle - face.mean(0))))
    return bool(away[0] < FLUSH and abs(away[1] - 1) < FLUSH)


def _may_be_one(place: Judged, size: float) -> bool:
    """Whether a refused place is so like a die of about this ``size``, or so likely one, that it may be."""
    is_like = place.found.score > RESEMBLES and size / ALIKE < place.size < size * ALIKE
    is_likely = existence(place) > FAINT and place.size > SPECK * size
    return (is_like and place.whole[6] < SURELY_NONE) or is_likely


def chosen(places: list[Judged], expect: int | None) -> tuple[list[tuple[Judged, float]], list[tuple[Judged, float]]]:
    """Part the places into dice and others, each with its chance to be a die.

    Dice of one photograph have about one size, further ones a smaller one: what is far from it must be the likelier
    to count.
    """
    places = _disjoint(places)
    chances = _by_size(places, [existence(p) for p in places])
    ranked = sorted(zip(places, chances, strict=True), key=lambda pair: -pair[1])
    count = sum(chance > 0.5 for chance in chances)
    if expect is not None and count != expect:
        count = _towards(expect, count, [chance for _, chance in ranked])
    return ranked[:count], ranked[count:]


def _disjoint(places: list[Judged]) -> list[Judged]:
    """Of places that lie in one another keep the likelier: the whole die before its pips, dice before their group."""
    ranked = sorted(places, key=lambda p: -existence(p) * p.found.size**0.25)
    one, kept = are_one([place.found for place in ranked]), list[int]()
    for i, place in enumerate(ranked):
        if not one[i, kept].any() and not any(_is_part(place.found, ranked[k].found) for k in kept):
            kept.append(i)
    return [ranked[i] for i in kept]


def _is_part(a: Found, b: Found) -> bool:
    """Whether the smaller of two lies in the larger, as a pip in a die or a die in a group."""
    small, large = sorted((a, b), key=lambda p: p.size)
    return large.size >= OTHER_SIZE * small.size and _lies_in(small.box, large.box)


def _lies_in(inner: Floats, outer: Floats) -> bool:
    """Whether the middle of one box lies well within the other."""
    middle, room = (inner[:2] + inner[2:]) / 2, (outer[2:] - outer[:2]) * 0.12
    return bool((middle > outer[:2] + room).all() and (middle < outer[2:] - room).all())


def _towards(expect: int, count: int, chances: list[float]) -> int:
    """Move the count towards the expected one as far as places in doubt allow."""
    while count > expect and chances[count - 1] < 0.85:
        count -= 1
    while count < expect and count < len(chances) and chances[count] > 0.12:
        count += 1
    return count


def _by_size(places: list[Judged], chances: list[float]) -> list[float]:
    if len(places) < 2:
        return chances
    sizes = np.log([p.size for p in places])
    usual = usual_size(sizes, chances)[0]
    odd = np.maximum(0, np.abs(sizes - usual) - 0.45)
    logits = np.log(np.clip(chances, 1e-6, 1 - 1e-6) / np.clip(1 - np.array(chances), 1e-6, 1)) - 8 * odd
    return [float(c) for c in 1 / (1 + np.exp(-logits))]


def usual_size(sizes: Floats, chances: list[float]) -> tuple[float, float]:
    """The size, as a logarithm, about which most of the likely dice lie, and which share of them does."""
    weights = np.array(chances) ** 6 * np.exp(0.75 * sizes)  # textures look like dice in many small places
    near = np.exp(-(((sizes[:, None] - sizes) / 0.3) ** 2))
    best = int(np.argmax(near @ weights))
    return float(np.average(sizes, weights=weights * near[best] + 1e-9)), float(near[best] @ weights / weights.sum())


def as_die(judged: Judged) -> Die:
    """Settle on a value."""
    odds, chance = value_odds(judged), min(existence(judged), judged.chance)
    order = [int(v) for v in np.argsort(-odds)]
    confidence = float(np.clip(odds[order[0]] * chance, 0, 1))
    is_odd = judged.is_unreadable or judged.is_askew or judged.misfit > MISFIT
    doubtful = is_odd or not judged.agrees(order[0] + 1) or odds[order[0]] < SURE_VALUE or chance < SURE_DIE
    x0, y0, x1, y1 = (round(float(side)) for side in judged.found.box)
    corners = tuple((float(x), float(y)) for x, y in judged.corners)
    others = tuple(v + 1 for v in order[1:4] if odds[v] > 0.002)
    return Die(order[0] + 1, confidence, (x0, y0, max(1, x1 - x0), max(1, y1 - y0)), corners, others, bool(doubtful))


def advise(image: Pixels, places: list[Judged], *, sure: bool, expect: int | None) -> str | None:
    """Return the key of the advice that helps most, or None."""
    if sure:
        return None
    if float(np.percentile(image[::8, ::8], 95)) < 70:
        return "too-dark"
    if not places:
        return "no-dice"
    if expect is not None and len(places) != expect:
        return "wrong-count"
    if any(p.is_unreadable for p in places):
        return "cocked"
    if _are_small(places):
        return "too-far"
    return "overlap" if _overlap(places) else "blurred" if _is_blurred(image, places) else None


def _overlap(places: list[Judged]) -> bool:
    for i, a in enumerate(places):
        for b in places[:i]:
            low, high = np.maximum(a.found.box[:2], b.found.box[:2]), np.minimum(a.found.box[2:], b.found.box[2:])
            if np.prod(np.maximum(high - low, 0)) > 0.3 * min(a.found.size, b.found.size) ** 2:
                return True
    return False


def _is_blurred(image: Pixels, places: list[Judged]) -> bool:
    """Whether no edge on the dice is steeper than a tenth of a die's width."""
    steep = []
    for place in places:
        x0, y0, x1, y1 = (max(0, int(side)) for side in place.found.box)
        grey = image[y0 : y1 + 1, x0 : x1 + 1].mean(2)
        if min(grey.shape) > 3:
            span = float(np.ptp(np.percentile(grey, [2, 98]))) + 1e-6
            steep.append(float(np.percentile(np.abs(np.diff(grey, axis=1)), 99)) / span * place.found.size)
    return bool(steep) and float(np.median(steep)) < 10
