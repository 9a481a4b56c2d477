"""Journals: the chronicles of a player as a book."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from chronicle.tales import HOSTILE, tale_of
from chronicle.test_html import Reader, check_self_contained
from underdeck.chronicle.book import Entry, Journal, bind, date_text, roman
from underdeck.chronicle.story import Fact
from underdeck.say import LANGUAGES, Words

NOON = datetime(2026, 11, 17, 12, tzinfo=UTC).timestamp()
DAY_S = 86_400.0


def entry(number: int = 0, *, alive: bool = True, **parts: int) -> Entry:
    """Return a game of Tomb."""
    plot: dict[str, Fact] = {"kings": 1, "points": 20, "gold": 2000, **parts}
    tale = tale_of(title=f"Tale {number}", subject=f"Hero {number}", plot=plot)
    return Entry(tale, NOON + number * DAY_S, "escaped", is_won=False, is_survivor=alive)


def duel(number: int, *, won: bool) -> Entry:
    """Return a game of Dungeon."""
    tale = tale_of(title=f"Duel {number}", subject=f"Prisoner {number}", game="dungeon", plot={})
    return Entry(tale, NOON, "last one alive", is_won=won, is_survivor=won)


def bound(
    entries: Sequence[Entry], *, language: str = "en", name: str = "Ada", missing: int = 0
) -> tuple[str, Reader]:
    page = bind(Journal(name, entries, missing), Words(language))
    return page, Reader(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_book_is_valid_and_self_contained(language: str) -> None:
    page, read = bound([entry(0), entry(1, alive=False), duel(2, won=True)], language=language)
    check_self_contained(page, read)
    assert read.named("html") == [{"lang": language}]
    assert len(read.named("h1")) == 1
    assert len(read.with_class("leaf")) == 1 + 1 + 1 + 2 + 3 + 1


def test_the_title_page_says_whose_journal_it_is() -> None:
    _, read = bound([entry(0), entry(3)])
    text = read.text
    assert "The Journal of Ada" in text
    assert "17 November 2026 to 20 November 2026" in text
    assert "2 chronicles" in text
    assert " to 17 November" not in bound([entry(0), entry(0)])[1].text


def test_contents_lead_to_each_chronicle_in_order() -> None:
    page, read = bound([entry(number) for number in range(5)])
    targets = [each["href"] for each in read.named("a")][:5]
    assert targets == [f"#chronicle-{number}" for number in range(1, 6)]
    ids = [each["id"] for _, each in read.elements if "id" in each]
    assert len(ids) == len(set(ids))
    assert {f"#{each}" for each in ids} == {each["href"] for each in read.named("a")}
    assert page.index("Tale 0") < page.index("Tale 4")


def test_fates_are_a_table() -> None:
    _, read = bound([entry(0), entry(1)])
    assert "I Hero 0 out alive 17 November 2026 II Hero 1 out alive" in read.text


def test_treasures_are_summed_for_survivors_and_for_the_lost() -> None:
    _, read = bound(
        [
            entry(0, kings=2, points=31, gold=3100),
            entry(1, kings=1, points=15, gold=1500),
            entry(2, alive=False, kings=4, points=70, gold=7000),
        ]
    )
    assert re.search(
        r"Brought out 3 46 4,600 † Lost with them 4 70 7,000 All together 7 116 11,600", read.text
    )
    assert "2 came back alive, 1 stayed below." in read.text
    assert len(read.with_class("lost")) == 1


def test_games_without_points_are_won_or_lost() -> None:
    _, read = bound([duel(0, won=True), duel(1, won=False), duel(2, won=True)])
    assert "2 games won, 1 game lost." in read.text
    assert "All together" not in read.text


def test_counts_of_nothing_are_left_out() -> None:
    _, read = bound([entry(0)])
    assert "1 came back alive." in read.text


def test_a_plot_without_figures_is_no_error() -> None:
    odd = Entry(tale_of(plot={"kings": "many", "points": 3}), NOON, "escaped")
    assert "games lost" not in bound([odd])[1].text
    assert "1 game lost." in bound([odd])[1].text


def test_games_that_could_not_be_told_are_counted() -> None:
    assert "1 more game could not be told." in bound([entry(0)], missing=1)[1].text


def test_only_authors_of_the_games_in_the_book_are_credited() -> None:
    assert "Daniel Bullen" not in bound([entry(0)])[1].text
    both = bound([entry(0), duel(1, won=True)])[1].text
    assert "Daniel Bullen" in both
    assert "Matthew Lowes" in both


def test_nothing_that_a_player_typed_is_html() -> None:
    tale = tale_of(title=HOSTILE, subject=HOSTILE, fate=HOSTILE, text=HOSTILE)
    page, read = bound([Entry(tale, NOON, HOSTILE)], name=HOSTILE)
    check_self_contained(page, read)
    assert not read.named("b") or all(each.get("aria-hidden") for each in read.named("b"))


@pytest.mark.parametrize(
    ("number", "text"),
    [(1, "I"), (4, "IV"), (9, "IX"), (14, "XIV"), (40, "XL"), (1994, "MCMXCIV"), (4000, "MMMM")],
)
def test_roman_numerals(number: int, text: str) -> None:
    assert roman(number) == text


def test_dates_in_both_languages() -> None:
    assert date_text(NOON, Words("en")) == "17 November 2026"
    assert date_text(NOON, Words("es")) == "17 de noviembre de 2026"
    assert date_text(1e30, Words("en")) == "?"
    assert date_text(float("nan"), Words("en")) == "?"
