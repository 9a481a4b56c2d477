"""The ends of games: a scene that can be skipped, then a result that leaves the cards in sight."""

import json
import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from e2e.competing import copied_text
from e2e.conftest import NewPage
from e2e.endings import dungeon_ends, frame_sheet, hold_scene, scene_of, seek_scene, tomb_ends
from e2e.example_game import EXAMPLE, example_entries, make_move
from e2e.page_checks import problems, screenshot, settle
from e2e.restartable_server import RestartableServer
from e2e.storage import fill_storage, seat_in_storage
from e2e.test_screens import LOAD_ALL_FONTS
from underdeck.say.quips import Quip
from underdeck.say.words import Words
from underdeck.table.entries import AnyEntry
from underdeck.table.table import fold

PICTURES = os.environ.get("UNDERDECK_PICTURES", "")
SAY = Words("en").say
QUIPS = ("win", "lose")
ENDS = [
    *(("tomb", name) for name in ("won", "escaped", "empty", "slain", "lost")),
    *(("dungeon", name) for name in ("own", "theirs", "alone", "stalemate")),
]
LOOKS = {"own": "tunnel own", "theirs": "tunnel theirs", "alone": "vigil alone"} | {
    "stalemate": "vigil stalemate"
}
WATCH_SHIFTS = """
window.totalShift = 0;
window.isOfEnd = ({ node }) =>
  (node?.matches ? node : node?.parentElement)?.closest(".around, .end, [data-scene]");
window.shifts = new PerformanceObserver((list) => addShifts(list.getEntries()));
window.addShifts = (entries) => {
  for (const { value, sources } of entries) if (sources.some(isOfEnd)) totalShift += value;
};
shifts.observe({ type: "layout-shift" });
"""
"""Add up the shifts of the scene and the result; the table has a test of its own."""
COVERED = """() => {
  const { left, top, right, bottom } = document.querySelector(".end").getBoundingClientRect();
  const cards = [...document.querySelectorAll("[data-place=hand] [data-card]")];
  return cards.map((card) => card.getBoundingClientRect()).filter((card) =>
    card.left < right && left < card.right && card.top < bottom && top < card.bottom).length;
}"""


def open_end(
    page: Page, server: RestartableServer, game: str, entries: list[AnyEntry], *, quips: bool = True
) -> str:
    """Show the table with this log to the first seat; return its id."""
    table, keys = server.add_table(entries)
    fill_storage(page, "Ada", [seat_in_storage(table, game, keys[0])], sound=False, quips=quips)
    page.goto(f"/#/table/{table}")
    return table


def seat_characters(page: Page, bot: str, *, quips: Sequence[Quip] = ()) -> None:
    """Let every other player of the page's tables be this bot, and say this at the end."""

    def changed(message: str) -> str:
        data = json.loads(message)
        for seat in data.get("seats", [])[1:] if data.get("type") == "table" else []:
            seat["bot"] = bot
        if quips and data.get("result"):
            data["quips"] = [quip._asdict() for quip in quips]
        return json.dumps(data)

    def on_socket(socket: WebSocketRoute) -> None:
        real = socket.connect_to_server()
        real.on_message(lambda message: socket.send(changed(str(message))))

    page.route_web_socket("**/ws", on_socket)


def winner_of(entries: list[AnyEntry]) -> int:
    """Return the seat that wins the game of this log."""
    result = fold("end", [(entry, 0.0) for entry in entries]).game_played.result()
    assert result is not None
    return int(result["winner"])


def ends_of(game: str) -> dict[str, list[AnyEntry]]:
    return tomb_ends() if game == "tomb" else dungeon_ends()


@pytest.mark.parametrize(("game", "name"), ENDS)
def test_every_ending_has_a_scene_of_its_own(
    new_page: NewPage, server: RestartableServer, game: str, name: str
) -> None:
    page = new_page(reduced_motion=False)
    open_end(page, server, game, ends_of(game)[name])
    page.locator(".end [data-replay]").click()
    expect(scene_of(page)).to_have_attribute("data-scene", LOOKS.get(name, name))
    expect(page.locator(".end")).to_have_count(0)
    length = hold_scene(page)
    assert 2500 <= length <= 4000
    if PICTURES:
        frame_sheet(page, Path(PICTURES) / f"scene-{game}-{name}.png")
    seek_scene(page, length)
    expect(page.locator(".end h2")).to_be_focused()
    expect(scene_of(page)).to_have_count(0)


@pytest.mark.parametrize("size", ["desk", "small phone", "landscape"])
@pytest.mark.parametrize(("game", "name"), [("tomb", "slain"), ("dungeon", "theirs")])
def test_results_are_accessible_and_fit_the_window(
    new_page: NewPage, server: RestartableServer, game: str, name: str, size: str
) -> None:
    page = new_page(size, "es", theme="light")
    open_end(page, server, game, ends_of(game)[name])
    expect(page.locator(".end [data-choice=new]")).to_be_in_viewport(ratio=1)
    expect(page.locator(".end [data-choice=same]")).to_be_in_viewport(ratio=1)
    if game == "tomb":
        assert page.evaluate(COVERED) == 0
    assert problems(page) == []
    screenshot(page, f"result-{game}-{name}-{size}")


@pytest.mark.parametrize(("size", "language"), [("desk", "en"), ("small phone", "es")])
@pytest.mark.parametrize("name", ["theirs", "alone"])
def test_a_character_that_wins_has_its_portrait_beside_the_headline(
    new_page: NewPage, server: RestartableServer, name: str, size: str, language: str
) -> None:
    page = new_page(size, language)
    seat_characters(page, "digger")
    open_end(page, server, "dungeon", dungeon_ends()[name])
    portrait, title = page.locator(".end .head img"), page.locator(".end h2")
    expect(portrait).to_have_count(1)
    settle(page)
    screenshot(page, f"portrait-{name}-{size}")
    box, beside = portrait.bounding_box(), title.bounding_box()
    assert box
    assert beside
    assert box["x"] + box["width"] <= beside["x"]


@pytest.mark.parametrize("size", ["desk", "phone", "small phone", "landscape"])
def test_the_last_words_of_the_winner_stand_under_the_headline(
    new_page: NewPage, server: RestartableServer, size: str
) -> None:
    page = new_page(size, "es")
    entries = dungeon_ends()["theirs"]
    winner = winner_of(entries)
    texts = [max(Words("es").phrasings(f"quips_dungeon.master.{key}"), key=len) for key in QUIPS]
    said = [Quip(winner, texts[0]), Quip(0 if winner else 1, texts[1])]
    seat_characters(page, "master", quips=said)
    open_end(page, server, "dungeon", entries)
    quote = page.locator(".end .head .quote")
    expect(quote).to_contain_text(f": {said[0].text}")
    expect(quote).to_be_in_viewport(ratio=1)
    expect(page.locator(".end [data-choice=new]")).to_be_in_viewport(ratio=1)
    settle(page)
    screenshot(page, f"last-words-{size}")
    box, title = quote.bounding_box(), page.locator(".end h2").bounding_box()
    assert box
    assert title
    assert box["y"] >= title["y"] + title["height"] - 1
    assert problems(page) == []


def test_a_loser_has_the_last_word_if_a_person_wins(
    new_page: NewPage, server: RestartableServer
) -> None:
    page = new_page("phone", "en")
    seat_characters(page, "liar", quips=[Quip(1, "Lovely game.")])
    open_end(page, server, "dungeon", dungeon_ends()["own"])
    expect(page.locator(".end .quote")).to_have_text("Luis: “Lovely game.”")
    page.locator(".end [aria-expanded=true]").click()
    expect(page.locator(".end h2")).to_be_visible()
    expect(page.locator(".end .quote")).to_have_count(0)


def test_a_player_who_wants_no_quips_reads_no_last_words(
    new_page: NewPage, server: RestartableServer
) -> None:
    page = new_page()
    seat_characters(page, "liar", quips=[Quip(1, "Lovely game.")])
    open_end(page, server, "dungeon", dungeon_ends()["own"], quips=False)
    expect(page.locator(".end h2")).to_be_visible()
    expect(page.locator(".end .quote")).to_have_count(0)


def test_a_person_who_wins_has_no_portrait(new_page: NewPage, server: RestartableServer) -> None:
    page = new_page()
    seat_characters(page, "digger")
    open_end(page, server, "dungeon", dungeon_ends()["own"])
    expect(page.locator(".end h2")).to_be_visible()
    expect(page.locator(".end .head img")).to_have_count(0)


def test_the_last_move_starts_the_scene_which_moves_nothing(
    new_page: NewPage, server: RestartableServer
) -> None:
    page = new_page(reduced_motion=False)
    open_end(page, server, "tomb", example_entries(len(EXAMPLE.moves) - 1))
    expect(page.locator("button[data-move]").first).to_be_visible()
    page.evaluate(LOAD_ALL_FONTS)
    settle(page)
    page.evaluate(WATCH_SHIFTS)
    make_move(page, EXAMPLE.moves[-1])
    expect(scene_of(page)).to_have_attribute("data-scene", "won")
    seek_scene(page, hold_scene(page))
    expect(page.locator(".end h2")).to_be_focused()
    settle(page)
    shift: float = page.evaluate("addShifts(shifts.takeRecords()), totalShift")
    assert shift < 0.01


def test_any_key_skips_the_scene(new_page: NewPage, server: RestartableServer) -> None:
    page = new_page(reduced_motion=False)
    open_end(page, server, "tomb", tomb_ends()["slain"])
    page.locator(".end [data-replay]").click()
    seek_scene(page, hold_scene(page) / 2)
    page.keyboard.press("Escape")
    expect(page.locator(".end h2")).to_be_focused()


def test_with_reduced_motion_the_result_is_shown_at_once(
    new_page: NewPage, server: RestartableServer
) -> None:
    page = new_page()
    open_end(page, server, "tomb", example_entries(len(EXAMPLE.moves) - 1))
    make_move(page, EXAMPLE.moves[-1])
    expect(page.locator(".end h2")).to_be_focused()
    expect(page.locator(".end")).to_contain_text("4/68")


def test_escape_folds_the_result_away_and_keys_start_the_next_game(
    new_page: NewPage, server: RestartableServer
) -> None:
    page = new_page(allow_messages=True)
    table = open_end(page, server, "tomb", tomb_ends()["lost"])
    expect(page.locator(".end h2")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("[data-choice=new]")).to_have_count(0)
    page.get_by_role("button", name=SAY("page.end.unfold")).click()
    page.keyboard.press("s")
    expect(page.locator(".end")).to_have_count(0)
    expect(page.locator("button[data-move]").first).to_be_visible()
    assert table not in page.url
    page.goto(f"/#/table/{table}")
    expect(page.locator("[data-choice=new]")).to_be_visible()
    page.keyboard.press("n")
    expect(page.locator(".end")).to_have_count(0)
    expect(page.locator("button[data-move]").first).to_be_visible()


def test_a_finished_dungeon_is_played_again_with_the_same_cards(
    new_page: NewPage, server: RestartableServer
) -> None:
    page = new_page()
    table = open_end(page, server, "dungeon", dungeon_ends()["theirs"])
    page.locator("[data-choice=same]").click()
    expect(page.locator(".end")).to_have_count(0)
    expect(page.locator(".dungeon")).to_be_visible()
    assert table not in page.url


@pytest.mark.parametrize(("game", "name"), [("tomb", "escaped"), ("dungeon", "theirs")])
def test_what_is_shared_has_a_link_that_shows_something(
    new_page: NewPage, server: RestartableServer, game: str, name: str
) -> None:
    page = new_page()
    open_end(page, server, game, ends_of(game)[name])
    page.context.grant_permissions(["clipboard-write"])
    page.get_by_role("button", name=SAY("page.share.button")).click()
    expect(page.get_by_role("alert")).to_contain_text(SAY("page.share.copied"))
    link = copied_text(page).split("\n")[-1]
    elsewhere = new_page()
    elsewhere.goto(link)
    expect(elsewhere.locator("main section p").first).to_be_visible()
