"""Actions of Dungeon in compiled code are those of `dungeon_codes`."""

import pytest

pytest.importorskip("numpy", reason="observations need numpy: pip install 'underdeck[env]'")

from env.games import DUNGEONS, dungeon_moments, name_of
from underdeck.env.batch import MOVES, NUMBERS, new_workspace
from underdeck.env.dungeon_actions import (
    NO_ACTION,
    NO_RULES_MOVE,
    VALUE_COUNT,
    find_action,
    list_actions,
    number_of,
)
from underdeck.env.dungeon_codes import MOVES as ALL_MOVES
from underdeck.env.dungeon_codes import PLACES, WAIT, numbered
from underdeck.fast.dungeon import HARNESS
from underdeck.games.dungeon.legal import waiting
from underdeck.games.dungeon.moves import DIG, DungeonMove
from underdeck.games.dungeon.options import Options
from underdeck.games.dungeon.view import legal_moves


def test_every_move_has_the_number_of_its_action() -> None:
    for number, move in enumerate(ALL_MOVES):
        if move is not None:
            places = [0] * 2 * VALUE_COUNT
            for place in range(move.place if move.kind == DIG else 0):
                number_of(move._replace(place=place).action, 0, 4, places)
            assert number_of(move.action, 0, 4, places) == number


def test_targets_are_counted_from_the_acting_seat() -> None:
    for seat in range(4):
        for step in (1, 2, 3):
            move = DungeonMove(4, 13, 13, (seat + step) % 4)
            assert ALL_MOVES[number_of(move.action, seat, 4, [])] == move._replace(target=step)


def test_only_the_first_places_have_actions() -> None:
    places = [0] * 2 * VALUE_COUNT
    numbers = [
        number_of(DungeonMove(DIG, 9, 9, None, 2 * place).action, 0, 2, places)
        for place in range(PLACES + 2)
    ]
    assert numbers[PLACES:] == [NO_ACTION] * 2
    assert NO_ACTION not in numbers[:PLACES]


@pytest.mark.parametrize("options", DUNGEONS, ids=name_of)
def test_the_choices_of_a_seat_are_those_of_its_view(options: Options) -> None:
    workspace = new_workspace(HARNESS, compiled=False)
    for state, _ in dungeon_moments(options, 3, 250):
        for seat in range(options.players):
            count = list_actions(state, seat, workspace)
            pairs = dict(zip(workspace[NUMBERS][:count], workspace[MOVES][:count], strict=True))
            wanted = numbered(legal_moves(state, seat), seat, options.players)
            actions = {number: move.action for number, move in wanted.items()}
            if waiting(state) >> seat & 1 == 0:
                actions[WAIT] = NO_RULES_MOVE
            assert pairs == actions


def test_an_action_is_found_in_a_list() -> None:
    assert find_action(7, 2, [5, 7, 9]) == 1
    assert find_action(9, 2, [5, 7, 9]) == -1
