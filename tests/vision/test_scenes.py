"""Scenes that the networks learn from: what a picture shows and what is said about it must be the same."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("numba", reason="scenes are drawn for training only: pip install -e '.[vision,train]'")

from vision.train.camera import draw_camera
from vision.train.looks import domino_tile, draw_look, place_faces
from vision.train.scene import BOX, CORNERS, NO_VALUE, SEEN, VALUE, draw_scene, is_field
from vision.train.throw import Body, throw

SIZE = 320, 240


def a_body(*, domino: bool = False, clear: float = 0.0) -> Body:
    rng = np.random.default_rng(1)
    look = draw_look(rng)
    masks, vector, value = place_faces(rng, look)
    vector[7] = clear
    planes = np.zeros((0, 4), np.float32)
    if domino:
        planes, masks = domino_tile(rng)
    return Body(np.array([0, 0, 0.5]), np.eye(3), 2.0, planes, masks, vector, 0 if domino else value)


def test_a_seed_gives_the_same_scene_again() -> None:
    one, other = (draw_scene(np.random.default_rng(5), *SIZE) for _ in range(2))
    assert np.array_equal(one.image, other.image)
    assert np.array_equal(one.labels, other.labels)


@pytest.mark.parametrize("seed", range(6))
def test_the_labels_lie_where_the_dice_are(seed: int) -> None:
    scene = draw_scene(np.random.default_rng(seed), *SIZE, seated=True)
    assert scene.image.shape == (SIZE[1], SIZE[0], 3)
    assert set(scene.labels[:, VALUE]) <= set(range(1, NO_VALUE + 1))
    dice = scene.labels[(scene.labels[:, VALUE] < NO_VALUE) & (scene.labels[:, SEEN] > 0.5)]
    assert len(dice)
    for row in dice:
        middle = row[CORNERS].reshape(4, 2).mean(0)
        x0, y0, x1, y1 = row[BOX]
        assert x0 < middle[0] < x1
        assert y0 < middle[1] < y1


def test_a_domino_is_two_fields_side_by_side_and_a_die_is_none() -> None:
    one, other = a_body(domino=True).domino_fields
    assert one.shape == (8, 3)
    assert np.allclose(one[4:, 2], one[:, 2].max())
    assert one[:, 1].min() == pytest.approx(other[:, 1].max())
    assert a_body().domino_fields == []


def test_an_empty_scene_holds_other_solids_and_no_dice() -> None:
    scenes = [draw_scene(np.random.default_rng(seed), *SIZE, empty=True) for seed in range(12)]
    labels = np.concatenate([scene.labels for scene in scenes])
    assert (labels[:, VALUE] == NO_VALUE).all()
    assert 0 < sum(map(is_field, labels)) < len(labels), "dominoes, and others"


def test_a_clear_die_lets_light_through_and_others_throw_a_full_shadow() -> None:
    assert (a_body(clear=0.9).transmittance > 0).all()
    assert not a_body().transmittance.any()
    assert not a_body(domino=True, clear=0.9).transmittance.any()


def test_the_table_mirrors_a_die_below_itself() -> None:
    rng = np.random.default_rng(3)
    camera = draw_camera(rng, *SIZE, 40, easy=False, seated=True)
    body = throw(rng, camera, SIZE, 1, easy=True)[0]
    above, on_table = body.centre.copy(), body.centre * [1, 1, 0]
    mirrored = camera.mirrored()
    assert mirrored.project(on_table) == pytest.approx(camera.project(on_table))
    assert mirrored.project(above) == pytest.approx(camera.project(above * [1, 1, -1]))


def test_a_pixel_looks_where_its_point_is_seen() -> None:
    camera = draw_camera(np.random.default_rng(4), *SIZE, 40, easy=False)
    ray = camera.rays_over(*SIZE)[100, 200].astype(float)
    assert camera.project(camera.eye + 5 * ray) == pytest.approx([200.5, 100.5], abs=0.01)
