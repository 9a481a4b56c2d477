"""Tomb as a `Game`, and its rules without a sink for events."""

import re
from dataclasses import asdict
from random import Random

import pytest

from underdeck.games.tomb import GAME, events, rules
from underdeck.games.tomb.events import NAMES, PARTS, event_of
from underdeck.games.tomb.moves import DRAW, TombMove, read_move
from underdeck.games.tomb.state import DECK, State
from underdeck.options import option_text, read_options
from underdeck.refusal import IllegalMove
from underdeck.registry import find_game
from underdeck.say import Words


def test_the_registry_has_it() -> None:
    assert find_game("tomb") is GAME
    assert (GAME.name, GAME.rules) == ("tomb", 1)
    assert GAME.deck(GAME.Options()) == DECK


def test_the_only_seat_acts_until_the_end() -> None:
    state = GAME.start(GAME.Options(), DECK)
    assert GAME.waiting(state) == (0,)
    assert GAME.seats(GAME.Options()) == 1
    assert GAME.pending_chance(state) == ()
    with pytest.raises(AssertionError):
        GAME.resolve_chance(state, ())
    assert GAME.result(state) is None
    state.ending = 1
    assert GAME.waiting(state) == ()


def test_an_illegal_move_names_the_legal_ones() -> None:
    state = GAME.start(GAME.Options(), DECK)
    with pytest.raises(IllegalMove) as refusal:
        GAME.play(state, 0, TombMove(DRAW))
    assert refusal.value.code == "illegal_move"
    assert refusal.value.params == {"move": TombMove(DRAW), "legal": (read_move("delve"),)}
    assert state == GAME.start(GAME.Options(), DECK)


def test_other_seats_have_no_moves() -> None:
    state = GAME.start(GAME.Options(), DECK)
    assert GAME.legal(state, 1) == ()
    assert GAME.view(state, 1).legal == ()
    with pytest.raises(IllegalMove):
        GAME.play(state, 1, read_move("delve"))


def test_event_constants_match_their_names() -> None:
    for code, name in enumerate(NAMES):
        assert getattr(events, name.upper()) == code


def test_after_the_end_there_is_no_move() -> None:
    state = GAME.start(GAME.Options(), DECK)
    state.ending, state.phase = 1, 8
    with pytest.raises(IllegalMove) as refusal:
        GAME.play(state, 0, TombMove(DRAW))
    assert refusal.value.code == "game_over"


def test_the_rules_are_the_same_without_a_sink() -> None:
    for seed in range(200):
        random = Random(seed)
        cards = random.sample(DECK, len(DECK))
        observed: State = GAME.start(GAME.Options(), cards)
        silent = GAME.clone(observed)
        while legal := GAME.legal(observed, 0):
            move = random.choice(legal)
            GAME.play(observed, 0, move)
            rules.play(silent, read_move(str(move)).action, None)
            assert silent == observed


def test_every_event_has_its_parts_by_name() -> None:
    for code, name in enumerate(NAMES):
        event = event_of((code, 9, 10, 11))
        assert event.name == name
        assert tuple(event.parts) == PARTS[name]
        assert tuple(event.parts.values()) == (9, 10, 11)[: len(PARTS[name])]


def test_an_event_as_json() -> None:
    assert event_of((NAMES.index("won_by_action"), 40, 20, 0)).as_json() == {
        "event": "won_by_action",
        "card": "10S",
        "foe": "5S",
    }
    assert event_of((NAMES.index("favor_shown"), 48, 0, 0)).as_json() == {
        "event": "favor_shown",
        "card": "QS",
    }
    assert event_of((NAMES.index("wounded"), 2, 7, 0)).as_json() == {
        "event": "wounded",
        "damage": 2,
        "hp": 7,
    }


def test_the_default_options_are_those_of_the_rules_page() -> None:
    rows = re.findall(
        r"^\| `(\w+)` \| .* \| (\w+) \| R-\d+ \|$", Words("en").page("tomb"), re.MULTILINE
    )
    defaults = asdict(read_options(GAME.Options, {}))
    assert dict(rows) == {name: option_text(value) for name, value in defaults.items()}
