"""The value networks of Tomb that come with the package."""

from functools import cache
from importlib.resources import files

from underdeck.minds.network import Network, read_network

GOALS = ("win", "points")
"""The names of the goals, by their numbers."""


@cache
def load_network(goal: int) -> Network:
    """Return the network of a goal that comes with the package."""
    data = files("underdeck.minds.tomb").joinpath(f"{GOALS[goal]}.weights").read_bytes()
    return read_network(data)
