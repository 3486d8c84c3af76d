"""Hidden hands on the wire: no answer holds a card that whoever reads it may not see.

Whole matches of Chicago with cards are dealt by the app and played through the pages. Before each step every page of
the table is read, as a page and as a fragment, and every card in it is held against what lies open.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.test import TestResponse

from scorekeeper import service
from scorekeeper.engine.cards import DECK
from scorekeeper.engine.core import Action, Chance, Decide, Over
from scorekeeper.engine.games._cards_rules import Rules
from scorekeeper.engine.games._cards_table import Cards, State
from scorekeeper.store import models
from scorekeeper.table import Table
from scorekeeper.web import create_app
from scorekeeper.web.forms import as_fields

RANKS = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "10": "T"} | {str(n): str(n) for n in range(2, 10)}
NAMED = re.compile(rf"\b({'|'.join(RANKS)}) of (spade|heart|diamond|club)s\b", re.I)
DRAWN = re.compile(r"<b>(10|[2-9JQKA])</b>\s*<svg[^>]*>\s*<use href=\"#s-([shdc])\"")
WRITTEN = re.compile(r"(?:value|href|name|id|action|class)=\"([^\"]*)\"")
TOKEN = re.compile(r"<input[^>]*name=\"csrf_token\"[^>]*>|X-CSRFToken[^>]*")
CODE = re.compile(r"(?<![A-Za-z0-9])([2-9TJQKA][cdhs])(?![a-z])")


def cards_in(body: str) -> set[str]:
    """Every card that a page names, draws, or carries in a form or an address."""
    body = TOKEN.sub("", body)
    named = {RANKS[rank.lower()] + suit[0].lower() for rank, suit in NAMED.findall(body)}
    drawn = {rank.replace("10", "T") + suit for rank, suit in DRAWN.findall(body)}
    written = {card for value in WRITTEN.findall(body) for card in CODE.findall(value)}
    return named | drawn | written


def test_a_card_is_found_however_it_is_written() -> None:
    assert cards_in('<span aria-label="king of hearts"></span>') == {"Kh"}
    assert cards_in('<b>10</b><svg aria-hidden="true"><use href="#s-c"/></svg>') == {"Tc"}
    assert cards_in('<input value="As"><a href="/t/x/?card=9d&hands=KsQh">') == {"As", "9d", "Ks"}
    assert cards_in("<p>As often as you like</p>") == set()


@pytest.fixture
def app(tmp_path: Any) -> Iterator[Flask]:
    app = create_app({"DATABASE_URL": f"sqlite:///{tmp_path / 'scores.db'}", "WTF_CSRF_ENABLED": False})
    yield app
    app.extensions["store"].close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


class Played:
    """A match at a table where the app deals, and everything that was answered on the way."""

    def __init__(self, app: Flask, client: FlaskClient, rules: Rules, seats: int, seed: int) -> None:
        self.store, self.client, self.rng = app.extensions["store"], client, Random(seed)
        names = ["Mira", "Joris", "Tomás", "Nelson"][:seats]
        table = service.start(
            self.store, game="chicago_cards", names=names, rules=rules, dice="app", rng=Random(seed)
        )
        self.token = table.info.token

    @property
    def table(self) -> Table:
        return service.load(self.store, self.token)

    @property
    def state(self) -> State:
        state: State = self.table.state
        return state

    def url(self, path: str = "") -> str:
        return f"/t/{self.token}/{path}"

    def open_to(self, seat: int | None) -> set[str]:
        """The cards that this seat, or anybody, may see now."""
        cards = self.state.cards
        if cards is None:
            return set()
        seen = played(cards)
        if seat is not None:
            seen |= set(cards.hand_of(seat))
            seen |= {cards.offer} if cards.offer and cards.seat == seat else set()
        return seen

    def check(self, answer: TestResponse, seat: int | None = None, before: set[str] = frozenset()) -> str:
        body = answer.get_data(as_text=True)
        told = (body + str(answer.headers)).replace(self.token, "")  # a token may begin as a card is written: 9d4xpt
        hidden = cards_in(told) - self.open_to(seat) - before
        assert not hidden, (answer.request.path, hidden)
        return body

    def read_every_page(self, *, seldom: bool) -> None:
        """The pages of a table; `seldom`: also those on which no card has any business."""
        pages = [self.url(), *(self.url(f"hand/{seat}/") for seat in range(len(self.state.scores) + 1))]
        if seldom:
            pages += [self.url("?all=1&way=cards"), self.url("print"), self.url("people"), self.url("end"), "/"]
            pages += [self.url(f"round/{n + 1}") for n in range(len(self.state.past))][-1:]
        for page in pages:
            self.check(self.client.get(page))
        for page in pages[:2]:
            self.check(self.client.get(page, headers={"HX-Request": "true"}))
        for seat in self.state.seating:
            answer = self.client.post(self.url(f"hand/{seat}/"))
            body = self.check(answer, seat)
            if self.state.cards is not None and self.state.cards.hand_of(seat):
                assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
                assert set(self.state.cards.hand_of(seat)) <= cards_in(body), "the own cards are there to see"

    def send(self, action: Action, *, by_htmx: bool) -> None:
        headers = {"HX-Request": "true"} if by_htmx else {}
        fields: dict[str, Any] = {"seq": str(self.table.seq)}
        for name, value in as_fields(action):
            fields.setdefault(name, []).append(value)
        answer = self.client.post(self.url("act"), data=fields, headers=headers)
        assert answer.status_code in (200, 303), answer.get_data(as_text=True)
        self.check(answer)

    def deal(self) -> None:
        answer = self.client.post(self.url("roll"), data={"seq": str(self.table.seq)}, headers={"HX-Request": "true"})
        assert answer.status_code == 200
        self.check(answer)

    def go_on(self) -> bool:
        """One step by anybody; False when the match is over."""
        match self.table.pending:
            case Over():
                return False
            case Chance():
                self.deal()
            case Decide(options=options):
                meek = [option for option in options if not option.bold]
                self.send(self.rng.choice(meek or options), by_htmx=self.rng.random() < 0.5)
        return True


def played(cards: Cards) -> set[str]:
    return {card for trick in (*cards.tricks, cards.trick) for _, card in trick.cards}


@pytest.mark.parametrize(
    ("rules", "seats", "seed"),
    [
        (Rules(target=50), 2, 1),
        (Rules(one_up="on", buy_stop_style="six_cards", target=50), 3, 2),
        (Rules(exchanges=2), 4, 3),
    ],
)
def test_no_answer_holds_a_card_that_its_reader_may_not_see(
    app: Flask, client: FlaskClient, rules: Rules, seats: int, seed: int
) -> None:
    match = Played(app, client, rules, seats, seed)
    steps = 0
    while steps < 45:  # one deal, and the beginning of the next
        match.read_every_page(seldom=steps % 6 == 0)
        steps += 1
        if not match.go_on():
            break
    assert any(deal.entries for deal in match.state.past)


def test_no_stored_row_names_a_card_that_was_not_played(app: Flask, client: FlaskClient) -> None:
    match = Played(app, client, Rules(), 3, 5)
    for _ in range(60):
        match.go_on()
    with match.store.read() as session:
        rows = [json.dumps(row.body) for row in session.scalars(select(models.LogRow))]
    assert rows
    for row in rows:
        assert not any(f'"{card}"' in row for card in DECK) or '"Play"' in row


def test_an_exchange_is_not_taken_back(app: Flask, client: FlaskClient) -> None:
    match = Played(app, client, Rules(), 2, 7)
    match.deal()
    match.go_on()
    before = match.state
    answer = client.post(match.url("undo"), data={"seq": str(match.table.seq)})
    assert answer.status_code == 422
    assert "they have been seen, so they stand" in match.check(answer)
    assert match.state == before


def test_a_hand_is_shown_by_a_button_and_never_by_an_address(app: Flask, client: FlaskClient) -> None:
    match = Played(app, client, Rules(), 2, 9)
    seat = match.state.seating[0]
    assert client.get(match.url(f"hand/{seat}/")).status_code == 303, "nothing is dealt, so there is nothing to see"
    match.deal()
    cover = client.get(match.url(f"hand/{seat}/"))
    assert "Pass the tablet to" in cover.get_data(as_text=True)
    assert cards_in(cover.get_data(as_text=True)) == set()
    shown = client.post(match.url(f"hand/{seat}/"))
    assert len(cards_in(shown.get_data(as_text=True))) == 5
    assert client.post(match.url("hand/17/")).status_code == 303, "nobody sits there"


def test_nobody_can_say_how_the_cards_lie(app: Flask, client: FlaskClient) -> None:
    match = Played(app, client, Rules(), 2, 13)
    stacked = [f"{place}," for place in range(52)]
    answer = client.post(match.url("act"), data={"seq": str(match.table.seq), "type": "Shuffled", "order": stacked})
    assert answer.status_code == 400
    assert match.state.cards is None


def test_a_wrong_entry_answers_with_the_table_and_no_card(app: Flask, client: FlaskClient) -> None:
    match = Played(app, client, Rules(), 2, 11)
    match.deal()
    fields = {"seq": str(match.table.seq), "type": "Play", "seat": "0", "card": "As"}
    for by_htmx in (True, False):
        answer = client.post(match.url("act"), data=fields, headers={"HX-Request": "true"} if by_htmx else {})
        assert answer.status_code == 422
        match.check(answer)
