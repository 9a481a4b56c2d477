"""Bars, scales and sparklines as text."""

import pytest

from underdeck.cli.charts import Bar, bar, bar_chart, group_numbers, scale, sparkline


@pytest.mark.parametrize(
    ("share", "drawn"), [(0, ""), (0.001, "▏"), (0.5, "█████"), (0.56, "█████▋"), (1, "█" * 10)]
)
def test_a_bar_is_as_long_as_its_share_to_an_eighth_of_a_column(share: float, drawn: str) -> None:
    assert bar(share, 10, letters=False) == drawn


@pytest.mark.parametrize(("share", "drawn"), [(0, ""), (0.001, "#"), (0.5, "#####"), (1, "#" * 10)])
def test_a_bar_of_letters_shows_at_least_one_for_what_occurred(share: float, drawn: str) -> None:
    assert bar(share, 10, letters=True) == drawn


def test_bars_are_aligned_behind_labels_and_counts() -> None:
    bars = [Bar("monster", 10), Bar("trap", 5), Bar("darkness", 0)]
    assert bar_chart(bars, 32, letters=True) == [
        "  monster   10  ################",
        "  trap       5  ########",
        "  darkness   0",
    ]


def test_a_narrow_terminal_gets_counts_without_bars() -> None:
    assert bar_chart([Bar("darkness", 10)], 20, letters=True) == ["  darkness  10"]
    (line,) = bar_chart([Bar("the fire-breathing idol", 10)], 20, letters=True)
    assert line == "  the fir…g idol  10"


@pytest.mark.parametrize("width", [20, 40, 80, 200])
def test_no_line_of_a_chart_is_wider_than_the_terminal(width: int) -> None:
    bars = [Bar("darkness", 12_345), Bar("trap", 1)]
    assert all(len(line) <= width for line in bar_chart(bars, width, letters=False))


def test_an_interval_lies_around_its_share() -> None:
    assert scale(0.5, 0.3, 0.7, 11, letters=False) == "···━━●━━···"
    assert scale(0, 0, 1, 11, letters=True) == "o----------"
    assert scale(1, 1, 1, 3, letters=True) == "..o"
    assert scale(9, -9, 9, 3, letters=True) == "--o"


def test_a_sparkline_reaches_from_the_lowest_to_the_highest_value() -> None:
    assert sparkline([0, 35, 70, None, 10]) == "▁▅█×▂"
    assert sparkline([0, 0]) == "▁▁"
    assert sparkline([None]) == "×"
    assert sparkline([]) == ""


def test_few_numbers_get_a_bar_each_without_gaps() -> None:
    assert group_numbers([(1, 3), (3, 4)]) == [Bar("1", 3), Bar("2", 0), Bar("3", 4)]
    assert group_numbers([]) == []


def test_many_numbers_are_grouped_into_round_ranges() -> None:
    bars = group_numbers([(value, 1) for value in range(3, 72)])
    assert bars[0] == Bar("  0-9", 7)
    assert bars[1] == Bar("10-19", 10)
    assert bars[-1] == Bar("70-79", 2)
    assert sum(each.games for each in bars) == 69


def test_numbers_far_apart_are_grouped_at_once() -> None:
    bars = group_numbers([(0, 1), (999_999_999, 2)])
    assert [each.games for each in bars] == [1, 0, 0, 0, 0, 0, 0, 0, 0, 2]
