"""Chicago with cards in Chromium: a deal of hidden hands by taps, and each of its pages held to the rules of all.

What a way back shows is seen only in a browser: covered cards must not come back with it.
"""

from __future__ import annotations

import re
from contextlib import suppress
from random import Random

from playwright.sync_api import Error, Locator, expect

from scorekeeper import service
from scorekeeper.engine.core import Action
from scorekeeper.engine.games._cards_rules import Announced, Called, NobodyScores, Rules
from scorekeeper.service import Store
from scorekeeper.table import Table
from tests.browser.conftest import PHONE, NewPerson
from tests.browser.person import Person
from tests.browser.test_accessible import TOO_SMALL, in_look, look, violations

__all__ = ["look"]  # a fixture of theirs

NAMES = ("Anna", "Wilhelmina Catharina van der Nieuwenhuis", "Cleo")


def table_of(store: Store, *actions: Action, dice: str = "own", **rules: int | str) -> Table:
    chosen = Rules(**rules)  # type: ignore[arg-type]
    table = service.start(
        store, game="chicago_cards", names=NAMES, rules=chosen, dice=dice, title="Friday", rng=Random(1)
    )
    for action in actions:
        table = service.submit(store, table.info.token, table.seq, action)
    return table


def url(table: Table, path: str = "") -> str:
    return f"/t/{table.info.token}/{path}"


def dealt(store: Store, **rules: int | str) -> Table:
    table = table_of(store, dice="app", **rules)
    return service.roll(store, table.info.token, table.seq, Random(2))


def pages(store: Store) -> dict[str, str]:
    """The pages that a real table comes to."""
    nobody = (NobodyScores(), NobodyScores())
    pair = Announced((0,), "pair")
    shown = "?way=cards&seats=0,&hands=KsKh4d4c9s&seats=1,&hands=AsAh3d3c2s"
    return {
        "hand": url(table_of(store, four_kind_effect="both", hand_tie="all_score")),
        "chosen": url(table_of(store), "?type=Announced&seats=0,&hand=straight_flush"),
        "cards": url(table_of(store), "?way=cards&who=0,&card=Ks"),
        "cards compared": url(table_of(store), shown),
        "trick": url(table_of(store, *nobody, last_trick_two=10)),
        "call": url(table_of(store, *nobody), "?way=chicago"),
        "royal": url(table_of(store, *nobody), "?way=royal"),
        "called": url(table_of(store, *nobody, Called(1))),
        "correction": url(table_of(store, pair), "correct/1000/?type=Announced&seats=1,&hand=flush"),
        "deal": url(table_of(store, dice="app")),
        "exchange": url(dealt(store)),
        "cover": url(dealt(store), "hand/0/"),
    }


def test_axe_finds_no_violation_on_a_page_of_cards(new_person: NewPerson, kept: Store, look: str) -> None:
    person = new_person(PHONE, bypass_csp=True)
    in_look(person, look)
    found = {}
    for name, path in pages(kept).items():
        person.open(path)
        found[name] = list(violations(person))
    person.open(url(dealt(kept)))
    person.press(re.compile("Show .* cards"))
    expect(person.page.get_by_role("link", name="Cover the cards", exact=True)).to_be_visible()
    found["own cards"] = list(violations(person))
    assert {name: rules for name, rules in found.items() if rules} == {}


def test_cards_are_large_enough_to_tap_and_nothing_is_wider_than_the_phone(
    new_person: NewPerson, kept: Store
) -> None:
    person = new_person(PHONE)
    small, wide = {}, {}
    for name, path in pages(kept).items():
        person.open(path)
        if person.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") > 0:
            wide[name] = path
        tight = person.page.evaluate(TOO_SMALL)
        if tight := [found for found in tight if 'name="card"' not in found]:  # seven cards in a line of a phone
            small[name] = tight
    assert (small, wide) == ({}, {})


def test_a_deal_is_played_by_taps(person: Person, kept: Store) -> None:
    person.open(url(dealt(kept)))
    cards, main = person.page.locator(".fan .pcard"), person.page.locator("h1")
    for _ in range(9):
        expect(main).to_contain_text("up to five")
        person.press(re.compile("Show .* cards"))
        expect(cards).to_have_count(5)
        person.press("Keep all five")
    for _ in range(3):
        expect(main).to_contain_text("Chicago")
        person.press("passes")
    for number in range(12):
        expect(main).to_contain_text("a card")
        person.press(re.compile("Show .* cards"))
        expect(cards).to_have_count(5 - number // 3)
        person.button(re.compile("^Play the")).first.click()
    for _ in range(3):
        person.press(re.compile("last card"))
    person.sees("Deal 1 is over")


def shown_cards(person: Person, store: Store) -> Locator:
    person.open(url(dealt(store)))
    person.press(re.compile("Show .* cards"))
    cards = person.page.locator(".fan .pcard")
    expect(cards).to_have_count(5)
    return cards


def goes_back(person: Person) -> None:
    """The browser's way back. It has kept nothing of an answer to a button, and says so."""
    with suppress(Error):
        person.page.go_back()


def test_no_way_back_leads_to_covered_cards(person: Person, kept: Store) -> None:
    cards = shown_cards(person, kept)
    person.follow("Cover the cards")
    expect(cards).to_have_count(0)
    goes_back(person)
    expect(cards).to_have_count(0)


def test_no_way_back_leads_to_the_cards_of_the_one_before(person: Person, kept: Store) -> None:
    cards = shown_cards(person, kept)
    person.press("Keep all five")
    expect(person.page.locator("h1")).to_contain_text("up to five")
    goes_back(person)
    expect(cards).to_have_count(0)
