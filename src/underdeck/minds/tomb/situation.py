"""The facts about a decision of Tomb that a reason may name, all computed for its position."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import hypot

from underdeck.cards import CLUBS, DIAMONDS, code_of, count_of, rank_of, suit_of
from underdeck.games.tomb import moves
from underdeck.games.tomb.facts import CARDS_PLAYED, ENCOUNTERS
from underdeck.games.tomb.moves import TombMove
from underdeck.games.tomb.state import KINGS, State
from underdeck.games.tomb.treasure import kings_in, points_in, worth
from underdeck.intervals import Z
from underdeck.minds.tomb.analyst import Outlook
from underdeck.minds.tomb.features import next_cards, retreat_turns
from underdeck.minds.tomb.odds import Odds, chance_of_any, dark_among_discards
from underdeck.minds.tomb.search import MAX_POINTS, WIN

Facts = dict[str, object]


@dataclass(frozen=True, slots=True)
class Situation:
    """A decision: its position, the best move, and another one that it is compared with."""

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

    # The encounter

    @property
    def is_door(self) -> bool:
        """Whether the encounter is a door."""
        return suit_of(self.position.encounter) == CLUBS

    @property
    def is_trap(self) -> bool:
        """Whether the encounter is a trap."""
        return suit_of(self.position.encounter) == DIAMONDS

    @property
    def is_king_at_stake(self) -> bool:
        """Whether the player wants to win and a lost turn would lose a hoard."""
        return self.goal == WIN and kings_in(self.position.laid) > 0

    @property
    def is_last_turn(self) -> bool:
        """Whether the player is outside after this turn."""
        return self.position.deepest > 0 and retreat_turns(self.position) == 0

    @property
    def is_other_drop(self) -> bool:
        """Whether the other move drops treasure."""
        return self.other is not None and self.other.kind == moves.DROP

    @property
    def other_card(self) -> int:
        """The card that the other move plays, drops or leaves."""
        assert self.other is not None
        return self.other.card or CARDS_PLAYED[self.other.kind]

    def cost_of_fleeing(self, card: int) -> int:
        """Return the points of a card to be dropped, and of the treasure of the turn."""
        return worth(card) + points_in(self.position.laid)

    # Play-outs

    @property
    def both_outlooks(self) -> tuple[Outlook | None, Outlook | None]:
        """The results of play-outs after the best move and after the other one."""
        return self.outlooks.get(self.best), self.outlooks.get(self.other) if self.other else None

    @property
    def is_darker_otherwise(self) -> bool:
        """Whether the light fails more often after the other move."""
        return self.is_likelier_otherwise(lambda outlook: outlook.lost)

    @property
    def is_deadlier_otherwise(self) -> bool:
        """Whether the player is slain more often after the other move."""
        return self.is_likelier_otherwise(lambda outlook: outlook.slain)

    def is_likelier_otherwise(self, share_of: Callable[[Outlook], float]) -> bool:
        """Return whether more games end in a way after the other move, beyond the error."""
        now, later = self.both_outlooks
        if now is None or later is None:
            return False
        one, two = share_of(now), share_of(later)
        return two - one > Z * hypot(now.share_error(one), later.share_error(two))

    @property
    def is_light_decisive(self) -> bool:
        """Whether the other move costs the light, and that more often than the life."""
        now, later = self.both_outlooks
        if now is None or later is None or not self.is_darker_otherwise:
            return False
        return later.lost - now.lost >= later.slain - now.slain

    # Facts

    def outlook_facts(self) -> Facts:
        """Return the shares of play-outs that end in each way; None without Numba."""
        now, later = self.both_outlooks
        return {
            "cards": now and now.cards,
            "lost": now and now.lost,
            "slain": now and now.slain,
            "escape": now and now.escape,
            "lost_otherwise": later and later.lost,
            "slain_otherwise": later and later.slain,
            "escape_otherwise": later and later.escape,
        }

    def draw_facts(self) -> Facts:
        """Return what the next card does to the player, and what the deck still holds."""
        s, odds = self.position, self.odds
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
            "laid_kings": kings_in(s.laid),
            "cards": count_of(unseen),
            "unseen_kings": count_of(unseen & KINGS),
            "unseen_points": points_in(unseen),
            "turns": retreat_turns(s),
        }

    def discard_facts(self) -> Facts:
        """Return what a door's discards would cost."""
        s = self.position
        cards = next_cards(s)
        deck, kings = count_of(cards), count_of(cards & KINGS)
        return {
            "foe": code_of(s.encounter),
            "cards": s.owed,
            "king": float(chance_of_any(deck, kings, s.owed)),
            "lost": float(dark_among_discards(s)),
        }

    def blow_facts(self) -> Facts:
        """Return what a blow would cost."""
        s = self.position
        return {
            "foe": code_of(s.encounter),
            "damage": s.blow,
            "hit_points": s.hit_points,
            "left": max(s.hit_points - s.blow, 0),
        }

    def value_facts(self) -> Facts:
        """Return the values of both moves: chances to win, or points."""
        value, other = self.value, self.value - self.gap
        if self.goal == WIN:
            return {"win": value, "win_otherwise": other}
        return {"expected": value * MAX_POINTS, "expected_otherwise": other * MAX_POINTS}

    def treasure_facts(self) -> Facts:
        """Return the cards that both moves give up, and their points."""
        return {
            "card": code_of(self.best.card),
            "points": worth(self.best.card),
            "other_card": code_of(self.other_card),
            "other_points": worth(self.other_card),
        }
