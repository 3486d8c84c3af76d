"""Chicago with calls on the screen: the call and its mat, three ones, sand, values, and what a correction changes."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper import service
from scorekeeper.engine.calls import Call, CallSand
from scorekeeper.engine.core import Action
from scorekeeper.engine.dice import Booked, Rolled, Settled
from scorekeeper.engine.games.chicago_calls import Rules
from scorekeeper.engine.people import Left
from scorekeeper.engine.sixes import InOneThrow
from scorekeeper.service import load
from scorekeeper.store import Store
from scorekeeper.table import Table
from tests.service import enter
from tests.web.page import Page
from tests.web.tables import NAMES, url
from tests.web.visitor import Visitor

A, B, C = range(3)


def calls(store: Store, *actions: Action, names: tuple[str, ...] = NAMES, **rules: Any) -> Table:
    chosen = Rules(**{"variant": "tschigg", "first_leader": "first_seat", **rules})
    table = service.start(store, game="chicago_calls", names=names, rules=chosen, title="Friday")
    return enter(store, table, *actions)


def mat(page: Page) -> str:
    return " ".join(node.text for node in page.all(cls="mat__say"))


def said_of_dice(page: Page) -> str:
    words = [node.text for node in page.walk() if {"value__n", "value__sum"} & set(node.get("class").split())]
    return " ".join(words).strip()


THROWN = Settled(A, (1, 1, 4), 2)
CALLED = Call(A, 1, 60, "low")


# ---- the call ------------------------------------------------------------------------------------------------------


def test_the_leader_calls_over_the_own_dice(kept: Store, visitor: Visitor) -> None:
    table = calls(kept, THROWN)
    page = visitor.open(url(table))
    assert page.heading == "Anna, call the round."
    assert (mat(page), said_of_dice(page)) == ("Ones 100, sixes 60, high, on 2", "204 100+100+4")
    visitor.press("See what it means", ones="1", best="low")
    assert (mat(visitor.page), said_of_dice(visitor.page)) == ("Ones 1, sixes 60, low, on 2", "6 1+1+4")
    assert "The lowest is best. The highest takes a coaster." in visitor.page.text
    visitor.press("Call 1/60 low")
    assert load(kept, table.info.token).standing[-1].action == CALLED


def test_the_call_stays_on_its_mat_until_the_round_ends(kept: Store, reader: Visitor) -> None:
    table = calls(kept, THROWN, CALLED)
    page = reader.open(url(table))
    assert mat(page) == "Ones 1, sixes 60, low, on 2"
    assert "Called by Anna, who has 6 with 1 1 4" in page.text
    assert page.heading == "Bo, throw once or twice."
    table = enter(kept, table, Booked(B, 64, 2))
    assert mat(reader.open(url(table))) == "Ones 1, sixes 60, low, on 2"
    table = enter(kept, table, Booked(C, 65, 2))
    assert mat(reader.open(url(table))) == ""


def test_who_called_and_left_is_still_named(kept: Store, reader: Visitor) -> None:
    page = reader.open(url(calls(kept, THROWN, CALLED, Left(A))))
    assert "Called by Anna, who has left" in page.text
    assert "Nobody has thrown yet." in page.text


def test_only_what_may_be_called_is_offered(kept: Store, reader: Visitor) -> None:
    def offered(**rules: Any) -> dict[str, list[str]]:
        page = reader.open(url(calls(kept, THROWN, **rules)))
        picks = {name: page.all("input", type="radio", name=name) for name in ("ones", "sixes", "best")}
        return {name: [pick.get("value") for pick in radios] for name, radios in picks.items()}

    assert offered() == {"ones": ["100", "1"], "sixes": ["60", "6"], "best": ["high", "low"]}
    assert offered(calls="paired") == {"ones": ["100", "1"], "sixes": ["60"], "best": ["high", "low"]}
    assert offered(calls="coupled") == {"ones": [], "sixes": [], "best": ["high", "low"]}
    assert reader.page.all("input", value="CallSand")
    reader.open(url(calls(kept, THROWN, variant="bavarian")))
    assert not reader.page.all("input", value="CallSand")


def test_sand_is_called_instead(kept: Store, reader: Visitor) -> None:
    table = calls(kept, THROWN)
    page = reader.open(url(table, "?type=CallSand&type=Call"))
    assert (mat(page), said_of_dice(page)) == ("Sand, on 2", "fails no ones, no sixes")
    reader.press("Call sand")
    assert load(kept, table.info.token).standing[-1].action == CallSand(A)


def test_a_call_is_refused_in_the_words_of_the_rule(kept: Store, visitor: Visitor) -> None:
    table = calls(kept, THROWN, variant="bavarian")
    page = visitor.post(url(table, "act"), {"type": "CallSand", "seat": 0, "seq": table.seq}, status=422)
    assert "Sand is called in Tschigg only" in page.refusal
    table = calls(kept, Rolled(A, (2, 3, 4)))
    fields = {"type": "Call", "seat": 0, "ones": 1, "sixes": 6, "best": "low", "seq": table.seq}
    assert "calls after the own last throw" in visitor.post(url(table, "act"), fields, status=422).refusal


# ---- three ones ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "action"), [("InOneThrow", InOneThrow(B, 2)), ("Settled", Settled(B, (1, 1, 1), 2))]
)
def test_three_ones_of_two_throws_are_asked_about(kept: Store, visitor: Visitor, answer: str, action: Action) -> None:
    table = calls(kept, THROWN, CALLED)
    visitor.open(url(table))
    visitor.tap(1, 1, 1)
    assert "Were all three ones thrown at once?" in visitor.page.text
    assert said_of_dice(visitor.page) == "", "it is worth nothing yet"
    assert all("required" in radio.attrs for radio in visitor.page.all("input", type="radio", name="type"))
    visitor.press("Enter 1 1 1 for Bo", type=answer)
    assert load(kept, table.info.token).standing[-1].action == action


def test_three_ones_of_one_throw_are_a_chicago(kept: Store, reader: Visitor) -> None:
    table = calls(kept, Settled(A, (1, 1, 4), 1), CALLED)
    reader.open(url(table))
    reader.tap(1, 1, 1)
    assert "thrown at once?" not in reader.page.text
    assert said_of_dice(reader.page) == "Chicago"


# ---- values and sand -----------------------------------------------------------------------------------------------


def test_a_value_is_enough_once_the_call_stands(kept: Store, visitor: Visitor) -> None:
    table = calls(kept, THROWN)
    assert "Type value" not in visitor.open(url(table)).links()
    table = enter(kept, table, CALLED)
    visitor.open(url(table))
    visitor.follow("Type value")
    page = visitor.press("Enter the value for Bo", points="11", status=200)
    assert page.heading == "Cleo, throw once or twice."
    visitor.follow("Type value")
    page = visitor.press("Enter the value for Cleo", points="20", status=422)
    assert page.refusal.endswith("make 20. The nearest are 15 and 62.")


def test_in_sand_yes_or_no_is_enough(kept: Store, visitor: Visitor) -> None:
    table = calls(kept, THROWN, CallSand(A))
    visitor.open(url(table))
    visitor.follow("Yes or no")
    visitor.press("Yes, made it")
    visitor.follow("Yes or no")
    page = visitor.press("No, failed")
    assert page.heading == "Cleo takes a coaster."
    assert "Cleo was the last who failed at sand." in page.text


# ---- throw by throw ------------------------------------------------------------------------------------------------


def test_a_six_is_turned_and_the_other_goes_into_the_cup(kept: Store, visitor: Visitor) -> None:
    table = calls(kept, Rolled(A, (6, 6, 3)))
    page = visitor.open(url(table))
    assert page.heading == "Anna, stop or throw again."
    page = visitor.press("Turn a six to 1")
    assert page.heading == "Anna, throw the die in the cup."
    assert "Stop with" not in page.text
    assert visitor.press("Leave the six a six").heading == "Anna, stop or throw again."
    page = visitor.press("Throw the rest again", keep=["0", "1", "2"], status=422)
    assert page.refusal == "With all dice set aside there is nothing to throw: take one back, or stop."


def test_three_sixes_offer_what_the_house_rules_allow(kept: Store, reader: Visitor) -> None:
    page = reader.open(url(calls(kept, Rolled(A, (6, 6, 6)), three_sixes="two_ones")))
    assert {"Turn a six to 1", "Turn two sixes to 1"} <= set(page.buttons())
    page = reader.open(url(calls(kept, Rolled(A, (6, 6, 6)), three_sixes="none")))
    assert not [name for name in page.buttons() if "Turn" in name]


# ---- what a round brought, and the end -----------------------------------------------------------------------------


def test_a_round_says_what_it_meant(kept: Store, reader: Visitor) -> None:
    table = calls(kept, THROWN, CALLED, Settled(B, (6, 2, 3), 1), Settled(C, (6, 2, 3), 2))
    page = reader.open(url(table, "round/1"))
    assert page.heading == "Cleo takes a coaster."
    assert "65 was the highest. Bo had it too: of equal ones the later is worse." in page.text
    assert "4 coasters" in page.text and "left in the middle" in page.text
    assert "Cleo leads round 2" in page.text


def test_the_end_tells_who_has_lost(kept: Store, reader: Visitor) -> None:
    table = calls(kept, InOneThrow(A, 1), variant="bavarian", names=("Anna", "Bo"))
    page = reader.open(url(table))
    assert page.heading == "Bo has lost."
    assert "Bo lost" in reader.open("/").text
    page = reader.open(url(table, "round/1"))
    assert page.heading == "Anna is out with a Chicago."
    assert "Only Bo is left, and has lost." in page.text


def test_nobody_has_lost_when_people_leave(kept: Store, reader: Visitor) -> None:
    table = calls(kept, THROWN, Left(A), Left(B))
    assert reader.open(url(table)).heading == "Nobody has lost."
    assert "Nobody lost alone" in reader.open("/").text


# ---- corrections ---------------------------------------------------------------------------------------------------

ROUND = (THROWN, CALLED, Settled(B, (2, 2, 4), 2), Settled(C, (1, 4, 2), 2))


def test_a_call_is_corrected_like_a_throw(kept: Store, visitor: Visitor) -> None:
    table = calls(kept, *ROUND)
    visitor.open(url(table))
    page = visitor.follow("Round 1")
    assert page.heading.endswith("what should it be?")
    page = visitor.open(url(table, "correct/1/?type=Call&ones=1&sixes=60&best=high"))
    assert "Bo takes no coaster in round 1." in page.text and "Anna takes a coaster in round 1." in page.text
    page = visitor.press("Correct it to 1/60 high")
    assert "Anna takes a coaster in round 1." in page.said
    assert load(kept, table.info.token).state.past[-1].terms.best == "high"


def test_the_leaders_dice_are_corrected_as_they_lay(kept: Store, reader: Visitor) -> None:
    table = calls(kept, *ROUND)
    page = reader.open(url(table, "correct/0/?dice=115&throws=2"))
    assert page.heading.endswith("1 1 5, not 1 1 4.")
    page = reader.open(url(table, "correct/0/?dice=114&throws=1"))
    assert "Nobody may throw more often than the leader" in page.text, "the others threw twice"


def test_a_correction_asks_about_three_ones_again(kept: Store, reader: Visitor) -> None:
    table = calls(kept, THROWN, CALLED, InOneThrow(B, 2), Settled(C, (1, 4, 2), 2), variant="bavarian")
    page = reader.open(url(table, "correct/2/"))
    checked = [radio.get("value") for radio in page.all("input", name="type") if "checked" in radio.attrs]
    assert checked == ["InOneThrow"]
    page = reader.open(url(table, "correct/2/?dice=111&throws=2&type=Settled"))
    assert "Bo does not get out with a Chicago." in page.text
    reader.press("Correct it to 3")
    result = load(kept, table.info.token).state.past[-1].result_of(B)
    assert (result.dice, result.chicago) == ((1, 1, 1), False)


def test_a_correction_that_a_value_cannot_stand_is_refused(kept: Store, reader: Visitor) -> None:
    table = calls(kept, THROWN, CALLED, Booked(B, 11, 2))
    page = reader.open(url(table, "correct/1/?type=Call&ones=100&sixes=60&best=low"))
    assert "What would change" in page.text, "11 can be made of 2 4 5 as well"
    table = calls(kept, THROWN, CALLED, Booked(B, 3, 2))
    page = reader.open(url(table, "correct/1/?type=Call&ones=100&sixes=60&best=low"))
    assert "That cannot be" in page.text and "3 in round 1" in page.text


# ---- setting a table, people, paper --------------------------------------------------------------------------------


def test_house_rules_that_mean_nothing_in_a_variant_are_hidden(reader: Visitor) -> None:
    basic = reader.open("/new/chicago_calls").text
    assert "Searches" in basic and "Sand" not in basic and "Most marks shared" in basic
    page = reader.post("/new/chicago_calls", {"rule-variant": "tschigg"})
    assert "Sand" in page.text and "Searches" not in page.text and "Start Tschigg" not in page.text


def test_leaving_is_asked_twice_and_says_what_goes(kept: Store, reader: Visitor) -> None:
    table = calls(kept, *ROUND)
    page = reader.post(url(table, "leave"), {"seat": "2", "seq": table.seq})
    assert "Their coasters go out of the game; the stack stays." in page.text
    page = reader.press("Cleo leaves")
    assert page.heading == "Bo, throw up to 3 times."


def test_who_joins_brings_coasters(kept: Store, reader: Visitor) -> None:
    table = calls(kept, *ROUND)
    page = reader.open(url(table, "people"))
    assert "the stack grows by 2" in page.text
    reader.press("Join the table", name="Dora")
    assert load(kept, table.info.token).state.coasters.stack == 6


def test_a_leader_is_not_skipped_and_the_page_says_why(kept: Store, reader: Visitor) -> None:
    page = reader.open(url(calls(kept), "people"))
    assert "be skipped: the others wait for the throws and the call." in page.text
    page = reader.open(url(calls(kept, THROWN, CALLED), "people"))
    assert "Skip Bo: throws last in this round" in page.buttons()


def test_the_paper_shows_calls_marks_and_coasters(kept: Store, reader: Visitor) -> None:
    page = reader.open(url(calls(kept, *ROUND), "print"))
    assert "1/60 low" in page.text and "in the middle" in page.text
    assert [node.name for node in page.all(cls="pm")].count("1 coaster") == 1
    basic = calls(kept, *ROUND[:3], variant="basic", names=("Anna", "Bo"), searches=1)
    page = reader.open(url(basic, "print"))
    assert "Lost: Bo" in page.text and len(page.all(cls="tally--paper")[1].all("path")) == 1


@pytest.mark.parametrize("columns", [2, 12])
def test_a_blank_sheet_can_be_filled_by_hand(reader: Visitor, columns: int) -> None:
    assert "Marks" in reader.open(f"/blank/chicago_calls?columns={columns}").text


def test_the_help_shows_the_computed_chances(reader: Visitor) -> None:
    text = reader.open("/help/chicago_calls").text
    assert "Sand comes in 30 of 100 single throws" in text and "once in 216 throws" in text


def test_a_shrinking_target_says_whose_coasters_go(kept: Store, reader: Visitor) -> None:
    def lost_by(table: Table, worst: int, best: int) -> Table:
        for at, seat in enumerate(table.state.order):
            dice = (2, 2, 2) if seat == worst else (1, 1, 4) if seat == best else (3, 4, 5)
            table = enter(kept, table, Settled(seat, dice, 1), *[Call(seat, 100, 60, "high")] * (at == 0))
        return table

    table = calls(kept)
    for worst in (A, C, C, B, B):
        table = lost_by(table, worst, (worst + 1) % 3)
    table = lost_by(table, B, A)
    page = reader.open(url(table, "round/6"))
    assert page.heading == "Anna passes a coaster to Bo."
    assert "2 were taken out of the game, from Bo." in page.text
