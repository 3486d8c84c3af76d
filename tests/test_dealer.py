"""The app's own dice: they show what chance may say, and nothing else."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from scorekeeper.dealer import resolve
from scorekeeper.engine.core import Chance, IllegalAction
from scorekeeper.engine.dice import Booked, Drawn, Rolled, Settled
from scorekeeper.engine.people import Left


def test_a_lot_falls_on_each_of_those_among_it() -> None:
    lot = Chance(None, (Drawn,), among=(0, 2, 3))
    assert {resolve(lot, Random(seed)) for seed in range(50)} == {Drawn(0), Drawn(2), Drawn(3)}


def test_as_many_dice_are_thrown_as_are_in_the_hand() -> None:
    thrown = resolve(Chance(1, (Rolled, Settled, Booked), dice=2), Random(1))
    assert isinstance(thrown, Rolled) and thrown.seat == 1 and len(thrown.dice) == 2


def test_every_face_comes_equally_often() -> None:
    rng, hand = Random(7), Chance(0, (Rolled,), dice=3)
    faces = Counter(face for _ in range(4000) for face in resolve(hand, rng).dice)  # type: ignore[attr-defined]
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert all(abs(n - 2000) < 200 for n in faces.values())  # 4.9 standard deviations


def test_the_same_generator_gives_the_same_dice() -> None:
    hand = Chance(0, (Rolled,), dice=5)
    assert resolve(hand, Random(3)) == resolve(hand, Random(3))


def test_what_cannot_be_thrown_is_refused() -> None:
    with pytest.raises(IllegalAction, match="nothing-to-roll"):
        resolve(Chance(0, (Left,)), Random(1))
