"""The rule of thumb that first games are learned from."""

from underdeck.cards import card_of
from underdeck.games.dungeon import DungeonOptions
from underdeck.games.dungeon.frames import push
from underdeck.games.dungeon.moves import read_move
from underdeck.games.dungeon.pending import ATTACKED
from underdeck.games.dungeon.state import GRAVEROBBER, State
from underdeck.minds.dungeon.teacher import PLENTY, teacher_move, worth_of


def choose(state: State, *texts: str) -> str:
    """Return the move of the first seat that the teacher chooses."""
    actions = [read_move(text).action for text in texts]
    chosen = teacher_move(state, 0, actions, len(actions), [1, 2, 3, 4])
    return texts[actions.index(chosen)]


def attacked(*ranks: int) -> State:
    """Return a state in which the first seat is attacked by a Graverobber in the cell."""
    state = State(DungeonOptions())
    state.hands[: len(ranks)] = [card_of(rank, 0) for rank in ranks]
    state.hand_size[0] = len(ranks)
    push(state, ATTACKED, 0, 1, GRAVEROBBER)
    return state


def test_a_player_in_the_cell_fights_for_life() -> None:
    assert choose(attacked(10, 9), "fall", "fight 10", "fight 9") != "fall"


def test_the_cheapest_passages_fight() -> None:
    fights = ("fight 10", "fight 9", "fight 6", "fight 5")
    assert choose(attacked(10, 9, 6, 5), *fights) in {"fight 6", "fight 5"}
    state = attacked(10, 9, 5)
    state.pile[0], state.pile_size = card_of(6, 0), 1
    assert choose(state, "fight 10", "fight 9", "fight 5") == "fight 5"


def test_many_hidden_discards_are_worth_robbing() -> None:
    state = State(DungeonOptions(pitch_black=True), discard_size=PLENTY)
    rob = read_move("rob J").action
    assert worth_of(state, 0, rob) < 0
    state.discard_size += 1
    assert worth_of(state, 0, rob) > 0
