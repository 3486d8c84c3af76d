"""Correcting an earlier turn: what it would change, what it changes, and what it makes impossible."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper import service
from scorekeeper.engine.dice import Rolled, Settled
from scorekeeper.engine.games.chicago_losses import Reroll, Rules, Stop
from scorekeeper.service import load, roll
from scorekeeper.store import Store
from scorekeeper.table import Table
from tests.service import FIRST, SHORT, enter, settle
from tests.web.page import Page
from tests.web.tables import table_of, url
from tests.web.visitor import Visitor


def effects(page: Page) -> list[str]:
    return [node.all("b")[0].text for node in page.all("li", cls="eff")]


def test_a_number_in_the_sheet_is_the_door_to_its_correction(kept: Store, visitor: Visitor) -> None:
    table = settle(kept, enter(kept, table_of(kept), Settled(0, (1, 6, 4), 2)), 64)
    visitor.open(url(table))
    page = visitor.follow("164")
    assert page.heading == "Anna, round 1: what should it be?"
    assert "Nothing differs yet." in page.text
    assert not [name for name in page.buttons() if name.startswith("Correct it")]


def test_first_it_says_what_would_change_and_then_it_changes(kept: Store, visitor: Visitor) -> None:
    table = enter(kept, table_of(kept), Settled(0, (1, 6, 4), 1), Settled(1, (1, 4, 2), 1), Settled(2, (4, 5, 5), 1))
    visitor.open(url(table))
    visitor.follow("14 loss")
    for slot in ("Die 1 shows 4", "Die 2 shows 5"):
        visitor.press(slot)
    visitor.tap(1, 6)
    page = visitor.page
    assert page.heading == "Cleo, round 1: 165, not 14."
    assert effects(page) == [
        "Cleo no longer pays for round 1.",
        "Anna no longer leads round 2.",
        "Bo pays for round 1.",
        "Cleo leads round 2.",
    ]
    assert load(kept, table.info.token).seq == table.seq, "nothing is changed yet"
    page = visitor.press("Correct it to 165")
    assert page.heading == "Cleo, throw up to 3 times."
    assert page.said == [
        "Cleo no longer pays for round 1.",
        "Anna no longer leads round 2.",
        "Bo pays for round 1.",
        "Cleo leads round 2.",
    ]
    assert "corrected" in page.all("tbody")[0].text


def test_somebody_is_no_longer_out(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept, 6, 106, 300, 300, 6, 106, rules=SHORT)
    assert "out in round 2" in visitor.open(url(table)).text
    turn = next(s.turn for s in table.standing if s.turn > 2 and getattr(s.action, "points", 0) == 6)
    visitor.open(url(table, f"correct/{turn}/?mode=total&points=110&throws=1"))
    assert "Anna is no longer out." in effects(visitor.page)
    visitor.press("Correct it to 110")
    assert "Anna is no longer out." in visitor.page.said


def test_a_correction_can_reopen_a_match_that_was_over(kept: Store, visitor: Visitor) -> None:
    table = enter(kept, table_of(kept, 6, 106, 106, names=("Anna", "Bo"), rules=SHORT), Settled(0, (2, 2, 2), 1))
    assert visitor.open(url(table)).heading == "Bo wins."
    visitor.open(url(table, "correct/3/?dice=111&throws=1"))
    assert "Bo has not won yet." in effects(visitor.page)
    assert visitor.press("Correct it to 300").heading == "Anna, throw up to 3 times."


def test_a_correction_that_makes_a_later_entry_impossible_names_it(kept: Store, visitor: Visitor) -> None:
    table = enter(kept, table_of(kept), Settled(0, (1, 6, 4), 2), Settled(1, (1, 4, 2), 2))
    visitor.open(url(table, "correct/0/?dice=164&throws=1"))
    page = visitor.page
    assert "That cannot be" in page.text
    (box,) = page.all(cls="refuse")
    assert box.all("b")[0].text.startswith("Bo") and "106 in round 1 could not stand." in box.text
    assert "here 1 throw is the most" in box.text
    assert [name for name in page.buttons() if name.startswith("Correct it")] == ["Correct it and take back 1 entry"]
    assert page.link("Go to Bo, round 1") == url(table, "correct/1/")


def test_a_correction_that_changes_who_leads_takes_back_what_was_thrown_since(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept, 300, 106, 164, 65, names=("Anna", "Bo"))
    visitor.open(url(table, "correct/0/?dice=222&throws=1"))
    assert "it would have been Bo\u2019s turn there" in visitor.page.text
    page = visitor.press("Correct it and take back 3 entries")
    assert page.heading.startswith("Bo, throw")
    assert page.said == ["3 entries were taken back."]
    after = load(kept, table.info.token)
    assert [s.action for s in after.standing] == [Settled(0, (2, 2, 2), 1)]
    assert after.seq == table.seq + 4, "each undo, and the correction, is a row of the log"


def test_what_the_app_threw_is_not_taken_back_by_a_correction(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept, 300, 106, names=("Anna", "Bo"))
    roll(kept, table.info.token, table.seq)
    page = visitor.open(url(table, "correct/0/?dice=222&throws=1"))
    assert "That cannot be" in page.text and "take back" not in page.text
    now = load(kept, table.info.token)
    fields = {"seq": str(now.seq), "type": "Settled", "seat": "0", "dice": "222", "throws": "1", "take_back": "yes"}
    visitor.post(url(table, "correct/0/"), fields, status=422)
    assert load(kept, table.info.token) == now


def test_who_sat_down_since_has_to_sit_down_again(kept: Store, visitor: Visitor) -> None:
    table = settle(kept, table_of(kept, names=("Anna", "Bo")), 300, 106)
    table = service.join(kept, table.info.token, table.seq, "Cleo")
    table = settle(kept, table, 164)
    visitor.open(url(table, "correct/0/?dice=222&throws=1"))
    page = visitor.press("Correct it and take back 3 entries")
    assert page.said == ["3 entries were taken back."]
    after = load(kept, table.info.token)
    assert [p.name for p in after.info.people] == ["Anna", "Bo"]
    assert len(after.standing) == 1


def test_a_correction_takes_all_back_or_nothing_if_somebody_enters_meanwhile(
    kept: Store, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_of(kept, 300, 106, 164, 65, names=("Anna", "Bo"))
    visitor.open(url(table, "correct/0/?dice=222&throws=1"))
    amended = service.amended

    def amended_too_late(*facts: Any) -> Table:
        enter(kept, load(kept, table.info.token), Settled(0, (1, 4, 2), 2))
        return amended(*facts)

    monkeypatch.setattr(service, "amended", amended_too_late)
    visitor.press("Correct it and take back 3 entries", status=409)
    standing = load(kept, table.info.token).standing
    assert [s.action for s in standing] == [*(s.action for s in table.standing), Settled(0, (1, 4, 2), 2)]


def test_a_correction_that_cannot_stand_takes_nothing_back(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept, 300, 106, names=("Anna", "Bo"))
    fields = {"seq": str(table.seq), "type": "Settled", "seat": "0", "dice": "222", "throws": "9", "take_back": "yes"}
    visitor.post(url(table, "correct/0/"), fields, status=422)
    assert load(kept, table.info.token) == table


def test_an_impossible_correction_that_is_sent_anyway_is_refused_the_same_way(kept: Store, visitor: Visitor) -> None:
    table = enter(kept, table_of(kept), Settled(0, (1, 6, 4), 2), Settled(1, (1, 4, 2), 2))
    fields = {"seq": str(table.seq), "type": "Settled", "seat": "0", "dice": "164", "throws": "1"}
    page = visitor.post(url(table, "correct/0/"), fields, status=422)
    assert "106 in round 1 could not stand." in page.text
    assert load(kept, table.info.token).seq == table.seq


def test_a_correction_that_cannot_stand_itself_is_refused_where_it_was_made(kept: Store, visitor: Visitor) -> None:
    table = enter(kept, table_of(kept), Settled(0, (1, 6, 4), 2), Settled(1, (1, 4, 2), 2))
    fields = {"seq": str(table.seq), "type": "Booked", "seat": "1", "points": "111", "throws": "2", "mode": "total"}
    page = visitor.post(url(table, "correct/1/"), fields, status=422)
    assert "The nearest are 110 and 122." in page.text
    assert page.heading.startswith("Bo, round 1"), "the table would take it for the next one’s entry"  # noqa: RUF001


def test_only_the_throws_change(kept: Store, visitor: Visitor) -> None:
    table = enter(kept, table_of(kept), Settled(0, (1, 6, 4), 2), Settled(1, (1, 4, 2), 2))
    visitor.open(url(table, "correct/1/?dice=142&throws=1"))
    assert visitor.page.heading == "Bo, round 1: 1 throw, not 2."
    assert effects(visitor.page) == ["Only this number changes."]
    visitor.press("Correct it to 106")
    assert load(kept, table.info.token).standing[1].action == Settled(1, (1, 4, 2), 1)


def test_other_dice_of_the_same_value(kept: Store, reader: Visitor) -> None:
    table = enter(kept, table_of(kept), Settled(0, (4, 4, 2), 2))
    assert reader.open(url(table, "correct/0/?dice=433&throws=2")).heading == "Anna, round 1: other dice, same value."


def test_the_same_dice_in_another_order_change_nothing(kept: Store, reader: Visitor) -> None:
    table = enter(kept, table_of(kept), Settled(0, (1, 6, 4), 2))
    assert "Nothing differs yet." in reader.open(url(table, "correct/0/?dice=416&throws=2")).text


def test_a_typed_total_is_corrected_as_a_total(kept: Store, visitor: Visitor) -> None:
    table = settle(kept, table_of(kept), 163)
    page = visitor.open(url(table, "correct/0/"))
    assert page.heading == "Anna, round 1: what should it be?"
    assert not [name for name in page.buttons() if name.startswith("Correct it")], "nothing differs yet"
    visitor.press("See what it changes", points="164")
    assert visitor.page.heading == "Anna, round 1: 164, not 163."
    visitor.press("Correct it to 164")
    assert visitor.page.all("tbody")[0].text.startswith("Round 1 164")


def test_a_total_that_cannot_be_thrown_is_refused_in_a_correction_too(kept: Store, visitor: Visitor) -> None:
    table = settle(kept, table_of(kept), 163)
    visitor.open(url(table, "correct/0/"))
    page = visitor.press("See what it changes", points="111")
    assert "The nearest are 110 and 122." in page.text
    assert not [name for name in page.buttons() if name.startswith("Correct it")]


def test_a_turn_kept_throw_by_throw_is_corrected_as_one(kept: Store, visitor: Visitor) -> None:
    table = enter(
        kept,
        table_of(kept),
        Rolled(0, (1, 4, 2)),
        Reroll(0, (0,)),
        Rolled(0, (6, 3)),
        Stop(0),
        Settled(1, (1, 1, 1), 1),
    )
    page = visitor.open(url(table, "correct/0/"))
    assert "Nothing differs yet." in page.text
    visitor.open(url(table, "correct/0/?dice=164&throws=2"))
    visitor.press("Correct it to 164")
    assert [type(s.action).__name__ for s in load(kept, table.info.token).standing] == ["Settled", "Settled"]


def test_two_who_correct_the_same_turn(kept: Store, visitor: Visitor) -> None:
    table = enter(kept, table_of(kept), Settled(0, (1, 6, 4), 2))
    visitor.open(url(table, "correct/0/?dice=111&throws=2"))
    settle(kept, table, 64)
    page = visitor.press("Correct it to 300", status=409)
    assert page.refusal.startswith("Somebody else was faster.")
    assert load(kept, table.info.token).standing[0].action == Settled(0, (1, 6, 4), 2)


@pytest.mark.parametrize("name", ["D'Arcy", "R&D", "<b>Bo</b>", "100%", 'Bo"'])
def test_a_name_with_odd_signs_is_said_as_it_is(kept: Store, visitor: Visitor, name: str) -> None:
    table = enter(
        kept,
        table_of(kept, names=("Anna", name)),
        Settled(0, (1, 6, 4), 1),
        Settled(1, (2, 2, 2), 1),
    )
    visitor.open(url(table, "correct/1/?dice=111&throws=1"))
    call = name.split()[0]
    assert f"{call} no longer pays for round 1." in effects(visitor.page)
    visitor.press("Correct it to 300")
    assert f"{call} no longer pays for round 1." in visitor.page.said


@pytest.mark.parametrize("turn", ["5", "99"])
def test_a_turn_that_is_not_there(kept: Store, reader: Visitor, turn: str) -> None:
    page = reader.open(url(table_of(kept, 106), f"correct/{turn}/"), status=422)
    assert page.refusal.startswith("That turn is not in the sheet.")


def test_nothing_is_corrected_at_a_table_that_was_ended(kept: Store, reader: Visitor) -> None:
    table = table_of(kept, 106)
    service.close(kept, table.info.token, table.seq)
    assert "was ended" in reader.open(url(table, "correct/0/"), status=422).refusal


@pytest.mark.parametrize(
    "query", ["dice=999", "dice=1&face=9", "throws=9", "mode=total&points=abc", "mode=steps&dice=164"]
)
def test_nothing_in_its_address_is_worth_an_error_page(kept: Store, reader: Visitor, query: str) -> None:
    table = enter(kept, table_of(kept), Settled(0, (1, 6, 4), 2))
    reader.open(url(table, f"correct/0/?{query}"))


def test_the_limit_of_then_holds_in_a_correction(kept: Store, reader: Visitor) -> None:
    rules = Rules(first_leader="first_seat", max_rolls=2)
    table = enter(kept, table_of(kept, rules=rules), Settled(0, (1, 6, 4), 1), Settled(1, (1, 4, 2), 1))
    leader = reader.open(url(table, "correct/0/"))
    assert [node.get("value") for node in leader.all("input", type="radio", name="throws")] == ["1", "2"]
    assert not reader.open(url(table, "correct/1/")).all("input", type="radio", name="throws")
    assert FIRST.max_rolls == 3


@pytest.mark.parametrize("takes_back", [False, True])
def test_a_correction_whose_answer_was_lost_can_be_sent_again(
    kept: Store, visitor: Visitor, *, takes_back: bool
) -> None:
    table = enter(kept, table_of(kept), Settled(0, (1, 6, 4), 1), Settled(1, (1, 4, 2), 1))
    fields = {"type": "Settled", "seat": "0", "dice": "165", "throws": "1", "seq": str(table.seq)}
    if takes_back:
        fields["take_back"] = "1"
    for _ in range(2):
        page = visitor.post(url(table, "correct/0/"), fields)
        assert not page.refusal and "165" in page.text
    after = load(kept, table.info.token)
    assert after.seq == table.seq + (2 if takes_back else 1), "it counts once"
    visitor.post(url(table, "correct/0/"), {**fields, "dice": "166"}, status=409)
