"""The form for a new Dungeon table: what links promise, what is chosen, and what can't be."""

from playwright.sync_api import Locator, Page, expect

from e2e.conftest import NewPage
from e2e.storage import fill_storage
from underdeck.say.words import Words

SAY = Words("en").say


def company(page: Page, name: str) -> Locator:
    return page.locator(f"input[name=company][value={name}]")


def open_details(page: Page) -> None:
    page.get_by_text(SAY("page_dungeon.new.details")).click()


def test_links_that_promise_company_open_the_form_with_it(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    page.locator(".tiles").get_by_role("link", name=SAY("page.home.friends")).click()
    expect(company(page, "friends")).to_be_checked()
    page.goto("/#/lobby")
    page.get_by_role("link", name=SAY("page.lobby.open")).first.click()
    expect(company(page, "lobby")).to_be_checked()


def test_the_table_is_opened_with_what_was_chosen_and_the_choice_is_remembered(
    new_page: NewPage,
) -> None:
    page = new_page()
    fill_storage(page, "Ada", sound=False)
    page.goto("/#/dungeon")
    page.locator("input[name=preset][value=dark]").check()
    page.locator(".players").get_by_text("4", exact=True).click()
    with page.expect_request("**/api/tables") as sent:
        page.locator("form button[type=submit]").click()
    request = sent.value.post_data_json
    assert request is not None
    assert request["house"] == {"players": 4, "pitch_black": True}
    page.wait_for_url("**/#/table/*")
    page.goto("/#/dungeon")
    expect(page.locator("input[name=players][value='4']")).to_be_checked()
    open_details(page)
    expect(page.locator("input[value=pitch_black]")).to_be_checked()


def test_an_option_without_effect_is_disabled_and_says_why(new_page: NewPage) -> None:
    page = new_page()
    fill_storage(page, "Ada", sound=False)
    page.goto("/#/dungeon")
    open_details(page)
    page.get_by_text(SAY("page_dungeon.new.house"), exact=True).click()
    ace_high = page.get_by_label(SAY("page_dungeon.new.ace_high"))
    expect(ace_high).to_be_enabled()
    page.get_by_label(SAY("page_dungeon.new.random_start")).check()
    expect(ace_high).to_be_disabled()
    reason = SAY("page_dungeon.new.moot", option=SAY("page_dungeon.new.random_start"))
    expect(page.get_by_text(reason)).to_be_visible()
    decks = page.get_by_label(SAY("page_dungeon.new.decks"))
    expect(decks).to_be_enabled()
    page.locator(".players").get_by_text("2", exact=True).click()
    expect(decks).to_be_disabled()


def test_times_are_offered_only_where_they_matter(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/#/dungeon/friends")
    open_details(page)
    clock, pace = (page.get_by_label(SAY(f"page_dungeon.new.{key}")) for key in ("clock", "pace"))
    expect(clock).to_be_visible()
    expect(pace).to_have_count(0)
    company(page, "bots").check()
    expect(pace).to_be_visible()
    expect(clock).to_have_count(0)
