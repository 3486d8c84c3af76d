"""Forms to actions: the door at which everything that people send is checked once."""

from __future__ import annotations

import dataclasses
import typing
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.codec import decode
from scorekeeper.engine.core import Action, AnyGame, MalformedAction


def read_action(game: AnyGame, form: MultiDict[str, str]) -> Action:
    """The action that a form describes: `type`, and a field for each of its facts.

    Lists of small numbers come as their digits, "164", in one field or in several. Raises `MalformedAction`.
    """
    cls = {c.__name__: c for c in game.actions}.get(form.get("type", ""))
    if cls is None:
        raise MalformedAction("no-such-action", type=form.get("type", ""))
    hints = typing.get_type_hints(cls)
    body: dict[str, Any] = {"type": cls.__name__}
    for field in dataclasses.fields(cls):
        body[field.name] = _read(hints[field.name], field.name, "".join(form.getlist(field.name)))
    return decode(game, body)


def whole_number(text: str, field: str) -> int:
    """A number as people type it. Raises `MalformedAction` with what was typed."""
    try:
        return int(text.strip())
    except ValueError:
        raise MalformedAction("not-a-number", field=field, text=text.strip()[:20]) from None


def digits(text: str) -> tuple[int, ...]:
    """The faces or positions in "1, 6, 4" or "164"; anything but digits only separates."""
    return tuple(int(c) for c in text if c.isascii() and c.isdigit())


def _read(hint: Any, field: str, text: str) -> Any:
    if hint is int:
        return whole_number(text, field)
    if typing.get_origin(hint) is tuple:
        return [digit for digit in digits(text) if digit or field != "dice"]  # 0: a slot that is still empty
    return text
