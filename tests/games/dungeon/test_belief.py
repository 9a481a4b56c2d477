"""States sampled from a player's knowledge: possible, complete, and independent of hidden cards."""

from random import Random

import pytest

from games.dungeon.position import Position, view_of
from underdeck.cards import codes_of, read_cards
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.belief import match_tokens, sample_state, sample_weighted_state
from underdeck.games.dungeon.knowledge import DECK, DISCARDS, TRIED, Knowledge, Token
from underdeck.games.dungeon.moves import read_move
from underdeck.games.dungeon.options import Options
from underdeck.games.dungeon.state import State, deck_of


def test_a_sampled_state_differs_from_the_truth_but_keeps_every_card() -> None:
    random = Random(1)
    options = Options(players=4, pitch_black=True)
    state: State = GAME.start(options, random.sample(deck_of(options), len(deck_of(options))))
    knowledge = Knowledge(view_of(state, 0))
    other = sample_state(state, knowledge, view_of(state, 0), random)
    assert other != state
    assert sorted(other.deck[other.top : other.bottom] + other.hands + other.cells) == sorted(
        state.deck[state.top : state.bottom] + state.hands + state.cells
    )


def test_a_sampled_state_does_not_depend_on_hidden_cards() -> None:
    options = Options(players=3, almost_black=True)
    first: State = GAME.start(options, Random(1).sample(deck_of(options), len(deck_of(options))))
    knowledge = Knowledge(view_of(first, 1))
    second = sample_state(first, knowledge, view_of(first, 1), Random(2))
    drawn = [
        sample_state(world, Knowledge(view_of(world, 1)), view_of(world, 1), Random(3))
        for world in (first, second)
    ]
    assert drawn[0] == drawn[1]


def test_every_unseen_card_is_equally_likely_in_another_hand() -> None:
    options = Options()
    random = Random(5)
    state: State = GAME.start(options, random.sample(deck_of(options), len(deck_of(options))))
    knowledge, view = Knowledge(view_of(state, 0)), view_of(state, 0)
    counts: dict[int, int] = {}
    for _ in range(600):
        other = sample_state(state, knowledge, view, random)
        for card in other.hands[108:113]:
            counts[card] = counts.get(card, 0) + 1
    own = set(view.players[0].hand or ())
    assert counts.keys() == set(deck_of(options)) - own
    assert min(counts.values()) > 30  # 64 on average
    assert max(counts.values()) < 105


def test_a_card_taken_from_open_discards_stays_known_until_it_is_gone() -> None:
    mine, theirs = (
        read_cards(["JS", "2S", "3S", "4S", "5S"]),
        read_cards(["7H", "8H", "9H", "2H", "3H"]),
    )
    top = [card for pair in zip(mine, theirs, strict=True) for card in pair]
    options = Options(random_start=True)
    state: State = GAME.start(
        options, [*top, *(card for card in deck_of(options) if card not in top)]
    )
    knowledge = Knowledge(view_of(state, 1))
    events = GAME.resolve_chance(state, (0, 1))
    for text in ("p1 pass", "p1 discard 2", "p2 pass", "p2 discard 7", "p1 rob J", "p1 take 7"):
        events += GAME.play(state, int(text[1]) - 1, read_move(text[3:]))
    for event in events:
        knowledge.observe(event)
    for seed in range(20):
        other = sample_state(state, knowledge, view_of(state, 1), Random(seed))
        assert any(card >> 2 == 7 for card in other.hands[: other.hand_size[0]])


def test_weights_prefer_likely_states() -> None:
    options = Options()
    random = Random(7)
    state: State = GAME.start(options, random.sample(deck_of(options), len(deck_of(options))))
    knowledge, view = Knowledge(view_of(state, 0)), view_of(state, 0)

    def kings(world: State) -> float:
        return 0.001 + sum(card >> 2 == 13 for card in world.hands[108:113])

    plain = sum(kings(sample_state(state, knowledge, view, random)) for _ in range(80))
    weighted = sum(
        kings(sample_weighted_state(state, knowledge, view, random, kings)) for _ in range(80)
    )
    assert weighted > 1.3 * plain


def test_a_card_tried_in_secret_was_not_discarded_before() -> None:
    hands = [
        read_cards(cards.split())
        for cards in ("10S 2S 2H 2D 2C", "Jk 4S 4H 4D 4C", "3S 5S 5H 5D 5C")
    ]
    options = Options(players=3, decks=1, pitch_black=True, random_start=True)
    deck = list(deck_of(options))
    for card in (card for held in hands for card in held):
        deck.remove(card)
    cells, rest = deck[-3:], deck[:-3]
    dealt = [held[place] for place in range(5) for held in hands]
    state: State = GAME.start(options, [*cells, *dealt, *rest])
    knowledge = Knowledge(view_of(state, 2))
    events = GAME.resolve_chance(state, (1, 0, 2))
    for text in ("p2 dig Jk=10 @0", "p2 discard 4", "p3 pass", "p3 discard 3", "p1 cave 10 p2"):
        if GAME.legal(state, int(text[1]) - 1):
            legal = [str(move) for move in GAME.legal(state, int(text[1]) - 1)]
            if text[3:] in legal:
                events += GAME.play(state, int(text[1]) - 1, read_move(text[3:]))
    assert GAME.view(state, 2).as_json()["pending"] == "saving"
    for event in events:
        knowledge.observe(event)
    (three,) = read_cards(["3S"])
    guesses = {
        sample_state(state, knowledge, view_of(state, 2), Random(seed)).creature
        for seed in range(40)
    }
    assert three not in guesses
    assert len(guesses) > 5


def test_a_card_played_face_up_is_not_hidden_even_where_discards_are() -> None:
    position = Position({1: "10S", 2: "KS"}, players=3, decks=1, almost_black=True)
    knowledge = Knowledge(position.view(3))
    for move in ("p1 dig 10 @0", "p2 attack K p1"):
        for event in position.play(move).events:
            knowledge.observe(event)
    (king,) = read_cards(["KS"])
    for seed in range(5):
        other = sample_state(position.state, knowledge, position.view(3), Random(seed))
        assert other.creature == king
        assert king not in other.hands + other.deck[other.top : other.bottom] + other.cells


@pytest.mark.parametrize("seed", range(5))
def test_a_token_gives_way_to_one_with_fewer_places(seed: int) -> None:
    one, two, three = Token(4, {DECK}), Token(5, {DECK, DISCARDS}), Token(6, {DISCARDS, TRIED})
    chosen = match_tokens([three, two, one], [DECK, DISCARDS, TRIED], Random(seed))
    assert chosen == [one, two, three]


def test_knowledge_that_contradicts_itself_is_an_error() -> None:
    with pytest.raises(AssertionError, match="contradicts itself"):
        match_tokens([Token(4, {DECK}), Token(5, {DECK})], [DECK, DISCARDS], Random(1))


# Rulings


def test_d15_a_sampled_state_may_have_any_card_tried_in_secret() -> None:
    position = Position({1: "10S", 2: "Jk", 3: "3S"}, players=3, pitch_black=True, first=2)
    knowledge = Knowledge(position.view(3))
    for move in ("p2 dig Jk=10 @0", "p3 dig 3=10 @0", "p2 pass", "p1 cave 10 p2"):
        for event in position.play(move).events:
            knowledge.observe(event)
    assert (
        position.pending,
        position.view(3).creature,
        codes_of([position.view(1).creature or 0]),
    ) == (
        "saving",
        None,
        ["10S"],
    )
    others = [
        sample_state(position.state, knowledge, position.view(3), Random(seed)) for seed in range(5)
    ]
    assert len({other.creature for other in others}) > 1
    assert all(GAME.view(other, 2) == position.view(3) for other in others)


def test_d21_a_sampled_state_keeps_a_saved_joker_and_the_card_that_saved_it() -> None:
    position = Position({1: "10S", 2: "Jk 10H"}, "3S 3H 3D", jokers_wild=True, first=2)
    knowledge = Knowledge(position.view(1))
    for move in ("p2 dig Jk=10 @0", "p1 cave 10 p2", "p2 save 10"):
        for event in position.play(move).events:
            knowledge.observe(event)
    other = sample_state(position.state, knowledge, position.view(1), Random(1))
    assert (GAME.view(other, 0), other.discard_size) == (position.view(1), 2)
    held = {token.card for token in knowledge.tokens if token.places == {("discards", 0, 0)}}
    assert set(codes_of(held)) == {"10S", "10H"}


def test_d8_a_sampled_state_has_the_bid_of_a_player_who_resigned_among_the_discards() -> None:
    position = Position({2: "KS", 1: "3S", 3: "AS 4S"}, players=3, decks=1, first=None)
    knowledge = Knowledge(position.view(1))
    for move in ("p2 bid K", "p3 ace A", "p2 resign", "p1 pass"):
        for event in position.play(move).events:
            knowledge.observe(event)
    other = sample_state(position.state, knowledge, position.view(1), Random(1))
    assert "KS" in codes_of(other.discards[: other.discard_size])
    assert GAME.view(other, 0) == position.view(1)
