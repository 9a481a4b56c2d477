"""One game of Tomb by the compiled step is the same as by the rules as they are written."""

from random import Random

import pytest

pytest.importorskip(
    "numba", reason="the compiled game needs numba and numpy: pip install 'underdeck[env]'"
)

from env.games import TOMBS, name_of
from underdeck.deal import Deal, Drawn, deal_from_seed
from underdeck.env.tomb_codes import MOVES
from underdeck.env.tomb_game import CompiledGame, InterpretedGame, TombGame
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import DECK


def numbers_of(game: TombGame) -> tuple[object, ...]:
    return game.legal, game.observation().tobytes(), game.mask().tobytes(), game.result()


@pytest.mark.parametrize("house", TOMBS, ids=name_of)
@pytest.mark.parametrize("count_cards", [False, True])
def test_both_games_have_the_same_numbers(house: Options, count_cards: bool) -> None:
    random = Random(3)
    games = [kind(house, count_cards=count_cards) for kind in (CompiledGame, InterpretedGame)]
    deals: list[Deal | Drawn] = [
        *(Drawn("a", number) for number in (0, 1, 7, 2**62)),
        *(deal_from_seed(DECK, str(number)) for number in range(4)),
        *(Drawn("b", number) for number in range(20)),
    ]
    for deal in deals:
        for game in games:
            game.start(deal)
        while games[0].legal:
            assert numbers_of(games[0]) == numbers_of(games[1])
            action = random.choice([n for n in range(len(MOVES)) if games[0].legal >> n & 1])
            for game in games:
                game.play(action)
        assert numbers_of(games[0]) == numbers_of(games[1])
        assert games[0].result() is not None
