"""Tomb of Four Kings in a real browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import NewPage
from e2e.table_server import House, settle
from underdeck.games.tomb.walkthrough import walkthrough
from underdeck.serve.lessons import read_lesson

BOOK = walkthrough().record.moves


def make(page: Page, move: str) -> None:
    """Click a move, once it can be made."""
    button = page.locator(f"button[data-move='{move}'][aria-disabled=false]")
    button.click()


def open_walkthrough(page: Page) -> None:
    """The book's own cards, at a live table."""
    page.goto("/#/tomb/walkthrough")
    page.locator("form button[type=submit]").click()
    page.wait_for_url("**/#/table/*")


@pytest.mark.parametrize(("size", "language"), [("desk", "en"), ("phone", "es")])
def test_the_books_game_is_clicked_through_to_4_68_though_the_house_falls_in_the_middle(
    visit: NewPage, house: House, size: str, language: str
) -> None:
    page = visit(size, language, forgive=True)
    settle(page)
    open_walkthrough(page)
    for number, move in enumerate(BOOK):
        make(page, move)
        if number == len(BOOK) // 2:
            house.fall_and_rise()
    score = page.get_by_role("img", name=re.compile("4 .*68"))
    expect(score).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
        "it can be scrolled sideways"
    )


def test_a_whole_game_by_keyboard_alone(visit: NewPage) -> None:
    page = visit()
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
        before = page.locator(".tomb").get_attribute("data-look")
        page.keyboard.press("1")
        expect(page.locator(".tomb")).not_to_have_attribute("data-look", before or "")
    else:
        pytest.fail("the game has no end")


def test_the_lesson_is_followed_to_its_end(visit: NewPage) -> None:
    page = visit("tablet", "es")
    settle(page)
    page.goto("/#/learn/tomb")
    told = read_lesson("tomb", "es")
    assert told.steps[-1].seat is None
    page.locator("main button.primary").click()
    for step in told.steps[:-1]:
        page.locator(f"button[data-move='{step.move}'][aria-disabled=false]").click()
        page.locator("button.go").click()
    expect(page.get_by_text("4/68").first).to_be_visible()
