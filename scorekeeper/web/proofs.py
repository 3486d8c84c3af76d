"""Photographs as proof: what was read in them and what people entered, for as long as they are kept."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort
from werkzeug.wrappers import Response

from scorekeeper import service
from scorekeeper.engine.core import Action
from scorekeeper.table import Proof, Table
from scorekeeper.web import render
from scorekeeper.web.photos import is_of_now, shelf
from scorekeeper.web.render import store
from scorekeeper.web.seen import Point, Seen, as_seen, label_unit, labelled
from scorekeeper.web.views import TableView

pages = Blueprint("proofs", __name__, url_prefix="/t/<token>/proof")


@dataclass(frozen=True, slots=True)
class Shown:
    """A proof on its page. `width` is 0 where the picture is no longer kept."""

    proof: Proof
    width: int = 0
    height: int = 0
    seen: tuple[Seen, ...] = ()

    @property
    def labels(self) -> list[tuple[Seen, Point]]:
        return labelled(self.seen, self.width, self.height)

    @property
    def unit(self) -> float:
        return label_unit(self.width, self.height)

    @property
    def as_read(self) -> bool:
        """Did people enter what was read, in whatever order?"""
        return sorted(self.proof.read) == sorted(self.proof.entered)


@pages.get("/<int:turn>")
def show(token: str, turn: int) -> Response:
    table = service.load(store(), token)
    found = table.proofs(turn)
    if not found:
        abort(404)
    later = any(s.corrected for s in table.standing if s.turn == turn)
    proofs = [shown(proof, token) for proof in found]
    return render.page("proof.html", v=TableView(table), turn=turn, proofs=proofs, later=later)


def shown(proof: Proof, token: str) -> Shown:
    reading = shelf().reading(proof.name, token)
    if reading is None or shelf().picture(proof.name, token) is None:
        return Shown(proof)
    return Shown(proof, reading["width"], reading["height"], as_seen(reading, values(reading)))


def proof_of(name: str, table: Table, action: Action) -> Proof | None:
    """What the log shall remember of the photograph of that name; None if there is none, or none is kept."""
    reading = shelf().reading(name, table.info.token) if shelf().days else None
    entered = getattr(action, "dice", ())
    if reading is None or not entered or not is_of_now(reading, table):
        return None
    return Proof(name, values(reading), entered)


def settle(name: str, entered: Table) -> None:
    """The photograph of that name has done its service: it is kept as proof where one is wanted."""
    proved = any(proof.name == name for s in entered.standing for proof in s.proofs)
    if name and (proved or not shelf().days):
        with suppress(OSError):  # the entry stands, with its photograph or without
            shelf().keep(name, entered.info.token, entered.info.created_at)


def values(reading: dict[str, Any]) -> tuple[int, ...]:
    return tuple(die["value"] for die in reading["dice"])
