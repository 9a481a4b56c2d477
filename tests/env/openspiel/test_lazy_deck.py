"""A game whose cards chance turns one by one equals the game of a deck in that order."""

from collections import Counter
from random import Random

import pytest

pytest.importorskip(
    "pyspiel", reason="the games for OpenSpiel need open_spiel: pip install 'underdeck[env]'"
)

from env.games import DUNGEONS, TOMBS, name_of
from underdeck.env.dungeon_codes import numbered
from underdeck.env.openspiel.dungeon import DungeonPosition
from underdeck.env.openspiel.lazy_deck import ChanceOutcomes
from underdeck.env.openspiel.tomb import TombPosition
from underdeck.games.dungeon import GAME as DUNGEON
from underdeck.games.dungeon.options import Options as DungeonOptions
from underdeck.games.tomb import GAME as TOMB
from underdeck.games.tomb.options import Options as TombOptions


@pytest.mark.parametrize("options", TOMBS, ids=name_of)
def test_a_tomb_with_a_lazy_deck_equals_the_game_of_that_deck(options: TombOptions) -> None:
    for seed in range(150):
        random, position, moves = Random(seed), TombPosition(options), []
        while position.pending is not None or TOMB.result(position.state) is None:
            if position.pending is not None:
                position.decide(random.choice(position.pool()))
            else:
                legal = TOMB.legal(position.state, 0)
                moves.append(legal[0] if random.random() < 0.8 else random.choice(legal))
                position.play(0, moves[-1])
        rest = Counter(TOMB.deck(options)) - Counter(position.turned)
        state = TOMB.start(options, [*position.turned, *rest.elements()])
        for move in moves:
            TOMB.play(state, 0, move)
        assert TOMB.result(state) == TOMB.result(position.state)
        assert TOMB.view(state, 0) == TOMB.view(position.state, 0)
        assert 44 - len(position.turned) == len(rest)


def test_chance_turns_no_card_before_it_is_needed() -> None:
    position = TombPosition(TombOptions())
    is_pending = [position.pending is not None]
    position.play(0, TOMB.legal(position.state, 0)[0])
    is_pending.append(position.pending is not None)
    position.decide(position.pool()[0])  # a number: there is an encounter
    is_pending.append(position.pending is not None)
    assert is_pending == [False, True, False]
    assert position.turned == TOMB.deck(TombOptions())[:1]


def replay(
    options: DungeonOptions, drawn: list[int], lots: list[int], moves: list[tuple[int, int]]
) -> object:
    """Play the same game from decks in full order and return the views.

    Each deck begins with the cards that were drawn from it.
    """
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
def test_a_dungeon_with_a_lazy_deck_equals_the_game_of_those_decks(
    options: DungeonOptions,
) -> None:
    random, position = Random(4), DungeonPosition(options, interrupts=False)
    drawn: list[int] = []
    lots: list[int] = []
    moves: list[tuple[int, int]] = []
    while (position.pending is not None or position.to_act >= 0) and len(moves) < 400:
        if position.waits_for_lot():
            lots.append(random.choice(DUNGEON.pending_chance(position.state)))
            position.draw_lot(lots[-1])
        elif position.pending is not None:
            drawn.append(random.choice(position.pool()))
            position.decide(drawn[-1])
        else:
            moves.append((position.to_act, random.choice(sorted(position.choices))))
            position.choose(moves[-1][1])
    while position.pending is not None:
        drawn.append(position.pool()[0])
        position.decide(drawn[-1])
    assert replay(options, drawn, lots, moves) == [
        position.view(seat) for seat in range(options.players)
    ]


def test_equal_cards_are_one_outcome_with_twice_the_probability() -> None:
    options = DungeonOptions(players=3)
    position, outcomes = (
        DungeonPosition(options, interrupts=False),
        ChanceOutcomes(DUNGEON.deck(options), 3),
    )
    assert outcomes.probabilities(position) == [(number, 2 / 104) for number in range(52)]
    outcomes.apply(position, 7)
    assert outcomes.probabilities(position)[7] == (7, 1 / 103)
    assert sum(chance for _, chance in outcomes.probabilities(position)) == pytest.approx(1)


def test_the_lot_is_drawn_by_chance() -> None:
    options = DungeonOptions(players=3, random_start=True)
    position, outcomes = (
        DungeonPosition(options, interrupts=False),
        ChanceOutcomes(DUNGEON.deck(options), 3),
    )
    while not position.waits_for_lot():
        position.decide(position.pool()[0])
    assert outcomes.probabilities(position) == [(52, 1 / 3), (53, 1 / 3), (54, 1 / 3)]
    outcomes.apply(position, 53)
    position.decide(position.pool()[0])
    assert position.to_act == 1
