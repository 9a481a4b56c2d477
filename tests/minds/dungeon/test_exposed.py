"""Cards that players have seen in other hands, and what a search makes of them."""

from itertools import count, islice
from random import Random
from statistics import mean
from typing import cast

import pytest

from underdeck.agents import find_bot
from underdeck.cards import rank_of
from underdeck.deal import Drawn
from underdeck.games.dungeon import GAME, DungeonOptions
from underdeck.games.dungeon.knowledge import hand
from underdeck.games.dungeon.memory import DungeonMemory
from underdeck.games.dungeon.moves import DENY, FISH, GIVE, DungeonMove
from underdeck.games.dungeon.state import SEATS
from underdeck.games.dungeon.view import DungeonView
from underdeck.minds.dungeon.analyst import value_moves
from underdeck.minds.dungeon.exposed import count_exposed, find_exposed
from underdeck.minds.dungeon.worlds import exposed_unit
from underdeck.playthrough import AnyPlaythrough, Playthrough


def game_with_a_question(number: int) -> AnyPlaythrough | None:
    """Return a duel in which a player is asked for a card that it holds; None if nobody is."""
    options = DungeonOptions(random_start=True)
    deal = Drawn(f"question {number}", 0).deal(GAME.deck(options))
    played: AnyPlaythrough = Playthrough.begin(GAME, options, deal, ())
    random, careful = Random(number), find_bot("careful", "dungeon")
    while played.result() is None:
        if {GIVE, DENY} <= {move.kind for move in legal_moves(played)}:
            return played
        questions = [move for move in legal_moves(played) if move.kind == FISH]
        seat = GAME.waiting(played.state)[0]
        move = random.choice(questions) if questions else careful(played.view(seat), random)
        played.play(move, seat)
    return None


def legal_moves(played: AnyPlaythrough) -> list[DungeonMove]:
    """Return the legal moves of the player who must decide."""
    seat = GAME.waiting(played.state)[0]
    return cast(list[DungeonMove], list(GAME.legal(played.state, seat)))


def test_a_number_counts_the_cards_of_each_rank() -> None:
    assert count_exposed([]) == 0
    assert count_exposed([7, 14, 7]) == 2 * exposed_unit(7) + exposed_unit(14)


def test_others_know_what_they_saw_and_the_seat_knows_what_must_be_there() -> None:
    options = DungeonOptions()
    memory = DungeonMemory(GAME.view(GAME.start(options, GAME.deck(options)), 0))
    memory.exposure.known[1, 0].update([9, 9])
    exposed = find_exposed(0, memory)
    assert exposed[1 * SEATS + 0] == count_exposed([9, 9])
    assert exposed[0 * SEATS + 1] == 0
    memory.knowledge.tokens[0].places = {hand(1)}
    rank = rank_of(memory.knowledge.tokens[0].card)
    assert find_exposed(0, memory)[0 * SEATS + 1] == exposed_unit(rank)


def test_to_deny_a_card_that_the_asker_has_seen_is_worth_less() -> None:
    pytest.importorskip("numba")
    losses = []
    games = filter(None, map(game_with_a_question, count()))
    for played in islice(games, 6):
        seat = GAME.waiting(played.state)[0]
        view = cast(DungeonView, played.view(seat))
        memory = cast(DungeonMemory, played.memory(seat))
        seen = memory.copy()
        seen.exposure.known[1 - seat, seat][view.about[1]] = 1
        losses.append(value_of_denial(view, memory) - value_of_denial(view, seen))
    assert mean(losses) > 0.03


def value_of_denial(view: DungeonView, memory: DungeonMemory) -> float:
    """Return how much better it is to deny a card than to give it."""
    values = {
        each.move.kind: each.value for each in value_moves(view, memory, iterations=400, seed="1")
    }
    return values[DENY] - values[GIVE]
