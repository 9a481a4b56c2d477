"""Responses to a bot of Dungeon, which bluff with other frequencies than the bot."""

from random import Random

import pytest

from games.dungeon.position import Position, view_of
from underdeck.agents.dungeon_responses import Response, candidates
from underdeck.games.dungeon.memory import DungeonMemory
from underdeck.games.dungeon.options import Options


def choice(position: Position, seat: int, **frequencies: float) -> str:
    """Return the move of a response to `careful`."""
    view = view_of(position.state, seat)
    return str(Response("careful", **frequencies)(view, Random(1), DungeonMemory(view)))


@pytest.mark.parametrize(("lie", "expected"), [(0.0, "give"), (1.0, "deny")])
def test_lies(lie: float, expected: str) -> None:
    position = Position({1: "QS 2S", 2: "7S 3S"})
    position.play("p1 fish Q p2 7")
    assert choice(position, 1, lie=lie) == expected


def test_who_does_not_hold_the_card_denies() -> None:
    position = Position({1: "QS 2S", 2: "8S 3S"})
    position.play("p1 fish Q p2 7")
    assert choice(position, 1, lie=0.0) == "deny"


@pytest.mark.parametrize(("demand", "expected"), [(0.0, "believe"), (1.0, "demand")])
def test_demands(demand: float, expected: str) -> None:
    position = Position({1: "QS 2S", 2: "7S 3S"})
    for move in ("p1 fish Q p2 7", "p2 deny"):
        position.play(move)
    assert choice(position, 0, demand=demand) == expected


def test_false_passages_only_without_a_true_one() -> None:
    dark = Position({1: "3S 4S 5S"}, pitch_black=True)
    assert choice(dark, 0, cheat=1.0).startswith("dig ")
    assert "=10" in choice(dark, 0, cheat=1.0)
    assert not choice(dark, 0, cheat=0.0).startswith("dig ")
    able = Position({1: "10S 4S 5S"}, pitch_black=True)
    assert choice(able, 0, cheat=1.0) == choice(able, 0)


@pytest.mark.parametrize(("accuse", "expected"), [(0.0, "pass"), (1.0, "accuse p1")])
def test_accusations(accuse: float, expected: str) -> None:
    position = Position({1: "3S 4S", 2: "10S 9S"}, dungeons={2: "10H"}, pitch_black=True)
    position.play("p1 dig 3=10 @0")
    assert choice(position, 1, accuse=accuse) == expected


def test_without_frequencies_it_is_the_bot_itself() -> None:
    assert Response("careful").name == "careful as itself"
    assert Response("careful", lie=0.5, demand=1.0).name == "careful lie=0.5 demand=1"


def test_cheating_is_tried_in_pitch_black_only() -> None:
    assert {name for name, _ in candidates(Options())} == {"lie", "demand"}
    dark = {name for name, _ in candidates(Options(pitch_black=True))}
    assert dark == {"lie", "demand", "cheat", "accuse"}
