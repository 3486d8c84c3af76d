"""People who leave, join, change places and are skipped; and the end of a table, asked twice."""

from __future__ import annotations

import pytest

from scorekeeper.engine.games import game
from scorekeeper.service import load, start, tables
from scorekeeper.store import Store
from tests.service import settle
from tests.web.page import Page
from tests.web.tables import table_of, url
from tests.web.visitor import Visitor


def seats(page: Page) -> list[str]:
    return [node.text for node in page.all("ol", cls="rows")[0].all("p", cls="name")]


def test_leaving_is_asked_twice(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept)
    visitor.open(url(table, "people"))
    page = visitor.press("Bo leaves")
    assert page.heading == "Does Bo leave for good?"
    assert load(kept, table.info.token).seq == table.seq
    visitor.press("Bo leaves")
    assert visitor.page.heading == "Anna, throw up to 3 times."
    assert "left in round 1" in visitor.page.text


def test_staying_changes_nothing(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept)
    visitor.open(url(table, "people"))
    visitor.press("Bo leaves")
    visitor.follow("Bo stays")
    assert load(kept, table.info.token).seq == table.seq


def test_undo_brings_somebody_back(kept: Store, visitor: Visitor) -> None:
    visitor.open(url(table_of(kept), "people"))
    visitor.press("Bo leaves")
    visitor.press("Bo leaves")
    assert "that Bo left" in visitor.page.button("Undo").text
    visitor.press("Undo")
    assert "left in round" not in visitor.page.text


def test_the_last_one_left_wins(kept: Store, visitor: Visitor) -> None:
    visitor.open(url(table_of(kept, names=("Anna", "Bo")), "people"))
    visitor.press("Anna leaves")
    assert visitor.press("Anna leaves").heading == "Bo wins."


@pytest.mark.parametrize("seat", ["99", "-1", "3", "x", ""])
def test_nobody_sits_there(kept: Store, visitor: Visitor, seat: str) -> None:
    table = table_of(kept)
    for fields in ({"seat": seat}, {"seat": seat, "sure": "yes"}):
        visitor.open(url(table))
        status = 422 if seat.lstrip("-").isdigit() else 400
        visitor.post(url(table, "leave"), {"seq": str(table.seq), **fields}, status=status)
    assert load(kept, table.info.token).seq == table.seq


def test_somebody_joins_in_the_last_seat_between_two_rounds(kept: Store, visitor: Visitor) -> None:
    visitor.open(url(table_of(kept, 106, 69, 64), "people"))
    page = visitor.press("Join the table", name="Dirk")
    assert seats(page) == ["Anna", "Bo", "Cleo", "Dirk"]
    visitor.follow("Back to the table")
    assert "that Dirk joined" in visitor.page.button("Undo").text
    visitor.press("Undo")
    assert "Dirk" not in visitor.page.all("ol", cls="rows")[0].text


@pytest.mark.parametrize(("name", "sentence"), [("anna", "sits here already"), (" ", "A seat has no name")])
def test_a_name_that_cannot_be_is_refused_and_can_be_mended(
    kept: Store, visitor: Visitor, name: str, sentence: str
) -> None:
    visitor.open(url(table_of(kept), "people"))
    page = visitor.press("Join the table", name=name, status=400)
    assert sentence in page.refusal
    (field,) = page.all("input", name="name")
    assert field.get("value") == name


def test_a_name_of_one_who_left_is_taken_and_it_is_said_why(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept, 106, 69, 64)
    visitor.post(url(table, "leave"), seq=str(table.seq), seat="2", sure="yes")
    visitor.open(url(table, "people"))
    page = visitor.press("Join the table", name="Cleo", status=400)
    assert page.refusal == "Cleo sat here before, and has left. Add a letter to tell the two apart."


@pytest.mark.parametrize("way", ["undo", "act", "skip", "correct/0/"])
def test_a_number_that_no_log_has_is_no_number(kept: Store, visitor: Visitor, way: str) -> None:
    table = table_of(kept, 106)
    fields = {"type": "Settled", "seat": "0", "dice": "123", "throws": "1"}
    page = visitor.post(url(table, way), seq="9" * 20, **fields, status=400)
    assert page.refusal == "“99999999999999999999” is not a number. Type digits only, such as 163."


def test_nobody_joins_in_the_middle_of_a_round(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept, 106)
    page = visitor.open(url(table, "people"))
    assert "Joining is possible between two rounds" in page.text
    assert not [name for name in page.buttons() if name.startswith("Move")]
    page = visitor.post(url(table, "join"), seq=str(table.seq), name="Dirk", status=422)
    assert page.refusal == "People can join or change places only between two rounds."


def test_the_order_changes_between_rounds(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept, 106, 69, 64)
    visitor.open(url(table, "people"))
    assert seats(visitor.press("Move Cleo up")) == ["Anna", "Cleo", "Bo"]
    visitor.follow("Back to the table")
    assert "the new order" in visitor.page.button("Undo").text
    assert seats(visitor.page) == ["Anna", "Cleo", "Bo"]


def test_a_place_that_is_none(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept)
    visitor.post(url(table, "move"), seq=str(table.seq), seat="0", place="99", status=422)
    visitor.post(url(table, "move"), seq=str(table.seq), seat="0", place="x", status=400)


def test_somebody_who_is_away_for_a_moment_is_skipped_and_throws_last(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept, 106)
    visitor.open(url(table))
    page = visitor.press("Skip Bo for now")
    assert page.heading == "Cleo, throw once."
    assert "that Bo was skipped" in page.button("Undo").text
    settle(kept, load(kept, table.info.token), 69)
    assert visitor.open(url(table)).heading == "Bo, throw once."


def test_the_leader_is_not_skipped(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept)
    assert not [name for name in visitor.open(url(table)).buttons() if name.startswith("Skip")]
    visitor.post(url(table, "skip"), seq=str(table.seq), seat="0", status=422)


def test_people_at_a_stale_table(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept)
    visitor.open(url(table, "people"))
    join = visitor.page.sending("Join the table", name="Dirk")
    settle(kept, table, 106)
    assert visitor.send(join, status=422).refusal.startswith("People can join")


@pytest.mark.parametrize("button", ["Move Cleo up", "Skip Bo for now"])
def test_what_somebody_does_whose_answer_was_lost_can_be_sent_again(
    kept: Store, visitor: Visitor, button: str
) -> None:
    table = table_of(kept, *([106, 69, 64] if button.startswith("Move") else [106]))
    visitor.open(url(table, *(["people"] if button.startswith("Move") else [])))
    first = visitor.page.sending(button)
    once = visitor.send(first).text
    assert visitor.send(first).text == once
    seen = load(kept, table.info.token).seq
    assert seen == table.seq + 1, "it counts once"


def test_a_leave_sent_again_counts_once_and_another_is_too_late(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept)
    for _ in range(2):
        visitor.post(url(table, "leave"), seq=str(table.seq), seat="1", sure="yes")
    assert load(kept, table.info.token).seq == table.seq + 1
    visitor.post(url(table, "leave"), seq=str(table.seq), seat="2", sure="yes", status=409)


def test_a_newcomer_whose_answer_was_lost_sits_down_once(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept)
    visitor.open(url(table, "people"))
    join = visitor.page.sending("Join the table", name="Dirk")
    visitor.send(join)
    page = visitor.send(join)
    assert not page.refusal and seats(page) == ["Anna", "Bo", "Cleo", "Dirk"]


def test_a_newcomer_need_not_wait_until_nobody_throws(kept: Store, visitor: Visitor) -> None:
    table = start(kept, game="yatzy", names=["Anna", "Bo"], rules=game("yatzy").rules(first_player="first_seat"))
    visitor.open(url(table, "people"))
    join = visitor.page.sending("Join the table", name="Dirk")
    fields = {"type": "Written", "seat": "0", "dice": "11123", "throws": "1", "box": "ones", "seq": str(table.seq)}
    visitor.post(url(table, "act"), fields)
    visitor.send(join)
    assert [person.name for person in load(kept, table.info.token).info.people] == ["Anna", "Bo", "Dirk"]


# ---- the end of a table ---------------------------------------------------------------------------------------


def test_ending_is_asked_twice_and_keeps_the_sheet(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept, 106, title="The corner")
    visitor.open(url(table))
    page = visitor.follow("End the table")
    assert page.heading == "End The corner before it is over?"
    assert load(kept, table.info.token).info.closed_at is None
    visitor.press("End the table")
    assert visitor.page.heading == "No table is running."
    assert "Not finished" in visitor.open(url(table, "print")).text


def test_deleting_is_asked_twice_and_is_for_good(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept, 106, title="The <corner>")
    visitor.open("/")
    page = visitor.follow("Delete the table")
    assert page.heading == "Delete The <corner> for good?"
    assert len(tables(kept)) == 1
    visitor.press("Delete it")
    assert tables(kept) == []
    visitor.open(url(table), status=404)


def test_a_table_that_moved_on_is_not_ended_by_an_old_page(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept)
    visitor.open(url(table, "end"))
    settle(kept, table, 106)
    assert visitor.press("End the table", status=409).refusal
    assert load(kept, table.info.token).info.closed_at is None


def test_a_match_that_is_over_needs_no_end(kept: Store, visitor: Visitor) -> None:
    table = table_of(kept, names=("Anna", "Bo"))
    visitor.open(url(table, "people"))
    visitor.press("Anna leaves")
    visitor.press("Anna leaves")
    seq = load(kept, table.info.token).seq
    assert visitor.post(url(table, "end"), seq=str(seq), status=422).refusal.startswith("The match is over.")
