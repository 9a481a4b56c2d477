"""Monte Carlo tree search over what each seat knows: information sets instead of worlds.

Each iteration takes one world that fits the seat's knowledge, follows the tree from the root by the
moves that are legal in it, and ends at a decision that the tree doesn't hold yet. There the best
moves by the network are made for a few decisions, and the values of all seats are added to the
moves that led there, each for the seat that made it. A node belongs to what its mover knows: the
public moves before it and the own cards. Suits don't matter to the tree: it holds the ranks of
moves. The functions run interpreted or compiled.
"""

import math
from typing import NamedTuple

from underdeck.cards import rank_of
from underdeck.fast.dungeon import first_waiting
from underdeck.games.dungeon.frames import pending_kind
from underdeck.games.dungeon.legal import legal
from underdeck.games.dungeon.moves import (
    BID_CARD,
    CAVE,
    DIG,
    DISCARD,
    KIND_SHIFT,
    TAKE,
    action_kind,
    action_place,
    action_value,
)
from underdeck.games.dungeon.options import is_dark
from underdeck.games.dungeon.pending import ROBBING
from underdeck.games.dungeon.state import MAX_CARDS, RUNNING, State
from underdeck.minds.dungeon.values import (
    Mind,
    best_move,
    copy_state,
    make_move,
    value_all,
    value_for,
)
from underdeck.minds.dungeon.worlds import redeal_honestly
from underdeck.minds.hashing import mix
from underdeck.minds.memory import Floats, Ints, States

NONE = -1
MAX_DEPTH = 48
"""The longest line of moves in an iteration."""
WORKING, KNOWN, TRIED = 0, 1, 2
"""Places in the stack: the state of the iteration, one that its mover can't tell from it, and the
state after a move that is tried."""
CHECK_INTERVAL = 32
"""The iterations between two checks whether the outcome is settled."""
FINISHED = -1
"""Comes after the last iteration."""
NODES, EDGES, ROOT = range(3)
"""Counters: the nodes and the edges of the tree, and the place of its root."""


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
    prior: Floats
    """The value of a move by the network, for the seat that moves."""
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
    """The maximum number of iterations."""
    effort: int
    """The maximum number of moves that the network values, which take most of the time."""
    curiosity: float
    """The weight of moves that the network likes and that were seldom tried."""
    heat: float
    """The difference of values by which the network likes a move e times as much as another."""
    trust: float
    """The number of visits that the network's value of a move counts for."""
    ahead: int
    """The decisions made by the network after the end of the tree."""


def clear(tree: Tree) -> None:
    """Empty a tree."""
    for place in range(len(tree.keys)):
        tree.keys[place] = 0
    tree.counters[NODES], tree.counters[EDGES] = 0, 0


def public_key(s: State, key: int, action: int) -> int:
    """Return the key after a move, with what it changed for everybody."""
    key = mix(key, public_part(s, action) + 1)
    key = mix(key, pending_kind(s) << 16 | s.discard_size << 8 | (s.turn & 255))
    for seat in range(s.players):
        key = mix(key, s.hand_size[seat] << 8 | s.depth[seat])
    return key


def public_part(s: State, action: int) -> int:
    """Return an action without what the other seats can't see of it."""
    kind = action_kind(action)
    hidden = kind == BID_CARD or (
        (is_dark(s.options) and kind in (DISCARD, TAKE))
        or (s.options.pitch_black and kind in (DIG, CAVE))
    )
    if not hidden:
        return action
    if kind == DIG:
        return kind << KIND_SHIFT | action_value(action) << 8 | action_place(action)
    return kind << KIND_SHIFT


def own_key(s: State, seat: int) -> int:
    """Return a number for the ranks of a seat's own cards, whatever their order."""
    key = 0
    for place in range(s.hand_size[seat]):
        key += 1 << 4 * (rank_of(s.hands[seat * MAX_CARDS + place]) - 1)
    if s.options.pitch_black:
        for place in range(seat * MAX_CARDS, seat * MAX_CARDS + s.depth[seat]):
            key = mix(key, rank_of(s.passages[place]))
    if pending_kind(s) == ROBBING:
        for place in range(s.discard_size):
            key += 1 << 3 * rank_of(s.discards[place])
    return mix(seat + 1, key & ((1 << 60) - 1))


def find_node(tree: Tree, key: int) -> int:
    """Return the place of a node, or a free place for it."""
    last = len(tree.keys) - 1
    place = (key >> 20) & last
    while tree.keys[place] != key and tree.keys[place] != 0:
        place = (place + 1) & last
    return place


def search_on(  # noqa: PLR0913, PLR0917  compiled code gets arrays faster than tuples of them
    stack: States,
    worlds: States,
    seat: int,
    mind: Mind,
    tree: Tree,
    stream: Ints,
    manner: Manner,
    start: int,
) -> int:
    """Continue a search from the decision of a seat until the next check of the outcome.

    Return the iteration to continue with, or `FINISHED`: then the edges of the root hold the
    outcome.
    """
    if start == 0:
        clear(tree)
    for iteration in range(start, manner.iterations):
        stack[WORKING] = worlds[iteration % len(worlds)]
        run_iteration(stack, seat, mind, tree, stream, manner)
        if iteration == 0:
            tree.counters[ROOT] = find_root(worlds, seat, tree)
        if 2 * tree.counters[NODES] > len(tree.keys) or tree.counters[EDGES] >= manner.effort:
            return FINISHED
        if tree.counters[EDGES] + len(mind.moves) > len(tree.action):
            return FINISHED
        if iteration % CHECK_INTERVAL == 0:
            left = manner.iterations - iteration
            return FINISHED if is_settled(tree, tree.counters[ROOT], left) else iteration + 1
    return FINISHED


def find_root(worlds: States, seat: int, tree: Tree) -> int:
    """Return the place of the root."""
    return find_node(tree, mix(1, own_key(worlds[0], seat)))


def is_settled(tree: Tree, node: int, left: int) -> bool:
    """Return whether the iterations left can't change which move was tried most often."""
    most, second = 0.0, 0.0
    edge = tree.first[node]
    while edge != NONE:
        if tree.visits[edge] > most:
            most, second = tree.visits[edge], most
        elif tree.visits[edge] > second:
            second = tree.visits[edge]
        edge = tree.following[edge]
    return most - second > left


def run_iteration(  # noqa: PLR0913, PLR0917  compiled code gets arrays faster than tuples of them
    stack: States, seat: int, mind: Mind, tree: Tree, stream: Ints, manner: Manner
) -> None:
    """Follow the tree to a new node, value it, and add the values to the moves that led there."""
    s = stack[WORKING]
    key, depth, mover = 1, 0, seat
    while s.ending == RUNNING:
        count = legal(s, mover, mind.moves)
        action = mind.moves[0]
        if count > 1 or depth == 0:
            own = mix(key, own_key(s, mover))
            node = find_node(tree, own)
            is_new = tree.keys[node] == 0
            if is_new:
                tree.keys[node] = own
                tree.first[node] = NONE
                tree.counters[NODES] += 1
            add_edges(stack, mover, count, node, mind, tree, stream)
            if (is_new and depth > 0) or depth == MAX_DEPTH:
                action = most_liked(tree, node)
                play_on(stack, mover, action, manner.ahead, mind, stream)
                break
            edge = choose_edge(tree, node, manner)
            if not is_listed(mind.moves, count, tree.action[edge]):
                break
            tree.path[depth], tree.movers[depth] = edge, mover
            depth += 1
            action = tree.action[edge]
        make_move(s, mover, action, mind, stream)
        if s.ending == RUNNING:
            key = public_key(s, key, action)
            mover = first_waiting(s)
    value_all(s, mind, tree.result)
    for step in range(depth):
        edge = tree.path[step]
        tree.visits[edge] += 1.0
        tree.total[edge] += tree.result[tree.movers[step]]


def is_listed(moves: Ints, count: int, action: int) -> bool:
    """Return whether a move is legal; it always is, unless two hashes are equal by chance."""
    index = 0
    while index < count and moves[index] != action:
        index += 1
    return index < count


def add_edges(  # noqa: PLR0913, PLR0917  compiled code gets arrays faster than tuples of them
    stack: States, mover: int, count: int, node: int, mind: Mind, tree: Tree, stream: Ints
) -> None:
    """Add the legal moves that a node doesn't have yet, with their values by the network.

    The moves are tried in a world that the mover can't tell from the one at hand, so that a mover
    never knows what a move would show.
    """
    if tree.first[node] != NONE:
        return
    copy_state(stack, WORKING, KNOWN)
    redeal_honestly(stack[KNOWN], mover, mind.exposed, mind.cards, stream)
    for index in range(count):
        action = mind.moves[index]
        edge = tree.counters[EDGES]
        tree.counters[EDGES] += 1
        copy_state(stack, KNOWN, TRIED)
        make_move(stack[TRIED], mover, action, mind, stream)
        tree.action[edge] = action
        tree.visits[edge] = 0.0
        tree.total[edge] = 0.0
        tree.prior[edge] = value_for(stack[TRIED], mover, mind)
        tree.following[edge] = tree.first[node]
        tree.first[node] = edge


def most_liked(tree: Tree, node: int) -> int:
    """Return the move with the highest value by the network."""
    edge = tree.first[node]
    chosen: int = edge
    while edge != NONE:
        if tree.prior[edge] > tree.prior[chosen]:
            chosen = edge
        edge = tree.following[edge]
    action: int = tree.action[chosen]
    return action


def play_on(  # noqa: PLR0913, PLR0917  compiled code gets arrays faster than tuples of them
    stack: States, mover: int, action: int, ahead: int, mind: Mind, stream: Ints
) -> None:
    """Make a move and then the best ones by the network, for a number of decisions."""
    s = stack[WORKING]
    make_move(s, mover, action, mind, stream)
    for _ in range(ahead):
        if s.ending != RUNNING:
            break
        mover = first_waiting(s)
        make_move(s, mover, best_move(stack, WORKING, mover, mind, stream, 1), mind, stream)


def choose_edge(tree: Tree, node: int, manner: Manner) -> int:
    """Return the edge of the move to try next.

    The network's values only compare moves: the level is that of the values found by the search.
    """
    visits, best, found = 0.0, -1.0, 0.0
    edge = tree.first[node]
    while edge != NONE:
        visits += tree.visits[edge]
        found += tree.total[edge]
        best = max(best, tree.prior[edge])
        edge = tree.following[edge]
    level = found / visits - best if visits > 0 else 0.0
    total = 0.0
    edge = tree.first[node]
    while edge != NONE:
        total += math.exp((tree.prior[edge] - best) / manner.heat)
        edge = tree.following[edge]
    weight = manner.curiosity * math.sqrt(visits + 1.0) / total
    chosen, highest = NONE, -10.0
    edge = tree.first[node]
    while edge != NONE:
        liked = math.exp((tree.prior[edge] - best) / manner.heat)
        tried = tree.visits[edge]
        guess = tree.prior[edge] + level
        bound = (tree.total[edge] + manner.trust * guess) / (tried + manner.trust)
        bound += weight * liked / (tried + 1.0)
        if bound > highest:
            chosen, highest = edge, bound
        edge = tree.following[edge]
    return chosen
