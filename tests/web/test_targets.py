"""The panel of Chicago 2 to 12: hit or missed in one tap, the dice, the sum, and the throw-off."""

from __future__ import annotations

import pytest

from scorekeeper import service
from scorekeeper.engine.dice import Booked, Rolled
from scorekeeper.engine.games.chicago_targets import Rules
from scorekeeper.engine.people import Left
from scorekeeper.store import Store
from scorekeeper.table import Table
from tests.web.tables import url
from tests.web.visitor import Visitor


@pytest.fixture
def table(kept: Store) -> Table:
    return started(kept)


def started(store: Store, *points: int, names: tuple[str, ...] = ("Anna", "Bo"), **rules: int | str) -> Table:
    """Anna and Bo, or others, after turns of these points."""
    asked = Rules(first_starter="first_seat", **rules)  # type: ignore[arg-type]
    table = service.start(store, game="chicago_targets", names=names, rules=asked, title="Friday")
    for number in points:
        seat = table.state.waiting[0]
        table = service.submit(store, table.info.token, table.seq, Booked(seat, number, 1))
    return table


def test_hit_and_missed_are_one_tap_each(table: Table, kept: Store, visitor: Visitor) -> None:
    visitor.open(url(table))
    visitor.press("Hit: 2 for Anna")
    page = visitor.press("Missed")
    assert "Anna hit 2." in page.text
    assert service.load(kept, table.info.token).state.totals == (2, 0)
    assert "Anna, throw 3." in visitor.follow("Go on to target 3").text


def test_dice_say_what_they_are_before_they_are_entered(table: Table, visitor: Visitor) -> None:
    visitor.open(url(table))
    assert "Enter 7: a miss, 0 for Anna" in visitor.tap(3, 4).text
    visitor.press("Enter 7: a miss, 0 for Anna")
    assert "Enter the hit: 2 for Bo" in visitor.tap(1, 1).text


def test_the_sum_is_one_tap(table: Table, kept: Store, visitor: Visitor) -> None:
    visitor.open(url(table))
    visitor.follow("Tap the sum")
    page = visitor.press("9")
    assert "Bo, throw 2." in page.text
    assert "missed with 9" in page.text


def test_with_two_tries_a_miss_is_thrown_again(kept: Store, visitor: Visitor) -> None:
    table = started(kept, tries=2)
    visitor.open(url(table))
    visitor.tap(3, 4)
    page = visitor.press("Enter 7, then throw again")
    assert "7 was a miss. All dice again; only this throw counts." in page.text
    visitor.tap(1, 1)
    assert "Bo, throw 2." in visitor.press("Enter the hit: 2 for Anna").text


def test_a_throw_off_asks_for_the_sum_and_names_the_winner(kept: Store, visitor: Visitor) -> None:
    table = started(kept, *[0] * 10, series="odd")
    page = visitor.open(url(table, "round/5"))
    assert "Anna and Bo have 0 each." in page.text
    page = visitor.follow("Start the throw-off")
    assert "Anna, throw as high as you can." in page.text
    assert "Missed" not in page.text
    visitor.tap(5, 4)
    visitor.press("Enter 9 for Anna")
    visitor.follow("Tap the sum")
    page = visitor.press("8")
    assert "Anna wins." in page.text
    assert "Level with 0 points, and highest in the throw-off." in page.text


def test_a_throw_off_that_ends_because_somebody_leaves_was_one(kept: Store, visitor: Visitor) -> None:
    table = started(kept, *[0] * 15, series="odd", names=("Anna", "Bo", "Cleo"))
    for seat, dice in ((0, (5, 4)), (1, (6, 3)), (2, (4, 1))):
        table = service.submit(kept, table.info.token, table.seq, Rolled(seat, dice))
    table = service.submit(kept, table.info.token, table.seq, Left(1))
    page = visitor.open(url(table))
    assert "Level with 0 points, and highest in the throw-off." in page.text
    assert "by a throw-off" in visitor.open(url(table, "print")).text


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"type": "Summed", "total": "13", "throws": "1"}, "2 dice make 2 to 12, never 13."),
        ({"type": "Booked", "points": "5", "throws": "1"}, "A target is hit or missed: its number or nothing."),
        ({"type": "Booked", "points": "2", "throws": "2"}, "Everybody throws once at each target."),
    ],
)
def test_a_refusal_says_why(table: Table, visitor: Visitor, fields: dict[str, str], why: str) -> None:
    page = visitor.post(url(table, "act"), {"seq": table.seq, "seat": 0, **fields}, status=422)
    assert why in page.text


def test_a_miss_becomes_a_hit_and_the_correction_says_so(kept: Store, visitor: Visitor) -> None:
    table = started(kept, 0)
    page = visitor.open(url(table, "correct/0/?mode=total&points=2"))
    assert "Anna, target 2: 2, not 0." in page.text
    assert "Anna hit 2: 2 points." in page.text
    assert "Bo, throw 2." in visitor.press("Correct it to 2").text
    assert service.load(kept, table.info.token).state.totals == (2, 0)


def test_what_was_not_changed_is_no_correction(kept: Store, reader: Visitor) -> None:
    assert "Nothing differs yet." in reader.open(url(started(kept, 2), "correct/0/?mode=total&points=2")).text
