"""Characters in a real browser: chosen by their portraits, seen and heard at the table."""

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import NewPage
from e2e.fair_games import expect_begun
from e2e.holding import tap_twice
from e2e.page_checks import problems, screenshot
from e2e.restartable_server import RestartableServer
from e2e.storage import fill_storage, seat_in_storage
from underdeck.characters import cast_of
from underdeck.table.entries import Began, Opened, Sat


def start(page: Page) -> None:
    page.locator("form button[type=submit]").click()
    page.wait_for_url("**/#/table/*")
    expect_begun(page)


def test_opponents_are_chosen_seat_by_seat_and_sit_at_the_table(new_page: NewPage) -> None:
    page = new_page("phone", "es")
    fill_storage(page, "Ada", sound=False)
    page.goto("/#/dungeon")
    cast = page.locator(".cast button")
    expect(page.locator(".cast img")).to_have_count(len(cast_of("dungeon").characters))
    cast.filter(has_text="Bruno el Bruto").click()
    cast.filter(has_text="Vera la Embustera").click()
    expect(page.locator(".seats label")).to_have_text(["Asiento 2Bruno", "Asiento 3Vera"])
    expect(page.locator(".summary")).to_contain_text("Tú contra Bruno y Vera")
    assert problems(page) == []
    screenshot(page, "opponents-es-phone")
    start(page)
    expect(page.locator("section.seat header img")).to_have_count(2)
    expect(page.get_by_role("heading", name="Bruno")).to_be_visible()
    expect(page.get_by_role("heading", name="Vera")).to_be_visible()
    assert problems(page) == []
    screenshot(page, "characters-es-phone")


def test_the_keyboard_chooses_a_seat_and_an_opponent(new_page: NewPage) -> None:
    page = new_page("desk", "en")
    fill_storage(page, "Ada", sound=False)
    page.goto("/#/dungeon")
    page.locator(".seats input").first.focus()
    page.keyboard.press("ArrowRight")
    page.locator(".cast button[data-bot=accountant]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".seats label").nth(1)).to_contain_text("Edgar")
    expect(page.locator(".seats label").first).to_contain_text("Nora")
    start(page)
    marks = page.locator("section.seat .tag")
    expect(marks.filter(has_text="the accountant · bot")).to_have_count(1)
    assert problems(page) == []


def test_a_new_player_meets_different_characters(new_page: NewPage) -> None:
    page = new_page("desk", "en")
    fill_storage(page, "Ada", sound=False)
    page.goto("/#/dungeon")
    page.locator(".players").get_by_text("4", exact=True).click()
    start(page)
    names = page.locator("section.seat:not(.own) h2").all_inner_texts()
    assert len(set(names)) == 3
    expect(page.locator("section.seat header img")).to_have_count(3)


def test_friends_get_their_seats_after_a_game_against_a_chosen_bot(new_page: NewPage) -> None:
    page = new_page("phone", "en")
    fill_storage(page, "Ada", sound=False)
    page.goto("/#/dungeon")
    page.locator(".cast button[data-bot=brute]").click()
    start(page)
    page.goto("/#/dungeon/friends")
    expect(page.locator(".summary")).not_to_contain_text("Bruno")
    page.locator("form button[type=submit]").click()
    expect(page.get_by_role("textbox", name="Invitation link")).to_be_visible()


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_a_greeting_is_beside_the_name_and_covers_no_card(
    new_page: NewPage, server: RestartableServer, size: str
) -> None:
    opened = Opened("dungeon", {"players": 2}, ("", "gambler"), "0" * 64)
    table, keys = server.add_table([opened, Sat(0, "Ada", "words"), Began()])
    page = new_page(size, "en")
    fill_storage(page, "Ada", [seat_in_storage(table, "dungeon", keys[0])], sound=False)
    page.goto(f"/#/table/{table}")
    page.locator(".hand button").first.click()
    page.locator(".ask .choices button:not([disabled])").first.click()
    bubble = page.locator("section.seat:not(.own) .bubble")
    expect(bubble).to_be_visible()
    assert page.locator("section.seat:not(.own) header .bubble").count() == 1
    assert bubble.evaluate(
        """bubble => {
            const place = bubble.closest("section").querySelector(".place");
            return place.getBoundingClientRect().top >= bubble.getBoundingClientRect().bottom;
        }"""
    )


def test_two_taps_of_a_finger_resign_once(new_page: NewPage) -> None:
    page = new_page("phone", "en")
    fill_storage(page, "Ada", sound=False)
    page.goto("/#/dungeon")
    page.locator(".players").get_by_text("2", exact=True).click()
    start(page)
    tap_twice(page.get_by_role("button", name="Resign", exact=True))
    expect(page.locator(".end")).to_be_visible()
