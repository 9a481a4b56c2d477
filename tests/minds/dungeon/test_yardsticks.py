"""Yardsticks: flat search that is honest, and a cheater that only simulations can use."""

from random import Random

import pytest

pytest.importorskip("numpy")
pytest.importorskip("numba")

from minds.dungeon.games import VARIANTS, random_game
from underdeck.games.dungeon import GAME, DungeonOptions
from underdeck.games.dungeon.belief import sample_state
from underdeck.games.dungeon.memory import DungeonMemory
from underdeck.games.dungeon.state import State
from underdeck.minds.dungeon.slots import find_slots
from underdeck.minds.dungeon.yardsticks import cheat, flat
from underdeck.playthrough import AnyPlaythrough
from underdeck.study.match import Match, play_out


def memory_of(played: AnyPlaythrough, seat: int) -> DungeonMemory:
    """Return a seat's memory."""
    memory = played.memory(seat)
    assert isinstance(memory, DungeonMemory)
    return memory


def decisions(options: DungeonOptions) -> list[tuple[AnyPlaythrough, int]]:
    """Return running games with a seat that has a choice."""
    games = [random_game(options, seed, 6 * seed) for seed in range(8)]
    waiting = [(played, GAME.waiting(played.state)[0]) for played in games]
    return [each for each in waiting if len(GAME.legal(each[0].state, each[1])) > 1]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_the_choice_depends_on_nothing_that_the_seat_does_not_know(
    options: DungeonOptions,
) -> None:
    games = decisions(options)
    assert len(games) >= 3
    for played, seat in games:
        view, memory = GAME.view(played.state, seat), memory_of(played, seat)
        other = sample_state(played.state, memory.knowledge, view, Random(5))
        chosen = flat(view, Random(1), memory_of(played, seat))
        played.state = other
        assert flat(GAME.view(other, seat), Random(1), memory_of(played, seat)) == chosen
        assert chosen in view.legal


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_every_hidden_place_is_filled_with_a_card_that_may_lie_there(
    options: DungeonOptions,
) -> None:
    for played, seat in decisions(options):
        view, memory = GAME.view(played.state, seat), memory_of(played, seat)
        _, slots = find_slots(view, memory, Random(2))
        assert all(here & reach for here, reach in zip(slots.here, slots.reach, strict=True))
        assert 0 not in slots.card


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_a_cheater_plays_every_variant(options: DungeonOptions) -> None:
    for played, seat in decisions(options):
        state: State = played.state.clone()
        assert cheat(played.state, seat, Random(3)) in GAME.legal(played.state, seat)
        assert played.state == state


def test_simulations_seat_both() -> None:
    match = Match("dungeon", DungeonOptions(turn_limit=12), "1", bots=("flat-400", "cheater-400"))
    played = play_out(match, 0)
    assert played.result() is not None
    assert [str(move) for move in played.record.moves] == [
        str(move) for move in play_out(match, 0).record.moves
    ]
