"""Why a move of Tomb is best: one reason, in numbers that were computed for the position."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from underdeck.cards import CLUBS, code_of, count_of, rank_of, suit_of
from underdeck.games.tomb import moves
from underdeck.games.tomb.facts import ENCOUNTERS
from underdeck.games.tomb.moves import TombMove
from underdeck.games.tomb.state import KINGS, State
from underdeck.games.tomb.treasure import ALL_HOARDS, kings_in, points_in, worth
from underdeck.minds.base import Reason
from underdeck.minds.tomb.analyst import Outlook
from underdeck.minds.tomb.features import next_cards, retreat_turns
from underdeck.minds.tomb.odds import Odds, chance_of_any, dark_among

NEGLIGIBLE = 0.001
"""Values that differ less are never worth a reason."""


@dataclass(frozen=True, slots=True)
class Situation:
    """All that was computed for a position: the facts that a reason may name."""

    position: State
    odds: Odds
    values: Mapping[TombMove, float]
    """The value of each legal move, the best first."""
    error: float
    """How far the values of the two best moves may be wrong."""
    outlooks: Mapping[TombMove, Outlook]
    """The results of play-outs; none without Numba."""

    @property
    def ranked(self) -> Sequence[TombMove]:
        """The legal moves, the best first."""
        return tuple(self.values)

    def first(self, kind: int) -> TombMove | None:
        """Return the best move of a kind."""
        return next((move for move in self.values if move.kind == kind), None)


def reason_for(situation: Situation) -> Reason:
    """Return the reason for the best move."""
    ranked = situation.ranked
    if len(ranked) == 1:
        return Reason("forced", {})
    gap = situation.values[ranked[0]] - situation.values[ranked[1]]
    if gap <= max(situation.error, NEGLIGIBLE):
        return Reason("close", {"other": str(ranked[1]), "loss": gap})
    return REASONS[ranked[0].kind](situation)


# §9 The delve and the retreat


def reason_to_delve(situation: Situation) -> Reason:
    """Return why going deeper is better than turning around."""
    s = situation.position
    unseen = next_cards(s)
    facts = {
        "missing": ALL_HOARDS - kings_in(s.hand),
        "unseen_kings": count_of(unseen & KINGS),
        "unseen_points": points_in(unseen),
        "torches": s.torches,
        "turns": retreat_turns(s),
    }
    return Reason("worth_going_on", facts | outlook_facts(situation))


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
    if kings_in(s.hand) == ALL_HOARDS:
        return Reason("all_kings", facts)
    now, later = (situation.outlooks.get(situation.ranked[place]) for place in (0, 1))
    if now is None or later is None:
        return Reason("deep_enough", facts)
    darker, deadlier = later.lost - now.lost, later.slain - now.slain
    if max(darker, deadlier) <= 0:
        return Reason("deep_enough", facts)
    return Reason("light" if darker >= deadlier else "health", facts)


def outlook_facts(situation: Situation) -> dict[str, object]:
    """Return the results of play-outs after the best move and the next one; None without Numba."""
    best, other = situation.ranked[:2]
    now, later = situation.outlooks.get(best), situation.outlooks.get(other)
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
    """Return what the next card does to the player."""
    s, odds = situation.position, situation.odds
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
    }


def reason_to_draw(situation: Situation) -> Reason:
    """Return why to turn a card: to save the jack, or the treasure."""
    facts = draw_facts(situation)
    other = situation.ranked[1]
    facts["card"] = code_of(other.card)
    if other.kind == moves.PLAY:
        code = "save_jack_door" if is_door(situation) else "save_jack"
        return Reason(code, facts)
    return Reason("keep_treasure", facts | {"points": worth(other.card)})


def reason_to_play(situation: Situation) -> Reason:
    """Return why to play a jack: what the next card or the failure would cost."""
    s = situation.position
    card = {"card": code_of(situation.ranked[0].card)}
    if s.owed > 0:
        return Reason("pick_lock", card | discard_facts(situation))
    if s.blow > 0:
        return Reason("disarm_late", card | blow_facts(situation))
    return Reason(
        "use_jack_door" if is_door(situation) else "use_jack", draw_facts(situation) | card
    )


def reason_to_drop(situation: Situation) -> Reason:
    """Return why to drop treasure before a monster."""
    s, best = situation.position, situation.ranked[0]
    facts: dict[str, object] = {"card": code_of(best.card), "points": worth(best.card)}
    if situation.odds.move is None:  # R-18 the second treasure of several
        return Reason("drop_more", facts | {"missing": rank_of(s.encounter) - s.dropped})
    return Reason("buy_off", draw_facts(situation) | facts)


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
        "lost": float(dark_among(s, s.owed)),
    }


def reason_to_yield(situation: Situation) -> Reason:
    """Return why to let a door's discards happen."""
    other = {"card": code_of(situation.ranked[1].card)}
    return Reason("let_discard", other | discard_facts(situation))


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
    return Reason("suffer", blow_facts(situation))


# §3.9 The marker


def reason_to_leave(situation: Situation) -> Reason:
    """Return why to leave this card as the marker of the turn."""
    best, other = situation.ranked[:2]
    return Reason(
        "marker",
        {
            "card": code_of(best.card),
            "points": worth(best.card),
            "other": code_of(other.card),
            "other_points": worth(other.card),
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
