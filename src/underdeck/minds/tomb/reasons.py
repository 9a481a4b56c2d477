"""Why a move of Tomb is best: one reason, in numbers that were computed for the position."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import hypot

from underdeck.cards import CLUBS, DIAMONDS, JACK, KING, code_of, count_of, rank_of, suit_of
from underdeck.games.tomb import moves
from underdeck.games.tomb.facts import CARDS_PLAYED, ENCOUNTERS
from underdeck.games.tomb.moves import TombMove
from underdeck.games.tomb.state import DECK, KINGS, SCROLL, State
from underdeck.games.tomb.treasure import ALL_HOARDS, kings_in, points_in, worth
from underdeck.intervals import Z
from underdeck.minds.base import Reason
from underdeck.minds.tomb.analyst import Outlook
from underdeck.minds.tomb.features import next_cards, retreat_turns
from underdeck.minds.tomb.odds import Odds, chance_of_any, dark_among_discards
from underdeck.minds.tomb.search import MAX_POINTS, WIN

NEGLIGIBLE = 0.001
"""Values that differ less are never worth a reason."""
WORTHWHILE = 1.0
"""A difference in points that is worth a reason between moves that win as often."""


@dataclass(frozen=True, slots=True)
class Situation:
    """All that was computed for a position: the facts that a reason may name."""

    position: State
    odds: Odds
    goal: int
    best: TombMove
    value: float
    """The value of the best move."""
    other: TombMove | None
    """The move that the best one is compared with; None if there is only one."""
    gap: float
    """The difference of their values."""
    error: float
    """How far the difference may be wrong."""
    outlooks: Mapping[TombMove, Outlook]
    """The results of play-outs; none without Numba."""
    points: tuple[float, float] | None = None
    """The exact points of both moves, if both certainly win as often."""


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
    odds, facts = situation.odds, draw_facts(situation)
    if not odds.blows and not odds.discards:
        return Reason("forced_easy", facts)
    if not is_door(situation):
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
    facts: dict[str, object] = {
        "missing": ALL_HOARDS - kings_in(s.hand),
        "unseen_kings": count_of(unseen & KINGS),
        "unseen_points": points_in(unseen),
        "torches": s.torches,
        "turns": retreat_turns(s),
    }
    value, other = situation.value, situation.value - situation.gap
    if situation.goal == WIN:
        return Reason("worth_going_on", facts | {"win": value, "win_otherwise": other})
    expected = {"expected": value * MAX_POINTS, "expected_otherwise": other * MAX_POINTS}
    return Reason("more_treasure", facts | expected)


def reason_to_retreat(situation: Situation) -> Reason:
    """Return why to turn around: the treasure, or the danger that grows most by going on."""
    s = situation.position
    facts = {
        "torches": s.torches,
        "hit_points": s.hit_points,
        "turns": retreat_turns(s),
        "points": points_in(s.hand),
        "kings": kings_in(s.hand),
    } | outlook_facts(situation)
    if situation.goal == WIN and kings_in(s.hand) == ALL_HOARDS:
        won = {"win": situation.value, "win_otherwise": situation.value - situation.gap}
        return Reason("all_kings", facts | won)
    now, later = outlooks_of(situation)
    if now is None or later is None:
        return Reason("deep_enough", facts)
    darker, deadlier = later.lost - now.lost, later.slain - now.slain
    if s.torches > 0 and darker >= deadlier and is_darker_otherwise(situation):
        return Reason("light", facts)
    if deadlier > error_of_difference(now, now.slain, later, later.slain):
        return Reason("health", facts)
    return Reason("deep_enough", facts)


def is_darker_otherwise(situation: Situation) -> bool:
    """Return whether the light fails more often after the other move, beyond the error."""
    now, later = outlooks_of(situation)
    if now is None or later is None:
        return False
    return later.lost - now.lost > error_of_difference(now, now.lost, later, later.lost)


def error_of_difference(now: Outlook, share: float, later: Outlook, other: float) -> float:
    """Return half the width of the 95 % interval of the difference of two shares."""
    return Z * hypot(now.share_error(share), later.share_error(other))


def outlooks_of(situation: Situation) -> tuple[Outlook | None, Outlook | None]:
    """Return the results of play-outs after the best move and after the other one."""
    outlooks, other = situation.outlooks, situation.other
    return outlooks.get(situation.best), outlooks.get(other) if other else None


def outlook_facts(situation: Situation) -> dict[str, object]:
    """Return the shares of play-outs that end in each way; None without Numba."""
    now, later = outlooks_of(situation)
    return {
        "cards": now and now.cards,
        "lost": now and now.lost,
        "slain": now and now.slain,
        "escape": now and now.escape,
        "lost_otherwise": later and later.lost,
        "slain_otherwise": later and later.slain,
        "escape_otherwise": later and later.escape,
    }


# §3 Encounters


def draw_facts(situation: Situation) -> dict[str, object]:
    """Return what the next card does to the player, and what the deck still holds."""
    s, odds = situation.position, situation.odds
    unseen = next_cards(s)
    return {
        "foe": code_of(s.encounter),
        "encounter": ENCOUNTERS[suit_of(s.encounter)],
        "number": rank_of(s.encounter),
        "hit_points": s.hit_points,
        "win": float(odds.share(odds.wins)),
        "death": float(odds.share(odds.deaths)),
        "deadly": odds.deadly,
        "damage": float(odds.damage),
        "discards": float(odds.discarded),
        "torch": float(odds.share(odds.torches)),
        "stake": points_in(s.laid),
        "cards": count_of(unseen),
        "unseen_kings": count_of(unseen & KINGS),
        "unseen_points": points_in(unseen),
        "turns": retreat_turns(s),
    }


def is_king_at_stake(situation: Situation) -> bool:
    """Return whether the player wants to win and a lost turn would lose a hoard."""
    return situation.goal == WIN and kings_in(situation.position.laid) > 0


def reason_to_draw(situation: Situation) -> Reason:
    """Return why to turn a card: to find a hoard, to save the jack, or the treasure."""
    s, other = situation.position, card_of_move(situation.other)
    facts = draw_facts(situation) | {"card": code_of(other)}
    if rank_of(other) == JACK and can_play_later(situation):
        return Reason("save_jack_door" if is_door(situation) else "save_jack_trap", facts)
    if rank_of(other) == KING and situation.goal == WIN:
        return Reason("keep_king", facts)
    if is_king_at_stake(situation) and rank_of(other) != JACK:
        return Reason("keep_turn", facts)
    if situation.goal == WIN and s.deepest > 0 and facts["unseen_kings"]:
        return Reason("seek_kings", facts)
    if rank_of(other) == JACK:
        return Reason("save_jack", facts)
    if other == SCROLL and is_darker_otherwise(situation):
        return Reason("keep_scroll", facts | outlook_facts(situation) | {"torches": s.torches})
    return Reason("keep_treasure", facts | {"points": cost_of_fleeing(s, other)})


def can_play_later(situation: Situation) -> bool:
    """Return whether the jack still wins after a card that is too low (§6.2, R-19)."""
    return is_door(situation) or (
        suit_of(situation.position.encounter) == DIAMONDS
        and situation.position.options.disarm_after_fail
    )


def cost_of_fleeing(s: State, card: int) -> int:
    """Return the points of a card to be dropped, and of the treasure that is lost with the turn."""
    return worth(card) + points_in(s.laid)


def reason_to_play(situation: Situation) -> Reason:
    """Return why to play a jack: what the next card or the failure would cost."""
    s, is_king = situation.position, is_king_at_stake(situation)
    facts: dict[str, object] = {"card": code_of(situation.best.card), "stake": points_in(s.laid)}
    if s.owed > 0:
        facts |= discard_facts(situation)
        return Reason("pick_lock_king" if is_king else "pick_lock", facts)
    if s.blow > 0:
        facts |= blow_facts(situation)
        is_dodged = situation.other is not None and situation.other.kind == moves.DODGE
        code = "disarm_late_dodge" if is_dodged else "disarm_late"
        return Reason("disarm_late_king" if is_king else code, facts)
    facts |= draw_facts(situation)
    if is_door(situation):
        is_last = s.bottom > len(DECK)
        return Reason("use_jack_door_last" if is_last else "use_jack_door", facts)
    if suit_of(s.encounter) == DIAMONDS:
        return Reason("use_jack_king" if is_king else "use_jack_trap", facts)
    return Reason("use_jack", facts)


def reason_to_drop(situation: Situation) -> Reason:
    """Return why to drop treasure before a monster."""
    s, best = situation.position, situation.best
    facts: dict[str, object] = {"card": code_of(best.card), "points": worth(best.card)}
    if situation.odds.move is None:  # R-18 the second treasure of several
        return Reason("drop_more", facts | {"missing": rank_of(s.encounter) - s.dropped})
    if worth(best.card) < rank_of(s.encounter):
        return Reason("buy_off_sum", draw_facts(situation) | facts)
    facts["points"] = cost_of_fleeing(s, best.card)
    return Reason("buy_off", draw_facts(situation) | facts)


def card_of_move(move: TombMove | None) -> int:
    """Return the card that a move plays, drops or leaves."""
    assert move is not None
    return move.card or CARDS_PLAYED[move.kind]


def is_door(situation: Situation) -> bool:
    """Return whether the encounter is a door."""
    return suit_of(situation.position.encounter) == CLUBS


# §6 Doors and §8 blows


def discard_facts(situation: Situation) -> dict[str, object]:
    """Return what a door's discards would cost."""
    s = situation.position
    cards = next_cards(s)
    deck, kings = count_of(cards), count_of(cards & KINGS)
    return {
        "foe": code_of(s.encounter),
        "cards": s.owed,
        "king": float(chance_of_any(deck, kings, s.owed)),
        "lost": float(dark_among_discards(s)),
    }


def reason_to_yield(situation: Situation) -> Reason:
    """Return why to let a door's discards happen."""
    kept = {"card": code_of(card_of_move(situation.other))}
    return Reason("let_discard", kept | discard_facts(situation))


def blow_facts(situation: Situation) -> dict[str, object]:
    """Return what a blow would cost."""
    s = situation.position
    return {
        "foe": code_of(s.encounter),
        "damage": s.blow,
        "hit_points": s.hit_points,
        "left": max(s.hit_points - s.blow, 0),
    }


def reason_to_dodge(situation: Situation) -> Reason:
    """Return why to dodge a blow."""
    facts = blow_facts(situation)
    return Reason("dodge" if facts["left"] else "dodge_death", facts)


def reason_to_suffer(situation: Situation) -> Reason:
    """Return why to take a blow and keep the skill."""
    kept = {"card": code_of(card_of_move(situation.other))}
    return Reason("suffer", kept | blow_facts(situation))


# §3.9 The marker


def reason_to_leave(situation: Situation) -> Reason:
    """Return why to leave this card as the marker of the turn."""
    best, other = situation.best.card, card_of_move(situation.other)
    is_king = situation.goal == WIN and rank_of(other) == KING
    return Reason(
        "marker_king" if is_king else "marker",
        {
            "card": code_of(best),
            "points": worth(best),
            "other_card": code_of(other),
            "other_points": worth(other),
        },
    )


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
