"""Names of people and tables, checked at the door: one line, readable, and no two alike at one table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from scorekeeper.engine.core import MalformedAction

LONGEST_NAME = 40
LONGEST_TITLE = 60

_BLANK = "\u2800\u115f\u1160\u3164\uffa0"  # letters and signs that look like a space
_JOINERS = "\u200c\u200d"  # invisible, but some scripts and emoji are written with them


def check_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names as they will be shown. Raises `MalformedAction` with the number of the `seat` that is wrong."""
    checked: list[str] = []
    for name in names:
        checked.append(check_name(name, checked))
    return tuple(checked)


def check_name(name: str, others: Sequence[str], left: Sequence[str] = ()) -> str:
    """The name as it will be shown beside `others`, and those of people who have `left`.

    Raises `MalformedAction`: "name-..." and what it takes.
    """
    seat, shown = len(others), one_line(name)
    if not shown:
        raise MalformedAction("name-missing", seat=seat)
    if len(shown) > LONGEST_NAME:
        raise MalformedAction("name-too-long", seat=seat, most=LONGEST_NAME, got=len(shown))
    if _is_odd(shown):
        raise MalformedAction("name-odd", seat=seat)
    if _key(shown) in {_key(other) for other in others}:
        raise MalformedAction("name-twice", seat=seat, name=shown)
    if _key(shown) in {_key(other) for other in left}:
        raise MalformedAction("name-of-one-who-left", seat=seat, name=shown)
    return shown


def check_title(title: str) -> str:
    """The title as it will be shown; it may be empty. Raises `MalformedAction`: "title-..." and what it takes."""
    shown = one_line(title)
    if len(shown) > LONGEST_TITLE:
        raise MalformedAction("title-too-long", most=LONGEST_TITLE, got=len(shown))
    if _is_odd(shown):
        raise MalformedAction("title-odd")
    return shown


def one_line(text: str) -> str:
    """`text` without space around it, and with single spaces within."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def distinct(names: Iterable[str]) -> list[str]:
    """The first of each name, whatever its capitals."""
    first: dict[str, str] = {}
    for name in names:
        first.setdefault(_key(name), name)
    return list(first.values())


def _key(name: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFKC", name).casefold() if sign not in _JOINERS)


def _is_odd(text: str) -> bool:
    """Whether there are signs in it that nobody sees, or that turn what stands around them."""
    signs = set(text).difference(_JOINERS)
    kinds = {unicodedata.category(sign)[0] for sign in signs}
    return "C" in kinds or bool(signs & set(_BLANK)) or (text != "" and kinds.isdisjoint("LNPS"))
