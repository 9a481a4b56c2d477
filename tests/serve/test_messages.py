"""Messages: names that depend on the registered games."""

import pytest

from underdeck.refusal import Refusal
from underdeck.serve.messages import NewTable
from underdeck.serve.requests import decode_json


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (b'{"game": "chess", "name": "Ada"}', "game"),
        (b'{"game": "dungeon", "name": "Ada", "bots": ["careful", "deep"]}', "bots[1]"),
        (b'{"game": "dungeon", "name": "Ada", "bots": ["flat-400"]}', "bots[0]"),
        (b'{"game": "dungeon", "name": "Ada", "bots": ["cheater-400"]}', "bots[0]"),
    ],
)
def test_an_unknown_game_or_bot_is_a_bad_request(body: bytes, field: str) -> None:
    with pytest.raises(Refusal) as raised:
        decode_json(NewTable, {}, body)
    assert (raised.value.code, raised.value.params) == ("bad_request", {"field": field})


def test_registered_games_and_bots_are_accepted() -> None:
    body = b'{"game": "dungeon", "name": "Ada", "bots": ["random", "careful"]}'
    assert decode_json(NewTable, {}, body).bots == ["random", "careful"]
