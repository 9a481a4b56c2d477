"""`underdeck daily`: the deal of the day, on a server or from the date alone."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cli.run import json_of, underdeck
from cli.tomb_lines import timid_lines
from serve.server import running
from underdeck.cli import local_daily
from underdeck.cli.account import account_for
from underdeck.cli.local_daily import LocalCalendar, local_days
from underdeck.cli.saves import Save
from underdeck.deal import deal_from_seed
from underdeck.games.tomb import GAME
from underdeck.playthrough import Playthrough
from underdeck.serve import messages

TODAY = datetime(2026, 11, 17, 12, tzinfo=UTC)


class Clock(datetime):
    """A clock that tests set."""

    current = TODAY

    @classmethod
    def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
        return cls.current


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> type[Clock]:
    """Set the clock of the terminal."""
    Clock.current = TODAY
    monkeypatch.setattr(local_daily, "datetime", Clock)
    monkeypatch.setattr("underdeck.cli.saves.datetime", Clock)
    return Clock


def set_day(clock: type[Clock], day: str) -> None:
    clock.current = datetime.fromisoformat(f"{day}T12:00:00+00:00")


def flat(text: str) -> str:
    return " ".join(text.split())


# Without a server


def test_a_local_daily_comes_from_the_date_alone(clock: type[Clock]) -> None:
    ran = underdeck("daily", typed=timid_lines())
    assert ran.code == 0
    assert "The daily tomb of 2026-11-17" in ran.out
    assert "this is a local daily" in flat(ran.out)
    assert "your result is unranked" in flat(ran.out)
    assert "1 day in a row, your longest streak." in ran.out
    assert "Underdeck daily tomb 2026-11-17 (local) · 0/" in ran.out
    (played,) = [each.played for each in local_days().values()]
    assert played.record.deal == deal_from_seed(
        GAME.deck(GAME.Options()), "underdeck daily 2026-11-17"
    )


def test_a_local_daily_is_left_resumed_and_counted_once(clock: type[Clock]) -> None:
    underdeck("daily", typed="delve\nquit\n")
    assert "Your game is waiting for you, after 1 move." in underdeck("daily", "show").out
    ran = underdeck("daily", typed=timid_lines())
    assert "Back to your game, after 1 move." in ran.out
    ran = underdeck("daily", typed="delve\n")
    assert "You have played this deal." in ran.out
    assert ">" not in ran.out
    assert len(local_days()) == 1


def test_days_in_a_row_are_a_streak(clock: type[Clock]) -> None:
    for day in ("2026-11-14", "2026-11-16", "2026-11-17"):
        set_day(clock, day)
        underdeck("daily", typed=timid_lines())
    data = json_of(underdeck("daily", "show", "--json"))
    assert (data["streak"], data["longest_streak"], data["is_local"]) == (2, 2, True)
    set_day(clock, "2026-11-20")
    assert json_of(underdeck("daily", "show", "--json"))["streak"] == 0


def test_an_earlier_day_can_be_played_but_counts_for_no_streak(clock: type[Clock]) -> None:
    ran = underdeck("daily", "2026-11-16", typed=timid_lines())
    assert "A deal of an earlier day doesn't count for your streak." in flat(ran.out)
    assert json_of(underdeck("daily", "show", "--json"))["longest_streak"] == 0
    assert json_of(underdeck("daily", "show", "2026-11-16", "--json"))["result"] is not None


def test_a_later_day_has_not_begun(clock: type[Clock]) -> None:
    for command in (("daily",), ("daily", "show")):
        ran = underdeck(*command, "2026-11-18")
        assert (ran.code, ran.out) == (1, "")
        assert "2026-11-18 hasn't begun yet." in ran.err


def test_a_clock_that_was_set_back_counts_nothing_twice(clock: type[Clock]) -> None:
    underdeck("daily", typed=timid_lines())
    set_day(clock, "2026-11-15")
    ran = underdeck("daily", typed=timid_lines())
    assert "This machine's clock says 2026-11-15" in flat(ran.out)
    assert "You have played this deal." in ran.out
    data = json_of(underdeck("daily", "show", "--json"))
    assert (data["day"], data["is_clock_behind"], data["streak"]) == ("2026-11-17", True, 1)
    underdeck("daily", "2026-11-16", typed=timid_lines())
    assert json_of(underdeck("daily", "show", "--json"))["streak"] == 1


def test_only_the_first_game_of_a_deal_counts(clock: type[Clock]) -> None:
    underdeck("daily", typed=timid_lines())
    (first,) = local_days().values()
    again = Playthrough.begin(GAME, GAME.Options(), first.played.record.deal)
    set_day(clock, "2026-11-18")
    Save.new("tomb").write(again)
    assert local_days()["2026-11-17"].save.name == first.save.name


def test_a_finished_daily_is_played_again_without_counting(clock: type[Clock]) -> None:
    underdeck("daily", typed=timid_lines())
    (first,) = local_days().values()
    set_day(clock, "2026-11-18")
    ran = underdeck("daily", "2026-11-17", "--again", typed=timid_lines())
    assert "this game is unranked" in flat(ran.out)
    assert local_days()["2026-11-17"].save.name == first.save.name


def test_options_for_the_language_come_before_the_command_too(clock: type[Clock]) -> None:
    ran = underdeck("daily", "--lang", "es", "--plain", "show")
    assert "Aún no has jugado este reparto." in ran.out


def test_other_games_are_no_dailies(clock: type[Clock]) -> None:
    deck = GAME.deck(GAME.Options())
    for seed in ("underdeck daily 2026-99-99", "underdeck daily", "daily"):
        Save.new("tomb").write(Playthrough.begin(GAME, GAME.Options(), deal_from_seed(deck, seed)))
    path = Save.new("tomb").path
    path.write_text("underdeck daily 2026-11-17")
    assert local_days() == {}
    assert LocalCalendar().today == "2026-11-17"


def test_spanish_for_a_screen_reader(clock: type[Clock]) -> None:
    ran = underdeck("daily", "--lang", "es", "--plain", typed=timid_lines())
    assert "La tumba diaria del 2026-11-17" in ran.out
    assert "1 día seguido, tu mejor racha." in ran.out


@pytest.mark.parametrize("day", ["yesterday", "2026-02-30", "20261117"])
def test_a_day_that_is_none(day: str) -> None:
    ran = underdeck("daily", day)
    assert ran.code == 2
    assert "isn't a day" in ran.err


def test_help_of_the_group_and_of_its_commands() -> None:
    assert "Commands:" in underdeck("daily", "--help").out
    assert "leaderboard" in underdeck("daily", "show", "--help").out


# On a server


def test_the_daily_of_a_server_is_ranked_once(tmp_path: Path) -> None:
    with running(tmp_path / "server") as server:
        options = ("--server", f"http://{server.address}", "--as", "Ada")
        ran = underdeck("daily", *options, typed="delve\nquit\n")
        assert f"daily --server http://{server.address}" in ran.out
        ran = underdeck("daily", *options, typed=timid_lines())
        assert "Back to your game, after 1 move." in ran.out
        assert "Your place: 1 of 1." in ran.out
        assert "How 1 player did:" in ran.out
        assert "1 day in a row, your longest streak." in ran.out
        shown = json_of(underdeck("daily", "show", *options, "--json"))
        assert f"http://{server.address}/#/daily/{shown['day']}" in ran.out
        assert shown["commitment"] in ran.out
        ran = underdeck("daily", *options, typed="delve\n")
        assert "You have played this deal." in ran.out
        again = json_of(underdeck("daily", "show", *options, "--json"))
        assert again["board"]["players"] == 1


def test_a_finished_daily_of_a_server_is_played_again_unranked(tmp_path: Path) -> None:
    with running(tmp_path / "server") as server:
        options = ("--server", f"http://{server.address}", "--as", "Ada")
        underdeck("daily", *options, typed=timid_lines())
        ran = underdeck("daily", "--again", *options, typed=timid_lines())
        assert (ran.code, ran.err) == (0, "")
        assert "this game is unranked" in flat(ran.out)
        shown = json_of(underdeck("daily", "show", *options, "--json"))
        assert shown["board"]["players"] == 1
        games = json_of(underdeck("history", *options, "--json"))["games"]
        assert [game["standing"] for game in games] == ["repeat", "ranked"]


def test_the_share_text_shows_no_card(tmp_path: Path) -> None:
    with running(tmp_path / "server") as server:
        options = ("--server", f"http://{server.address}")
        out = underdeck("daily", *options, typed=timid_lines()).out
    shared = out[out.index("To share") :]
    assert not set(shared) & set("♠♥♦♣")


def test_on_a_server_only_today_can_be_played(tmp_path: Path) -> None:
    with running(tmp_path / "server") as server:
        options = ("--server", f"http://{server.address}")
        ran = underdeck("daily", "2020-01-01", *options)
        assert ran.code == 1
        assert "only today's deal" in ran.err
        ran = underdeck("daily", "show", "2020-01-01", *options)
        assert ran.code == 1
        assert "There is no daily tomb for 2020-01-01 here." in ran.err


# Deals by number, code and link


def test_a_numbered_deal_is_the_same_everywhere() -> None:
    ran = underdeck("deal", "tomb", "--number", "7", "--json")
    assert json.loads(ran.out)["code"] == "22222-22295"
    shown = underdeck("play", "tomb", "--number", "7", typed="quit\n").out
    assert "Deal number 7, code 22222-22295" in shown
    assert underdeck("play", "tomb", "--number", "0").code == 2
    both = underdeck("play", "tomb", "--number", "7", "--seed", "1")
    assert both.code == 1


def test_a_deal_shared_on_a_server_is_played_by_its_link(tmp_path: Path) -> None:
    with running(tmp_path / "server") as server:
        address = f"http://{server.address}"
        account = account_for(address, "Ada")
        ran = underdeck("series", "new", "3", "--server", address, "--as", "Ada")
        assert ran.code == 0
        underdeck("series", "play", "--server", address, "--as", "Ada", typed=timid_lines(3))
        page = account.request(
            "POST", "/api/profile/history", messages.HistoryPage, messages.HistoryRequest()
        )
        body = messages.ShareDeal(page.games[0].table)
        shared = account.request("POST", "/api/deals", messages.DealShown, body)
        link = f"{address}/#/deal/{shared.code}"
        account_for(address, "Bruno")
        ran = underdeck("play", "tomb", "--code", link, typed=timid_lines())
        assert ran.code == 0
        assert f"Deal {shared.code}, shared by Ada" in ran.out
        assert link in ran.out


@pytest.mark.parametrize(
    "options", [["--seed", "1"], [], ["--number", "7", "--code", "22222-22295"], ["--fair"]]
)
def test_a_server_needs_one_code_or_number(options: list[str]) -> None:
    ran = underdeck("play", "tomb", *options, "--server", "http://127.0.0.1:1")
    assert ran.code == 1
    assert "Give --code or --number." in ran.err
