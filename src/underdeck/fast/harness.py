"""What many games are run with: room to work in, and functions for which others stand in."""

from typing import Any, NamedTuple


class Desk(NamedTuple):
    """What lies ready for a game: rows of ints, arrays where it is compiled."""

    key: Any
    """The seed."""
    knobs: Any
    """The policy's parameters."""
    stream: Any
    """The deal's and then the player's random numbers."""
    fate: Any
    """Those of chance."""
    moves: Any
    """Room for the legal moves."""
    order: Any
    """Room for what chance puts in order."""


def choose(s: Any, moves: Any, count: int, stream: Any, knobs: Any) -> int:
    """The policy's place."""
    raise NotImplementedError


def take_up(state: Any) -> Any:
    """A state to play with: compiled, one whose numbers are in registers."""
    return state


def reset(states: Any, fresh: Any) -> None:
    """Begin anew: compiled, it is a copy of memory."""
    states[0] = fresh[0].clone()
