"""House rules as data: a frozen dataclass whose fields say what they allow and when they mean anything."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeAlias, cast

from scorekeeper.engine.core import MalformedAction

Value: TypeAlias = bool | int | str


@dataclasses.dataclass(frozen=True, slots=True)
class Setting:
    """One house rule, as a card can show it."""

    key: str
    default: Value
    choices: tuple[Value, ...]
    matters: Callable[[Any, int], bool]  # of the rules as they are set and the number of seats: False hides it


def setting(default: Value, *choices: Value, matters: Callable[[Any, int], bool] = lambda rules, seats: True) -> Any:
    """A field of a game's `Rules`: its default, all that it allows in the order of a card, and when it matters."""
    return dataclasses.field(default=default, metadata={"choices": choices, "matters": matters})


def settings_of(rules: type[Any]) -> tuple[Setting, ...]:
    return tuple(
        Setting(field.name, cast(Value, field.default), field.metadata["choices"], field.metadata["matters"])
        for field in dataclasses.fields(rules)
    )


def rules_from(rules: type[Any], given: Mapping[str, object]) -> Any:
    """Rules from a form or a stored row; what is not given keeps its default. Raises `MalformedAction`.

    Values may come as text: they are matched against the allowed ones by how those are written.
    """
    known = {s.key: s for s in settings_of(rules)}
    for key in given:
        if key not in known:
            raise MalformedAction("no-such-setting", setting=key)
    return rules(**{key: _choice(known[key], value) for key, value in given.items()})


def as_written(rules: Hashable) -> dict[str, Value]:
    """The settings as a plain mapping, ready for JSON."""
    return dataclasses.asdict(rules)  # type: ignore[call-overload, no-any-return]


def _choice(setting: Setting, value: object) -> Value:
    for choice in setting.choices:
        if str(choice) == str(value):
            return choice
    raise MalformedAction("no-such-choice", setting=setting.key, value=str(value))
