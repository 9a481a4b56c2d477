"""The first careful bot plays the same games as ever."""

from hashlib import sha256

import pytest

from underdeck.games.dungeon.options import Options
from underdeck.options import read_options
from underdeck.study.match import Match, play_out

GOLDEN = [
    ({}, "ac5922c1bcdff394"),
    ({"players": 3}, "a6fe3725e7a04fb3"),
    ({"players": 4}, "3be1faa4d02e01e3"),
    ({"jokers_wild": True}, "a0e6b0710ec72978"),
    ({"almost_black": True}, "7ec3e93af985eded"),
    ({"pitch_black": True}, "afa37dce3498c9dd"),
    ({"counter_attack": 3}, "b00e82cafbcd230c"),
    ({"short_tunnel": True}, "e08b5db57bfa94a2"),
]
"""Options, and a hash of the moves of two games."""


@pytest.mark.parametrize(("house", "digest"), GOLDEN, ids=str)
def test_its_games_are_golden(house: dict[str, object], digest: str) -> None:
    options = read_options(Options, {**house, "turn_limit": 500})
    match = Match("dungeon", options, "golden", bots=("careful-1",) * options.players)
    moves = sha256()
    for number in range(2):
        moves.update("\n".join(map(str, play_out(match, number).record.moves)).encode())
    assert moves.hexdigest()[:16] == digest
