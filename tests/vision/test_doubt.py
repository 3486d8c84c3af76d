"""Choosing the dice of a photo among the places that may hold one."""

import pytest

pytest.importorskip("cv2", reason="reading photos needs the extra: pip install 'scorekeeper[vision]'")

import numpy as np

from vision import doubt
from vision.doubt import Judged, advise, as_die, choose, existence
from vision.locate import Found, settle
from vision.sides import left_over


@pytest.fixture(autouse=True)
def plain_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """The logic is tested here, not the fitted numbers."""
    monkeypatch.setattr(doubt, "EXISTS", (1.0, 0.3, 0.2, 0.2, 2.0, -3.5))
    monkeypatch.setattr(doubt, "TRUST", (0.5, 0.5, 0.05, 0.8, 0.6))
    monkeypatch.setattr(doubt, "SURE_VALUE", 0.9)
    monkeypatch.setattr(doubt, "SURE_DIE", 0.9)
    monkeypatch.setattr(doubt, "SURE_NOTHING", 0.15)
    monkeypatch.setattr(doubt, "RESEMBLES", 0.55)


SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], np.float32)


def place(score: float, at: tuple[float, float], size: float = 60.0) -> Found:
    corners = (SQUARE * size * 0.8 + np.array(at)).astype(np.float32)
    box = np.array([at[0] - size / 2, at[1] - size / 2, at[0] + size / 2, at[1] + size / 2], np.float32)
    return Found(score, corners, box, np.full(6, 1 / 6, np.float32))


def odds(count: int, best: int, share: float) -> "np.ndarray":
    rest = np.full(count, (1 - share) / (count - 1), np.float32)
    rest[best] = share
    return rest


def judged(
    score: float,
    at: tuple[float, float],
    *,
    size: float = 60.0,
    value: int = 4,
    face: int | None = None,
    pips: int = 0,
    side: int | None = None,
    no_die: float = 0.001,
    sided: float = 0.0,
    misfit: float | None = None,
) -> Judged:
    found = place(score, at, size)
    whole = odds(8, value - 1, 0.99)
    whole[6] = no_die
    tops = np.full(6, 1 / 6, np.float32) if side is None else left_over(odds(7, side - 1, 0.97))
    whole = whole / whole.sum()
    return Judged(
        found,
        found.corners,
        whole,
        float(whole[6]) if misfit is None else misfit,
        odds(7, (face or value) - 1, 0.99),
        pips,
        tops,
        sided,
    )


def test_a_place_is_kept_once() -> None:
    die, again, other = place(0.9, (100, 100)), place(0.7, (104, 98), 66), place(0.8, (300, 90))
    assert settle([again, die, other]) == [die, other]


def test_a_die_beats_its_pips_and_dice_beat_their_group() -> None:
    die, pip, other = judged(0.9, (100, 100)), judged(0.9, (110, 110), size=14), judged(0.9, (170, 100))
    group = judged(0.5, (135, 100), size=180, no_die=0.7)
    chosen, _ = choose([pip, group, die, other], None)
    assert {id(die.found), id(other.found)} == {id(c.found) for c in chosen}


def test_touching_dice_are_both_kept() -> None:
    assert len(settle([place(0.9, (100, 100)), place(0.8, (161, 100))])) == 2


def test_a_die_behind_another_is_kept_though_the_near_one_covers_its_side() -> None:
    """From the side the near die's box covers half of the far one's; the tops lie apart."""
    top = SQUARE * np.float32([60, 25])

    def seen(y: float, score: float) -> Found:
        corners = (top + np.array([100, y])).astype(np.float32)
        box = np.array([70, y - 12, 130, y + 68], np.float32)
        return Found(score, corners, box, np.full(6, 1 / 6, np.float32))

    far, near, again = seen(100, 0.9), seen(135, 0.8), seen(108, 0.6)
    assert settle([near, far, again]) == [far, near]


def test_a_side_taken_for_a_top_is_the_same_die() -> None:
    die = place(0.9, (100, 100))
    side = Found(0.5, die.corners + np.array([0, 40], np.float32), die.box, die.values)
    assert settle([side, die]) == [die]


def test_more_dice_than_any_game_has_are_looked_at_by_a_person() -> None:
    dice = [judged(0.95, (100 * (k % 6), 100 * (k // 6))) for k in range(36)]
    assert [choose(dice[:count], None)[1] for count in (12, 36)] == [True, False]


def test_what_was_refused_for_its_size_but_may_be_a_die_is_looked_at() -> None:
    dice = [judged(0.95, (100, 50)), judged(0.95, (200, 50))]
    small, speck = (judged(0.6, (300, 50), size=size, no_die=0.3) for size in (30, 20))
    assert existence(small) == existence(speck) > doubt.FAINT
    assert [len(found[0]) for found in (choose([*dice, small], None), choose([*dice, speck], None))] == [2, 2]
    assert not choose([*dice, small], None)[1]
    assert choose([*dice, small], 2)[1], "all that should lie there were seen"
    assert choose([*dice, speck], None)[1]


def test_of_small_dice_one_is_easily_missed() -> None:
    small = [judged(0.95, (100 * at, 50), size=24) for at in range(1, 4)]
    assert not choose(small, None)[1]
    assert choose(small, 3)[1], "all that should lie there were seen"
    assert advise(np.full((480, 640, 3), 200, np.uint8), small, sure=False, expect=None) == "too-far"
    large = [judged(0.95, (100 * at, 50), size=34) for at in range(1, 4)]
    assert choose(large, None)[1]


def test_agreement_is_sure_and_disagreement_is_doubt() -> None:
    sure, torn = as_die(judged(0.97, (50, 50))), as_die(judged(0.97, (50, 50), value=5, face=4))
    assert (sure.value, sure.doubtful) == (4, False)
    assert torn.doubtful
    assert {torn.value, *torn.alternatives} >= {4, 5}


def test_counted_pips_settle_what_the_networks_differ_about_and_contradict_what_they_agree_on() -> None:
    settled = as_die(judged(0.97, (50, 50), value=4, face=6, pips=6))
    assert (settled.value, settled.doubtful) == (6, False)
    assert as_die(judged(0.97, (50, 50), value=4, pips=6)).doubtful
    assert not as_die(judged(0.97, (50, 50), value=4, pips=4)).doubtful


@pytest.mark.parametrize("side", [3, 4])
def test_a_side_face_that_cannot_stand_beside_the_top_makes_doubt(side: int) -> None:
    assert as_die(judged(0.97, (50, 50), value=4, side=side)).doubtful
    assert not as_die(judged(0.97, (50, 50), value=4, side=5)).doubtful


def test_a_top_that_looks_like_no_face_makes_doubt() -> None:
    place = judged(0.95, (100, 100), sided=0.9)
    place.face[:] = odds(7, 6, 0.9)
    place.face[3] += 0.05
    assert as_die(place).value == 4
    assert as_die(place).doubtful


def test_a_side_face_settles_what_the_networks_differ_about() -> None:
    assert as_die(judged(0.97, (50, 50), value=4, face=6, side=3)).value == 6
    assert as_die(judged(0.97, (50, 50), value=4, face=6, side=1)).value == 4


def test_many_small_doubtful_spots_do_not_outvote_the_dice() -> None:
    dice = [judged(0.97, (100 * n, 50)) for n in range(1, 4)]
    spots = [judged(0.3, (20 * n, 300), size=12) for n in range(30)]
    chosen, _ = choose(dice + spots, None)
    assert {id(die.found) for die in dice} <= {id(place.found) for place in chosen}


def test_a_die_that_counts_only_because_one_is_missing_is_asked_about() -> None:
    dice = [judged(0.97, (100 * n, 50)) for n in range(1, 3)]
    odd = judged(0.97, (500, 50), size=150)
    chosen, _ = choose([*dice, odd], 3)
    assert [as_die(place).doubtful for place in chosen] == [False, False, True]
    assert not as_die(odd).doubtful, "but for its size"


def test_a_solid_like_a_die_makes_a_person_look_though_it_is_no_die() -> None:
    dice = [judged(0.97, (100 * n, 50)) for n in range(1, 4)]
    chosen, is_clear = choose([*dice, judged(0.2, (500, 50), no_die=0.99)], None)
    assert (len(chosen), is_clear) == (3, True)
    alike = judged(0.6, (500, 50), no_die=0.999)
    assert choose([*dice, alike], None)[1] is False
    assert choose([*dice, alike], 3)[1] is True  # as many as lie there were found
    alike.whole[:] = odds(8, 6, 0.99)
    assert choose([*dice, alike], None)[1] is True, "where the whole is so surely no die, nobody need look"
    assert choose([*dice, judged(0.6, (500, 50), size=20, no_die=0.999)], None)[1] is True


def test_a_side_with_pips_speaks_for_a_die() -> None:
    assert existence(judged(0.5, (50, 50), sided=0.9)) > existence(judged(0.5, (50, 50)))


def test_the_expected_count_decides_only_in_doubt() -> None:
    certain = [judged(0.97, (100 * n, 50)) for n in range(1, 4)]
    assert len(choose(certain, 2)[0]) == 3
    weak = judged(0.5, (500, 50))
    assert existence(weak) < 0.9
    assert len(choose([*certain, weak], 4)[0]) == 4
    assert len(choose([*certain, weak], 3)[0]) == 3
    assert not choose([*certain, weak], None)[1]


def test_a_face_among_its_like_that_are_no_dice_is_asked_about() -> None:
    """The field of a domino is a die's face in all but what lies beside it."""
    die, field = judged(0.95, (100, 100), misfit=0.2), judged(0.95, (300, 100), misfit=0.7)
    assert not as_die(die).doubtful and as_die(field).doubtful
    assert existence(field) < existence(die)


def test_two_faces_that_share_an_edge_may_be_a_domino() -> None:
    """But for sides with pips: a domino has none."""
    edge = 60 * 0.8  # of a face, see place
    one, next_to_it = judged(0.98, (100, 100)), judged(0.98, (100 + edge, 100))
    assert choose([one, next_to_it], None)[1] is False
    assert choose([one, judged(0.98, (100 + 1.4 * edge, 100))], None)[1] is True, "apart"
    assert choose([one, judged(0.98, (100 + edge, 100 + 0.4 * edge))], None)[1] is True, "shifted along the edge"
    assert choose([one, judged(0.98, (100 + edge, 100), sided=0.9)], None)[1] is True
