"""Maxi Yatzy: six dice, twenty boxes.

1. Six dice, twenty boxes, one a turn; turns, seats and the end are those of Yahtzee, in `yahtzee.py`.
2. The boxes of Yatzy, and three pairs, five of a kind, the full straight of 1 to 6 for 21, villa (three and three)
   and tower (four and two). A straight needs its faces; the sixth die is free. Six equal are 100.
3. Groups and pairs are of different faces and at their best, unless `five_is_full_house` and `four_is_two_pairs` let
   equal dice be split.
4. `saved_rolls`: rolls that a turn did not use may be used in any later one. At least one roll is due a turn.
5. `upper_bonus`: from how many points of the upper part on how many more are earned.
6. `box_order`: any box; always the first open one, or the last; the upper part first, or the lower.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from scorekeeper.engine.boxes import CHANCE, NORDIC_STRAIGHTS, UPPER, Box, all_equal, groups, kind_match, pairs, run
from scorekeeper.engine.scorecards import Book
from scorekeeper.engine.settings import setting
from scorekeeper.engine.sheet_game import SheetGame


@dataclass(frozen=True, slots=True)
class Rules:
    saved_rolls: str = setting("off", "off", "on")
    upper_bonus: str = setting("84/100", "84/100", "84/50", "75/50", "63/100")
    five_is_full_house: str = setting("off", "off", "on")
    four_is_two_pairs: str = setting("off", "off", "on")
    box_order: str = setting("any", "any", "forced_top_down", "forced_bottom_up", "upper_first", "lower_first")
    first_player: str = setting("random", "random", "roll_off", "first_seat", matters=lambda rules, seats: seats != 1)
    tie: str = setting("shared", "shared", "roll_off", matters=lambda rules, seats: seats != 1)


class MaxiYatzy(SheetGame):
    key = "maxi_yatzy"
    rules = Rules

    def book(self, rules: Rules) -> Book:
        return _book(rules)


@cache
def _book(rules: Rules) -> Book:
    bonus_at, bonus = map(int, rules.upper_bonus.split("/"))
    five, four = rules.five_is_full_house == "on", rules.four_is_two_pairs == "on"
    return Book(
        dice=6,
        boxes=(
            *UPPER,
            Box("pair", kind_match(2)),
            Box("two_pairs", pairs(2, split=four)),
            Box("three_pairs", pairs(3, split=four)),
            Box("three_kind", kind_match(3)),
            Box("four_kind", kind_match(4)),
            Box("five_kind", kind_match(5)),
            *NORDIC_STRAIGHTS,
            Box("full_straight", run(1, 6, 21), full=21),
            Box("house", groups(3, 2, split=five)),
            Box("villa", groups(3, 3, split=five)),
            Box("tower", groups(4, 2, split=five)),
            CHANCE,
            Box("maxi_yatzy", all_equal(100), full=100),
        ),
        bonus_at=bonus_at,
        bonus=bonus,
        order=rules.box_order,
        saves=rules.saved_rolls == "on",
        first_player=rules.first_player,
        tie=rules.tie,
    )
