"""A bot that chooses any legal move with equal probability."""

from random import Random

from underdeck.game import Move, View


def choose(view: View, random: Random) -> Move:
    """Choose a legal move at random."""
    return random.choice(view.legal)
