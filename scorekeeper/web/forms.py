"""Forms to actions: the door at which everything that people send is checked once."""

from __future__ import annotations

import dataclasses
import re
import typing
from functools import cache
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.codec import decode
from scorekeeper.engine.core import Action, AnyGame, Interrupt, MalformedAction


def read_action(game: AnyGame, form: MultiDict[str, str]) -> Action:
    """The action that a form describes: `type`, and a field for each of its facts.

    Lists of small numbers come as their digits, "164", or as numbers with commas, "1,10,", in one field or in
    several; lists of words a field each; yes as "1". Who comes and goes has a door of its own: a newcomer brings a
    name. Raises `MalformedAction`.
    """
    cls = {c.__name__: c for c in game.actions}.get(form.get("type", ""))
    if cls is None or cls.secret or issubclass(cls, Interrupt):
        raise MalformedAction("no-such-action", type=form.get("type", ""))
    body: dict[str, Any] = {"type": cls.__name__}
    for name, hint in _hints(cls).items():  # type: ignore[arg-type]  # mypy takes an instance's hash for the class's
        body[name] = _read(hint, name, form.getlist(name))
    return decode(game, body)


def as_fields(action: Action) -> tuple[tuple[str, str], ...]:
    """The fields of a form from which `read_action` reads this action."""
    fields = [("type", type(action).__name__)]
    for field in dataclasses.fields(action):
        fact = getattr(action, field.name)
        if isinstance(fact, bool):
            fields += [(field.name, "1")] if fact else []
        elif isinstance(fact, tuple) and any(isinstance(item, str) for item in fact):
            fields += [(field.name, item) for item in fact]
        elif isinstance(fact, tuple):
            fields.append((field.name, "".join(f"{number}," for number in fact)))
        else:
            fields.append((field.name, str(fact)))
    return tuple(fields)


def whole_number(text: str, field: str) -> int:
    """A number as people type it. Raises `MalformedAction` with what was typed."""
    if not re.fullmatch(r"-?[0-9]{1,9}", text.strip()):  # more digits than any number here, or a database, has
        raise MalformedAction("not-a-number", field=field, text=text.strip()[:20])
    return int(text)


def digits(text: str) -> tuple[int, ...]:
    """The faces or positions in "1, 6, 4" or "164"; anything but digits only separates."""
    return tuple(int(c) for c in text if c.isascii() and c.isdigit())


@cache
def _hints(cls: type[Any]) -> dict[str, Any]:
    """The types of the fields: to work them out costs more than to read the form."""
    hints = typing.get_type_hints(cls)
    return {field.name: hints[field.name] for field in dataclasses.fields(cls)}


def _read(hint: Any, field: str, values: list[str]) -> Any:
    text = "".join(values)
    if hint is int:
        return whole_number(text, field)
    if hint is bool:
        return text == "1"
    if typing.get_origin(hint) is tuple and typing.get_args(hint)[0] is str:
        return values
    if typing.get_origin(hint) is tuple and "," in text:
        return [whole_number(number, field) for number in text.split(",") if number.strip()]
    if typing.get_origin(hint) is tuple:
        return [digit for digit in digits(text) if digit or field != "dice"]  # 0: a slot that is still empty
    return text
