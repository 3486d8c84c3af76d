"""The card ledger through its pages: what is tapped, what the button then says, and how an entry is corrected."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import service
from scorekeeper.engine.games._cards_rules import Announced, ChicagoPlayed, LastTrick, Rules
from scorekeeper.engine.games._cards_table import State
from scorekeeper.engine.log import ImpossibleLog
from scorekeeper.engine.people import Left
from scorekeeper.web import create_app

HTMX = {"HX-Request": "true"}


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    app = create_app({"DATABASE_URL": f"sqlite:///{tmp_path / 'scores.db'}", "WTF_CSRF_ENABLED": False})
    yield app
    app.extensions["store"].close()


class Table:
    """A table with real cards. The first deal is Joris's, so Tomás is forehand."""

    def __init__(self, app: Flask, **rules: int | str) -> None:
        self.store, self.client = app.extensions["store"], app.test_client()
        names, chosen = ["Mira", "Joris", "Tomás"], Rules(**rules)  # type: ignore[arg-type]
        seeds = (Random(seed) for seed in range(50))
        tables = (service.start(self.store, game="chicago_cards", names=names, rules=chosen, rng=s) for s in seeds)
        self.token = next(table for table in tables if table.state.dealer == 1).info.token

    @property
    def state(self) -> State:
        state: State = service.load(self.store, self.token).state
        return state

    def read(self, query: str = "") -> str:
        return text(self.client.get(f"/t/{self.token}/{query}").get_data(as_text=True))

    def enter(self, status: int = 200, **fields: str | list[str]) -> str:
        seq = str(service.load(self.store, self.token).seq)
        answer = self.client.post(f"/t/{self.token}/act", data={"seq": seq, **fields}, headers=HTMX)
        assert answer.status_code == status
        return text(answer.get_data(as_text=True))

    def correct(self, turn: int, **fields: str | list[str]) -> str:
        answer = self.client.get(f"/t/{self.token}/correct/{turn}/", query_string=fields)
        assert answer.status_code == 200
        return text(answer.get_data(as_text=True))


def text(html: str) -> str:
    """What people read of a page, in one line."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app)


def test_the_table_asks_what_was_announced(table: Table) -> None:
    page = table.read()
    assert "Who has the best hand ?" in page
    assert "Deal 1: Joris deals, Tomás is forehand. Only one hand scores" in page


def test_the_button_says_what_would_be_entered(table: Table) -> None:
    assert "Enter two pair, +2 for Mira" in table.read("?type=Announced&seats=0,&hand=two_pair")
    assert "four of a kind: others to 0" in table.read("?type=Announced&seats=0,&hand=four_reset")
    assert "Royal flush: Mira wins" in table.read("?type=Announced&seats=0,&hand=royal")


def test_a_deal_is_kept_by_taps(table: Table) -> None:
    table.enter(type="Announced", seats="0,", hand="two_pair")
    table.enter(type="NobodyScores")
    assert "Who took the last trick ?" in table.read()
    table.enter(type="LastTrick", seat="2")
    page = table.enter(type="Announced", seats="0,", hand="pair")
    assert table.state.scores == (3, 0, 5)
    assert "Deal 1 is over ." in page
    assert "Tomás deals" in page
    assert "Start deal 2" in page


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"type": "Announced", "hand": "pair"}, "Tap first whose hand it is."),
        ({"type": "Announced", "seats": "0,"}, "Tap first which hand it is."),
        ({"type": "Announced", "seats": ["0,", "1,"], "hand": "pair"}, "Only one player scores the best hand."),
        ({"type": "Showed", "seats": "0,", "hands": "KsKhKcKd2s", "quads": ""}, "Four of a kind is the best hand"),
        ({"type": "Showed", "seats": "0,", "hands": "KsKh", "quads": ""}, "A hand is five cards, and 2 came."),
        ({"type": "LastTrick", "seat": "0"}, "Something else is due now."),
        ({"type": "Violated", "seat": "0"}, "Something else is due now."),
    ],
)
def test_a_refused_entry_says_why(table: Table, fields: dict[str, str | list[str]], said: str) -> None:
    assert said in table.enter(422, **fields)
    assert table.state.entries == ()


def test_whose_it_was_is_asked_for(table: Table) -> None:
    table.enter(type="NobodyScores")
    table.enter(type="NobodyScores")
    assert "Tap first who it was." in table.enter(400, type="LastTrick")


def test_cards_are_compared_by_the_app(table: Table) -> None:
    one = "?way=cards&who=0,&" + "&".join(f"card={card}" for card in ("Ks", "Kh", "4d", "4c", "9s"))
    assert "Mira: two pair" in table.read(one)
    two = "?way=cards&seats=0,&hands=KsKh4d4c9s&who=2,&" + "&".join(
        f"card={card}" for card in ("As", "Ah", "3d", "3c", "2s")
    )
    assert "Enter two pair, +2 for Tomás" in table.read(two)
    assert "A hand is five cards; 4 are marked." in table.read(one.replace("&card=9s", ""))
    table.enter(type="Showed", seats=["0,", "2,"], hands=["KsKh4d4c9s", "AsAh3d3c2s"], quads="")
    assert table.state.scores == (0, 0, 2)


def test_a_called_chicago_waits_for_how_it_went(table: Table) -> None:
    table.enter(type="NobodyScores")
    table.enter(type="NobodyScores")
    page = table.enter(type="Called", seat="1")
    assert "Joris plays Chicago ." in page
    assert "All five: +15 for Joris" in page
    assert "Joris failed with Chicago." in table.enter(type="ChicagoPlayed", seat="1", made="0")
    assert table.state.scores == (0, -15, 0)


def test_a_deal_that_decided_the_match_announces_no_next_one(table: Table) -> None:
    for _deal in range(4):
        for _ in range(2):
            table.enter(type="NobodyScores")
        table.enter(type="ChicagoPlayed", seat="0", made="1")
    assert table.state.winners == (0,)
    assert "forehand" not in table.read("round/4")


def test_who_is_left_alone_at_the_top_of_a_void_deal_has_won(app: Flask) -> None:
    table = Table(app, hand_tie="all_score")
    for _ in range(3):
        for seat in (0, 1):
            table.enter(type="NobodyScores")
            table.enter(type="NobodyScores")
            table.enter(type="ChicagoPlayed", seat=str(seat), made="1")
    table.enter(type="Announced", seats="0,1", hand="full_house")
    table.enter(type="Announced", seats="0,1", hand="pair")
    table.enter(type="LastTrick", seat="2")
    table.enter(type="NobodyScores")
    assert table.state.scores == (52, 52, 5)
    kept = service.load(table.store, table.token)
    dealt = service.roll(table.store, table.token, kept.seq)
    service.submit(table.store, table.token, dealt.seq, Left(1))
    assert "Mira wins" in table.read()


def test_an_entry_is_corrected_and_says_what_that_changes(table: Table) -> None:
    table.enter(type="Announced", seats="0,", hand="two_pair")
    assert "Enter what it should be" in table.correct(1000)
    changed = {"type": "Announced", "seats": "2,", "hand": "three_kind"}
    page = table.correct(1000, **changed)
    assert "Mira no longer scores 2 after exchange 1 of deal 1." in page
    assert "Tomás scores 3 with three of a kind after exchange 1 of deal 1." in page
    seq = str(service.load(table.store, table.token).seq)
    answer = table.client.post(f"/t/{table.token}/correct/1000/", data={"seq": seq, **changed}, headers=HTMX)
    assert answer.status_code == 200
    assert table.state.scores == (0, 0, 3)


def test_that_nobody_scored_is_corrected_as_well(table: Table) -> None:
    table.enter(type="NobodyScores")
    page = table.correct(1000, type="Announced", seats="0,", hand="pair")
    assert "Mira scores 1 with a pair" in page


def test_a_violation_is_offered_only_where_the_house_punishes_it(app: Flask, table: Table) -> None:
    assert "Somebody exchanged who may not" not in table.read()
    harsh = Table(app, buy_stop_violation="reset_to_0", target=52)
    for _ in range(4):
        harsh.enter(type="Announced", seats="0,", hand="straight_flush")
        harsh.enter(type="NobodyScores")
        harsh.enter(type="LastTrick", seat="1")
        harsh.enter(type="NobodyScores")
    assert harsh.state.scores == (44, 20, 0)
    assert "Somebody exchanged who may not" in harsh.read()
    assert "keeps all cards" in harsh.read()
    harsh.enter(type="Violated", seat="0")
    assert harsh.state.scores == (0, 20, 0)


def test_a_violation_that_was_another_ones_is_corrected(app: Flask) -> None:
    harsh = Table(app, buy_stop_violation="reset_to_0", target=52)
    for _ in range(4):
        harsh.enter(type="Announced", seats="0,", hand="straight_flush")
        harsh.enter(type="Announced", seats="1,", hand="straight_flush")
        harsh.enter(type="LastTrick", seat="2")
        harsh.enter(type="NobodyScores")
    harsh.enter(type="Violated", seat="0")
    harsh.enter(type="NobodyScores")
    assert harsh.state.scores == (0, 44, 20)
    turn = service.load(harsh.store, harsh.token).standing[-2].turn
    changed = {"type": "Violated", "seat": "1"}
    assert "What would change" in harsh.correct(turn, **changed)
    seq = str(service.load(harsh.store, harsh.token).seq)
    answer = harsh.client.post(f"/t/{harsh.token}/correct/{turn}/", data={"seq": seq, **changed}, headers=HTMX)
    assert answer.status_code == 200
    assert harsh.state.scores == (44, 0, 20)


def test_several_share_where_equal_hands_all_score(app: Flask) -> None:
    shared = Table(app, hand_tie="all_score")
    assert "Exactly equal hands all score." in shared.read()
    shared.enter(type="Announced", seats=["0,", "2,"], hand="pair")
    assert shared.state.scores == (1, 0, 1)


def test_the_app_may_deal_one_deal_of_a_real_table(table: Table) -> None:
    assert "Let the app deal" in table.read()
    seq = str(service.load(table.store, table.token).seq)
    answer = table.client.post(f"/t/{table.token}/roll", data={"seq": seq}, headers=HTMX)
    assert "Show Tomás" in text(answer.get_data(as_text=True))


def test_sheet_help_and_blank_sheet_can_be_read(app: Flask, table: Table) -> None:
    table.enter(type="Announced", seats="0,", hand="two_pair")
    client: FlaskClient = table.client
    assert "1 · two pair (1)" in text(client.get(f"/t/{table.token}/print").get_data(as_text=True))
    assert "0.617 points on average" in text(client.get("/help/chicago_cards").get_data(as_text=True))
    assert client.get("/blank/chicago_cards").status_code == 200
    setup = text(client.get("/new/chicago_cards").get_data(as_text=True))
    assert "The app deals" in setup
    assert "No win without a Chicago" in setup


def test_a_correction_moves_no_later_entry_into_another_award(app: Flask, table: Table) -> None:
    for fields in (
        {"type": "Announced", "seats": "1,", "hand": "pair"},
        {"type": "NobodyScores"},
        {"type": "LastTrick", "seat": "2", "two": "0"},
        {"type": "Announced", "seats": "0,", "hand": "flush"},
    ):
        table.enter(**fields)
    before = service.load(table.store, table.token)
    turn = before.standing[-2].turn
    with pytest.raises(ImpossibleLog, match="for-another-turn") as why:
        service.preview_amend(table.store, table.token, turn, ChicagoPlayed(1, True))
    assert before.standing[why.value.at].action == Announced((0,), "flush")
    change = service.preview_amend(table.store, table.token, turn, LastTrick(1, False))
    assert change.after.standing[-1] == before.standing[-1]
    address = f"/t/{table.token}/correct/{turn}/?type=ChicagoPlayed&seat=1&made=1"
    assert "With this correction it would count for something else." in text(table.client.get(address).text)
