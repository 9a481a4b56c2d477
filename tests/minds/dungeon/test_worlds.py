"""Worlds: hidden cards dealt again, and nothing else changed."""

from collections import Counter

import pytest

from minds.dungeon.games import VARIANTS, random_game
from underdeck.cards import card_of, rank_of
from underdeck.games.dungeon import DungeonOptions
from underdeck.games.dungeon.frames import push
from underdeck.games.dungeon.pending import ACCUSATIONS
from underdeck.games.dungeon.position import position_of
from underdeck.games.dungeon.state import JOKER_RANK, MAX_CARDS, SEATS, State
from underdeck.minds.dungeon.worlds import (
    LARGEST_WORLD,
    exposed_unit,
    fits_claim,
    redeal,
    redeal_honestly,
)

NOTHING_EXPOSED = [0] * SEATS * SEATS


def cards_of(state: State) -> list[int]:
    """Return all cards of a state, sorted."""
    found = state.deck[state.top : state.bottom] + state.discards[: state.discard_size]
    for seat in range(state.players):
        row = seat * len(state.deck)
        found += state.hands[row : row + state.hand_size[seat]]
        found += state.passages[row : row + state.depth[seat]]
        found += [state.bids[seat], state.cells[seat]]
    return sorted([*found, *state.pile[: state.pile_size], state.creature, state.robber])


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_a_world_looks_the_same_to_its_seat(options: DungeonOptions) -> None:
    stream, changed = [1, 2, 3, 4], 0
    for seed in range(20):
        state = random_game(options, seed, 5 * seed).state
        for seat in range(options.players):
            world = state.clone()
            redeal(world, seat, NOTHING_EXPOSED, [0] * LARGEST_WORLD, stream)
            assert position_of(world, seat) == position_of(state, seat)
            assert cards_of(world) == cards_of(state)
            changed += world != state
    assert changed > 30


def test_cards_that_a_seat_has_seen_stay_where_they_are() -> None:
    stream, moved = [1, 2, 3, 4], 0
    for seed in range(10):
        state = random_game(DungeonOptions(players=3), seed, 30).state
        ranks = Counter(rank_of(card) for card in hand_of(state, 1)[:3])
        exposed = [0] * SEATS * SEATS
        exposed[2 * SEATS + 1] = sum(exposed_unit(rank) for rank in ranks.elements())
        world = state.clone()
        redeal(world, 2, exposed, [0] * LARGEST_WORLD, stream)
        assert not ranks - Counter(rank_of(card) for card in hand_of(world, 1))
        redeal(world, 0, exposed, [0] * LARGEST_WORLD, stream)
        moved += bool(ranks - Counter(rank_of(card) for card in hand_of(world, 1)))
    assert moved > 5  # the third player doesn't know them


def hand_of(state: State, seat: int) -> list[int]:
    """Return the cards in a hand."""
    return state.hands[seat * MAX_CARDS : seat * MAX_CARDS + state.hand_size[seat]]


def claimed_dungeon(deck: list[int]) -> State:
    """Return a state in which the second seat claims a 10 and a 9, and these cards are hidden."""
    state = State(DungeonOptions(pitch_black=True), top=0, bottom=len(deck))
    state.deck[: len(deck)] = deck
    state.depth[1] = 2
    state.claims[MAX_CARDS : MAX_CARDS + 2] = [10, 9]
    state.passages[MAX_CARDS : MAX_CARDS + 2] = [card_of(3, 0), card_of(4, 0)]
    return state


def honest_passages(state: State) -> int:
    """Return how many passages of the second seat are true after an honest new deal."""
    redeal_honestly(state, 0, NOTHING_EXPOSED, [0] * LARGEST_WORLD, [1, 2, 3, 4])
    places = range(MAX_CARDS, MAX_CARDS + 2)
    return sum(fits_claim(state.passages[place], state.claims[place]) for place in places)


def test_claims_are_true_after_an_honest_deal_if_they_can_be() -> None:
    others = [card_of(rank, 0) for rank in range(5, 9)]
    joker = card_of(JOKER_RANK, 0)
    assert honest_passages(claimed_dungeon([*others, card_of(10, 0), card_of(9, 0)])) == 2
    assert honest_passages(claimed_dungeon([*others, joker, card_of(9, 1)])) == 2
    assert honest_passages(claimed_dungeon([*others, card_of(9, 1)])) == 1


def test_a_last_passage_is_not_trusted() -> None:
    ranks = [2, 2, 2, 5, 6, 7, 8, 10, 9]
    state = claimed_dungeon([card_of(rank, index % 4) for index, rank in enumerate(ranks)])
    push(state, ACCUSATIONS, 1, 0, 1)
    before = cards_of(state)
    assert honest_passages(state) == 0
    assert cards_of(state) == before
