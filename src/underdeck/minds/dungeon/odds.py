"""The odds of a game of Dungeon: what the next card brings, and what the opponents can answer."""

from typing import NamedTuple

from underdeck.games.dungeon.state import GRAVEROBBER, MYRMIDDON, WIGHT
from underdeck.json_types import JsonObject
from underdeck.minds.base import Fact, rounded
from underdeck.minds.dungeon.chances import Chances

CREATURES = (GRAVEROBBER, MYRMIDDON, WIGHT)


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
    """The value of the seat's front; None without a passage."""
    draw: float
    """The chance that the next card of the deck can be laid there."""
    rivals: tuple[RivalOdds, ...]

    def facts(self) -> list[Fact]:
        """Return the odds as facts, in the order in which they are shown."""
        found = [Fact("draw", {"needed": self.needed, "drawn": self.draw})]
        for rival in self.rivals:
            own = {"player": rival.seat, "needed": rival.needed, "holds": rival.dig}
            found.append(Fact("dig", own))
            if rival.cave is not None:
                cave = {"player": rival.seat, "front": self.front, "holds": rival.cave}
                found.append(Fact("cave", cave))
            found.append(Fact("creature", {"player": rival.seat, "holds": rival.creature}))
        return found

    def as_json(self) -> JsonObject:
        """Return the odds as data."""
        rivals = [
            {name: rounded(value) for name, value in rival._asdict().items()}
            for rival in self.rivals
        ]
        own = {"needed": self.needed, "front": self.front, "draw": rounded(self.draw)}
        return own | {"rivals": rivals}


def odds_of(chances: Chances) -> DungeonOdds:
    """Return the odds from what a seat knows."""
    dungeon = chances.view.players[chances.seat].dungeon
    front = dungeon[-1].value if dungeon else None
    needed = chances.needed(chances.seat)
    return DungeonOdds(
        needed,
        front,
        chances.draws(1, *chances.fitting(needed)),
        tuple(rival_odds(chances, player.seat, front) for player in chances.rivals),
    )


def rival_odds(chances: Chances, seat: int, front: int | None) -> RivalOdds:
    """Return what an opponent probably holds."""
    needed = chances.needed(seat)
    return RivalOdds(
        seat,
        needed,
        chances.holds(seat, *chances.fitting(needed)),
        None if front is None else chances.holds(seat, *chances.fitting(front)),
        chances.holds(seat, *CREATURES),
    )
