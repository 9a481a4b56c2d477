"""The daily in the page: played once, compared, shared, and proven when the day is over."""

from collections.abc import Iterator
from datetime import date, timedelta

import pytest
from playwright.sync_api import Page, expect

from e2e.competing import copied_text, finish_game, profile_of, use_profile
from e2e.conftest import NewPage
from e2e.page_checks import problems, screenshot
from e2e.restartable_server import RestartableServer
from e2e.storage import fill_storage
from underdeck.say.words import Words

VARIANTS = [("desk", "en", "dark"), ("phone", "es", "light")]


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RestartableServer]:
    """A server whose calendar these tests set."""
    server = RestartableServer(tmp_path_factory.mktemp("daily"))
    yield server
    server.stop()


@pytest.fixture
def server(own_server: RestartableServer) -> RestartableServer:
    return own_server


class Calendar:
    """The server's calendar, which moves forward from test to test."""

    date = date(2027, 1, 30)

    def __init__(self, server: RestartableServer) -> None:
        self._server = server

    @property
    def today(self) -> str:
        return str(Calendar.date)

    def next_day(self) -> str:
        """Begin the next day and return it."""
        Calendar.date += timedelta(days=1)
        self._server.set_calendar(self.today)
        return self.today


@pytest.fixture
def calendar(server: RestartableServer) -> Calendar:
    """Begin a day that no other test has played."""
    found = Calendar(server)
    found.next_day()
    return found


def open_daily(page: Page, day: str = "") -> None:
    page.goto(f"/#/daily/{day}")
    page.locator("main .attempt").wait_for()


def play_daily(page: Page) -> None:
    """Play today's deal to its end."""
    open_daily(page)
    page.locator(".attempt button.primary").click()
    finish_game(page)


@pytest.mark.parametrize(("size", "language", "theme"), VARIANTS)
def test_the_first_attempt_counts_and_the_result_is_shared_without_the_cards(
    new_page: NewPage, calendar: Calendar, size: str, language: str, theme: str
) -> None:
    say = Words(language).say
    page = new_page(size, language, theme=theme)
    fill_storage(page, "Ada", sound=False)
    open_daily(page)
    expect(page.get_by_role("button", name=say("page.daily.play"))).to_be_visible()
    expect(page.locator("main")).to_contain_text(say("page.daily.nobody"))
    assert problems(page) == []
    play_daily(page)
    end = page.locator(".end")
    expect(end).to_contain_text(say("page_tomb.end.daily_place", rank=1, n=1))
    assert problems(page) == []
    screenshot(page, f"daily-end-{size}-{language}-{theme}")
    end.get_by_role("link", name=say("page_tomb.end.to_daily")).click()
    page.wait_for_url(f"**/#/daily/{calendar.today}")
    line = page.get_by_role("row").filter(has_text=say("page.board.you")).first
    expect(line).to_contain_text("Ada")
    expect(page.locator(".attempt")).to_contain_text(say("page.daily.streak", n=1))
    score = page.locator(".attempt .score").inner_text()
    assert problems(page) == []
    screenshot(page, f"daily-done-{size}-{language}-{theme}")
    page.context.grant_permissions(["clipboard-write"])
    page.get_by_role("button", name=say("page.daily.share")).click()
    expect(page.get_by_role("alert")).to_contain_text(say("page.share.copied"))
    first, symbols, link = copied_text(page).split("\n")
    assert first.startswith("Underdeck")
    assert f" · {score} · " in first
    assert set(symbols) <= set("▪☀💀🌑👑 ")
    assert link.endswith(f"/#/daily/{calendar.today}")


def test_later_attempts_are_free(new_page: NewPage, calendar: Calendar) -> None:
    say = Words("en").say
    page = new_page()
    fill_storage(page, "Ada", sound=False)
    play_daily(page)
    open_daily(page)
    page.get_by_role("button", name=say("page.board.again")).click()
    finish_game(page)
    expect(page.locator(".end")).to_contain_text(say("page.history.standing_repeat_help"))
    expect(page.locator(".end")).not_to_contain_text(say("page_tomb.end.to_daily"))
    open_daily(page)
    expect(page.locator(".attempt")).to_contain_text(say("page.daily.players", n=1))


def test_an_attempt_is_resumed_on_another_device(new_page: NewPage, calendar: Calendar) -> None:
    desk, phone = new_page("desk"), new_page("phone", "es")
    fill_storage(desk, "Ada", sound=False)
    open_daily(desk)
    desk.locator(".attempt button.primary").click()
    desk.wait_for_url("**/#/table/*")
    use_profile(phone, profile_of(desk))
    open_daily(phone)
    phone.get_by_role("button", name=Words("es").say("page.board.resume")).click()
    phone.wait_for_url("**/#/table/*")
    assert phone.url == desk.url


def test_three_days_make_a_streak_and_prove_their_deals(
    new_page: NewPage, calendar: Calendar
) -> None:
    say = Words("en").say
    page = new_page()
    fill_storage(page, "Ada", sound=False)
    days = [calendar.today]
    play_daily(page)
    for _ in range(2):
        days.append(calendar.next_day())
        page.goto("/")
        expect(page.locator("main")).to_contain_text(say("page.home.daily_todo"))
        play_daily(page)
    open_daily(page)
    expect(page.locator(".attempt")).to_contain_text(say("page.daily.streak", n=3))
    for day in days:
        expect(page.locator(f"[data-day='{day}'].played")).to_have_count(
            int(day[:7] == days[-1][:7])
        )
    page.get_by_text(say("page.daily.proof")).click()
    expect(page.get_by_text(say("page.daily.proof_later"), exact=True)).to_be_visible()
    page.get_by_role("link", name=say("page.daily.before")).click()
    page.wait_for_url(f"**/#/daily/{days[1]}")
    page.get_by_text(say("page.daily.proof")).click()
    expect(page.locator("[data-finding=good]")).to_be_visible()
    page.goto("/")
    expect(page.locator("main")).to_contain_text(say("page.home.daily_streak", n=3))


def test_the_calendar_is_used_with_the_keyboard(new_page: NewPage, calendar: Calendar) -> None:
    yesterday, today = calendar.today, calendar.next_day()
    while yesterday[:7] != today[:7]:  # the server has no earlier month to go back to
        yesterday, today = today, calendar.next_day()
    page = new_page()
    fill_storage(page, "Ada", sound=False)
    open_daily(page)
    page.locator(f"[data-day='{today}']").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(f"[data-day='{today}']")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(f"[data-day='{yesterday}']")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/#/daily/{yesterday}")
    expect(page.locator(".attempt")).to_contain_text(Words("en").say("page.daily.missed"))


def test_a_clock_that_was_set_back_is_noticed(
    new_page: NewPage, server: RestartableServer, calendar: Calendar
) -> None:
    page = new_page()
    server.set_calendar(str(Calendar.date - timedelta(days=2)))
    open_daily(page)
    expect(page.get_by_text(Words("en").say("page.daily.clock_behind"))).to_be_visible()
    server.set_calendar(calendar.today)


def test_a_day_without_a_daily_says_so(new_page: NewPage, calendar: Calendar) -> None:
    page = new_page("phone", "es", theme="light", allow_messages=True)
    page.goto("/#/daily/2020-01-01")
    expect(page.get_by_role("heading", level=1)).to_have_text(Words("es").say("page.daily.gone"))
    assert problems(page) == []
