"""Advice at a live solitaire: agreed to once, marked in the record, and blind to hidden cards."""

import asyncio
import threading
from http import HTTPStatus
from pathlib import Path
from random import Random
from typing import Any

import pytest

from processes import TIMEOUT_S
from serve.server import Server, Visitor, live, running
from serve.stored_tables import write_table
from underdeck.cards import codes_of
from underdeck.fast.libraries import can_compile
from underdeck.games.tomb.walkthrough import walkthrough
from underdeck.minds.base import Reason
from underdeck.playthrough import AnyPlaythrough
from underdeck.say.words import Words
from underdeck.serve import advice, programs
from underdeck.serve.advice import Asked, advice_message, reason_message
from underdeck.table.entries import AnyEntry, Began, Made, Opened, Sat

ADVICE = "/api/seat/advice"
EXAMPLE = walkthrough().record


async def ask(visitor: Visitor, key: str, version: int, **parts: Any) -> Any:
    """Ask for advice and return the response."""
    return await visitor.ask("POST", ADVICE, {"version": version} | parts, key)


def code_of(response: Any) -> tuple[int, str]:
    """Return the status and the code of a refusal."""
    return response.status_code, response.json()["refused"]["code"]


@live
async def test_the_first_advice_is_confirmed_and_marks_the_game_before_it_is_given(
    visitor: Visitor,
) -> None:
    opened = await visitor.open()
    key = opened["key"]
    player = await visitor.sit(key, protocol=3)
    assert (player.table["advice"], player.table["assisted"]) == (True, False)
    version = player.table["version"]
    refused = await ask(visitor, key, version)
    assert code_of(refused) == (409, "advice_unconfirmed")
    assert "assisted" in refused.json()["refused"]["text"]
    given = (await ask(visitor, key, version, confirm=True)).json()
    assert (await player.at(version + 1))["assisted"]
    assert given["version"] == version + 1
    assert [move["move"] for move in given["moves"]] == ["delve"]
    assert given["reason"]["code"] == "forced_walk"
    assert "torch 9.1% of the time" in given["reason"]["text"]
    again = (await ask(visitor, key, version + 1)).json()
    assert (again["version"], again["best"]) == (version + 1, "delve")
    await player.play_on(Random(2))
    record = await visitor.get("GET", "/api/record", key=key)
    assert record["assists"] == ["hint"]


@live
async def test_advice_is_refused_to_everybody_but_the_player_at_this_version(
    visitor: Visitor,
) -> None:
    opened = await visitor.open()
    player = await visitor.sit(opened["key"], protocol=3)
    version = player.table["version"]
    assert not (await visitor.get("GET", "/api/table?protocol=3", key=opened["watch"]))["advice"]
    for key, parts, code in (
        (opened["watch"], {}, (401, "unknown_key")),
        (opened["key"], {"version": version + 1}, (409, "stale")),
        (opened["key"], {"goal": "gold"}, (400, "bad_request")),
    ):
        body = {"version": version, "confirm": True} | parts
        assert code_of(await visitor.ask("POST", ADVICE, body, key)) == code
    assert not (await visitor.get("GET", "/api/table?protocol=3", key=opened["key"]))["assisted"]
    await player.play_on(Random(2))
    late = await ask(visitor, opened["key"], player.table["version"], confirm=True)
    assert code_of(late) == (409, "game_over")


@live
async def test_against_people_and_in_competitions_it_is_refused_in_the_players_language(
    visitor: Visitor,
) -> None:
    ada, _, opened = await visitor.duel()
    body = {"version": ada.table["version"], "confirm": True}
    refused = await visitor.ask("POST", ADVICE, body, opened["key"])
    assert code_of(refused) == (409, "advice_against_people")
    assert "against people" in refused.json()["refused"]["text"]
    shown = await visitor.get("GET", "/api/table?protocol=3", key=opened["key"])
    assert (shown["advice"], shown["assisted"]) == (False, False)
    alone = await visitor.open("dungeon", house={"players": 2})
    body = {"version": 1, "confirm": True}
    refused = await visitor.ask("POST", ADVICE, body, alone["key"])
    assert code_of(refused) == (409, "advice_against_people")
    profile = await visitor.get("POST", "/api/profiles", {"name": "Ada"})
    series = await visitor.get(
        "POST", "/api/competitions", {"kind": "series", "name": "Ada"}, profile["key"]
    )
    seated = await visitor.get(
        "POST", f"/api/competitions/{series['competition']}/game", key=profile["key"]
    )
    player = await visitor.sit(seated["key"], protocol=3)
    assert not player.table["advice"]
    body = {"version": player.table["version"], "confirm": True}
    spanish = {"accept-language": "es"}
    refused = await visitor.ask("POST", ADVICE, body, seated["key"], **spanish)
    assert code_of(refused) == (409, "no_assists")
    assert "consejo" in refused.json()["refused"]["text"]


@live
async def test_among_bots_advice_names_them_and_is_for_own_decisions(visitor: Visitor) -> None:
    opened = await visitor.open("dungeon", house={"players": 2}, bots=["careful"])
    key = opened["key"]
    player = await visitor.sit(key, protocol=3)
    assert (player.table["advice"], player.table["assisted"]) == (True, False)
    assert not (await visitor.get("GET", "/api/table?protocol=3", key=opened["watch"]))["advice"]
    watching = await ask(visitor, opened["watch"], player.table["version"], confirm=True)
    assert code_of(watching) == (401, "unknown_key")
    answer = await ask(visitor, key, player.table["version"], confirm=True)
    while answer.status_code == HTTPStatus.CONFLICT:  # the bot has bid in the meantime
        assert code_of(answer)[1] == "stale"
        table = await visitor.get("GET", "/api/table?protocol=3", key=key)
        answer = await ask(visitor, key, table["version"], confirm=True)
    given = answer.json()
    shown = await player.at(given["version"])
    assert shown["assisted"]
    legal = {move["text"] for move in shown["view"]["legal"]}
    assert {move["move"] for move in given["moves"]} == legal
    assert given["moves"][0]["points"] is None
    assert given["goals"] == ["win"]
    assert [rival["seat"] for rival in given["odds"]["rivals"]] == [1]
    assert given["reason"]["text"]


def test_the_reason_names_players() -> None:
    reason = Reason("fish", {"player": 1, "rank": 7, "holds": 0.25})
    message = reason_message(Words("en"), "dungeon", reason, ["Ada", "Prudence"])
    assert message.text == "25% of the time Prudence holds a 7."
    assert reason_message(Words("es"), "dungeon", reason, ["Ada"]).text.startswith("Jugador 2")


# Hidden cards


def log_of(cards: list[int], moves: int) -> list[AnyEntry]:
    """Return the log of the example with these cards after a number of moves."""
    made = [Made(0, move, f"m{place}") for place, move in enumerate(EXAMPLE.moves[:moves])]
    opened = Opened("tomb", {}, ("",), "0" * 64, cards=" ".join(codes_of(cards)))
    return [opened, Sat(0, "Ada", "words"), Began(), *made]


def redealt(moves: int, random: Random) -> list[int]:
    """Return the cards of the example, with those that are hidden after some moves in any order."""
    played = AnyPlaythrough.before(EXAMPLE)
    for _ in played.replay(EXAMPLE.moves[:moves]):
        pass
    top = played.state.top
    hidden = EXAMPLE.deal.cards[top:]
    return [*EXAMPLE.deal.cards[:top], *random.sample(hidden, len(hidden))]


def test_advice_is_the_same_whatever_order_the_hidden_cards_are_in(tmp_path: Path) -> None:
    url, random = f"sqlite:///{tmp_path / 'underdeck.db'}", Random(3)
    pairs = [
        [asyncio.run(write_table(url, log)) for log in (log_of(cards, moves), log_of(other, moves))]
        for moves in (0, 6, 11, 15)
        for cards, other in [(list(EXAMPLE.deal.cards), redealt(moves, random))]
    ]

    async def answers(visitor: Visitor, key: str) -> Any:
        table = await visitor.get("GET", "/api/table?protocol=3", key=key)
        given = await ask(visitor, key, table["version"], confirm=True)
        return given.json() | {"view": table["view"]}

    async def compare(server: Server) -> None:
        async with Visitor(server) as visitor:
            for (_, [key]), (_, [other]) in pairs:
                one, two = await answers(visitor, key), await answers(visitor, other)
                while one["refining"] != two["refining"]:  # one worker hasn't compiled yet
                    one, two = await answers(visitor, key), await answers(visitor, other)
                assert one == two

    with running(tmp_path, database=url) as server:
        asyncio.run(compare(server))
        assert server.failures() == []


# Compiled programs


@pytest.fixture
def asked() -> Asked:
    """A question of the player of the example after some moves."""
    played = AnyPlaythrough.before(EXAMPLE)
    for _ in played.replay(EXAMPLE.moves[:14]):
        pass
    return Asked("tomb", played.view(0), played.memory(0), "points", "es", 17)


def test_without_compiled_programs_advice_has_no_intervals(
    asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advice, "has_programs", lambda *_: False)
    given = advice_message(asked)
    assert (given.version, given.goal, given.games) == (17, "points", 0)
    assert {move.move for move in given.moves} == {str(move) for move in asked.view.legal}
    assert given.best == given.moves[0].move
    assert given.moves[0].loss == 0 <= given.moves[-1].loss
    assert given.moves[0].points is not None
    assert given.moves[0].points.low is None
    assert given.reason.text
    assert given.odds["unseen"] == asked.view.as_json()["deck"]
    assert given.refining == can_compile()


def test_a_worker_gives_up_waiting_for_programs_and_uses_them_once_all_are_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    release, compiled = threading.Event(), list[str]()

    def compile_slowly() -> None:
        release.wait(TIMEOUT_S)
        compiled.append("slow")

    monkeypatch.setattr(programs, "_compilations", {})
    monkeypatch.setattr(programs, "can_compile", lambda: True)
    assert not programs.has_programs("slow", compile_slowly, 0.01)
    assert not programs.has_programs("quick", lambda: compiled.append("quick"), 0.01)
    release.set()
    assert programs.has_programs("slow", compile_slowly, TIMEOUT_S)
    assert compiled == ["slow", "quick"]


def test_without_numba_nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "_compilations", {})
    monkeypatch.setattr(programs, "can_compile", lambda: False)
    assert not programs.has_programs("advice", lambda: None, TIMEOUT_S)
    assert programs._compilations == {}
