"""The short form of the races."""

import asyncio
from pathlib import Path

from campaign.races import RACES, run


def test_of_things_at_the_same_moment_exactly_one_comes_first(tmp_path: Path) -> None:
    ended, wrong = asyncio.run(run(tmp_path, runs=6, seed=3))
    assert wrong == []
    assert sum(ended.values()) == 6 * len(RACES)
