"""Bots are found by name, and by the game that they can play."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from underdeck import registry
from underdeck.agents import (
    BOTS,
    asker,
    careful,
    careful_1,
    find_bot,
    opponent_names,
    random,
    simulated_names,
    wants_memory,
)
from underdeck.deal import Seed
from underdeck.games.dungeon import GAME, DungeonMove, DungeonOptions, DungeonView
from underdeck.games.dungeon.memory import DungeonMemory
from underdeck.playthrough import AnyPlaythrough, Playthrough
from underdeck.refusal import Refusal
from underdeck.registry import Manifest, find_manifest, register, unregister


@pytest.fixture
def tiny() -> Iterator[str]:
    """A registered game that lists one bot we have and one we don't."""
    register(
        Manifest(name="tiny", game="", teller="", drawing="", screen="", bots=("random", "missing"))
    )
    yield "tiny"
    del registry._manifests["tiny"]


def test_find_bot_by_name() -> None:
    assert find_bot("random") is random.choose
    assert find_bot("careful") is careful.choose
    assert find_bot("careful", "dungeon") is careful.choose
    assert find_bot("random", "tomb") is random.choose


def test_a_yardstick_is_found_for_simulations_but_is_no_opponent_of_people() -> None:
    assert find_bot("careful-1", "dungeon") is careful_1.choose
    manifest = find_manifest("dungeon")
    assert manifest.yardsticks == ("careful-1", "flat-400")
    assert manifest.all_bots == (*manifest.yardsticks, *manifest.bots)
    assert not {*manifest.yardsticks} & {*manifest.bots, *opponent_names()}


def test_a_cheater_is_not_found_among_bots() -> None:
    manifest = find_manifest("dungeon")
    assert "cheater-400" in manifest.simulated_bots
    assert "cheater-400" in simulated_names()
    assert "cheater-400" not in (*manifest.all_bots, *opponent_names())
    for game in (None, "dungeon"):
        with pytest.raises(Refusal, match="unknown_bot"):
            find_bot("cheater-400", game)


def test_unknown_bot_is_refused_with_the_known_names() -> None:
    with pytest.raises(Refusal) as refused:
        find_bot("reckless")
    assert (refused.value.code, refused.value.params) == (
        "unknown_bot",
        {"name": "reckless", "names": list(BOTS)},
    )


def test_bot_of_another_game_is_refused_with_the_suitable_names() -> None:
    with pytest.raises(Refusal) as refused:
        find_bot("careful", "tomb")
    assert (refused.value.code, refused.value.params) == (
        "unknown_bot",
        {"name": "careful", "names": list(find_manifest("tomb").bots)},
    )


def test_bot_that_a_manifest_lists_but_does_not_exist_is_refused(tiny: str) -> None:
    assert find_bot("random", tiny) is random.choose
    with pytest.raises(Refusal, match="unknown_bot"):
        find_bot("missing", tiny)


def test_a_bot_of_one_game_is_found_by_its_path() -> None:
    bot = find_bot("strong", "tomb")
    assert bot.__module__ == "underdeck.minds.tomb.bots"
    for game in (None, "dungeon"):
        with pytest.raises(Refusal, match="unknown_bot"):
            find_bot("strong", game)


def test_opponents_are_bots_of_games_for_several() -> None:
    ours = list(find_manifest("dungeon").bots)
    assert opponent_names() == ours
    register(find_manifest("dungeon")._replace(name="deeper", bots=("random", "greedy")))
    assert opponent_names() == [*ours, "greedy"]
    unregister("deeper")


# Memory


def played() -> AnyPlaythrough:
    """Return a Dungeon that waits for bids."""
    options = DungeonOptions()
    return Playthrough.begin(GAME, options, Seed("7").deal(GAME.deck(options)))


def remembering(view: DungeonView, random: Random, memory: DungeonMemory) -> DungeonMove:
    """Check that the memory is that of the view's seat."""
    assert memory.knowledge.seat == view.seat
    return view.legal[-1]


def test_a_bot_with_a_third_argument_gets_its_memory() -> None:
    game = played()
    assert wants_memory(remembering)
    assert asker(remembering)(game, 1, Random(1)) == game.view(1).legal[-1]


def test_a_bot_without_one_gets_the_view_alone() -> None:
    seen: list[tuple[Any, ...]] = []

    def simple(*given: Any) -> DungeonMove:
        seen.append(given)
        move: DungeonMove = given[0].legal[0]
        return move

    game, numbers = played(), Random(1)
    assert not wants_memory(careful.choose)
    assert not wants_memory(simple)
    asker(simple)(game, 0, numbers)
    assert seen == [(game.view(0), numbers)]
    assert game._memories == {}


def test_an_object_can_declare_that_it_wants_a_memory() -> None:
    class Flexible:
        wants_memory = True

        def __call__(self, view: DungeonView, random: Random, memory: Any = None) -> DungeonMove:
            return view.legal[0 if memory is None else -1]

    game = played()
    assert asker(Flexible())(game, 0, Random(1)) == game.view(0).legal[-1]
