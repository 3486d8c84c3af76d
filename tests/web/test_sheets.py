"""Score sheets on paper: of a match, and blank."""

from __future__ import annotations

import pytest

from scorekeeper import service
from scorekeeper.engine.core import AnyGame
from scorekeeper.engine.dice import Settled
from scorekeeper.engine.games import GAMES
from scorekeeper.engine.games.chicago_losses import Rules
from scorekeeper.store import Store
from tests.service import SHORT, enter
from tests.web.tables import table_of, url
from tests.web.visitor import Visitor


def test_a_sheet_holds_every_number_with_its_dice_and_throws(kept: Store, reader: Visitor) -> None:
    table = enter(kept, table_of(kept, title="The corner"), Settled(0, (1, 6, 4), 2), Settled(1, (2, 2, 2), 1))
    page = reader.open(url(table, "print"))
    (sheet,) = page.all("table")
    assert [cell.text for cell in sheet.all("thead")[0].all("th")] == ["Round", "Anna", "Bo", "Cleo"]
    assert "164" in sheet.text and "1 6 4 · 2 throws" in sheet.text and "2 2 2 · 1 throw" in sheet.text
    assert "The corner" in page.text and "Not finished:" in page.text and "round 1" in page.text


def test_a_sheet_says_who_won_and_every_place(kept: Store, reader: Visitor) -> None:
    page = reader.open(url(table_of(kept, 6, 106, 106, 6, names=("Anna", "Bo"), rules=SHORT), "print"))
    assert "Winner: Bo, with 0 losses after 2 rounds" in page.text
    places = page.all("tfoot")[0].all("tr")[-1]
    assert [cell.text for cell in places.all("td")] == ["2.out in round 2", "1.winner"]


def test_a_draw_shares_the_first_place(kept: Store, reader: Visitor) -> None:
    page = reader.open(url(table_of(kept, 6, 6, 6, 6, names=("Anna", "Bo"), rules=SHORT), "print"))
    assert "Draw: Anna and Bo after 2 rounds" in page.text
    assert [c.text for c in page.all("tfoot")[0].all("tr")[-1].all("td")] == ["1.draw", "1.draw"]


def test_house_rules_that_differ_are_on_the_sheet(kept: Store, reader: Visitor) -> None:
    rules = Rules(losses_to_exit=5, low_tie="latest_loses")
    page = reader.open(url(table_of(kept, rules=rules), "print"))
    assert "House rules here: out at 5 losses, of equally low ones only the later pays" in page.text
    once = reader.open(url(table_of(kept, rules=Rules(max_rolls=1)), "print"))
    assert "In short: 1 throw at most, out at 3 losses, the highest leads." in once.text
    usual = reader.open(url(table_of(kept, rules=Rules()), "print"))
    assert "Rules as usual:" in usual.text


def test_a_sheet_of_a_table_that_was_ended_early(kept: Store, reader: Visitor) -> None:
    table = table_of(kept, 106)
    service.close(kept, table.info.token, table.seq)
    assert "Not finished:" in reader.open(url(table, "print")).text


@pytest.mark.parametrize(("query", "paper"), [("", "a4"), ("?paper=letter", "letter"), ("?paper=napkin", "a4")])
def test_a4_or_letter(kept: Store, reader: Visitor, query: str, paper: str) -> None:
    page = reader.open(url(table_of(kept), f"print{query}"))
    assert f"paper--{paper}" in page.all("main")[0].get("class")
    assert any(paper in node.get("href") for node in page.all("link", rel="stylesheet"))
    assert {"A4", "Letter"} <= set(page.links())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_blank_sheet_has_a_column_for_each_and_its_rules(reader: Visitor, game: AnyGame) -> None:
    for columns in game.seats:
        page = reader.open(f"/blank/{game.key}?columns={columns}")
        (sheet,) = page.all("table")
        assert [head.text for head in sheet.all("thead")[0].all("th")].count("Name") == columns
        assert len(sheet.all("tbody")[0].all("tr")) >= 10
        assert "Rules as usual:" in page.text


@pytest.mark.parametrize(("columns", "got"), [("0", 2), ("99", 6), ("x", 4), ("", 4), ("9" * 5000, 6)])
def test_a_blank_sheet_for_too_few_or_too_many(reader: Visitor, columns: str, got: int) -> None:
    page = reader.open(f"/blank/chicago_losses?columns={columns}")
    assert len(page.all("thead")[0].all("th")) == got + 1


def test_a_blank_sheet_by_house_rules(reader: Visitor) -> None:
    page = reader.open("/blank/chicago_losses?losses_to_exit=5&paper=letter")
    assert "out at 5 losses" in page.text
    assert page.link("A4") and "losses_to_exit=5" in page.link("A4"), "other paper, same rules"


def test_a_blank_sheet_by_rules_that_are_none(reader: Visitor) -> None:
    reader.open("/blank/chicago_losses?losses_to_exit=9", status=400)
    reader.open("/blank/chicago_losses?colour=red", status=400)
    reader.open("/blank/ludo", status=400)
