"""The replay of Dungeon: a verdict leaves everything at the table in sight."""

import pytest
from playwright.sync_api import Page, Route, expect

from e2e.conftest import NewPage
from e2e.endings import dungeon_ends
from e2e.page_checks import problems, screenshot, settle
from e2e.restartable_server import RestartableServer
from e2e.storage import fill_storage, seat_in_storage

STEP = 40
REASONS = {
    "en": "Digging here would have kept the lead, and nobody holds a card that could cave in the "
    "front of this tunnel before the next turn begins.",
    "es": "Excavar aquí habría conservado la ventaja, y nadie tiene una carta que pueda derrumbar "
    "el frente de este túnel antes de que empiece el turno siguiente.",
}
"""Reasons that take two lines."""


def add_mistake(page: Page, reason: str) -> None:
    """Let every review find one mistake, with this reason."""

    def answer(route: Route) -> None:
        review = route.fetch().json()
        decision = review["decisions"][STEP]
        mistake = {
            "number": STEP,
            "turn": decision["turn"],
            "move": decision["move"],
            "best": decision["move"],
            "loss": 0.2,
            "reason": {"code": "", "text": reason},
            "goal": review["goal"],
        }
        review |= {"refining": False, "marks": []}
        for player in review["players"]:
            player["mistakes"] = [mistake] if player["seat"] == 0 else []
        route.fulfill(json=review)

    page.route("**/api/review", answer)


def open_verdict(page: Page, server: RestartableServer, language: str) -> None:
    """Open a replay at a mistake whose reason takes two lines."""
    add_mistake(page, REASONS[language])
    table, keys = server.add_table(dungeon_ends()["theirs"])
    fill_storage(page, "Ada", [seat_in_storage(table, "dungeon", keys[0])], sound=False)
    page.goto(f"/#/replay/{table}")
    page.get_by_role("slider").fill(str(STEP))
    expect(page.locator(".verdict")).to_contain_text(REASONS[language])
    page.evaluate("scrollTo(0, 0)")
    settle(page)


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_verdict_covers_no_opponent_at_a_desk(
    new_page: NewPage, server: RestartableServer, language: str
) -> None:
    page = new_page("desk", language)
    page.set_viewport_size({"width": 1280, "height": 800})
    open_verdict(page, server, language)
    screenshot(page, f"verdict-desk-{language}")
    box = page.locator(".verdict").bounding_box()
    assert box
    headers = page.locator("section.seat header").all()
    assert len(headers) == len(page.locator("section.seat").all()) > 1
    for header in headers:
        place = header.bounding_box()
        assert place
        assert place["y"] >= box["y"] + box["height"] - 1
    own = page.locator(".dungeon > .own").bounding_box()
    controls = page.locator(".controls").bounding_box()
    assert own
    assert controls
    assert own["y"] + own["height"] <= controls["y"] + 1
    assert page.locator(".board").evaluate("node => node.scrollHeight <= node.clientHeight + 1")
    assert problems(page) == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_verdict_covers_neither_the_own_tunnel_nor_the_buttons(
    new_page: NewPage, server: RestartableServer, language: str
) -> None:
    page = new_page("landscape", language)
    open_verdict(page, server, language)
    verdict = page.locator(".verdict")
    screenshot(page, f"verdict-landscape-{language}")
    box = verdict.bounding_box()
    own = page.locator(".dungeon > .own").bounding_box()
    controls = page.locator(".controls").bounding_box()
    save = page.locator(".replay > .head .button").first.bounding_box()
    assert box
    assert own
    assert controls
    assert save
    assert own["y"] >= box["y"] + box["height"]
    assert own["y"] + own["height"] <= controls["y"] + 1
    assert box["x"] + box["width"] <= save["x"] + 1
    assert page.locator(".board").evaluate("node => node.scrollHeight <= node.clientHeight + 1")
    assert verdict.evaluate("node => node.scrollHeight <= node.clientHeight + 1"), "text cut off"
    assert problems(page) == []
