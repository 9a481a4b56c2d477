"""Why a move of Tomb is best: one reason, in numbers that were computed for the position."""

from underdeck.cards import KING, count_of, rank_of
from underdeck.games.tomb import moves
from underdeck.games.tomb.state import KINGS
from underdeck.games.tomb.treasure import ALL_HOARDS, kings_in, points_in, worth
from underdeck.minds.base import Reason
from underdeck.minds.tomb.encounter_reasons import (
    reason_to_dodge,
    reason_to_draw,
    reason_to_drop,
    reason_to_play,
    reason_to_suffer,
    reason_to_yield,
)
from underdeck.minds.tomb.features import next_cards, retreat_turns
from underdeck.minds.tomb.search import WIN
from underdeck.minds.tomb.situation import Facts, Situation

NEGLIGIBLE = 0.001
"""Values that differ less are never worth a reason."""
WORTHWHILE = 1.0
"""A difference in points that is worth a reason between moves that win as often."""


def reason_for(situation: Situation) -> Reason:
    """Return the reason for the best move."""
    if situation.other is None:
        return forced_reason(situation)
    if situation.points and situation.points[0] >= situation.points[1] + WORTHWHILE:
        points = dict(zip(("expected", "expected_otherwise"), situation.points, strict=True))
        facts = {"win": situation.value, "other": str(situation.other)}
        return Reason("more_points", facts | points)
    if is_close(situation):
        return Reason("close", {"other": str(situation.other)})
    return REASONS[situation.best.kind](situation)


def is_close(situation: Situation) -> bool:
    """Return whether both moves are about equal, and no treasure is left behind for nothing."""
    best, other = situation.best, situation.other
    if best.kind == moves.LEAVE and other and worth(other.card) > worth(best.card):
        return False
    return situation.gap <= max(situation.error, NEGLIGIBLE)


# Moves without an alternative


def forced_reason(situation: Situation) -> Reason:
    """Return what the only legal move leads to."""
    s, kind = situation.position, situation.best.kind
    if kind == moves.DROP:
        return reason_to_drop(situation)
    if kind == moves.READ:
        return Reason("forced_read", {"cards": count_of(next_cards(s))})
    if kind != moves.DRAW:
        return forced_walk(situation)
    odds, facts = situation.odds, situation.draw_facts()
    if not odds.blows and not odds.discards:
        return Reason("forced_easy", facts)
    if not situation.is_door:
        return Reason("forced_draw", facts)
    discarded = odds.discarded / odds.share(sum(odds.discards.values()))
    return Reason("forced_door", facts | {"cards": float(discarded)})


def forced_walk(situation: Situation) -> Reason:
    """Return what the first card of the next turn may be, where the player can't turn around."""
    odds = situation.odds
    numbers = sum(cards for kind, cards in odds.left.items() if kind.isdigit())
    facts = {
        "meet": float(odds.share(numbers)),
        "torch": float(odds.share(odds.torches)),
        "lost": float(odds.share(odds.last_torches)),
    }
    if odds.last_torches:
        return Reason("forced_dark", facts)
    return Reason("forced_walk" if odds.torches else "forced_safe", facts)


# §9 The delve and the retreat


def reason_to_delve(situation: Situation) -> Reason:
    """Return why going deeper is better than turning around."""
    s = situation.position
    unseen = next_cards(s)
    facts: Facts = {
        "missing": ALL_HOARDS - kings_in(s.hand),
        "unseen_kings": count_of(unseen & KINGS),
        "unseen_points": points_in(unseen),
        "torches": s.torches,
        "turns": retreat_turns(s),
    }
    code = "worth_going_on" if situation.goal == WIN else "more_treasure"
    return Reason(code, facts | situation.value_facts())


def reason_to_retreat(situation: Situation) -> Reason:
    """Return why to turn around: the treasure, or the danger that grows most by going on."""
    s = situation.position
    facts: Facts = {
        "torches": s.torches,
        "hit_points": s.hit_points,
        "turns": retreat_turns(s),
        "points": points_in(s.hand),
        "kings": kings_in(s.hand),
        "unseen": count_of(next_cards(s)),
    } | situation.outlook_facts()
    if situation.goal == WIN and kings_in(s.hand) == ALL_HOARDS:
        return Reason("all_kings", facts | situation.value_facts())
    if s.torches > 0 and situation.is_light_decisive:
        return Reason("light", facts)
    if situation.is_deadlier_otherwise:
        return Reason("health", facts)
    if situation.is_darker_otherwise:
        return Reason("light" if s.torches > 0 else "torches_ahead", facts)
    return Reason("deep_enough", facts)


# §3.9 The marker


def reason_to_leave(situation: Situation) -> Reason:
    """Return why to leave this card as the marker of the turn."""
    is_king = situation.goal == WIN and rank_of(situation.other_card) == KING
    return Reason("marker_king" if is_king else "marker", situation.treasure_facts())


REASONS = {
    moves.DELVE: reason_to_delve,
    moves.RETREAT: reason_to_retreat,
    moves.DRAW: reason_to_draw,
    moves.PLAY: reason_to_play,
    moves.DROP: reason_to_drop,
    moves.DODGE: reason_to_dodge,
    moves.SUFFER: reason_to_suffer,
    moves.YIELD: reason_to_yield,
    moves.LEAVE: reason_to_leave,
}
"""The reason for each kind of move that can have an alternative."""
