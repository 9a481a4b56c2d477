"""Every screen: nothing for axe to find, nothing beside the window's edges, and not a byte too much."""

import os
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from e2e.conftest import SIZES, NewPage
from e2e.plan import PEOPLE, SEED, terms
from e2e.table_server import House, settle
from underdeck.cards import codes_of
from underdeck.games.tomb.walkthrough import walkthrough
from underdeck.table.entries import AnyEntry, Began, Made, Opened, Sat
from underdeck.table.table import fold

PICTURES = os.environ.get("UNDERDECK_PICTURES", "")
"""A folder to keep a picture of every screen in."""
WHOLE = bool(os.environ.get("UNDERDECK_WHOLE"))
"""Every screen in both themes and both languages and all sizes, not only in some."""
LOOKS = [("desk", "en", "dark"), ("phone", "es", "light")]
if WHOLE:
    LOOKS = [
        (size, language, theme)
        for size in SIZES
        for language in ("en", "es")
        for theme in ("dark", "light")
    ]
FIRST_LOAD = 150_000
BOOK = walkthrough().record


def book(moves: int) -> list[AnyEntry]:
    """A Tomb with the book's cards, so many moves on."""
    opened = Opened("tomb", {}, ("",), "0" * 64, cards=" ".join(codes_of(BOOK.deal.cards)))
    return [
        opened,
        Sat(0, "Ada", "words"),
        Began(),
        *(Made(0, move, f"m{place}") for place, move in enumerate(BOOK.moves[:moves])),
    ]


def ended() -> list[AnyEntry]:
    """A Dungeon that somebody gave up."""
    begun = [*terms(SEED), Began()]
    table = fold("planned", [(entry, 0.0) for entry in begun])
    assert table.waiting
    return [*begun, Made(0, "resign"), Made(1, "resign"), Made(2, "resign")]


@pytest.mark.parametrize(("size", "language", "theme"), LOOKS)
def test_every_screen_is_open_to_everybody(
    visit: NewPage, house: House, size: str, language: str, theme: str
) -> None:
    laid = {
        "tomb-begun": house.lay(book(0)),
        "tomb-fight": house.lay(book(12)),
        "tomb-retreat": house.lay(book(30)),
        "tomb-end": house.lay(book(len(BOOK.moves))),
        "dungeon-table": house.lay([*terms(SEED), Began()]),
        "dungeon-end": house.lay(ended()),
        "waiting": house.lay(
            [Opened("dungeon", {"players": 2}, ("", ""), "0" * 64), Sat(0, "Ada", "words")]
        ),
    }
    page = visit(size, language, theme=theme)
    games = {name: "tomb" if name.startswith("tomb") else "dungeon" for name in laid}
    common = {"seat": 0, "join": "A" * 32, "watch": "B" * 32, "opened": 1}
    seats = [
        {"table": table, "game": games[name], "key": keys[0], **common}
        for name, (table, keys) in laid.items()
    ]
    settle(page, PEOPLE[0], seats, sound=False)
    places = {name: f"table/{table}" for name, (table, _) in laid.items()}
    places |= {
        "replay-tomb": f"replay/{laid['tomb-end'][0]}",
        "replay-dungeon": f"replay/{laid['dungeon-end'][0]}",
    }
    places |= {
        name: name for name in ("tomb", "dungeon", "lobby", "games", "settings", "learn", "rules")
    }
    places |= {
        "home": "",
        "learn-tomb": "learn/tomb",
        "learn-dungeon": "learn/dungeon",
        "rules-dungeon": "rules/dungeon",
        "no-key": "table/none",
    }
    page.goto("/")
    found: list[str] = []
    for name, place in places.items():
        page.goto(f"/#/{place}")
        page.locator("main h1, main .tomb, main .dungeon").first.wait_for()
        page.wait_for_timeout(120)
        found += trouble(page, name)
        if PICTURES:
            Path(PICTURES).mkdir(parents=True, exist_ok=True)
            page.screenshot(path=f"{PICTURES}/{name}-{size}-{language}-{theme}.png")
    assert not found, "\n".join(found)


def trouble(page: Page, name: str) -> list[str]:
    """What is wrong with a screen."""
    told = Axe().run(page)
    found = [
        f"{name}: {rule['id']}: {node['html'][:160]} {node['any'][0]['message'] if node['any'] else ''}"
        for rule in told.response["violations"]
        for node in rule["nodes"][:3]
    ]
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        found.append(
            f"{name}: wider than the window by {page.evaluate('document.documentElement.scrollWidth - innerWidth')}"
        )
    return found


def test_the_first_load_is_small(visit: NewPage) -> None:
    page = visit()
    page.goto("/")
    page.wait_for_timeout(500)
    entries = "['navigation', 'resource'].flatMap(kind => performance.getEntriesByType(kind))"
    sizes: dict[str, int] = page.evaluate(
        f"Object.fromEntries({entries}.map(one => [one.name, one.transferSize]))"
    )
    assert sum(sizes.values()) <= FIRST_LOAD, sizes


def test_nothing_jumps_when_cards_fly(visit: NewPage, house: House) -> None:
    table, keys = house.lay(book(0))
    page = visit(calm=False)
    settle(page, "Ada", [{"table": table, "game": "tomb", "seat": 0, "key": keys[0], "opened": 1}])
    page.goto(f"/#/table/{table}")
    page.locator("button[data-move]").first.wait_for()
    page.wait_for_timeout(600)
    page.evaluate(WATCH_SHIFTS)
    for move in BOOK.moves[:5]:
        page.locator(f"button[data-move='{move}'][aria-disabled=false]").click()
        expect(page.locator(".tomb")).to_have_attribute("data-playing", "false")
        page.wait_for_timeout(700)  # a shift right after a click would be forgiven
    shifts: float = page.evaluate("window.shifted")
    assert shifts < 0.01


WATCH_SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shifted += entry.value;
}).observe({ type: "layout-shift" });
"""
