"""Search over information sets, with a network that knows nothing."""

from underdeck.cards import card_of
from underdeck.fast.twin import interpret
from underdeck.games.dungeon import DungeonOptions
from underdeck.games.dungeon.frames import push
from underdeck.games.dungeon.moves import move_of
from underdeck.games.dungeon.pending import TURN
from underdeck.games.dungeon.state import MAX_CARDS, State, deck_of, new_state
from underdeck.minds.dungeon.analyst import Copies, plain_mind, plain_tree
from underdeck.minds.dungeon.search import FINISHED, NONE, ROOT, Manner, search_on
from underdeck.minds.dungeon.values import Mind, network_value


def know_nothing(_mind: Mind, _count: int) -> float:
    """Value every game the same."""
    return 0.5


def duel(own: list[int], rival: list[int], own_reach: int, rival_reach: int) -> State:
    """Return the turn of seat 0 with these ranks in hand and dungeons dug down to these values."""
    options = DungeonOptions(turn_limit=60)
    state = new_state(options, deck_of(options))
    state.top, state.alive, state.turn, state.current = 10, 3, 9, 0
    for seat, (ranks, reach) in enumerate([(own, own_reach), (rival, rival_reach)]):
        row = seat * MAX_CARDS
        for place, rank in enumerate(ranks):
            state.hands[row + place] = card_of(rank, seat)
        state.hand_size[seat] = len(ranks)
        for place, value in enumerate(range(10, reach - 1, -1)):
            state.passages[row + place] = card_of(value, 2 + seat)
            state.claims[row + place] = value
            state.parents[row + place] = place
            state.followers[seat * (MAX_CARDS + 1) + place] = 1
            state.depth[seat] += 1
            state.left_cell |= 1 << seat
    push(state, TURN, 0)
    return state


def searched(state: State, iterations: int) -> str:
    """Return the text of the move that a search of this world chooses."""
    search = interpret(search_on, {network_value: know_nothing})
    mind, tree = plain_mind(None), plain_tree(1 << 10, 1 << 15)
    stack, worlds = Copies([state] * 3), Copies([state])
    manner, stream = Manner(iterations, 1 << 14, 0.5, 0.1, 1.0, 0), [1, 2, 3, 4]
    iteration = 0
    while iteration != FINISHED:
        iteration = search(stack, worlds, 0, mind, tree, stream, manner, iteration)
    edges = []
    edge = tree.first[tree.counters[ROOT]]
    while edge != NONE:
        edges.append((tree.visits[edge], tree.action[edge]))
        edge = tree.following[edge]
    return str(move_of(max(edges)[1]))


def test_a_search_escapes_if_it_can() -> None:
    assert searched(duel([2, 5, 13], [4, 4], 3, 10), 30) == "dig 2 @8"


def test_a_search_stops_a_rival_who_would_escape() -> None:
    state = duel([3, 5, 9], [2, 2, 2, 2, 2], 10, 3)
    assert searched(state, 200) == "cave 3 p2"


def test_a_search_digs_towards_the_exit() -> None:
    state = duel([3, 2, 2, 7, 7], [6], 4, 10)
    assert searched(state, 400) == "dig 3 @7"
