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


def test_a_player_in_the_cell_fights_for_life() -> None:
    state = State(DungeonOptions())
    state.hands[:2] = [card_of(10, 0), card_of(9, 0)]
    state.hand_size[0] = 2
    push(state, ATTACKED, 0, 1, GRAVEROBBER)
    assert choose(state, "fall", "fight 10", "fight 9") != "fall"


def test_many_hidden_discards_are_worth_robbing() -> None:
    state = State(DungeonOptions(pitch_black=True), discard_size=PLENTY)
    rob = read_move("rob J").action
    assert worth_of(state, 0, rob) < 0
    state.discard_size += 1
    assert worth_of(state, 0, rob) > 0
