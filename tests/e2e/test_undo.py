"""Taking back a move in the page: it is explained once, and leaves the story."""

from playwright.sync_api import expect

from e2e.conftest import NewPage
from e2e.page_checks import problems, screenshot
from e2e.restartable_server import RestartableServer
from e2e.test_tomb_layout import open_table
from underdeck.say.words import Words

SAY = Words("en").say


def test_the_first_undo_is_explained_and_the_move_leaves_the_story(
    new_page: NewPage, server: RestartableServer
) -> None:
    page = new_page("phone", "en")
    open_table(page, server, moves=0)
    undo = page.get_by_role("button", name=SAY("page.table.undo"), exact=True)
    dialog = page.get_by_role("dialog")
    for asks in (True, False):
        page.locator("button[data-move='delve']").click()
        expect(undo).to_be_visible()
        undo.click()
        if asks:
            expect(dialog).to_contain_text(SAY("page.table.assist_help"))
            screenshot(page, "undo-en-phone")
            assert problems(page) == []
            dialog.get_by_role("button", name=SAY("page.table.undo_no")).click()
            expect(undo).to_be_visible()
            undo.click()
            dialog.get_by_role("button", name=SAY("page.table.undo_sure")).click()
        expect(undo).to_have_count(0)
        expect(dialog).to_have_count(0)
    page.get_by_role("button", name=SAY("page.table.log")).click()
    expect(page.locator("aside ol li")).to_have_text([SAY("page.table.log_empty")])
    page.reload()
    page.get_by_role("button", name=SAY("page.table.log")).click()
    expect(page.locator("aside ol li")).to_have_text([SAY("page.table.log_empty")])
