"""Short games of Tomb from seeds, played in the terminal."""

from functools import cache

from cli.run import Ran, underdeck
from underdeck.deal import deal_from_seed
from underdeck.games.tomb import GAME
from underdeck.playthrough import Playthrough

SEEDS = ("1", "2", "3")
TURN_AROUND = 3
"""The turn after which the player turns around."""


@cache
def tomb_moves(seed: str) -> str:
    """Return the moves of a game: skills are used, and the player turns around early."""
    options = GAME.Options()
    played = Playthrough.begin(GAME, options, deal_from_seed(GAME.deck(options), seed))
    while played.result() is None:
        view = played.view()
        words = [move.word for move in view.legal]
        wanted = ["retreat"] if view.turn >= TURN_AROUND else []
        word = next((word for word in (*wanted, "play", "dodge") if word in words), words[0])
        played.play(view.legal[words.index(word)])
    return "\n".join(played.record.moves)


def play_tomb(seed: str, *args: str) -> Ran:
    """Play a whole game."""
    return underdeck("play", "tomb", "--seed", seed, *args, typed=tomb_moves(seed))
