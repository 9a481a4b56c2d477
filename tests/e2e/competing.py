"""Steps of the tests of dailies, competitions and shared deals."""

import json

from playwright.sync_api import Page, expect

from e2e.example_game import make_move, play_to_the_end
from e2e.storage import fill_storage


def copied_text(page: Page) -> str:
    """Return the text in the clipboard, by pasting it elsewhere: the page may not read it."""
    elsewhere = page.context.new_page()
    elsewhere.set_content("<textarea></textarea>")
    elsewhere.get_by_role("textbox").press("Control+V")
    text = elsewhere.get_by_role("textbox").input_value()
    elsewhere.close()
    return text


def profile_of(page: Page) -> str:
    """Return the profile in the page's storage, as it is stored."""
    stored: str = page.evaluate("localStorage['underdeck.profile']")
    return stored


def use_profile(page: Page, profile: str) -> None:
    """Sign in with a profile of another device before the page loads."""
    fill_storage(page, json.loads(profile)["name"], sound=False)
    page.add_init_script(f"localStorage['underdeck.profile'] ??= {json.dumps(profile)};")


def finish_game(page: Page) -> None:
    """Play the game that the page is about to show to its end."""
    page.wait_for_url("**/#/table/*")
    expect(page.locator(".end")).to_have_count(0)
    play_to_the_end(page)
    expect(page.locator(".end [aria-busy=true]")).to_have_count(0)


def play_moves(page: Page, moves: str) -> None:
    """Make these moves at the table that the page is about to show, until the game is over."""
    page.wait_for_url("**/#/table/*")
    for move in moves.split("; "):
        make_move(page, move)
    expect(page.locator(".end")).to_be_visible()
    expect(page.locator(".end [aria-busy=true]")).to_have_count(0)
