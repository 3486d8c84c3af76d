"""Names at the door."""

from __future__ import annotations

import pytest

from scorekeeper.engine.core import MalformedAction
from scorekeeper.names import check_names, check_title, distinct

WIDE_ANN = "\uff21\uff2e\uff2e"  # looks like ANN


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \t van\n Dam ", "Ann van Dam"),
        ("Z" * 40, "Z" * 40),
        ("Jose\u0301", "José"),
        ("Åse 🎲", "Åse 🎲"),
        ("👩\u200d🚀", "👩\u200d🚀"),  # one sign, written with a joiner
        ("<b>&amp;", "<b>&amp;"),
        ("O'Brien-Łukasz", "O'Brien-Łukasz"),
        ("李", "李"),
    ],
)
def test_names_are_taken_as_one_line(typed: str, shown: str) -> None:
    assert check_names([typed]) == (shown,)


@pytest.mark.parametrize(
    ("typed", "reason", "facts"),
    [
        ("", "name-missing", {"seat": 1}),
        (" \t ", "name-missing", {"seat": 1}),
        ("Z" * 41, "name-too-long", {"seat": 1, "most": 40, "got": 41}),
        ("A\x00b", "name-odd", {"seat": 1}),
        ("A\u202eb", "name-odd", {"seat": 1}),  # would turn what follows it
        ("\u200d", "name-odd", {"seat": 1}),
        ("\u3164", "name-odd", {"seat": 1}),  # a letter that nobody sees
        ("A\u200dnn", "name-twice", {"seat": 1, "name": "A\u200dnn"}),
        ("\u0301", "name-odd", {"seat": 1}),
        ("\ud800", "name-odd", {"seat": 1}),
        ("ann", "name-twice", {"seat": 1, "name": "ann"}),
        (WIDE_ANN, "name-twice", {"seat": 1, "name": WIDE_ANN}),
    ],
)
def test_other_names_are_refused_with_what_is_wrong(typed: str, reason: str, facts: dict[str, object]) -> None:
    with pytest.raises(MalformedAction) as refused:
        check_names(["Ann", typed])
    assert (refused.value.reason, refused.value.facts) == (reason, facts)


def test_a_title_may_be_empty_and_is_one_line() -> None:
    assert check_title("  ") == ""
    assert check_title(" Thursday \n at Joe's ") == "Thursday at Joe's"
    for title, reason in [("T" * 61, "title-too-long"), ("a\x07b", "title-odd")]:
        with pytest.raises(MalformedAction, match=reason):
            check_title(title)


def test_of_names_that_differ_in_capitals_the_first_counts() -> None:
    assert distinct(["bob", "Ann", "Bob", "ANN", "Cy"]) == ["bob", "Ann", "Cy"]
