"""A page as people meet it: what it says, where its links lead, and what its buttons send."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "wbr"))
SILENT = frozenset(("script", "style", "noscript", "title", "datalist"))


@dataclass(eq=False)
class Node:
    tag: str
    attrs: dict[str, str]
    parent: Node | None = None
    children: list[Node | str] = field(default_factory=list)

    def walk(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()

    def all(self, *tags: str, **attrs: str) -> list[Node]:
        """Everything below of these kinds; `cls` asks for a class, any other keyword for an attribute."""
        cls = attrs.pop("cls", None)
        found = (node for node in self.walk() if not tags or node.tag in tags)
        found = (node for node in found if cls is None or cls in node.get("class").split())
        return [node for node in found if all(node.attrs.get(key) == value for key, value in attrs.items())]

    def get(self, name: str) -> str:
        return self.attrs.get(name, "")

    @property
    def text(self) -> str:
        """What it says, with single spaces; without what nobody sees."""
        return " ".join("".join(self._words()).split())

    def _words(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif child.tag not in SILENT:
                block = child.tag not in ("b", "em", "i", "s", "small", "span", "u")
                yield from (" ", *child._words(), " ") if block else child._words()

    @property
    def name(self) -> str:
        """What a screen reader calls it."""
        return self.attrs.get("aria-label") or self.text


class Reader(HTMLParser):
    """Reads strictly: a tag that is closed out of order, or never, is a mistake of ours."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Node("#page", {})
        self.open = self.root
        self.feed(html)
        self.close()
        assert self.open is self.root, f"<{self.open.tag}> is never closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {key: value or "" for key, value in attrs}, self.open)
        assert len(node.attrs) == len(attrs), f"<{tag}> has an attribute twice: {attrs}"
        self.open.children.append(node)
        if tag not in VOID:
            self.open = node

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.tag == tag and self.open.parent, f"</{tag}> closes <{self.open.tag}>"
        self.open = self.open.parent

    def handle_data(self, data: str) -> None:
        self.open.children.append(data)


@dataclass(frozen=True)
class Sending:
    """What a press of one button sends."""

    method: str
    action: str
    fields: list[tuple[str, str]]


class Page(Node):
    """A whole page or a fragment."""

    def __init__(self, html: str) -> None:
        self.html = html
        root = Reader(html).root
        super().__init__("#page", {}, None, root.children)
        for child in self.children:
            if isinstance(child, Node):
                child.parent = self

    @property
    def title(self) -> str:
        return " ".join(self.all("title")[0].children).strip()  # type: ignore[arg-type]

    @property
    def heading(self) -> str:
        (heading,) = self.all("h1")
        return heading.text

    @property
    def refusal(self) -> str:
        """The sentence about what was refused; "" if nothing was."""
        return " ".join(node.text for node in self.all(cls="flash--loss"))

    @property
    def said(self) -> list[str]:
        """The sentences about what was changed."""
        return [node.text for node in self.all(cls="flash--good")]

    def links(self) -> dict[str, str]:
        return {node.name: node.get("href") for node in self.all("a") if "href" in node.attrs}

    def link(self, name: str) -> str:
        """Where the link of that name leads; the start of a name will do, or else a part."""
        links = self.links()
        for fits in (str.__eq__, str.startswith, str.__contains__):
            found = {href for text, href in links.items() if fits(text, name)}
            if found:
                assert len(found) == 1, f"“{name}” leads to {found}"
                return found.pop()
        raise AssertionError(f"no link “{name}” among {list(links)}")

    def buttons(self) -> dict[str, Node]:
        """The buttons that send something, by their names."""
        return {node.name: node for node in self.all("button") if node.get("type") in ("", "submit")}

    def button(self, name: str) -> Node:
        exact = [node for text, node in self.buttons().items() if text == name]
        found = exact or [node for text, node in self.buttons().items() if name in text]
        assert len(found) == 1, f"button “{name}” is there {len(found)} times: {list(self.buttons())}"
        return found[0]

    def sending(self, button: str, **changes: str | list[str] | None) -> Sending:
        """What that button sends, with some fields filled in otherwise; None leaves one out."""
        pressed = self.button(button)
        form = pressed
        while form.tag != "form":
            assert form.parent is not None, f"“{button}” stands in no form"
            form = form.parent
        elsewhere = [
            (n.get("name"), n.get("value")) for n in self.all("input") if n.get("form") == form.get("id") != ""
        ]
        fields = [pair for pair in (*_fields(form), *elsewhere) if pair[0] not in changes]
        for key, given in changes.items():
            values = [] if given is None else [given] if isinstance(given, str) else given
            fields += [(key, value) for value in values]
        if pressed.get("name"):
            fields.append((pressed.get("name"), pressed.get("value")))
        return Sending(form.get("method") or "get", form.get("action"), fields)


def _fields(form: Node) -> Iterator[tuple[str, str]]:
    for node in form.all("input", "select", "textarea"):
        if node.tag == "select":
            options = node.all("option")
            yield node.get("name"), next((o for o in options if "selected" in o.attrs), options[0]).get("value")
            continue
        assert node.tag == "input", "teach tests/web/page.py about this kind of field"
        if not node.get("name") or "disabled" in node.attrs or node.get("type") == "file":
            continue
        if node.get("type") not in ("radio", "checkbox") or "checked" in node.attrs:
            yield node.get("name"), node.get("value")
