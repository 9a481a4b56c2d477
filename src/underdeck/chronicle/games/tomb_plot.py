"""What the story of a game of Tomb is about: how it ended, its theme and its turning points."""

from dataclasses import dataclass

from underdeck.cards import KING, code_of, rank_of
from underdeck.chronicle.games.tomb_rooms import Room, rooms_of
from underdeck.games.tomb.state import ESCAPED, HIT_POINTS, SLAIN, State
from underdeck.games.tomb.treasure import ALL_HOARDS, GOLD_PER_POINT, worth
from underdeck.playthrough import AnyPlaythrough

RICH = 30
"""Minimum points of a rich escape, and of a loss that greed explains."""
LAST_TORCHES = 3
"""Number of torches burnt out when one is left."""
NEAR = 2
"""Maximum hit points of a close call."""
HARD_FIGHT = 4
"""Minimum damage by one foe that makes it a nemesis."""

ENDINGS = ("triumph", "rich", "modest", "empty", "walkout", "slain", "dark")
THEMES = (
    "greed",
    "ransom",
    "scroll",
    "nemesis",
    "darkness",
    "blood",
    "grace",
    "craft",
    "folly",
    "steady",
)


@dataclass(frozen=True, slots=True)
class Plot:
    """The plan of one story."""

    rooms: list[Room]
    ending: str
    """One of `ENDINGS`."""
    theme: str
    """One of `THEMES`."""
    turned: int
    """The turn after which the hero turned around, or 0."""
    turned_at: int
    """The step of that decision."""
    end: int
    """The last step."""
    held: tuple[int, ...]
    """The treasure in the hand at the end."""

    @property
    def points(self) -> int:
        """Return the points carried at the end, dead or alive."""
        return sum(map(worth, self.held))

    @property
    def kings(self) -> int:
        """Return the number of hoards carried at the end."""
        return sum(rank_of(card) == KING for card in self.held)

    @property
    def is_out(self) -> bool:
        """Return whether the hero got out."""
        return self.ending not in ("slain", "dark")

    @property
    def nearest(self) -> int:
        """Return the lowest number of hit points."""
        return min((room.hp for room in self.rooms), default=HIT_POINTS)

    @property
    def rival(self) -> Room | None:
        """Return the turn with the monster that did the most damage and was survived."""
        fights = [r for r in self.rooms if r.kind == "monster" and r.outcome and r.wounds >= 2]
        return max(fights, key=lambda room: room.wounds, default=None)

    @property
    def worst(self) -> Room | None:
        """Return the turn with the most damage."""
        hurt = [room for room in self.rooms if room.wounds]
        return max(hurt, key=lambda room: room.wounds, default=None)

    @property
    def prize(self) -> Room | None:
        """Return the turn with the greatest treasure taken."""
        rich = [room for room in self.rooms if room.taken]
        return max(rich, key=lambda room: room.loot, default=None)

    @property
    def unluckiest(self) -> tuple[str, Room | None]:
        """Return the worst stroke of luck and its turn."""
        for name, found in (
            ("buried", [room for room in self.rooms if room.kings_buried]),
            ("hoard_lost", [room for room in self.rooms if room.kings_lost and room.outcome]),
            ("torch", [r for r in self.rooms if any(t.is_discarded for t in r.torches)]),
        ):
            if found:
                return name, found[0]
        return ("wound", self.worst) if self.worst else ("", None)

    def as_facts(self) -> dict[str, int | str]:
        """Return the plan as data, with turns and cards."""
        unlucky, where = self.unluckiest
        rival, prize, worst = self.rival, self.prize, self.worst
        return {
            "ending": self.ending,
            "theme": self.theme,
            "turned": self.turned,
            "nearest_death": self.nearest,
            "biggest_prize": prize.loot if prize else 0,
            "biggest_prize_turn": prize.turn if prize else 0,
            "worst_wound": worst.wounds if worst else 0,
            "worst_wound_by": code_of(worst.foe) if worst else "",
            "rival": code_of(rival.foe) if rival else "",
            "unluckiest": unlucky,
            "unluckiest_turn": where.turn if where else 0,
            "points": self.points,
            "kings": self.kings,
            "gold": self.points * GOLD_PER_POINT,
        }


def plot_of(played: AnyPlaythrough) -> Plot:
    """Choose what the story of a finished game is about."""
    s: State = played.state
    rooms = rooms_of(played)
    held = rooms[-1].held if rooms else ()
    turned_at = next(
        (
            step
            for step, moment in enumerate(played.history)
            if any(event.name in ("turned_around", "walked_out") for event in moment)
        ),
        0,
    )
    ending = ending_of(s, held)
    plot = Plot(rooms, ending, "", s.deepest, turned_at, len(played.history) - 1, held)
    return Plot(rooms, ending, theme_of(plot), s.deepest, turned_at, plot.end, held)


def ending_of(s: State, held: tuple[int, ...]) -> str:
    """Return how the story ends."""
    if s.ending == SLAIN:
        return "slain"
    if s.ending != ESCAPED:
        return "dark"
    if s.deepest == 1:
        return "walkout"
    kings = sum(rank_of(card) == KING for card in held)
    points = sum(map(worth, held))
    if kings == ALL_HOARDS:
        return "triumph"
    if points >= RICH:
        return "rich"
    return "modest" if points else "empty"


def theme_of(plot: Plot) -> str:
    """Return what the story is about: the theme with the highest score."""
    rooms = plot.rooms
    favors = sum(room.by == "favor" for room in rooms)
    skills = sum(bool(room.skill) for room in rooms) + sum(bool(room.dodged) for room in rooms)
    hardest = max((room.wounds for room in rooms if room.kind == "monster"), default=0)
    dropped = [card for room in rooms for card in room.dropped]
    burnt = rooms[-1].burnt if rooms else 0
    is_lost = not plot.is_out
    scores = {
        "greed": 10 if is_lost and plot.points >= RICH else 7 if is_lost and not plot.turned else 0,
        "ransom": 12 if any(rank_of(card) == KING for card in dropped) else 6 * bool(dropped),
        "scroll": 11 * any(room.scroll_read >= 0 for room in rooms),
        "nemesis": hardest + 2 if hardest >= HARD_FIGHT else 0,
        "darkness": 8 if burnt >= LAST_TORCHES else 0,
        "blood": 9 - plot.nearest if plot.nearest <= NEAR else 0,
        "grace": 3 * favors,
        "craft": 3 * skills + 1 if skills else 0,
        "folly": 7 if plot.ending in ("walkout", "empty") else 0,
        "steady": 3,
    }
    return max(THEMES, key=lambda theme: scores[theme])
