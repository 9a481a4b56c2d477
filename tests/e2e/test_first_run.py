"""The first game of a new player: no questions, short tips, sound on request."""

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import NewPage
from e2e.example_game import example_entries, example_until
from e2e.page_checks import problems, screenshot
from e2e.restartable_server import RestartableServer
from e2e.storage import fill_storage, seat_in_storage
from underdeck.say.words import Words

STORED = "JSON.parse(localStorage['underdeck.settings'])"


@pytest.mark.parametrize(("size", "language"), [("desk", "en"), ("phone", "es")])
def test_a_solitaire_starts_at_once_and_offers_sound_once(
    new_page: NewPage, size: str, language: str
) -> None:
    say = Words(language).say
    page = new_page(size, language)
    page.goto("/")
    page.locator("[data-game=tomb] button.start").click()
    expect(page.locator(".tomb")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    offer = page.get_by_role("group", name=say("page.sound.offer"))
    expect(offer).to_be_visible()
    assert problems(page) == []
    screenshot(page, f"first-run-{size}-{language}")
    offer.get_by_role("button", name=say("page.sound.no"), exact=True).click()
    expect(offer).to_have_count(0)
    assert page.evaluate(f"{STORED}.name") == ""
    page.reload()
    expect(page.locator(".tomb")).to_be_visible()
    expect(offer).to_have_count(0)


def test_a_game_against_bots_starts_at_once(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    page.locator("[data-game=dungeon] button.start").click()
    expect(page.locator(".dungeon")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


def open_with_skill(page: Page, server: RestartableServer) -> None:
    """Open a table at which the hero has just found a skill, as a player who has seen no tips."""
    played = example_until(
        lambda view: any(card.startswith("J") for card in view.as_json()["hand"])
    )
    table, keys = server.add_table(example_entries(len(played.record.moves)))
    fill_storage(page, "Ada", [seat_in_storage(table, "tomb", keys[0])], tips=[], sound=False)
    page.goto(f"/#/table/{table}")


@pytest.mark.parametrize(("size", "language"), [("desk", "en"), ("phone", "es")])
def test_each_tip_is_shown_once_beside_the_thing_it_is_about(
    new_page: NewPage, server: RestartableServer, size: str, language: str
) -> None:
    say = Words(language).say
    page = new_page(size, language)
    open_with_skill(page, server)
    tip = page.get_by_role("note")
    expect(tip).to_contain_text(say("page_tomb.tip.queen"))
    page.keyboard.press("Escape")
    expect(tip).to_have_count(0)
    page.reload()
    expect(tip).to_contain_text(say("page_tomb.tip.skill"))
    assert problems(page) == []
    screenshot(page, f"tip-{size}-{language}")
    box = tip.bounding_box()
    hand = page.locator("[data-place=hand]").bounding_box()
    assert box is not None
    assert hand is not None
    assert box["y"] + box["height"] <= hand["y"] or box["x"] + box["width"] <= hand["x"]
    tip.get_by_role("button", name=say("page.tip.close")).click()
    expect(tip).to_have_count(0)
    page.reload()
    expect(tip).to_contain_text(say("page_tomb.tip.turning", n=2, back=1))
    assert page.evaluate(f"{STORED}.tips") == ["queen", "skill", "turning"]


@pytest.mark.parametrize("game", ["tomb", "dungeon"])
def test_three_cards_lead_to_a_real_deal(new_page: NewPage, game: str) -> None:
    say = Words("es").say
    page = new_page("phone", "es", theme="light")
    page.goto("/#/learn")
    link = page.get_by_role("link", name=say("page.quick.link"))
    link.nth(["tomb", "dungeon"].index(game)).click()
    expect(page.locator("main li.panel")).to_have_count(3)
    assert problems(page) == []
    page.get_by_role("button", name=say("page.quick.start")).click()
    expect(page.locator(f".{game}")).to_be_visible()
