"""One game of Dungeon by the compiled step is the same as by the rules as they are written."""

from random import Random

import pytest

pytest.importorskip(
    "numba", reason="the compiled game needs numba and numpy: pip install 'underdeck[env]'"
)

from env.games import DUNGEONS, name_of
from underdeck.deal import Drawn
from underdeck.env.dungeon_game import CompiledGame, DungeonGame, InterpretedGame
from underdeck.games.dungeon.options import Options

MAX_ACTIONS = 150


def numbers_of(game: DungeonGame, players: int) -> tuple[object, ...]:
    rows = [game.observation(seat).tobytes() for seat in range(players)]
    return game.seat, game.mask().tobytes(), game.result(), game.choices(), rows


@pytest.mark.parametrize("options", DUNGEONS, ids=name_of)
@pytest.mark.parametrize("interrupts", [False, True], ids=["in turn", "interrupts"])
def test_both_games_have_the_same_numbers(options: Options, interrupts: bool) -> None:
    random = Random(3)
    games = [kind(options, interrupts=interrupts) for kind in (CompiledGame, InterpretedGame)]
    for number in range(2):
        for game in games:
            game.start(Drawn("a", number))
        for _ in range(MAX_ACTIONS):
            ours, theirs = (numbers_of(game, options.players) for game in games)
            assert ours == theirs
            assert games[0].state() == games[1].state()
            if games[0].result() is not None:
                break
            action = random.choice(list(games[1].choices()))
            assert games[0].is_legal(action)
            moves = [game.choose(action)[0] for game in games]
            assert moves[0] == moves[1]
