"""Worlds sampled from a seat's knowledge and from its opponents' decisions."""

from underdeck.cards import card_of
from underdeck.games.dungeon import DungeonOptions
from underdeck.games.dungeon.state import MAX_CARDS, State
from underdeck.minds.dungeon.sampling import (
    DECK,
    HANDS,
    PASSAGES,
    Evidence,
    Slots,
    deal_worlds,
    likelihood,
    trust_claims,
)

EIGHT, KING, TWO = card_of(8, 0), card_of(13, 0), card_of(2, 0)
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


def test_most_hidden_passages_are_what_they_claim() -> None:
    state = State(DungeonOptions(pitch_black=True), top=0, bottom=2)
    state.depth[1], state.claims[MAX_CARDS] = 1, 8
    stream, honest = [1, 2, 3, 4], 0
    for _ in range(600):
        hidden = Slots(
            [DECK, DECK, PASSAGES], [0, 1, MAX_CARDS], [EIGHT, KING, TWO], [1] * 3, [1] * 3
        )
        trust_claims(state, hidden, stream)
        assert sorted(hidden.card) == sorted([EIGHT, KING, TWO])
        honest += hidden.card[2] == EIGHT
    assert 560 < honest < 600


def test_a_claim_that_cannot_be_true_stays_false() -> None:
    state = State(DungeonOptions(pitch_black=True), top=0, bottom=1)
    state.depth[1], state.claims[MAX_CARDS] = 1, 8
    hidden = Slots([DECK, PASSAGES], [0, MAX_CARDS], [EIGHT, TWO], [1, 2], [1, 3])
    trust_claims(state, hidden, [1, 2, 3, 4])
    assert hidden.card == [EIGHT, TWO]
