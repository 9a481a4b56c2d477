"""Every game's harness describes what its functions do."""

import pytest

pytest.importorskip("numpy")

from underdeck.fast.runner import Runner, find_harness
from underdeck.registry import find_game, game_names
from underdeck.study.measures import find_measures


@pytest.mark.parametrize("name", game_names())
def test_a_harness_writes_one_row_per_game(name: str) -> None:
    harness, measures = find_harness(name), find_measures(name)
    assert harness is not None
    assert measures.columns == harness.columns
    options = find_game(name).Options()
    assert type(harness.open(options)) is harness.state
    policy = measures.policies["random"].choose
    assert policy is not None
    rows = Runner(name, options, policy, compiled=False).run("harness", 3, 2)
    assert rows.shape == (2, len(harness.columns))
    assert (rows[:, harness.columns.index("moves")] > 0).all()
