"""Kniffel: the sheet of Yahtzee as it is usually played in Germany, without jokers and further Kniffels.

1. Dice, turns, boxes and the bonus of 35 from 63 are those of Yahtzee, in `yahtzee.py`.
2. `yahtzee_bonus`: five equal while the Kniffel box holds 50 are an ordinary throw, or are paid 50 or 100 besides.
3. `joker`: none, or the free or the forced one of Yahtzee.
4. `five_is_full_house`, `box_order`, `first_player` and `tie` are those of Yahtzee.
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
    yahtzee_bonus: int = setting(0, 0, 50, 100)
    joker: str = setting("none", "none", "free", "forced", matters=lambda rules, seats: rules.box_order == "any")
    five_is_full_house: str = setting("off", "off", "on")
    box_order: str = setting("any", "any", "forced_top_down")
    first_player: str = setting("random", "random", "roll_off", "first_seat", matters=lambda rules, seats: seats != 1)
    tie: str = setting("shared", "shared", "roll_off", matters=lambda rules, seats: seats != 1)


class Kniffel(SheetGame):
    key = "kniffel"
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
