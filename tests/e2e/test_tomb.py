"""Tomb of Four Kings in a real browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import NewPage
from e2e.example_game import EXAMPLE, make_move
from e2e.page_checks import problems
from e2e.restartable_server import RestartableServer
from e2e.storage import fill_storage
from underdeck.serve.lessons import read_lesson

MAX_MOVES = 200
HAS_MOVED_OR_ASKS = """(before) => document.querySelector("[data-hold=asking], .end") ||
  document.querySelector(".tomb").dataset.update !== before"""
"""Whether a key has made a move, or the move is to be confirmed."""


def test_the_rulebooks_example_ends_with_4_68_despite_a_server_crash(
    new_page: NewPage, server: RestartableServer
) -> None:
    page = new_page("phone", "es", allow_messages=True)
    fill_storage(page)
    page.goto("/#/tomb/walkthrough")
    page.locator("form button[type=submit]").click()
    page.wait_for_url("**/#/table/*")
    for number, move in enumerate(EXAMPLE.moves):
        make_move(page, move)
        if number == len(EXAMPLE.moves) // 2:
            server.kill_and_restart()
    expect(page.get_by_role("img", name=re.compile("4 .*68"))).to_be_visible()
    assert problems(page) == []


def press_tab_until_focused(page: Page, selector: str) -> None:
    """Move the keyboard's focus to an element."""
    element = page.locator(selector)
    expect(element).to_be_visible()
    for _ in range(30):
        if element.evaluate("node => node === document.activeElement"):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"the focus never reaches {selector}")


def test_a_whole_game_can_be_played_with_the_keyboard_alone(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    press_tab_until_focused(page, "[data-game=tomb] button.start")
    page.keyboard.press("Enter")
    page.wait_for_url("**/#/table/*")
    for _ in range(MAX_MOVES):
        page.locator("button[data-move][aria-disabled=false], .end").first.wait_for()
        if page.locator(".end").is_visible():
            return
        before = page.locator(".tomb").get_attribute("data-update") or ""
        page.keyboard.press("1")
        page.wait_for_function(HAS_MOVED_OR_ASKS, arg=before)
        if page.locator("[data-hold=asking]").count():  # the last card: the ace is under the deck
            page.locator("[data-hold-ready]").wait_for()
            page.keyboard.press("1")
        expect(page.locator(".tomb")).not_to_have_attribute("data-update", before)
    pytest.fail("the game doesn't end")


def test_the_lesson_can_be_completed(new_page: NewPage) -> None:
    page = new_page("tablet", "es")
    fill_storage(page)
    page.goto("/#/learn/tomb")
    script = read_lesson("tomb", "es", has_facts=True)
    assert script.steps[-1].seat is None
    page.locator("main button.primary").click()
    for step in script.steps[:-1]:
        assert step.move is not None
        make_move(page, step.move)
        page.locator("button.go").click()
    expect(page.get_by_text("4/68").first).to_be_visible()
