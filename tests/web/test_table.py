"""The table page, and what is entered there."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper import service
from scorekeeper.engine.dice import Settled
from scorekeeper.service import load
from scorekeeper.store import Store
from tests.service import FIRST, SHORT, enter, settle
from tests.web.page import Page
from tests.web.tables import table_of, url
from tests.web.visitor import Visitor


def value(page: Page) -> str:
    """What the panel says the dice are worth."""
    return " ".join(node.text for node in page.all(cls="value__n"))


def faces(page: Page) -> list[str]:
    """What lies in the slots: "1" to "6", or "empty"."""
    names = [node.name for node in page.all("button", cls="slot")]
    return [name.split(" ")[3].rstrip(",") for name in names]


def offered_throws(page: Page) -> list[str]:
    return [node.get("value") for node in page.all("input", type="radio", name="throws")]


def sheet(page: Page) -> list[list[str]]:
    """The lines of the sheet on the table, newest first; the first box names the line."""
    return [[cell.text for cell in row.all("th", "td")] for row in page.all("tbody")[0].all("tr")]


# ---- who does what now ---------------------------------------------------------------------------------------------


def test_one_sentence_says_who_is_on_turn_and_what_may_be_done(kept: Store, reader: Visitor) -> None:
    table = table_of(kept)
    assert reader.open(url(table)).heading == "Anna, throw up to 3 times."
    settle(kept, table, 106, throws=2)
    page = reader.open(url(table))
    assert page.heading == "Bo, throw once or twice."
    assert "Stay above 106, the lowest so far. Anna threw 2 times, so 2 is the most." in page.text
    assert page.title == "Bo throws · Friday"


def test_standings_show_everybody_in_the_order_of_the_throws(kept: Store, reader: Visitor) -> None:
    page = reader.open(url(table_of(kept, 106, 64, 300)))
    rows = [row.text for row in page.all("ol", cls="rows")[0].all("li")]
    assert [name in row for name, row in zip(("Cleo", "Anna", "Bo"), rows, strict=True)] == [True] * 3
    assert "leads" in rows[0] and "1 of 3" in rows[2]


# ---- quick entry ---------------------------------------------------------------------------------------------------


def test_three_taps_and_the_throws_enter_a_turn(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept)
    visitor.open(url(table))
    assert faces(visitor.page) == ["empty"] * 3
    assert visitor.page.all(cls="value")[0].text == "tap the dice"
    visitor.tap(1, 6)
    assert visitor.page.all(cls="value")[0].text == "1 die to go"
    assert faces(visitor.page) == ["1", "6", "empty"]
    assert value(visitor.page) == ""
    visitor.tap(4)
    assert value(visitor.page) == "164"
    page = visitor.press("How many throws?", throws="2")
    assert page.heading == "Bo, throw once or twice."
    assert sheet(page) == [["Round 1", "164 led the round", "", ""]]
    assert load(kept, table.info.token).standing[-1].source == "typed"


def test_the_draft_is_in_the_address_so_a_reload_keeps_it(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept)
    visitor.open(url(table))
    visitor.tap(1, 6)
    again = visitor.open(visitor.at)
    assert faces(again) == ["1", "6", "empty"]
    assert load(kept, table.info.token).seq == table.seq


@pytest.mark.parametrize("dice", ["164", "222", "111", "456", "661"])
def test_the_value_shown_is_the_value_entered(kept: Store, visitor: Visitor, dice: str) -> None:
    table = table_of(kept)
    shown = visitor.open(url(table, f"?dice={dice}&throws=3"))
    page = visitor.press(f"Enter {value(shown)} for Anna")
    assert sheet(page)[0][1].startswith(value(shown))


def test_a_tap_on_a_die_clears_it_and_the_next_tap_fills_the_gap(kept: Store, visitor: Visitor) -> None:
    visitor.open(url(table_of(kept)))
    visitor.tap(1, 6, 4)
    visitor.press("Die 2 shows 6, tap to clear")
    assert faces(visitor.page) == ["1", "empty", "4"]
    visitor.tap(1)
    assert faces(visitor.page) == ["1", "1", "4"]


@pytest.mark.parametrize(("throws", "offered"), [(1, []), (2, ["1", "2"]), (3, ["1", "2", "3"])])
def test_only_the_throws_up_to_the_limit_are_offered(
    kept: Store, reader: Visitor, throws: int, offered: list[str]
) -> None:
    table = table_of(kept)
    assert offered_throws(reader.open(url(table))) == ["1", "2", "3"]
    settle(kept, table, 106, throws=throws)
    assert offered_throws(reader.open(url(table))) == offered


def test_followers_have_the_limit_filled_in_and_the_leader_is_asked(kept: Store, reader: Visitor) -> None:
    table = table_of(kept)
    page = reader.open(url(table, "?dice=164"))
    assert "How many throws?" in page.buttons()
    settle(kept, table, 106, throws=2)
    page = reader.open(url(table, "?dice=164"))
    assert "Enter 164 for Bo" in page.buttons()
    assert page.sending("Enter 164 for Bo").fields.count(("throws", "2")) == 1


@pytest.mark.parametrize(
    "query",
    [
        "dice=999",
        "dice=1649999",
        "dice=abc",
        "dice=16&face=9",
        "face=0",
        "throws=99",
        "throws=" + "9" * 5000,
        "throws=-1",
        "clear=7",
        "toggle=9",
        "mode=dance",
        "points=" + "9" * 50,
        "mode=total&points=x",
        "keep=999",
        "source=cpu",
        "dice=%00",
    ],
)
def test_nothing_in_an_address_is_worth_an_error_page(kept: Store, reader: Visitor, query: str) -> None:
    page = reader.open(url(table_of(kept), f"?{query}"))
    assert page.heading == "Anna, throw up to 3 times."
    assert not [name for name in page.buttons() if name.startswith("Enter  ")], "a value is missing"


# ---- refusals ------------------------------------------------------------------------------------------------------


def test_throws_that_nobody_has_left_are_refused_and_the_dice_stay(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept, 106)
    visitor.open(url(table, "?dice=164"))
    page = visitor.press("Enter 164 for Bo", throws="3", status=422)
    assert "here 1 throw is the most" in page.refusal
    assert value(page) == "164"
    assert load(kept, table.info.token).seq == table.seq


def test_too_few_dice_are_refused_and_the_rest_can_be_tapped(kept: Store, visitor: Visitor) -> None:
    visitor.open(url(table_of(kept), "?dice=16&throws=2"))
    page = visitor.press("Tap the last die", status=422)
    assert page.refusal == "3 dice are needed, and 2 came."
    assert faces(page) == ["1", "6", "empty"]
    visitor.tap(4)
    assert visitor.press("Enter 164 for Anna").heading == "Bo, throw once or twice."


def test_a_gap_between_the_dice_is_a_die_that_is_missing(kept: Store, visitor: Visitor) -> None:
    visitor.open(url(table_of(kept), "?dice=164&throws=2"))
    visitor.press("Die 2 shows 6, tap to clear")
    page = visitor.press("Tap the last die", status=422)
    assert page.refusal == "3 dice are needed, and 2 came."
    assert faces(page) == ["1", "empty", "4"]


def test_the_address_of_a_refused_form_leads_back_when_it_is_reloaded(app: Flask, kept: Store) -> None:
    table, visitor = table_of(kept), Visitor(app)
    visitor.open(url(table, "?dice=16&throws=2"))
    visitor.press("Tap the last die", status=422)
    assert visitor.at == url(table, "act")
    assert visitor.open(visitor.at).heading == "Anna, throw up to 3 times."
    pages = {rule.rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    forms = {rule.rule for rule in app.url_map.iter_rules()} - pages
    assert "/t/<token>/act" in forms and "/theme" in forms
    for path in forms:
        answer = visitor.client.get(path.replace("<token>", table.info.token))
        assert answer.status_code == 303, path
        assert answer.location == (url(table) if "<token>" in path else "/")


def test_a_refused_answer_to_htmx_shows_the_address_of_the_table(app: Flask, kept: Store) -> None:
    visitor = Visitor(app, htmx=True)
    table = table_of(kept)
    visitor.open(url(table, "?dice=16&throws=2"))
    visitor.press("Tap the last die", status=422)
    assert visitor.at.startswith(url(table))


def test_somebody_else_was_faster(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept)
    visitor.open(url(table, "?dice=164&throws=2"))
    settle(kept, table, 300)
    page = visitor.press("Enter 164 for Anna", status=409)
    assert page.refusal.startswith("Somebody else was faster.")
    assert page.heading == "Bo, throw once."
    assert faces(page) == ["empty"] * 3, "Anna’s dice must not be Bo’s"  # noqa: RUF001
    assert visitor.tap(1, 6, 4)
    assert visitor.press("Enter 164 for Bo").heading == "Cleo, throw once."


def test_what_was_begun_on_an_old_page_is_entered_for_nobody_else(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept)
    visitor.open(url(table))
    visitor.tap(1, 6)
    last = visitor.page.sending("4")
    switch = visitor.page.sending("Throw by throw")
    settle(kept, table, 300)
    for begun in (last, switch):
        page = visitor.send(begun, status=409)
        assert page.refusal.startswith("The table has moved on since.")
        assert page.heading == "Bo, throw once." and faces(page) == ["empty"] * 3


def test_an_entry_whose_answer_was_lost_can_be_sent_again(kept: Store, visitor: Visitor) -> None:
    visitor.open(url(table_of(kept), "?dice=164&throws=2"))
    entry = visitor.page.sending("Enter 164 for Anna")
    visitor.send(entry)
    page = visitor.send(entry)
    assert page.heading == "Bo, throw once or twice." and not page.refusal
    assert len(sheet(page)) == 1, "nothing is entered twice"


def test_an_undo_that_is_sent_again_or_by_two_phones_takes_one_entry_back(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept, 106, 69)
    visitor.open(url(table))
    undo = visitor.page.sending("Undo")
    once = visitor.send(undo).heading
    assert visitor.send(undo).heading == once and once.startswith("Bo")
    assert load(kept, table.info.token).seq == table.seq + 1
    enter(kept, load(kept, table.info.token), Settled(1, (1, 6, 4), 1))
    visitor.post(url(table, "undo"), seq=str(table.seq + 1), status=409)


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"seq": "x", "type": "Settled"},
        {"type": "Settled", "seat": "0", "dice": "164", "throws": "1"},
        {"seq": "SEQ", "type": "Nonsense"},
        {"seq": "SEQ", "type": "Joined"},  # a newcomer has a name
        {"seq": "SEQ", "type": "Skipped", "seat": "1"},
        {"seq": "SEQ", "type": "Settled", "seat": "zero", "dice": "164", "throws": "1"},
        {"seq": "SEQ", "type": "Booked", "seat": "0", "points": "many", "throws": "1"},
        {"seq": "SEQ", "type": "Booked", "seat": "0", "points": "", "throws": "1"},
        {"seq": "SEQ", "type": "Booked", "seat": "0", "points": "9" * 5000, "throws": "1"},
    ],
)
def test_what_is_no_action_at_all_is_not_understood(kept: Store, visitor: Visitor, fields: dict[str, str]) -> None:
    table = table_of(kept)
    page = visitor.post(
        url(table, "act"), {key: str(table.seq) if v == "SEQ" else v for key, v in fields.items()}, status=400
    )
    assert page.refusal and load(kept, table.info.token).seq == table.seq


def test_not_your_turn(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept)
    fields = {"seq": str(table.seq), "type": "Settled", "seat": "1", "dice": "164", "throws": "1"}
    assert "It is Anna" in visitor.post(url(table, "act"), fields, status=422).refusal


@pytest.mark.parametrize("path", ["", "round/1", "people", "print", "end", "delete", "photo/", "correct/1/"])
def test_a_table_that_is_not_there(reader: Visitor, path: str) -> None:
    assert "no such table" in reader.open(f"/t/nothing/{path}", status=404).heading


@pytest.mark.parametrize("path", ["act", "roll", "undo", "rematch", "end", "delete", "join", "leave", "move", "skip"])
def test_nothing_can_be_sent_to_a_table_that_is_not_there(visitor: Visitor, path: str) -> None:
    fields = {"seq": "1", "seat": "0", "place": "0", "name": "X", "type": "Stop"}
    assert "no such table" in visitor.post(f"/t/nothing/{path}", fields, status=404).heading


def test_a_page_that_is_not_there(reader: Visitor) -> None:
    assert "no such page" in reader.open("/nowhere", status=404).heading


# ---- a total -------------------------------------------------------------------------------------------------------


def test_a_total_is_typed_where_only_it_is_known(kept: Store, visitor: Visitor) -> None:
    visitor.open(url(table_of(kept)))
    visitor.follow("Type total")
    page = visitor.press("Enter the total for Anna", points="163", throws="2")
    assert page.heading == "Bo, throw once or twice."
    assert sheet(page)[0][1].startswith("163")
    assert len(faces(page)) == 3, "a typed total is for one turn only"


@pytest.mark.parametrize(
    ("points", "nearest"),
    [("111", "110 and 122"), ("16", "15 and 64"), ("5", "6 and 6"), ("301", "300 and 300"), ("0", "6 and 6")],
)
def test_a_total_that_cannot_be_thrown_is_refused_with_the_nearest(
    kept: Store, visitor: Visitor, points: str, nearest: str
) -> None:
    visitor.open(url(table_of(kept)))
    visitor.follow("Type total")
    page = visitor.press("Enter the total for Anna", points=points, throws="2", status=422)
    assert f"{points}. The nearest are {nearest}." in page.refusal
    (field,) = page.all("input", name="points")
    assert field.get("value") == points
    assert page.sending("Enter the total for Anna").fields.count(("throws", "2")) == 1


def test_a_total_without_its_throws_is_asked_for_them(kept: Store, visitor: Visitor) -> None:
    visitor.open(url(table_of(kept)))
    visitor.follow("Type total")
    page = visitor.press("Enter the total for Anna", points="163", status=400)
    assert page.refusal == "A number is missing. Type the digits, such as 163, and choose the throws."
    assert page.all("input", name="points")[0].get("value") == "163"


# ---- throw by throw ------------------------------------------------------------------------------------------------


def steps(kept: Store, visitor: Visitor, *totals: int, **more: object) -> Page:
    visitor.open(url(table_of(kept, *totals, **more)))
    return visitor.press("Throw by throw")


def test_throw_by_throw_shows_which_dice_are_kept(kept: Store, visitor: Visitor) -> None:
    steps(kept, visitor)
    visitor.tap(1, 4, 2)
    page = visitor.press("Enter this throw")
    assert page.heading == "Anna, stop with 106 or throw again."
    assert "2 throws left." in page.text
    page = visitor.press("Throw the rest again", keep=["0"])
    assert page.heading == "Anna, throw 2 dice again."
    assert "kept: 1" in page.text
    visitor.tap(6, 3)
    page = visitor.press("Enter this throw")
    assert page.heading == "Anna, stop with 163 or throw again."
    page = visitor.press("Stop with 163")
    assert sheet(page)[0][1].startswith("163")
    assert "Bo" in page.heading
    (switch,) = page.all("button", role="switch")
    assert switch.get("aria-checked") == "true", "throw by throw stays on until it is switched off"


def test_throw_by_throw_stays_on_from_round_to_round(kept: Store, visitor: Visitor) -> None:
    steps(kept, visitor, names=("Anna", "Bo"))
    visitor.tap(1, 4, 2)
    visitor.press("Enter this throw")
    visitor.press("Stop with 106")
    visitor.tap(1, 6, 4)
    page = visitor.press("Enter this throw")
    (start,) = [link for link in page.links() if link.startswith("Start round")]
    page = visitor.follow(start)
    assert page.all("button", role="switch")[0].get("aria-checked") == "true"


def test_with_one_throw_there_is_nothing_to_switch(kept: Store, reader: Visitor) -> None:
    assert "Throw by throw" not in reader.open(url(table_of(kept, 106))).buttons()


def test_the_last_throw_ends_the_turn(kept: Store, visitor: Visitor) -> None:
    steps(kept, visitor, rules=type(FIRST)(first_leader="first_seat", max_rolls=2))
    visitor.tap(1, 4, 2)
    visitor.press("Enter this throw")
    visitor.press("Throw the rest again", keep=["0"])
    visitor.tap(6, 3)
    assert visitor.press("Enter this throw").heading == "Bo, throw once or twice."


def test_keeping_all_dice_is_stopping(kept: Store, visitor: Visitor) -> None:
    steps(kept, visitor)
    visitor.tap(1, 6, 4)
    visitor.press("Enter this throw")
    assert sheet(visitor.press("Throw the rest again", keep=["0", "1", "2"]))[0][1].startswith("164")


def test_the_switch_keeps_the_dice_that_were_tapped(kept: Store, visitor: Visitor) -> None:
    visitor.open(url(table_of(kept)))
    visitor.tap(1, 6)
    assert faces(visitor.press("Throw by throw")) == ["1", "6", "empty"]
    assert faces(visitor.press("Throw by throw")) == ["1", "6", "empty"]


def test_with_locked_dice_a_kept_one_stays(kept: Store, visitor: Visitor) -> None:
    steps(kept, visitor, rules=type(FIRST)(first_leader="first_seat", hold_policy="locked"))
    visitor.tap(1, 4, 2)
    visitor.press("Enter this throw")
    visitor.press("Throw the rest again", keep=["0"])
    visitor.tap(5, 3)
    page = visitor.press("Enter this throw")
    assert "locked" in page.text
    assert len(page.all("input", type="checkbox", name="keep")) == 2
    assert visitor.press("Throw the rest again").heading == "Anna, throw 2 dice again."


def test_a_six_is_turned_to_a_one_and_back(kept: Store, visitor: Visitor) -> None:
    steps(kept, visitor, rules=type(FIRST)(first_leader="first_seat", sixes_to_one="on"))
    visitor.tap(6, 6, 3)
    visitor.press("Enter this throw")
    page = visitor.press("Turn a six to 1")
    assert page.heading == "Anna, throw the die in the cup."
    assert not [name for name in page.buttons() if name.startswith("Stop")]
    assert visitor.press("Leave the six a six").heading == "Anna, stop with 123 or throw again."
    visitor.press("Turn a six to 1")
    third = visitor.page.all("input", type="checkbox", name="keep")
    assert third, "the three can be kept"
    locked = [v for key, v in visitor.page.sending("Throw the rest again").fields if key == "keep"]
    page = visitor.press("Throw the rest again", keep=[*locked, third[-1].get("value")])
    assert page.heading == "Anna, throw 1 die again."
    visitor.tap(4)
    visitor.press("Enter this throw")
    assert visitor.page.heading == "Anna, stop with 107 or throw again."


# ---- the app's dice ------------------------------------------------------------------------------------------------


def app_table(kept: Store, visitor: Visitor) -> str:
    table = table_of(kept, dice="app")
    visitor.open(url(table))
    return table.info.token


def test_the_app_throws_for_a_table_without_dice(kept: Store, visitor: Visitor) -> None:
    token = app_table(kept, visitor)
    page = visitor.press("Throw 3 dice for Anna")
    assert page.heading.startswith("Anna, stop with")
    standing = load(kept, token).standing
    assert standing[-1].source == "dealer"
    page = visitor.press("Throw the rest again", keep=["0"])
    assert load(kept, token).state.turn.throws == 2
    visitor.press("Stop with")
    assert visitor.page.heading == "Bo, throw once or twice."


def test_keeping_all_of_the_apps_dice_throws_nothing_for_the_next_one(kept: Store, visitor: Visitor) -> None:
    token = app_table(kept, visitor)
    visitor.press("Throw 3 dice for Anna")
    page = visitor.press("Throw the rest again", keep=["0", "1", "2"])
    assert page.heading == "Bo, throw once."
    assert [type(s.action).__name__ for s in load(kept, token).standing] == ["Rolled", "Reroll"]


def test_keeping_all_of_the_apps_dice_at_the_end_of_a_round_shows_the_round(kept: Store, visitor: Visitor) -> None:
    rules = type(FIRST)(first_leader="first_seat", max_rolls=2)
    table = settle(kept, table_of(kept, dice="app", names=("Anna", "Bo"), rules=rules), 106, throws=2)
    visitor.open(url(table))
    visitor.press("Throw 3 dice for Bo")
    page = visitor.press("Throw the rest again", keep=["0", "1", "2"])
    assert "Round 1, from the top" in page.text


def test_roll_for_me_throws_at_a_table_with_its_own_dice(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept)
    visitor.open(url(table))
    assert visitor.press("Roll for me").heading.startswith("Anna, stop with")
    assert load(kept, table.info.token).standing[-1].source == "dealer"


def test_a_throw_by_the_app_that_is_sent_again_is_shown_and_thrown_once(kept: Store, visitor: Visitor) -> None:
    token = app_table(kept, visitor)
    throw = visitor.page.sending("Throw 3 dice for Anna")
    first, again = visitor.send(throw), visitor.send(throw)
    assert again.heading == first.heading
    keep_two = again.sending("Throw the rest again", keep=["0", "1"])
    first, again = visitor.send(keep_two), visitor.send(keep_two)
    assert again.heading == first.heading
    assert sum(s.source == "dealer" for s in load(kept, token).standing) == 2


def test_undo_never_crosses_the_dice_of_the_app(kept: Store, visitor: Visitor) -> None:
    token = app_table(kept, visitor)
    visitor.press("Throw 3 dice for Anna")
    assert not [name for name in visitor.page.buttons() if name.startswith("Undo")]
    page = visitor.post(f"/t/{token}/undo", seq=str(load(kept, token).seq), status=422)
    assert "The app threw these dice" in page.refusal
    visitor.press("Stop with")
    assert visitor.press("Undo").heading.startswith("Anna, stop with")
    assert not [name for name in visitor.page.buttons() if name.startswith("Undo")]


def test_dice_of_the_app_cannot_be_corrected(kept: Store, visitor: Visitor) -> None:
    token = app_table(kept, visitor)
    visitor.press("Throw 3 dice for Anna")
    page = visitor.press("Stop with")
    assert "thrown by the app" in sheet(page)[0][1]
    assert not [href for href in page.links().values() if "/correct/" in href]
    assert "The app threw these dice" in visitor.open(f"/t/{token}/correct/0/", status=422).refusal


def test_a_choice_that_is_none_throws_nothing(kept: Store, visitor: Visitor) -> None:
    token = app_table(kept, visitor)
    visitor.press("Throw 3 dice for Anna")
    visitor.press("Throw the rest again", keep=["7"], status=422)
    assert visitor.page.refusal and load(kept, token).state.turn.throws == 1


def test_no_throw_is_due(kept: Store, visitor: Visitor) -> None:
    token = app_table(kept, visitor)
    visitor.press("Throw 3 dice for Anna")
    assert "No throw is due" in visitor.post(f"/t/{token}/roll", seq=str(load(kept, token).seq), status=422).refusal


# ---- undo ----------------------------------------------------------------------------------------------------------


def test_undo_says_what_it_takes_back_any_number_of_times(kept: Store, visitor: Visitor) -> None:
    visitor.open(url(table_of(kept, 106, 64)))
    assert "UndoBo’s 64" in "".join(visitor.page.button("Undo").text.split(" ", 1)).replace(" 64", " 64")  # noqa: RUF001
    assert "Bo" in visitor.press("Undo").heading
    assert visitor.press("Undo").heading == "Anna, throw up to 3 times."
    assert not [name for name in visitor.page.buttons() if name.startswith("Undo")]


def test_there_is_nothing_to_take_back(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept)
    page = visitor.post(url(table, "undo"), seq=str(table.seq), status=422)
    assert page.refusal.startswith("Nothing has been entered yet")


# ---- the end of a round, and of a match ----------------------------------------------------------------------------


def test_after_the_last_turn_the_round_says_who_pays_who_leads_and_why(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept, 106, 69)
    visitor.open(url(table, "?dice=455"))
    page = visitor.press("Enter 14 for Cleo")
    assert visitor.at == url(table, "round/1")
    assert page.heading == "Cleo pays."
    assert "14 was the lowest of round 1." in page.text
    assert "Anna leads round 2" in page.text and "106 was the highest." in page.text
    assert "1 of 3 losses" in page.text
    assert visitor.follow("Start round 2").heading == "Anna, throw up to 3 times."


@pytest.mark.parametrize(
    ("turns", "why"),
    [
        ([(164, 2), (164, 1), (9, 1)], "level with Anna, but fewer throws lead"),
        ([(164, 2), (164, 2), (9, 1)], "level with Bo, and the earlier throw leads"),
    ],
)
def test_a_shared_top_is_explained(kept: Store, reader: Visitor, turns: list[tuple[int, int]], why: str) -> None:
    table = table_of(kept)
    for points, throws in turns:
        table = settle(kept, table, points, throws=throws)
    assert why in reader.open(url(table, "round/1")).text


def test_a_shared_low_costs_all_of_them(kept: Store, reader: Visitor) -> None:
    page = reader.open(url(table_of(kept, 106, 69, 69), "round/1"))
    assert page.heading == "Bo and Cleo pay."
    assert "fewer throws do not help" in page.text


def test_who_is_out_is_said(kept: Store, reader: Visitor) -> None:
    table = table_of(kept, 6, 106, 300, rules=SHORT)
    settle(kept, table, 106, 6, 300)
    page = reader.open(url(table, "round/2"))
    assert page.heading == "Anna pays." and "out of the game" in page.text
    assert "out in round 2" in reader.open(url(table)).text


@pytest.mark.parametrize("number", ["0", "2", "99"])
def test_a_round_that_is_not_over_shows_the_table(kept: Store, reader: Visitor, number: str) -> None:
    assert reader.open(url(table_of(kept, 106, 69, 69), f"round/{number}")).heading == "Anna, throw up to 3 times."


def test_a_round_can_be_looked_at_again_later(kept: Store, reader: Visitor) -> None:
    table = table_of(kept, 106, 69, 64, 106, 69, 64)
    page = reader.open(url(table, "round/1"))
    assert page.link("Back to the table") == url(table)


def test_a_match_is_won_and_a_rematch_has_the_same_people_and_rules(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept, 6, 106, 106, names=("Anna", "Bo"), rules=SHORT)
    visitor.open(url(table, "?dice=222"))
    page = visitor.press("Enter 6 for Anna")
    assert page.heading == "Bo wins."
    assert "The last one in, with 0 losses." in page.text
    page = visitor.press("Rematch")
    assert page.heading == "Anna, throw up to 3 times."
    new = visitor.at.split("/")[2]
    assert new != table.info.token
    assert load(kept, new).info.rules == SHORT


def test_two_phones_that_want_a_rematch_get_the_same_one(kept: Store, visitor: Visitor) -> None:
    visitor.open(url(table_of(kept, 6, 106, 106, 6, names=("Anna", "Bo"), rules=SHORT)))
    again = visitor.page.sending("Rematch")
    visitor.send(again)
    first = visitor.at.split("?")[0]
    visitor.send(again)
    assert visitor.at.split("?")[0] == first


def test_a_match_is_drawn(kept: Store, reader: Visitor) -> None:
    page = reader.open(url(table_of(kept, 6, 6, 6, 6, names=("Anna", "Bo"), rules=SHORT)))
    assert page.heading == "A draw: Anna and Bo."
    assert "went out together in round 2" in page.text


def test_undo_reopens_a_match_that_was_over(kept: Store, visitor: Visitor) -> None:
    visitor.open(url(table_of(kept, 6, 106, 106, 6, names=("Anna", "Bo"), rules=SHORT)))
    assert visitor.press("Undo").heading == "Anna, throw once."


def test_nothing_more_is_entered_when_the_match_is_over(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept, 6, 106, 106, 6, names=("Anna", "Bo"), rules=SHORT)
    fields = {"seq": str(table.seq), "type": "Settled", "seat": "0", "dice": "164", "throws": "1"}
    assert visitor.post(url(table, "act"), fields, status=422).refusal.startswith("The match is over.")
    assert visitor.post(url(table, "roll"), seq=str(table.seq), status=422).refusal


# ---- a table that was ended early, and one that cannot be read -----------------------------------------------------


def test_a_table_that_was_ended_says_so_and_offers_what_is_left(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept, 106)
    service.close(kept, table.info.token, table.seq)
    page = visitor.open(url(table))
    assert page.heading == "This table was ended."
    assert not [name for name in page.buttons() if name.startswith(("Undo", "Roll", "Enter", "Skip"))]
    assert not [href for href in page.links().values() if "/correct/" in href]
    fields = {"seq": str(table.seq), "type": "Settled", "seat": "1", "dice": "164", "throws": "1"}
    assert "This table was ended" in visitor.post(url(table, "act"), fields, status=422).refusal
    visitor.open(url(table))
    assert visitor.press("Rematch").heading == "Anna, throw up to 3 times."
