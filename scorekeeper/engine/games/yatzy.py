"""Yatzy, as it is played in Sweden, Finland, Denmark and Norway.

1. Five dice, fifteen boxes, one a turn; turns, seats and the end are those of Yahtzee, in `yahtzee.py`.
2. Only the dice that match count: a pair is the highest pair, two pairs are of different faces, three and four of a
   kind count three and four dice. A house is three and two of different faces, worth its pips. Five equal are 50.
3. The small straight is 1 to 5 for 15, the large one 2 to 6 for 20. `straights` american: four and five in a row,
   for 30 and 40.
4. `four_is_two_pairs` and `five_is_full_house`: equal dice may be split into pairs, and into the groups of a house.
5. `house_points`: the pips, or always 25.
6. `upper_bonus`: from how many points of the upper part on how many more are earned.
7. `box_order`: any box; always the first open one, or the last; the upper part first, or the lower.
8. No joker, and nothing extra for a second Yatzy.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from scorekeeper.engine.boxes import (
    AMERICAN_STRAIGHTS,
    CHANCE,
    NORDIC_STRAIGHTS,
    UPPER,
    Box,
    all_equal,
    groups,
    house_fixed,
    kind_match,
    pairs,
)
from scorekeeper.engine.scorecards import Book
from scorekeeper.engine.settings import setting
from scorekeeper.engine.sheet_game import SheetGame


@dataclass(frozen=True, slots=True)
class Rules:
    upper_bonus: str = setting("63/50", "63/50", "63/35", "63/25", "42/50")
    straights: str = setting("nordic", "nordic", "american")
    house_points: str = setting("sum", "sum", "fixed_25")
    five_is_full_house: str = setting("off", "off", "on")
    four_is_two_pairs: str = setting("off", "off", "on")
    box_order: str = setting("any", "any", "forced_top_down", "forced_bottom_up", "upper_first", "lower_first")
    first_player: str = setting("random", "random", "roll_off", "first_seat", matters=lambda rules, seats: seats != 1)
    tie: str = setting("shared", "shared", "roll_off", matters=lambda rules, seats: seats != 1)


class Yatzy(SheetGame):
    key = "yatzy"
    rules = Rules

    def book(self, rules: Rules) -> Book:
        return _book(rules)


@cache
def _book(rules: Rules) -> Book:
    bonus_at, bonus = map(int, rules.upper_bonus.split("/"))
    five, four = rules.five_is_full_house == "on", rules.four_is_two_pairs == "on"
    house = groups(3, 2, split=five) if rules.house_points == "sum" else house_fixed(split=five)
    return Book(
        dice=5,
        boxes=(
            *UPPER,
            Box("pair", kind_match(2)),
            Box("two_pairs", pairs(2, split=four)),
            Box("three_kind", kind_match(3)),
            Box("four_kind", kind_match(4)),
            *(NORDIC_STRAIGHTS if rules.straights == "nordic" else AMERICAN_STRAIGHTS),
            Box("house", house, full=None if rules.house_points == "sum" else 25),
            CHANCE,
            Box("yatzy", all_equal(50), full=50),
        ),
        bonus_at=bonus_at,
        bonus=bonus,
        order=rules.box_order,
        first_player=rules.first_player,
        tie=rules.tie,
    )
