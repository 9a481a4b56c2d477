"""Cards that chance turns one by one make the same game as a deck in that order."""

from collections import Counter
from random import Random

import pytest

pytest.importorskip(
    "pyspiel", reason="the games for OpenSpiel need open_spiel: pip install 'underdeck[env]'"
)

from env.games import DUNGEONS, TOMBS, name_of
from underdeck.env.dungeon_codes import numbered
from underdeck.env.openspiel.dungeon import DungeonWorld
from underdeck.env.openspiel.lazy_deck import Fates
from underdeck.env.openspiel.tomb import TombWorld
from underdeck.games.dungeon import GAME as DUNGEON
from underdeck.games.dungeon.options import Options as DungeonOptions
from underdeck.games.tomb import GAME as TOMB
from underdeck.games.tomb.options import Options as TombOptions


@pytest.mark.parametrize("options", TOMBS, ids=name_of)
def test_a_tomb_of_cards_turned_by_chance_is_a_tomb_of_that_deck(options: TombOptions) -> None:
    for seed in range(150):
        random, world, moves = Random(seed), TombWorld(options), []
        while world.wish is not None or TOMB.result(world.state) is None:
            if world.wish is not None:
                world.decide(random.choice(world.pool()))
            else:
                legal = TOMB.legal(world.state, 0)
                moves.append(legal[0] if random.random() < 0.8 else random.choice(legal))
                world.play(0, moves[-1])
        rest = Counter(TOMB.deck(options)) - Counter(world.turned)
        state = TOMB.start(options, [*world.turned, *rest.elements()])
        for move in moves:
            TOMB.play(state, 0, move)
        assert TOMB.result(state) == TOMB.result(world.state)
        assert TOMB.view(state, 0) == TOMB.view(world.state, 0)
        assert 44 - len(world.turned) == len(rest)


def test_chance_turns_no_card_before_it_is_needed() -> None:
    world = TombWorld(TombOptions())
    waits = [world.wish is not None]
    world.play(0, TOMB.legal(world.state, 0)[0])
    waits.append(world.wish is not None)
    world.decide(world.pool()[0])  # A number: there is an encounter, and the player is asked.
    waits.append(world.wish is not None)
    assert waits == [False, True, False]
    assert world.turned == TOMB.deck(TombOptions())[:1]


def replay(
    options: DungeonOptions, drawn: list[int], lots: list[int], moves: list[tuple[int, int]]
) -> object:
    """The same game from decks in full order: each begins with the cards that were drawn from it."""
    deck = DUNGEON.deck(options)
    rest = Counter(deck)

    def full(items: tuple[int, ...]) -> list[int]:
        nonlocal drawn
        top, drawn = drawn[: len(items)], drawn[len(items) :]
        return [*top, *(Counter(items) - Counter(top)).elements()]

    assert not Counter(drawn[: len(deck)]) - rest
    state = DUNGEON.start(options, full(deck))
    for seat, action in [*moves, (-1, -1)]:
        while items := DUNGEON.pending_chance(state):
            order = [lots.pop(0)] if items[0] < options.players else full(items)
            DUNGEON.resolve_chance(
                state,
                [*order, *(item for item in items if item not in order)]
                if items[0] < options.players
                else order,
            )
        if seat >= 0:
            DUNGEON.play(
                state,
                seat,
                numbered(DUNGEON.legal(state, seat), seat, options.players)[action],
            )
    return [DUNGEON.view(state, seat) for seat in range(options.players)]


@pytest.mark.parametrize("options", DUNGEONS, ids=name_of)
def test_a_dungeon_of_cards_turned_by_chance_is_a_dungeon_of_those_decks(
    options: DungeonOptions,
) -> None:
    random, world = Random(4), DungeonWorld(options, interrupts=False)
    drawn: list[int] = []
    lots: list[int] = []
    moves: list[tuple[int, int]] = []
    while (world.wish is not None or world.asked >= 0) and len(moves) < 400:
        if world.waits_for_lot():
            lots.append(random.choice(DUNGEON.pending_chance(world.state)))
            world.draw_lot(lots[-1])
        elif world.wish is not None:
            drawn.append(random.choice(world.pool()))
            world.decide(drawn[-1])
        else:
            moves.append((world.asked, random.choice(sorted(world.offer))))
            world.choose(moves[-1][1])
    while world.wish is not None:
        drawn.append(world.pool()[0])
        world.decide(drawn[-1])
    assert replay(options, drawn, lots, moves) == [
        world.view(seat) for seat in range(options.players)
    ]


def test_twins_are_one_outcome_twice_as_likely() -> None:
    options = DungeonOptions(players=3)
    world, fates = DungeonWorld(options, interrupts=False), Fates(DUNGEON.deck(options), 3)
    assert fates.outcomes(world) == [(number, 2 / 104) for number in range(52)]
    fates.apply(world, 7)
    assert fates.outcomes(world)[7] == (7, 1 / 103)
    assert sum(chance for _, chance in fates.outcomes(world)) == pytest.approx(1)


def test_the_lot_is_drawn_by_chance() -> None:
    options = DungeonOptions(players=3, random_start=True)
    world, fates = DungeonWorld(options, interrupts=False), Fates(DUNGEON.deck(options), 3)
    while not world.waits_for_lot():
        world.decide(world.pool()[0])
    assert fates.outcomes(world) == [(52, 1 / 3), (53, 1 / 3), (54, 1 / 3)]
    fates.apply(world, 53)
    world.decide(world.pool()[0])
    assert world.asked == 1
