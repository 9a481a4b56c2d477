"""The characters of Dungeon: legal moves, tempers, principles, and nothing hidden."""

from random import Random
from typing import cast

import pytest

from games.dungeon.position import Position
from underdeck.characters import cast_of
from underdeck.deal import Seed
from underdeck.games.dungeon import GAME, DungeonOptions, DungeonView
from underdeck.games.dungeon.memory import DungeonMemory
from underdeck.games.dungeon.moves import read_move
from underdeck.minds.dungeon import characters
from underdeck.minds.dungeon.characters import (
    TEMPERS,
    Temper,
    choose_move,
    common_sense,
    pick,
    traits_of,
)
from underdeck.playthrough import AnyPlaythrough, Playthrough
from underdeck.registry import find_manifest

CALM = Temper(temperature=1.0, patience=5.0, tastes={})
DIG, PASS, ATTACK = (read_move(text) for text in ("dig 10 @0", "pass", "attack K p2"))


def begin(*, pitch_black: bool = False, turn_limit: int = 0) -> AnyPlaythrough:
    """Return a game for two."""
    chosen = DungeonOptions(players=2, pitch_black=pitch_black, turn_limit=turn_limit)
    return Playthrough.begin(GAME, chosen, Seed("temper").deal(GAME.deck(chosen)))


def test_every_character_that_has_a_temper_is_a_bot() -> None:
    paths = find_manifest("dungeon").own_bots
    for bot in TEMPERS:
        assert paths[bot] == f"underdeck.minds.dungeon.characters:{bot}"
        assert callable(getattr(characters, bot))
        assert bot in {character.bot for character in cast_of("dungeon").characters}


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("bot", TEMPERS)
def test_characters_make_legal_moves_from_a_view_and_a_memory(
    bot: str, dark: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(
        TEMPERS, bot, TEMPERS[bot]._replace(iterations=min(TEMPERS[bot].iterations, 4))
    )
    game, random = begin(pitch_black=dark, turn_limit=6), Random(1)
    while game.result() is None:
        seat = game.game.waiting(game.state)[0]
        view = game.view(seat)
        move = getattr(characters, bot)(view, random, game.memory(seat))
        assert move in view.legal
        game.play(move, seat)


def test_a_better_move_is_chosen_more_often_and_a_much_worse_one_never() -> None:
    random = Random(1)
    points = {DIG: 10.0, PASS: 8.0, ATTACK: 4.0}
    chosen = [pick(points, CALM, random) for _ in range(500)]
    assert chosen.count(DIG) > 3 * chosen.count(PASS) > 0
    assert ATTACK not in chosen


def test_the_same_view_and_seed_give_the_same_choice() -> None:
    game = begin()
    view, memory = game.view(0), game.memory(0)
    for bot in TEMPERS:
        choose = getattr(characters, bot)
        assert choose(view, Random("a"), memory) == choose(view, Random("a"), memory)


def test_characters_take_useful_cards_rather_than_another_graverobber() -> None:
    position = Position({1: "JS 4S 5S 6S 7S"}, "8S", discards="10H JH").play("p1 rob J")
    points = common_sense(position.view(1), Random(1))
    assert str(max(points, key=lambda move: points[move])) == "take 10"


def test_the_accountant_never_bluffs() -> None:
    assert {"lie", "false", "unsure demand"} <= TEMPERS["accountant"].never


def test_a_false_claim_is_recognized() -> None:
    game = begin(pitch_black=True)
    view, memory = cast(DungeonView, game.view(0)), cast(DungeonMemory, game.memory(0))
    assert traits_of(read_move("dig 7=10 @0"), view, memory) == ["dig", "false"]
    assert traits_of(read_move("dig 10 @0"), view, memory) == ["dig"]
    assert traits_of(read_move("fish Q p2 7"), view, memory) == ["fish", "blind fish"]


@pytest.mark.parametrize("name", sorted(TEMPERS))
def test_a_fight_that_is_won_gets_no_more_cards(name: str) -> None:
    position = Position({1: "KS", 2: "2H 3H 8S 5S 4S"}, dungeons={2: "10S"})
    position.play("p1 attack K p2", "p2 fight 2")
    view = position.view(2)
    memory = DungeonMemory(view)
    assert len(view.legal) > 1
    assert all(str(choose_move(name, view, Random(seed), memory)) == "strike" for seed in range(5))
