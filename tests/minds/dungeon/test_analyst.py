"""The value of each move, from what a seat knows."""

from random import Random
from threading import Event

import pytest

from minds.dungeon.games import VARIANTS, random_game
from underdeck.fast.libraries import can_compile
from underdeck.games.dungeon import GAME, DungeonOptions
from underdeck.games.dungeon.belief import sample_state
from underdeck.games.dungeon.memory import DungeonMemory
from underdeck.games.dungeon.view import DungeonView
from underdeck.minds.dungeon import analyst
from underdeck.minds.dungeon.analyst import MoveValue, value_moves, value_seats
from underdeck.playthrough import AnyPlaythrough

COMPILED = [False, True] if can_compile() else [False]


def values(
    played: AnyPlaythrough, seat: int, *, compiled: bool, iterations: int = 200
) -> list[MoveValue]:
    """Return the values of a seat's moves."""
    memory = played.memory(seat)
    assert isinstance(memory, DungeonMemory)
    view = played.view(seat)
    assert isinstance(view, DungeonView)
    return value_moves(view, memory, iterations=iterations, seed="1", compiled=compiled)


@pytest.mark.parametrize("compiled", COMPILED)
@pytest.mark.parametrize("number", range(len(VARIANTS)))
def test_every_legal_move_has_a_value(number: int, *, compiled: bool) -> None:
    played = random_game(VARIANTS[number], number, 30)
    for _ in range(12 if compiled else 3):
        seat = GAME.waiting(played.state)[0]
        found = values(played, seat, compiled=compiled)
        assert {each.move for each in found} == set(played.view(seat).legal)
        assert all(0 <= each.value <= 1 for each in found)
        assert found[0].visits == max(each.visits for each in found)
        played.play(found[0].move, seat)
        if played.result() is not None:
            break


@pytest.mark.parametrize("compiled", COMPILED)
def test_values_depend_on_the_seed_alone(*, compiled: bool) -> None:
    played = random_game(DungeonOptions(), 3, 20)
    seat = GAME.waiting(played.state)[0]
    assert values(played, seat, compiled=compiled) == values(played, seat, compiled=compiled)


@pytest.mark.parametrize("compiled", COMPILED)
@pytest.mark.parametrize("number", range(len(VARIANTS)))
def test_hidden_cards_change_no_value(number: int, *, compiled: bool) -> None:
    played = random_game(VARIANTS[number], 7 + number, 25)
    seat = GAME.waiting(played.state)[0]
    memory = played.memory(seat)
    assert isinstance(memory, DungeonMemory)
    before = values(played, seat, compiled=compiled, iterations=100)
    view = GAME.view(played.state, seat)
    twin = sample_state(played.state, memory.knowledge.copy(), view, Random(5))
    assert twin.hands != played.state.hands
    view = GAME.view(twin, seat)
    memory.observe_position(GAME.position(twin, seat))
    assert value_moves(view, memory, iterations=100, seed="1", compiled=compiled) == before


@pytest.mark.parametrize("compiled", COMPILED)
@pytest.mark.parametrize("number", range(len(VARIANTS)))
def test_chances_of_all_seats_add_up_to_one(number: int, *, compiled: bool) -> None:
    played = random_game(VARIANTS[number], number, 40)
    chances = value_seats(played.state, compiled=compiled)
    assert len(chances) == VARIANTS[number].players
    assert sum(chances) == pytest.approx(1)
    assert min(chances) >= 0


def test_searches_are_interpreted_until_a_thread_has_compiled_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    release = Event()
    monkeypatch.setattr(analyst, "_preparations", [])
    monkeypatch.setattr(analyst, "can_compile", lambda: True)
    monkeypatch.setattr(analyst, "prepare", release.wait)
    assert analyst.has_programs()
    analyst.prepare_in_background()
    analyst.prepare_in_background()
    (thread,) = analyst._preparations
    assert not analyst.has_programs()
    release.set()
    thread.join()
    assert analyst.has_programs()


def test_programs_that_fail_to_compile_are_never_used(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise MemoryError

    monkeypatch.setattr(analyst, "_preparations", [])
    monkeypatch.setattr(analyst, "can_compile", lambda: True)
    monkeypatch.setattr(analyst, "prepare", fail)
    analyst.prepare_in_background()
    analyst._preparations[0].join()
    assert not analyst.has_programs()
