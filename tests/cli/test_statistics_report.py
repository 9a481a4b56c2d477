"""The statistics of a player, drawn and in words."""

import io
from typing import Any

import pytest

from cli.career_samples import dungeon_statistics, recent_game, tomb_statistics
from underdeck.cli.statistics_report import StatisticsReport
from underdeck.cli.terminal import Terminal
from underdeck.say import LANGUAGES, Words
from underdeck.serve import messages


def report(
    found: messages.StatisticsShown,
    language: str = "en",
    *,
    plain: bool = False,
    encoding: str = "utf-8",
) -> str:
    """Return a report as it is shown."""
    out = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    StatisticsReport(Terminal(Words(language), {}, plain=plain, target=out), found).show()
    out.seek(0)
    return out.read()


@pytest.fixture(autouse=True)
def eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def test_rates_lie_on_a_scale_with_their_intervals() -> None:
    shown = report(tomb_statistics())
    assert "·············━━●━━·······  62% (54 to 70)" in shown
    assert "·●━······················  5% (2 to 10)" in shown


def test_means_have_intervals_and_medians() -> None:
    assert "18 (16 to 21), median 17\n" in report(tomb_statistics())
    assert "6,2 (de 5,9 a 6,5), mediana 6,5\n" in report(tomb_statistics(), "es")


def test_distributions_stand_next_to_each_other() -> None:
    lines = report(tomb_statistics()).splitlines()
    first = next(line for line in lines if line.startswith("    0-9  24  "))
    assert first[41:].startswith("  0  60  ██████████")


def test_a_rate_is_not_drawn_as_a_distribution_too() -> None:
    found = tomb_statistics(distributions={"won": [messages.ValueCount("1", 6)]}, houses=[])
    assert "█" not in report(found).replace("▃×█", "").replace("×█", "")


def test_the_best_game_and_the_best_series_are_shown() -> None:
    shown = report(tomb_statistics())
    assert "Personal best: 4/68, in 13 turns, on 2026-11-17" in shown
    assert "Best series of 5 games: 132 points, 7 kings, 61 turns" in shown


def test_the_last_games_are_a_sparkline_of_points_with_deaths_marked() -> None:
    assert "\n  ▃×█×▆▃×█×▆▃×█×▆▃×█×▆\n" in report(tomb_statistics())


def test_the_last_games_of_several_players_are_wins_and_losses() -> None:
    assert "\n  █▁█▁█▁\n" in report(dungeon_statistics())


def test_the_ladder_marks_what_is_reached_and_what_is_next() -> None:
    lines = report(tomb_statistics()).splitlines()
    ladder = lines[lines.index("Challenges") + 1 :][:3]
    assert [line[:4] for line in ladder] == ["  ✓ ", "  → ", "  · "]
    assert ladder[1].endswith("(next, 2 of 4)")


def test_opponents_have_results_and_ratings() -> None:
    shown = report(dungeon_statistics())
    assert "  Rating: 16.0 after 30 rated games\n" in shown
    assert "  careful (bot): 8 won of 25, rating 24.3\n" in shown
    assert "  Ana: 4 won of 5\n" in shown


def test_names_of_opponents_are_printable() -> None:
    opponent = messages.OpponentCount("p", "A\x1b[2J", 1, 0, None)
    assert "A?[2J: 0 won of 1" in report(dungeon_statistics(opponents=[opponent]))


def test_sets_of_house_rules_are_counted() -> None:
    shown = report(tomb_statistics())
    assert "  printed rules: 100 games\n  drop_sum=on: 28 games\n" in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_for_a_screen_reader_everything_is_in_words(language: str) -> None:
    for found in (tomb_statistics(), dungeon_statistics()):
        shown = report(found, language, plain=True)
        assert not set(shown) & set("█▏▎▍▌▋▊▉▁▂▃▄▅▆▇●━·✓→×|#")


def test_for_a_screen_reader_distributions_are_lists() -> None:
    shown = " ".join(report(tomb_statistics(), plain=True).split())
    assert "0 to 9: 24 games; 10 to 19: 33 games" in shown
    assert "12, slain, 45" in shown


def test_without_drawing_characters_charts_are_made_of_letters() -> None:
    shown = report(tomb_statistics(), encoding="ascii")
    assert shown.isascii()
    assert "#####" in shown
    assert ".............--o--......." in shown


@pytest.mark.parametrize("columns", ["20", "40", "80", "200"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("plain", [True, False])
def test_no_line_is_wider_than_the_terminal(
    columns: str, language: str, plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    for found in (tomb_statistics(), dungeon_statistics()):
        for line in report(found, language, plain=plain).splitlines():
            assert len(line) <= int(columns), line


EMPTY: dict[str, Any] = {
    **{name: [] for name in ("recent", "houses", "months", "opponents")},
    **{name: [] for name in ("best_series", "challenges")},
    **{name: {} for name in ("rates", "means", "distributions")},
    "best": None,
}


def test_parts_without_games_are_left_out() -> None:
    assert report(tomb_statistics(assisted=0, games=1, **EMPTY)) == (
        "Tomb of Four Kings: 1 finished game\n"
    )


def test_a_game_that_is_not_installed_keeps_its_name() -> None:
    found = tomb_statistics(game="chess", recent=[recent_game(1, 5, "drawn")])
    assert "chess: 128 finished games" in report(found)
