"""The course of a game of Dungeon as one seat knows it: tunnels, known hands and incidents."""

from collections import Counter

from underdeck.cards import TWO, rank_of
from underdeck.chronicle.games.dungeon_incidents import NOBODY, Incident, Passage, depth_of
from underdeck.games.dungeon.options import cell_value
from underdeck.games.dungeon.state import JOKER_RANK, MAX_CARDS, State
from underdeck.playthrough import AnyPlaythrough

NEAR = 2
"""The maximum number of passages to go for a player who is near the exit."""
THROWN_BACK = 1
"""The maximum depth of a player who begins again."""


class Timeline:
    """What is known at one moment while events are read, and the incidents so far.

    Without a seat all cards are open.
    """

    def __init__(self, played: AnyPlaythrough, seat: int | None) -> None:
        start: State = played.game.start(
            played.record.options, played.record.deal.cards, played.record.rules
        )
        seats = range(start.players)
        self.players, self.turn_limit = start.players, start.options.turn_limit
        self.cell = cell_value(start.options)
        """The value of the cells."""
        self.out = self.cell - TWO
        """The depth of a tunnel that leads out."""
        self.half = self.out // 2 + 1
        """The depth that is first beyond the middle of the way."""
        self.near = max(self.out - NEAR, self.half + 1)
        """The depth from which on a player is near the exit."""
        self.incidents: list[Incident] = []
        self.turn_steps = [0]
        """The step in which each turn began; the place 0 is the beginning of the game."""
        self.beginner, self.by_lot = NOBODY, False
        self.bids: list[int] = []
        self.ending, self.winner, self.end = "", NOBODY, len(played.history) - 1
        self.alive = set(seats)
        self.left: list[int] = []
        """The players who left the game, in order."""
        self.tunnels: list[list[Passage]] = [[] for _ in seats]
        self.hands = {
            each: start.hands[each * MAX_CARDS :][: start.hand_size[each]]
            for each in seats
            if seat in (None, each)
        }
        """The hands that are known; after reading, those at the end."""
        self.peaks = [(0, 0)] * start.players
        """Each player's greatest depth and its turn."""
        self._step = 0
        self._is_restarted = [False] * start.players
        self._blows: dict[tuple[int, int], Incident] = {}
        """The last blow of one player against another."""
        self._blow_count: Counter[tuple[int, int]] = Counter()
        self._has_blood = False

    @property
    def turns(self) -> int:
        """Return the number of turns."""
        return len(self.turn_steps) - 1

    @property
    def depths(self) -> tuple[int, ...]:
        """Return the depth of each tunnel."""
        return tuple(depth_of(tunnel, self.cell) for tunnel in self.tunnels)

    def _begin(self, kind: str, actor: int, target: int = NOBODY) -> Incident:
        return Incident(kind, actor, target, self._step, self.turns, self.depths, self.out)

    def _close(self, incident: Incident) -> None:
        """Add an incident whose outcome is known."""
        incident.last, incident.after = self._step, self.depths
        incident.alive = len(self.alive)
        incident.is_first_blood = not self._has_blood and (
            incident.kind == "fell" or (incident.lost > 0 and incident.kind != "resigned")
        )
        self._has_blood |= incident.is_first_blood
        pair, back = (incident.actor, incident.target), (incident.target, incident.actor)
        incident.cause, incident.grudge = self._blows.get(back), self._blow_count[back]
        if incident.is_blow:
            self._blows[pair] = incident
            self._blow_count[pair] += 1
        for seat, depth in enumerate(incident.after):
            if depth > self.peaks[seat][0]:
                self.peaks[seat] = depth, self.turns
            self._is_restarted[seat] |= self.peaks[seat][0] >= self.half and depth <= THROWN_BACK
        self.incidents.append(incident)

    def _is_next(self, seat: int, rank: int) -> bool:
        """Return whether a rank is the next passage that a player needs and isn't known to hold."""
        held = {rank_of(card) for card in self.hands.get(seat, ())}
        return rank == self.cell - 1 - self.depths[seat] and held.isdisjoint((rank, JOKER_RANK))
