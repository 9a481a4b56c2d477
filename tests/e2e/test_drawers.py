"""The drawers at the side of a table: on a desk-sized screen they cover no part of it."""

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import NewPage
from e2e.crafted_dungeon import FULL, show_crafted
from e2e.page_checks import screenshot, settle
from e2e.restartable_server import RestartableServer
from e2e.test_dungeon_layout import faults_of
from e2e.test_tomb_layout import MEASURE, PARTS, open_table
from underdeck.say.words import Words

DESKS = [(1024, 768), (1280, 800), (1440, 900), (1920, 1080)]
MIN_DRAWER_PX = 300
COVERED = """() => {
  const drawer = document.querySelector(".drawer").getBoundingClientRect();
  const parts = [...document.querySelectorAll("[data-felt] .card, [data-felt] button")];
  return parts.filter((part) => {
    const { left, top, right, bottom, width } = part.getBoundingClientRect();
    const across = Math.min(right, drawer.right) - Math.max(left, drawer.left);
    const down = Math.min(bottom, drawer.bottom) - Math.max(top, drawer.top);
    return width && across > 1 && down > 1;
  }).map((part) => part.getAttribute("aria-label") ?? part.textContent.trim());
}"""


def width_of(page: Page, selector: str) -> float:
    width: float = page.locator(selector).evaluate("node => node.getBoundingClientRect().width")
    return width


def light_lantern(page: Page, language: str) -> None:
    """Open the drawer with the advice, and wait for the advice."""
    say = Words(language).say
    page.get_by_role("button", name=say("page.table.lantern"), exact=True).click()
    page.get_by_role("button", name=say("page.table.lantern_sure")).click()
    expect(page.locator(".drawer .best b")).to_be_visible()
    page.mouse.move(1, 1)
    settle(page)


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_fullest_tomb_makes_room_for_the_lantern(
    new_page: NewPage, server: RestartableServer, language: str
) -> None:
    page = new_page("desk", language)
    open_table(page, server)
    light_lantern(page, language)
    for width, height in DESKS:
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        screenshot(page, f"lantern-beside-{width}-{language}")
        assert page.evaluate(COVERED) == [], f"at {width} pixels"
        assert page.evaluate(MEASURE, PARTS) == [], f"at {width} pixels"
        assert width_of(page, ".drawer") >= MIN_DRAWER_PX


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_fullest_dungeon_makes_room_for_a_drawer(
    new_page: NewPage, server: RestartableServer, language: str
) -> None:
    page = new_page("desk", language)
    next(show_crafted(page, server, [FULL["turn"]]))
    page.get_by_role("button", name=Words(language).say("page.screen.rules"), exact=True).click()
    expect(page.locator(".drawer .here").first).to_be_visible()
    for width, height in DESKS:
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        page.evaluate("window.shift = 0")  # the table may change its size with the window
        screenshot(page, f"rules-beside-{width}-{language}")
        assert page.evaluate(COVERED) == [], f"at {width} pixels"
        assert faults_of(page) == [], f"at {width} pixels"


@pytest.mark.parametrize("size", ["phone", "landscape"])
def test_on_a_phone_the_lantern_lies_over_the_table_which_keeps_its_size(
    new_page: NewPage, server: RestartableServer, size: str
) -> None:
    page = new_page(size)
    open_table(page, server)
    before = width_of(page, "[data-felt]")
    light_lantern(page, "en")
    screenshot(page, f"lantern-over-{size}")
    assert width_of(page, "[data-felt]") == before
    expect(page.locator(".drawer")).to_have_css("position", "fixed")
