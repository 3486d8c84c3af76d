"""Every key that a game or the app can bring up has its words; every word goes through gettext."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from gettext import NullTranslations
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from jinja2 import nodes

from scorekeeper.engine.core import Action, AnyGame, Event, IllegalAction
from scorekeeper.engine.dice import Drawn
from scorekeeper.engine.games import GAMES
from scorekeeper.engine.games import game as game_of
from scorekeeper.engine.log import states
from scorekeeper.engine.people import Joined
from scorekeeper.engine.settings import rules_from, settings_of
from scorekeeper.table import Info, Person, Standing, Table, is_lot, laid
from scorekeeper.web import i18n, render
from scorekeeper.web.views import Draft, TableView
from tests.test_playthroughs import FILES, parse
from tests.web.page import Page
from tests.web.visitor import check_page

ROOT = Path(__file__).parent.parent.parent
NAMES = ("Anna", "Bo", "Cleo", "Dirk", "Emma", "Finn", "Gert", "Hilde", "Ivo", "Jo")

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
every_match = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


@contextmanager
def request(app: Flask) -> Iterator[None]:
    """As if somebody had asked for a page."""
    with app.test_request_context("/"):
        app.preprocess_request()
        yield


def recorded(path: Path) -> tuple[Info, list[Action]]:
    """A golden match, as the app would keep it."""
    lines = path.read_text(encoding="utf-8").splitlines()
    setup = dict(line.split(" ", 1) for line in lines if line.startswith(("game ", "seats ", "rules ")))
    game = game_of(setup["game"])
    rules = rules_from(game.rules, dict(word.split("=") for word in setup["rules"].split()))
    actions = [parse(game, line[2:]) for line in lines if line.startswith("> ")]
    seats = int(setup["seats"])
    people = tuple(Person(name) for name in NAMES[: seats + sum(isinstance(a, Joined) for a in actions)])
    info = Info(1, "token", game, rules, game.version, "Friday", seats, "own", datetime.now(UTC), people)
    return info, actions


def moments(path: Path) -> Iterator[Table]:
    """The table after each action of a golden match."""
    info, actions = recorded(path)
    standing = [
        Standing(action, "dealer" if isinstance(action, Drawn) else "typed", seq)
        for seq, action in enumerate(actions, start=1)
    ]
    for so_far in range(len(standing) + 1):
        table = laid(info, so_far, standing[:so_far])
        if is_lot(table.pending):
            continue  # nobody ever sees a table that waits for a lot
        yield replace(table, info=replace(info, ranking=getattr(table.pending, "ranking", None)))


# ---- what happens in a match --------------------------------------------------------------------------------------


@every_match
def test_every_moment_of_a_match_is_a_page(app: Flask, path: Path) -> None:
    for number, table in enumerate(moments(path)):
        for mode in ("quick", "steps", "total") if number % 5 == 0 else ("quick",):
            with request(app):
                view = TableView(table, Draft(mode=mode).fitted(table.pending))
                page = shown("table.html", v=view)
                assert page.heading and page.title.endswith("Friday")
                if table.last is not None:
                    assert len(page.button("Undo").text) > len("Undo "), table.last


@every_match
def test_every_round_and_the_sheet_of_a_match_are_pages(app: Flask, path: Path) -> None:
    for table in moments(path):
        view = TableView(table)
        if any(event.key == "round-over" for event in table.events):
            with request(app):
                if hasattr(i18n.words(table.info.game), "round"):  # not every game stops after a round
                    shown("round.html", v=view, number=view.rounds_over)
    with request(app):
        from scorekeeper.web.sheets import differing, places

        shown("sheet.html", v=view, places=places(view), differing=differing(view.rules, 2), paper="a4")


def shown(template: str, **context: Any) -> Page:
    page = Page(render.page(template, **context).get_data(as_text=True))
    check_page(page, whole=True)
    return page


@every_match
def test_every_event_of_a_match_has_a_sentence_and_one_for_being_taken_back(app: Flask, path: Path) -> None:
    info, actions = recorded(path)
    with request(app):
        people = TableView(laid(info, 0, ())).people
        start = info.game.start(info.seats, info.rules)
        told: dict[Event, str] = {
            event: str(i18n.told(event, info.game, people))
            for _, events in states(info.game, start, actions)
            for event in events
        }
        silent = {event.key for event, sentence in told.items() if not sentence}
        assert not silent
        for event in told:
            i18n.told(event, info.game, people, gone=True)


# ---- what is refused ----------------------------------------------------------------------------------------------


def rules_of(game: AnyGame) -> set[Path]:
    """The modules of the engine that a game is made of: its own and what they import."""
    found: set[Path] = set()
    todo = [ROOT / "scorekeeper/engine/games" / f"{game.key}.py"]
    while todo:
        path = todo.pop()
        if path not in found:
            found.add(path)
            imports = re.findall(
                r"^from (scorekeeper\.engine\.[\w.]+) import", path.read_text(encoding="utf-8"), re.M
            )
            todo += [ROOT / (name.replace(".", "/") + ".py") for name in imports]
    return found


def reasons(game: AnyGame | None = None) -> dict[str, dict[str, Any]]:
    """Every reason that the program can give, with facts of the kind that it gives along; of rules only those of
    that game."""
    found: dict[str, dict[str, Any]] = {}
    engine = ROOT / "scorekeeper/engine"
    shared = {
        engine / f"{name}.py" for name in ("core", "codec", "dice", "log", "people", "settings", "games/__init__")
    }
    theirs = set(engine.rglob("*.py")) - rules_of(game) - shared if game else set()
    for path in sorted(set((ROOT / "scorekeeper").rglob("*.py")) - theirs):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
                continue
            called = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if called in ("IllegalAction", "MalformedAction", "sentence"):
                facts = {str(word.arg): 0 if word.arg in ("on_turn", "seat") else 3 for word in node.keywords}
                found.setdefault(str(node.args[0].value), {}).update(facts)
    found |= {key: {} for key in ("stale", "no-such-table", "broken-log", "no-such-page", "too-much-sent")}
    return found


def photo_reasons() -> list[str]:
    decoder = (ROOT / "vision/photo.py").read_text(encoding="utf-8")
    return [f"photo-{key}" for key in re.findall(r'PhotoError\("([a-z-]+)"\)', decoder)]


@every_game
def test_every_reason_is_a_sentence_of_its_own(app: Flask, game: AnyGame) -> None:
    with request(app):
        people = TableView(laid(recorded(FILES[0])[0], 0, ())).people
        speechless = str(i18n.refusal("went-wrong", {}, game, people))
        given = reasons(game) | {key: {} for key in photo_reasons()}
        said = {reason: str(i18n.refusal(reason, facts, game, people)) for reason, facts in given.items()}
    assert len(said) > 25 and len(photo_reasons()) >= 4
    silent = sorted(reason for reason, sentence in said.items() if sentence == speechless or not sentence)
    assert [reason for reason in silent if reason not in ("went-wrong", "not-in-the-lot")] == []
    assert all(sentence[-1] in ".?" for sentence in said.values())


@every_game
def test_a_refusal_without_a_table_is_a_sentence_too(app: Flask, game: AnyGame) -> None:
    with request(app):
        for reason, facts in reasons(game).items():
            assert i18n.refusal(reason, facts, None, ())


def test_reasons_are_found() -> None:
    with pytest.raises(IllegalAction):
        raise IllegalAction("no-such-total")
    assert {"no-such-total", "name-twice", "table-closed", "rolled-by-app", "page-too-old"} <= set(reasons(GAMES[0]))


# ---- house rules ------------------------------------------------------------------------------------------------


@every_game
def test_every_house_rule_and_choice_has_words(app: Flask, game: AnyGame) -> None:
    with request(app):
        words = i18n.words(game)
        for setting in settings_of(game.rules):
            rule = Page(str(words.rule(setting.key)))
            assert rule.all("small")[0].text and rule.text != rule.all("small")[0].text
            choices = [str(words.choice(setting.key, value)).strip() for value in setting.choices]
            assert all(choices) and len(set(choices)) == len(choices)
            for value in setting.choices:
                told = str(words.differs(setting.key, value)).strip()
                assert told and (value == setting.default or told != str(value)), (setting.key, value)


# ---- gettext ----------------------------------------------------------------------------------------------------


TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
LETTERS = re.compile(r"[A-Za-z]{2,}")
CLASS_NAMES = re.compile(r"[a-z_-]+( [a-z]+--[a-z]*)*")  # what a macro gives to an attribute


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_no_word_in_a_template_goes_past_gettext(app: Flask, path: Path) -> None:
    """What stands between tags, or in an attribute that is read to people, comes out of an expression."""
    source = path.read_text(encoding="utf-8")
    tree = app.jinja_env.parse(source)
    bare = "".join(data.data if isinstance(data, nodes.TemplateData) else "\0" for data in _pieces(tree))
    said = re.sub(r"<(script|style|title)\b.*?</\1>", "", bare, flags=re.S)
    spoken = re.findall(r'(?:aria-label|placeholder|alt|title)="([^"]*)"', said)
    between = re.sub(r"<[^>]*>|[\w:-]+=(\"[^\"]*\"|'[^']*')", "\0", said)
    texts = [text.strip() for part in [between, *spoken] for text in part.split("\0") if LETTERS.search(text)]
    assert [text for text in texts if not CLASS_NAMES.fullmatch(text)] == []


def _pieces(tree: nodes.Node) -> Iterator[nodes.Node]:
    for output in tree.find_all(nodes.Output):
        yield from output.nodes


class Upside(NullTranslations):
    """Every word of every message becomes another; what is filled in, and tags, stay."""

    def gettext(self, message: str) -> str:
        return re.sub(r"(%\(\w+\)s|<[^>]*>)|[^\W\d_]+", lambda found: found[1] or "ǝ", message)

    def ngettext(self, one: str, many: str, n: int) -> str:
        return self.gettext(one if n == 1 else many)


@every_match
def test_no_english_is_left_when_every_message_is_translated(
    app: Flask, monkeypatch: pytest.MonkeyPatch, path: Path
) -> None:
    monkeypatch.setattr(i18n, "get_translations", Upside)
    for table in list(moments(path))[::7]:
        with request(app):
            page = Page(render.page("table.html", v=TableView(table)).get_data(as_text=True))
        left = re.findall(r"\b[A-Za-z]{3,}\b", page.all("body")[0].text)
        assert [word for word in left if word != "Friday" and not word.endswith(NAMES)] == []
