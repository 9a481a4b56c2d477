"""Labels and captions of matches."""

from study.outcomes import tomb
from underdeck.games.tomb.options import Options
from underdeck.say import Words
from underdeck.study.draw.data import PlotData, full_labels


def test_labels_include_options_that_differ() -> None:
    apart = tomb("heuristic", "heuristic", games=1, option_sets=(Options(), Options(drop_sum=True)))
    assert full_labels(apart.matches) == ["heuristic", "heuristic drop_sum=on"]


def test_common_options_are_in_the_caption_only() -> None:
    shared = tomb("heuristic", "random", games=1, option_sets=(Options(drop_sum=True),) * 2)
    assert full_labels(shared.matches) == ["heuristic", "random"]
    assert "drop_sum=on" in PlotData.of(shared, Words("en")).caption


def test_equal_labels_are_numbered() -> None:
    assert full_labels(tomb("random", "random").matches) == ["1: random", "2: random"]
