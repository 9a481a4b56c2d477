"""The reason why a move is not legal now, computed from the player's view alone."""

from underdeck.cards import DIAMONDS, JACK, NO_CARD, SPADES, rank_of, suit_of
from underdeck.games.tomb import moves
from underdeck.games.tomb.moves import TombMove
from underdeck.games.tomb.state import DODGE_BLOW, TREASURE
from underdeck.games.tomb.treasure import has, worth
from underdeck.games.tomb.view import TombView
from underdeck.refusal import IllegalMove


def why_not(view: TombView, move: TombMove) -> IllegalMove | None:
    """Return the reason why the rules don't allow a move now, or None if they do."""
    if move in view.legal:
        return None
    if view.ending:
        return IllegalMove("game_over")
    match move.kind:
        case moves.DELVE | moves.RETREAT | moves.ONWARD:
            return why_not_move_on(view, move.kind)
        case moves.DRAW:
            return IllegalMove(
                "tomb.nothing_to_draw_against" if view.phase == "between" else "tomb.decide_first"
            )
        case moves.PLAY:
            return why_not_play(view, move.card)
        case moves.DROP:
            return why_not_drop(view, move.card)
        case moves.DODGE | moves.SUFFER:
            return why_not_answer(view)
        case moves.YIELD:
            return IllegalMove("tomb.no_door_failed")
        case moves.READ:
            return IllegalMove("tomb.no_fourth_torch")
        case _:
            return why_not_leave(view, move.card)


def why_not_move_on(view: TombView, kind: int) -> IllegalMove:
    """§9 A new turn begins after the last one; the player turns around once, in the delve."""
    if view.phase != "between":
        return IllegalMove("tomb.turn_running")
    if kind == moves.ONWARD:
        return IllegalMove("tomb.not_turned_around")
    if view.deepest:
        return IllegalMove("tomb.already_turned_around")
    return IllegalMove("tomb.too_early_to_retreat", n=view.options.earliest_turnaround)


def why_not_play(view: TombView, card: int) -> IllegalMove:
    """§3.7 Only the jack of the encounter's suit, from the hand; §8.2 Dodge Blow answers blows."""
    if card != NO_CARD and rank_of(card) != JACK:
        return IllegalMove("tomb.no_skill", card=card)
    if card != NO_CARD and card not in view.hand:
        return IllegalMove("tomb.not_in_hand", card=card)
    if card == DODGE_BLOW:
        return IllegalMove("tomb.skill_answers_blows", card=card)
    if not view.encounter:
        return IllegalMove("tomb.nothing_stands")
    if card == NO_CARD:
        return IllegalMove("tomb.no_fitting_skill")
    if suit_of(card) != suit_of(view.encounter):
        return skill_does_not_fit(card)
    return IllegalMove("tomb.trap_sprung" if suit_of(card) == DIAMONDS else "tomb.decide_first")


def skill_does_not_fit(card: int) -> IllegalMove:
    """§3.7 Each skill works against one kind of encounter."""
    if suit_of(card) == SPADES:
        return IllegalMove("tomb.skill_for_monsters", card=card)
    if suit_of(card) == DIAMONDS:
        return IllegalMove("tomb.skill_for_traps", card=card)
    return IllegalMove("tomb.skill_for_doors", card=card)


def why_not_drop(view: TombView, card: int) -> IllegalMove:
    """§4.3 Only before a monster, from the hand and worth enough; R-10 not from the column."""
    if not view.encounter or suit_of(view.encounter) != SPADES:
        return IllegalMove("tomb.drop_before_monsters")
    if view.phase not in ("standing", "dropping"):
        return IllegalMove("tomb.decide_first")
    value = rank_of(view.encounter)
    if card != NO_CARD and card in view.column:
        return IllegalMove("tomb.treasure_in_column", card=card)
    if card != NO_CARD and card not in view.hand:
        return IllegalMove("tomb.not_in_hand", card=card)
    if card != NO_CARD and not has(TREASURE, card):
        return IllegalMove("tomb.no_treasure", card=card)
    if card == NO_CARD or view.options.drop_sum:
        return IllegalMove("tomb.treasure_not_enough", value=value)
    return IllegalMove("tomb.treasure_too_small", card=card, worth=worth(card), value=value)


def why_not_answer(view: TombView) -> IllegalMove:
    """§8.2 A blow must have been struck; only Dodge Blow dodges it."""
    return (
        IllegalMove("tomb.not_in_hand", card=DODGE_BLOW)
        if view.blow
        else IllegalMove("tomb.no_blow")
    )


def why_not_leave(view: TombView, card: int) -> IllegalMove:
    """R-9 Only a turn that was won with treasure alone is marked, with a card of its column."""
    if view.phase != "marking":
        return IllegalMove("tomb.nothing_to_mark")
    return IllegalMove("tomb.not_in_column", card=card)
