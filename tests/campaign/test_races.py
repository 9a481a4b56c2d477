"""The short form of the races."""

import asyncio

from campaign.races import RACES, run


def test_of_things_at_the_same_moment_exactly_one_comes_first() -> None:
    ended, wrong = asyncio.run(run(races=10 * len(RACES), seed=3))
    assert wrong == []
    assert sum(ended.values()) == 10 * len(RACES)
