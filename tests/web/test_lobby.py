"""All tables, and setting a new one."""

from __future__ import annotations

from datetime import date

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper import service
from scorekeeper.engine.core import AnyGame, Chance
from scorekeeper.engine.dice import Booked
from scorekeeper.engine.games import GAMES
from scorekeeper.engine.games.chicago_cards import Rules as CardRules
from scorekeeper.engine.games.chicago_targets import Rules as TargetRules
from scorekeeper.engine.people import Left
from scorekeeper.store import Store
from scorekeeper.store.models import Match
from tests.service import SHORT
from tests.web.page import Page
from tests.web.tables import table_of, url
from tests.web.visitor import Visitor

NEW = "/new/chicago_losses"
LONG = "Wilhelmina Catharina van der Nieuwenhuis"  # 40 letters


def seats(page: Page) -> list[str]:
    (rows,) = page.all("ol", cls="rows")
    return [node.text for node in rows.all("p", cls="name")]


def chosen(page: Page, rule: str) -> str:
    """The value of a house rule that is switched on, as it is called."""
    (on,) = [node for node in page.all("input", name=f"rule-{rule}") if "checked" in node.attrs]
    assert on.parent is not None
    return on.parent.text


# ---- home ----------------------------------------------------------------------------------------------------------


def test_the_first_page_asks_what_to_play_and_offers_every_game(reader: Visitor) -> None:
    page = reader.open("/")
    assert page.heading == "What do you play tonight?"
    assert [href for href in page.links().values() if href.startswith("/new/")] == [f"/new/{g.key}" for g in GAMES]


def test_tables_are_listed_newest_first_and_lead_to_where_they_stand(kept: Store, reader: Visitor) -> None:
    table_of(kept, title="Older")
    newer = table_of(kept, 106, title="Newer")
    page = reader.open("/")
    cards = [card.text for card in page.all("article")]
    assert page.heading == "2 tables are running."
    assert ["Newer" in cards[0], "Older" in cards[1]] == [True, True]
    assert "Bo throws" in cards[0] and "round 1" in cards[0]
    assert page.link("Carry on") == url(newer)


def test_a_table_says_how_it_ended(kept: Store, reader: Visitor) -> None:
    table_of(kept, 6, 106, 106, 6, names=("Anna", "Bo"), rules=SHORT, title="Won")
    table_of(kept, 6, 6, 6, 6, names=("Anna", "Bo"), rules=SHORT, title="Drawn")
    early = table_of(kept, title="Early")
    service.close(kept, early.info.token, early.seq)
    cards = service.start(kept, game="chicago_cards", names=("Anna", "Bo"), rules=CardRules(), title="Left alone")
    service.submit(kept, cards.info.token, cards.seq, Left(1))
    shared = service.start(kept, game="chicago_targets", names=("Anna", "Bo"), rules=TargetRules(tie="shared"))
    while isinstance(shared.pending, Chance) and shared.pending.seat is not None:
        shared = service.submit(kept, shared.info.token, shared.seq, Booked(shared.pending.seat, 0, 1))
    page = reader.open("/")
    assert page.heading == "No table is running."
    told = {
        card.all(cls="tbl__t")[0].all("b")[0].text: card.all(cls="tbl__now")[0].text for card in page.all("article")
    }
    assert told == {
        "Won": "Bo won",
        "Drawn": "A draw",
        "Early": "Ended early",
        "Left alone": "Ended without a winner",
        "": "The win is shared",
    }


def test_more_running_tables_than_are_looked_into_are_still_running(kept: Store, reader: Visitor) -> None:
    for number in range(33):
        table_of(kept, title=f"Table {number}")
    page = reader.open("/")
    assert page.heading == "33 tables are running."
    assert "Ended early" not in page.text


def test_a_table_can_be_ended_and_deleted_from_the_home_page(kept: Store, reader: Visitor) -> None:
    table = table_of(kept)
    page = reader.open("/")
    assert page.link("End the table") == url(table, "end")
    assert page.link("Delete the table") == url(table, "delete")


# ---- who plays -----------------------------------------------------------------------------------------------------


def test_names_are_added_moved_up_and_removed(visitor: Visitor) -> None:
    visitor.open(NEW)
    for name in ("Anna", "Bo", "Cleo"):
        visitor.press("Add", new_name=name)
    assert seats(visitor.page) == ["Anna", "Bo", "Cleo"]
    assert seats(visitor.press("Move Cleo up")) == ["Anna", "Cleo", "Bo"]
    assert seats(visitor.press("Remove Anna")) == ["Cleo", "Bo"]


def test_enter_in_the_name_field_adds_the_name(visitor: Visitor) -> None:
    """A browser presses the first button of a form for the key: it must not be that of a seat."""
    visitor.open(NEW)
    visitor.press("Add", new_name="Anna")
    first = next(node for node in visitor.page.all("button") if node.get("name") == "do")
    assert first.get("value") == "enter"
    assert visitor.press("Add", new_name="Bo", do="enter").all("ol", cls="rows")
    assert seats(visitor.page) == ["Anna", "Bo"]


def test_enter_in_another_field_is_no_nameless_seat(visitor: Visitor) -> None:
    visitor.open(NEW)
    visitor.press("Add", new_name="Anna")
    page = visitor.post(NEW, {"name": "Anna", "new_name": "", "title": "The corner", "do": "enter"})
    assert not page.refusal and seats(page) == ["Anna"]


def test_recent_names_are_offered_until_they_sit_here(kept: Store, visitor: Visitor) -> None:
    table_of(kept, names=("Anna", LONG))
    assert set(visitor.open(NEW).buttons()) >= {"Anna", LONG}
    visitor.press(LONG)
    assert seats(visitor.page) == [LONG]
    assert LONG not in visitor.page.buttons()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "A seat has no name."),
        ("   ", "A seat has no name."),
        ("x" * 41, "A name has at most 40 letters; this one has 41."),
        ("anna", "anna sits here already."),
        ("An\u202ena", "This name has signs that"),
    ],
)
def test_a_name_that_cannot_be_is_refused_and_stays_in_its_field(visitor: Visitor, name: str, sentence: str) -> None:
    visitor.open(NEW)
    visitor.press("Add", new_name="Anna")
    page = visitor.press("Add", new_name=name, status=422)
    assert sentence in page.refusal
    assert seats(page) == ["Anna"]
    (typed,) = page.all("input", name="new_name")
    assert typed.get("value") == name


def test_a_name_that_was_typed_and_not_added_survives_another_button(visitor: Visitor) -> None:
    visitor.open(NEW)
    visitor.press("Add", new_name="Anna")
    visitor.press("Add", new_name="Bo")
    page = visitor.press("Move Bo up", new_name="Cle")
    (typed,) = page.all("input", name="new_name")
    assert typed.get("value") == "Cle"


def test_all_seats_taken_leaves_no_field_for_another(visitor: Visitor) -> None:
    visitor.open(NEW)
    for name in "ABCDEF":
        visitor.press("Add", new_name=name)
    assert "All 6 seats are taken." in visitor.page.text
    assert not visitor.page.all("input", name="new_name")


def test_one_name_is_too_few_to_start(visitor: Visitor) -> None:
    visitor.open(NEW)
    visitor.press("Add", new_name="Anna")
    page = visitor.press("1 more name to start", status=422)
    assert "2 to 6 people" in page.refusal
    assert seats(page) == ["Anna"]


def test_a_start_that_is_sent_again_leads_to_the_same_table(kept: Store, visitor: Visitor) -> None:
    visitor.open(NEW)
    for name in ("Anna", "Bo"):
        visitor.press("Add", new_name=name)
    start = visitor.page.sending("Start with 2, out at 3 losses")
    first, again = visitor.send(start), visitor.send(start)
    assert first.heading == again.heading
    assert len(service.tables(kept)) == 1


def test_another_table_from_a_form_that_was_used_is_another(kept: Store, visitor: Visitor) -> None:
    visitor.open(NEW)
    for name in ("Anna", "Bo"):
        visitor.press("Add", new_name=name)
    start = visitor.page.sending("Start with 2, out at 3 losses")
    visitor.send(start)
    visitor.open(NEW)
    for name in ("Cleo", "Dirk"):
        visitor.press("Add", new_name=name)
    other = visitor.page.sending("Start with 2, out at 3 losses")
    used = dict(start.fields)["table"]
    other.fields[:] = [(name, used if name == "table" else value) for name, value in other.fields]
    assert "Cleo" in visitor.send(other).text
    assert {line.names for line in service.tables(kept)} == {("Anna", "Bo"), ("Cleo", "Dirk")}


def test_a_table_of_a_newer_version_hides_no_other(kept: Store, reader: Visitor) -> None:
    table_of(kept, title="Friday")
    later = table_of(kept, title="Later").info.token
    with kept.write() as session:
        session.execute(update(Match).where(Match.token == later).values(game="ludo"))
    page = reader.open("/")
    assert "Friday" in page.text and "Later" not in page.text


def test_whoever_is_typed_and_not_yet_added_plays_along(visitor: Visitor) -> None:
    visitor.open(NEW)
    visitor.press("Add", new_name="Anna")
    page = visitor.press("1 more name to start", new_name="Bo", **{"rule-first_leader": "first_seat"})
    assert page.heading == "Anna, throw up to 3 times."
    assert "Bo" in page.text


@pytest.mark.parametrize("fields", [{"name": ""}, {"name": "   "}, {"name": "x" * 500}, {"name": "a\u202e"}])
def test_a_name_that_no_form_of_ours_sends_is_refused_too(visitor: Visitor, fields: dict[str, str]) -> None:
    visitor.open(NEW)
    visitor.post(NEW, fields, do="show", status=400)


@pytest.mark.parametrize("do", ["remove:99", "up:0", "up:99", "remove:x", "remove:" + "9" * 5000, "dance", ":"])
def test_a_button_that_points_nowhere_changes_nothing(visitor: Visitor, do: str) -> None:
    visitor.open(NEW)
    assert seats(visitor.post(NEW, {"name": "Anna"}, do=do)) == ["Anna"]


# ---- house rules ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_house_rule_is_on_the_card_with_its_default_and_a_line_of_explanation(
    reader: Visitor, game: AnyGame
) -> None:
    page = reader.open(f"/new/{game.key}")
    for rule in page.all(cls="rule"):
        assert rule.all("small")[0].text
        assert len([node for node in rule.all("input") if "checked" in node.attrs]) == 1
    assert page.all(cls="rule")


def test_rules_that_mean_nothing_are_hidden_until_they_do(visitor: Visitor) -> None:
    visitor.open(NEW)
    visitor.press("Add", new_name="Anna", **{"rule-max_rolls": "1"})
    assert not visitor.page.all("input", name="rule-hold_policy")
    assert not visitor.page.all("input", name="rule-sixes_to_one")
    visitor.press("Add", new_name="Bo", **{"rule-max_rolls": "2"})
    assert chosen(visitor.page, "hold_policy") == "Yes"


def test_a_rule_of_our_own_is_counted_and_kept(visitor: Visitor) -> None:
    visitor.open(NEW)
    visitor.press("Add", new_name="Anna", **{"rule-losses_to_exit": "5"})
    assert "1 differs from the usual" in visitor.page.text
    visitor.press("Add", new_name="Bo")
    assert chosen(visitor.page, "losses_to_exit") == "5"
    assert "Start with 2, out at 5 losses" in visitor.page.buttons()


def test_the_rules_reach_the_table(kept: Store, visitor: Visitor) -> None:
    visitor.open(NEW)
    visitor.press("Add", new_name="Anna")
    rules = {"rule-max_rolls": "2", "rule-low_tie": "latest_loses", "rule-first_leader": "first_seat"}
    visitor.press("Add", new_name="Bo", title="The corner", dice="app", **rules)
    page = visitor.press("Start with 2")
    table = service.load(kept, visitor.at.split("/")[2])
    assert (table.info.title, table.info.dice) == ("The corner", "app")
    assert (table.info.rules.max_rolls, table.info.rules.low_tie) == (2, "latest_loses")
    assert page.heading == "Anna, throw once or twice."


def test_a_table_without_a_name_is_called_after_the_day(visitor: Visitor) -> None:
    visitor.open(NEW)
    visitor.press("Add", new_name="Anna")
    visitor.press("Add", new_name="Bo")
    page = visitor.press("Start with 2")
    assert page.title.endswith(f"{date.today():%A} table")


def test_a_title_that_cannot_be_is_refused_and_nothing_is_lost(visitor: Visitor) -> None:
    visitor.open(NEW)
    visitor.press("Add", new_name="Anna")
    visitor.press("Add", new_name="Bo", **{"rule-losses_to_exit": "5"})
    page = visitor.press("Start with 2", title="x" * 61, status=422)
    assert "at most 60 letters" in page.refusal
    assert (seats(page), chosen(page, "losses_to_exit")) == (["Anna", "Bo"], "5")
    assert page.all("input", name="title")[0].get("value") == "x" * 61


def test_a_rule_that_no_form_of_ours_sends_is_not_understood(visitor: Visitor) -> None:
    page = visitor.post(NEW, {"name": "Anna", "rule-max_rolls": "4"}, do="show", status=400)
    assert "did not understand" in page.heading


def test_there_is_no_such_game(reader: Visitor) -> None:
    assert "no such game" in reader.open("/new/ludo", status=400).heading


# ---- look and help -------------------------------------------------------------------------------------------------


def test_dark_or_light_goes_round_and_leads_back(visitor: Visitor) -> None:
    visitor.open("/")
    looks = [visitor.page.all("html")[0].get("data-theme")]
    for _ in range(3):
        page = visitor.press("Dark or light")
        looks.append(page.all("html")[0].get("data-theme"))
    assert looks == ["dark", "light", "auto", "dark"]


@pytest.mark.parametrize("back", ["https://elsewhere.test/", "//elsewhere.test/", "/\\elsewhere.test/", "/\t/x.test"])
def test_the_way_back_never_leads_elsewhere(app: Flask, back: str) -> None:
    response = app.test_client().post("/theme", data={"back": back})
    assert response.headers["Location"] == "/"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_game_is_explained_on_a_page(reader: Visitor, game: AnyGame) -> None:
    page = reader.open(f"/help/{game.key}")
    assert len(page.all("main")[0].text) > 300
    assert page.link("Set a table") == f"/new/{game.key}"
