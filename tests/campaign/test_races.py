"""A short form of the races."""

import asyncio

from campaign.races import RACES, run


def test_exactly_one_of_several_simultaneous_requests_wins() -> None:
    ended, wrong = asyncio.run(run(races=10 * len(RACES), seed=3))
    assert wrong == []
    assert sum(ended.values()) == 10 * len(RACES)
