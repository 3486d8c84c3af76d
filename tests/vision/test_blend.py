"""Blender draws what the quick tracer draws: one throw, one label, two pictures."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("bpy", reason="scenes are path-traced for training only: pip install bpy")

from vision.train.blend import blend_scene
from vision.train.scene import CORNERS, VALUE, draw_scene


@pytest.mark.parametrize("seed", [2, 5])
def test_a_seed_throws_the_same_dice_whoever_draws_them(seed: int) -> None:
    slow = blend_scene(np.random.default_rng(seed), 160, 120, seated=True, samples=1)
    again = blend_scene(np.random.default_rng(seed), 160, 120, seated=True, samples=1)
    quick = draw_scene(np.random.default_rng(seed), 160, 120, seated=True)
    assert slow.image.shape == quick.image.shape
    assert np.array_equal(slow.image, again.image)
    assert np.array_equal(slow.labels[:, VALUE], quick.labels[:, VALUE])
    assert np.allclose(slow.labels[:, CORNERS], quick.labels[:, CORNERS], atol=0.01)
