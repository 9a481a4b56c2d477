"""Lines that play a whole game of Tomb at a prompt, and the games behind them."""

from random import Random

from underdeck.cards import codes_of
from underdeck.deal import Code, Deal
from underdeck.deal_code import code_of_number
from underdeck.game import Move
from underdeck.games.tomb import GAME
from underdeck.games.tomb.state import DECK
from underdeck.games.tomb.view import TombView
from underdeck.playthrough import Playthrough

CYCLE = (
    *("delve", "onward", "draw", "suffer", "yield", "read", "retreat"),
    *(f"{word} {code}" for word in ("drop", "leave") for code in codes_of(DECK)),
)
"""Moves of which one is legal in every position; refused ones change nothing."""


def timid_lines(games: int = 1) -> str:
    """Return lines that are enough for this number of games, which turn around at once."""
    return "\n".join(CYCLE * 20 * games) + "\n"


def numbered_deal(number: int) -> Deal:
    """Return the deal of a number."""
    return Code(code_of_number(number)).deal(GAME.deck(GAME.Options()))


def play_out(played: Playthrough[TombView], depth: int = 4, seed: int = 0) -> list[str]:
    """Play a game to its end, turning around at this depth; return its moves."""
    random = Random(seed)
    while played.result() is None:
        played.play(choose(played.view(0), depth, random))
    return list(played.record.moves)


def choose(view: TombView, depth: int, random: Random) -> Move:
    """Return a move: deeper until the depth is reached, then out, anything else at random."""
    words = {move.word: move for move in view.legal}
    if view.phase == "between":
        is_deep = view.turn >= depth or view.deepest
        return words.get("retreat" if is_deep else "delve") or random.choice(view.legal)
    return random.choice(view.legal)


def moves_of_number(number: int, depth: int = 4) -> list[str]:
    """Return the moves of a whole game of a numbered deal."""
    return play_out(Playthrough.begin(GAME, GAME.Options(), numbered_deal(number)), depth)
