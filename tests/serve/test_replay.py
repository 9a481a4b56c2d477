"""Replays of finished games show what a seat knew at each move, and no more."""

from random import Random

from serve.server import Visitor, live


@live
async def test_a_finished_game_is_replayed_as_its_seat_knew_it(visitor: Visitor) -> None:
    opened = await visitor.open("dungeon", house={"players": 2}, bots=["careful"])
    refused = await visitor.ask("GET", "/api/replay", key=opened["key"])
    assert refused.status_code == 409
    player = await visitor.sit(opened["key"])
    last = await player.play_on(Random(4))
    response = await visitor.get("GET", "/api/replay?protocol=2", key=opened["key"])
    record = await visitor.get("GET", "/api/record", key=opened["key"])
    assert [f"p{step['seat'] + 1} {step['move']}" for step in response["steps"][1:]] == record[
        "moves"
    ]
    assert response["steps"][-1]["view"] == last["view"]
    assert response["result"] == last["result"]
    assert all(step["view"]["players"][1]["hand"] is None for step in response["steps"])
    assert all(step["view"]["players"][0]["hand"] is not None for step in response["steps"])
    assert any(step["story"] for step in response["steps"])


@live
async def test_a_finished_solitaire_is_replayed(visitor: Visitor) -> None:
    opened = await visitor.open("tomb")
    player = await visitor.sit(opened["key"])
    last = await player.play_on(Random(1))
    response = await visitor.get("GET", "/api/replay", key=opened["watch"])
    assert response["steps"][-1]["view"]["ending"] == last["view"]["ending"]
    assert response["steps"][0]["move"] is None
