"""The command line. Nothing heavy is imported before it is needed: `--help` answers at once."""

from __future__ import annotations

import argparse
import difflib
import errno
import logging
import os
import re
import signal
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from types import FrameType

HOST, PORT = "127.0.0.1", 8080
THREADS = 32  # photographs that are being read must not keep the other tables waiting
DATABASE_FILE = "scorekeeper.sqlite3"

ABOUT = "Scorekeeper keeps the score of dice games that are played with real dice at a real table."

EXAMPLES = f"""\
examples:
  scorekeeper serve                       on this machine only, at http://{HOST}:{PORT}/
  scorekeeper serve --host 0.0.0.0        for phones and tablets on the same network too
  scorekeeper serve --port 9000           if something else already uses port {PORT}
  scorekeeper serve --database sqlite:////srv/pub/scores.sqlite3
  scorekeeper serve --database postgresql://ann@localhost/scores
  scorekeeper serve --keep-photos 0       no photo stays once its dice are entered
  scorekeeper photos export FOLDER        the photos of entries, with what people say they show

environment:
  SCOREKEEPER_DATABASE_URL   the database, where --database is not given
  SCOREKEEPER_KEEP_PHOTOS    days to keep photos, where --keep-photos is not given

Without a database, scores are kept in an SQLite file in your own data folder,
  {{folder}}
"""


class Unusable(Exception):
    """Something that was asked for can't be had. `str()` of it is a sentence for whoever asked."""


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        if wrong := re.search(r"invalid choice: '(.*?)'", message):
            message = _no_such(wrong[1])
        message = message.removeprefix("argument ")
        self.exit(2, f"{self.prog}: {message}; {self.prog} --help shows what there is.\n")


class Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        print(f"scorekeeper {version()}")
        parser.exit()


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; answers the exit status."""
    parser = make_parser()
    args, unknown = parser.parse_known_args(argv)
    if unknown:
        parser.error(_no_such(unknown[0]))
    if args.command is None:
        parser.print_help()
        return 0
    try:
        args.run(args)
    except Unusable as why:
        print(f"scorekeeper: {why}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:  # before there was anything to stop
        return 130
    return 0


def make_parser() -> Parser:
    shape: dict[str, Any] = {
        "formatter_class": argparse.RawDescriptionHelpFormatter,
        "epilog": EXAMPLES.format(folder=data_folder()),
        "allow_abbrev": False,
    }
    parser = Parser("scorekeeper", description=ABOUT, **shape)
    parser.add_argument("--version", action=Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    _add_serve(commands, shape)
    _add_photos(commands, shape)
    return parser


def _add_serve(commands: Any, shape: dict[str, Any]) -> None:
    what = "serve the score table to browsers, until Ctrl+C"
    command = commands.add_parser("serve", help=what, description=f"S{what[1:]}.", **shape)
    command.set_defaults(
        run=lambda args: serve(args.host, args.port, args.database, args.keep_photos, https=args.https)
    )
    command.add_argument(
        "--host",
        default=HOST,
        metavar="ADDRESS",
        help=f"address to listen at: {HOST} for this machine only, 0.0.0.0 for the whole network (default: {HOST})",
    )
    command.add_argument(
        "--port",
        type=_port,
        default=PORT,
        metavar="N",
        help=f"port to listen at, 0 for any free one (default: {PORT})",
    )
    command.add_argument("--database", metavar="URL", help="where to keep the scores (default: see below)")
    command.add_argument(
        "--https", action="store_true", help="browsers reach it encrypted, through a proxy: cookies go no other way"
    )
    command.add_argument(
        "--keep-photos",
        type=_days,
        metavar="DAYS",
        help="how old a match may be whose photos are kept as proof, 0 to keep none (default: 31)",
    )


def _add_photos(commands: Any, shape: dict[str, Any]) -> None:
    what = "hand out photos, to improve how they are read"
    photos = commands.add_parser("photos", help=what, description=f"H{what[1:]}.", **shape)
    photos.set_defaults(run=lambda args: photos.print_help())
    what = "copy the photos behind entries to a new folder, with labels.csv beside them"
    command = photos.add_subparsers(metavar="COMMAND", title="commands").add_parser(
        "export", help=what, description=f"C{what[1:]}.", **shape
    )
    command.set_defaults(run=lambda args: export_photos(args.folder, args.database))
    command.add_argument("folder", type=Path, metavar="FOLDER", help="where to write them: a new or empty folder")
    command.add_argument("--database", metavar="URL", help="where the scores are kept (default: see below)")


def version() -> str:
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("scorekeeper")
    except PackageNotFoundError:
        return "(not installed)"


def _port(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", text) or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"“{text}” is no port, which is a number from 0 to 65535")
    return int(text)


def _days(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", text):
        raise argparse.ArgumentTypeError(f"“{text}” is no number of days, such as 31, or 0 for none")
    return int(text)


def _no_such(word: str) -> str:
    word = word.split("=")[0]
    options = ["--help", "--version", "--host", "--port", "--database", "--keep-photos", "--https"]
    known = ["serve", "photos", "export", *options]
    if word in known:
        return f"“{word}” stands in the wrong place"
    like = difflib.get_close_matches(word, known, n=1)
    return f"there is no “{word}”" + (f" (did you mean {like[0]}?)" if like else "")


# ---- where the scores are kept ---------------------------------------------------------------------------------


def data_folder() -> Path:
    """The user's own folder for our files: the scores, and the key that signs cookies."""
    from platformdirs import user_data_path

    return user_data_path("scorekeeper", appauthor=False)


def make_folder(folder: Path) -> None:
    """Make `folder`, for nobody else's eyes. Raises `Unusable`."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as why:
        raise Unusable(
            f"the data folder {folder} cannot be made ({why.strerror}); "
            "set XDG_DATA_HOME to a folder that you may write to."
        ) from why


@contextmanager
def usable(folder: Path) -> Iterator[None]:
    """Raise `Unusable` where what we keep in the data folder can't be read or written."""
    try:
        yield
    except (OSError, UnicodeDecodeError) as why:
        reason = why.strerror if isinstance(why, OSError) else "not ours"
        what = getattr(why, "filename", None) or "a file in it"
        raise Unusable(
            f"the data folder {folder} cannot be used ({what}: {reason}); "
            "move that away, or set XDG_DATA_HOME to a folder that you may write to."
        ) from why


def wanted_database(database: str | None, folder: Path) -> str:
    """The address of the database that was asked for, or of ours. Raises `Unusable` where nothing would last."""
    said = database or os.environ.get("SCOREKEEPER_DATABASE_URL")
    if not said:
        from scorekeeper.store import file_address

        return file_address(folder / DATABASE_FILE)
    scheme, _, file = said.partition(":")
    if scheme.startswith("sqlite"):
        file, _, more = file.partition("?")
        example = "one looks like sqlite:////home/ann/scores.sqlite3."
        if file.strip("/") in ("", ":memory:"):
            raise Unusable(f"“{said}” names no file, so nothing would be kept; {example}")
        if more:
            raise Unusable(f"“{said}” says “?{more}” behind its file, where nothing may stand; {example}")
    return said


# ---- photographs -----------------------------------------------------------------------------------------------


def export_photos(to: Path, database: str | None) -> None:
    """Copy the photographs behind entries to a folder, and say how many. Raises `Unusable`."""
    folder = data_folder()
    make_folder(folder)

    from scorekeeper.store import Store, UnusableDatabase
    from scorekeeper.web.export import UnusableFolder, export
    from scorekeeper.web.shelf import FOREVER, open_shelf

    try:
        with usable(folder):
            shelf = open_shelf(str(folder), FOREVER)
        with Store(wanted_database(database, folder)) as store:
            found = export(store, shelf, to)
    except (UnusableDatabase, UnusableFolder) as why:
        raise Unusable(str(why)) from why
    corrected = sum(one.was_corrected for one in found)
    print(f"{len(found)} photo{'s' * (len(found) != 1)} in {to}, of which people corrected {corrected}.")


# ---- serving ---------------------------------------------------------------------------------------------------


def serve(host: str, port: int, database: str | None, keep_photos: int | None, *, https: bool = False) -> None:
    """Serve until interrupted. Raises `Unusable`."""
    listening = listen(host, port)
    try:
        app = make_app(database, keep_photos, https=https)
        for line in greeting(host, listening.getsockname()[1]):
            print(line, flush=True)
        run(app, listening)
    finally:
        listening.close()


def make_app(database: str | None, keep_photos: int | None = None, *, https: bool = False) -> Any:
    """The web application on its database. Raises `Unusable`.

    What is None is asked of the environment, and then of us.
    """
    folder = data_folder()
    make_folder(folder)

    config: dict[str, Any] = {
        "DATABASE_URL": wanted_database(database, folder),
        "DATA_FOLDER": str(folder),
        "HTTPS": https,
    }
    days = wanted_days(keep_photos)
    if days is not None:
        config["KEEP_PHOTOS"] = days

    from scorekeeper.store import UnusableDatabase
    from scorekeeper.web import create_app

    try:
        with usable(folder):
            return create_app(config)
    except UnusableDatabase as why:
        raise Unusable(str(why)) from why


def wanted_days(keep_photos: int | None) -> int | None:
    """The days to keep photographs that were asked for, if any were. Raises `Unusable`."""
    said = os.environ.get("SCOREKEEPER_KEEP_PHOTOS")
    if keep_photos is not None or not said:
        return keep_photos
    try:
        return _days(said)
    except argparse.ArgumentTypeError as why:
        raise Unusable(f"SCOREKEEPER_KEEP_PHOTOS: {why}.") from None


def run(app: Any, listening: socket.socket) -> None:
    from waitress.server import create_server

    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a request that waits a moment is no news
    # The app itself says what is too much, in a sentence; only what is far beyond is not even taken in.
    most = 2 * app.config["MAX_CONTENT_LENGTH"]
    server = create_server(app, sockets=[listening], threads=THREADS, ident=None, max_request_body_size=most)
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        server.run()  # returns after Ctrl+C, when the answers under way are out
    finally:
        server.close()
        app.extensions["store"].close()  # folds what SQLite has written ahead into the one file that people back up


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def listen(host: str, port: int) -> socket.socket:
    """A socket that is ours, before anything else is set up. Raises `Unusable`."""
    try:
        family, kind, proto, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, proto)
    except (OSError, UnicodeError) as why:  # the latter for an empty part between two dots
        raise Unusable(f"there is no address “{host}” here; use {HOST}, 0.0.0.0 or a name of this machine.") from why
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(1024)  # a second server must fail now, not when both wait for the same phone
    except OSError as why:
        listening.close()
        raise Unusable(_why_not(host, port, why)) from why
    return listening


def _why_not(host: str, port: int, why: OSError) -> str:
    match why.errno:
        case errno.EADDRINUSE:
            other = port + 1 if port < 65535 else PORT
            return f"port {port} is in use, perhaps by another Scorekeeper; choose another, as in --port {other}."
        case errno.EACCES:
            return f"port {port} may only be used by the system; choose one above 1023, as in --port {PORT}."
        case errno.EADDRNOTAVAIL:
            return f"this machine has no address {host}; use {HOST}, or 0.0.0.0 for the whole network."
    return f"nothing can listen at {host}, port {port} ({why.strerror}); try --host {HOST} --port {PORT}."


def greeting(host: str, port: int) -> list[str]:
    """What to open, here and on other devices."""
    if host not in ("0.0.0.0", "::"):
        return [f"Scorekeeper is open at {address(host, port)}", "Stop it with Ctrl+C."]
    lines = [f"Scorekeeper is open at {address('127.0.0.1', port)}"]
    lines += [f"On phones and tablets in the same network: {address(lan, port)}" for lan in lan_addresses()]
    return [*lines, "Stop it with Ctrl+C."]


def address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def lan_addresses() -> list[str]:
    """The addresses of this machine in its networks, the one towards the world first."""
    found: dict[str, None] = {}
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing: it only asks which way a packet would take
        found[probe.getsockname()[0]] = None
    with suppress(OSError):  # the name of this machine may lead nowhere
        found.update(dict.fromkeys(socket.gethostbyname_ex(socket.gethostname())[2]))
    return [lan for lan in found if not lan.startswith("127.")]
