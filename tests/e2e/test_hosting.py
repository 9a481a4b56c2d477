"""The host of a table in a real browser: bots for free seats, and the pace of the bots."""

from playwright.sync_api import Page, expect

from e2e.conftest import NewPage
from e2e.fair_games import expect_begun, invitation_of, join, two_people
from e2e.page_checks import problems, screenshot
from e2e.storage import fill_storage
from underdeck.say.words import Words

SAY, DICE = Words("en").say, Words("es").say


def open_for_four(page: Page) -> None:
    page.goto("/#/dungeon/friends")
    page.locator(".players").get_by_text("4", exact=True).click()
    page.locator("form button[type=submit]").click()
    page.wait_for_url("**/#/table/*")


def test_the_host_fills_free_seats_with_bots_and_starts(new_page: NewPage) -> None:
    ada, bruno = two_people(new_page)
    open_for_four(ada)
    join(bruno, invitation_of(ada))
    seats = ada.locator(".names li")
    expect(seats.filter(has_text="Bruno")).to_have_count(1)
    ada.get_by_role("button", name=SAY("page.invite.bot_seat")).click()
    bots = seats.filter(has_text=SAY("page.table.bot"))
    expect(bots).to_have_count(1)
    screenshot(ada, "waiting-with-bots-en-desk")
    assert problems(ada) == []
    bots.get_by_role("button").click()
    expect(bots).to_have_count(0)
    expect(bruno.get_by_role("button", name=DICE("page.invite.fill"))).to_have_count(0)
    ada.get_by_role("button", name=SAY("page.invite.fill")).click()
    expect_begun(ada, bruno)
    expect(ada.get_by_label(SAY("page.table.pace"))).to_be_visible()
    expect(bruno.get_by_label(DICE("page.table.pace"))).to_have_count(0)


def test_the_pace_of_the_bots_is_set_at_the_table_and_remembered(new_page: NewPage) -> None:
    page = new_page("phone", "en")
    fill_storage(page, "Ada", sound=False)
    for chosen, expected in (("instant", "normal"), ("slow", "instant")):
        page.goto("/#/dungeon")
        page.locator("form button[type=submit]").click()
        page.wait_for_url("**/#/table/*")
        expect_begun(page)
        pace = page.get_by_label(SAY("page.table.pace"))
        expect(pace).to_have_value(expected)
        pace.select_option(chosen)
        page.reload()
        expect(pace).to_have_value(chosen)
        assert problems(page) == []
    screenshot(page, "pace-en-phone")
