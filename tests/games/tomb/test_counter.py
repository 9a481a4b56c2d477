"""R-20 The card counter shows the unseen cards, but never their order."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from games.tomb.position import Position
from underdeck.cards import codes_of, read_card
from underdeck.games.tomb import GAME
from underdeck.games.tomb.counter import known_bottom, unseen
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import DECK


def test_before_the_first_card_all_are_unseen() -> None:
    assert unseen(Position("").played.state) == tuple(sorted(DECK))
    assert known_bottom(Position("").played.state) is None


def test_only_the_player_has_a_counter() -> None:
    state = Position("").play("delve").played.state
    assert GAME.unseen(state, 0) == unseen(state)
    assert GAME.unseen(state, 1) is None


def test_cards_turned_up_are_seen_wherever_they_went() -> None:
    """Cards in the torch row, the hand, the discards and finished turns were seen."""
    position = Position("KH AD JH 6C 4S 2S 3S Jk 7S 5C").play("delve", "draw", "delve")
    left = codes_of(unseen(position.played.state))
    assert not set(left) & {"KH", "AD", "JH", "6C", "4S", "2S", "3S", "Jk", "7S"}
    assert "5C" in left
    assert len(left) == 35


def test_an_ace_under_the_deck_is_unseen_again() -> None:
    position = Position("Jk QS 5C AS AH AD 7S AC 9C").play("delve", "delve", "draw")
    assert read_card("AC") not in unseen(position.played.state)
    assert known_bottom(position.played.state) is None
    position.play("read")
    assert read_card("AC") in unseen(position.played.state)
    assert known_bottom(position.played.state) == read_card("AC")
    position.played.state.top = position.played.state.bottom
    assert known_bottom(position.played.state) is None


@given(st.randoms(use_true_random=False), st.booleans())
def test_unseen_cards_are_those_of_the_deck_in_a_fixed_order(
    random: Random, drop_sum: bool
) -> None:
    cards = list(DECK)
    random.shuffle(cards)
    state = GAME.start(Options(drop_sum=drop_sum, scroll_from_column=True), cards)
    while moves := GAME.legal(state, 0):
        assert list(unseen(state)) == sorted(state.deck[state.top : state.bottom])
        GAME.play(state, 0, random.choice(moves))
