"""Somebody at a tablet or a phone, and what they do at the table."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Response, expect

REFUSED = re.compile(r"status of (400|409|422)")  # Chromium calls every refusal an error; it is an answer of ours


class Person:
    def __init__(self, context: BrowserContext, home: str) -> None:
        self.context = context
        self.home = home
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(f"script: {error}"))
        self.page.on("response", self._answered)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not REFUSED.search(message.text):
            self.complaints.append(f"{message.type}: {message.text}")

    def _answered(self, response: Response) -> None:
        if response.status >= 500:
            self.complaints.append(f"{response.status} from {response.url}")

    # ---- going somewhere ------------------------------------------------------------------------------------------

    def open(self, path: str = "/") -> None:
        self.page.goto(self.home + path)

    def follow(self, name: str | re.Pattern[str]) -> None:
        self.link(name).first.click()

    def link(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("link", name=name)

    def button(self, name: str | re.Pattern[str], *, exact: bool = False) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def press(self, name: str | re.Pattern[str]) -> None:
        self.button(name).first.click()

    def menu(self, item: str) -> None:
        """Open the three dots in the top bar and choose a line."""
        menu = self.page.locator(".top details.menu")
        menu.locator("summary").click()
        menu.locator(".menu__item", has_text=item).click()

    def sees(self, sentence: str | re.Pattern[str]) -> None:
        """The sentence that leads the page."""
        expect(self.page.locator("h1")).to_contain_text(sentence)

    def reads(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.locator("main")).to_contain_text(text)

    @property
    def refusal(self) -> Locator:
        return self.page.locator(".flash--loss")

    @property
    def value(self) -> Locator:
        """What the panel says the dice are worth."""
        return self.page.locator(".value__n")

    # ---- setting a table ------------------------------------------------------------------------------------------

    def set_table(self, *names: str, **rules: str) -> None:
        """From the first page to the first turn."""
        self.open()
        self.follow(re.compile("^Chicago with losses"))
        for number, name in enumerate(names, start=1):
            self.page.get_by_label("New name").fill(name)
            self.press("Add")
            self.reads(f"{number} of 6 seats")
        for rule, choice in rules.items():
            self.choose(f"rule-{rule}", choice)
        self.press(re.compile("^Start with"))

    def choose(self, field: str, choice: str) -> None:
        option = self.page.locator(f'.opt:has(input[name="{field}"])').filter(has_text=re.compile(f"^{choice}$"))
        option.click()
        expect(option.locator("input")).to_be_checked()

    # ---- a turn ---------------------------------------------------------------------------------------------------

    def tap(self, *faces: int) -> None:
        for at, face in enumerate(faces, start=1):
            self.button(str(face), exact=True).click()
            expect(self.page.locator(".tray .slot:not(.slot--empty)")).to_have_count(at)

    def enter(self, *faces: int, throws: int | None = None) -> None:
        """A whole turn, by its final dice."""
        self.tap(*faces)
        expect(self.value).to_be_visible()
        if throws is not None:
            self.choose("throws", str(throws))
        expect(self.page.locator("[data-enter]")).to_contain_text("Enter")
        self.page.locator("[data-enter]").click()
