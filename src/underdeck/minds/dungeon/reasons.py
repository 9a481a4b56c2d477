"""Why a move of Dungeon is best: one reason, in facts that were computed from what a seat knows."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from underdeck.cards import TEN, TWO, rank_of
from underdeck.games.dungeon import moves
from underdeck.games.dungeon.moves import DungeonMove
from underdeck.games.dungeon.options import is_wild
from underdeck.games.dungeon.question import ace_draws
from underdeck.games.dungeon.state import ACE_CARDS
from underdeck.games.dungeon.view import DungeonView, PlayerView
from underdeck.minds.base import Reason
from underdeck.minds.dungeon.chances import Chances
from underdeck.minds.dungeon.fights import Cards, cards_laid

LIKELY = 0.5
"""An answer that is likelier is no reason for a move, but a price."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A decision with all that a reason may name."""

    chances: Chances
    best: DungeonMove
    other: DungeonMove | None
    """The move that the best one is compared with; None if there is only one."""
    win: float
    """The chance to win after the best move."""
    win_otherwise: float
    is_close: bool
    """Whether both moves are about equal."""
    cards: Cards = ()
    """The cards of the fight that the best move begins; empty if they aren't known."""
    other_cards: Cards = ()

    @property
    def view(self) -> DungeonView:
        """What the seat sees."""
        return self.chances.view

    @property
    def own(self) -> PlayerView:
        """The player who decides."""
        return self.view.players[self.chances.seat]

    @property
    def hand(self) -> list[int]:
        """The ranks in the player's hand."""
        return [rank_of(card) for card in self.own.hand or ()]

    @property
    def needed(self) -> int:
        """The value of the passage that leads the player on."""
        return self.chances.needed(self.chances.seat)

    @property
    def target(self) -> PlayerView:
        """The player that the best move is aimed at."""
        assert self.best.target is not None
        return self.view.players[self.best.target]


def reason_for(situation: Situation) -> Reason:
    """Return the reason for the best move, with the cards of the fights that it is about."""
    reason = find_reason(situation)
    return Reason(reason.code, dict(reason.params) | fight_facts(situation, reason))


def fight_facts(situation: Situation, reason: Reason) -> dict[str, object]:
    """Return all cards of the fights that the best move and the other one begin."""
    laid = cards_laid(situation.view)
    fights = {"fight": situation.cards}
    if "other" in reason.params:
        fights["other_fight"] = situation.other_cards
    wholes = {name: laid + cards for name, cards in fights.items() if cards}
    facts = {name: texts_of(cards) for name, cards in wholes.items() if len(cards) > 1}
    if situation.best.kind == moves.FIGHT and not (situation.cards or laid):
        facts["begin"] = [str(situation.best)]
    return dict(facts)


def texts_of(cards: Cards) -> list[str]:
    """Return fighting cards as texts of moves, the lowest first."""
    return [str(move) for move in sorted(cards, key=lambda move: (move.value, move.rank))]


def find_reason(situation: Situation) -> Reason:
    """Return the reason for the best move alone."""
    if situation.other is None and len(situation.view.legal) > 1:
        return Reason("same_fight" if situation.cards else "fight_on", {"win": situation.win})
    if situation.other is None:
        return Reason("only", {"win": situation.win})
    if situation.other.kind == moves.RESIGN:
        return Reason("resigned", {})
    if situation.is_close:
        spare = reason_to_discard(situation) if situation.best.kind == moves.DISCARD else None
        return spare or Reason("close", {"other": str(situation.other)})
    find = REASONS.get(situation.best.kind)
    return (find and find(situation)) or better(situation)


def better(situation: Situation) -> Reason:
    """Return the chances to win alone."""
    return Reason("better", {"other": str(situation.other)} | win_facts(situation))


def win_facts(situation: Situation) -> dict[str, object]:
    """Return the chances to win after the best move and after the other one."""
    return {"win": situation.win, "win_otherwise": situation.win_otherwise}


def certainty_facts(
    situation: Situation, chance: float, seats: Collection[int], ranks: Collection[int]
) -> dict[str, object]:
    """Return how certain a chance of ranks in hands is, if more can be said than the chance."""
    certainty = situation.chances.certainty(chance, seats, ranks)
    return {certainty: True} if certainty else {}


def certain_facts(is_certain: bool) -> dict[str, object]:
    """Return that something is certain, and not only so in all worlds of a sample."""
    return {"certain": True} if is_certain else {}


# §3 Passages


def reason_to_dig(situation: Situation) -> Reason:
    """Return how far it is to the exit, and whether an opponent can cave the passage in."""
    best, chances, options = situation.best, situation.chances, situation.view.options
    if best.value == TWO and not options.pitch_black:
        return Reason("wins", {})
    if best.value == TWO:
        claim: dict[str, object] = {"win": situation.win}
        return Reason("claim", claim | ({"checked": True} if options.reveal_on_escape else {}))
    if best.value > situation.needed:
        return Reason("shield", {"rank": best.value})
    rivals, fitting = [player.seat for player in chances.rivals], chances.fitting(best.value)
    answer = chances.any_holds(rivals, fitting)
    facts: dict[str, object] = {"rank": best.value, "left": best.value - TWO, "answer": answer}
    if best.rank not in fitting:
        return Reason("bluff", facts | win_facts(situation))
    if not answer:
        return Reason("dig_safe", facts | certain_facts(not chances.can_hold(rivals, fitting)))
    facts |= certainty_facts(situation, answer, rivals, fitting)
    if len(rivals) == 1:
        facts |= {"duel": True, "player": rivals[0]}
    return Reason("dig_boldly" if answer > LIKELY else "dig", facts)


def reason_to_cave(situation: Situation) -> Reason:
    """Return what the opponent needs to come back."""
    chances, target, best = situation.chances, situation.target, situation.best
    facts: dict[str, object] = {"player": target.seat, "rank": best.value}
    if situation.view.options.pitch_black:
        front = target.dungeon[-1].value
        code = "cave_dark" if front == best.value else "cave_doubt"
        return Reason(code, facts | {"front": front} | win_facts(situation))
    rivals, fitting = [target.seat], chances.fitting(best.value)
    holds = chances.any_holds(rivals, fitting)
    facts |= {"holds": holds} | certainty_facts(situation, holds, rivals, fitting)
    if holds:
        return Reason("cave", facts)
    return Reason("cave_for_good", facts | certain_facts(not chances.can_hold(rivals, fitting)))


# §4 Creatures


def reason_to_attack(situation: Situation) -> Reason:
    """Return whether the opponent can beat the creature, and what is lost otherwise."""
    target = situation.target
    beaten = situation.chances.beats(situation.best)
    facts: dict[str, object] = {"player": target.seat, "beaten": beaten}
    facts |= {"about": True} if 0 < beaten < 1 else {"nearly": True} if beaten else {}
    facts |= certain_facts(not situation.chances.can_beat_somehow(situation.best))
    if beaten > LIKELY:
        return Reason("attack_hand", facts)
    if target.dungeon:
        return Reason("attack", facts | {"rank": target.dungeon[-1].value})
    return Reason("attack_cell", facts)


def reason_to_rob(situation: Situation) -> Reason | None:
    """Return that the passage needed lies among the discards."""
    lying = [rank_of(card) for card in situation.view.seen_discards or ()]
    return Reason("rob", {"needed": situation.needed}) if situation.needed in lying else None


def reason_to_take(situation: Situation) -> Reason | None:
    """Return that the card is the passage needed."""
    if situation.best.rank != situation.needed:
        return None
    return Reason("take", {"needed": situation.needed})


def reason_to_fish(situation: Situation) -> Reason:
    """Return how likely the opponent holds the rank, and whether it is the passage needed."""
    target, asked = situation.target.seat, situation.best.place
    holds = situation.chances.holds(target, asked)
    facts: dict[str, object] = {"player": target, "rank": asked, "holds": holds}
    facts |= certainty_facts(situation, holds, [target], [asked])
    return Reason("fish_needed" if asked == situation.needed else "fish", facts)


def reason_to_retreat(situation: Situation) -> Reason | None:
    """Return what the front costs, compared with a fight."""
    return Reason("retreat", win_facts(situation)) if situation.own.dungeon else None


def reason_to_fight(situation: Situation) -> Reason | None:
    """Return what is saved by a fight, unless it is compared with another fight."""
    if situation.other is not None and situation.other.kind in (moves.FIGHT, moves.STRIKE):
        return None
    if not situation.own.dungeon:
        return Reason("fight_cell", {})
    return Reason("fight", {"rank": situation.own.dungeon[-1].value} | win_facts(situation))


# §6 Questions


def asked_facts(situation: Situation) -> dict[str, object]:
    """Return the other player of a question and the rank asked for."""
    player, rank = situation.view.about
    return {"player": player, "rank": rank}


def reason_to_deny(situation: Situation) -> Reason | None:
    """Return that the card asked for is needed, and what giving it would cost."""
    facts = asked_facts(situation)
    if facts["rank"] not in situation.hand:
        return None
    code = "deny_needed" if facts["rank"] == situation.needed else "deny"
    return Reason(code, facts | win_facts(situation))


def reason_to_answer(situation: Situation) -> Reason:
    """Return how likely a denial is a lie, and what a wrong demand costs."""
    facts = asked_facts(situation)
    player, rank = situation.view.about
    lie = situation.chances.holds(player, rank)
    facts |= {"lie": lie, "cards": len(situation.hand)}
    facts |= certainty_facts(situation, lie, [player], [rank])
    if situation.best.kind == moves.DEMAND:
        return Reason("demand", facts)
    if not lie:
        is_certain = not situation.chances.can_hold([player], [rank])
        facts |= {"certain": True} if is_certain else {"nearly_true": True}
    return Reason("believe", facts)


# §7 Aces, §14 accusations, §2 passing and discarding


def reason_for_ace(situation: Situation) -> Reason | None:
    """Return how likely one of two cards is the passage needed.

    That is no reason in a fight, with that passage in hand, or if fewer than two can be drawn.
    """
    chances = situation.chances
    is_other_need = situation.view.pending == "attacked" or situation.needed in situation.hand
    if is_other_need or ace_draws(situation.view) < ACE_CARDS:
        return None
    drawn = chances.draws(ACE_CARDS, *chances.fitting(situation.needed))
    facts: dict[str, object] = {"needed": situation.needed, "drawn": drawn}
    return Reason("ace", facts | ({"wild": True} if is_wild(situation.view.options) else {}))


def reason_to_accuse(situation: Situation) -> Reason | None:
    """Return that the claims are impossible, if they are."""
    target = situation.best.target
    if target is None:
        target = situation.view.about[0]
    if not situation.chances.is_surely_false(target):
        return None
    return Reason("accuse", {"player": target})


def reason_to_pass(situation: Situation) -> Reason:
    """Return what the other move would cost."""
    if situation.view.pending == "accusations":
        passages = len(situation.own.dungeon)
        if passages:
            return Reason("let_stand", {"passages": passages})
    return Reason("pass", {"other": str(situation.other)} | win_facts(situation))


def reason_to_discard(situation: Situation) -> Reason | None:
    """Return why a card is spare: the tunnel is past it, or there is another one like it."""
    rank = situation.best.rank
    if situation.needed < rank <= TEN:
        return Reason("discard_past", {"rank": rank})
    if situation.hand.count(rank) > 1:
        return Reason("discard_double", {"rank": rank})
    return None


REASONS: dict[int, Callable[[Situation], Reason | None]] = {
    moves.DIG: reason_to_dig,
    moves.CAVE: reason_to_cave,
    moves.ATTACK: reason_to_attack,
    moves.ROB: reason_to_rob,
    moves.TAKE: reason_to_take,
    moves.FISH: reason_to_fish,
    moves.FIGHT: reason_to_fight,
    moves.RETREAT: reason_to_retreat,
    moves.DENY: reason_to_deny,
    moves.BELIEVE: reason_to_answer,
    moves.DEMAND: reason_to_answer,
    moves.PLAY_ACE: reason_for_ace,
    moves.ACCUSE: reason_to_accuse,
    moves.PASS: reason_to_pass,
    moves.DISCARD: reason_to_discard,
}
"""The reason for each kind of move that has more to say than its chances."""
