"""Reviews of finished games: for everybody who may replay them, and computed once."""

import asyncio
import time
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from serve.server import Frame, Visitor, live
from underdeck.fast.libraries import can_compile
from underdeck.games.tomb.walkthrough import walkthrough
from underdeck.minds.review import Review
from underdeck.minds.tomb.review import TombReviewer
from underdeck.refusal import Refusal
from underdeck.registry import find_part
from underdeck.serve import advice, messages, reviews
from underdeck.serve.live_tables import LiveTables
from underdeck.serve.mind_pool import MindPool
from underdeck.serve.past_replays import PastReplay
from underdeck.serve.reviews import Question, Reviews, record_body, review_message


async def finished(visitor: Visitor, profile: str = "") -> Frame:
    """Return the keys of a solitaire that was played to its end."""
    wanted = {"game": "tomb", "name": "Ada"}
    opened: Frame = await visitor.get("POST", "/api/tables", wanted, profile)
    player = await visitor.sit(opened["key"])
    await player.play_on(Random(4))
    return opened


async def refined(visitor: Visitor, path: str, body: Frame, key: str) -> Frame:
    """Return a review that isn't a quick one: ask again until the programs are compiled."""
    while True:
        review: Frame = await visitor.get("POST", path, body, key)
        if not review["refining"]:
            return review
        await asyncio.sleep(1)


def code_of(response: Any) -> tuple[int, str]:
    """Return the status and the code of a refusal."""
    return response.status_code, response.json()["refused"]["code"]


@live
async def test_luck_and_losses_of_a_review_add_up_to_the_result(visitor: Visitor) -> None:
    opened = await finished(visitor)
    review = await visitor.get("POST", "/api/review", {}, opened["key"])
    replay = await visitor.get("GET", "/api/replay?protocol=3", key=opened["key"])
    result = replay["result"]
    assert len(review["decisions"]) == len(replay["steps"]) - 1
    assert review["goal"] == review["goals"][0] == "win"
    for goal, value in (("win", float(result["won"])), ("points", result["points"])):
        track = review["tracks"][goal]
        assert track["result"] == value
        assert track["start"] + track["luck"] - track["loss"] == pytest.approx(value)
        assert len(track["curve"]) == 2 * len(review["decisions"]) + 1
        assert 0 <= track["accuracy"] <= 100
    assert len(review["mistakes"]) <= 3
    assert all(mistake["reason"]["text"] for mistake in review["mistakes"])


@live
async def test_a_review_is_for_those_who_may_replay_the_game(visitor: Visitor) -> None:
    profile = (await visitor.get("POST", "/api/profiles", {"name": "Ada"}))["key"]
    other = (await visitor.get("POST", "/api/profiles", {"name": "Bob"}))["key"]
    opened = await finished(visitor, profile)
    watched = await refined(visitor, "/api/review", {"goal": "points"}, opened["watch"])
    own = {"table": opened["table"], "goal": "points"}
    assert await visitor.get("POST", "/api/profile/review", own, profile) == watched
    foreign = await visitor.ask("POST", "/api/profile/review", own, other)
    assert code_of(foreign) == (404, "unknown_table")
    running = await visitor.open()
    for key, body, code in (
        ("x" * 32, {}, (401, "unknown_key")),
        (running["key"], {}, (409, "record_not_over")),
        (opened["key"], {"goal": "gold"}, (400, "bad_request")),
    ):
        assert code_of(await visitor.ask("POST", "/api/review", body, key)) == code


@live
async def test_a_review_of_several_players_has_the_game_of_each(visitor: Visitor) -> None:
    house = {"players": 2, "short_tunnel": True, "turn_limit": 12}
    opened = await visitor.open("dungeon", house=house, bots=["careful"])
    player = await visitor.sit(opened["key"])
    await player.play_on(Random(4))
    review = await visitor.get("POST", "/api/review", {}, opened["key"])
    replay = await visitor.get("GET", "/api/replay?protocol=3", key=opened["key"])
    assert len(review["decisions"]) == len(replay["steps"]) - 1
    assert [each["seat"] for each in review["players"]] == [0, 1]
    for each in review["players"]:
        track = each["tracks"]["win"]
        total = track["start"] + track["luck"] - track["loss"] + track["gain"]
        assert total == pytest.approx(track["result"])
        for mistake in each["mistakes"]:
            assert review["decisions"][mistake["number"]]["seat"] == each["seat"]
            assert {mistake["move"], mistake["best"]} <= set(review["moves"])
    named = {decision["move"] for decision in review["decisions"]}
    assert named <= set(review["moves"])
    assert all(review["moves"][move]["verb"] == move.split()[0] for move in named)
    assert all(mark["text"] for mark in review["marks"])


def test_games_without_reviews_refuse_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "find_part", lambda *_: None)
    for part in ("advice", "review"):
        with pytest.raises(Refusal, match=f"no_{part}"):
            advice.check_goal("plain", part, "")


# The cache


class CountingPool:
    """A pool that answers in this process."""

    def __init__(self) -> None:
        self.questions: list[Question] = []
        self.refuses = False

    async def run(self, function: Any, question: Question, body: bytes) -> messages.ReviewShown:
        """Answer a question, or refuse it."""
        self.questions.append(question)
        await asyncio.sleep(0)
        if self.refuses:
            raise Refusal("unavailable")
        answer: messages.ReviewShown = function(question, body)
        return answer


@pytest.fixture
def pool() -> CountingPool:
    return CountingPool()


@pytest.fixture
def cached(pool: CountingPool) -> Reviews:
    unused, live = cast(Any, None), cast(LiveTables, SimpleNamespace(wall=time.time))
    return Reviews(unused, live, unused, unused, cast(MindPool, pool))


EXAMPLE = PastReplay("t", walkthrough(), 0, ["Ada"], [""])


def quick_message(question: Question, body: bytes) -> messages.ReviewShown:
    """Return a review of no decision that looks ahead, except for points."""
    return messages.ReviewShown(
        "t", "tomb", "win", ["win"], question.goal != "points", None, {}, [], []
    )


def test_requests_for_the_same_review_share_the_work(
    pool: CountingPool, cached: Reviews, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "review_message", quick_message)
    monkeypatch.setattr(reviews, "MAX_CACHED", 2)

    async def scenario() -> None:
        await asyncio.gather(*(cached.show(EXAMPLE, "", "en") for _ in range(3)))
        assert len(pool.questions) == 1
        await cached.show(EXAMPLE, "win", "en")
        await cached.show(EXAMPLE, "", "es")
        await cached.show(EXAMPLE, "", "en")  # dropped: two others were asked for since
        assert len(pool.questions) == 4

    asyncio.run(scenario())


def test_refusals_and_reviews_that_do_not_look_ahead_are_not_kept(
    pool: CountingPool, cached: Reviews, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "review_message", quick_message)

    async def scenario() -> None:
        for _ in range(2):
            await cached.show(EXAMPLE, "points", "en")
        assert len(pool.questions) == 2
        pool.refuses = True
        with pytest.raises(Refusal, match="unavailable"):
            await cached.show(EXAMPLE, "", "en")
        pool.refuses = False
        await cached.show(EXAMPLE, "", "en")
        assert len(pool.questions) == 4

    asyncio.run(scenario())


def test_a_review_without_compiled_programs_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "has_programs", lambda *_: False)
    review = review_message(Question("t", "tomb", "points", "es"), record_body(EXAMPLE))
    assert (review.looks_ahead, review.goal) == (False, "points")
    assert review.refining == can_compile()
    assert [decision.move for decision in review.decisions] == EXAMPLE.played.record.moves


def test_par_stays_secret_while_others_play_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Par depends on all cards of the deal, a review only on what its player saw."""
    reviewer = find_part("tomb", "review")

    def with_par(*args: Any, **options: Any) -> Review:
        return replace(TombReviewer.review(reviewer, *args, **options), par=0.5)

    monkeypatch.setattr(reviews, "has_programs", lambda *_: False)
    monkeypatch.setattr(reviewer, "review", with_par)
    shown, hidden = (
        review_message(Question("t", "tomb", "", "en", has_par), record_body(EXAMPLE))
        for has_par in (True, False)
    )
    assert (shown.par, hidden.par) == (0.5, None)
    assert msgspec.structs.replace(shown, par=None) == hidden
