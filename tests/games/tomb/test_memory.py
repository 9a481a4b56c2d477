"""R-20 The memory of a player of Tomb counts the same cards as the card counter."""

import pickle
from random import Random
from typing import cast

import pytest

from games.tomb.position import Position
from underdeck.agents import find_bot
from underdeck.cards import read_card
from underdeck.deal import Seed
from underdeck.games.tomb import GAME, TombOptions
from underdeck.games.tomb.counter import unseen
from underdeck.games.tomb.memory import TombMemory
from underdeck.playthrough import AnyPlaythrough, Playthrough


def memory_of(played: AnyPlaythrough) -> TombMemory:
    return cast(TombMemory, played.memory(0))


@pytest.mark.parametrize("seed", range(40))
def test_the_unseen_cards_are_those_of_the_counter(seed: int) -> None:
    random = Random(seed)
    options = TombOptions(drop_sum=bool(seed % 2), scroll_from_column=bool(seed % 3))
    deal = Seed(str(seed)).deal(GAME.deck(options))
    played: AnyPlaythrough = Playthrough.begin(GAME, options, deal)
    while played.result() is None:
        assert memory_of(played).unseen == unseen(played.state)
        played.play(find_bot("random")(played.view(), random))
    assert memory_of(played).unseen == unseen(played.state)


def test_the_ace_that_the_scroll_sends_to_the_bottom_is_unseen_again() -> None:
    game = Position("Jk AS AH AD AC", scroll_from_column=True).play("delve")
    ace = read_card("AC")
    assert ace not in memory_of(game.played).unseen
    game.play("read")
    assert ace in memory_of(game.played).unseen == unseen(game.played.state)


def test_a_memory_can_be_pickled_and_copied() -> None:
    game = Position("KS 5S 3C").play("delve")
    memory = memory_of(game.played)
    twins = [memory.copy(), pickle.loads(pickle.dumps(memory))]
    before = memory.unseen
    memory.seen = 0
    assert [twin.unseen for twin in twins] == [before, before]
    assert len(pickle.dumps(memory)) < 200
