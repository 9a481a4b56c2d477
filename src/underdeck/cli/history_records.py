"""The records of games in the history, to replay them."""

from underdeck.serve import messages


def replay_name(game: messages.GameListed) -> str:
    """Return the name by which `underdeck replay` finds a game."""
    return game.table
