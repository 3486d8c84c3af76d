"""Every page, dark and light: nothing that axe finds, nothing too small for a finger or wider than a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from scorekeeper import service
from scorekeeper.engine.dice import Rolled, Settled
from scorekeeper.engine.games import GAMES
from scorekeeper.engine.games.chicago_cards import Rules as CardRules
from scorekeeper.engine.games.chicago_losses import Rules
from scorekeeper.engine.games.maxi_yatzy import Rules as MaxiRules
from scorekeeper.service import Store
from scorekeeper.table import Proof
from tests.browser.conftest import PHONE, TABLET, NewPerson
from tests.browser.person import Person
from tests.service import SHORT, enter, settle
from tests.web.tables import table_of, url

AXE = Path(__file__).parent / "axe.min.js"
NAMES = ("Anna", "Wilhelmina Catharina van der Nieuwenhuis", "Cleo")


@dataclass(frozen=True)
class Place:
    """A page, and how to get there."""

    name: str
    path: Callable[[Store], str]


def _middle(store: Store, path: str = "") -> str:
    table = enter(store, table_of(store, names=NAMES), Settled(0, (1, 6, 4), 2), Settled(1, (1, 4, 2), 1))
    return url(settle(store, table, 69, 106), path)


def _choice(store: Store) -> str:
    rules = Rules(first_leader="first_seat", hold_policy="locked", sixes_to_one="on")
    return url(enter(store, table_of(store, names=NAMES, rules=rules), Rolled(0, (6, 6, 3))))


def _all_cards(store: Store) -> str:
    table = service.start(store, game="chicago_cards", names=NAMES, rules=CardRules())
    return url(table, "?way=cards")


def _six_dice(store: Store) -> str:
    return url(service.start(store, game="maxi_yatzy", names=NAMES, rules=MaxiRules()), "?dice=166451")


def _over(store: Store, path: str = "") -> str:
    return url(table_of(store, 6, 106, 106, 6, names=NAMES[:2], rules=SHORT), path)


def _closed(store: Store) -> str:
    table = table_of(store, 106)
    service.close(store, table.info.token, table.seq)
    return url(table)


def _impossible(store: Store) -> str:
    table = enter(store, table_of(store), Settled(0, (1, 6, 4), 2), Settled(1, (1, 4, 2), 2))
    return url(table, "correct/0/?dice=164&throws=1")


def _proved(store: Store, path: str = "") -> str:
    table = table_of(store, names=NAMES)
    proof = Proof("a" * 22, (1, 6, 4), (1, 6, 5))
    entry = Settled(0, (1, 6, 5), 2)
    return url(service.submit(store, table.info.token, table.seq, entry, "photo", proof=proof), path)


PLACES = [
    Place("home", lambda store: "/" if _middle(store) else ""),
    *(Place(f"setup {game.key}", lambda store, key=game.key: f"/new/{key}") for game in GAMES),  # type: ignore[misc]
    *(Place(f"help {game.key}", lambda store, key=game.key: f"/help/{key}") for game in GAMES),  # type: ignore[misc]
    *(Place(f"blank {game.key}", lambda store, key=game.key: f"/blank/{key}") for game in GAMES),  # type: ignore[misc]
    Place("table", _middle),
    Place("table with dice", lambda store: _middle(store, "?dice=164")),
    Place("table, a total", lambda store: _middle(store, "?mode=total")),
    Place("table, a choice", _choice),
    Place("table, over", _over),
    Place("table, ended", _closed),
    Place("table, all cards", _all_cards),
    Place("table, six dice", _six_dice),
    Place("round", lambda store: _middle(store, "round/1")),
    Place("correction", lambda store: _middle(store, "correct/0/?dice=111&throws=2")),
    Place("correction of a total", lambda store: _middle(store, "correct/2/")),
    Place("correction, impossible", _impossible),
    Place("people", lambda store: url(table_of(store, names=NAMES), "people")),
    Place("end", lambda store: _middle(store, "end")),
    Place("delete", lambda store: _middle(store, "delete")),
    Place("print", lambda store: _over(store, "print")),
    Place("photo", lambda store: _middle(store, "photo/")),
    Place("table with a photo behind a number", _proved),
    Place("proof that is no longer kept", lambda store: _proved(store, "proof/0")),
    Place("nowhere", lambda store: "/nowhere"),
]

every_place = pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)


@pytest.fixture(scope="module", params=["dark", "light"])
def look(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def in_look(person: Person, look: str) -> None:
    """Choose dark or light, as the menu does."""
    person.open()
    while person.page.locator("html").get_attribute("data-theme") != look:
        before = person.page.locator("html").get_attribute("data-theme")
        person.menu("Dark or light")
        expect(person.page.locator("html")).not_to_have_attribute("data-theme", str(before))


def violations(person: Person) -> Iterator[str]:
    expect(person.page.locator("h1").first).to_be_visible()  # the page before may be gone, and this one not here yet
    person.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = person.page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    for rule in found["violations"]:
        for node in rule["nodes"]:
            yield f"{rule['id']}: {node['html'][:160]} ({node['failureSummary'].splitlines()[-1].strip()[:200]})"


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
def test_axe_finds_no_violation(new_person: NewPerson, kept: Store, size: tuple[int, int], look: str) -> None:
    person = new_person(size, bypass_csp=True)
    in_look(person, look)
    found = {}
    for place in PLACES:
        person.open(place.path(kept))
        for menu in person.page.locator(".top details.menu").all():
            menu.evaluate("e => { e.open = true; }")
        found[place.name] = list(violations(person))
    person.complaints = [text for text in person.complaints if "404" not in text]  # that of "nowhere"
    assert {name: rules for name, rules in found.items() if rules} == {}


TOO_SMALL = """() => {
  const inline = e => e.closest("p, li, td, figcaption, small") && getComputedStyle(e).display === "inline";
  const seen = e => e.checkVisibility() && getComputedStyle(e).visibility === "visible" && !e.disabled;
  const box = e => ((e.matches("input.vh, .opt input, .slot input, .switch input") && e.closest("label")) || e);
  const kinds = "a[href], button, input:not([type=hidden]), summary, label.opt, select, textarea";
  return [...document.querySelectorAll(kinds)]
    .filter(e => seen(e) && !e.matches(".skip, button.vh, svg a") && !(e.tagName === "A" && inline(e)))
    .map(e => [e, box(e).getBoundingClientRect()])
    .filter(([e, r]) => r.width && (r.width < 47.5 || r.height < 47.5))
    .map(([e, r]) => `${e.outerHTML.slice(0, 100)} is ${r.width.toFixed()}x${r.height.toFixed()}`);
}"""


def test_everything_to_tap_is_large_enough_and_nothing_is_wider_than_the_phone(
    new_person: NewPerson, kept: Store
) -> None:
    person = new_person(PHONE)
    small, wide = {}, {}
    for place in PLACES:
        person.open(place.path(kept))
        over = person.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if over > 0 and place.name.split()[0] not in ("print", "blank"):  # a sheet of paper is as wide as paper
            wide[place.name] = over
        for menu in person.page.locator(".top details.menu").all():
            menu.evaluate("e => { e.open = true; }")
        if found := person.page.evaluate(TOO_SMALL):
            small[place.name] = found
    person.complaints = [text for text in person.complaints if "404" not in text]
    assert (small, wide) == ({}, {})


@every_place
def test_every_page_is_quiet_without_script(new_person: NewPerson, kept: Store, place: Place) -> None:
    person = new_person(PHONE, java_script_enabled=False)
    person.open(place.path(kept))
    expect(person.page.locator("h1")).to_be_visible()
    person.complaints = [text for text in person.complaints if "404" not in text]
