"""Chronicles in the page: read, heard, printed, shared, beside a replay, bound into a journal."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from e2e.competing import copied_text
from e2e.conftest import NewPage
from e2e.example_game import EXAMPLE, example_entries
from e2e.page_checks import problems, screenshot
from e2e.past_games import Historian
from e2e.restartable_server import RestartableServer
from e2e.storage import fill_storage, seat_in_storage
from underdeck.say.words import Words

SAY = Words("en").say
DIZE = Words("es").say
VARIANTS = [("desk", "en", "dark"), ("tablet", "en", "light"), ("phone", "es", "light")]
EVIL_NAME = "<img src=x onerror=a()>&"
"""As long as a name may be."""
SCROLL_ENDS = """() => new Promise((done) => {
  let last = scrollY, still = 0;
  const look = () => {
    still = scrollY === last ? still + 1 : 0;
    last = scrollY;
    if (still > 30) done(last); else requestAnimationFrame(look);
  };
  look();
})"""
"""Wait until the page has stood still for thirty frames."""
FINISHED = example_entries(len(EXAMPLE.moves))
Json = dict[str, Any]

FAKE_SPEECH = """
window.spoken = [];
window.cancelled = 0;
const speech = {
  getVoices: () => [{ lang: "en-GB", default: true, localService: true }],
  speak: (utterance) => spoken.push(utterance),
  cancel: () => cancelled++,
};
Object.defineProperty(window, "speechSynthesis", { value: speech });
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
"""
"""A voice that says nothing by itself: a test ends each utterance."""
NO_SPEECH = "delete window.speechSynthesis; delete Window.prototype.speechSynthesis;"


def tale_of(page: Page) -> Locator:
    """Return the chronicle."""
    return page.locator("main article.tale")


def open_example(
    new_page: NewPage, server: RestartableServer, *look: str, theme: str = "dark"
) -> tuple[Page, str, str]:
    """Open a page that has the key to the finished example; return its table and key too."""
    table, (key,) = server.add_table(FINISHED)
    page = new_page(*look, theme=theme)
    fill_storage(page, "Ada", [seat_in_storage(table, "tomb", key, over=True)], sound=False)
    return page, table, key


def ask(page: Page, path: str, key: str, data: Json, language: str = "en") -> Json:
    """Send a request as the page does."""
    headers = {"Authorization": f"Bearer {key}", "Accept-Language": language}
    response = page.request.post(path, data=data, headers=headers)
    assert response.ok, response.text()
    answer: Json = response.json()
    return answer


def paragraphs(tale: Json) -> list[Json]:
    """Return the paragraphs of all sections."""
    return [each for section in tale["sections"] for each in section["paragraphs"]]


@pytest.fixture
def ada(new_page: NewPage) -> Historian:
    """A profile with a few old games, whose name is no HTML."""
    ada = Historian.new(new_page(), EVIL_NAME)
    ada.add_past_games(tombs=12, dungeons=2)
    return ada


def test_the_history_leads_to_a_chronicle_that_others_can_read(
    ada: Historian, new_page: NewPage
) -> None:
    page, elsewhere = new_page(), new_page("phone")
    page.context.grant_permissions(["clipboard-write"])
    ada.use_in(page)
    page.goto("/#/games")
    page.locator("main li[data-table]").nth(3).get_by_role(
        "link", name=SAY("page.chronicle.link_label")
    ).click()
    title = tale_of(page).get_by_role("heading", level=1)
    expect(title).not_to_be_empty()
    expect(page).to_have_title(f"{title.inner_text()} · Underdeck")
    page.get_by_role("button", name=SAY("page.chronicle.share")).click()
    expect(page.get_by_role("alert")).to_contain_text(SAY("page.share.copied"))
    text, link = copied_text(page).split("\n")
    assert title.inner_text() in text
    assert re.search(r"/#/chronicle/[\w-]{16,}$", link)
    elsewhere.goto(link)
    expect(tale_of(elsewhere)).to_have_text(tale_of(page).inner_text(), use_inner_text=True)
    expect(elsewhere.get_by_text(SAY("page.chronicle.invite"))).to_be_visible()
    # the link opens the chronicle and nothing else
    expect(elsewhere.get_by_role("link", name=SAY("page.chronicle.replay"))).to_have_count(0)


def test_the_end_of_a_game_leads_to_its_chronicle(
    new_page: NewPage, server: RestartableServer
) -> None:
    page, table, key = open_example(new_page, server)
    page.goto(f"/#/table/{table}")
    page.locator(".end").get_by_role("link", name=SAY("page.end.read")).click()
    chronicle = ask(page, "/api/chronicle", key, {})
    expect(tale_of(page).get_by_role("heading", level=1)).to_have_text(chronicle["title"])
    expect(tale_of(page)).to_contain_text(chronicle["subject"])
    shown = tale_of(page).locator("section p")
    assert shown.all_text_contents() == [each["text"] for each in paragraphs(chronicle)]
    cards = tale_of(page).get_by_role("list").get_by_role("img")
    expect(cards).to_have_count(sum(len(each["cards"]) for each in paragraphs(chronicle)))
    page.get_by_role("radio", name=SAY("page.chronicle.length_short")).check()
    expect(shown).not_to_have_count(len(paragraphs(chronicle)))
    short = ask(page, "/api/chronicle", key, {"length": "short"})
    assert shown.all_text_contents() == [each["text"] for each in paragraphs(short)]
    page.get_by_role("link", name=SAY("page.chronicle.replay")).click()
    expect(page.locator(".replay .board")).to_be_visible()
    page.get_by_role("link", name=SAY("page.chronicle.read")).click()
    expect(tale_of(page)).to_contain_text(paragraphs(short)[0]["text"])


def test_the_cards_stand_beside_their_paragraph(
    new_page: NewPage, server: RestartableServer
) -> None:
    page, table, _ = open_example(new_page, server)
    page.goto(f"/#/chronicle/game/{table}")
    expect(tale_of(page).get_by_role("list").first).to_be_visible()
    distances = (
        tale_of(page)
        .get_by_role("list")
        .evaluate_all(
            """lists => lists.map((list) => {
          const paragraph = list.closest(".margin").nextElementSibling;
          return list.getBoundingClientRect().top - paragraph.getBoundingClientRect().top;
        })"""
        )
    )
    assert distances
    assert all(0 <= distance < 20 for distance in distances), distances


def test_the_end_of_a_game_keeps_its_chronicle_in_sight(
    new_page: NewPage, server: RestartableServer
) -> None:
    page, table, _ = open_example(new_page, server, "phone")
    page.set_viewport_size({"width": 360, "height": 420})
    page.goto(f"/#/table/{table}")
    read = page.locator(".end").get_by_role("link", name=SAY("page.end.read"))
    expect(read).to_be_in_viewport(ratio=1)


def test_a_game_of_several_is_told_from_what_each_player_knew(
    ada: Historian, new_page: NewPage
) -> None:
    page = new_page()
    ada.use_in(page)
    listed = ada.ask("/api/profile/history", {"game": "dungeon", "limit": 1})["games"][0]
    page.goto(f"/#/chronicle/game/{listed['table']}")
    views = page.get_by_label(SAY("page.chronicle.view"))
    expect(views.locator("option")).to_have_count(3)
    assert SAY("page.chronicle.view_seat", name=EVIL_NAME) in views.inner_text()
    with page.expect_request("**/api/profile/chronicle") as sent:
        views.select_option("1")
    assert json.loads(sent.value.post_data or "{}")["seat"] == 1
    expect(page.locator("main [aria-busy=true]")).to_have_count(0)
    expect(views).to_have_value("1")
    # the choice outlives a change of the language
    page.get_by_role("button", name="Español").click()
    expect(page.get_by_label(DIZE("page.chronicle.view"))).to_have_value("1")
    expect(page.locator("main img")).to_have_count(0)


def test_a_chronicle_is_read_aloud(new_page: NewPage, server: RestartableServer) -> None:
    page, table, _ = open_example(new_page, server)
    page.add_init_script(FAKE_SPEECH)
    page.goto(f"/#/chronicle/game/{table}")
    tools = page.get_by_role("region", name=SAY("page.chronicle.tools"))
    tools.get_by_role("button", name=SAY("page.chronicle.aloud")).click()
    reading = tale_of(page).locator(".reading")
    expect(reading).to_have_text(tale_of(page).get_by_role("heading", level=1).inner_text())
    for _ in range(30):  # some sentences into the tale
        page.evaluate("spoken.at(-1).onend()")
    expect(reading).to_have_count(1)
    expect(reading).to_be_in_viewport()
    assert page.evaluate("spoken.at(-1).lang") == "en-GB"
    assert page.evaluate("spoken.at(-1).text") in reading.inner_text()
    n = page.evaluate("spoken.length")
    bar = page.get_by_role("region", name=SAY("page.chronicle.aloud_now"))
    tools.get_by_role("button", name=SAY("page.chronicle.aloud_pause")).first.click()
    bar.get_by_role("button", name=SAY("page.chronicle.aloud_resume")).click()
    assert page.evaluate("spoken.length") == n + 1
    assert page.evaluate("spoken.at(-1).text === spoken.at(-2).text")
    expect(bar).to_be_in_viewport()
    bar.get_by_role("button", name=SAY("page.chronicle.aloud_stop")).click()
    expect(reading).to_have_count(0)
    tools.get_by_role("button", name=SAY("page.chronicle.aloud")).click()
    cancelled = page.evaluate("cancelled")
    page.get_by_role("link", name=SAY("page.screen.rules")).click()
    expect(tale_of(page)).to_have_count(0)
    assert page.evaluate("cancelled") > cancelled


def test_a_device_without_speech_offers_none(new_page: NewPage, server: RestartableServer) -> None:
    page, table, _ = open_example(new_page, server)
    page.add_init_script(NO_SPEECH)
    page.goto(f"/#/chronicle/game/{table}")
    expect(tale_of(page)).to_be_visible()
    expect(page.get_by_role("button", name=SAY("page.chronicle.print"))).to_be_visible()
    expect(page.get_by_role("button", name=SAY("page.chronicle.aloud"))).to_have_count(0)


def test_a_chronicle_is_printed_black_on_white_with_its_cards(
    new_page: NewPage, server: RestartableServer
) -> None:
    page, table, _ = open_example(new_page, server)
    page.add_init_script("window.print = () => { window.printed = true; };")
    page.goto(f"/#/chronicle/game/{table}")
    page.get_by_role("button", name=SAY("page.chronicle.print")).click()
    assert page.evaluate("printed")
    page.set_viewport_size({"width": 672, "height": 979})  # A4 without its margins
    page.emulate_media(media="print")
    for hidden in (page.locator("nav"), page.get_by_role("button")):
        expect(hidden.filter(visible=True)).to_have_count(0)
    colours = (
        "(element) => [getComputedStyle(element).color, getComputedStyle(element).backgroundColor]"
    )
    assert tale_of(page).evaluate(colours) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    card = tale_of(page).get_by_role("img").first.bounding_box()
    text = tale_of(page).locator("section p").nth(1).bounding_box()
    assert card is not None
    assert text is not None
    assert card["x"] >= text["x"] + text["width"], "the cards stand in the margin"
    assert card["x"] + card["width"] <= 672
    assert problems(page) == []
    for element in tale_of(page).locator("h1, h2").all():
        assert element.evaluate("(one) => getComputedStyle(one).breakAfter") == "avoid"
    screenshot(page, "chronicle-print")


def test_a_saved_chronicle_needs_no_page(
    new_page: NewPage, server: RestartableServer, tmp_path: Path
) -> None:
    page, table, key = open_example(new_page, server)
    page.goto(f"/#/chronicle/game/{table}")
    with page.expect_download() as download:
        page.get_by_role("button", name=SAY("page.chronicle.save")).click()
    file = tmp_path / "tale.html"
    download.value.save_as(file)
    chronicle = ask(page, "/api/chronicle", key, {})
    saved = new_page("phone")
    saved.goto(file.as_uri())
    expect(saved.get_by_role("heading", level=1)).to_have_text(chronicle["title"])
    assert saved.locator("section p").all_text_contents() == [
        each["text"] for each in paragraphs(chronicle)
    ]
    assert problems(saved) == []
    screenshot(saved, "chronicle-file")


REFUSALS = {"deal_secret": "secret", "chronicle_not_over": "running", "no_record": "failed"}


@pytest.mark.parametrize("code", REFUSALS)
def test_a_refused_chronicle_says_why(new_page: NewPage, code: str) -> None:
    page = new_page(allow_messages=True)

    def refuse(route: Route) -> None:
        body = {"refused": {"code": code, "text": "No.", "params": {}}}
        route.fulfill(status=409, body=json.dumps(body), content_type="application/json")

    page.route("**/api/chronicle", refuse)
    page.goto(f"/#/chronicle/{'A' * 32}")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(SAY(f"page.chronicle.{REFUSALS[code]}"))
    assert problems(page) == []


def test_a_chronicle_can_be_fetched_again_once_the_server_is_back(
    new_page: NewPage, server: RestartableServer
) -> None:
    table, (key,) = server.add_table(FINISHED)
    page = new_page(allow_messages=True)
    fill_storage(page, "Ada", [seat_in_storage(table, "tomb", key, over=True)], sound=False)
    page.route("**/api/chronicle", lambda route: route.abort())
    page.goto(f"/#/chronicle/game/{table}")
    expect(page.get_by_role("heading", level=1)).to_have_text(SAY("page.chronicle.offline"))
    page.unroute("**/api/chronicle")
    page.get_by_role("button", name=SAY("page.chronicle.retry")).click()
    expect(tale_of(page)).to_be_visible()


def test_a_replay_shows_what_the_chronicle_tells_of_each_move(
    new_page: NewPage, server: RestartableServer
) -> None:
    page, table, key = open_example(new_page, server)
    chronicle = ask(page, "/api/chronicle", key, {})
    page.goto(f"/#/replay/{table}")
    scene = page.get_by_role("region", name=SAY("page.chronicle.scene")).filter(visible=True)
    expect(scene).to_have_text(paragraphs(chronicle)[0]["text"])
    seen: set[str] = set()
    slider = page.get_by_role("slider", name=SAY("page.replay.slider"), exact=True)
    for move in range(len(EXAMPLE.moves) + 1):
        slider.fill(str(move))
        covering = [each for each in paragraphs(chronicle) if each["first"] <= move <= each["last"]]
        if covering:
            texts = [each["text"] for each in covering]
            expect(scene).to_have_text(re.compile("|".join(map(re.escape, texts))))
            seen.add(scene.inner_text())
    assert len(seen) >= 5
    # it is read out once it has stayed, not at every step
    log = page.get_by_role("log")
    expect(log).to_contain_text(paragraphs(chronicle)[-1]["text"])
    assert log.inner_text().count(paragraphs(chronicle)[-1]["text"]) == 1
    page.get_by_role("button", name=SAY("page.chronicle.scene_hide_label")).filter(
        visible=True
    ).click()
    expect(scene).to_have_count(0)
    page.reload()
    expect(page.locator(".replay .board")).to_be_visible()
    show = page.get_by_role("button", name=SAY("page.chronicle.scene_show_label"))
    expect(show.filter(visible=True)).to_have_count(1)
    expect(scene).to_have_count(0)
    show.filter(visible=True).click()
    expect(scene).to_have_text(paragraphs(chronicle)[0]["text"])


def test_on_a_phone_the_scene_of_a_replay_unfolds(
    new_page: NewPage, server: RestartableServer
) -> None:
    page, table, key = open_example(new_page, server, "phone", "es")
    first = paragraphs(ask(page, "/api/chronicle", key, {}, "es"))[0]["text"]
    page.goto(f"/#/replay/{table}")
    scene = page.get_by_role("region", name=DIZE("page.chronicle.scene")).filter(visible=True)
    fold = page.locator(".strip").get_by_role("button", expanded=False)
    expect(fold).to_contain_text(first)
    expect(scene).to_have_count(0)
    hide = page.get_by_role("button", name=DIZE("page.chronicle.scene_hide_label"))
    expect(hide.filter(visible=True)).to_have_count(0)  # the fold alone hides it on a phone
    fold.focus()
    page.keyboard.press("Enter")
    expect(scene).to_have_text(first)
    assert problems(page) == []
    screenshot(page, "replay-scene-phone")


def test_the_journal_binds_all_games_into_a_book(
    ada: Historian, new_page: NewPage, tmp_path: Path
) -> None:
    page = new_page()
    ada.use_in(page)
    page.goto("/#/games")
    page.get_by_role("link", name=SAY("page.screen.journal")).click()
    book = page.locator("main .book")
    expect(book.locator("article.tale")).to_have_count(14)
    expect(book).to_contain_text(SAY("page.journal.title", name=EVIL_NAME))
    expect(book).to_contain_text(SAY("page.journal.count", n=14))
    parts = [ada.ask("/api/profile/journal", {"limit": 10})]
    parts.append(ada.ask("/api/profile/journal", {"limit": 10, "before": parts[0]["next"]}))
    entries = [entry for part in parts for entry in part["entries"]][::-1]
    titles = [entry["chronicle"]["title"] for entry in entries]
    contents = book.get_by_role("list").first.get_by_role("button")
    assert contents.locator("span").all_text_contents() == titles
    contents.nth(4).click()
    expect(book.locator("article.tale").nth(4)).to_be_in_viewport()
    expect(book.locator("article.tale h2").nth(4)).to_be_focused()
    out = [
        entry["chronicle"]["plot"]
        for entry in entries
        if entry["listed"]["survived"] and entry["listed"]["game"] == "tomb"
    ]
    treasures = book.get_by_role("table").last
    gold = sum(plot["gold"] for plot in out)
    expect(treasures.locator("tfoot")).to_contain_text(f"{gold:,}")
    with page.expect_download() as download:
        page.get_by_role("button", name=SAY("page.journal.save")).click()
    file = tmp_path / "journal.html"
    download.value.save_as(file)
    saved = new_page()
    saved.goto(file.as_uri())
    expect(saved.get_by_role("heading", level=1)).to_have_text(
        SAY("page.journal.title", name=EVIL_NAME)
    )
    expect(saved.locator("article")).to_have_count(14)
    expect(saved.locator("img:not([role])")).to_have_count(0)
    assert problems(saved) == []


def test_the_contents_of_the_journal_lead_to_the_tale_in_motion_too(
    ada: Historian, new_page: NewPage
) -> None:
    page = new_page(reduced_motion=False)
    ada.use_in(page)
    page.goto("/#/journal")
    contents = page.get_by_role("list", name=SAY("page.journal.contents"))
    contents.get_by_role("button").nth(8).click()
    title = page.locator("main .book article.tale h2.title").nth(8)
    expect(title).to_be_focused()
    expect(title).to_be_in_viewport()
    page.evaluate(SCROLL_ENDS)
    expect(title).to_be_in_viewport()


def test_the_journal_is_printed_one_tale_to_a_page(ada: Historian, new_page: NewPage) -> None:
    page = new_page("desk", theme="dark")
    ada.use_in(page)
    page.goto("/#/journal")
    expect(page.locator("main article.tale")).to_have_count(14)
    page.set_viewport_size({"width": 672, "height": 979})
    page.emulate_media(media="print")
    expect(page.locator("nav, h1, select").filter(visible=True)).to_have_count(0)
    breaks = page.locator("main .tales > *").evaluate_all(
        "(all) => all.slice(1).map((one) => getComputedStyle(one).breakBefore)"
    )
    assert set(breaks) == {"page"}
    pages = len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))
    assert pages >= 14 + 2
    screenshot(page, "journal-print")


def test_games_that_cannot_be_told_yet_are_listed(ada: Historian, new_page: NewPage) -> None:
    page = new_page()
    ada.use_in(page)

    def hide_two(route: Route) -> None:
        part = route.fetch().json()
        for entry, has_record in zip(part["entries"][:2], (True, False), strict=True):
            entry["chronicle"] = None
            entry["listed"]["has_record"] = has_record
        route.fulfill(json={**part, "next": None})

    page.route("**/api/profile/journal", hide_two)
    page.goto("/#/journal")
    missing = page.locator("main .book .front ul li")
    expect(missing).to_have_count(2)
    expect(missing.first).to_contain_text(SAY("page.journal.untold_record"))
    expect(missing.last).to_contain_text(SAY("page.journal.untold_secret"))


def test_somebody_without_games_has_no_journal_yet(new_page: NewPage) -> None:
    page = new_page()
    fill_storage(page, "Ada", sound=False)
    page.goto("/#/journal")
    expect(page.get_by_role("heading", name=SAY("page.stats.none"))).to_be_visible()


@pytest.mark.parametrize(("size", "language", "theme"), VARIANTS)
def test_chronicles_are_accessible_and_fit_the_window(
    ada: Historian,
    new_page: NewPage,
    server: RestartableServer,
    size: str,
    language: str,
    theme: str,
) -> None:
    _, (key,) = server.add_table(FINISHED)
    page = new_page(size, language, theme=theme)
    ada.use_in(page)
    dungeon = ada.ask("/api/profile/history", {"game": "dungeon", "limit": 1})["games"][0]["table"]
    link = ask(page, "/api/chronicle/link", key, {})["key"]
    found: list[str] = []
    for name, (address, element) in {
        "chronicle": (f"chronicle/{link}", "article p"),
        "chronicle-dungeon": (f"chronicle/game/{dungeon}", "article p"),
        "journal": ("journal", ".book article"),
        "replay-scene": (f"replay/{dungeon}", ".scene, .strip"),
    }.items():
        page.goto(f"/#/{address}")
        page.reload()  # else the last screen is checked until the next one is loaded
        page.locator(f"main {element}").first.wait_for(state="attached")
        expect(page.locator("main .screen[aria-busy=true]")).to_have_count(0)
        found += [f"{name}: {problem}" for problem in problems(page)]
        screenshot(page, f"{name}-{size}-{language}-{theme}")
    assert not found, "\n".join(found)
