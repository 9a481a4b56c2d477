"""The turns of a finished game of Tomb, read from its events."""

from dataclasses import dataclass, field

from underdeck.cards import KING, rank_of, suit_of
from underdeck.game import Event
from underdeck.games.tomb import events as e
from underdeck.games.tomb.facts import ENCOUNTERS
from underdeck.games.tomb.state import HIT_POINTS, SCROLL
from underdeck.games.tomb.treasure import worth
from underdeck.playthrough import AnyPlaythrough

NAMES = e.NAMES


@dataclass(slots=True)
class Torch:
    """A torch that burned out."""

    n: int
    card: int
    step: int
    is_during: bool
    """Whether an encounter was standing."""
    is_discarded: bool
    """Whether it burned among the discards before a door."""
    hp: int
    """The hit points at that moment."""
    held: tuple[int, ...]
    """The treasure in the hand at that moment."""


@dataclass(slots=True)
class Room:
    """One turn: its encounter, how it ended, and what was gained and lost."""

    turn: int
    is_return: bool
    first: int
    last: int = 0
    foe: int = 0
    met: int = 0
    """The step in which the encounter appeared."""
    outcome: str = ""
    """`won`, `lost`, `fled`, or empty if the game ended in this turn."""
    by: str = ""
    """How it was won: `blow`, `favor` or `skill`."""
    action: int = 0
    """The card that won or that a trap or door withstood."""
    tries: int = 0
    blows: list[int] = field(default_factory=list)
    """The damage of each blow that was suffered."""
    dodged: int = 0
    """The damage of a blow that was dodged."""
    favored: bool = False
    """Whether the favor was shown before the encounter appeared."""
    gap: int = 0
    """The number of cards that a door cost."""
    hoards: list[int] = field(default_factory=list)
    scroll_found: bool = False
    scroll_read: int = -1
    taken: list[int] = field(default_factory=list)
    marker: int = 0
    dropped: list[int] = field(default_factory=list)
    discards: list[int] = field(default_factory=list)
    torches: list[Torch] = field(default_factory=list)
    skills: list[int] = field(default_factory=list)
    skill: int = 0
    """The skill that won the encounter."""
    hp: int = HIT_POINTS
    """The hit points after the turn."""
    burnt: int = 0
    """The torches burnt out after the turn."""
    held: tuple[int, ...] = ()
    """The treasure in the hand after the turn."""
    cards: list[int] = field(default_factory=list)

    @property
    def wounds(self) -> int:
        """Return the damage that was suffered."""
        return sum(self.blows)

    @property
    def kind(self) -> str:
        """Return `monster`, `trap` or `door`, or an empty text if nothing appeared."""
        return ENCOUNTERS[suit_of(self.foe)] if self.foe else ""

    @property
    def value(self) -> int:
        """Return the number of the encounter."""
        return rank_of(self.foe) if self.foe else 0

    @property
    def kings_taken(self) -> list[int]:
        """Return the hoards that were carried away."""
        return [card for card in self.taken if rank_of(card) == KING]

    @property
    def kings_lost(self) -> list[int]:
        """Return the hoards that were seen and stayed behind."""
        return [card for card in self.hoards if card not in self.taken]

    @property
    def kings_buried(self) -> list[int]:
        """Return the hoards among the discards before a door."""
        return [card for card in self.discards if rank_of(card) == KING]

    @property
    def loot(self) -> int:
        """Return the points of treasure taken."""
        return sum(map(worth, self.taken))


def rooms_of(played: AnyPlaythrough) -> list[Room]:
    """Return all turns of a game."""
    reader = _Reader()
    for step, moment in enumerate(played.history):
        for event in moment:
            reader.read(step, event)
    return reader.rooms


class _Reader:
    """Collects the events of each turn."""

    def __init__(self) -> None:
        self.rooms: list[Room] = []
        self.hp = HIT_POINTS
        self.burnt = 0
        self.held: list[int] = []

    def read(self, step: int, event: Event) -> None:
        """Add an event to its turn."""
        name, parts = event.name, event.parts
        if name in (NAMES[e.DELVED], NAMES[e.RETREATED]):
            self.rooms.append(Room(parts["turn"], name == NAMES[e.RETREATED], step))
        if not self.rooms:
            return
        room = self.rooms[-1]
        card = parts.get("card", 0)
        if name in _CARDS:
            room.cards.append(card)
        self._found(room, step, name, card, parts)
        self._fought(room, name, card, parts)
        if name not in (NAMES[e.TURNED_AROUND], NAMES[e.WALKED_OUT], NAMES[e.ESCAPED]):
            room.last = step
        room.hp, room.burnt, room.held = self.hp, self.burnt, tuple(self.held)

    def _found(self, room: Room, step: int, name: str, card: int, parts: dict[str, int]) -> None:
        """Read events about cards that were found or lost."""
        if name == NAMES[e.ENCOUNTER_MET]:
            room.foe, room.met = card, step
        elif name == NAMES[e.TORCH_BURNT]:
            self.burnt = parts["n"]
            is_open = bool(room.foe) and not room.outcome
            is_discarded = card in room.discards or bool(room.gap)
            room.torches.append(
                Torch(parts["n"], card, step, is_open, is_discarded, self.hp, tuple(self.held))
            )
        elif name == NAMES[e.SCROLL_READ]:
            room.scroll_read = step
            self.burnt -= 1
            if SCROLL in self.held:  # R-3 a house rule lets the scroll help from the column
                self.held.remove(SCROLL)
        elif name == NAMES[e.SKILL_GAINED]:
            room.skills.append(card)
        elif name == NAMES[e.HOARD_FOUND]:
            room.hoards.append(card)
        elif name == NAMES[e.SCROLL_FOUND]:
            room.scroll_found = True
        elif name == NAMES[e.TREASURE_TAKEN]:
            room.taken.append(card)
            self.held.append(card)
        elif name == NAMES[e.MARKER_LEFT]:
            room.marker = card
        elif name == NAMES[e.DISCARDED]:
            room.discards.append(card)
        elif name == NAMES[e.TREASURE_DROPPED]:
            room.dropped.append(card)
            self.held.remove(card)

    def _fought(self, room: Room, name: str, card: int, parts: dict[str, int]) -> None:
        """Read events about the encounter."""
        if name == NAMES[e.FAVOR_SHOWN] and not room.foe:
            room.favored = True
        elif name in _WON_BY:
            room.outcome, room.by, room.action = "won", _WON_BY[name], card
            room.tries += room.by == "blow"
            if room.by == "skill":
                room.skill = card
        elif name == NAMES[e.BLOW_STRUCK]:
            room.tries += 1
            room.action = card
        elif name == NAMES[e.WOUNDED]:
            room.blows.append(parts["damage"])
            self.hp = parts["hp"]
        elif name == NAMES[e.DODGED]:
            room.dodged = parts["damage"]
        elif name == NAMES[e.DOOR_HELD]:
            room.tries += 1
            room.action, room.gap = card, parts["n"]
        elif name == NAMES[e.TURN_LOST]:
            room.outcome = "lost"
        elif name == NAMES[e.TURN_FLED]:
            room.outcome = "fled"


_WON_BY = {
    NAMES[e.WON_BY_ACTION]: "blow",
    NAMES[e.WON_BY_FAVOR]: "favor",
    NAMES[e.WON_BY_SKILL]: "skill",
}
_CARDS = frozenset(
    NAMES[code]
    for code in (
        e.ENCOUNTER_MET,
        e.WON_BY_ACTION,
        e.WON_BY_FAVOR,
        e.WON_BY_SKILL,
        e.BLOW_STRUCK,
        e.DODGED,
        e.DOOR_HELD,
        e.TREASURE_DROPPED,
        e.HOARD_FOUND,
        e.SCROLL_FOUND,
        e.TORCH_BURNT,
        e.SCROLL_READ,
    )
)
"""Events whose card is drawn in the margin."""
