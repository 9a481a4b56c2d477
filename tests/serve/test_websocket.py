"""Play over a real server's WebSocket: permissions, messages and errors."""

import contextlib
import hashlib
import json
import re
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from serve.server import Frame, Player, Server, Visitor, live
from underdeck.deal import Fair
from underdeck.formats import read_record
from underdeck.refusal import Refusal

SHORT = {"turn_limit": 3}


async def closed_with(player: Player) -> int | None:
    """Wait for the close code of a socket."""
    with contextlib.suppress(ConnectionClosed):
        await player.next("nothing")
    return player.socket.close_code


async def finished(visitor: Visitor) -> tuple[Player, Player, Frame]:
    """Play a game of two people that ends by a resignation."""
    ada, bruno, opened = await visitor.duel()
    await bruno.send("resign")
    for player in (ada, bruno):
        await player.seen(lambda table: table["status"] == "over")
    return ada, bruno, opened


LONG = "TESTD-ECK6C"
"""A deal in which the first legal moves don't end the game soon."""


async def first_moves(visitor: Visitor, many: int) -> tuple[Player, str]:
    """Play a number of moves of a solitaire; return it and its key."""
    key = (await visitor.open(deal=LONG))["key"]
    player = await visitor.sit(key)
    for _ in range(many):
        done = await player.play(player.legal[0])
        await player.at(done["version"])
    return player, key


# Hello


@live
async def test_the_first_message_must_be_hello(visitor: Visitor) -> None:
    player = await visitor.open_socket()
    await player.send("rematch")
    assert (await player.next("refused"))["code"] == "hello_first"
    assert await closed_with(player) == 1008


@live
async def test_hello_with_an_unknown_key_is_refused_in_the_clients_language(
    visitor: Visitor,
) -> None:
    for language, word in (("en", "key"), ("es", "llave")):
        player = await visitor.open_socket()
        await player.send("hello", key="x" * 32, language=language)
        refused = await player.next("refused")
        assert refused["code"] == "unknown_key"
        assert word in refused["text"]
        assert await closed_with(player) == 1008


@live
async def test_a_second_hello_is_refused(visitor: Visitor) -> None:
    player, key = await first_moves(visitor, 0)
    await player.send("hello", key=key)
    assert (await player.next("refused"))["code"] == "hello_once"
    assert (await player.play(player.legal[0]))["type"] == "done"


# Moves


@live
async def test_a_move_sent_twice_is_made_once(visitor: Visitor) -> None:
    player, key = await first_moves(visitor, 0)
    version, move = player.table["version"], player.legal[0]
    done = await player.play(move, id="same")
    again = await player.play(move, id="same", version=version)
    assert done == again == {"type": "done", "id": "same", "version": version + 1}
    assert (await visitor.sit(key)).table["version"] == version + 1


@live
async def test_a_move_of_an_older_version_is_stale_and_the_table_follows(visitor: Visitor) -> None:
    player, _ = await first_moves(visitor, 1)
    now = player.table["version"]
    refused = await player.play(player.legal[0], version=now - 1)
    assert (refused["code"], refused["version"]) == ("stale", now)
    assert (await player.next("table"))["version"] == now


@pytest.mark.parametrize(
    ("language", "start"),
    [("en", "You can't do that now (retreat)."), ("es", "Ahora no puedes hacer eso (retroceder).")],
)
def test_an_illegal_move_is_refused_with_those_that_are_legal(
    server: Server, language: str, start: str
) -> None:
    @live
    async def body(visitor: Visitor) -> None:
        opened = await visitor.open("dungeon")
        await visitor.join(opened["join"])
        player = await visitor.sit(opened["key"], language=language)
        await player.seen(lambda table: table["view"] is not None)
        assert (await player.play("dance", id="wrong"))["code"] == "unknown_move"
        refused = await player.play("retreat", id="wrong")
        assert (refused["code"], refused["id"]) == ("illegal_move", "wrong")
        assert refused["text"].startswith(start)
        ranks = {move.split()[1] for move in player.legal}
        listed = set(re.split(r"[ |.,]", refused["text"]))
        assert ranks <= listed or ".." in refused["text"]
        assert (await player.play(player.legal[0]))["type"] == "done"

    body(server)


@live
async def test_a_reconnecting_client_gets_the_events_since_its_version(visitor: Visitor) -> None:
    player, key = await first_moves(visitor, 0)
    received = {}
    for _ in range(6):
        before = player.table["version"]
        await player.play(player.legal[0])
        table = await player.at(before + 1)
        received[before] = table["events"]
    last = player.table["version"]
    for seen in (*received, last):
        events = [event for version in range(seen, last) for event in received[version]]
        assert (await visitor.sit(key, seen=seen)).table["events"] == events
    assert (await visitor.sit(key, seen=last + 1000)).table["events"] == []
    await player.send("sync", seen=last - 1)
    assert (await player.next("table"))["events"] == received[last - 1]


@live
async def test_undo_in_a_solitaire_marks_the_game_assisted(visitor: Visitor) -> None:
    player, key = await first_moves(visitor, 2)
    before = player.table["version"]
    assert player.table["undo"]
    await player.send("undo", id="back", version=before - 1)
    assert (await player.next("refused"))["code"] == "stale"
    await player.send("undo", id="back", version=before)
    done = await player.next("done")
    await player.send("undo", id="back", version=before)
    assert await player.next("done") == done
    await player.at(before + 1)
    over = await player.play_on(Random(3))
    assert over["result"]["assisted"]
    record = await visitor.get("GET", "/api/record", key=key)
    assert record["assists"] == ["undo"]


@live
async def test_undo_is_refused_at_a_table_of_several_people(visitor: Visitor) -> None:
    ada, _, _ = await visitor.duel()
    done = await ada.play(ada.legal[0])
    await ada.send("undo", id="back", version=(await ada.at(done["version"]))["version"])
    assert (await ada.next("refused"))["code"] == "no_undo"


@live
async def test_the_card_counter_is_shown_to_its_player_alone_and_marks_the_game_assisted(
    visitor: Visitor,
) -> None:
    opened = await visitor.open("tomb")
    player, other, watcher = [await visitor.sit(opened[key]) for key in ("key", "key", "watch")]
    await player.at(2)
    assert player.table["count"]
    assert player.table["unseen"] is None
    assert not (await watcher.at(2))["count"]
    version = player.table["version"]
    await player.send("count", id="counter", version=version - 1)
    assert (await player.next("refused"))["code"] == "stale"
    await player.next("table")
    await player.send("count", id="counter", version=version)
    done = await player.next("done")
    assert done == {"type": "done", "id": "counter", "version": version + 1}
    table = await player.at(done["version"])
    assert len(table["unseen"]) == 44
    assert not table["count"]
    assert (await other.at(done["version"]))["unseen"] == table["unseen"]
    assert (await watcher.at(done["version"]))["unseen"] is None
    await player.send("count", id="counter", version=version)
    assert await player.next("done") == done
    moved = await player.play("delve")
    left = (await player.at(moved["version"]))["unseen"]
    assert len(left) == player.table["view"]["deck"]
    assert (await visitor.sit(opened["key"])).table["unseen"] == left
    assert (await watcher.at(moved["version"]))["unseen"] is None
    over = await player.play_on(Random(3))
    assert over["result"]["assisted"]
    record = await visitor.get("GET", "/api/record", key=opened["key"])
    assert record["assists"] == ["count"]


@live
async def test_the_card_counter_is_refused_at_a_table_of_several_people(visitor: Visitor) -> None:
    ada, _, _ = await visitor.duel()
    assert not ada.table["count"]
    await ada.send("count", id="counter", version=ada.table["version"])
    refused = await ada.next("refused")
    assert (refused["code"], refused["id"]) == ("no_counter", "counter")
    assert refused["text"] == "There is no card counter when others are playing."


@live
async def test_a_spectator_cannot_open_a_card_counter(visitor: Visitor) -> None:
    opened = await visitor.open("tomb")
    watcher = await visitor.sit(opened["watch"])
    await watcher.send("count", id="counter", version=watcher.table["version"])
    assert (await watcher.next("refused"))["code"] == "only_watching"


# Watching


@live
async def test_a_spectator_sees_no_hands_and_has_no_moves(visitor: Visitor) -> None:
    ada, bruno, opened = await visitor.duel()
    watcher = await visitor.sit(opened["watch"])
    done = await ada.play(ada.legal[0])
    table = await watcher.at(done["version"])
    assert table["seat"] is None
    assert table["view"]["legal"] == []
    assert [player["hand"] for player in table["view"]["players"]] == [None, None]
    hands = [[player["hand"] for player in each.table["view"]["players"]] for each in (ada, bruno)]
    assert [[hand is not None for hand in seen] for seen in hands] == [[True, False], [False, True]]
    for message in ("resign", "rematch"):
        await watcher.send(message)
        assert (await watcher.next("refused"))["code"] == "only_watching"
    assert (await watcher.play("pass"))["code"] == "only_watching"


@live
async def test_phrases_are_broadcast_and_other_texts_are_refused(
    visitor: Visitor,
) -> None:
    ada, bruno, opened = await visitor.duel()
    watcher = await visitor.sit(opened["watch"])
    await bruno.send("speak", phrase="well_played")
    for player in (ada, bruno, watcher):
        assert await player.next("spoken") == {"type": "spoken", "seat": 1, "phrase": "well_played"}
    await bruno.send("speak", phrase="<b>anything</b>")
    assert (await bruno.next("refused"))["code"] == "message_unclear"
    before = len(ada.received)
    await bruno.send("speak", phrase="thanks")
    assert (await ada.next("spoken"))["phrase"] == "thanks"
    assert len(ada.received) == before + 1


# The end


@live
async def test_a_player_who_resigns_loses_as_soon_as_the_game_waits_for_them(
    visitor: Visitor,
) -> None:
    ada, bruno, _ = await finished(visitor)
    assert (ada.table["result"]["winner"], ada.table["result"]["alive"]) == (0, [0])
    assert ada.table["result"] == bruno.table["result"]
    await bruno.send("resign")
    assert (await bruno.next("refused"))["code"] == "cannot_resign"


@live
async def test_a_rematch_has_a_table_once_everybody_wants_it(visitor: Visitor) -> None:
    ada, bruno, opened = await finished(visitor)
    assert (await visitor.ask("POST", "/api/seat/rematch", key=opened["key"])).status_code == 409
    await ada.send("rematch")
    table = await bruno.seen(lambda table: table["seats"][0]["wants_rematch"])
    assert table["rematch"] is None
    await ada.send("rematch")
    assert (await ada.next("refused"))["code"] == "no_rematch"
    await bruno.send("rematch")
    table = await ada.seen(lambda table: table["rematch"] is not None)
    seated = await visitor.get("POST", "/api/seat/rematch", key=opened["key"])
    assert (seated["table"], seated["seat"]) == (table["rematch"], 0)
    again = await (await visitor.sit(seated["key"])).seen(
        lambda table: table["status"] == "running"
    )
    assert [seat["name"] for seat in again["seats"]] == ["Ada", "Bruno"]
    assert again["fair"]["commitment"] != table["fair"]["commitment"]


@live
async def test_the_record_is_available_after_the_game_and_verifies(visitor: Visitor) -> None:
    opened = await visitor.open("dungeon", house=SHORT, bots=["random"])
    assert (await visitor.ask("GET", "/api/record", key=opened["key"])).status_code == 409
    player = await visitor.sit(opened["key"])
    over = await player.play_on(Random(5))
    received = await visitor.get("GET", "/api/record", key=opened["key"])
    assert read_record(json.dumps(received)).result() == over["result"]
    assert received == await visitor.get("GET", "/api/record", key=opened["watch"])
    received["moves"].pop()
    with pytest.raises(Refusal):
        read_record(json.dumps(received))


@live
async def test_the_shuffle_is_the_one_that_was_promised(visitor: Visitor) -> None:
    opened = await visitor.open("dungeon", words="my own words")
    joined = await visitor.get(
        "POST", "/api/seats", {"name": "Bruno", "key": opened["join"], "words": "mine, too"}
    )
    ada, bruno = await visitor.sit(opened["key"]), await visitor.sit(joined["key"])
    before = ada.table["fair"]
    shares = [hashlib.sha256(words.encode()).hexdigest() for words in ("my own words", "mine, too")]
    assert (before["commitment"], before["shares"]) == (opened["commitment"], shares)
    assert (before["owes"], before["waits_for"], before["words"], before["seed"]) == (
        None,
        [],
        None,
        None,
    )
    await bruno.send("resign")
    after = (await ada.seen(lambda table: table["status"] == "over"))["fair"]
    seed = bytes.fromhex(after["seed"])
    assert (
        hashlib.sha256(seed).hexdigest()
        == opened["commitment"]
        == joined["commitment"]
        == after["commitment"]
    )
    assert after["words"] == ["my own words", "mine, too"]
    received = read_record(json.dumps(await visitor.get("GET", "/api/record", key=opened["key"])))
    assert received.record.deal == Fair(seed, tuple(after["words"])).deal(
        received.game.deck(received.record.options)
    )


# What can't be understood


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("x" * 4097, "too_long"),
        ("[" * 4000, "message_unclear"),
        ('{"type":"move","id":' + "[" * 2000 + "]" * 2000 + "}", "message_unclear"),
        (b"\x00\xff\xfe", "message_unclear"),
        ("", "message_unclear"),
        ("{}", "message_unclear"),
        ('{"type":"move"}', "message_unclear"),
        ('{"type":"sync","seen":-1}', "message_unclear"),
        ('{"type":"sync","seen":1,"more":2}', "message_unclear"),
        ('{"type":"speak","phrase":"\\ud800"}', "message_unclear"),
        ('{"type":"move","id":"a","version":1,"move":"' + "z" * 81 + '"}', "message_unclear"),
        ('{"type":"move","id":"a","version":' + "9" * 400 + ',"move":"pass"}', ""),
    ],
)
def test_an_invalid_message_is_refused(server: Server, message: str | bytes, code: str) -> None:
    @live
    async def body(visitor: Visitor) -> None:
        player, _ = await first_moves(visitor, 0)
        await player.socket.send(message)
        refused = await player.next("refused")
        assert refused["code"] in ((code,) if code else ("stale", "message_unclear"))
        assert (await player.play(player.legal[0]))["type"] == "done"

    body(server)


@live
async def test_a_message_that_is_much_too_long_ends_the_connection(visitor: Visitor) -> None:
    for length, code in ((16384, "too_long"), (16385, None)):
        player, _ = await first_moves(visitor, 0)
        await player.socket.send("x" * length)
        if code:
            assert (await player.next("refused"))["code"] == code
        else:
            assert await closed_with(player) == 1009


@live
async def test_a_handshake_from_another_origin_is_refused(visitor: Visitor) -> None:
    with pytest.raises(InvalidStatus) as refused:
        await visitor.open_socket(origin="https://example.com")
    assert refused.value.response.status_code == 403
    answer = await visitor.ask(
        "POST", "/api/profiles", {"name": "Eve"}, origin="https://example.com"
    )
    assert answer.status_code == 403
    own = await visitor.open_socket(origin=f"http://{visitor.server.address}")
    await own.send("rematch")
    assert (await own.next("refused"))["code"] == "hello_first"


# Keys


async def refused_key(visitor: Visitor, key: str) -> bool:
    """Return whether a key is refused over HTTP and over a socket."""
    player = await visitor.open_socket()
    await player.send("hello", key=key)
    received: Any = await player.next("table", "refused")
    over_http = (await visitor.ask("GET", "/api/table", key=key)).status_code == 401
    assert over_http == (received["type"] == "refused")
    return over_http


@live
async def test_a_rotated_key_replaces_the_old_one(visitor: Visitor) -> None:
    player, key = await first_moves(visitor, 1)
    fresh = (await visitor.get("POST", "/api/seat/key", key=key))["key"]
    assert await refused_key(visitor, key)
    assert not await refused_key(visitor, fresh)
    assert (await visitor.ask("POST", "/api/seat/key", key=key)).status_code == 401
    assert await closed_with(player) == 1008


@live
async def test_a_person_who_left_does_not_see_the_hand_of_the_next_one(visitor: Visitor) -> None:
    opened = await visitor.open("dungeon", house={"players": 3})
    gone = await visitor.join(opened["join"], "Gone")
    player = await visitor.sit(gone["key"])
    await visitor.get("DELETE", "/api/seat", key=gone["key"])
    assert await closed_with(player) == 1008
    assert await refused_key(visitor, gone["key"])
    assert (await visitor.join(opened["join"], "Next"))["seat"] == gone["seat"]


@live
async def test_a_code_moves_a_profile_once(visitor: Visitor) -> None:
    made = await visitor.get("POST", "/api/profiles", {"name": "Ada", "language": "es"})
    code = (await visitor.get("POST", "/api/profile/code", key=made["key"]))["code"]
    claimed = await visitor.get("POST", "/api/profile/claim", {"code": code.lower()})
    assert {**claimed, "key": ""} == {**made, "key": ""}
    for key in (made["key"], claimed["key"]):
        assert (await visitor.get("GET", "/api/profile", key=key))["profile"] == made["profile"]
    assert (await visitor.ask("POST", "/api/profile/claim", {"code": code})).status_code == 404
