"""Tomb of Four Kings in a real browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import NewPage
from e2e.restartable_server import RestartableServer, fill_storage
from underdeck.games.tomb.walkthrough import walkthrough
from underdeck.serve.lessons import read_lesson

EXAMPLE = walkthrough().record.moves


def make_move(page: Page, move: str) -> None:
    """Click the button of a move once it is enabled."""
    page.locator(f"button[data-move='{move}'][aria-disabled=false]").click()


def open_walkthrough(page: Page) -> None:
    """Open a live table with the cards of the rulebook's example."""
    page.goto("/#/tomb/walkthrough")
    page.locator("form button[type=submit]").click()
    page.wait_for_url("**/#/table/*")


@pytest.mark.parametrize(("size", "language"), [("desk", "en"), ("phone", "es")])
def test_the_rulebooks_example_ends_with_4_68_despite_a_server_crash(
    new_page: NewPage, server: RestartableServer, size: str, language: str
) -> None:
    page = new_page(size, language, allow_messages=True)
    fill_storage(page)
    open_walkthrough(page)
    for number, move in enumerate(EXAMPLE):
        make_move(page, move)
        if number == len(EXAMPLE) // 2:
            server.kill_and_restart()
    score = page.get_by_role("img", name=re.compile("4 .*68"))
    expect(score).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
        "the page scrolls sideways"
    )


def test_a_whole_game_can_be_played_with_the_keyboard_alone(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    start = page.locator("[data-game=tomb] button.start")
    for _ in range(30):
        if start.evaluate("button => button === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.type("Keys only")
    page.keyboard.press("Enter")
    page.wait_for_url("**/#/table/*")
    for _ in range(200):
        page.locator("button[data-move][aria-disabled=false], .end").first.wait_for()
        if not page.locator("button[data-move]").count():
            break
        before = page.locator(".tomb").get_attribute("data-update")
        page.keyboard.press("1")
        expect(page.locator(".tomb")).not_to_have_attribute("data-update", before or "")
    else:
        pytest.fail("the game doesn't end")


def test_the_lesson_can_be_completed(new_page: NewPage) -> None:
    page = new_page("tablet", "es")
    fill_storage(page)
    page.goto("/#/learn/tomb")
    script = read_lesson("tomb", "es")
    assert script.steps[-1].seat is None
    page.locator("main button.primary").click()
    for step in script.steps[:-1]:
        page.locator(f"button[data-move='{step.move}'][aria-disabled=false]").click()
        page.locator("button.go").click()
    expect(page.get_by_text("4/68").first).to_be_visible()
