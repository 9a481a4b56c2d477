"""Finished games for tests of chronicles: random ones, and ones with more sense."""

from collections.abc import Iterator
from functools import cache
from random import Random

from underdeck.agents import find_bot
from underdeck.deal import Deal, Seed
from underdeck.games.dungeon.options import Options as DungeonOptions
from underdeck.playthrough import AnyPlaythrough
from underdeck.registry import find_game

STYLES = ("random", "sensible")


def tomb_game(seed: int, style: str = "random") -> AnyPlaythrough:
    """Return a game of Tomb: all moves at random, or turning around at a random depth."""
    game = find_game("tomb")
    options = game.Options()
    played: AnyPlaythrough = AnyPlaythrough.begin(game, options, deal_of(seed, game.deck(options)))
    random = Random(f"chronicle {seed}")
    depth = random.choice((2, 3, 4, 4, 5, 5, 6, 7, 8))
    while played.result() is None:
        view = played.view(0)
        moves = list(view.legal)
        words = {move.word: move for move in moves}
        if style != "random" and "delve" in words:
            is_deep = view.turn >= depth  # type: ignore[attr-defined]
            chosen = words.get("retreat") if is_deep else words["delve"]
            played.play(chosen or words["delve"])
            continue
        if style != "random":
            moves = [move for move in moves if move.word != "drop"] or moves
        played.play(random.choice(moves))
    return played


def dungeon_game(seed: int, style: str = "random") -> AnyPlaythrough:
    """Return a game of Dungeon by bots, with 2 to 4 players and any variant."""
    game = find_game("dungeon")
    random = Random(f"chronicle {seed}")
    variant = random.choice(("", "", "jokers_wild", "almost_black", "pitch_black", "pitch_black"))
    options = DungeonOptions(
        players=random.choice((2, 2, 3, 4)),
        **({variant: True} if variant else {}),
        suicide_queen=random.random() < 0.2,
        counter_attack=random.choice((0, 0, 0, 3)),
        turn_limit=500,
    )
    bots = ["random" if style == "random" else "careful"] * options.players
    played: AnyPlaythrough = AnyPlaythrough.begin(
        game, options, deal_of(seed, game.deck(options)), bots
    )
    played.keeps_states = False
    bot = find_bot(bots[0], "dungeon")
    while played.result() is None:
        seat = game.waiting(played.state)[0]
        played.play(bot(played.view(seat), random), seat)
    return played


def deal_of(seed: int, deck: tuple[int, ...]) -> Deal:
    """Return the deal of a seed."""
    return Seed(f"chronicle {seed}").deal(deck)


GAMES = {"tomb": tomb_game, "dungeon": dungeon_game}


@cache
def sample_game(name: str, seed: int, style: str = "random") -> AnyPlaythrough:
    """Return a finished game; the same one for all tests of a process."""
    return GAMES[name](seed, style)


def sample_games(name: str, n: int, style: str = "random") -> Iterator[AnyPlaythrough]:
    """Yield finished games."""
    for seed in range(n):
        yield GAMES[name](seed, style)
