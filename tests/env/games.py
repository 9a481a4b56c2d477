"""Sets of options and random games for the environments' tests."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from underdeck.fast.libraries import can_compile
from underdeck.games.dungeon import GAME as DUNGEON
from underdeck.games.dungeon.knowledge import Knowledge
from underdeck.games.dungeon.options import Options as DungeonOptions
from underdeck.games.dungeon.state import State as DungeonState
from underdeck.games.dungeon.view import DungeonView
from underdeck.games.tomb import GAME as TOMB
from underdeck.games.tomb.options import Options as TombOptions
from underdeck.games.tomb.state import State as TombState

TOMBS = (
    TombOptions(),
    TombOptions(earliest_turnaround=2, scroll_from_column=True),
    TombOptions(scroll_in_discards=False, drop_sum=True, disarm_after_fail=True),
)
DUNGEONS = (
    DungeonOptions(),
    DungeonOptions(players=3, counter_attack=3, suicide_queen=True, ace_high=True),
    DungeonOptions(players=4, jokers_wild=True, must_play=True, turn_limit=60),
    DungeonOptions(
        players=3, almost_black=True, random_start=True, demand_shows_all=True, counter_attack=1
    ),
    DungeonOptions(players=2, pitch_black=True, suicide_queen=True, surrender_keeps_rest=True),
    DungeonOptions(players=3, jokers_wild=True, short_tunnel=True),
    DungeonOptions(
        players=4,
        pitch_black=True,
        reveal_on_escape=True,
        accuse_freely=True,
        aces_in_fights=True,
        decks=1,
    ),
)

compiled_or_not = pytest.mark.parametrize(
    "compiled",
    [
        pytest.param(
            True, marks=pytest.mark.skipif(not can_compile(), reason="compiling needs Numba")
        ),
        False,
    ],
    ids=["compiled", "interpreted"],
)


def name_of(options: Any) -> str:
    """Return the options that differ from the defaults."""
    default = type(options)()
    return (
        " ".join(
            f"{name}={getattr(options, name)}"
            for name in default.__slots__
            if getattr(options, name) != getattr(default, name)
        )
        or "base"
    )


def tombs(options: TombOptions, games: int) -> Iterator[TombState]:
    """Yield every state of some random games, including the final ones."""
    for seed in range(games):
        random = Random(seed)
        state: TombState = TOMB.start(options, random.sample(TOMB.deck(options), 44))
        yield state
        while TOMB.result(state) is None:
            TOMB.play(state, 0, random.choice(TOMB.legal(state, 0)))
            yield state


def dungeon_moments(
    options: DungeonOptions, seed: int, steps: int
) -> Iterator[tuple[DungeonState, dict[int, Knowledge]]]:
    """Yield the states of a random game that wait for a seat, with each seat's knowledge."""
    random = Random(seed)
    deck = DUNGEON.deck(options)
    state: DungeonState = DUNGEON.start(options, random.sample(deck, len(deck)))
    knowledge = {seat: Knowledge(dungeon_view(state, seat)) for seat in range(options.players)}
    for _ in range(steps):
        if DUNGEON.result(state) is not None:
            return
        if items := DUNGEON.pending_chance(state):
            events = DUNGEON.resolve_chance(state, random.sample(items, len(items)))
        else:
            yield state, knowledge
            able = [seat for seat in range(options.players) if DUNGEON.legal(state, seat)]
            seat = random.choice(able if random.random() < 0.1 else DUNGEON.waiting(state))
            moves = DUNGEON.legal(state, seat)
            digs = [move for move in moves if move.word == "dig"]
            events = DUNGEON.play(
                state, seat, random.choice(digs if digs and random.random() < 0.6 else moves)
            )
        for each in knowledge.values():
            for event in events:
                each.observe(event)


def dungeon_view(state: DungeonState, seat: int | None) -> DungeonView:
    """Return the view of a seat or of a spectator."""
    view = DUNGEON.view(state, seat)
    assert isinstance(view, DungeonView)
    return view
