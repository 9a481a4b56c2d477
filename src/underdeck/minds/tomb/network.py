"""The value networks of Tomb that come with the package."""

from functools import cache
from importlib.resources import files
from typing import NamedTuple

from underdeck.minds.network import Network, read_networks

GOALS = ("win", "points")
"""The names of the goals, by their numbers."""


class Networks(NamedTuple):
    """The networks of a goal, for positions with many and with few unseen cards."""

    early: Network
    late: Network


@cache
def load_networks(goal: int) -> Networks:
    """Return the networks of a goal that come with the package."""
    data = files("underdeck.minds.tomb").joinpath(f"{GOALS[goal]}.weights").read_bytes()
    return Networks(*read_networks(data))
