"""People as the screens show them: call names, initials and a ring colour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

RINGS = 6
PARTICLES = {"van", "von", "den", "der", "de", "da", "do", "la", "le", "el", "al", "af", "av", "ten", "ter"}


@dataclass(frozen=True, slots=True)
class Shown:
    """One person: `call` is what a sentence says, `name` what the standings carry."""

    seat: int
    name: str
    call: str
    initials: str
    ring: int
    cpu: bool = False


def shown(names: Sequence[str], cpus: Sequence[bool] | None = None) -> tuple[Shown, ...]:
    """Everybody at a table, told apart from each other."""
    calls, initials = call_names(names), all_initials(names)
    return tuple(
        Shown(seat, name, calls[seat], initials[seat], seat % RINGS + 1, bool(cpus and cpus[seat]))
        for seat, name in enumerate(names)
    )


def call_names(names: Sequence[str]) -> list[str]:
    """The first word of each name; where two share it, the shortest start of the whole name that differs."""
    firsts = [name.split()[0] for name in names]
    taken = Counter(first.casefold() for first in firsts)
    return [
        first if taken[first.casefold()] == 1 else _longer(name, names)
        for first, name in zip(firsts, names, strict=True)
    ]


def _longer(name: str, names: Sequence[str]) -> str:
    """'Anna K.' when that tells her from every other Anna, else the whole name."""
    words = name.split()
    if len(words) == 1:
        return name
    rivals = [other.casefold() for other in names if other != name]
    short = f"{words[0]} {words[1][0]}"
    return name if any(other.startswith(short.casefold()) for other in rivals) else short + "."


def all_initials(names: Sequence[str]) -> list[str]:
    """One or two letters each, all different where the names allow it."""
    chosen = [_initials(name) for name in names]
    taken = Counter(chosen)
    used = {letters for letters, times in taken.items() if times == 1}
    for at, name in enumerate(names):
        if taken[chosen[at]] > 1:
            first, *rest = [c for c in name if c.isalnum()] or ["?"]
            pairs = (first.upper() + second.casefold() for second in rest)
            chosen[at] = next((pair for pair in pairs if pair not in used), chosen[at])
            used.add(chosen[at])
    return chosen


def _initials(name: str) -> str:
    words = [word for word in name.split() if word.casefold() not in PARTICLES] or [name]
    parts = words[0].split("-") if "-" in words[0].strip("-") else [words[0], *words[1:][-1:]]
    return "".join(part[0] for part in parts[:2] if part).upper()
