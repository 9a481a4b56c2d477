"""Every screen: accessibility, no sideways scrolling, and the size of the first load."""

import os
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from e2e.conftest import SIZES, NewPage
from e2e.restartable_server import RestartableServer, fill_storage, seat_in_storage
from e2e.scripted_dungeon import PEOPLE, SEED, opening_entries
from underdeck.cards import codes_of
from underdeck.games.tomb.walkthrough import walkthrough
from underdeck.table.entries import AnyEntry, Began, Made, Opened, Sat
from underdeck.table.table import fold

SCREENSHOTS = os.environ.get("UNDERDECK_PICTURES", "")
"""A folder for screenshots of every screen."""
TEST_ALL = bool(os.environ.get("UNDERDECK_WHOLE"))
"""Test every combination of size, language and theme, not only two of them."""
VARIANTS = [("desk", "en", "dark"), ("phone", "es", "light")]
if TEST_ALL:
    VARIANTS = [
        (size, language, theme)
        for size in SIZES
        for language in ("en", "es")
        for theme in ("dark", "light")
    ]
MAX_FIRST_LOAD_BYTES = 150_000
EXAMPLE = walkthrough().record


def example_entries(moves: int) -> list[AnyEntry]:
    """Return the log of the rulebook's example game of Tomb after a number of moves."""
    opened = Opened("tomb", {}, ("",), "0" * 64, cards=" ".join(codes_of(EXAMPLE.deal.cards)))
    return [
        opened,
        Sat(0, "Ada", "words"),
        Began(),
        *(Made(0, move, f"m{place}") for place, move in enumerate(EXAMPLE.moves[:moves])),
    ]


def resigned_entries() -> list[AnyEntry]:
    """Return the log of a game of Dungeon that all but one player resigned."""
    begun = [*opening_entries(SEED), Began()]
    table = fold("planned", [(entry, 0.0) for entry in begun])
    assert table.waiting
    return [*begun, Made(0, "resign"), Made(1, "resign"), Made(2, "resign")]


@pytest.mark.parametrize(("size", "language", "theme"), VARIANTS)
def test_every_screen_is_accessible_and_fits_the_window(
    new_page: NewPage, server: RestartableServer, size: str, language: str, theme: str
) -> None:
    tables = {
        "tomb-begun": server.add_table(example_entries(0)),
        "tomb-fight": server.add_table(example_entries(12)),
        "tomb-retreat": server.add_table(example_entries(30)),
        "tomb-end": server.add_table(example_entries(len(EXAMPLE.moves))),
        "dungeon-table": server.add_table([*opening_entries(SEED), Began()]),
        "dungeon-end": server.add_table(resigned_entries()),
        "waiting": server.add_table(
            [Opened("dungeon", {"players": 2}, ("", ""), "0" * 64), Sat(0, "Ada", "words")]
        ),
    }
    page = new_page(size, language, theme=theme)
    games = {name: "tomb" if name.startswith("tomb") else "dungeon" for name in tables}
    common = {"seat": 0, "join": "A" * 32, "watch": "B" * 32, "opened": 1}
    seats = [
        {"table": table, "game": games[name], "key": keys[0], **common}
        for name, (table, keys) in tables.items()
    ]
    fill_storage(page, PEOPLE[0], seats, sound=False)
    places = {name: f"table/{table}" for name, (table, _) in tables.items()}
    places |= {
        "replay-tomb": f"replay/{tables['tomb-end'][0]}",
        "replay-dungeon": f"replay/{tables['dungeon-end'][0]}",
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
        found += problems(page, name)
        if SCREENSHOTS:
            Path(SCREENSHOTS).mkdir(parents=True, exist_ok=True)
            page.screenshot(path=f"{SCREENSHOTS}/{name}-{size}-{language}-{theme}.png")
    assert not found, "\n".join(found)


def problems(page: Page, name: str) -> list[str]:
    """Return the accessibility violations of a screen, and whether it is too wide."""
    violations = Axe().run(page).response["violations"]
    found = [
        f"{name}: {rule['id']}: {node['html'][:160]} {[check['message'] for check in node['any']]}"
        for rule in violations
        for node in rule["nodes"][:3]
    ]
    excess: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    if excess > 0:
        found.append(f"{name}: {excess} pixels wider than the window")
    return found


def test_the_first_load_is_small(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    page.wait_for_timeout(500)
    entries = "['navigation', 'resource'].flatMap(kind => performance.getEntriesByType(kind))"
    sizes: dict[str, int] = page.evaluate(
        f"Object.fromEntries({entries}.map(one => [one.name, one.transferSize]))"
    )
    assert sum(sizes.values()) <= MAX_FIRST_LOAD_BYTES, sizes


def test_animations_cause_no_layout_shift(new_page: NewPage, server: RestartableServer) -> None:
    table, keys = server.add_table(example_entries(0))
    page = new_page(reduced_motion=False)
    fill_storage(page, "Ada", [seat_in_storage(table, "tomb", keys[0])])
    page.goto(f"/#/table/{table}")
    page.locator("button[data-move]").first.wait_for()
    page.wait_for_timeout(600)
    page.evaluate(WATCH_SHIFTS)
    for move in EXAMPLE.moves[:5]:
        page.locator(f"button[data-move='{move}'][aria-disabled=false]").click()
        expect(page.locator(".tomb")).to_have_attribute("data-playing", "false")
        page.wait_for_timeout(700)  # shifts right after a click count as expected
    shift: float = page.evaluate("window.totalShift")
    assert shift < 0.01


WATCH_SHIFTS = """
window.totalShift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.totalShift += entry.value;
}).observe({ type: "layout-shift" });
"""
