"""Actions and log entries to JSON dicts and back, by the explicit set of types that a game names."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from scorekeeper.engine.core import Action, AnyGame, MalformedAction
from scorekeeper.engine.log import Amended, Did, Entry, Undid

Json = dict[str, Any]


def encode(action: Action) -> Json:
    """{"type": "Rolled", "seat": 0, "dice": [1, 6, 4]}"""
    fields = {f.name: _plain(getattr(action, f.name)) for f in dataclasses.fields(action)}
    return {"type": type(action).__name__, **fields}


def decode(game: AnyGame, body: object) -> Action:
    """The action that `body` describes. Raises `MalformedAction` for anything the game does not know."""
    if not isinstance(body, Mapping):
        raise MalformedAction("no-such-action", type=type(body).__name__)
    cls = {c.__name__: c for c in game.actions}.get(str(body.get("type")))
    if cls is None:
        raise MalformedAction("no-such-action", type=str(body.get("type")))
    readers = _readers(cls)  # type: ignore[arg-type]
    given = {key: value for key, value in body.items() if key != "type"}
    if given.keys() != readers.keys():
        raise MalformedAction("wrong-fields", type=cls.__name__)
    try:
        return cls(**{key: read(given[key]) for key, read in readers.items()})
    except (TypeError, ValueError) as why:
        raise MalformedAction("wrong-value", type=cls.__name__) from why


def encode_entry(entry: Entry) -> Json:
    match entry:
        case Did(action):
            return {"did": encode(action)}
        case Undid():
            return {"undid": True}
        case Amended(at, count, actions):
            return {"amended": [encode(a) for a in actions], "at": at, "count": count}


def decode_entry(game: AnyGame, body: object) -> Entry:
    """The entry that a stored row describes. Raises `MalformedAction`."""
    match body:
        case {"did": Mapping() as action}:
            return Did(decode(game, action))
        case {"undid": True}:
            return Undid()
        case {"amended": list() as actions, "at": at, "count": count} if type(at) is type(count) is int:
            return Amended(at, count, tuple(decode(game, a) for a in actions))
    raise MalformedAction("no-such-entry")


def _plain(value: Any) -> Any:
    return [_plain(v) for v in value] if isinstance(value, tuple) else value


@lru_cache
def _readers(cls: type[Any]) -> dict[str, Callable[[Any], Any]]:
    """How to read each field of an action type from JSON, by its annotation."""
    hints = typing.get_type_hints(cls)
    return {f.name: _reader(hints[f.name]) for f in dataclasses.fields(cls)}


def _reader(hint: Any) -> Callable[[Any], Any]:
    if hint is int or hint is str or hint is bool:
        return lambda value: _exactly(hint, value)
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is tuple and len(args) == 2 and args[1] is ...:
        item = _reader(args[0])
        return lambda value: tuple(item(v) for v in _exactly(list, value))
    if origin in (typing.Union, types.UnionType) and type(None) in args:
        (some,) = [_reader(a) for a in args if a is not type(None)]
        return lambda value: None if value is None else some(value)
    raise TypeError(f"the codec cannot read a field of type {hint}")


def _exactly(cls: type[Any], value: Any) -> Any:
    if type(value) is not cls:
        raise ValueError(f"expected {cls.__name__}, got {type(value).__name__}")
    return value
