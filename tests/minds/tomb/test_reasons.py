"""Why a card is turned: to find hoards, or because a jack or treasure is worth keeping."""

from collections import Counter

import pytest

from minds.tomb.games import HOUSE_RULES, random_states
from underdeck.cards import CLUBS, DIAMONDS, JACK, KING, code_of, rank_of, suit_of
from underdeck.games.tomb import GAME
from underdeck.games.tomb.moves import DROP, PLAY, TombMove, read_move
from underdeck.games.tomb.state import KINGS, State
from underdeck.games.tomb.treasure import kings_in, points_in, worth
from underdeck.minds.base import Reason
from underdeck.minds.tomb.features import is_king_lost, next_cards, retreat_turns
from underdeck.minds.tomb.odds import odds
from underdeck.minds.tomb.position import position_in
from underdeck.minds.tomb.reasons import reason_for
from underdeck.minds.tomb.search import POINTS, WIN
from underdeck.minds.tomb.situation import Situation
from underdeck.say import LANGUAGES, Words
from underdeck.say.advice import reason_text
from underdeck.say.words import catalogue

DRAWN = read_move("draw")
SEEDS = 200
"""Random games for each house rule: some situations are rare."""


def reason_to_draw(state: State, other: TombMove, goal: int) -> Reason:
    """Return the reason to turn a card rather than to make another move."""
    position = position_in(state)
    return reason_for(Situation(position, odds(position), goal, DRAWN, 0.5, other, 0.1, 0.0, {}))


def choices(kind: int) -> list[tuple[State, TombMove]]:
    """Return states of random games with a choice between a card and a move of a kind."""
    return [
        (state.clone(), move)
        for options in HOUSE_RULES
        for seed in range(SEEDS)
        for state in random_states(seed, options)
        for move in GAME.legal(state, 0)
        if move.kind == kind and DRAWN in GAME.legal(state, 0)
    ]


def test_a_jack_that_wins_after_a_low_card_too_is_played_later() -> None:
    seen: Counter[str] = Counter()
    for state, move in choices(PLAY):
        assert rank_of(move.card) == JACK
        code = reason_to_draw(state, move, POINTS).code
        suit = suit_of(state.encounter)
        if suit == CLUBS:
            assert code == "save_jack_door"
        elif suit == DIAMONDS and state.options.disarm_after_fail:
            assert code == "save_jack_trap"
        elif state.deepest > 0 and not retreat_turns(state) and points_in(next_cards(state)):
            assert code == ("last_turn_trap" if suit == DIAMONDS else "last_turn")
        else:
            assert code == "save_jack"
        seen[code] += 1
    assert {"save_jack_door", "save_jack_trap", "save_jack"} <= seen.keys()


def test_on_the_way_out_a_missing_hoard_is_the_reason_to_fight_on() -> None:
    seen: Counter[str] = Counter()
    for state, move in choices(PLAY):
        if is_king_lost(state) or suit_of(state.encounter) == CLUBS:
            continue
        reason = reason_to_draw(state, move, WIN)
        if reason.code == "save_jack_trap":
            continue
        is_trap = suit_of(state.encounter) == DIAMONDS
        if state.deepest > 0 and next_cards(state) & KINGS:
            assert reason.code == ("seek_kings_trap" if is_trap else "seek_kings")
        elif state.deepest > 0 and not retreat_turns(state) and points_in(next_cards(state)):
            assert reason.code == ("last_turn_trap" if is_trap else "last_turn")
        else:
            assert reason.code == "save_jack"
        seen[reason.code] += 1
    assert {"seek_kings", "seek_kings_trap", "save_jack"} <= seen.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_turn_is_named_as_such(language: str) -> None:
    """ "0 turns from the exit" would be true, but nobody says that."""
    words = Words(language)
    for code in ("seek_kings", "worth_going_on"):
        texts = catalogue(language, "advice_tomb")["reason"]
        assert "{turns}" in texts[code]
        assert "{turns}" not in texts[f"{code}.last_turn"]
        params = {"turns": 0, "missing": 2, "unseen_kings": 2, "cards": 9, "win": 0.25}
        assert " 0 " not in reason_text(words, "tomb", Reason(code, params))


def reason_to(best: TombMove, state: State, other: TombMove, goal: int) -> Reason:
    """Return the reason for a move rather than another one, without play-outs."""
    position = position_in(state)
    return reason_for(Situation(position, odds(position), goal, best, 0.5, other, 0.1, 0.0, {}))


def pairs(one: int, other: int) -> list[tuple[State, TombMove, TombMove]]:
    """Return states of random games with a choice between moves of two kinds."""
    return [
        (state.clone(), best, worse)
        for options in HOUSE_RULES
        for seed in range(SEEDS)
        for state in random_states(seed, options)
        for best in GAME.legal(state, 0)
        for worse in GAME.legal(state, 0)
        if best != worse and (best.kind, worse.kind) == (one, other)
    ]


def test_a_treasure_is_compared_with_the_other_treasure_not_with_a_fight() -> None:
    seen: Counter[str] = Counter()
    for state, best, other in pairs(DROP, DROP):
        reason = reason_to(best, state, other, WIN)
        wanted = rank_of(state.encounter) - state.dropped
        if rank_of(other.card) == KING:
            assert reason.code == "marker_king"
        elif worth(other.card) < wanted <= worth(best.card):
            assert reason.code == "drop_alone"
        else:
            assert reason.code == (
                "marker" if worth(best.card) < worth(other.card) else "drop_better"
            )
        assert reason.params["other_card"] == code_of(other.card)
        seen[reason.code] += 1
    assert seen.keys() == {"marker_king", "drop_alone", "marker", "drop_better"}


def test_a_jack_is_compared_with_fleeing_by_what_that_costs() -> None:
    seen: Counter[str] = Counter()
    for state, best, other in pairs(PLAY, DROP):
        reason = reason_to(best, state, other, WIN)
        if rank_of(other.card) == KING or kings_in(state.laid):
            assert reason.code == "use_jack_flee_king"
        else:
            assert reason.params["points"] == worth(other.card) + points_in(state.laid)
        seen[reason.code] += 1
    assert seen.keys() == {"use_jack_flee", "use_jack_flee_king"}


def test_the_last_torch_is_the_reason_to_use_a_jack_if_no_blow_can_fall() -> None:
    dark = 0
    for state, move in choices(PLAY):
        found = odds(position_in(state))
        reason = reason_to(move, state, DRAWN, POINTS)
        is_expected = found.last_torches and (not found.blows or suit_of(state.encounter) == CLUBS)
        assert (reason.code == "use_jack_dark") == bool(is_expected and not state.owed)
        if reason.code == "use_jack_dark":
            assert reason.params["lost"] == float(found.share(found.last_torches))
            dark += 1
    assert dark


def test_fleeing_costs_the_treasure_of_the_turn_too() -> None:
    with_stake = 0
    for state, move in choices(DROP):
        reason = reason_to_draw(state, move, POINTS)
        if reason.code == "keep_treasure":
            assert reason.params["points"] == worth(move.card) + points_in(state.laid)
            with_stake += points_in(state.laid) > 0
    assert with_stake > 0
