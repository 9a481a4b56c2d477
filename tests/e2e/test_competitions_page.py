"""Series, contests, wagers, shared deals and matches in the page, between several browsers."""

import hashlib
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.competing import copied_text, finish_game, play_moves
from e2e.conftest import NewPage
from e2e.example_game import make_move
from e2e.holding import hold
from e2e.page_checks import problems, screenshot
from e2e.restartable_server import RestartableServer
from e2e.storage import fill_storage
from underdeck.say.words import Words

CARD_CODES = "cards => cards.map(({ dataset }) => dataset.card)"
SAY, DIZE = Words("en").say, Words("es").say

SEED = hashlib.sha256(b"underdeck/wager/62").hexdigest()
"""In a wager on their own deals Ada and Bruno can make the moves below."""
FOUR_KINGS = (
    "delve; draw; leave 6D; delve; draw; delve; draw; delve; draw; delve; drop 9D; delve; delve; "
    "drop 7D; retreat; onward; draw; draw; onward; play JS; onward; draw; onward; onward; drop 3D"
)
"""Ada brings out all four kings, 4/45."""
MORE_POINTS = (
    "delve; draw; delve; draw; draw; delve; draw; delve; play JD; delve; draw; delve; draw; "
    "retreat; onward; drop 3D; onward; draw; onward; draw; onward; draw; play JC"
)
"""Bruno brings out more points with fewer kings, 2/47."""


def begin(page: Page, kind: str, games: int, *, own_deals: bool = False) -> None:
    """Begin a competition with the form."""
    page.goto(f"/#/compete/{kind}")
    page.locator(f"[name=games][value='{games}']").check()
    if own_deals:
        page.locator("[name=deals][value=own]").check()
    page.locator("form button[type=submit]").click()
    page.wait_for_url("**/#/competition/*")
    expect(
        page.get_by_role("heading", name=SAY("page.competition.standings")).or_(
            page.get_by_role("heading", name=DIZE("page.competition.standings"))
        )
    ).to_be_visible()


def invitation_of(page: Page) -> str:
    return page.locator("input[readonly]").input_value()


def enter(page: Page, invitation: str) -> None:
    """Follow an invitation and enter."""
    page.goto(invitation)
    page.locator("form button[type=submit]").click()
    page.wait_for_url("**/#/competition/*")


def play_next(page: Page) -> None:
    """Press the main button of a competition, which opens the next game."""
    page.locator("main button.big").click()


def standing_of(page: Page, name: str) -> Locator:
    """Return the row of an entrant."""
    return page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=name))


def two_people(new_page: NewPage) -> tuple[Page, Page]:
    ada, bruno = new_page("desk", "en"), new_page("phone", "es", theme="light")
    fill_storage(ada, "Ada", sound=False)
    fill_storage(bruno, "Bruno", sound=False)
    return ada, bruno


@pytest.mark.parametrize(
    ("size", "language", "theme"), [("desk", "en", "dark"), ("phone", "es", "light")]
)
def test_a_series_is_played_from_one_game_to_the_next(
    new_page: NewPage, size: str, language: str, theme: str
) -> None:
    say = Words(language).say
    page = new_page(size, language, theme=theme)
    fill_storage(page, "Ada", sound=False)
    page.goto("/#/compete")
    expect(page.locator("main [aria-busy=true]")).to_have_count(0)
    assert problems(page) == []
    begin(page, "series", 5)
    assert problems(page) == []
    screenshot(page, f"series-{size}-{language}-{theme}")
    play_next(page)
    finish_game(page)
    for number in range(2, 6):
        total = say("page_tomb.end.running_total", n=number - 1, all=5, score="").strip()
        expect(page.locator(".end")).to_contain_text(total)
        button = page.get_by_role(
            "button", name=say("page_tomb.end.next_game", n=number, all=5), exact=True
        )
        table = page.url
        button.click()
        expect(page).not_to_have_url(table)
        finish_game(page)
    page.get_by_role("link", name=say("page_tomb.end.to_standings")).click()
    expect(page.locator("main")).to_contain_text(say("page.competition.proof"))
    points = page.locator("td.points").inner_text()
    expect(page.locator("main")).to_contain_text(
        say("page.competition.over_series", points=int(points))
    )
    expect(page.locator("main button.big")).to_have_count(0)
    page.get_by_text(say("page.competition.proof")).click()
    expect(page.locator("[data-finding=good]")).to_be_visible()
    assert problems(page) == []
    screenshot(page, f"series-over-{size}-{language}-{theme}")
    page.goto("/#/compete")
    expect(page.locator("main li").first).to_contain_text(say("page.compete.status_over"))


def test_two_people_play_a_contest_on_the_same_deals(
    new_page: NewPage, server: RestartableServer
) -> None:
    ada, bruno = two_people(new_page)
    server.set_competition_seed(SEED)
    begin(ada, "contest", 3)
    invitation = invitation_of(ada)
    bruno.goto(invitation)
    bruno.locator("form button[type=submit]").wait_for()
    expect(bruno.locator("main")).to_contain_text("Ada")
    assert problems(bruno) == []
    screenshot(bruno, "enter-phone-es-light")
    enter(bruno, invitation)
    expect(standing_of(ada, "Bruno")).to_be_visible()  # without a reload
    dealt: list[list[str]] = []
    for page in (ada, bruno):
        play_next(page)
        table = page.locator(".tomb")
        before = table.get_attribute("data-update") or ""
        make_move(page, "delve")
        expect(table).not_to_have_attribute("data-update", before)
        dealt.append(page.locator(".tomb [data-card]").evaluate_all(CARD_CODES))
        finish_game(page)
        page.locator(".end").get_by_role("link").filter(
            has_text=re.compile(
                f"{SAY('page_tomb.end.to_standings')}|{DIZE('page_tomb.end.to_standings')}"
            )
        ).click()
    assert dealt[0] == dealt[1] != []
    expect(standing_of(ada, "Bruno").locator("[data-status=over]")).to_have_count(1)
    ada.goto(invitation)
    expect(ada.locator("main")).to_contain_text(SAY("page.enter.yours"))
    ada.get_by_role("link", name=SAY("page.enter.to_it")).click()
    for _ in range(2):
        for page in (ada, bruno):
            play_next(page)
            finish_game(page)
            page.go_back()
            page.locator("main [data-status=over]").first.wait_for()
    for page in (ada, bruno):
        expect(page.locator("main [data-status=over]")).to_have_count(6)
    ada.get_by_text(SAY("page.competition.proof")).click()
    expect(ada.locator("[data-finding=good]")).to_be_visible()
    assert problems(ada) == []
    screenshot(ada, "contest-over-desk-en-dark")
    carla = new_page()
    carla.goto(invitation)
    expect(carla.get_by_role("heading", level=1)).to_have_text(SAY("page.enter.over"))
    assert problems(carla) == []


def test_four_kings_cancel_the_debt_of_a_wager(
    new_page: NewPage, server: RestartableServer
) -> None:
    ada, bruno = two_people(new_page)
    server.set_competition_seed(SEED)
    begin(ada, "wager", 1, own_deals=True)
    expect(ada.locator("main")).to_contain_text(SAY("page.competition.wait_entrants"))
    assert problems(ada) == []
    screenshot(ada, "wager-waiting-desk-en-dark")
    invitation = invitation_of(ada)
    enter(bruno, invitation)
    play_next(ada)
    play_moves(ada, FOUR_KINGS)
    expect(ada.locator(".end")).to_contain_text("4/45")
    late = new_page()
    late.goto(invitation)
    expect(late.get_by_role("heading", level=1)).to_have_text(SAY("page.enter.begun"))
    play_next(bruno)
    play_moves(bruno, MORE_POINTS)
    expect(bruno.locator(".end")).to_contain_text("2/47")
    ada.get_by_role("link", name=SAY("page_tomb.end.to_standings")).click()
    expect(ada.locator("main")).to_contain_text(
        SAY("page.competition.cancelled", debtor="Ada", creditor="Bruno", amount="2\u00a0coins")
    )
    expect(ada.locator("main")).to_contain_text(SAY("page.competition.over_lost", name="Bruno"))
    assert problems(ada) == []
    screenshot(ada, "wager-cancelled-desk-en-dark")
    ada.goto("/#/compete/ledger")
    expect(ada.locator("main")).to_contain_text(SAY("page.compete.ledger_none"))


def test_a_debt_is_settled_when_both_say_so(new_page: NewPage, server: RestartableServer) -> None:
    ada, bruno = two_people(new_page)
    server.set_competition_seed(SEED)
    begin(ada, "wager", 1, own_deals=True)
    enter(bruno, invitation_of(ada))
    play_next(ada)
    play_moves(ada, FOUR_KINGS)
    play_next(bruno)
    finish_game(bruno)  # the first move each time loses, or brings out nothing
    ada.get_by_role("link", name=SAY("page_tomb.end.to_standings")).click()
    ada.get_by_role("link", name=SAY("page.competition.to_ledger")).click()
    settle = ada.get_by_role("button", name=SAY("page.compete.settle"))
    expect(settle).to_be_visible()
    assert problems(ada) == []
    screenshot(ada, "ledger-desk-en-dark")
    settle.click()
    expect(ada.locator("main")).to_contain_text(SAY("page.compete.settle_wait", name="Bruno"))
    bruno.goto("/#/compete/ledger")
    expect(bruno.locator("main")).to_contain_text(DIZE("page.compete.settle_ask", name="Ada"))
    bruno.get_by_role("button", name=DIZE("page.compete.settle_yes")).click()
    expect(bruno.locator("main")).to_contain_text(DIZE("page.compete.ledger_none"))
    ada.reload()
    expect(ada.locator("main")).to_contain_text(SAY("page.compete.ledger_none"))
    ada.get_by_text(SAY("page.compete.ledger_settled")).click()
    expect(ada.locator("main")).to_contain_text(SAY("page.compete.debt_settled"))


def test_the_creator_ends_a_contest_early(new_page: NewPage) -> None:
    page = new_page()
    fill_storage(page, "Ada", sound=False)
    begin(page, "contest", 3)
    page.get_by_role("button", name=SAY("page.competition.close")).click()
    page.get_by_role("button", name=SAY("page.competition.close_no")).click()
    expect(page.locator("main button.big")).to_be_visible()
    page.get_by_role("button", name=SAY("page.competition.close")).click()
    page.get_by_role("button", name=SAY("page.competition.close_yes")).click()
    expect(page.get_by_text(SAY("page.competition.over")).first).to_be_visible()
    expect(page.locator("main button.big")).to_have_count(0)


def test_a_wrong_stake_is_refused_before_it_is_sent(new_page: NewPage) -> None:
    page = new_page("phone", "es", theme="light")
    fill_storage(page, "Ada", sound=False)
    page.goto("/#/compete/wager")
    page.get_by_label(DIZE("page.compete.stake")).fill("mucho")
    page.locator("form button[type=submit]").click()
    expect(page.get_by_text(DIZE("page.compete.stake_bad"))).to_be_visible()
    expect(page.get_by_label(DIZE("page.compete.stake"))).to_be_focused()
    assert problems(page) == []


def test_a_finished_deal_is_shared_as_a_challenge(new_page: NewPage) -> None:
    ada, bruno = two_people(new_page)
    ada.goto("/#/tomb")
    ada.locator("form button[type=submit]").click()
    finish_game(ada)
    ada.context.grant_permissions(["clipboard-write"])
    ada.get_by_role("button", name=SAY("page.share.button")).click()
    expect(ada.get_by_role("alert")).to_contain_text(SAY("page.share.copied"))
    link = copied_text(ada).split("\n")[-1]
    bruno.goto(link)
    expect(bruno.get_by_role("heading", level=1)).to_contain_text("Ada")
    expect(standing_of(bruno, "Ada")).to_be_visible()
    assert problems(bruno) == []
    screenshot(bruno, "deal-phone-es-light")
    play_next(bruno)
    finish_game(bruno)
    bruno.get_by_role("link", name=DIZE("page_tomb.end.to_deal")).click()
    expect(standing_of(bruno, "Bruno")).to_be_visible()
    assert problems(bruno) == []
    bruno.get_by_role("button", name=DIZE("page.board.again")).click()
    finish_game(bruno)
    expect(bruno.locator(".end")).to_contain_text(DIZE("page.history.standing_repeat_help"))


def test_a_numbered_deal_is_chosen_in_the_form(new_page: NewPage) -> None:
    page = new_page()
    fill_storage(page, "Ada", sound=False)
    page.goto("/#/tomb/4711")
    page.locator("form button[type=submit]").click()
    finish_game(page)
    page.get_by_role("link", name=SAY("page_tomb.end.to_deal")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        SAY("page.deal.title_number", n="4711")
    )
    expect(standing_of(page, "Ada")).to_be_visible()


DEAD_ENDS = {
    f"enter/{'A' * 32}": "page.enter.gone",
    "deal/7KQ2P-9MXAA": "page.deal.gone",
    "competition/none": "page.competition.gone",
}


def test_links_that_lead_nowhere_say_so(new_page: NewPage) -> None:
    page = new_page(allow_messages=True)
    for place, title in DEAD_ENDS.items():
        page.goto(f"/#/{place}")
        expect(page.get_by_role("heading", level=1)).to_have_text(SAY(title))
        assert problems(page) == []


def test_names_are_shown_as_text(new_page: NewPage) -> None:
    ada, bruno = new_page(), new_page()
    fill_storage(ada, "<b>Ada</b>", sound=False)
    fill_storage(bruno, "<img src=x>", sound=False)
    begin(ada, "contest", 3)
    enter(bruno, invitation_of(ada))
    for page in (ada, bruno):
        for name in ("<b>Ada</b>", "<img src=x>"):
            expect(page.get_by_text(name).first).to_be_visible()
        expect(page.locator("main img")).to_have_count(0)


def test_rematches_of_dungeon_are_a_match(new_page: NewPage) -> None:
    page = new_page()
    fill_storage(page, "Ada", sound=False)
    page.goto("/#/dungeon")
    page.locator(".players").get_by_text("2", exact=True).click()
    page.get_by_text(SAY("page_dungeon.new.details")).click()
    page.get_by_label(SAY("page_dungeon.new.match")).select_option("2")
    page.locator("form button[type=submit]").click()
    for number in (1, 2):
        page.locator(".dungeon").wait_for()
        expect(page.locator(".seat .match i.filled")).to_have_count(number - 1)
        hold(page.get_by_role("button", name=SAY("page.table.resign"), exact=True))
        end = page.locator(".end")
        expect(end.locator(".match dd").nth(1)).to_have_text(str(number))
        if number == 1:
            expect(end).to_contain_text(SAY("page_dungeon.end.match_open", n=2))
            assert problems(page) == []
            table = page.url
            end.get_by_role("button", name=SAY("page_dungeon.end.match_next")).click()
            expect(page).not_to_have_url(table)
    expect(end.locator(".match p")).to_contain_text(
        re.compile(SAY("page_dungeon.end.match_lost", winner=".+"))
    )
    expect(end.get_by_role("button", name=SAY("page.end.new_deal"), exact=True)).to_be_visible()
