"""A fair shuffle: its seed is promised before anybody has said their words, and shown when the game is over."""

import hashlib
from random import Random

from serve.server import Visitor, live
from underdeck.deal import Fair, deal_from_fair
from underdeck.formats import check
from underdeck.game import find_game


@live
async def test_the_promise_comes_before_the_words_and_is_kept(visitor: Visitor) -> None:
    promise = await visitor.get("POST", "/api/promises")
    opened = await visitor.open("tomb", words="only now do I think of these", promise=promise["promise"])
    assert opened["commitment"] == promise["commitment"]
    player = await visitor.sit(opened["key"])
    assert player.table["fair"] == {"commitment": promise["commitment"], "shares": [None], "owes": None, "words": None, "seed": None}
    last = await player.play_on(Random(2))
    seed = bytes.fromhex(last["fair"]["seed"])
    assert hashlib.sha256(seed).hexdigest() == promise["commitment"]
    record = check(await visitor.get("GET", "/api/record", key=opened["key"])).record
    deck = find_game("tomb").deck(record.house)
    assert record.deal.cards == deal_from_fair(deck, Fair(seed, ("only now do I think of these",))).cards


@live
async def test_a_promise_is_kept_once(visitor: Visitor) -> None:
    promise = await visitor.get("POST", "/api/promises")
    await visitor.open("tomb", promise=promise["promise"])
    again = await visitor.ask("POST", "/api/tables", {"game": "tomb", "name": "Ada", "promise": promise["promise"]})
    assert (again.status_code, again.json()["refused"]["code"]) == (404, "unknown_promise")


@live
async def test_who_is_invited_sees_the_promise_before_sitting_down(visitor: Visitor) -> None:
    opened = await visitor.open("dungeon", house={"players": 2})
    told = await visitor.get("GET", "/api/invitation", key=opened["join"])
    assert told["commitment"] == opened["commitment"]
    assert (told["names"], told["free"]) == (["Ada", ""], 1)
    assert (await visitor.ask("GET", "/api/invitation", key=opened["watch"])).status_code == 401
