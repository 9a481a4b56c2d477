"""A view shows everything that lies face up, and nothing else."""

import json
from dataclasses import asdict
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from games.tomb.position import Position
from underdeck.cards import codes_of
from underdeck.games.tomb import GAME
from underdeck.games.tomb.state import DARK, DECK, State
from underdeck.games.tomb.view import view


def test_the_view_of_a_running_turn() -> None:
    position = Position("KH AD JH 6C 4S 2S 3S Jk 7S 5C").play("delve", "draw", "delve", "draw")
    data = position.view.as_json()
    assert json.loads(json.dumps(data)) == data
    assert data == {
        "house": asdict(GAME.Options()),
        "phase": "struck",
        "turn": 2,
        "deepest": 0,
        "deck": 34,
        "under": [],
        "torches": ["AD"],
        "burnt": 1,
        "column": ["Jk", "7S", "5C"],
        "encounter": "7S",
        "stacks": [3],
        "discards": 2,
        "hit_points": 9,
        "blow": 2,
        "owed": 0,
        "dropped": 0,
        "spent": [],
        "hand": ["JH"],
        "points": 0,
        "kings": 0,
        "ending": None,
        "legal": ["dodge", "suffer"],
    }


def test_the_ace_under_the_deck_is_known_until_it_is_drawn() -> None:
    position = Position("Jk QS 5C AS AH AD 7S AC 9C").play("delve", "delve", "draw")
    assert position.view.under == ()
    position.play("read")
    assert codes_of(position.view.under) == ["AC"]
    state = position.played.state
    state.top = state.bottom
    assert view(state).under == ()


def test_a_failed_door_shows_the_discards_owed() -> None:
    assert Position("JC 9C 2S").play("delve", "draw").view.owed == 7


def test_a_finished_game_shows_its_ending() -> None:
    position = Position("KH 2S 3S").play("delve", "draw", "retreat")
    assert (
        position.view.phase,
        position.view.ending,
        position.view.points,
        position.view.kings,
    ) == (
        "over",
        "escaped",
        10,
        1,
    )
    assert position.view.as_json()["ending"] == "escaped"


def test_a_spectator_sees_the_same_but_has_no_moves() -> None:
    position = Position("KH 7S").play("delve")
    assert view(position.played.state) == position.view
    mine, theirs = position.view.as_json(), position.played.view(None).as_json()
    assert theirs.pop("legal") == []
    assert mine.pop("legal") == ["draw"]
    assert mine == theirs


def redealt(state: State, seed: int) -> State:
    """Return a state with all hidden cards exchanged; an ace under the deck stays.

    The places above the top of the deck are stale, so they are filled with random cards.
    """
    other = state.clone()
    random = Random(seed)
    spent = other.top - (state.phase == DARK)
    other.deck[:spent] = (
        random.sample(DECK, spent) if spent <= len(DECK) else [*random.sample(DECK, len(DECK)), 0]
    )
    end = max(
        other.top, other.bottom - (other.bottom > len(DECK))
    )  # the ace under the deck may have been drawn
    hidden = other.deck[other.top : end]
    for place, stack in enumerate([*other.stacks, other.discards]):
        hidden += [card for card in DECK if stack >> card & 1]
        if place < len(other.stacks):
            other.stacks[place] = 0
    random.shuffle(hidden)
    count = end - other.top
    other.deck[other.top : end], rest = hidden[:count], hidden[count:]
    for place, stack in enumerate(state.stacks):
        taken, rest = rest[: stack.bit_count()], rest[stack.bit_count() :]
        other.stacks[place] = sum(1 << card for card in taken)
    other.discards = sum(1 << card for card in rest)
    return other


@given(seed=st.integers(0, 2**32), moves=st.integers(0, 60))
def test_hidden_cards_change_neither_the_view_nor_the_legal_moves(seed: int, moves: int) -> None:
    random = Random(seed)
    cards = random.sample(DECK, len(DECK))
    options = GAME.Options(
        1 + (seed & 1), bool(seed & 2), bool(seed & 4), bool(seed & 8), bool(seed & 16)
    )
    state: State = GAME.start(options, cards)
    for _ in range(moves):
        legal = GAME.legal(state, 0)
        if not legal:
            break
        GAME.play(state, 0, random.choice(legal))
    other = redealt(state, seed + 1)
    assert other != state
    assert GAME.view(other, 0) == GAME.view(state, 0)
    assert GAME.view(other, None) == GAME.view(state, None)
    assert GAME.legal(other, 0) == GAME.legal(state, 0)
