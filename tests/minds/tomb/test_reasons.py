"""Why a card is turned: to find hoards, or because a jack or treasure is worth keeping."""

from collections import Counter

from minds.tomb.games import HOUSE_RULES, random_states
from underdeck.cards import CLUBS, DIAMONDS, JACK, rank_of, suit_of
from underdeck.games.tomb import GAME
from underdeck.games.tomb.moves import DROP, PLAY, TombMove, read_move
from underdeck.games.tomb.state import KINGS, State
from underdeck.games.tomb.treasure import points_in, worth
from underdeck.minds.base import Reason
from underdeck.minds.tomb.features import is_king_lost, next_cards
from underdeck.minds.tomb.odds import odds
from underdeck.minds.tomb.position import position_in
from underdeck.minds.tomb.reasons import Situation, reason_for
from underdeck.minds.tomb.search import POINTS, WIN

DRAWN = read_move("draw")


def reason_to_draw(state: State, other: TombMove, goal: int) -> Reason:
    """Return the reason to turn a card rather than to make another move."""
    position = position_in(state)
    return reason_for(Situation(position, odds(position), goal, DRAWN, 0.5, other, 0.1, 0.0, {}))


def choices(kind: int) -> list[tuple[State, TombMove]]:
    """Return states of random games with a choice between a card and a move of a kind."""
    return [
        (state.clone(), move)
        for options in HOUSE_RULES
        for seed in range(60)
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
        is_trap = suit == DIAMONDS and state.options.disarm_after_fail
        assert code == (
            "save_jack_door" if suit == CLUBS else "save_jack_trap" if is_trap else "save_jack"
        )
        seen[code] += 1
    assert len(seen) == 3, seen


def test_on_the_way_out_a_missing_hoard_is_the_reason_to_fight_on() -> None:
    seen: Counter[str] = Counter()
    for state, move in choices(PLAY):
        if is_king_lost(state) or suit_of(state.encounter) == CLUBS:
            continue
        reason = reason_to_draw(state, move, WIN)
        if state.deepest > 0 and next_cards(state) & KINGS:
            assert reason.code in {"seek_kings", "save_jack_trap"}
        else:
            assert reason.code in {"save_jack", "save_jack_trap"}
        seen[reason.code] += 1
    assert {"seek_kings", "save_jack"} <= seen.keys()


def test_fleeing_costs_the_treasure_of_the_turn_too() -> None:
    with_stake = 0
    for state, move in choices(DROP):
        reason = reason_to_draw(state, move, POINTS)
        if reason.code == "keep_treasure":
            assert reason.params["points"] == worth(move.card) + points_in(state.laid)
            with_stake += points_in(state.laid) > 0
    assert with_stake > 0
