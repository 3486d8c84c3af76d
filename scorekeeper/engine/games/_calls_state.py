"""Chicago with calls: its house rules, and what a match of it looks like at any moment. Rules: chicago_calls.py."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.engine.calls import Result, Terms, best_and_worst, ranked
from scorekeeper.engine.coasters import Coasters
from scorekeeper.engine.core import Seat
from scorekeeper.engine.lots import Lot
from scorekeeper.engine.people import clockwise
from scorekeeper.engine.settings import setting
from scorekeeper.engine.sixes import Turn

SEARCH, HANDING, CLEARING = "search", "handing", "clearing"


def _basic(rules: Rules, seats: int) -> bool:
    return rules.variant == "basic"


def _coasters(rules: Rules, seats: int) -> bool:
    return rules.variant != "basic"


def _bavarian(rules: Rules, seats: int) -> bool:
    return rules.variant == "bavarian"


def _tschigg(rules: Rules, seats: int) -> bool:
    return rules.variant == "tschigg"


def _rethrown(rules: Rules, seats: int) -> bool:
    return rules.max_rolls > 1


@dataclass(frozen=True, slots=True)
class Rules:
    variant: str = setting("basic", "basic", "bavarian", "tschigg")
    searches: int = setting(3, 1, 3, 5, 10, matters=_basic)
    marks_tie: str = setting("shared", "shared", "playoff", matters=lambda r, n: _basic(r, n) and r.searches > 1)
    calls: str = setting("full", "full", "paired", "coupled", "fixed_high")
    sand: str = setting("on", "on", "off", matters=lambda r, n: _tschigg(r, n) and r.calls != "fixed_high")
    max_rolls: int = setting(3, 1, 2, 3)
    hold_policy: str = setting("locked", "locked", "locked_1_6_only", "free", matters=_rethrown)
    six_turn: str = setting("on", "on", "off", matters=_rethrown)
    three_sixes: str = setting(
        "one_turn", "one_turn", "none", "two_ones", matters=lambda r, n: _rethrown(r, n) and r.six_turn == "on"
    )
    chicago_exit: str = setting("on", "on", "off", matters=_bavarian)
    tschigg_exit: str = setting("off", "on", "off", matters=_tschigg)  # the same rule, and here seldom played
    tschigg_target: str = setting("shrinking", "shrinking", "fixed", matters=_tschigg)
    clearing_lead: str = setting("worst", "worst", "most_coasters", matters=_coasters)
    losers: int = setting(1, 1, 2, matters=lambda r, n: _coasters(r, n) and n > 5)
    first_leader: str = setting("lot", "lot", "roll_off", "first_seat")

    @property
    def is_basic(self) -> bool:
        return self.variant == "basic"

    @property
    def sixes(self) -> str:
        """What may be done with sixes, in one word."""
        return self.three_sixes if self.six_turn == "on" else "off"

    @property
    def chicago_leaves(self) -> bool:
        return {"basic": "off", "bavarian": self.chicago_exit, "tschigg": self.tschigg_exit}[self.variant] == "on"

    @property
    def has_sand(self) -> bool:
        return self.variant == "tschigg" and self.sand == "on"

    @property
    def fixed(self) -> Terms | None:
        """The call that stands in every round, where nobody calls."""
        return Terms() if self.calls == "fixed_high" else None

    def coasters(self, seats: int) -> int:
        return {"basic": 0, "bavarian": seats + 1, "tschigg": 2 * seats - 1}[self.variant]


class Round(NamedTuple):
    """A round that has been scored, and why the next one is led by whom (None: there is no next one)."""

    number: int
    phase: str
    search: int  # number of the search, in Basic
    leader: Seat | None
    limit: int
    terms: Terms | None  # None: it ended before the call
    results: tuple[Result, ...]  # in the order of the throws
    best: Seat | None
    worst: Seat | None
    gone: tuple[Seat, ...]  # by Chicago
    taker: Seat | None = None  # of a coaster: from the stack, or from the best
    giver: Seat | None = None  # who put one down or passed it on
    safe: tuple[Seat, ...] = ()
    surplus: tuple[Seat, ...] = ()  # from whom coasters were taken out
    marked: Seat | None = None  # who lost the search
    coasters: Coasters = Coasters()  # after it
    marks: tuple[int, ...] = ()
    called_at: int | None = None  # the turn in which the leader called
    next_leader: Seat | None = None
    why: str | None = None  # worst, most, same, after (in the place of somebody gone), marked, playoff

    def result_of(self, seat: Seat) -> Result | None:
        return next((result for result in self.results if result.seat == seat), None)

    @property
    def ranked(self) -> tuple[Result, ...]:
        """The results, the best first."""
        return self.results if self.terms is None else ranked(self.results, self.terms)

    @property
    def as_low(self) -> tuple[Seat, ...]:
        """Everybody who was as bad as the worst."""
        return self._level_with(self.worst)

    @property
    def as_high(self) -> tuple[Seat, ...]:
        """Everybody who was as good as the best."""
        return self._level_with(self.best)

    def _level_with(self, seat: Seat | None) -> tuple[Seat, ...]:
        one = None if seat is None else self.result_of(seat)
        if one is None or self.terms is None:
            return ()
        wanted = one.chicago, one.value(self.terms)
        return tuple([r.seat for r in self.results if (r.chicago, r.value(self.terms)) == wanted])


@dataclass(frozen=True, slots=True)
class Exit:
    """People who are out of the match: safe together, by a Chicago, or left."""

    seats: tuple[Seat, ...]
    round_no: int
    how: str  # safe, chicago, left


class State(NamedTuple):
    """A named tuple, not a dataclass: it is copied at each step, and this copies three times as fast."""

    rules: Rules
    ring: tuple[Seat, ...]  # everybody who ever sat down, clockwise
    seating: tuple[Seat, ...]  # those who are in, clockwise
    searched: tuple[Seat, ...]  # those among whom a loser is looked for now, clockwise
    phase: str
    to_lose: int  # how many lose in the end
    marks: tuple[int, ...]  # by number of the seat
    coasters: Coasters
    leader: Seat | None = None  # of this round; None until somebody leads
    order: tuple[Seat, ...] = ()  # of the throws of this round; empty until somebody leads
    results: tuple[Result, ...] = ()  # of this round
    limit: int | None = None  # throws allowed to those who follow
    call: Terms | None = None
    caller: Seat | None = None  # stays when they leave
    called_at: int | None = None  # the turn in which they called
    turn: Turn | None = None
    turns: int = 0  # that are over
    past: tuple[Round, ...] = ()
    exits: tuple[Exit, ...] = ()
    lot: Lot | None = None
    first_lead: str | None = None  # how the leader of round 1 was found
    search: int = 1  # its number
    is_playoff: bool = False
    losers: tuple[Seat, ...] | None = None  # None until it is over

    @property
    def round_no(self) -> int:
        return len(self.past) + 1

    @property
    def is_over(self) -> bool:
        return self.losers is not None

    @property
    def call_stands(self) -> bool:
        return self.limit is not None and self.call is not None

    @property
    def cap(self) -> int:
        """Throws that the player on turn may use."""
        return self.limit or self.rules.max_rolls

    @property
    def on_turn(self) -> Seat | None:
        if self.losers is not None or not self.order:
            return None
        return self.caller if self.limit is not None and self.call is None else self.order[len(self.results)]

    @property
    def between_rounds(self) -> bool:
        return bool(self.order) and self.losers is None and self.limit is None and self.turn is None

    @property
    def standing(self) -> tuple[Result | None, Result | None]:
        """Best and worst of this round so far."""
        if self.call is None or not self.results:
            return None, None
        return best_and_worst(self.results, self.call)

    def result_of(self, seat: Seat) -> Result | None:
        return next((result for result in self.results if result.seat == seat), None)

    def exit_of(self, seat: Seat) -> Exit | None:
        return next((gone for gone in self.exits if seat in gone.seats), None)


# ---- from one state to another ---------------------------------------------------------------------------------


def led_by(state: State, leader: Seat) -> State:
    """A round of those who are looked at begins with `leader`."""
    order = tuple([seat for seat in clockwise(state.ring, leader) if seat in state.searched])
    return state._replace(
        leader=leader,
        caller=leader,
        order=order,
        results=(),
        limit=None,
        call=state.rules.fixed,
        called_at=None,
        turn=None,
    )


def next_in(state: State, seat: Seat, among: tuple[Seat, ...]) -> Seat:
    """That seat if it is among them, else the next of them clockwise."""
    return next(other for other in clockwise(state.ring, seat) if other in among)


def without(state: State, seats: tuple[Seat, ...], how: str) -> State:
    """These are out of the match."""
    remaining = tuple([seat for seat in state.seating if seat not in seats])
    exits = (*state.exits, Exit(seats, state.round_no, how))
    return state._replace(seating=remaining, searched=remaining, exits=exits)


def shrunk(state: State, start: Seat) -> tuple[State, tuple[Seat, ...]]:
    """Rule 9: surplus coasters leave the game, and from whom; `start` is the first of those who hold as many."""
    if state.rules.variant != "tschigg" or state.rules.tschigg_target == "fixed":
        return state, ()
    order = tuple([seat for seat in clockwise(state.ring, start) if seat in state.seating])
    coasters, givers = state.coasters.shrunk(2 * len(state.seating) - 1, order)
    return state._replace(coasters=coasters), givers
