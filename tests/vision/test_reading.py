"""Dice that the test draws are read back; what is doubtful is said to be so."""

import math

import pytest

cv2 = pytest.importorskip("cv2", reason="reading photos needs the extra: pip install 'scorekeeper[vision]'")
np = pytest.importorskip("numpy", reason="reading photos needs the extra: pip install 'scorekeeper[vision]'")

from vision.doubt import ADVICE  # noqa: E402
from vision.draw import outline  # noqa: E402
from vision.pipeline import read_dice  # noqa: E402
from vision.reading import DiceReading, Die  # noqa: E402

PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)],
    6: [(-1, -1), (-1, 1), (1, -1), (1, 1), (-1, 0), (1, 0)],
}
SPOTS = [(170, 150), (400, 190), (640, 140), (210, 420), (420, 400), (650, 440)]


def table(shade: tuple[int, int, int] = (60, 95, 70)) -> "np.ndarray":
    grain = np.random.default_rng(4).normal(0, 4, (600, 800, 1))
    return np.clip(np.array(shade) + grain, 0, 255).astype(np.uint8)


def draw_die(image, value, at, *, size=90, angle=20.0, body=(235, 240, 242), pips=(25, 20, 20)) -> None:
    """Draw a die as seen from above, with a soft shadow."""
    turn = math.radians(angle)
    c, s = math.cos(turn), math.sin(turn)

    def point(u: float, v: float) -> tuple[int, int]:
        return round((at[0] + (u * c - v * s) * size) * 16), round((at[1] + (u * s + v * c) * size) * 16)

    shadow = np.full(image.shape[:2], 1.0, np.float32)
    square = np.array([point(u, v) for u, v in ((-0.4, -0.4), (0.6, -0.4), (0.6, 0.6), (-0.4, 0.6))])
    cv2.fillConvexPoly(shadow, square, 0.45, cv2.LINE_AA, 4)
    image[:] = (image * cv2.GaussianBlur(shadow, (0, 0), size / 12)[..., None]).astype(np.uint8)
    inner = np.array([point(u, v) for u, v in ((-0.4, -0.4), (0.4, -0.4), (0.4, 0.4), (-0.4, 0.4))])
    cv2.polylines(image, [inner], True, body, round(size * 0.2), cv2.LINE_AA, 4)
    cv2.fillConvexPoly(image, inner, body, cv2.LINE_AA, 4)
    for a, b in PIPS[value]:
        cv2.circle(image, point(a * 0.26, b * 0.26), round(size * 0.09 * 16), pips, -1, cv2.LINE_AA, 4)
    image[:] = cv2.GaussianBlur(image, (0, 0), 0.6)


@pytest.mark.parametrize("angle", [0, 20, 45])
@pytest.mark.parametrize("value", range(1, 7))
def test_one_drawn_die_is_read(value: int, angle: float) -> None:
    image = table()
    draw_die(image, value, (400, 300), angle=angle)
    assert read_dice(image).values == (value,)


@pytest.mark.parametrize("size", [45, 80, 130])
def test_six_drawn_dice_are_read(size: int) -> None:
    image = table()
    for value, spot in enumerate(SPOTS, 1):
        draw_die(image, value, spot, size=size, angle=value * 25)
    reading = read_dice(image)
    assert reading.values == (1, 2, 3, 4, 5, 6)
    for die in reading.dice:
        x, y = SPOTS[die.value - 1]
        left, top, width, height = die.box
        assert left < x < left + width
        assert top < y < top + height
        assert die.corners is not None
        assert len(die.corners) == 4


@pytest.mark.parametrize(
    ("body", "pips"),
    [((40, 40, 190), (235, 235, 235)), ((30, 28, 26), (230, 235, 235)), ((150, 60, 30), (240, 240, 240))],
)
def test_light_pips_on_dark_dice(body: tuple[int, int, int], pips: tuple[int, int, int]) -> None:
    image = table((170, 175, 180))
    for value, spot in zip((2, 5, 6), SPOTS[:3], strict=True):
        draw_die(image, value, spot, angle=value * 33, body=body, pips=pips)
    assert read_dice(image).values == (2, 5, 6)


def test_empty_table_is_never_sure() -> None:
    reading = read_dice(table())
    assert reading == DiceReading((), 800, 600, sure=False, advice="no-dice")


def test_dark_room_is_said() -> None:
    assert read_dice(table((6, 6, 6))).advice == "too-dark"


def test_another_count_is_never_sure() -> None:
    image = table()
    for value, spot in zip((3, 4), SPOTS[:2], strict=True):
        draw_die(image, value, spot)
    reading = read_dice(image, expect=4)
    assert not reading.sure
    assert reading.advice == "wrong-count"
    assert reading.advice in ADVICE


@pytest.mark.parametrize(
    "image", [np.zeros((4, 4), np.uint8), np.zeros((4, 4, 3)), np.zeros((0, 4, 3), np.uint8), None]
)
def test_what_is_no_image_is_refused_with_its_shape(image: object) -> None:
    with pytest.raises(ValueError, match=r"\(H, W, 3\) uint8, this is"):
        read_dice(image)  # type: ignore[arg-type]


def test_odd_sizes_are_read() -> None:
    for shape in ((1, 1, 3), (5, 900, 3), (33, 31, 3)):
        assert not read_dice(np.full(shape, 90, np.uint8)).sure


def test_outline_draws_on_a_copy() -> None:
    image = table()
    before = image.copy()
    die = Die(3, 0.9, (100, 100, 80, 80), corners=((100, 100), (180, 100), (180, 180), (100, 180)), doubtful=True)
    drawn = outline(image, DiceReading((die,), 800, 600, sure=False))
    assert np.array_equal(image, before)
    assert drawn.shape == image.shape
    assert not np.array_equal(drawn, before)


def test_a_die_checks_its_numbers() -> None:
    with pytest.raises(ValueError, match="1 to 6"):
        Die(7, 0.5, (0, 0, 1, 1))
    with pytest.raises(ValueError, match="between 0 and 1"):
        Die(6, 1.5, (0, 0, 1, 1))


@pytest.mark.parametrize("angle", [0, 30, 70])
@pytest.mark.parametrize("fields", [(4, 5), (1, 6), (3, 2)])
def test_a_domino_is_never_surely_dice(fields: tuple[int, int], angle: float) -> None:
    image, at, size, turn = table(), (400, 300), 90, math.radians(angle)
    c, s = math.cos(turn), math.sin(turn)

    def point(u: float, v: float) -> tuple[int, int]:
        return round(at[0] + (u * c - v * s) * size), round(at[1] + (u * s + v * c) * size)

    tile = np.array([point(u, v) for u, v in ((-1, -0.5), (1, -0.5), (1, 0.5), (-1, 0.5))])
    cv2.fillConvexPoly(image, tile, (235, 240, 242), cv2.LINE_AA)
    cv2.line(image, point(0, -0.4), point(0, 0.4), (25, 20, 20), 3, cv2.LINE_AA)
    for middle, value in zip((-0.5, 0.5), fields, strict=True):
        for a, b in PIPS[value]:
            cv2.circle(image, point(middle + a * 0.26, b * 0.26), 8, (25, 20, 20), -1, cv2.LINE_AA)
    assert not read_dice(cv2.GaussianBlur(image, (0, 0), 0.8)).sure
