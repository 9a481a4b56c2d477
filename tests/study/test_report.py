"""A report is a complete, self-contained and accessible page, and escapes the user's texts."""

import re
from html.parser import HTMLParser

import pytest

from study.outcomes import GAMES, dungeon, tomb
from underdeck.games.tomb.options import Options
from underdeck.refusal import Refusal
from underdeck.say import LANGUAGES, Words
from underdeck.study.draw.data import Results
from underdeck.study.draw.formatting import number, share_text
from underdeck.study.draw.tomb import ending_bars
from underdeck.study.report import html
from underdeck.study.simulation import Outcome

VOID = {"meta", "br"}


class Page(HTMLParser):
    """A parser that requires elements to be opened and closed properly."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs), tag
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    command = ["underdeck", "simulate", "tomb", "--seed", "two words"]
    both = tomb("heuristic", "random", option_sets=(Options(), Options(drop_sum=True)))
    return {
        "en": html(tomb("heuristic", times=100), Words("en"), command),
        "es": html(both, Words("es"), command),
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_complete_and_accessible(language: str, pages: dict[str, str]) -> None:
    page = Page(pages[language])
    assert page.all("html") == [{"lang": language}]
    assert len(page.all("h1")) == 1
    assert len(page.all("title")) == 1
    assert all(heading.get("id") for heading in page.all("h2"))
    assert len(page.all("caption")) == len(page.all("table")) >= 6
    assert all(cell.get("scope") in {"col", "row"} for cell in page.all("th"))
    pictures = page.all("svg")
    assert len(pictures) == 5
    for picture in pictures:
        assert picture["role"] == "img"
        assert re.search(r"\d", picture["aria-label"] or "")
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_self_contained(language: str, pages: dict[str, str]) -> None:
    text = pages[language]
    assert set(re.findall(r"https?://[^\"'\s<>]+", text)) == {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }
    page = Page(text)
    assert not page.all("script") + page.all("link") + page.all("img") + page.all("iframe")
    for attributes in (attributes for _, attributes in page.elements):
        for name in ("src", "href", "xlink:href"):
            assert (attributes.get(name) or "#").startswith(("#", "data:image/png;base64,"))
    ids = {attributes["id"] for _, attributes in page.elements if "id" in attributes}
    assert set(re.findall(r"(?:url\(|href=\")#([^\")]+)", text)) <= ids


def test_a_page_has_a_dark_mode(pages: dict[str, str]) -> None:
    assert "prefers-color-scheme: dark" in pages["en"]
    picture = pages["en"][pages["en"].index("<svg") :]
    assert "#0072b2" not in picture
    assert "var(--c0)" in picture


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_has_its_numbers_in_both_languages(language: str, pages: dict[str, str]) -> None:
    text = Page(pages[language]).text
    titles = {
        "en": ["Summary", "Pictures", "got out alive"],
        "es": ["Resumen", "Imágenes", "salida con vida"],
    }
    assert all(title in text for title in titles[language])
    times = {"en": 100, "es": 1}[language]
    played = tomb("heuristic", times=times)
    out = ending_bars(played.outcome.tallies[0], played.matches[0])[0]
    assert share_text(Words(language), out._asdict()) in text
    assert number(Words(language), times * GAMES) in text
    assert "Matthew Lowes" in text
    assert "underdeck simulate tomb --seed 'two words'" in text


def test_a_page_explains_house_rules(pages: dict[str, str]) -> None:
    text = Page(pages["es"]).text
    assert "drop_sum=on" in text
    assert Words("es").say("tomb.house.drop_sum") in text
    assert "las del reglamento" in text
    assert "risk=200" in text


def test_texts_of_the_user_are_escaped() -> None:
    seed = "</title><script>alert('x')</script>\"&"
    text = html(
        dungeon(("careful", "random", "random"), seed=seed),
        Words("en"),
        ["underdeck", "--seed", seed],
    )
    assert "<script" not in text
    page = Page(text)
    assert not page.all("script")
    assert page.text.count("alert('x')") == 2
    assert "Daniel Bullen" in page.text


def test_matches_of_different_sizes_can_be_compared() -> None:
    page = Page(html(dungeon(("careful", "random"), ("random",) * 3), Words("es")))
    assert "jugador 3 (random)" in page.text
    assert "Cómo obtener lo mismo otra vez" not in page.text


def test_a_page_is_the_same_from_the_same_counts() -> None:
    assert html(dungeon(("careful",) * 2), Words("en")) == html(
        dungeon(("careful",) * 2), Words("en")
    )


def test_a_simulation_without_games_is_refused() -> None:
    matches = tomb("random").matches
    with pytest.raises(Refusal, match="picture_empty"):
        html(Results(matches, Outcome.empty(matches)), Words("en"))
