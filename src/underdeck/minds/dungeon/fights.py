"""Fights as a whole: the cards that a search lays one by one against a creature."""

from collections.abc import Iterator

from underdeck.cards import TEN, rank_of
from underdeck.games.dungeon.creatures import wins_fight
from underdeck.games.dungeon.frames import frame_rank
from underdeck.games.dungeon.legal import MAX_MOVES, legal
from underdeck.games.dungeon.moves import FIGHT, STRIKE, DungeonMove, move_of
from underdeck.games.dungeon.rules import play
from underdeck.games.dungeon.state import State
from underdeck.games.dungeon.view import DungeonView
from underdeck.minds.dungeon.search import NONE, Tree, find_node, own_key, public_key
from underdeck.minds.hashing import mix

Cards = tuple[DungeonMove, ...]
"""Fighting cards, each as the move that lays it."""
SPARED = 0.02
"""A card that isn't needed to win a fight is laid only if that is worth more than this."""


def find_cards(tree: Tree, position: State, seat: int, first: DungeonMove) -> Cards:
    """Return the fighting cards that the search lays from its root on, beginning with `first`.

    Only what the seat knows is read: its own cards, what was laid, and the tree.
    """
    s, key, cards, move = position.clone(), 1, [first], first
    while move.value <= TEN:
        play(s, seat, move.action, None)
        key = public_key(s, key, move.action)
        following = next_move(tree, s, seat, key)
        if following is None:
            return tuple(cards) if wins_fight(s, frame_rank(s)) else ()
        if following.kind == STRIKE:
            break
        if following.kind != FIGHT:
            return ()
        cards.append(following)
        move = following
    return tuple(cards)


def next_move(tree: Tree, s: State, seat: int, key: int) -> DungeonMove | None:
    """Return the move that the search prefers after a card; None if it never came so far."""
    moves = [0] * MAX_MOVES
    if legal(s, seat, moves) == 1:
        return move_of(moves[0])
    node = find_node(tree, mix(key, own_key(s, seat)))
    if tree.keys[node] == 0:
        return None
    edges = {move_of(int(tree.action[edge])): edge for edge in edges_of(tree, node)}
    chosen = max(edges, key=lambda move: (tree.visits[edges[move]], tree.prior[edges[move]]))
    strike = DungeonMove(STRIKE)
    if strike in edges and lead_of(tree, edges[chosen], edges[strike]) < SPARED:
        return strike
    return chosen


def edges_of(tree: Tree, node: int) -> Iterator[int]:
    """Yield the edges of a node."""
    edge = tree.first[node]
    while edge != NONE:
        yield edge
        edge = tree.following[edge]


def lead_of(tree: Tree, one: int, two: int) -> float:
    """Return how much better one edge is than another; by the network if either wasn't tried."""
    if tree.visits[one] and tree.visits[two]:
        values = [tree.total[edge] / tree.visits[edge] for edge in (one, two)]
    else:
        values = [tree.prior[edge] for edge in (one, two)]
    return float(values[0] - values[1])


def cards_laid(view: DungeonView) -> Cards:
    """Return the cards that were already laid in the fight at hand."""
    if view.fight is None:
        return ()
    pairs = zip(view.laid, view.fight.values, strict=True)
    return tuple(DungeonMove(FIGHT, rank_of(card), value) for card, value in pairs)
