"""The value of a game of Dungeon for a seat, and the move after which it is largest.

The value is the chance to win, as a network learned it from what the seat can see. The functions
run interpreted or compiled; states are copied within a row of states, the stack.
"""

from typing import Any, NamedTuple

from underdeck.fast.dungeon import resolve_chance
from underdeck.games.dungeon.frames import pending_kind
from underdeck.games.dungeon.legal import legal
from underdeck.games.dungeon.pending import CHANCE_KINDS
from underdeck.games.dungeon.rules import play
from underdeck.games.dungeon.state import RUNNING, STALEMATE, State, is_alive
from underdeck.minds.dungeon.features import Counts, write_features
from underdeck.minds.dungeon.worlds import redeal_honestly
from underdeck.minds.memory import Floats, Ints, States


class Mind(NamedTuple):
    """A value network with its working memory."""

    weights: Any
    """The layers of the network: as arrays where it is compiled, else a `Network`."""
    hidden: Floats
    hidden2: Floats
    active: Ints
    scalars: Floats
    words: Any
    base: Floats
    counts: Counts
    moves: Ints
    order: Ints
    """Room for the order of a new deck."""
    exposed: Ints
    """The cards of each hand that each other seat surely knows, see `exposed_unit`; a row of hands
    for each seat that knows them. They are those before the search: what is shown in a line of play
    isn't added, and what is played isn't taken off."""
    cards: Ints
    """Room for hidden cards."""
    values: Floats
    """Room for the values of moves."""


def network_value(mind: Mind, count: int) -> float:
    """Return the output of the network for the features in its memory; replaced in a program."""
    raise NotImplementedError


def copy_state(stack: States, source: int, target: int) -> None:
    """Copy a state to another place of the stack."""
    stack[target] = stack[source].clone()


def final_value(s: State, seat: int) -> float:
    """Return the value of a game that is over; a stalemate is worth nothing to anybody.

    If it were, two careful players would settle for it: nobody would leave the cell first.
    """
    return 1.0 if s.ending != STALEMATE and s.winner == seat else 0.0


def value_for(s: State, seat: int, mind: Mind) -> float:
    """Return the value of a game for a seat, from what it can see."""
    return value_seen(s, seat, False, mind)


def value_seen(s: State, seat: int, is_open: bool, mind: Mind) -> float:
    """Return the value of a game for a seat, from what it can see or with open hands."""
    if s.ending != RUNNING:
        return final_value(s, seat)
    if not is_alive(s, seat):
        return 0.0
    count = write_features(s, seat, is_open, mind.counts, mind.active, mind.scalars)
    return network_value(mind, count)


def value_all(s: State, mind: Mind, result: Floats) -> None:
    """Write the values of all seats with open hands; they add up to 1, but for a stalemate."""
    total = 0.0
    for seat in range(s.players):
        result[seat] = value_seen(s, seat, True, mind)
        total += result[seat]
    if s.ending == RUNNING:
        for seat in range(s.players):
            result[seat] /= max(total, 1e-6)


def make_move(s: State, seat: int, action: int, mind: Mind, stream: Ints) -> None:
    """Make a move, and let chance answer until a player must decide."""
    play(s, seat, action, None)
    while s.ending == RUNNING and pending_kind(s) in CHANCE_KINDS:
        resolve_chance(s, stream, mind.order)


def value_moves(  # noqa: PLR0913, PLR0917  compiled code gets arrays faster than tuples of them
    stack: States, at: int, seat: int, mind: Mind, stream: Ints, worlds: int
) -> int:
    """Write the mean value of each legal move over some worlds; return the number of moves.

    The two places after `at` are overwritten.
    """
    count = legal(stack[at], seat, mind.moves)
    for index in range(count):
        mind.values[index] = 0.0
    for _ in range(worlds):
        copy_state(stack, at, at + 1)
        redeal_honestly(stack[at + 1], seat, mind.exposed, mind.cards, stream)
        for index in range(count):
            copy_state(stack, at + 1, at + 2)
            make_move(stack[at + 2], seat, mind.moves[index], mind, stream)
            mind.values[index] += value_for(stack[at + 2], seat, mind)
    return count


def best_move(  # noqa: PLR0913, PLR0917  compiled code gets arrays faster than tuples of them
    stack: States, at: int, seat: int, mind: Mind, stream: Ints, worlds: int
) -> int:
    """Return the move with the largest value."""
    count = legal(stack[at], seat, mind.moves)
    chosen: int = mind.moves[0]
    if count == 1:
        return chosen
    value_moves(stack, at, seat, mind, stream, worlds)
    best = -1.0
    for index in range(count):
        if mind.values[index] > best:
            chosen, best = mind.moves[index], mind.values[index]
    return chosen
