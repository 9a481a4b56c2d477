"""Games of Dungeon for the tests of its mind."""

from random import Random

from underdeck.deal import Drawn
from underdeck.games.dungeon import GAME, DungeonOptions
from underdeck.playthrough import AnyPlaythrough, Playthrough

VARIANTS = [
    DungeonOptions(),
    DungeonOptions(players=3, jokers_wild=True),
    DungeonOptions(players=4, almost_black=True, counter_attack=3),
    DungeonOptions(pitch_black=True),
    DungeonOptions(players=3, pitch_black=True, accuse_freely=True, suicide_queen=True),
]


def random_game(options: DungeonOptions, seed: int, moves: int) -> AnyPlaythrough:
    """Return a running game after up to that number of random moves."""
    random = Random(seed)
    deal = Drawn(str(seed), 0).deal(GAME.deck(options))
    played: AnyPlaythrough = Playthrough.begin(GAME, options, deal, ())
    for _ in range(moves):
        if played.result() is not None:
            break
        seat = random.choice(GAME.waiting(played.state))
        played.play(random.choice(GAME.legal(played.state, seat)), seat)
    if played.result() is not None:
        played.undo()
    return played
