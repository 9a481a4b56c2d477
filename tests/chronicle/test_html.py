"""Chronicles as pages: valid, self-contained, and safe whatever players typed."""

import re
from html.parser import HTMLParser

import pytest

from chronicle.tales import HOSTILE, tale_of
from underdeck.chronicle.html import as_html, tag
from underdeck.say import LANGUAGES, Words

VOID = frozenset({"meta", "br"})
ADDRESS = re.compile(r"(?:https?:)?//", re.IGNORECASE)


class Reader(HTMLParser):
    """Reads a page; every element must be closed in order."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.texts.append(data)

    @property
    def text(self) -> str:
        return " ".join("".join(self.texts).split())

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]

    def with_class(self, css: str) -> list[dict[str, str | None]]:
        return [each for _, each in self.elements if css in (each.get("class") or "").split()]


def check_self_contained(page: str, read: Reader) -> None:
    """A page runs nothing and loads nothing."""
    assert page.startswith("<!DOCTYPE html>")
    names = {name for name, _ in read.elements}
    assert not names & {"script", "link", "img", "iframe", "object", "form", "base"}
    for _, attributes in read.elements:
        assert not any(name.startswith("on") or name in ("style", "src") for name in attributes)
    assert not ADDRESS.search(re.sub(r"data:font/woff2;base64,[\w+/=]*", "", page))
    (policy,) = (each for each in read.named("meta") if each.get("http-equiv"))
    assert (policy["content"] or "").startswith("default-src 'none'")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_valid_and_self_contained(language: str) -> None:
    page = as_html(tale_of(language=language), Words(language))
    read = Reader(page)
    check_self_contained(page, read)
    assert read.named("html") == [{"lang": language}]
    assert len(read.named("h1")) == 1
    assert len(read.named("h2")) == 2
    assert "The Long Stair" in read.text


def test_every_card_is_drawn_and_named() -> None:
    page = as_html(tale_of(), Words("en"))
    read = Reader(page)
    assert [each["title"] for each in read.with_class("card")] == [
        "10 of spades",
        "Queen of hearts",
        "Joker",
        "2 of diamonds",
        "Ace of clubs",
    ]
    assert len(read.with_class("red")) == 2 + 2  # of the ornament, and of the cards
    assert "Queen of hearts" in read.text
    assert len(read.with_class("spoken")) == 5
    assert "♥\ufe0e" in page


def test_a_first_paragraph_has_a_drop_cap() -> None:
    assert len(Reader(as_html(tale_of(), Words("en"))).with_class("first")) == 1


def test_authors_are_credited_in_both_languages() -> None:
    for language in LANGUAGES:
        text = Reader(as_html(tale_of(), Words(language))).text
        assert "Matthew Lowes" in text
        assert "Pablo Sancho Fernández" in text


@pytest.mark.parametrize(
    "hostile",
    [
        HOSTILE,
        "</title></style><script>alert(1)</script>",
        "\"><img src=x onerror='alert(1)'>",
        "a\x00b\x1b[31mc\u202ed\ud800",
        "&lt;b&gt; &amp;",
    ],
)
def test_nothing_that_a_player_typed_is_html(hostile: str) -> None:
    page = as_html(tale_of(title=hostile, subject=hostile, text=hostile), Words("en"))
    read = Reader(page)
    check_self_contained(page, read)
    shown = re.sub(r"[\x00\x1b\u202e\ud800]", "", hostile)
    assert read.text.count(" ".join(shown.split())) == 5  # page title, title, subject, two texts
    page.encode("utf-8")


def test_attributes_are_escaped() -> None:
    assert tag("a", "x", href='"><b>') == '<a href="&quot;&gt;&lt;b&gt;">x</a>'
