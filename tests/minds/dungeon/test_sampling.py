"""Worlds sampled from a seat's knowledge and from its opponents' decisions."""

import pytest

from underdeck.cards import card_of, rank_of
from underdeck.games.dungeon import DungeonOptions
from underdeck.games.dungeon.state import JOKER_RANK, MAX_CARDS, State
from underdeck.minds.dungeon import sampling
from underdeck.minds.dungeon.sampling import (
    DECK,
    HANDS,
    PASSAGES,
    Evidence,
    Slots,
    deal_worlds,
    exchange_likely,
    likelihood,
    trust_claims,
)

EIGHT, KING, TWO = card_of(8, 0), card_of(13, 0), card_of(2, 0)
JOKER = card_of(JOKER_RANK, 0)
NO_EVIDENCE = Evidence([], [], [], [])


def position() -> State:
    """Return a position in which another seat holds two hidden cards and the deck has one."""
    state = State(DungeonOptions(), top=0, bottom=1)
    state.hand_size[1] = 2
    return state


def slots() -> Slots:
    """Return the hidden places of that position; the king can't be in the deck."""
    places = [0, MAX_CARDS, MAX_CARDS + 1]
    return Slots([DECK, HANDS, HANDS], places, [EIGHT, KING, TWO], [1, 2, 2], [3, 2, 3])


def sample(evidence: Evidence, count: int) -> list[State]:
    """Return sampled worlds."""
    worlds = [position() for _ in range(count)]

    class Copies(list[State]):
        """A row of states that copies what is put into it, like an array of records."""

        def __setitem__(self, place: int, state: State) -> None:  # type: ignore[override]
            super().__setitem__(place, state.clone())

    row = Copies(worlds)
    deal_worlds([position()], row, slots(), evidence, [1, 2, 3, 4])
    return list(row)


def test_cards_are_only_where_they_may_be() -> None:
    worlds = sample(NO_EVIDENCE, 400)
    assert all(world.deck[0] != KING for world in worlds)
    eights = sum(world.deck[0] == EIGHT for world in worlds)
    assert 150 < eights < 250


def test_a_decision_makes_a_rank_less_likely_in_a_hand() -> None:
    against_eights = Evidence([1], [0], [8], [0.1])
    worlds = sample(against_eights, 400)
    held = sum(EIGHT in world.hands[MAX_CARDS : MAX_CARDS + 2] for world in worlds)
    assert 15 < held < 60


def test_a_decision_says_nothing_about_cards_that_came_later() -> None:
    state = position()
    state.hands[MAX_CARDS : MAX_CARDS + 2] = [KING, EIGHT]
    assert likelihood(state, Evidence([1], [1], [8], [0.1])) == 1
    assert likelihood(state, Evidence([1], [0], [8], [0.1])) == 0.1
    assert likelihood(state, Evidence([1, 1], [0, 0], [8, 13], [0.1, 0.5])) == 0.05


def dungeon() -> State:
    """Return a position in which another seat claims that its only hidden passage is an 8."""
    state = State(DungeonOptions(pitch_black=True), top=0, bottom=2)
    state.depth[1], state.claims[MAX_CARDS] = 1, 8
    return state


def passage_slots(cards: list[int]) -> Slots:
    """Return the hidden places of that position, where any card may be anywhere."""
    return Slots([DECK, DECK, PASSAGES], [0, 1, MAX_CARDS], cards, [1] * 3, [1] * 3)


def false_share(cards: list[int]) -> float:
    """Return the share of worlds in which the passage is false."""
    hidden, stream, false = passage_slots(cards), [1, 2, 3, 4], 0
    for _ in range(2000):
        exchange_likely(dungeon(), hidden, stream, 12)
        assert sorted(hidden.card) == sorted(cards)
        false += rank_of(hidden.card[2]) not in {8, JOKER_RANK}
    return false / 2000


def test_most_hidden_passages_are_what_they_claim() -> None:
    assert false_share([EIGHT, KING, TWO]) < 0.01


def test_false_passages_are_as_frequent_as_they_are_likely(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sampling, "LIE", 0.1)
    assert 0.13 < false_share([EIGHT, KING, TWO]) < 0.2
    assert 0.03 < false_share([EIGHT, KING, card_of(8, 1)]) < 0.07


def test_a_joker_is_what_it_claims() -> None:
    hidden = passage_slots([KING, JOKER, TWO])
    trust_claims(dungeon(), hidden, [1, 2, 3, 4])
    assert hidden.card[2] == JOKER
    assert false_share([KING, JOKER, TWO]) < 0.01


def test_worlds_begin_with_claims_that_are_true() -> None:
    hidden = passage_slots([EIGHT, KING, TWO])
    trust_claims(dungeon(), hidden, [1, 2, 3, 4])
    assert hidden.card[2] == EIGHT


def test_a_claim_that_cannot_be_true_stays_false() -> None:
    hidden = Slots([DECK, PASSAGES], [0, MAX_CARDS], [EIGHT, TWO], [1, 2], [1, 3])
    trust_claims(dungeon(), hidden, [1, 2, 3, 4])
    assert hidden.card == [EIGHT, TWO]
