"""The command line: what it says, and what it answers with."""

from __future__ import annotations

import os
import re
import signal
import socket
import stat
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scorekeeper import cli, service
from scorekeeper.engine.dice import Settled
from scorekeeper.store import Store
from scorekeeper.table import Proof
from scorekeeper.web.shelf import open_shelf
from tests.service import CHICAGO, FIRST

ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("SCOREKEEPER_DATABASE_URL", raising=False)
    monkeypatch.delenv("SCOREKEEPER_KEEP_PHOTOS", raising=False)
    return tmp_path / "data" / "scorekeeper"


def scorekeeper(*words: str) -> list[str]:
    return [sys.executable, "-m", "scorekeeper", *words]


def run(*words: str) -> tuple[int, str, str]:
    done = subprocess.run(scorekeeper(*words), capture_output=True, text=True, cwd=ROOT, timeout=30)
    return done.returncode, done.stdout, done.stderr


# ---- words -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [["--help"], ["serve", "--help"], ["photos"], ["photos", "export", "--help"], []])
def test_help_explains_itself(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status = cli.main(words)
    except SystemExit as exit:
        status = exit.code  # type: ignore[assignment]
    said = capsys.readouterr()
    assert (status, said.err) == (0, "")
    for told in ("scorekeeper serve --host 0.0.0.0", "SCOREKEEPER_DATABASE_URL", str(cli.data_folder())):
        assert told in said.out


def test_help_does_not_wait_for_the_web() -> None:
    look = "import sys; from scorekeeper.cli import make_parser; make_parser(); print(*sys.modules)"
    shown = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True, cwd=ROOT)
    assert not {"flask", "sqlalchemy", "alembic", "waitress"} & set(shown.stdout.split())


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit:
        cli.main(["--version"])
    assert exit.value.code == 0
    assert re.fullmatch(r"scorekeeper (\d+\.\d+\.\d+\S*|\(not installed\))\n", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["srve"], "there is no “srve” (did you mean serve?)"),
        (["serve", "--prot=3"], "there is no “--prot” (did you mean --port?)"),
        (["serve", "quickly"], "there is no “quickly”"),
        (["serve", "--port"], "--port: expected one argument"),
        (["serve", "--port", "80000"], "“80000” is no port, which is a number from 0 to 65535"),
        (["serve", "--port", "-1"], "--port"),
        (["serve", "--port", "http"], "“http” is no port"),
        (["serve", "--port", "٣"], "“٣” is no port"),
        (["serve", "--keep-photos", "-1"], "--keep-photos"),
        (["serve", "--keep-photos", "month"], "“month” is no number of days"),
        (["photos", "exprot", "x"], "there is no “exprot” (did you mean export?)"),
        (["photos", "export"], "FOLDER"),
        (["--host=0.0.0.0"], "“--host” stands in the wrong place"),
    ],
)
def test_a_bad_option_gets_one_sentence(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit:
        cli.main(words)
    said = capsys.readouterr()
    assert (exit.value.code, said.out) == (2, "")
    assert says in said.err and said.err.count("\n") == 1 and "--help" in said.err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--host", "nowhere.invalid"], "there is no address “nowhere.invalid” here"),
        (["--host", "192.168.1..5"], "there is no address “192.168.1..5” here"),
        (["--host", "192.0.2.7"], "this machine has no address 192.0.2.7"),
        (["--port", "0", "--database", "scores"], "“scores” is no database address; one looks like sqlite:///"),
        (["--port", "0", "--database", "oracle://x/y"], "not in oracle"),
        (
            ["--port", "0", "--database", "sqlite://scores.sqlite3"],
            "“sqlite+pysqlite://scores.sqlite3” is no database",
        ),
        (["--port", "0", "--database", "sqlite:///"], "“sqlite:///” names no file, so nothing would be kept"),
        (["--port", "0", "--database", "sqlite:///:memory:?x=1"], "names no file, so nothing would be kept"),
        (["--port", "0", "--database", "sqlite:///a.sqlite3?timeout=x"], "behind its file, where nothing may stand"),
        (["--port", "0", "--database", "sqlite:////nowhere/scores"], "unable to open database file"),
    ],
)
def test_what_cannot_be_had_gets_one_sentence(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["serve", *words]) == 2
    said = capsys.readouterr()
    assert said.out == "" and says in said.err and said.err.count("\n") == 1


def test_a_port_in_use_is_said_to_be(capsys: pytest.CaptureFixture[str]) -> None:
    with cli.listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        assert cli.main(["serve", "--port", str(port)]) == 2
    assert f"port {port} is in use" in (said := capsys.readouterr().err) and said.count("\n") == 1


def test_a_data_folder_that_cannot_be_made_is_said_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    assert cli.main(["serve", "--port", "0"]) == 2
    assert "cannot be made" in capsys.readouterr().err


def test_what_stands_in_the_way_in_the_data_folder_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = tmp_path / "scorekeeper"
    (folder / "secret").mkdir(parents=True)
    assert cli.main(["serve", "--port", "0"]) == 2
    said = capsys.readouterr().err
    assert f"{folder / 'secret'}: Is a directory" in said and said.count("\n") == 1


@pytest.mark.parametrize("name", ["a?b", "a%20b", "a#b"])
def test_a_data_folder_may_have_any_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / name))
    cli.make_app(None).extensions["store"].close()
    assert (tmp_path / name / "scorekeeper" / cli.DATABASE_FILE).exists()


@pytest.mark.parametrize(
    ("host", "port", "shown"),
    [
        ("127.0.0.1", 8080, "http://127.0.0.1:8080/"),
        ("scores.pub", 80, "http://scores.pub:80/"),
        ("::1", 9000, "http://[::1]:9000/"),
    ],
)
def test_the_address_to_open_is_told(host: str, port: int, shown: str) -> None:
    assert cli.greeting(host, port) == [f"Scorekeeper is open at {shown}", "Stop it with Ctrl+C."]


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_an_open_server_tells_how_phones_reach_it(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "lan_addresses", lambda: ["192.168.1.20"])
    assert cli.greeting(host, 8080)[:2] == [
        "Scorekeeper is open at http://127.0.0.1:8080/",
        "On phones and tablets in the same network: http://192.168.1.20:8080/",
    ]


def test_addresses_in_the_network_are_not_our_own_loop() -> None:
    assert not [found for found in cli.lan_addresses() if found.startswith("127.")]


# ---- photographs -----------------------------------------------------------------------------------------------


def test_how_long_photos_are_kept_is_asked_of_the_option_then_of_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert cli.wanted_days(None) is None
    monkeypatch.setenv("SCOREKEEPER_KEEP_PHOTOS", "7")
    assert (cli.wanted_days(None), cli.wanted_days(0)) == (7, 0)
    app = cli.make_app(None)
    assert app.config["KEEP_PHOTOS"] == app.extensions["shelf"].days == 7
    app.extensions["store"].close()


def test_cookies_go_encrypted_only_where_that_was_asked_for() -> None:
    for https in (False, True):
        app = cli.make_app(None, https=https)
        assert app.config["SESSION_COOKIE_SECURE"] is https
        app.extensions["store"].close()


def test_an_environment_that_makes_no_sense_gets_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SCOREKEEPER_KEEP_PHOTOS", "month")
    assert cli.main(["serve", "--port", "0"]) == 2
    assert capsys.readouterr().err == (
        "scorekeeper: SCOREKEEPER_KEEP_PHOTOS: “month” is no number of days, such as 31, or 0 for none.\n"
    )


def test_photos_are_exported_with_what_people_say_they_show(
    own_data_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = keep_photos(own_data_folder)
    assert cli.main(["photos", "export", str(tmp_path / "new" / "export")]) == 0
    assert capsys.readouterr().out == f"3 photos in {tmp_path / 'new' / 'export'}, of which people corrected 2.\n"
    head, *rows = (tmp_path / "new" / "export" / "labels.csv").read_text().splitlines()
    assert head == "file,values,read"
    labels = {(tmp_path / "new" / "export" / row.split(",")[0]).read_text(): row.split(",")[1:] for row in rows}
    assert labels == {"as read": ["1 6 4", "1 6 4"], "corrected": ["1 6 5", "1 6 4"], "later": ["2 2 2", "1 6 4"]}
    assert not [file.name for file in (tmp_path / "new").rglob("*") if file.stem in names], "its name opens a photo"


@pytest.mark.parametrize("spoiled", ["is a file", "is in a file", "is not empty"])
def test_a_folder_that_cannot_take_photos_gets_one_sentence(
    tmp_path: Path, spoiled: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    folder = {"is a file": tmp_path / "file", "is in a file": tmp_path / "file" / "x", "is not empty": tmp_path}
    assert cli.main(["photos", "export", str(folder[spoiled])]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1 and "folder" in said.err


def test_no_photos_are_exported_as_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["photos", "export", str(tmp_path / "export")]) == 0
    assert capsys.readouterr().out.startswith("0 photos in ")


def keep_photos(data: Path) -> list[str]:
    """A table in that data folder with four turns off a photograph: as read, corrected, corrected later, undone."""
    data.mkdir(parents=True)
    shelf = open_shelf(str(data))
    with Store(f"sqlite:///{data / cli.DATABASE_FILE}") as store:
        table = service.start(store, game=CHICAGO, names=["Anna", "Bo", "Cleo", "Dan"], rules=FIRST)
        names = []
        for seat, what in enumerate(("as read", "corrected", "later", "undone")):
            names.append(shelf.put(what.encode(), {}))
            shelf.keep(names[-1], table.info.token, table.info.created_at)
            dice = (1, 6, 5) if what == "corrected" else (1, 6, 4)
            proof = Proof(names[-1], (1, 6, 4), dice)
            entry = Settled(seat, dice, 1)
            table = service.submit(store, table.info.token, table.seq, entry, "photo", proof=proof)
        table = service.undo(store, table.info.token, table.seq)
        service.amend(store, table.info.token, table.seq, 2, Settled(2, (2, 2, 2), 1))
    return names


# ---- serving ---------------------------------------------------------------------------------------------------

Serve = Callable[..., tuple["subprocess.Popen[str]", str]]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Start a server, and answer its process and its address."""
    running: list[subprocess.Popen[str]] = []

    def start(*words: str) -> tuple[subprocess.Popen[str], str]:
        command = scorekeeper("serve", "--port", "0", *words)
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT)
        running.append(server)
        assert server.stdout is not None and server.stderr is not None
        line = server.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, server.stderr.read()
        return server, found[0]

    yield start
    for server in running:
        server.kill()
        server.communicate()


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_until_it_is_told_to_stop(serve: Serve, own_data_folder: Path, sign: signal.Signals) -> None:
    server, address = serve()
    with urllib.request.urlopen(address, timeout=10) as page:
        assert page.status == 200
    assert stat.S_IMODE(own_data_folder.stat().st_mode) == 0o700
    assert (own_data_folder / cli.DATABASE_FILE).is_file()
    server.send_signal(sign)
    _, said = server.communicate(timeout=10)
    assert (server.returncode, said) == (0, "")
    assert [file.name for file in own_data_folder.glob("*.sqlite3*")] == [cli.DATABASE_FILE]  # and no other


def test_the_database_is_the_one_that_was_asked_for(
    serve: Serve, tmp_path: Path, own_data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", f"sqlite:///{tmp_path / 'from_environment'}")
    serve()
    assert (tmp_path / "from_environment").is_file()
    serve("--database", f"sqlite:///{tmp_path / 'from_option'}")
    assert (tmp_path / "from_option").is_file()
    assert not (own_data_folder / cli.DATABASE_FILE).exists()


def test_a_phone_that_says_nothing_holds_up_nobody(serve: Serve) -> None:
    _, address = serve()
    port = int(address.rstrip("/").rsplit(":", 1)[1])
    silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(60)]
    try:
        with urllib.request.urlopen(address, timeout=10) as page:
            assert page.status == 200
    finally:
        for connection in silent:
            connection.close()


def test_the_module_is_the_command() -> None:
    status, shown, said = run("--help")
    assert (status, said) == (0, "") and shown.startswith("usage: scorekeeper")
    assert os.environ.get("XDG_DATA_HOME", "?") in shown
