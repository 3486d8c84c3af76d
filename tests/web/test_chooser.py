"""Which Chicago do you play? The questions, the names, and that nothing is offered which is not there."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.engine.games import GAMES
from scorekeeper.engine.settings import rules_from
from scorekeeper.web import chooser
from tests.web.visitor import Visitor

KEYS = {game.key for game in GAMES}
ALL = frozenset({"chicago_losses", "chicago_calls", "chicago_targets", "chicago_cards"})


def asked(given: dict[str, str], games: frozenset[str] = ALL) -> tuple[list[str], str | None]:
    questions, key = chooser.ask(chooser.FIRST, given, games)
    return [question.key for question in questions], key


@pytest.mark.parametrize(
    ("given", "questions", "key"),
    [
        ({}, ["kind"], None),
        ({"kind": "cards"}, ["kind"], "chicago_cards"),
        ({"kind": "dice"}, ["kind", "n"], None),
        ({"kind": "dice", "n": "two"}, ["kind", "n"], "chicago_targets"),
        ({"kind": "dice", "n": "three"}, ["kind", "n", "call"], None),
        ({"kind": "dice", "n": "three", "call": "no"}, ["kind", "n", "call"], "chicago_losses"),
        ({"kind": "dice", "n": "three", "call": "yes"}, ["kind", "n", "call"], "chicago_calls"),
        ({"kind": "coins"}, ["kind"], None),
    ],
)
def test_at_most_three_questions_lead_to_a_game(given: dict[str, str], questions: list[str], key: str | None) -> None:
    assert asked(given) == (questions, key)


def test_a_question_with_one_answer_is_not_asked() -> None:
    assert asked({}, frozenset({"chicago_losses", "chicago_targets"})) == (["n"], None)
    assert asked({"n": "three"}, frozenset({"chicago_losses", "chicago_targets"})) == (["n"], "chicago_losses")
    assert asked({}, frozenset({"chicago_cards"})) == ([], "chicago_cards")
    assert asked({}, frozenset()) == ([], None)


def test_the_home_page_leads_to_the_questions_and_they_to_a_table(visitor: Visitor) -> None:
    page = visitor.open("/")
    assert "Which Chicago do you play?" in page.text
    page = visitor.open("/which?kind=dice&n=two")
    assert "Then it is" in page.text
    page = visitor.follow("Set the house rules")
    assert "Chicago 2 to 12" in page.text


def test_every_question_is_put_in_words(monkeypatch: pytest.MonkeyPatch, visitor: Visitor) -> None:
    call = chooser.Question("call", {"no": "chicago_losses", "yes": "chicago_targets"})
    dice = chooser.Question("n", {"two": "chicago_targets", "three": call})
    monkeypatch.setattr(chooser, "FIRST", chooser.Question("kind", {"dice": dice, "cards": "chicago_losses"}))
    page = visitor.open("/which?kind=dice&n=three&call=yes")
    words = (
        "Cards or dice?",
        "How many dice?",
        "Does someone call how the round counts?",
        "the leader says high or low",
    )
    assert all(word in page.text for word in words)
    assert "Then it is Chicago 2 to 12" in page.text


def test_only_games_that_are_there_are_offered(reader: Visitor) -> None:
    for entry in chooser.NAMES:
        page = reader.open(f"/which?name={entry.names[0]}")
        links = [node.get("href") for node in page.all("a") if "/new/" in node.get("href")]
        assert links or "not here yet" in page.text
        for link in links:
            assert link.split("/new/")[1].split("?")[0] in KEYS
            reader.open(link)


def test_names_set_only_rules_that_there_are() -> None:
    games = {game.key: game for game in GAMES}
    for entry in chooser.NAMES:
        for key, rules in entry.ways:
            if key in games:
                rules_from(games[key].rules, rules)


def test_no_name_stands_for_two_games() -> None:
    names = [chooser.plain(name) for entry in chooser.NAMES for name in entry.names]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", ["Rotation", "rotation", "ROTATION ", "Rotatoin", "Round the", "2-12"])
def test_a_name_is_found_however_it_is_written(app: Flask, name: str) -> None:
    with app.test_request_context():
        found = chooser.search(name, {game.key: game for game in GAMES})
    assert [offer.game.key for offer in found[0].offers] == ["chicago_targets"]


def test_a_local_name_brings_its_rules(reader: Visitor) -> None:
    page = reader.open("/which?name=kaanto")
    link = next(node.get("href") for node in page.all("a") if "/new/" in node.get("href"))
    assert link == "/new/chicago_targets?rule-direction=down"
    assert reader.open(link).text.count("yours") == 1


def test_noppa_chicago_may_be_several(reader: Visitor) -> None:
    page = reader.open("/which?name=noppa-chicago")
    assert "may be any of these" in page.text
    assert "Chicago with losses" in page.text and "Chicago 2 to 12" in page.text


def test_pietjesbak_is_not_here_and_something_near_it_is(reader: Visitor) -> None:
    page = reader.open("/which?name=Pietjesbak")
    assert "Pietjesbak is not here yet." in page.text
    assert "4 5 6 is only 69" in page.text
    assert "/new/chicago_losses" in [node.get("href") for node in page.all("a")]


@pytest.mark.parametrize("name", ["Farkle", "perudo"])
def test_some_are_not_here_and_nothing_is_near(reader: Visitor, name: str) -> None:
    page = reader.open(f"/which?name={name}")
    assert "is not here yet. Nothing here comes near it." in page.text


@pytest.mark.parametrize("name", ["qqqq", "—", "x" * 500, "<b>qqqq", "%00"])
def test_a_name_that_nobody_knows(reader: Visitor, name: str) -> None:
    assert "No game of that name is known here." in reader.open(f"/which?name={name}").text


def test_house_rules_in_an_address_that_there_are_not(reader: Visitor) -> None:
    reader.open("/new/chicago_targets?rule-direction=sideways", status=400)
