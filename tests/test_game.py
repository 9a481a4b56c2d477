"""Events and their audience, and the defaults of `Game`."""

import pytest

from third_game.tricks.rules import GAME, TrickOptions
from underdeck.game import Event


def test_a_public_event_is_for_everyone() -> None:
    event = Event("drew", {"seat": 1})
    assert [event.is_for(seat) for seat in (None, 0, 1)] == [True, True, True]


def test_a_private_event_is_for_its_seats_only() -> None:
    event = Event("drew_card", {"seat": 2, "card": 5}, audience=0b110)
    assert [event.is_for(seat) for seat in (None, 0, 1, 2, 3)] == [False, False, True, True, False]


def test_an_event_as_data_has_cards_as_codes() -> None:
    event = Event("blow_struck", {"card": 20, "foe": 21, "damage": 3})
    assert event.as_json() == {"event": "blow_struck", "card": "5S", "foe": "5H", "damage": 3}


def test_a_game_can_leave_out_everything_but_its_rules() -> None:
    state = GAME.start(TrickOptions(), GAME.deck(TrickOptions()))
    assert not GAME.asks_all(state)
    assert GAME.pending_chance(state) == ()
    assert GAME.unseen(state, 0) is None
    clone = GAME.clone(state)
    GAME.play(clone, 0, GAME.legal(clone, 0)[0])
    assert (len(state.hands[0]), len(clone.hands[0])) == (3, 2)


def test_chance_that_a_game_does_not_have_is_an_error() -> None:
    state = GAME.start(TrickOptions(), GAME.deck(TrickOptions()))
    with pytest.raises(AssertionError, match="tricks has no chance after the deal"):
        GAME.resolve_chance(state, ())


def test_an_event_shows_its_parts_and_a_limited_audience() -> None:
    assert repr(Event("blow_struck", {"card": 20, "damage": 3})) == (
        "Event('blow_struck', card='5S', damage=3)"
    )
    assert repr(Event("drew_card", {"seat": 1, "card": 56}, audience=0b10)) == (
        "Event('drew_card', seat=1, card='Jk', audience=0b10)"
    )
