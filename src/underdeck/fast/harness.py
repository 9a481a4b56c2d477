"""The interface of a game for bulk play: `Harness`, its functions, and `Workspace`, its memory.

A harness is plain Python that runs interpreted; `compiler.py` compiles it with the rules it calls.
"""

from collections.abc import Callable, MutableSequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from underdeck.options import OptionsT
from underdeck.state import Cloneable

StateT = TypeVar("StateT", bound=Cloneable)
StatesT = TypeVar("StatesT")


class Workspace(NamedTuple):
    """Working memory of a run: arrays of int64 where it is compiled, lists where it is not."""

    key: list[int]
    """The seed, as three words."""
    knobs: list[int]
    """The policy's parameters."""
    stream: list[int]
    """The random stream of the deal, which continues as the policy's."""
    chance: list[int]
    """The random stream of chance events after the deal."""
    moves: list[int]
    """A buffer for the legal moves."""
    order: list[int]
    """A buffer for items that chance shuffles."""


def pass_seat(_state: object, seat: int) -> int:
    """Give a policy only the number of its seat."""
    return seat


@dataclass(frozen=True, kw_only=True)
class Harness(Generic[StateT, OptionsT]):
    """How to play games of one kind in bulk, compiled or interpreted."""

    state: type[StateT]
    """The dataclass of a game's state."""
    open: Callable[[OptionsT], StateT]
    """`open(options)`: the state before the shuffle."""
    columns: tuple[str, ...]
    """The names of the numbers that `play_games` writes into a game's row."""
    play_games: Callable[..., None]
    """`play_games(states, fresh, workspace, first, rows)`: one game per row."""
    step: Callable[..., int]
    """Make one move in one of many games; return how many moves are legal after it."""
    max_moves: int
    """The largest number of legal moves."""
    max_order: int = 1
    """The largest number of items that chance shuffles."""
    silent: tuple[Callable[..., None], ...] = ()
    """Functions that report events, which compiled games omit."""
    policy_view: tuple[Callable[..., object], type] | None = None
    """The function that makes a policy's view of a state, and the view's class.

    With it the whole program is inlined and the state is kept in registers.
    """
    policy_input: Callable[[StateT, int], object] = pass_seat
    """`policy_input(state, seat)`: the first argument of a policy, where it is interpreted."""
    asks_about_forced_moves: bool = True
    """Whether the policy is asked even if only one move is legal."""
    freezes_default_options: bool = False
    """Whether default options are compiled into a program of their own, which is faster."""


def choose(s: object, moves: list[int], count: int, stream: list[int], knobs: list[int]) -> int:
    """Return the index of the policy's choice; a run replaces this function with its policy."""
    raise NotImplementedError


def load_state(state: StateT) -> StateT:
    """Return a state to play with; compiled, a copy whose numbers are in registers."""
    return state


def records(memory: StatesT) -> StatesT:
    """Return the states of games; compiled, the memory is bytes that are read as records."""
    return memory


def reset(states: MutableSequence[StateT], fresh: MutableSequence[StateT]) -> None:
    """Set a state back to the start; compiled, this copies memory."""
    states[0] = fresh[0].clone()
