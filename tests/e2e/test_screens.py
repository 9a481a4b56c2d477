"""Every screen: accessibility, no sideways scrolling, and the size of the first load."""

import os
import re

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import SIZES, NewPage
from e2e.example_game import EXAMPLE, example_entries, make_move
from e2e.page_checks import problems, screenshot, settle
from e2e.restartable_server import RestartableServer
from e2e.scripted_dungeon import PEOPLE, SEED, opening_entries
from e2e.storage import fill_storage, seat_in_storage
from underdeck.say.words import Words
from underdeck.table.entries import AnyEntry, Began, Made, Opened, Sat

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
MAX_FIRST_LOAD_BYTES = 120_000
TABLES: dict[str, tuple[list[AnyEntry], str]] = {
    "tomb-begun": (example_entries(0), "button[data-move]"),
    "tomb-fight": (example_entries(12), "button[data-move]"),
    "tomb-retreat": (example_entries(30), "button[data-move]"),
    "tomb-end": (example_entries(len(EXAMPLE.moves)), ".end .fair"),
    "dungeon-table": ([*opening_entries(SEED), Began()], ".dungeon"),
    "dungeon-end": (
        [*opening_entries(SEED), Began(), *(Made(seat, "resign") for seat in range(3))],
        ".end [data-verdict]",
    ),
    "dungeon-waiting": (
        [Opened("dungeon", {"players": 2}, ("", ""), "0" * 64), Sat(0, "Ada", "words")],
        "svg.qr",
    ),
}
"""The log of each table, and an element that its screen shows once everything has loaded."""
SCREENS = {
    "": "[data-game=tomb]",
    "tomb": "form fieldset",
    "dungeon": "form select",
    "lobby": ".empty, .tables",
    "games": "#profile",
    "journal": "#nothing",
    "daily": ".attempt",
    "compete": "[name=kind]",
    "compete/wager": "[name=deals]",
    "deal/4711": "button.primary",
    "settings": "[name=theme]",
    "learn": ".lessons",
    "learn/tomb": "button.primary",
    "learn/dungeon": "button.primary",
    "rules": ".rules table",
    "rules/dungeon": ".rules table",
    "table/none": "h1",
}
"""The other screens by their address, with such an element."""


NEW_TABLES: dict[str, dict[str, object]] = {
    "friends": {"game": "dungeon", "house": {"players": 2}},
    "listed": {"game": "dungeon", "house": {"players": 3}, "bots": ["random"], "listed": True},
    "bots": {"game": "dungeon", "house": {"players": 3}, "bots": ["random", "random"]},
    "tomb": {"game": "tomb"},
}
"""Tables that somebody else opens, to join or to watch them."""


def links_to_tables(page: Page) -> dict[str, tuple[str, str]]:
    """Open tables as another player; return screens that lead to them."""
    opened = {
        name: page.request.post("/api/tables", data={"name": "Zoe", **request}).json()
        for name, request in NEW_TABLES.items()
    }
    return {
        "join": (f"join/{opened['friends']['join']}", "form input"),
        "join-listed": (f"join/lobby/{opened['listed']['table']}", "form input"),
        "lobby-listed": ("lobby", ".tables a"),
        "watch-waiting": (f"watch/{opened['friends']['watch']}", ".names"),
        "watch-dungeon": (f"watch/{opened['bots']['watch']}", ".dungeon"),
        "watch-tomb": (f"watch/{opened['tomb']['watch']}", ".tomb"),
    }


def show(page: Page, place: str, element: str) -> None:
    """Go to a screen and wait until all of it has loaded."""
    page.evaluate("document.querySelector('main').firstElementChild.dataset.before = ''")
    page.goto(f"/#/{place}")
    expect(page.locator("main [data-before]")).to_have_count(0)
    page.locator(f"main {element}").first.wait_for(state="attached")
    expect(page.locator("main [aria-busy=true]")).to_have_count(0)


@pytest.mark.parametrize(("size", "language", "theme"), VARIANTS)
def test_every_screen_is_accessible_and_fits_the_window(
    new_page: NewPage, server: RestartableServer, size: str, language: str, theme: str
) -> None:
    tables = {name: server.add_table(entries) for name, (entries, _) in TABLES.items()}
    seats = [
        seat_in_storage(table, name.partition("-")[0], keys[0], join="A" * 32, watch="B" * 32)
        for name, (table, keys) in tables.items()
    ]
    screens = {name.replace("/", "-") or "home": (name, shown) for name, shown in SCREENS.items()}
    for name, (table, _) in tables.items():
        screens[name] = (f"table/{table}", TABLES[name][1])
    for name in ("tomb-end", "dungeon-end"):
        screens[f"replay-{name}"] = (f"replay/{tables[name][0]}", ".replay .board")
    page = new_page(size, language, theme=theme)
    # First, since the lobby hides tables whose players have been away for half a minute.
    screens = links_to_tables(page) | screens
    fill_storage(page, PEOPLE[0], seats, sound=False)
    page.goto("/#/rules")
    expect(page.locator("main h1")).to_be_visible()
    found: list[str] = []
    for name, (place, element) in screens.items():
        show(page, place, element)
        found += [f"{name}: {problem}" for problem in problems(page)]
        screenshot(page, f"{name}-{size}-{language}-{theme}")
    assert not found, "\n".join(found)


DEAD_ENDS = {
    "join-gone": f"join/{'A' * 32}",
    "join-listed-gone": f"join/lobby/{'A' * 16}",
    "watch-gone": f"watch/{'A' * 32}",
    "replay-none": "replay/none",
    "chronicle-gone": f"chronicle/{'A' * 32}",
    "chronicle-none": "chronicle/game/none",
    "enter-gone": f"enter/{'A' * 32}",
    "deal-gone": "deal/7KQ2P-9MXAA",
    "competition-none": "competition/none",
    "daily-gone": "daily/2020-01-01",
    "missing": "nothing/here",
    "claim-none": "claim",
}
"""Links that lead nowhere."""


@pytest.mark.parametrize(("size", "language", "theme"), VARIANTS)
def test_links_that_lead_nowhere_say_so_accessibly(
    new_page: NewPage, size: str, language: str, theme: str
) -> None:
    page = new_page(size, language, theme=theme, allow_messages=True)
    page.goto("/#/settings")
    expect(page.locator("main h1")).to_be_visible()
    found: list[str] = []
    for name, place in DEAD_ENDS.items():
        show(page, place, "h1")
        found += [f"{name}: {problem}" for problem in problems(page)]
        screenshot(page, f"{name}-{size}-{language}-{theme}")
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("size", "language", "theme"), VARIANTS)
def test_parts_that_are_opened_on_demand_are_accessible(
    new_page: NewPage, server: RestartableServer, size: str, language: str, theme: str
) -> None:
    say = Words(language).say
    table, keys = server.add_table(TABLES["dungeon-table"][0])
    page = new_page(size, language, theme=theme)
    found: list[str] = []

    def check(name: str) -> None:
        found.extend(f"{name}: {problem}" for problem in problems(page))
        screenshot(page, f"{name}-{size}-{language}-{theme}")

    page.goto("/#/daily")
    page.get_by_role("button", name=say("page.daily.play"), exact=True).click()
    expect(page.get_by_role("dialog").get_by_role("textbox")).to_be_focused()
    check("name-dialog")
    page.get_by_role("button", name=say("page.name.later")).click()
    fill_storage(page, PEOPLE[0], [seat_in_storage(table, "dungeon", keys[0])], sound=False)
    page.evaluate("localStorage.clear()")
    page.reload()
    page.goto(f"/#/table/{table}")
    for key in ("page.table.log", "page.screen.rules"):
        button = page.get_by_role("toolbar").get_by_role("button", name=say(key), exact=True)
        button.click()
        expect(page.get_by_role("complementary", name=say(key))).to_be_visible()
        check(key)
        button.click()
    page.get_by_role("button", name=say("page_dungeon.piles.look")).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    check("discards")
    assert not found, "\n".join(found)


def test_the_first_load_is_small(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    expect(page.locator("[data-game=tomb]")).to_be_visible()
    settle(page)
    page.wait_for_load_state("networkidle")
    entries = "['navigation', 'resource'].flatMap(kind => performance.getEntriesByType(kind))"
    sizes: dict[str, int] = page.evaluate(
        f"Object.fromEntries({entries}.map(one => [one.name, one.transferSize]))"
    )
    assert {".css", ".js", ".woff2"} <= {f".{name.rpartition('.')[2]}" for name in sizes}
    assert 0 < sum(sizes.values()) <= MAX_FIRST_LOAD_BYTES, sizes


SHOWN_TEXTS = """[...document.querySelectorAll('body *')].flatMap((element) => [
  element.getAttribute('aria-label') ?? '',
  ...[...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data),
])"""


@pytest.mark.parametrize("language", ["en", "es"])
def test_home_shows_texts_instead_of_their_keys(new_page: NewPage, language: str) -> None:
    page = new_page(language=language)
    fill_storage(page, PEOPLE[0], [seat_in_storage("t", "tomb", "A" * 32)], sound=False)
    page.goto("/")
    expect(page.locator("[data-game=tomb]")).to_be_visible()
    texts: list[str] = page.evaluate(SHOWN_TEXTS)
    assert len(texts) > 100
    assert [text for text in texts if re.fullmatch(r"[a-z_]+(\.\w+)+", text.strip())] == []


WATCH_SHIFTS = """
window.totalShift = 0;
window.shifts = new PerformanceObserver((list) => addShifts(list.getEntries()));
window.addShifts = (entries) => { for (const { value } of entries) totalShift += value; };
shifts.observe({ type: "layout-shift" });
"""
LOAD_ALL_FONTS = "Promise.all([...document.fonts].map((font) => font.load())).then(() => true)"


def test_animations_cause_no_layout_shift(new_page: NewPage, server: RestartableServer) -> None:
    table, keys = server.add_table(example_entries(0))
    page = new_page(reduced_motion=False)
    fill_storage(page, "Ada", [seat_in_storage(table, "tomb", keys[0])])
    page.goto(f"/#/table/{table}")
    expect(page.locator("button[data-move]").first).to_be_visible()
    page.evaluate(LOAD_ALL_FONTS)
    settle(page)
    page.evaluate(WATCH_SHIFTS)
    for move in EXAMPLE.moves[:5]:
        make_move(page, move)
        expect(page.locator(".tomb")).to_have_attribute("data-playing", "true")
        expect(page.locator(".tomb")).to_have_attribute("data-playing", "false")
        settle(page)
    shift: float = page.evaluate("addShifts(shifts.takeRecords()), totalShift")
    assert shift < 0.01
