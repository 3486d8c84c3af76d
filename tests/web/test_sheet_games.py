"""Tables of the games round a score sheet of boxes: what their pages say, and what is entered there."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper import service
from scorekeeper.engine.core import Action, Over
from scorekeeper.engine.dice import Rolled
from scorekeeper.engine.games import game as game_of
from scorekeeper.engine.sheet_actions import Noted, WholeTurn, Written
from scorekeeper.store import Store
from scorekeeper.table import Table
from tests.web.page import Page
from tests.web.tables import url
from tests.web.visitor import Visitor

KEYS = ("yahtzee", "yatzy", "maxi_yatzy", "kniffel")
NAMES = ("Anna", "Bo")
A, B = range(2)

every_game = pytest.mark.parametrize("key", KEYS)


def table_of(
    store: Store, *actions: Action, key: str = "yahtzee", names: tuple[str, ...] = NAMES, **rules: Any
) -> Table:
    made = game_of(key).rules(**{"first_player": "first_seat", **rules})
    table = service.start(store, game=key, names=names, rules=made, title="Sunday")
    for action in actions:
        table = service.submit(store, table.info.token, table.seq, action)
    return table


def wrote(seat: int, box: str, *dice: int, throws: int = 3) -> Written:
    return Written(seat, dice, throws, box)


def to_the_end(store: Store, table: Table) -> Table:
    """Everybody writes the first box that may be written, until it is over."""
    while not isinstance(table.pending, Over):
        assert isinstance(table.pending, WholeTurn)
        table = service.submit(store, table.info.token, table.seq, Written.dealt(table.pending, lambda n: 0))
    return table


def written(page: Page) -> dict[str, str]:
    """What each button that writes a box would score, by the box."""
    buttons = page.all("button", cls="write")
    return {node.get("value"): node.name.removeprefix("Write ").split(" in ")[0] for node in buttons}


# ---- quick entry ---------------------------------------------------------------------------------------------------


def test_the_dice_and_a_tap_on_a_box_enter_a_turn(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept)
    assert visitor.open(url(table)).heading == "Anna, throw up to 3 times."
    assert written(visitor.page) == {}
    page = visitor.tap(3, 3, 3, 6, 6)
    assert page.heading == "Anna, write one box."
    assert written(page)["full_house"] == "25"
    assert written(page)["yahtzee"] == "0"
    page = visitor.press("Write 25 in Full house")
    assert page.heading == "Bo, throw up to 3 times."
    assert service.load(kept, table.info.token).state.total(A) == 25


def test_a_phone_lists_the_open_boxes_with_what_the_dice_are(kept: Store, reader: Visitor) -> None:
    reader.open(url(table_of(kept)) + "?dice=33366")
    boxes = {node.get("value"): node.text for node in reader.page.all("button", cls="yopen")}
    assert boxes["threes"] == "Threes three threes 9 points"
    assert boxes["full_house"] == "Full house three and two 25 most"
    assert boxes["large_straight"] == "Large straight needs five in a row 0 strike"
    assert boxes["three_kind"] == "Three of a kind all 5 dice 21 points"


@pytest.mark.parametrize(("key", "rules"), [("yahtzee", {}), ("kniffel", {"joker": "none"})])
def test_five_alike_that_are_a_full_house_by_house_rule_are_no_joker(
    kept: Store, reader: Visitor, key: str, rules: dict[str, str]
) -> None:
    page = reader.open(url(table_of(kept, key=key, five_is_full_house="on", **rules), "?dice=44444&throws=3"))
    assert "three and two" in page.text and "as a joker" not in page.text


def test_a_joker_bars_boxes_and_says_why(kept: Store, reader: Visitor) -> None:
    table = table_of(kept, wrote(A, "yahtzee", 5, 5, 5, 5, 5), wrote(B, "chance", 1, 2, 3, 4, 6))
    page = reader.open(url(table) + "?dice=55555")
    assert "One more Yahtzee: 100 besides. Joker: your fives are open, so this Yahtzee goes there." in page.text
    assert written(page) == {"fives": "25+100"}
    assert len(page.all(cls="write--no")) == 11
    page = reader.post(url(table, "act"), _fields(table, "Written", dice="55555", throws=3, box="chance"), status=422)
    assert page.refusal == "Joker: the fives are open, so this Yahtzee goes there."


def _fields(table: Table, kind: str, **more: Any) -> dict[str, Any]:
    return {"type": kind, "seat": table.pending.seat, "seq": table.seq, **more}  # type: ignore[union-attr]


def test_the_order_of_the_boxes_is_said(kept: Store, reader: Visitor) -> None:
    table = table_of(kept, key="yatzy", box_order="forced_bottom_up")
    page = reader.open(url(table) + "?dice=66651")
    assert "By the house rule the next box is Yatzy." in page.text
    assert written(page) == {"yatzy": "0"}


def test_what_a_round_meant_is_told_where_the_next_one_starts(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept, wrote(A, "sixes", 6, 6, 6, 6, 1))
    visitor.open(url(table) + "?dice=55512")
    page = visitor.press("Write 15 in Fives")
    assert "Round 1 is over: Anna leads with 24, 9 more than Bo." in page.text
    assert page.heading == "Anna, throw up to 3 times."


def test_saved_rolls_are_asked_for(kept: Store, visitor: Visitor) -> None:
    dice = (1, 2, 2, 4, 6, 6)
    boxes = ("ones", "twos", "threes", "fours")
    turns = [wrote(A, box, *dice, throws=1) for box in boxes]
    table = table_of(kept, *turns, key="maxi_yatzy", names=("Anna",), saved_rolls="on")
    page = visitor.open(url(table) + "?dice=666555")
    assert "Say how many throws it took: unused ones are saved." in page.text
    assert written(page) == {}
    page = visitor.open(url(table) + "?dice=666555&throws=11")
    visitor.press("Write 33 in Villa")
    assert service.load(kept, table.info.token).state.card(A).saved == 0


# ---- throw by throw, and points alone ------------------------------------------------------------------------------


def test_throw_by_throw(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept)
    visitor.open(url(table))
    visitor.press("Throw by throw")
    visitor.tap(6, 6, 1, 2, 3)
    page = visitor.press("Enter this throw")
    assert page.heading == "Anna, write one box or throw again."
    page = visitor.press("Throw the rest again", keep=["0", "1"])
    assert page.heading == "Anna, throw 3 dice again."
    visitor.tap(6, 6, 6)
    page = visitor.press("Enter this throw")
    assert written(page)["yahtzee"] == "50"
    visitor.press("Write 50 in Yahtzee")
    assert service.load(kept, table.info.token).state.total(A) == 50


def test_keeping_all_dice_is_told_apart(kept: Store, reader: Visitor) -> None:
    reader.open(url(table_of(kept)) + "?mode=steps&dice=66123")
    reader.press("Enter this throw")
    page = reader.press("Throw the rest again", keep=["0", "1", "2", "3", "4"], status=422)
    assert page.refusal == "Nothing would be thrown: put a die back in the cup, or tap the box to write."


def test_points_alone(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept, wrote(A, "yahtzee", 6, 6, 6, 6, 6), wrote(B, "chance", 1, 2, 3, 4, 6))
    visitor.open(url(table) + "?mode=total")
    assert "Were all five alike?" in visitor.page.text
    page = visitor.press("Enter the points for Anna", box="fours", points="13", alike="0", status=422)
    assert page.refusal == "Fours can\u2019t hold 13. The nearest are 12 and 16."
    (chosen,) = [o for o in page.all("option") if "selected" in o.attrs]
    assert chosen.get("value") == "fours"
    visitor.press("Enter the points for Anna", box="fives", points="25", alike="5")
    assert service.load(kept, table.info.token).state.total(A) == 50 + 25 + 100


def test_points_without_the_answer_are_not_entered(kept: Store, reader: Visitor) -> None:
    table = table_of(kept, wrote(A, "yahtzee", 6, 6, 6, 6, 6), wrote(B, "chance", 1, 2, 3, 4, 6))
    reader.open(url(table) + "?mode=total")
    reader.press("Enter the points for Anna", box="fours", points="12", status=400)
    assert service.load(kept, table.info.token).state.total(A) == 50


# ---- correcting ----------------------------------------------------------------------------------------------------


def test_another_box_and_other_dice(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept, wrote(A, "threes", 3, 3, 3, 6, 6), wrote(B, "chance", 1, 2, 3, 4, 6))
    visitor.open(url(table, "correct/0/"))
    assert visitor.page.heading == "Anna, threes: what should it be?"
    assert "Nothing differs yet." in visitor.page.text
    page = visitor.press("Full house")
    assert page.heading == "Anna, threes: 25 in full house instead."
    assert "Anna\u2019s total becomes 25, not 9." in page.text
    page = visitor.press("Correct it to 25 in full house")
    assert page.said == ["Anna has not written Threes.", "Anna has written Full house."]
    visitor.open(url(table, "correct/0/"))
    visitor.press("Die 1 shows 3")
    page = visitor.tap(6)
    assert page.heading == "Anna, full house: other dice, same value."


def test_points_are_corrected_as_points(kept: Store, reader: Visitor) -> None:
    table = table_of(kept, Noted(A, 12, 3, "fours", 0), wrote(B, "chance", 1, 2, 3, 4, 6))
    reader.open(url(table, "correct/0/"))
    page = reader.press("See what it changes", points="16")
    assert page.heading == "Anna, fours: 16, not 12."
    reader.press("Correct it to 16 in fours")
    assert service.load(kept, table.info.token).state.total(A) == 16


def test_what_a_correction_makes_impossible_is_named(kept: Store, reader: Visitor) -> None:
    turns = (wrote(A, "threes", 3, 3, 3, 6, 6), wrote(B, "ones", 1, 1, 1, 2, 2), wrote(A, "sixes", 6, 6, 1, 2, 3))
    table = table_of(kept, *turns)
    reader.open(url(table, "correct/0/"))
    page = reader.press("Sixes")
    assert "Anna\u2019s 12 in sixes could not stand." in page.text
    assert "Sixes is filled already; each box is written once." in page.text


# ---- the end, paper, help, people ----------------------------------------------------------------------------------


@every_game
def test_a_match_to_its_end_and_on_paper(key: str, kept: Store, reader: Visitor) -> None:
    table = to_the_end(kept, table_of(kept, key=key))
    page = reader.open(url(table))
    assert page.heading in ("Anna wins.", "Bo wins.", "Anna and Bo share the win.")
    assert [node.text for node in page.all("button")].count("Rematch") == 1
    paper = reader.open(url(table, "print"))
    assert [row.all("th", "td")[0].text for row in paper.all("tr")][1:7] == list(
        ("Ones", "Twos", "Threes", "Fours", "Fives", "Sixes")
    )
    assert "Upper sum" in paper.text and "Total" in paper.text


@every_game
@pytest.mark.parametrize("columns", [1, 8])
def test_a_blank_sheet_has_all_boxes(key: str, columns: int, reader: Visitor) -> None:
    page = reader.open(f"/blank/{key}?columns={columns}")
    book = game_of(key).book(game_of(key).rules())  # type: ignore[attr-defined]
    rows = page.all("tbody")[0].all("tr")
    assert len(rows) == len(book.boxes) + (5 if book.extra else 4)
    assert all(len(row.all("td")) == columns + 1 for row in rows)


@every_game
def test_help_and_setting_a_table(key: str, reader: Visitor) -> None:
    assert "How it is played" in reader.open(f"/help/{key}").text
    reader.open(f"/new/{key}")
    reader.press("Add", new_name="Anna")
    page = reader.press("Start alone")
    assert page.heading == "Anna, throw up to 3 times."


def test_alone_the_end_names_the_points(kept: Store, reader: Visitor) -> None:
    table = to_the_end(kept, table_of(kept, names=("Anna",)))
    total = table.state.total(A)
    assert reader.open(url(table)).heading == f"Anna has {total} points."


def test_people_may_leave_and_join_and_are_told_what_it_means(kept: Store, reader: Visitor) -> None:
    table = table_of(kept, wrote(A, "threes", 3, 3, 3, 6, 6))
    page = reader.open(url(table, "people"))
    assert "Turns missed are made up at the end." in page.text
    page = reader.press("Bo leaves")
    assert "open boxes count nothing" in page.text
    page = reader.press("Bo leaves")
    assert page.heading == "Anna, throw up to 3 times."


def test_turns_made_up_are_named(kept: Store, reader: Visitor) -> None:
    table = table_of(kept, wrote(A, "ones", 1, 1, 1, 2, 2), names=("Anna",))
    table = service.join(kept, table.info.token, table.seq, "Bo")
    while not table.state.makes_up:
        assert isinstance(table.pending, WholeTurn)
        table = service.submit(kept, table.info.token, table.seq, Written.dealt(table.pending, lambda n: 0))
    page = reader.open(url(table))
    assert "A late-comer makes up 1 turn." in page.text
    assert "turns made up" in page.text


@every_game
def test_every_event_and_mark_has_words(key: str, kept: Store, reader: Visitor) -> None:
    """A throw for who begins, a late-comer, somebody who is away, and a new order, each on the table's page."""
    table = table_of(kept, key=key, first_player="roll_off", tie="roll_off")
    for _ in range(6):
        page = reader.open(url(table))
        if table.state.roll_off is None:
            break
        assert "The highest total begins." in page.text
        table = service.roll(kept, table.info.token, table.seq)
    assert reader.open(url(table)).heading.endswith("throw up to 3 times.")


def test_the_help_of_a_table_begins_with_its_house_rules(kept: Store, reader: Visitor) -> None:
    reader.open(url(table_of(kept, joker="free", yahtzee_bonus=50)))
    page = reader.follow("How it is played")
    assert "House rules here" in page.text
    assert "free joker" in page.text and "50 for one more Yahtzee" in page.text
    assert "House rules here" not in reader.open("/help/yahtzee").text


def test_what_was_thrown_for_the_first_turn_is_shown(kept: Store, reader: Visitor) -> None:
    table = table_of(kept, Rolled(A, (6, 6, 5, 1, 1)), first_player="roll_off")
    page = reader.open(url(table))
    assert page.heading == "Bo, throw all 5 dice."
    assert "19 thrown" in page.text
    assert not page.all(cls="pad")
