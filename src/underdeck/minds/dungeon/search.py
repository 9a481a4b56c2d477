"""Monte Carlo tree search over what a seat knows: information sets instead of worlds.

Each iteration takes one world that fits the seat's knowledge, follows the tree from the root by the
moves that are legal in it, and ends at a position that the tree doesn't hold yet. Its moves are
valued by the network, and the values are added to all moves that led there, each for the seat that
made it. Suits don't matter to the tree: it holds the ranks of moves. The functions run interpreted
or compiled.
"""

import math
from typing import NamedTuple

from underdeck.cards import rank_of
from underdeck.fast.dungeon import first_waiting
from underdeck.games.dungeon.frames import pending_kind
from underdeck.games.dungeon.legal import legal
from underdeck.games.dungeon.state import MAX_CARDS, RUNNING, State
from underdeck.minds.dungeon.values import (
    Mind,
    copy_state,
    final_value,
    make_move,
    value_for,
)
from underdeck.minds.hashing import mix
from underdeck.minds.memory import Floats, Ints, States

NONE = -1
MAX_DEPTH = 48
"""The longest line of moves in an iteration."""
WORKING, TRIED = 0, 1
"""Places in the stack: the state of the iteration, and the state after a move that is tried."""
PRIOR_VISITS = 2.0
"""The number of visits that the network's value of a move counts for."""
NODES, EDGES = range(2)
"""Counters: the nodes and the edges of the tree."""


class Tree(NamedTuple):
    """Nodes, found by a hash of what is known there, and the moves (edges) tried in them."""

    keys: Ints
    """The key of the node in each place of the hash table."""
    first: Ints
    """The first edge of each node, or -1."""
    action: Ints
    following: Ints
    """The next edge of the same node, or -1."""
    visits: Floats
    available: Floats
    """How often the move of an edge was legal when its node was visited."""
    total: Floats
    """The sum of the values of an edge for the seat that moves."""
    path: Ints
    """The edges of the current iteration."""
    movers: Ints
    """The seat that made each move of the current iteration."""
    result: Floats
    """The values of all seats at the end of the current iteration."""
    counters: Ints


class Manner(NamedTuple):
    """How a search weighs what it knows."""

    iterations: int
    curiosity: float
    """The weight of moves that were seldom tried."""


def clear(tree: Tree) -> None:
    """Empty a tree."""
    for place in range(len(tree.keys)):
        tree.keys[place] = 0
    tree.counters[NODES], tree.counters[EDGES] = 0, 0


def public_key(s: State, key: int, action: int) -> int:
    """Return the key after a move that everybody sees, with what it changed for everybody."""
    key = mix(key, action + 1)
    key = mix(key, pending_kind(s) << 16 | s.discard_size << 8 | (s.turn & 255))
    for seat in range(s.players):
        key = mix(key, s.hand_size[seat] << 8 | s.depth[seat])
    return key


def hand_key(s: State, seat: int) -> int:
    """Return a number that tells hands apart by their ranks, whatever their order."""
    key = 0
    for place in range(s.hand_size[seat]):
        key += 1 << 4 * (rank_of(s.hands[seat * MAX_CARDS + place]) - 1)
    return key


def find_node(tree: Tree, key: int) -> int:
    """Return the place of a node, or a free place for it."""
    last = len(tree.keys) - 1
    place = (key >> 20) & last
    while tree.keys[place] != key and tree.keys[place] != 0:
        place = (place + 1) & last
    return place


def run_search(  # noqa: PLR0913, PLR0917  compiled code gets arrays faster than tuples of them
    stack: States,
    worlds: States,
    seat: int,
    mind: Mind,
    tree: Tree,
    stream: Ints,
    manner: Manner,
) -> None:
    """Search from the decision of a seat; the root's edges hold the outcome."""
    clear(tree)
    for iteration in range(manner.iterations):
        stack[WORKING] = worlds[iteration % len(worlds)]
        run_iteration(stack, seat, mind, tree, stream, manner)
        if 2 * tree.counters[NODES] > len(tree.keys):
            break
        if tree.counters[EDGES] + len(mind.moves) > len(tree.action):
            break


def run_iteration(  # noqa: PLR0913, PLR0917  compiled code gets arrays faster than tuples of them
    stack: States, seat: int, mind: Mind, tree: Tree, stream: Ints, manner: Manner
) -> None:
    """Follow the tree to a new node, value it, and add the values to the moves that led there."""
    s = stack[WORKING]
    key, depth = 1, 0
    while True:
        if s.ending != RUNNING:
            for each in range(s.players):
                tree.result[each] = final_value(s, each)
            break
        mover = first_waiting(s)
        count = legal(s, mover, mind.moves)
        action = mind.moves[0]
        if count > 1:
            node = find_node(tree, mix(key, hand_key(s, seat)) if mover == seat else key)
            is_new = tree.keys[node] == 0
            if is_new:
                tree.keys[node] = mix(key, hand_key(s, seat)) if mover == seat else key
                tree.first[node] = NONE
                tree.counters[NODES] += 1
            add_edges(stack, mover, count, node, mind, tree, stream)
            if (is_new and depth > 0) or depth == MAX_DEPTH:
                value_all(s, mind, tree)
                break
            edge = choose_edge(mind, tree, node, count, manner.curiosity)
            tree.path[depth], tree.movers[depth] = edge, mover
            depth += 1
            action = tree.action[edge]
        make_move(s, mover, action, mind, stream)
        key = public_key(s, key, action)
    for step in range(depth):
        edge = tree.path[step]
        tree.visits[edge] += 1.0
        tree.total[edge] += tree.result[tree.movers[step]]


def add_edges(  # noqa: PLR0913, PLR0917  compiled code gets arrays faster than tuples of them
    stack: States, mover: int, count: int, node: int, mind: Mind, tree: Tree, stream: Ints
) -> None:
    """Count the legal moves as available in a node; add new ones, valued by the network.

    A mover's value of a move doesn't depend on cards that the mover can't see, but for those that
    the move itself shows.
    """
    for index in range(count):
        action = mind.moves[index]
        edge = find_edge(tree, node, action)
        if edge == NONE:
            edge = tree.counters[EDGES]
            tree.counters[EDGES] += 1
            copy_state(stack, WORKING, TRIED)
            make_move(stack[TRIED], mover, action, mind, stream)
            tree.action[edge] = action
            tree.visits[edge] = PRIOR_VISITS
            tree.total[edge] = PRIOR_VISITS * value_for(stack[TRIED], mover, mind)
            tree.available[edge] = PRIOR_VISITS
            tree.following[edge] = tree.first[node]
            tree.first[node] = edge
        tree.available[edge] += 1.0


def find_edge(tree: Tree, node: int, action: int) -> int:
    """Return the edge of a move in a node, or -1."""
    edge: int = tree.first[node]
    while edge != NONE and tree.action[edge] != action:
        edge = tree.following[edge]
    return edge


def choose_edge(mind: Mind, tree: Tree, node: int, count: int, curiosity: float) -> int:
    """Return the edge of a legal move with the best upper confidence bound."""
    chosen, best = NONE, -1.0
    for index in range(count):
        edge = find_edge(tree, node, mind.moves[index])
        visits = tree.visits[edge]
        bound = tree.total[edge] / visits
        bound += curiosity * math.sqrt(math.log(tree.available[edge] + 1.0) / visits)
        if bound > best:
            chosen, best = edge, bound
    return chosen


def value_all(s: State, mind: Mind, tree: Tree) -> None:
    """Write the values of all seats; they add up to 1."""
    total = 0.0
    for seat in range(s.players):
        tree.result[seat] = value_for(s, seat, mind)
        total += tree.result[seat]
    for seat in range(s.players):
        tree.result[seat] /= max(total, 1e-6)


def choose_move(  # noqa: PLR0913, PLR0917  compiled code gets arrays faster than tuples of them
    stack: States,
    worlds: States,
    seat: int,
    mind: Mind,
    tree: Tree,
    stream: Ints,
    manner: Manner,
) -> int:
    """Return the move of a seat that was tried most often in a search."""
    count = legal(worlds[0], seat, mind.moves)
    chosen: int = mind.moves[0]
    if count == 1:
        return chosen
    run_search(stack, worlds, seat, mind, tree, stream, manner)
    node = find_node(tree, mix(1, hand_key(worlds[0], seat)))
    edge, most = tree.first[node], -1.0
    while edge != NONE:
        if tree.visits[edge] > most:
            chosen, most = tree.action[edge], tree.visits[edge]
        edge = tree.following[edge]
    return chosen
