"""What protects a table from other pages and other people. Headers are looked at on every page by `Visitor`."""

from __future__ import annotations

from contextvars import Context
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError
from werkzeug.test import TestResponse

from scorekeeper import service
from scorekeeper.store import Store
from scorekeeper.store.models import LogRow
from tests.web.conftest import Make
from tests.web.tables import table_of, url
from tests.web.visitor import Visitor, check_headers


def cookie(response: TestResponse) -> str:
    return " ".join(response.headers.getlist("Set-Cookie"))


@pytest.mark.parametrize("path", ["/static/css/base.css", "/static/nothing", "/", "/nowhere", "/t/x/act", "/theme"])
def test_every_answer_carries_the_headers(reader: Visitor, path: str) -> None:
    for response in (reader.client.get(path), reader.client.post(path)):
        check_headers(response)
        response.close()


def test_cookies_are_out_of_reach_of_scripts_and_of_other_sites(reader: Visitor) -> None:
    got = cookie(reader.client.post("/theme"))
    assert got.startswith("scorekeeper=") and "HttpOnly" in got and "SameSite=Lax" in got
    assert "Secure" not in got, "a pub’s network has no certificates"  # noqa: RUF001


def test_behind_https_cookies_travel_encrypted_only(make_app: Make) -> None:
    assert "Secure" in cookie(make_app(HTTPS=True).test_client().post("/theme"))


def test_a_restart_throws_nobody_out(make_app: Make, tmp_path: Path) -> None:
    first, second = make_app(), make_app()
    assert first.config["SECRET_KEY"] == second.config["SECRET_KEY"]
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0
    assert make_app(DATA_FOLDER=None).config["SECRET_KEY"] != first.config["SECRET_KEY"]


def test_a_key_that_a_full_disk_left_empty_is_made_anew(make_app: Make, tmp_path: Path) -> None:
    (tmp_path / "secret").touch()
    app = make_app()
    assert len(app.config["SECRET_KEY"]) == 64
    assert app.test_client().get("/").status_code == 200
    assert make_app().config["SECRET_KEY"] == app.config["SECRET_KEY"]
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0
    assert [file.name for file in tmp_path.glob("secret*")] == ["secret"]


@pytest.mark.parametrize("htmx", [False, True])
def test_without_its_token_nothing_is_entered(make_app: Make, *, htmx: bool) -> None:
    app = make_app(WTF_CSRF_ENABLED=True)
    kept: Store = app.extensions["store"]
    table = table_of(kept)
    visitor = Visitor(app, htmx=htmx)
    visitor.open(url(table, "?dice=164&throws=2"))
    enter = visitor.page.sending("Enter 164 for Anna", csrf_token=None)
    assert "too old to send" in visitor.send(enter, status=400).heading
    assert service.load(kept, table.info.token).seq == table.seq


@pytest.mark.parametrize("path", ["act", "roll", "undo", "rematch", "end", "delete", "join", "leave", "move", "skip"])
def test_every_form_is_protected(make_app: Make, path: str) -> None:
    app = make_app(WTF_CSRF_ENABLED=True)
    table = table_of(app.extensions["store"])
    for address in (
        url(table, path),
        url(table, "photo/"),
        url(table, "correct/0/"),
        "/theme",
        "/new/chicago_losses",
    ):
        page = Visitor(app).post(address, seq="0", status=400)
        assert "too old to send" in page.heading


def test_a_refused_token_may_be_the_first_that_a_thread_ever_sees(make_app: Make) -> None:
    app = make_app(WTF_CSRF_ENABLED=True)
    page = Context().run(lambda: Visitor(app).post("/theme", status=400))
    assert "too old to send" in page.heading


def test_every_form_carries_its_token(make_app: Make) -> None:
    app = make_app(WTF_CSRF_ENABLED=True)
    table = table_of(app.extensions["store"], 106)
    visitor = Visitor(app)
    for path in (
        "/",
        "/new/chicago_losses",
        url(table),
        url(table, "people"),
        url(table, "end"),
        url(table, "delete"),
    ):
        page = visitor.open(path)
        for form in page.all("form", method="post"):
            assert form.all("input", name="csrf_token"), f"{path}: {form.text}"


def test_with_the_token_in_the_form_or_in_the_header_it_goes_through(make_app: Make) -> None:
    app = make_app(WTF_CSRF_ENABLED=True)
    table = table_of(app.extensions["store"])
    visitor = Visitor(app)
    visitor.open(url(table, "?dice=164&throws=2"))
    assert visitor.press("Enter 164 for Anna").heading == "Bo, throw once or twice."
    (token,) = {node.get("value") for node in visitor.page.all("input", name="csrf_token")}
    undo = {"seq": str(table.seq + 1)}
    response = visitor.client.post(
        url(table, "undo"), data=undo, headers={"X-CSRFToken": token, "HX-Request": "true"}
    )
    assert response.status_code == 200


def test_too_much_is_refused_with_a_sentence(make_app: Make) -> None:
    app = make_app(MAX_CONTENT_LENGTH=1000)
    table = table_of(app.extensions["store"])
    page = Visitor(app).post(url(table, "act"), points="9" * 2000, status=413)
    assert "too large" in page.heading


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "<b>Bo</b>", '"><img src=x>', "{{ 7 * 7 }}", "Tom & Jerry"]
)
def test_a_name_is_only_ever_text(kept: Store, visitor: Visitor, name: str) -> None:
    table = table_of(kept, 106, names=("Anna", name), title=name)
    for path in (
        "/",
        url(table),
        url(table, "people"),
        url(table, "print"),
        url(table, "end"),
        url(table, "round/1"),
    ):
        page = visitor.open(path)
        assert name in page.text
        assert not page.all("img") and not page.all("main")[0].all("script")


def test_our_own_mistake_gets_a_sentence_and_tells_nothing(make_app: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("secret detail")

    app = make_app(TESTING=False)
    monkeypatch.setattr(service, "tables", fail)
    page = Visitor(app).open("/", status=500)
    assert page.heading == "Something went wrong, and nothing was entered. The table stands as it was."
    assert "secret detail" not in page.html


def test_a_database_that_does_not_answer(make_app: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OperationalError("SELECT", {}, Exception("gone"))

    app = make_app()
    monkeypatch.setattr(service, "tables", fail)
    assert "The store did not answer" in Visitor(app).open("/", status=503).heading


def broken(kept: Store) -> tuple[str, int]:
    """A table whose second entry nobody can read."""
    table = table_of(kept, 106, 64)
    with kept.write() as session:
        row = session.get(LogRow, (table.info.id, table.seq))
        assert row is not None
        row.body = {"what": "nonsense"}
    kept.live.clear()
    return table.info.token, table.seq


def test_a_log_that_cannot_be_read_opens_as_far_as_it_goes(
    kept: Store, visitor: Visitor, caplog: pytest.LogCaptureFixture
) -> None:
    token, seq = broken(kept)
    page = visitor.open(f"/t/{token}/")
    assert page.heading.startswith("A part of this match can")
    assert page.all("tbody")[0].text.startswith("Round 1 106")
    assert not [name for name in page.buttons() if name.startswith(("Undo", "Roll", "Enter", "Skip"))]
    assert not [href for href in page.links().values() if "/correct/" in href]
    visitor.open(f"/t/{token}/print")
    fields = {"seq": str(seq), "type": "Settled", "seat": "1", "dice": "164", "throws": "1"}
    assert visitor.post(f"/t/{token}/act", fields, status=500).heading.startswith("A part of this match")
    assert token in caplog.text


def test_a_table_whose_log_cannot_be_read_has_a_rematch_and_an_end(kept: Store, visitor: Visitor) -> None:
    token, _ = broken(kept)
    visitor.open(f"/t/{token}/")
    assert visitor.press("Rematch").heading == "Anna, throw up to 3 times."
    visitor.open(f"/t/{token}/end")
    visitor.press("End the table")
    assert service.load(kept, token).info.closed_at is not None


def test_a_log_that_cannot_be_read_does_not_hide_the_other_tables(kept: Store, reader: Visitor) -> None:
    token, _ = broken(kept)
    other = table_of(kept, title="Other")
    page = reader.open("/")
    assert page.heading == "2 tables are running."
    assert {f"/t/{token}/", url(other)} <= set(page.links().values())


def test_a_fragment_comes_back_as_a_page_when_history_is_restored(kept: Store, reader: Visitor) -> None:
    headers = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    response = reader.client.get(url(table_of(kept)), headers=headers)
    assert response.get_data(as_text=True).startswith("<!doctype html>")
