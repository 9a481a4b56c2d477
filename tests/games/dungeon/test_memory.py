"""The memory of a seat in Dungeon: small, picklable, and the same however it was built up."""

import pickle
from random import Random
from typing import Any, cast

import pytest

from games.dungeon.position import Position
from random_games.dungeon.variants import options_with, variant_of
from underdeck.agents import find_bot
from underdeck.cards import read_card
from underdeck.deal import Seed
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.belief import sample_states
from underdeck.games.dungeon.knowledge import DISCARDS
from underdeck.games.dungeon.memory import DungeonMemory
from underdeck.playthrough import AnyPlaythrough, Playthrough

MAX_BYTES = 20_000


def begin(seed: int) -> AnyPlaythrough:
    options = options_with(variant_of(seed), Random(seed))
    return Playthrough.begin(GAME, options, Seed(str(seed)).deal(GAME.deck(options)))


def contents(memory: object) -> object:
    """Return everything that a memory holds, in a form that can be compared."""
    assert isinstance(memory, DungeonMemory)
    known = memory.knowledge
    tokens = {token: number for number, token in enumerate(known.tokens)}
    return (
        [(token.card, sorted(token.places)) for token in known.tokens],
        {card: [tokens[each] for each in twins] for card, twins in known.twins.items()},
        [tokens[each] for each in known.shown],
        [tokens[each] for each in known.played],
        (known.seat, known.dark, known.depth, known.asked_rank, known.arrivals),
        vars(memory.decisions),
        vars(memory.exposure),
    )


@pytest.mark.parametrize("seed", range(8))
def test_a_memory_kept_up_to_date_is_the_one_recalled_from_the_record(seed: int) -> None:
    played, random = begin(seed), Random(seed)
    seats = range(played.game.seats(played.record.options))
    for seat in seats:
        played.memory(seat)
    while played.result() is None and len(played.record.moves) < 60:
        seat = played.game.waiting(played.state)[0]
        played.play(find_bot("random")(played.view(seat), random), seat)
    resumed = AnyPlaythrough.resume(played.record)
    for seat in seats:
        memory = played.memory(seat)
        assert contents(memory) == contents(resumed.memory(seat))
        assert contents(memory) == contents(pickle.loads(pickle.dumps(memory)))
        assert len(pickle.dumps(memory)) < MAX_BYTES


def test_what_a_bot_does_with_its_memory_stays_with_the_bot() -> None:
    played, random = begin(1), Random(1)
    memory = cast(DungeonMemory, played.memory(0))
    before = contents(played.memory(0))
    sample_states(played.state, memory.knowledge, cast(Any, played.view(0)), random, 3)
    memory.knowledge.on_deck_renewed(5)
    memory.decisions.turn = 99
    assert contents(memory) != before
    assert contents(played.memory(0)) == before


def test_discards_seen_in_the_dark_are_remembered() -> None:
    game = Position({1: "JS 4S", 2: "KD 5D"}, first=2, almost_black=True)
    memory = DungeonMemory(game.view(1))
    (five,) = (token for token in memory.knowledge.tokens if token.card == read_card("5D"))
    hidden = ["p2 pass", "p2 discard 5", "p1 pass", "p1 discard 4", "p2 pass", "p2 discard K"]
    for move in (*hidden, "p1 rob J", "p1 take K"):
        assert len(five.places) > 1
        if move.startswith("p1"):
            memory.observe_view(game.view(1))
        for event in game.play(move).events:
            if event.is_for(0):
                memory.observe(event)
    assert five.places == {DISCARDS}
