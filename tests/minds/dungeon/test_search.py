"""Search over information sets, with a network that knows nothing."""

from underdeck.cards import card_of
from underdeck.fast.twin import interpret
from underdeck.games.dungeon import DungeonOptions
from underdeck.games.dungeon.frames import push
from underdeck.games.dungeon.legal import MAX_MOVES
from underdeck.games.dungeon.moves import move_of
from underdeck.games.dungeon.pending import TURN
from underdeck.games.dungeon.state import MAX_CARDS, SEATS, State, deck_of, new_state
from underdeck.minds.dungeon.features import MAX_ACTIVE, RANKS, SCALARS, Counts
from underdeck.minds.dungeon.search import MAX_DEPTH, Manner, Tree, choose_move
from underdeck.minds.dungeon.values import Mind, network_value

NODES, EDGES = 1 << 10, 1 << 15


def know_nothing(_mind: Mind, _count: int) -> float:
    """Value every game the same."""
    return 0.5


class Copies(list[State]):
    """A row of states that copies what is put into it, like an array of records."""

    def __setitem__(self, place: int, state: State) -> None:  # type: ignore[override]
        super().__setitem__(place, state.clone())


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
    mind = Mind(
        weights=None,
        hidden=[],
        hidden2=[],
        active=[0] * MAX_ACTIVE,
        scalars=[0.0] * SCALARS,
        words=None,
        base=[],
        counts=Counts([0] * RANKS, [0] * RANKS, [0] * RANKS),
        moves=[0] * MAX_MOVES,
        order=[0] * MAX_CARDS,
        cards=[0] * 2 * MAX_CARDS,
        values=[0.0] * MAX_MOVES,
    )
    tree = Tree(
        keys=[0] * NODES,
        first=[0] * NODES,
        action=[0] * EDGES,
        following=[0] * EDGES,
        visits=[0.0] * EDGES,
        available=[0.0] * EDGES,
        total=[0.0] * EDGES,
        path=[0] * (MAX_DEPTH + 1),
        movers=[0] * (MAX_DEPTH + 1),
        result=[0.0] * SEATS,
        counters=[0, 0],
    )
    choose = interpret(choose_move, {network_value: know_nothing})
    stack, worlds = Copies([state] * 3), Copies([state])
    action = choose(stack, worlds, 0, mind, tree, [1, 2, 3, 4], Manner(iterations, 0.5))
    return str(move_of(action))


def test_a_search_escapes_if_it_can() -> None:
    assert searched(duel([2, 5, 13], [4, 4], 3, 10), 30) == "dig 2 @8"


def test_a_search_stops_a_rival_who_would_escape() -> None:
    state = duel([3, 5, 9], [2, 2, 2, 2, 2], 10, 3)
    assert searched(state, 200) == "cave 3 p2"


def test_a_search_digs_towards_the_exit() -> None:
    state = duel([3, 2, 2, 7, 7], [6], 4, 10)
    assert searched(state, 400) == "dig 3 @7"
