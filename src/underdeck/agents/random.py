"""A bot that does anything legal, every move as likely as any other."""

from random import Random

from underdeck.game import Move, View


def choose(view: View, random: Random) -> Move:
    """Any legal move."""
    return random.choice(view.legal)
