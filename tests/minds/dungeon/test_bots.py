"""The strongest bot: legal in every variant, deterministic, and mixed where it bluffs."""

from random import Random

import pytest

from minds.dungeon.games import VARIANTS, random_game
from underdeck.agents import asker, find_bot, wants_memory
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.moves import DungeonMove, read_move
from underdeck.minds.dungeon import bots
from underdeck.minds.dungeon.analyst import MoveValue
from underdeck.minds.dungeon.bots import is_false, master, mix


@pytest.fixture(autouse=True)
def _few_iterations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "ITERATIONS", 30)


def valued(*moves: tuple[str, float, int]) -> list[MoveValue]:
    """Return moves with values and visits."""
    return [MoveValue(read_move(text), value, visits) for text, value, visits in moves]


@pytest.mark.parametrize("number", range(len(VARIANTS)))
def test_every_choice_is_legal(number: int) -> None:
    played = random_game(VARIANTS[number], 20 + number, 15)
    ask, random = asker(find_bot("master", "dungeon")), Random(1)
    for _ in range(40):
        if played.result() is not None:
            break
        seat = GAME.waiting(played.state)[0]
        played.play(ask(played, seat, random), seat)


def test_the_same_seed_gives_the_same_choice() -> None:
    played = random_game(VARIANTS[0], 4, 12)
    seat = GAME.waiting(played.state)[0]
    ask = asker(master)
    assert ask(played, seat, Random(3)) == ask(played, seat, Random(3))


def test_it_wants_a_memory() -> None:
    assert wants_memory(master)


def test_bluffs_are_mixed_by_visits() -> None:
    random = Random(1)
    found = valued(("deny", 0.5, 60), ("give", 0.49, 40))
    denials = sum(str(mix(found, random)) == "deny" for _ in range(1000))
    assert 550 < denials < 650


def test_clearly_worse_moves_are_never_mixed_in() -> None:
    random = Random(1)
    found = valued(("believe", 0.5, 60), ("demand", 0.3, 40))
    assert {str(mix(found, random)) for _ in range(200)} == {"believe"}


def test_an_accusation_is_mixed_in_only_if_it_is_the_best_move() -> None:
    random = Random(1)
    doubtful = valued(("pass", 0.5, 60), ("accuse p2", 0.49, 40))
    assert {str(mix(doubtful, random)) for _ in range(200)} == {"pass"}
    likely = valued(("accuse p2", 0.5, 60), ("pass", 0.49, 40))
    assert {str(mix(likely, random)) for _ in range(200)} == {"pass", "accuse p2"}


def test_a_false_claim_and_an_accusation_are_bluffs() -> None:
    falsehoods: dict[str, bool] = {
        "dig 9=10 @0": True,
        "dig Jk=10 @0": False,
        "dig 10 @0": False,
        "accuse p2": True,
        "pass": False,
    }
    for text, expected in falsehoods.items():
        move: DungeonMove = read_move(text)
        assert is_false(move) is expected
