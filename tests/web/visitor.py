"""Somebody with a browser, with script or without: follows links and presses buttons, and looks at every page."""

from __future__ import annotations

from collections import Counter
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from tests.web.page import Page, Sending

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class Visitor:
    """`htmx` sends what the htmx of a browser would send, and gets fragments."""

    def __init__(self, app: Flask, *, htmx: bool = False) -> None:
        self.client = app.test_client()
        self.htmx = htmx
        self.page = Page("")
        self.status = 0
        self.at = ""  # what the address bar shows
        self.response: TestResponse | None = None

    def open(self, url: str, *, status: int = 200) -> Page:
        """Type an address: always a whole page."""
        return self._got(self.client.get(url), url, status)

    def follow(self, link: str) -> Page:
        """Tap a link. Links are plain ones: a whole page comes."""
        return self.open(self.page.link(link))

    def press(self, button: str, *, status: int = 200, **changes: str | list[str] | None) -> Page:
        """Press a button, with some fields of its form filled in."""
        return self.send(self.page.sending(button, **changes), status=status)

    def send(self, sending: Sending, *, status: int = 200) -> Page:
        headers = {"HX-Request": "true", "HX-Source": "button"} if self.htmx else {}
        fields: dict[str, list[str]] = {}
        for key, value in sending.fields:
            fields.setdefault(key, []).append(value)
        if sending.method == "get":
            response = self.client.get(sending.action, query_string=fields, headers=headers)
            return self._got(response, response.request.full_path, status)
        response = self.client.post(sending.action, data=fields, headers=headers)
        return self._got(response, sending.action, status)

    def post(self, url: str, fields: dict[str, Any] | None = None, *, status: int = 200, **more: Any) -> Page:
        """Send something that no button of ours sends."""
        headers = {"HX-Request": "true"} if self.htmx else {}
        return self._got(self.client.post(url, data={**(fields or {}), **more}, headers=headers), url, status)

    def tap(self, *faces: int) -> Page:
        for face in faces:
            self.press(str(face))
        return self.page

    def _got(self, response: TestResponse, url: str, status: int) -> Page:
        check_headers(response)
        if "HX-Redirect" in response.headers:
            assert self.htmx and response.status_code == 200 and not response.data
            return self.open(response.headers["HX-Redirect"], status=status)
        if response.status_code == 303:
            assert not self.htmx
            return self.open(response.headers["Location"], status=status)
        assert response.status_code == status, f"{url}: {response.status} {response.get_data(as_text=True)[:2000]}"
        assert response.mimetype == "text/html"
        assert "HX-Request" in response.headers.get("Vary", "")
        assert response.headers["Cache-Control"] == "no-store"
        self.response, self.status = response, response.status_code
        self.page = Page(response.get_data(as_text=True))
        self.at = response.headers.get("HX-Push-Url", url)
        check_page(self.page, whole="HX-Request" not in response.request.headers)
        return self.page


def check_headers(response: TestResponse) -> None:
    for name, value in HEADERS.items():
        assert response.headers[name] == value
    policy = dict(part.split(" ", 1) for part in response.headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["object-src"] == "'none'"
    assert "unsafe" not in response.headers["Content-Security-Policy"]
    for cookie in response.headers.getlist("Set-Cookie"):
        assert "HttpOnly" in cookie and "SameSite=Lax" in cookie, cookie


def check_page(page: Page, *, whole: bool) -> None:
    """What holds on every page: nothing inline, one heading, no id twice, a name on all that can be tapped."""
    for node in page.walk():
        inline = [key for key in node.attrs if key == "style" or key.startswith("on")]
        assert not inline, f"<{node.tag}> carries {inline} inline"
        assert node.tag != "style", "a style sheet stands in the page"
        if node.tag == "script":
            assert node.get("src").startswith("/static/") and not node.children, "a script stands in the page"
        if node.tag in ("button", "a") and node.get("aria-hidden") != "true":
            assert node.name, f"a nameless <{node.tag}>: {node.attrs}"
        if node.tag == "a":
            assert not node.get("href").startswith("javascript:")
    ids = Counter(node.get("id") for node in page.walk() if node.get("id"))
    assert not [name for name, times in ids.items() if times > 1]
    assert len(page.all("main")) == len(page.all("h1")) == len(page.all("title")) == 1
    assert bool(page.all("html")) == whole, "a fragment where a page was due, or the other way round"
    assert "undefined" not in page.text.casefold() and "%(" not in page.text
    assert not [node.attrs for node in page.walk() if "None" in (node.get("value"), node.get("href"))]
