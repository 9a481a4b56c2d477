"""Reviews of finished games: for everybody who may replay them, and computed once."""

from random import Random
from typing import Any

import pytest

from serve.server import Visitor, live


async def finished(visitor: Visitor, **wanted: Any) -> dict[str, Any]:
    """Return the keys of a solitaire that was played to its end."""
    opened = await visitor.open(**wanted)
    player = await visitor.sit(opened["key"])
    await player.play_on(Random(4))
    return opened


@live
async def test_luck_and_losses_of_a_review_add_up_to_the_result(visitor: Visitor) -> None:
    opened = await finished(visitor)
    review = await visitor.get("POST", "/api/review", {}, opened["key"])
    replay = await visitor.get("GET", "/api/replay?protocol=3", key=opened["key"])
    assert len(review["decisions"]) == len(replay["steps"]) - 1
    assert review["goal"] == review["goals"][0] == "win"
    for goal, result in (
        ("win", float(replay["result"]["won"])),
        ("points", replay["result"]["points"]),
    ):
        track = review["tracks"][goal]
        assert track["result"] == result
        assert track["start"] + track["luck"] - track["loss"] == pytest.approx(result)
        assert len(track["curve"]) == 2 * len(review["decisions"]) + 1
        assert 0 <= track["accuracy"] <= 100
    assert len(review["mistakes"]) <= 3
    assert all(mistake["reason"]["text"] for mistake in review["mistakes"])
