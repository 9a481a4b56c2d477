"""The odds of a game of Dungeon: what the next card brings, and what the opponents can answer."""

from collections.abc import Collection
from typing import NamedTuple

from underdeck.cards import TEN, TWO
from underdeck.games.dungeon.options import is_wild
from underdeck.games.dungeon.state import GRAVEROBBER, MYRMIDDON, WIGHT
from underdeck.games.dungeon.zones import true_value
from underdeck.json_types import JsonObject
from underdeck.minds.base import Fact, rounded
from underdeck.minds.dungeon.chances import WORLDS, Chances

CREATURES = (GRAVEROBBER, MYRMIDDON, WIGHT)
UNSEEN_CHANCE = 1 / WORLDS
"""The chance of what is possible, but so in no world of the sample."""


class RivalOdds(NamedTuple):
    """What an opponent probably holds."""

    seat: int
    needed: int
    """The value of the passage that leads the opponent on."""
    dig: float
    """The chance that the opponent holds a card for it."""
    cave: float | None
    """The chance that the opponent holds a card to cave in the seat's front; None without one."""
    creature: float
    """The chance that the opponent holds a creature."""


class DungeonOdds(NamedTuple):
    """The odds as one seat knows them."""

    needed: int
    """The value of the passage that leads the seat on."""
    front: int | None
    """The true value of the seat's front; None if it has none that can be caved in."""
    draw: float | None
    """The chance that the next card of the deck can be laid there; None if the deck is empty."""
    rivals: tuple[RivalOdds, ...]
    is_sample: bool = False
    """Whether the chances of the opponents' hands are estimates from a sample."""
    is_wild: bool = False
    """Whether a joker can be laid as any passage."""

    def facts(self) -> list[Fact]:
        """Return the odds as facts, in the order in which they are shown."""
        found = [self.draw_fact()]
        for rival in self.rivals:
            wild = {"wild": True} if self.is_wild else {}
            found.append(self.fact("dig", rival.seat, rival.dig, needed=rival.needed, **wild))
            if rival.cave is not None:
                found.append(self.fact("cave", rival.seat, rival.cave, front=self.front, **wild))
            found.append(self.fact("creature", rival.seat, rival.creature))
        return found

    def draw_fact(self) -> Fact:
        """Return what the next card brings as a fact."""
        if self.draw is None:
            return Fact("no_draw", {})
        draw: dict[str, object] = {"needed": self.needed, "drawn": self.draw}
        return Fact("draw", draw | {"wild": True} if self.is_wild else draw)

    def fact(self, code: str, seat: int, holds: float, **params: object) -> Fact:
        """Return what an opponent holds as a fact."""
        params = {"player": seat, **params, "holds": holds}
        is_about = self.is_sample and 0 < holds < 1
        return Fact(code, params | {"about": True} if is_about else params)

    def as_json(self) -> JsonObject:
        """Return the odds as data."""
        rivals = [
            {name: rounded(value) for name, value in rival._asdict().items()}
            for rival in self.rivals
        ]
        own = {"needed": self.needed, "front": self.front, "draw": rounded(self.draw)}
        return own | {"is_wild": self.is_wild, "rivals": rivals}


def odds_of(chances: Chances) -> DungeonOdds:
    """Return the odds from what a seat knows."""
    front = own_front(chances)
    needed = chances.needed(chances.seat)
    return DungeonOdds(
        needed,
        front,
        chances.draws(1, *chances.fitting(needed)) if chances.view.deck else None,
        tuple(rival_odds(chances, player.seat, front) for player in chances.rivals),
        is_sample=chances.pool is None,
        is_wild=is_wild(chances.view.options),
    )


def own_front(chances: Chances) -> int | None:
    """§14.3 Return the true value of the seat's front, if it is one that a cave-in can hit."""
    dungeon = chances.view.players[chances.seat].dungeon
    if not dungeon:
        return None
    front = dungeon[-1]
    value = front.value if front.card is None else true_value(front.card, front.value)
    return value if TWO <= value <= TEN else None


def rival_odds(chances: Chances, seat: int, front: int | None) -> RivalOdds:
    """Return what an opponent probably holds."""
    needed = chances.needed(seat)
    return RivalOdds(
        seat,
        needed,
        cautious_chance(chances, seat, chances.fitting(needed)),
        None if front is None else cautious_chance(chances, seat, chances.fitting(front)),
        cautious_chance(chances, seat, CREATURES),
    )


def cautious_chance(chances: Chances, seat: int, ranks: Collection[int]) -> float:
    """Return the chance that a player holds one of these ranks: 0 or 1 only if that is known."""
    chance = chances.any_holds([seat], ranks)
    if chances.pool is not None or 0 < chance < 1:
        return chance
    if chance == 0:
        return UNSEEN_CHANCE if chances.can_hold([seat], ranks) else 0.0
    return 1.0 if chances.must_hold([seat], ranks) else 1 - UNSEEN_CHANCE
