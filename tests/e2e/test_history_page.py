"""The history in the page: games, statistics, achievements, and what a profile can do with them."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from e2e.conftest import NewPage
from e2e.page_checks import problems, screenshot
from e2e.past_games import Historian
from e2e.storage import fill_storage
from e2e.waiting import wait_until
from underdeck.say.words import Words

SAY = Words("en").say
TITLES = {game: texts["name"] for game, texts in Words("en").table("page.game").items()}
VARIANTS = [("desk", "en", "dark"), ("phone", "es", "light")]
PAGE_LENGTH = 20
MAX_RECENT = 20


def finished_games(page: Page) -> Locator:
    """Return the finished games in the list."""
    return page.locator("main li[data-table]")


def choose(page: Page, label: str, option: str) -> None:
    """Choose an option of the filter."""
    filters = page.get_by_role("form", name=SAY("page.history.filter"))
    filters.get_by_label(SAY(label)).select_option(label=option)


def expect_total(page: Page, n: int) -> None:
    """Wait until the list has this number of games."""
    expect(page.locator("#finished")).to_contain_text(SAY("page.history.count", n=n))


@pytest.fixture
def ada(new_page: NewPage) -> Historian:
    """A profile with many old games and two ranked ones."""
    ada = Historian.new(new_page())
    ada.add_past_games(tombs=55, dungeons=5)
    for _ in range(2):
        ada.walk_out()
    return ada


def test_finished_games_are_listed_page_by_page(ada: Historian, new_page: NewPage) -> None:
    page = new_page()
    ada.use_in(page)
    page.goto("/#/games")
    expect_total(page, 62)
    expect(finished_games(page)).to_have_count(PAGE_LENGTH)
    page.get_by_role("button", name=SAY("page.games.more")).click()
    expect(finished_games(page)).to_have_count(2 * PAGE_LENGTH)
    newest, older = finished_games(page).first, finished_games(page).nth(5)
    expect(newest).to_contain_text(SAY("page.history.standing_ranked"))
    expect(newest).to_contain_text(re.compile(r"\d/\d"))
    expect(older).to_contain_text(SAY("page.history.origin_import"))


def test_filters_narrow_the_list(ada: Historian, new_page: NewPage) -> None:
    page = new_page()
    ada.use_in(page)
    page.goto("/#/games")
    expect_total(page, 62)
    choose(page, "page.history.game", TITLES["dungeon"])
    expect_total(page, 5)
    opponent = page.get_by_label(SAY("page.history.opponent")).locator("option").nth(1)
    assert opponent.inner_text() == f"{SAY('page.history.bot_random').capitalize()} (5)"
    choose(page, "page.history.game", TITLES["tomb"])
    expect_total(page, 57)
    house = page.get_by_label(SAY("page.history.house")).locator("option")
    expect(house).to_have_count(3)
    choose(page, "page.history.house", house.nth(2).inner_text())
    expect_total(page, 19)
    expect(finished_games(page).first).to_contain_text(SAY("page.house_on.drop_sum"))
    page.get_by_role("button", name=SAY("page.history.clear")).click()
    expect_total(page, 57)


def test_a_game_that_was_played_elsewhere_is_replayed(ada: Historian, new_page: NewPage) -> None:
    page = new_page()
    ada.use_in(page)
    page.goto("/#/games")
    for game in (finished_games(page).first, finished_games(page).nth(5)):
        game.get_by_role("link", name=SAY("page.games.replay")).click()
        expect(page.locator(".replay .board")).to_be_visible()
        with page.expect_download() as download:
            page.get_by_role("button", name=SAY("page.replay.record")).click()
        assert json.loads(download.value.path().read_text())["game"] == "tomb"
        page.go_back()
        expect(finished_games(page)).to_have_count(PAGE_LENGTH)


def test_statistics_are_filtered_and_lead_to_games(ada: Historian, new_page: NewPage) -> None:
    page = new_page()
    ada.use_in(page)
    page.goto("/#/stats")
    headline = page.locator("#headline")
    expect(headline).to_contain_text(SAY("page.stats.games_n", n=57))
    recent = page.get_by_role("list", name=SAY("page.stats.recent")).get_by_role("link")
    expect(recent).to_have_count(MAX_RECENT)
    months = page.get_by_label(SAY("page.history.period")).locator("option")
    assert months.count() > 2
    page.get_by_label(SAY("page.history.period")).select_option(index=2)
    expect(headline).not_to_contain_text(SAY("page.stats.games_n", n=57))
    page.get_by_role("button", name=SAY("page.history.clear")).click()
    expect(headline).to_contain_text(SAY("page.stats.games_n", n=57))
    recent.last.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".replay .board")).to_be_visible()


def test_every_chart_has_a_table(ada: Historian, new_page: NewPage) -> None:
    page = new_page()
    ada.use_in(page)
    page.goto("/#/stats/tomb")
    figures = page.locator("main figure")
    expect(figures.nth(3)).to_be_visible()
    for figure in figures.all():
        figure.locator("summary").click()
        expect(figure.get_by_role("table")).to_be_visible()
    # the points of all games are in the table of their chart
    points = figures.filter(has_text=SAY("career.kind.points_out").capitalize()).get_by_role("row")
    counts = [int(row.get_by_role("cell").first.inner_text()) for row in points.all()[1:]]
    rate = page.locator("#headline + dl div").first
    assert f"{sum(counts)} of 57" in rate.inner_text()


def test_achievements_show_what_is_unlocked(ada: Historian, new_page: NewPage) -> None:
    page = new_page()
    ada.use_in(page)
    page.goto("/#/achievements")
    unlocked = page.locator("main li.unlocked")
    expect(unlocked.first).to_be_visible()
    expect(page.locator("main li.mystery").first).to_contain_text(SAY("page.achievements.hidden"))
    expect(page.locator("main .sum")).to_contain_text(str(unlocked.count()))
    unlocked.first.get_by_role("link").click()
    expect(page.locator(".replay .board")).to_be_visible()


def test_somebody_without_games_is_invited_to_play(new_page: NewPage) -> None:
    page = new_page()
    fill_storage(page, "Ada", sound=False)
    for screen in ("games", "stats", "achievements"):
        page.goto(f"/#/{screen}")
        expect(page.get_by_role("heading", name=SAY("page.stats.none"))).to_be_visible()
    page.get_by_role("link", name=SAY("page.stats.play", game=TITLES["tomb"])).click()
    expect(page.locator("main form")).to_be_visible()


@pytest.mark.parametrize(("size", "language", "theme"), VARIANTS)
def test_the_history_is_accessible_and_fits_the_window(
    ada: Historian, new_page: NewPage, size: str, language: str, theme: str
) -> None:
    page = new_page(size, language, theme=theme)
    ada.use_in(page)
    found: list[str] = []
    for screen, element in {
        "games": "li[data-table]",
        "stats/tomb": "figure",
        "stats/dungeon": "figure",
        "achievements": "li.unlocked",
    }.items():
        page.goto(f"/#/{screen}")
        page.locator(f"main {element}").first.wait_for()
        expect(page.locator("main [aria-busy=true]")).to_have_count(0)
        page.evaluate("document.querySelectorAll('main details').forEach((one) => one.open = true)")
        found += [f"{screen}: {problem}" for problem in problems(page)]
        screenshot(page, f"{screen.replace('/', '-')}-{size}-{language}-{theme}")
    assert not found, "\n".join(found)


def status(page: Page) -> Locator:
    """Return the report of an export or import."""
    return page.locator("main [role=status]")


def import_file(page: Page, path: Path) -> None:
    """Choose a file to import."""
    page.get_by_label(SAY("page.profile.import_label")).set_input_files(path)


def test_a_history_is_exported_and_imported_elsewhere(
    ada: Historian, new_page: NewPage, tmp_path: Path
) -> None:
    old, new = new_page(), new_page("phone")
    ada.use_in(old)
    old.goto("/#/games/profile")
    with old.expect_download() as download:
        old.get_by_role("button", name=SAY("page.profile.export")).click()
    expect(status(old)).to_have_text(SAY("page.profile.export_done", n=62))
    file = tmp_path / "history.json"
    download.value.save_as(file)
    new.goto("/#/games/profile")
    import_file(new, file)
    # the two games at tables of this server stay with the profile that played them
    added, known = SAY("page.profile.import_added", n=60), SAY("page.profile.import_known", n=2)
    expect(status(new)).to_have_text(f"{added} {known}")
    expect_total(new, 60)
    import_file(new, file)
    expect(status(new)).to_contain_text(SAY("page.profile.import_known", n=62))
    expect_total(new, 60)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ('{"anything": 1}', "foreign"),
        ('{"underdeck_history": 1, "name": "Ada", "games": [{"rec', "damaged"),
        ('{"underdeck_history": 7, "name": "Ada", "games": []}', "newer"),
    ],
)
def test_a_file_that_cannot_be_imported_says_why(
    new_page: NewPage, tmp_path: Path, content: str, problem: str
) -> None:
    page = new_page()
    fill_storage(page, "Ada", sound=False)
    page.goto("/#/games/profile")
    file = tmp_path / "history.json"
    file.write_text(content)
    import_file(page, file)
    expect(status(page)).to_have_text(SAY(f"page.profile.import_{problem}"))
    assert page.evaluate("localStorage['underdeck.profile']") is None


def test_a_wrong_record_imports_nothing(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page(allow_messages=True)
    bruno = Historian.new(page, "Bruno")
    bruno.use_in(page)
    record = {"underdeck": 2, "game": "tomb", "moves": ["fly"]}
    file = tmp_path / "history.json"
    file.write_text(json.dumps({"underdeck_history": 1, "games": [{"record": record}]}))
    page.goto("/#/games/profile")
    import_file(page, file)
    expect(status(page)).not_to_be_empty()
    assert bruno.count_games() == 0


def test_two_profiles_are_merged_after_a_question(ada: Historian, new_page: NewPage) -> None:
    page = new_page()
    bruno = Historian.new(page, "Bruno")
    bruno.walk_out()
    bruno.use_in(page)
    page.goto("/#/games/profile")
    expect_total(page, 1)
    page.get_by_label(SAY("page.profile.merge_label")).fill(ada.device_code())
    page.get_by_role("button", name=SAY("page.profile.merge_go"), exact=True).click()
    expect(page.get_by_text(SAY("page.profile.merge_what"))).to_be_visible()
    page.get_by_role("button", name=SAY("page.profile.merge_no")).click()
    assert bruno.count_games() == 1
    page.get_by_role("button", name=SAY("page.profile.merge_go"), exact=True).click()
    page.get_by_role("button", name=SAY("page.profile.merge_yes")).click()
    expect(page.get_by_role("alert")).to_contain_text(SAY("page.profile.merge_done"))
    expect_total(page, 63)


def test_a_deleted_profile_leaves_no_history(new_page: NewPage) -> None:
    page = new_page()
    bruno = Historian.new(page, "Bruno")
    bruno.walk_out()
    bruno.use_in(page)
    page.goto("/#/games/profile")
    expect_total(page, 1)
    page.get_by_role("button", name=SAY("page.profile.leave"), exact=True).click()
    page.get_by_role("button", name=SAY("page.profile.leave_sure")).click()
    expect(page.get_by_role("heading", name=SAY("page.stats.none"))).to_be_visible()
    assert page.evaluate("localStorage['underdeck.profile']") is None


def stored_name(page: Page) -> str:
    """Return the name of the profile that the page uses."""
    name: str = page.evaluate("JSON.parse(localStorage['underdeck.profile']).name")
    return name


def test_a_fresh_browser_takes_the_profile_of_a_link(ada: Historian, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"/#/claim/{ada.device_code()}")
    expect(page.get_by_role("alert")).to_contain_text(SAY("page.claim.done", name="Ada"))
    expect(page.locator("[data-game=tomb]")).to_be_visible()
    assert stored_name(page) == "Ada"
    page.goto(f"/#/claim/{ada.device_code()}")
    expect(page).to_have_url(re.compile("#/$"))
    page.goto("/#/games")
    expect_total(page, 62)


def test_a_viewer_who_leaves_during_a_claim_stays_away(ada: Historian, new_page: NewPage) -> None:
    page = new_page()
    claims: list[Route] = []

    def hold(route: Route) -> None:
        claims.append(route)

    page.route("**/api/profile/claim", hold)
    page.goto(f"/#/claim/{ada.device_code()}")
    wait_until(page, lambda: claims, "the request with the code")
    page.goto("/#/settings")
    expect(page.get_by_role("heading", name=SAY("page.screen.settings"))).to_be_visible()
    claims[0].continue_()
    expect(page.get_by_role("alert")).to_contain_text(SAY("page.claim.done", name="Ada"))
    expect(page).to_have_url(re.compile("#/settings$"))


@pytest.mark.parametrize("answer", ["merge", "apart"])
def test_a_browser_with_games_of_its_own_is_asked(
    ada: Historian, new_page: NewPage, answer: str
) -> None:
    page = new_page()
    bruno = Historian.new(page, "Bruno")
    bruno.walk_out()
    bruno.use_in(page)
    page.goto(f"/#/claim/{ada.device_code()}")
    expect(page.get_by_role("heading", name=SAY("page.claim.ask"))).to_be_visible()
    assert problems(page) == []
    page.get_by_role("button", name=SAY(f"page.claim.{answer}")).click()
    expect(page.locator("[data-game=tomb]")).to_be_visible()
    assert stored_name(page) == ("Ada" if answer == "merge" else "Bruno")
    assert ada.count_games() == (63 if answer == "merge" else 62)


def test_a_link_that_was_used_says_so(new_page: NewPage) -> None:
    page = new_page(allow_messages=True)
    page.goto("/#/claim/AAAAA-AAAAA")
    expect(page.get_by_role("heading", name=SAY("page.claim.gone"))).to_be_visible()
