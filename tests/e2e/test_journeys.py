"""What people do between screens and devices: join, watch, move a profile, lose the connection."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from e2e.conftest import NewPage
from e2e.dungeon_player import hand_of
from e2e.example_game import EXAMPLE, example_entries, make_move
from e2e.fair_games import expect_begun, invitation_of, join, open_for_two
from e2e.restartable_server import RestartableServer
from e2e.storage import fill_storage, seat_in_storage
from e2e.waiting import record_messages, wait_until
from underdeck.say.words import Words
from underdeck.serve.lessons import read_lesson

SAY = Words("en").say
DIZE = Words("es").say
START = {game: texts["start"] for game, texts in Words("en").table("page.game").items()}
"""The text of the button that starts each game at once."""
Message = dict[str, Any]


class Player:
    """A person at a table of Dungeon, with the messages that their page received."""

    def __init__(self, page: Page, seat: int | None, language: str = "en") -> None:
        self.page = page
        self.seat = seat
        self.hand = hand_of(page, language)
        self.messages = record_messages(page)

    @property
    def views(self) -> list[Message]:
        return [message["view"] for message in self.messages if message.get("view")]

    @property
    def is_awaited(self) -> bool:
        return self.seat in self.views[-1]["waiting"]

    @property
    def update_shown(self) -> str:
        return self.page.locator(".dungeon").get_attribute("data-update") or ""

    def play(self) -> None:
        """Pass if that is possible, else bid or discard any card but an ace."""
        before = self.update_shown
        passing = self.page.locator("button[data-move=pass]").filter(visible=True)
        if "pass" in str(self.views[-1]["legal"]):
            passing.click()
        else:
            card = self.hand.locator("[data-card]:not([data-card^=A])").first.get_by_role("button")
            card.click()
            card.click()
        expect(self.page.locator(".dungeon")).not_to_have_attribute("data-update", before)


def watch_link(page: Page) -> str:
    """Copy the link for spectators, and paste it elsewhere."""
    page.context.grant_permissions(["clipboard-write"])
    page.get_by_role("button", name=SAY("page.invite.copy_watch")).click()
    expect(page.get_by_role("alert")).to_contain_text(SAY("page.share.copied"))
    elsewhere = page.context.new_page()
    elsewhere.set_content("<input>")
    elsewhere.get_by_role("textbox").press("Control+V")
    link = elsewhere.get_by_role("textbox").input_value()
    elsewhere.close()
    return link


def test_two_people_play_by_invitation_while_a_third_one_watches(new_page: NewPage) -> None:
    ada, bruno = Player(new_page(), 0), Player(new_page("phone", "es"), 1, "es")
    carla = Player(new_page("tablet"), None)
    for name, player in {"Ada": ada, "Bruno": bruno, "Carla": carla}.items():
        fill_storage(player.page, name, sound=False)
    open_for_two(ada.page)
    link = watch_link(ada.page)
    join(bruno.page, invitation_of(ada.page))
    carla.page.goto(link)
    carla.page.wait_for_url("**/#/table/*")
    everyone = (ada, bruno, carla)
    expect_begun(*(player.page for player in everyone))
    expect(carla.page.get_by_text(SAY("page.table.watching")).first).to_be_visible()

    def awaited() -> list[Player]:
        """Return who is asked, once both pages show the same update: a late one resets a choice."""
        if ada.update_shown != bruno.update_shown:
            return []
        return [player for player in (ada, bruno) if player.is_awaited]

    while max(view["turn"] for view in ada.views) < 3:
        wait_until(ada.page, awaited, "a player is asked")
        awaited()[0].play()
    for player in (bruno, carla):
        expect(player.page.locator(".dungeon")).to_have_attribute("data-update", ada.update_shown)
    expect(ada.hand).to_be_visible()
    expect(carla.hand).to_have_count(0)
    expect(carla.page.locator("[data-move]")).to_have_count(0)
    assert all(view["legal"] == [] for view in carla.views)
    hands = [player["hand"] for view in carla.views for player in view["players"]]
    assert set(hands) == {None}


def test_a_profile_takes_its_game_to_another_device(new_page: NewPage) -> None:
    old, new = new_page("desk"), new_page("phone", "es")
    fill_storage(old, "Ada", sound=False)
    old.goto("/")
    old.get_by_role("button", name=START["tomb"]).click()
    old.wait_for_url("**/#/table/*")
    table = old.url
    make_move(old, "delve")
    old.get_by_role("link", name=SAY("page.screen.games")).click()
    old.get_by_role("button", name=SAY("page.profile.code_get")).click()
    code = old.get_by_role("status").filter(has_text=re.compile("^[A-Z0-9-]+$")).inner_text()
    new.goto("/#/games")
    new.get_by_label(DIZE("page.profile.claim_label"), exact=False).fill(code)
    new.get_by_role("button", name=DIZE("page.profile.claim_go")).click()
    new.get_by_role("button", name=DIZE("page.games.fetch")).click()
    new.wait_for_url(table)
    old.go_back()
    shown = old.locator(".tomb")
    expect(shown).to_be_visible()
    before = shown.get_attribute("data-update") or ""
    expect(new.locator(".tomb")).to_have_attribute("data-update", before)
    new.locator("button[data-move]").first.click()
    expect(shown).not_to_have_attribute("data-update", before)


def heading(page: Page) -> Locator:
    return page.get_by_role("heading", level=1)


def test_without_the_server_the_page_opens_and_a_table_waits(
    new_page: NewPage, server: RestartableServer
) -> None:
    table, keys = server.add_table(example_entries(0))
    page = new_page(allow_messages=True, service_worker=True)
    fill_storage(page, "Ada", [seat_in_storage(table, "tomb", keys[0])], sound=False)
    page.goto("/")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.goto(f"/#/table/{table}")
    make_move(page, EXAMPLE.moves[0])
    expect(page.locator("button[data-move][aria-disabled=false]").first).to_be_visible()
    before = page.locator(".tomb").get_attribute("data-update") or ""
    server.kill()
    banner = page.get_by_role("status")
    expect(banner.filter(has_text=SAY("page.connection.lost"))).to_be_visible()
    page.locator(f"button[data-move='{EXAMPLE.moves[1]}']").click()
    expect(banner.filter(has_text=SAY("page.connection.lost_with_move"))).to_be_visible()
    server.restart_if_down()
    expect(page.locator(".tomb")).not_to_have_attribute("data-update", before)
    expect(banner.filter(has_text=SAY("page.connection.lost_with_move"))).to_have_count(0)
    server.kill()
    page.goto("/#/settings")
    page.reload()
    expect(heading(page)).to_have_text(SAY("page.screen.settings"))
    page.get_by_role("link", name="Underdeck").click()
    expect(page.get_by_role("button", name=START["dungeon"])).to_be_visible()
    page.goto("/#/rules/dungeon")
    page.reload()
    expect(page.locator(".rules table").first).to_be_visible()


def test_a_replay_is_controlled_by_the_keyboard(
    new_page: NewPage, server: RestartableServer
) -> None:
    table, keys = server.add_table(example_entries(len(EXAMPLE.moves)))
    last = len(EXAMPLE.moves)
    page = new_page()
    fill_storage(page, "Ada", [seat_in_storage(table, "tomb", keys[0])], sound=False)
    page.goto(f"/#/replay/{table}")
    controls = page.get_by_role("region", name=SAY("page.replay.controls"))
    slider = controls.get_by_role("slider")
    expect(slider).to_have_attribute("aria-valuetext", SAY("page.replay.start"))
    for key, at in {"ArrowRight": 1, "End": last, "ArrowLeft": last - 1, "Home": 0}.items():
        page.keyboard.press(key)
        text = SAY("page.replay.at", n=at, all=last) if at else SAY("page.replay.start")
        expect(slider).to_have_attribute("aria-valuetext", text)
    page.keyboard.press("End")
    page.keyboard.press("Space")
    expect(controls.get_by_role("button", name=SAY("page.replay.pause"))).to_be_visible()
    second = SAY("page.replay.at", n=1, all=last)
    expect(slider).to_have_attribute("aria-valuetext", second)
    page.keyboard.press("Space")
    expect(controls.get_by_role("button", name=SAY("page.replay.play"))).to_be_visible()


def background(page: Page) -> str:
    colour: str = page.evaluate("getComputedStyle(document.body).backgroundColor")
    return colour


def test_settings_persist(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/#/settings")
    dark = background(page)
    for key in ("theme_light", "motion_reduced"):
        page.get_by_role("radio", name=SAY(f"page.settings.{key}")).check()
    page.get_by_role("checkbox", name=SAY("page.settings.auto_pass")).uncheck()
    page.get_by_role("radio", name=SAY("page.language.es")).check()
    expect(heading(page)).to_have_text(DIZE("page.screen.settings"))
    light = background(page)
    assert dark != light
    page.reload()
    expect(heading(page)).to_have_text(DIZE("page.screen.settings"))
    for key in ("settings.theme_light", "settings.motion_reduced", "language.es"):
        expect(page.get_by_role("radio", name=DIZE(f"page.{key}"))).to_be_checked()
    expect(page.get_by_role("checkbox", name=DIZE("page.settings.auto_pass"))).not_to_be_checked()
    assert background(page) == light
    assert page.locator("html").get_attribute("lang") == "es"


def test_a_lesson_is_followed_with_the_keyboard(new_page: NewPage) -> None:
    length = len(read_lesson("tomb", "en").steps)
    page = new_page()
    fill_storage(page)
    page.goto("/#/learn/tomb")
    page.get_by_role("button", name=SAY("page.learn.begin")).press("Enter")
    for number in range(1, 6):
        expect(page.get_by_text(SAY("page.learn.progress", n=number, all=length))).to_be_visible()
        page.locator("button[data-move]").first.wait_for()
        page.keyboard.press("1")
        go_on = page.get_by_role("button", name=SAY("page.learn.go"), exact=True)
        expect(go_on).to_be_focused()
        page.keyboard.press("Enter")
    page.get_by_role("button", name=SAY("page.learn.back")).press("Enter")
    expect(page.get_by_text(SAY("page.learn.progress", n=5, all=length))).to_be_visible()
