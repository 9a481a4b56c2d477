"""The lantern, which gives advice during a game, and the review of a finished one."""

from random import Random

import pytest
from playwright.sync_api import Page, Response, expect

from e2e.conftest import NewPage
from e2e.example_game import EXAMPLE, example_entries, make_move
from e2e.page_checks import problems, screenshot
from e2e.restartable_server import RestartableServer
from e2e.storage import fill_storage, seat_in_storage
from underdeck.playthrough import AnyPlaythrough
from underdeck.say.words import Words
from underdeck.table.entries import AnyEntry, Made

BEFORE_A_MONSTER = 14
"""The number of moves after which the example has two different moves to choose from."""
CARELESS = 13
"""The seed of random moves, at least two of which are costly."""


def open_screen(page: Page, server: RestartableServer, screen: str, log: list[AnyEntry]) -> None:
    """Open the table or the replay of a log as its player."""
    table, keys = server.add_table(log)
    fill_storage(page, "Ada", [seat_in_storage(table, "tomb", keys[0])], sound=False)
    page.goto(f"/#/{screen}/{table}")


def careless_game() -> list[AnyEntry]:
    """Return the log of a game with the example's cards and random moves."""
    played, random = AnyPlaythrough.before(EXAMPLE), Random(CARELESS)
    log = example_entries(0)
    while played.result() is None:
        move = random.choice(played.legal(0))
        played.play(move, 0)
        log.append(Made(0, str(move), f"m{len(log)}"))
    return log


@pytest.mark.parametrize(
    ("size", "language", "theme"),
    [("desk", "en", "dark"), ("phone", "es", "light"), ("landscape", "en", "light")],
)
def test_the_lantern_asks_once_and_then_lights_each_decision(
    new_page: NewPage, server: RestartableServer, size: str, language: str, theme: str
) -> None:
    say, odds = Words(language).say, Words(language).table("page_tomb.odds")
    page = new_page(size, language, theme=theme)
    open_screen(page, server, "table", example_entries(BEFORE_A_MONSTER))
    lantern = page.get_by_role("button", name=say("page.table.lantern"), exact=True)
    dialog, panel = (
        page.get_by_role("dialog"),
        page.get_by_role("complementary", name=say("page.table.lantern")),
    )
    expect(lantern).to_be_visible()
    page.keyboard.press("l")
    expect(dialog).to_contain_text(say("page.table.assist_help"))
    dialog.get_by_role("button", name=say("page.table.lantern_no")).click()
    expect(panel).to_have_count(0)
    lantern.click()
    dialog.get_by_role("button", name=say("page.table.lantern_sure")).click()
    expect(panel.locator(".best b")).to_have_text(say("page_tomb.do.draw"))
    expect(panel.locator(".reason")).not_to_be_empty()
    expect(panel.locator("ol li")).to_have_count(2)
    expect(panel.get_by_role("heading", name=odds["title"])).to_be_visible()
    expect(page.locator("[data-move='draw'].hint")).to_have_count(1)
    page.mouse.move(1, 1)
    screenshot(page, f"lantern-{language}-{size}")
    assert problems(page) == []
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(lantern).to_be_focused()
    expect(page.locator("[data-move='draw'].hint")).to_have_count(1)
    for move in EXAMPLE.moves[BEFORE_A_MONSTER:][:2]:
        make_move(page, move)
    expect(page.locator(".hint")).to_have_count(0)
    page.reload()
    expect(lantern).to_be_visible()
    page.keyboard.press("l")
    expect(panel.locator(".best b")).to_be_visible()
    expect(dialog).to_have_count(0)


def test_the_goal_of_the_advice_can_be_changed_and_the_key_is_listed(
    new_page: NewPage, server: RestartableServer
) -> None:
    say = Words("en").say
    page = new_page()
    open_screen(page, server, "table", example_entries(BEFORE_A_MONSTER))
    page.get_by_role("button", name=say("page.table.lantern"), exact=True).click()
    page.get_by_role("button", name=say("page.table.lantern_sure")).click()
    panel = page.get_by_role("complementary", name=say("page.table.lantern"))
    expect(panel.locator(".best b")).to_be_visible()
    with page.expect_response("**/api/seat/advice") as answer:
        panel.get_by_role("radio", name=say("page.advice.goal_points")).check()
    assert answer.value.json()["goal"] == "points"
    expect(panel.get_by_role("radio", name=say("page.advice.goal_points"))).to_be_checked()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text(say("page.keys.lantern"))


def test_at_the_end_of_the_game_the_lantern_leaves_no_gap(
    new_page: NewPage, server: RestartableServer
) -> None:
    say = Words("en").say
    page = new_page()
    open_screen(page, server, "table", example_entries(len(EXAMPLE.moves) - 1))
    page.get_by_role("button", name=say("page.table.lantern"), exact=True).click()
    page.get_by_role("button", name=say("page.table.lantern_sure")).click()
    panel = page.get_by_role("complementary", name=say("page.table.lantern"))
    expect(panel.locator(".best small")).to_have_text(say("page.advice.only"))
    expect(panel.locator("ol .name")).to_have_count(0)
    screenshot(page, "lantern-only-move")
    make_move(page, EXAMPLE.moves[-1])
    expect(page.get_by_role("link", name=say("page.end.review"))).to_be_visible()
    expect(page.locator(".drawer")).to_have_count(0)


def is_review_for_points(response: Response) -> bool:
    return response.url.endswith("/api/review") and response.json()["goal"] == "points"


@pytest.mark.parametrize(
    ("size", "language", "theme"), [("desk", "en", "light"), ("phone", "es", "dark")]
)
def test_a_review_leads_to_the_costliest_decisions(
    new_page: NewPage, server: RestartableServer, size: str, language: str, theme: str
) -> None:
    say, log = Words(language).say, careless_game()
    page = new_page(size, language, theme=theme)
    open_screen(page, server, "table", log)
    review = page.get_by_role("link", name=say("page.end.review"))
    review.click()
    page.wait_for_url("**/review")
    section = page.get_by_role("region", name=say("page.review.title"))
    expect(section.get_by_role("heading", name=say("page.review.title"))).to_be_focused()
    mistakes = section.locator(".mistakes li button")
    expect(mistakes.nth(1)).to_be_visible()
    screenshot(page, f"review-{language}-{size}")
    assert problems(page) == []
    mistakes.first.click()
    expect(page.locator(".verdict")).to_contain_text(mistakes.first.locator("b").inner_text())
    expect(mistakes.first).to_have_attribute("aria-current", "step")
    page.mouse.move(1, 1)  # the page has scrolled: a card may be under the mouse, and is explained
    expect(page.get_by_role("tooltip")).to_have_count(0)
    screenshot(page, f"review-decision-{language}-{size}")
    assert problems(page) == []
    dots = page.locator(".curve button" if size == "desk" else ".small button")
    expect(dots).to_have_count(mistakes.count())
    at = page.get_by_role("slider")
    before = at.input_value()
    dots.nth(1).click()
    expect(at).not_to_have_value(before)
    with page.expect_response(is_review_for_points):  # a quick review may still be refined
        section.get_by_role("radio", name=say("page.advice.goal_points")).check()
    section.locator("summary").click()
    expect(section.get_by_role("row")).to_have_count(len(log) - 3 + 1)
