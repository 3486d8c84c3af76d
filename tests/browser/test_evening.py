"""What people can do, from the first page to the printed sheet, on a phone and on a tablet."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from scorekeeper import service
from scorekeeper.engine.dice import Settled
from scorekeeper.store import Store
from tests.browser.conftest import NewPerson
from tests.browser.person import Person
from tests.service import SHORT, enter, settle
from tests.web.tables import table_of, url

NAME_OF_FOCUS = """() => {
  const now = document.activeElement;
  return now.name === "throws" ? `throws ${now.value}` : now.getAttribute("aria-label") || now.textContent || "";
}"""
LONG = "Wilhelmina Catharina van der Nieuwenhuis"  # 40 letters


def test_a_table_is_set_with_names_and_house_rules(person: Person) -> None:
    person.open()
    person.follow(re.compile("^Chicago with losses"))
    person.sees("Who plays, and by which rules?")
    for name in ("Anna", LONG):
        person.page.get_by_label("New name").fill(name)
        person.page.get_by_label("New name").press("Enter")
        expect(person.button(f"Remove {name}")).to_be_visible()
    person.page.get_by_label("New name").fill("anna")
    person.press("Add")
    expect(person.refusal).to_contain_text("sits here already")
    expect(person.page.get_by_label("New name")).to_have_value("anna")
    person.page.get_by_label("New name").fill("Bo")
    person.press("Add")
    person.press("Move Bo up")
    seats = person.page.locator(".seats .name")
    expect(seats).to_have_text(["Anna", "Bo", LONG])  # the next button sends the order that the page shows
    person.press("Remove Anna")
    expect(seats).to_have_text(["Bo", LONG])
    person.choose("rule-max_rolls", "1")
    expect(person.page.locator('input[name="rule-hold_policy"]')).to_have_count(0)
    person.choose("rule-first_leader", "First seat")
    person.choose("rule-losses_to_exit", "2")
    person.reads("3 differ from the usual")
    person.press("Start with 2, out at 2 losses")
    person.sees("Bo, throw once.")
    person.reads(LONG)


def test_a_new_table_waits_for_its_answer_before_the_next_tap(person: Person) -> None:
    person.open("/new/yahtzee")
    held: list[Route] = []
    person.page.route("**/new/*", lambda route: held.append(route))
    person.page.fill("#new-name", "Anna")
    person.button("Add", exact=True).click()
    expect(person.button("Add", exact=True)).to_be_disabled()
    held[0].continue_()
    expect(person.page.locator(".row--seat .name")).to_have_text(["Anna"])
    expect(person.button("Add", exact=True)).to_be_enabled()


def test_names_of_earlier_tables_are_offered(person: Person, kept: Store) -> None:
    table_of(kept, names=("Yvonne", "Zacharias"))
    person.open("/new/chicago_losses")
    person.button("Zacharias", exact=True).click()
    person.reads("1 of 6 seats")
    expect(person.button("Zacharias", exact=True)).to_have_count(0)
    expect(person.button("Remove Zacharias")).to_be_visible()


def test_a_match_from_its_first_turn_to_a_rematch(person: Person) -> None:
    person.set_table("Anna", "Bo", first_leader="First seat", losses_to_exit="2")
    person.sees("Anna, throw up to 3 times.")
    person.tap(1, 6, 4)
    expect(person.value).to_have_text("164")
    person.choose("throws", "2")
    person.press("Enter 164 for Anna")
    person.sees("Bo, throw once or twice.")
    expect(person.page.locator('input[name="throws"][type="radio"]')).to_have_count(2)
    person.enter(2, 2, 2)
    person.sees("Bo pays.")
    person.reads("Anna leads round 2")
    person.reads("164 was the highest.")
    person.follow("Start round 2")
    person.enter(1, 4, 2, throws=1)
    person.sees("Bo, throw once.")
    person.enter(2, 2, 2)
    person.sees("Anna wins.")
    first = person.page.url
    person.press("Rematch")
    person.sees("Anna, throw up to 3 times.")
    expect(person.page).not_to_have_url(first)
    person.reads("Losses, out at 2")


def test_throw_by_throw_shows_what_is_kept(person: Person) -> None:
    person.set_table("Anna", "Bo", first_leader="First seat")
    person.page.get_by_role("switch", name="Throw by throw").click()
    person.reads("Anna’s first throw")  # noqa: RUF001
    person.tap(1, 4, 2)
    person.press("Enter this throw")
    person.sees("Anna, stop with 106 or throw again.")
    person.page.locator(".slot--keep").first.click()
    expect(person.page.get_by_role("checkbox", name="Keep die 1, which shows 1")).to_be_checked()
    person.press("Throw the rest again")
    person.sees("Anna, throw 2 dice again.")
    person.reads("kept: 1")
    person.tap(6, 3)
    person.press("Enter this throw")
    person.press("Stop with 163")
    person.sees("Bo, throw once or twice.")
    expect(person.page.get_by_role("switch", name="Throw by throw")).to_have_attribute("aria-checked", "true")


def test_the_app_rolls_and_undo_never_rolls_again(person: Person) -> None:
    person.set_table("Anna", "Bo", first_leader="First seat")
    person.press("Roll for me")
    person.sees("Anna, stop with")
    expect(person.button("Undo")).to_have_count(0)
    thrown = person.value.inner_text()
    person.press(f"Stop with {thrown}")
    person.sees("Bo, throw once.")
    person.press("Undo")
    person.sees(f"Anna, stop with {thrown} or throw again.")
    expect(person.button("Undo")).to_have_count(0)


def test_a_table_without_dice(person: Person) -> None:
    person.open("/new/chicago_losses")
    for name in ("Anna", "Bo"):
        person.page.get_by_label("New name").fill(name)
        person.press("Add")
        expect(person.button(f"Remove {name}")).to_be_visible()
    person.choose("dice", "The app’s")  # noqa: RUF001
    person.choose("rule-first_leader", "First seat")
    person.press(re.compile("^Start with 2"))
    person.press("Throw 3 dice for Anna")
    person.sees("Anna, stop with")
    for slot in person.page.locator(".slot--keep").all():
        slot.click()
    person.press("Throw the rest again")
    person.sees("Bo, throw once.")
    expect(person.button("Throw 3 dice for Bo")).to_be_visible()


def test_a_total_is_typed_and_one_that_cannot_be_is_explained(person: Person) -> None:
    person.set_table("Anna", "Bo", first_leader="First seat")
    person.follow("Type total")
    person.page.get_by_label("Points").fill("111")
    person.choose("throws", "2")
    person.press("Enter the total for Anna")
    expect(person.refusal).to_contain_text("The nearest are 110 and 122.")
    expect(person.page.get_by_label("Points")).to_have_value("111")
    person.page.get_by_label("Points").fill("163")
    person.press("Enter the total for Anna")
    person.sees("Bo, throw once or twice.")


def test_dice_that_were_tapped_are_never_lost(person: Person, kept: Store) -> None:
    """The first taps are not sent to anybody: the button that enters must know them nevertheless."""
    person.open(url(table_of(kept, 106)))
    person.tap(1, 6)
    expect(person.button("Die 1 shows 1, tap to clear")).to_be_visible()
    person.page.locator("[data-enter]").click(force=True)  # it says what is missing, and sends nevertheless
    expect(person.refusal).to_have_text("3 dice are needed, and 2 came.")
    expect(person.button("Die 2 shows 6, tap to clear")).to_be_visible()
    person.button("4", exact=True).click()
    expect(person.value).to_have_text("164")
    person.button("Die 1 shows 1, tap to clear").click()
    expect(person.value).to_have_count(0)
    person.button("2", exact=True).click()
    expect(person.value).to_have_text("66")
    person.press("Enter 66 for Bo")
    person.sees("Cleo, throw once.")


def test_undo_says_what_it_takes_back_any_number_of_times(person: Person, kept: Store) -> None:
    person.open(url(table_of(kept, 106, 64)))
    person.press("Undo")
    person.sees("Bo, throw once.")
    person.press("Undo")
    person.sees("Anna, throw up to 3 times.")
    expect(person.button("Undo")).to_have_count(0)


def test_a_correction_says_first_what_it_changes(person: Person, kept: Store) -> None:
    table = enter(kept, table_of(kept), Settled(0, (1, 6, 4), 1), Settled(1, (1, 4, 2), 1), Settled(2, (4, 5, 5), 1))
    person.open(url(table))
    person.page.locator("a.cell", has_text="14").click()
    person.sees("Cleo, round 1: what should it be?")
    for number, face in ((1, 1), (2, 6)):
        person.button(re.compile(f"^Die {number} shows")).click()
        person.button(str(face), exact=True).click()
        expect(person.button(f"Die {number} shows {face}")).to_be_visible()
    person.sees("165, not 14.")
    person.reads("Cleo no longer pays for round 1.")
    person.page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    person.press("Correct it to 165")
    person.sees("Cleo, throw up to 3 times.")
    assert person.page.evaluate("window.scrollY") == 0, "another page begins at its top"
    person.reads("Cleo no longer pays for round 1.")
    expect(person.page.locator("a.cell", has_text="165")).to_contain_text("corrected")


def test_an_impossible_correction_names_the_later_entry(person: Person, kept: Store) -> None:
    table = enter(kept, table_of(kept), Settled(0, (1, 6, 4), 2), Settled(1, (1, 4, 2), 2))
    person.open(url(table, "correct/0/"))
    person.choose("throws", "1")
    person.reads(re.compile("Bo.s 106 in round 1 could not stand."))
    expect(person.button(re.compile("^Correct it"))).to_have_text("Correct it and take back 1 entry")
    person.follow(re.compile("^Go to Bo"))
    person.sees("Bo, round 1")


def test_people_leave_join_move_and_are_skipped(person: Person, kept: Store) -> None:
    table = table_of(kept, 106, 69, 64)
    person.open(url(table))
    person.menu("People")
    person.press("Move Cleo up")
    expect(person.page.locator(".row--seat .name")).to_have_text(["Anna", "Cleo", "Bo"])
    person.page.get_by_label("Name").fill("Dirk")
    person.press("Join the table")
    expect(person.page.locator(".row--seat .name")).to_have_text(["Anna", "Cleo", "Bo", "Dirk"])
    person.press("Bo leaves")
    person.sees("Does Bo leave for good?")
    person.press("Bo leaves")
    person.sees("Anna, throw up to 3 times.")
    person.reads("left in round 2")
    person.enter(1, 6, 4, throws=1)
    person.sees("Cleo, throw once.")
    person.menu("Skip Cleo for now")
    person.sees("Dirk, throw once.")


def test_reload_rotate_and_come_back(person: Person, kept: Store, size: tuple[int, int]) -> None:
    person.open(url(table_of(kept, 106)))
    person.tap(1, 6, 4)
    expect(person.value).to_have_text("164")
    person.page.reload()
    expect(person.value).to_have_text("164")
    person.page.set_viewport_size({"width": size[1], "height": size[0]})
    expect(person.value).to_have_text("164")
    person.press("Enter 164 for Bo")
    person.sees("Cleo, throw once.")
    person.page.reload()
    person.sees("Cleo, throw once.")
    person.open()
    person.page.go_back()
    person.sees("Cleo, throw once.")


def test_the_home_page_ends_and_deletes_asking_twice(person: Person, kept: Store) -> None:
    title = f"To be deleted {kept.engine.url.database[-1]}{id(kept)}"
    table = table_of(kept, 106, title=title)
    person.open()
    card = person.page.locator("article", has_text=title)
    card.get_by_role("link", name="Open", exact=True).or_(card.get_by_role("link", name="Carry on")).click()
    person.sees("Bo, throw once.")
    person.menu("End the table")
    person.sees("before it is over?")
    person.press("End the table")
    expect(card).to_contain_text("Ended early")
    card.locator("summary").click()
    card.get_by_role("link", name="Delete the table").click()
    person.sees("for good?")
    person.follow("Keep it")
    person.open(url(table, "delete"))
    person.press("Delete it")
    expect(card).to_have_count(0)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_sheet_fits_one_page_of_its_paper(new_person: NewPerson, kept: Store, paper: str) -> None:
    person = new_person()
    table = table_of(kept, 6, 106, 300, 300, 6, 106, names=("Anna", LONG, "Cleo"), rules=SHORT)
    person.open(url(table))
    person.menu("Print")
    person.follow(paper)
    expect(person.page.locator(f".paper--{paper.lower()}")).to_be_visible()
    expect(person.button("Print")).to_be_visible()
    pdf = person.page.pdf(prefer_css_page_size=True).decode("latin-1")
    width, height = {"A4": (595, 842), "Letter": (612, 792)}[paper]
    boxes = [(round(float(w)), round(float(h))) for w, h in re.findall(r"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)]
    assert boxes == [(width, height)]
    person.page.emulate_media(media="print")
    expect(person.page.locator(".paperbar").first).to_be_hidden()
    ink = person.page.locator(".paper").evaluate(
        "e => [getComputedStyle(e).color, getComputedStyle(e).backgroundColor]"
    )
    assert ink == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]


def test_a_blank_sheet(person: Person) -> None:
    person.open()
    person.menu("Chicago with losses")  # the only lines about a game are those of its blank sheet
    person.page.get_by_role("link", name="6 people").click()
    expect(person.page.locator("thead th")).to_have_count(7)
    assert len(re.findall(r"/MediaBox", person.page.pdf(prefer_css_page_size=True).decode("latin-1"))) == 1


def test_dark_and_light(person: Person) -> None:
    person.open()
    looks = []
    for look in ("light", "auto", "dark"):
        person.menu("Dark or light")
        expect(person.page.locator("html")).to_have_attribute("data-theme", look)
        looks.append(person.page.locator("body").evaluate("e => getComputedStyle(e).backgroundColor"))
    assert looks[0] != looks[2]


def test_dark_and_light_leave_the_tapped_dice_where_they_are(person: Person, kept: Store) -> None:
    person.open(url(table_of(kept, 106)))
    person.tap(1, 6)
    person.menu("Dark or light")
    expect(person.page.locator("html")).to_have_attribute("data-theme", "light")
    expect(person.button("Die 2 shows 6, tap to clear")).to_be_visible()
    person.page.reload()
    expect(person.page.locator("html")).to_have_attribute("data-theme", "light")


# ---- without script, and without a mouse --------------------------------------------------------------------------


def test_the_main_path_without_script(new_person: NewPerson, size: tuple[int, int]) -> None:
    person = new_person(size, java_script_enabled=False)
    person.open()
    person.follow(re.compile("^Chicago with losses"))
    for name in ("Anna", "Bo"):
        person.page.get_by_label("New name").fill(name)
        person.press("Add")
    person.choose("rule-first_leader", "First seat")
    person.press(re.compile("^Start with 2"))
    person.sees("Anna, throw up to 3 times.")
    person.tap(1, 6, 4)
    expect(person.value).to_have_text("164")
    person.choose("throws", "2")
    person.page.locator("[data-enter]").click(force=True)  # it says what is missing, and sends nevertheless
    person.sees("Bo, throw once or twice.")
    person.page.reload()
    person.sees("Bo, throw once or twice.")
    person.page.get_by_role("switch", name="Throw by throw").click()
    person.tap(2, 2, 2)
    person.press("Enter this throw")
    person.page.locator(".slot--keep").first.click()
    person.press("Throw the rest again")
    person.tap(2, 3)
    person.press("Enter this throw")
    person.sees("Bo pays.")
    person.follow("Start round 2")
    person.follow("Type total")
    person.page.get_by_label("Points").fill("111")
    person.choose("throws", "1")
    person.press("Enter the total for Anna")
    expect(person.refusal).to_contain_text("110 and 122")
    person.page.get_by_label("Points").fill("106")
    person.press("Enter the total for Anna")
    person.sees("Bo, throw once.")
    person.press("Undo")
    person.sees("Anna, throw up to 3 times.")
    person.page.locator("a.cell", has_text="164").click()
    person.button("Die 3 shows 4").click()
    person.button("5", exact=True).click()
    person.press("Correct it to 165")
    person.sees("Anna, throw up to 3 times.")
    person.menu("Print")
    person.reads("165")


def test_a_whole_turn_with_the_keyboard_alone(new_person: NewPerson, kept: Store) -> None:
    person = new_person()
    person.open(url(table_of(kept)))
    keyboard = person.page.keyboard

    def focused() -> str:
        return str(person.page.evaluate(NAME_OF_FOCUS))

    def go_to(name: str, key: str = "Tab") -> None:
        for _ in range(60):
            if re.match(name, focused().strip()):
                return
            keyboard.press(key)
        raise AssertionError(f"“{name}” is never reached; now at {focused()!r}")

    keyboard.press("Tab")
    assert "Skip to the table" in focused()
    keyboard.press("Enter")
    for at, face in enumerate((1, 6, 4), start=1):
        go_to(f"{face}$", "Tab" if at != 3 else "Shift+Tab")
        keyboard.press("Enter")
        expect(person.page.locator(".tray .slot:not(.slot--empty)")).to_have_count(at)
    expect(person.value).to_have_text("164")
    expect(person.button("4", exact=True)).to_be_focused()
    go_to("throws 1")
    keyboard.press("ArrowRight" if person.page.locator('input[value="1"][name="throws"]').is_checked() else "Space")
    expect(person.page.locator("[data-enter]")).to_contain_text("Enter 164 for Anna")
    go_to("Enter 164 for Anna")
    keyboard.press("Enter")
    person.sees("Bo, throw")


# ---- several at one table, and a server that dies -------------------------------------------------------------


def test_two_at_one_table_and_the_slower_one_sees_what_the_other_did(new_person: NewPerson, kept: Store) -> None:
    table = table_of(kept)
    slow, fast = new_person(), new_person()
    for one, face in ((slow, 5), (fast, 4)):
        one.open(url(table))
        one.tap(1, 6, face)
        one.choose("throws", "2")
        expect(one.page.locator("[data-enter]")).to_contain_text(f"Enter 16{face}")
    fast.press("Enter 164 for Anna")
    fast.sees("Bo, throw once or twice.")
    slow.press("Enter 165 for Anna")
    expect(slow.refusal).to_contain_text("Somebody else was faster.")
    slow.sees("Bo, throw once or twice.")
    expect(slow.page.locator(".tray .slot--empty")).to_have_count(3)
    slow.enter(1, 4, 2)
    slow.sees("Cleo, throw once or twice.")
    assert len(service.load(kept, table.info.token).standing) == 2


def test_six_people_with_long_names(person: Person, kept: Store, size: tuple[int, int]) -> None:
    names = tuple(f"{letter}{LONG[1:]}" for letter in "ABCDEF")
    table = settle(kept, table_of(kept, names=names), 106, 69, 64, 300, 9, 15, 106)
    for path in ("", "round/1", "people", "print", "correct/0/"):
        person.open(url(table, path))
        wide = person.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert path == "print" or wide <= 0, f"/{path} is {wide} px too wide"
