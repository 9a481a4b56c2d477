"""Why a move is best while an encounter stands: to turn a card, to play a jack, to flee."""

from underdeck.cards import JACK, KING, code_of, rank_of
from underdeck.games.tomb import moves
from underdeck.games.tomb.state import DECK, SCROLL
from underdeck.games.tomb.treasure import kings_in, points_in, worth
from underdeck.minds.base import Reason
from underdeck.minds.tomb.search import WIN
from underdeck.minds.tomb.situation import Facts, Situation

# §3.6 The next card


def reason_to_draw(situation: Situation) -> Reason:
    """Return why to turn a card: to find a hoard, to save the jack, or the treasure."""
    s, other = situation.position, situation.other_card
    facts = situation.draw_facts() | {"card": code_of(other)}
    if rank_of(other) == JACK and can_play_later(situation):
        return Reason("save_jack_door" if situation.is_door else "save_jack_trap", facts)
    if rank_of(other) == KING and situation.goal == WIN:
        return Reason("keep_king", facts)
    if situation.is_king_at_stake and rank_of(other) != JACK:
        return Reason("keep_turn", facts)
    if situation.goal == WIN and s.deepest > 0 and facts["unseen_kings"]:
        return Reason("seek_kings_trap" if situation.is_trap else "seek_kings", facts)
    if rank_of(other) == JACK:
        return reason_to_save_jack(situation, facts)
    if other == SCROLL and situation.is_darker_otherwise:
        return keep_scroll(situation)
    return Reason("keep_treasure", facts | {"points": situation.cost_of_fleeing(other)})


def reason_to_save_jack(situation: Situation, facts: Facts) -> Reason:
    """Return why to turn a card instead of playing a jack; in the last turn, for its treasure."""
    if not situation.is_last_turn or not facts["unseen_points"]:
        return Reason("save_jack", facts)
    return Reason("last_turn_trap" if situation.is_trap else "last_turn", facts)


def can_play_later(situation: Situation) -> bool:
    """Return whether the jack still wins after a card that is too low (§6.2, R-19)."""
    can_disarm = situation.position.options.disarm_after_fail
    return situation.is_door or (situation.is_trap and bool(can_disarm))


def keep_scroll(situation: Situation) -> Reason:
    """Return that the light fails more often without the scroll."""
    torches = {"torches": situation.position.torches}
    return Reason("keep_scroll", situation.outlook_facts() | torches)


# §3.7 Jacks


def reason_to_play(situation: Situation) -> Reason:
    """Return why to play a jack: what fleeing, the next card or the failure would cost."""
    s, is_king = situation.position, situation.is_king_at_stake
    facts: Facts = {
        "card": code_of(situation.best.card),
        "stake": points_in(s.laid),
        "laid_kings": kings_in(s.laid),
    }
    if situation.is_other_drop:
        return reason_not_to_flee(situation, facts)
    if s.owed > 0:
        facts |= situation.discard_facts()
        return Reason("pick_lock_king" if is_king else "pick_lock", facts)
    if s.blow > 0:
        facts |= situation.blow_facts()
        is_dodged = situation.other is not None and situation.other.kind == moves.DODGE
        code = "disarm_late_dodge" if is_dodged else "disarm_late"
        return Reason("disarm_late_king" if is_king else code, facts)
    facts |= situation.draw_facts()
    if is_next_card_dark(situation):
        dark = float(situation.odds.share(situation.odds.last_torches))
        return Reason("use_jack_dark", facts | {"lost": dark})
    if situation.is_door:
        is_last = s.bottom > len(DECK)
        return Reason("use_jack_door_last" if is_last else "use_jack_door", facts)
    if situation.is_trap:
        return Reason("use_jack_king" if is_king else "use_jack_trap", facts)
    return Reason("use_jack", facts)


def reason_not_to_flee(situation: Situation, facts: Facts) -> Reason:
    """Return what fleeing would cost where a jack wins at once."""
    other = situation.other_card
    is_king_lost = situation.goal == WIN and rank_of(other) == KING
    if situation.is_king_at_stake or is_king_lost:
        return Reason("use_jack_flee_king", facts)
    return Reason("use_jack_flee", facts | {"points": situation.cost_of_fleeing(other)})


def is_next_card_dark(situation: Situation) -> bool:
    """Return whether the next card may be the last torch, and that is what speaks against it."""
    odds = situation.odds
    if not odds.last_torches:
        return False
    return situation.is_door or not odds.blows or situation.is_light_decisive


# §4.3 Treasure to drop


def reason_to_drop(situation: Situation) -> Reason:
    """Return why to drop treasure before a monster, and why this card."""
    if situation.is_other_drop:
        return reason_for_treasure(situation)
    s, best = situation.position, situation.best
    facts: Facts = {"card": code_of(best.card), "points": worth(best.card)}
    if situation.odds.move is None:  # R-18 the second treasure of several
        return Reason("drop_more", facts | {"missing": rank_of(s.encounter) - s.dropped})
    facts["points"] = situation.cost_of_fleeing(best.card)
    if situation.is_light_decisive:
        return Reason("flee_dark", situation.draw_facts() | situation.outlook_facts() | facts)
    if worth(best.card) < rank_of(s.encounter):
        return Reason("buy_off_sum", situation.draw_facts() | facts)
    return Reason("buy_off", situation.draw_facts() | facts)


def reason_for_treasure(situation: Situation) -> Reason:
    """Return why to drop this treasure rather than another one."""
    s, best, other = situation.position, situation.best.card, situation.other_card
    facts, wanted = situation.treasure_facts(), rank_of(s.encounter) - s.dropped
    if situation.goal == WIN and rank_of(other) == KING:
        return Reason("marker_king", facts)
    if other == SCROLL and situation.is_darker_otherwise:
        return keep_scroll(situation)
    if worth(other) < wanted <= worth(best):
        return Reason("drop_alone", facts)
    if worth(best) < worth(other):
        return Reason("marker", facts)
    code = "drop_better" if situation.goal == WIN else "drop_better_points"
    return Reason(code, facts | situation.value_facts())


# §6.3 Discards and §8 blows


def reason_to_yield(situation: Situation) -> Reason:
    """Return why to let a door's discards happen."""
    return Reason(
        "let_discard", {"card": code_of(situation.other_card)} | situation.discard_facts()
    )


def reason_to_dodge(situation: Situation) -> Reason:
    """Return why to dodge a blow."""
    facts = situation.blow_facts()
    return Reason("dodge" if facts["left"] else "dodge_death", facts)


def reason_to_suffer(situation: Situation) -> Reason:
    """Return why to take a blow and keep the skill."""
    return Reason("suffer", {"card": code_of(situation.other_card)} | situation.blow_facts())
