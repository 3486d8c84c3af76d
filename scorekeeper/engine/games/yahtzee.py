"""Yahtzee, by its official rules.

1. Five dice, thirteen boxes, each used once: one a turn, thirteen turns. The highest total wins.
2. A turn is up to three throws; before each but the first any dice are kept, and a kept one may be thrown later.
3. After any throw one empty box is written: what the dice score there, or 0. It can't be changed.
4. Ones to sixes count their face; 63 or more of them together earn 35. Three and four of a kind and chance count
   all dice, a full house is 25, the straights of four and five 30 and 40, five equal 50.
5. Five equal while the Yahtzee box holds 50 are paid `yahtzee_bonus` besides, whatever box is then written.
6. Five equal while it is filled are a joker (`joker`). Forced: the box of that face; if it is filled any open lower
   box, where a full house and the straights score in full; if there is none, any open box for 0. Free: any box,
   with those scores once the box of that face is filled. None: no order, and no such scores.
7. `five_is_full_house`: five equal are a full house too, but open no box that the joker order forbids.
8. `box_order`: any box, or always the first open one; then there is no joker order.
9. Equal totals share the win, or throw for it (`tie`).
10. A late-comer plays from the round under way and makes up the missed turns at the end. Who leaves can't win.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from scorekeeper.engine.boxes import american
from scorekeeper.engine.scorecards import Book
from scorekeeper.engine.settings import setting
from scorekeeper.engine.sheet_game import SheetGame


@dataclass(frozen=True, slots=True)
class Rules:
    yahtzee_bonus: int = setting(100, 100, 50, 0)
    joker: str = setting("forced", "forced", "free", "none", matters=lambda rules, seats: rules.box_order == "any")
    five_is_full_house: str = setting("off", "off", "on")
    box_order: str = setting("any", "any", "forced_top_down")
    first_player: str = setting("random", "random", "roll_off", "first_seat", matters=lambda rules, seats: seats != 1)
    tie: str = setting("shared", "shared", "roll_off", matters=lambda rules, seats: seats != 1)


class Yahtzee(SheetGame):
    key = "yahtzee"
    rules = Rules

    def book(self, rules: Rules) -> Book:
        return _book(rules)


@cache
def _book(rules: Rules) -> Book:
    return Book(
        dice=5,
        boxes=american(rules.five_is_full_house),
        bonus_at=63,
        bonus=35,
        extra=rules.yahtzee_bonus,
        joker=rules.joker,
        order=rules.box_order,
        first_player=rules.first_player,
        tie=rules.tie,
    )
