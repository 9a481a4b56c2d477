"""The incidents of a game of Dungeon that a chronicle may tell, and the tunnels they happen in."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Optional

from underdeck.cards import rank_of
from underdeck.games.dungeon.state import JOKER_RANK

NOBODY = -1
CREATURES = {11: "graverobber", 12: "myrmiddon", 13: "wight"}
LIES = frozenset({"lied", "caught", "kept", "burnt"})
"""Outcomes of a question that was answered with a lie."""
FOUND_OUT = LIES - {"lied"}
TAKING = FOUND_OUT | {"given"}
"""Outcomes of a question that cost the player asked something."""


@dataclass(slots=True)
class Passage:
    """A passage of a tunnel, as far as it is known."""

    claim: int
    card: int = 0
    """0 if it isn't known."""
    fate: str = "stood"
    """`stood` to the end, `caught` or `lost`."""

    @property
    def honest(self) -> str:
        """Return whether it is what it claims (D-14: a joker always is): yes, no or unknown."""
        if not self.card:
            return "unknown"
        return "yes" if rank_of(self.card) in (self.claim, JOKER_RANK) else "no"


@dataclass(slots=True, eq=False)
class Incident:
    """Something that one player did, with everything that followed from it."""

    kind: str
    actor: int
    target: int
    first: int
    turn: int
    before: tuple[int, ...]
    """The depth of each tunnel before it; 0 for a player who has left the game."""
    out: int
    """The depth of a tunnel that leads out: 9, or D-29 6."""
    last: int = 0
    after: tuple[int, ...] = ()
    alive: int = 0
    """The number of players in the game after it."""
    outcome: str = ""
    by: str = ""
    honest: str = ""
    milestone: str = ""
    value: int = 0
    """The number of a passage, or a creature's strength."""
    rank: int = 0
    """The rank asked for, taken, tried or laid; 0 if it isn't known."""
    answer: int = 0
    """The strength of the creature that beat the creature."""
    count: int = 0
    """The number of fighting cards, of cards lost, of counters or of aces."""
    total: int = 0
    """The sum of the fighting cards."""
    lost: int = 0
    """The number of passages lost."""
    lies: int = 0
    loser: int = NOBODY
    passage: Passage | None = None
    tunnel: tuple[Passage, ...] = ()
    """The tunnel with a new passage."""
    is_needed: bool = False
    is_first_blood: bool = False
    is_last: bool = False
    """Whether it is about an escape, or the game ends with it."""
    grudge: int = 0
    """The number of earlier blows of the target against the actor."""
    cause: Optional["Incident"] = None
    """The last of these blows."""
    shown: list[int] = field(default_factory=list)
    """The cards in the margin."""

    @property
    def scene(self) -> str:
        """Return the kind of scene that tells it."""
        is_false = self.passage is not None and self.passage.honest == "no"
        return "false_dig" if self.kind == "dig" and is_false else self.kind

    @property
    def truth(self) -> str:
        """Return whether a claim or an answer was true: yes, no or unknown."""
        passage = self.passage
        if passage is None or passage.honest != "unknown":
            return passage.honest if passage else self.honest or "unknown"
        if self.kind == "cave_in" and self.total:  # it is known what was tried
            if self.outcome == "hit":
                return "yes" if self.total == passage.claim else "no"
            if self.total == passage.claim:
                return "no"
        return "unknown"

    @property
    def is_blow(self) -> bool:
        """Return whether it cost the target something."""
        return (
            (self.kind == "cave_in" and self.outcome == "hit")
            or (self.kind == "attack" and self.outcome == "retreat")
            or (self.kind == "fish" and self.outcome in TAKING)
            or (self.kind in ("accuse", "last_accuse") and self.outcome == "false")
            or self.kind == "fell"
        )

    @property
    def is_hit(self) -> bool:
        """Return whether it cost the target passages or life; a question costs only things."""
        return self.is_blow and self.kind != "fish"

    @property
    def is_hostile(self) -> bool:
        """Return whether it was done to somebody."""
        return self.target != NOBODY and self.kind not in ("counter", "ace")

    @property
    def subject(self) -> int:
        """Return the player whose tunnel the facts are about."""
        on_target = ("cave_in", "attack", "fell", "accuse", "last_accuse")
        return self.target if self.kind in on_target else self.actor

    @property
    def is_on_leader(self) -> bool:
        """Return whether its target was alone in the lead."""
        return self.target != NOBODY and leader_of(self.before) == self.target


def depth_of(tunnel: Sequence[Passage], cell: int) -> int:
    """Return how far a tunnel leads from a cell of that value, where it is 0."""
    return cell - min((passage.claim for passage in tunnel), default=cell)


def count_lies(tunnel: Sequence[Passage]) -> int:
    """Return the number of passages that are known to be false."""
    return sum(passage.honest == "no" for passage in tunnel)


def leader_of(depths: Sequence[int]) -> int:
    """Return the player who is alone in the lead, or `NOBODY`."""
    best = max(depths)
    return depths.index(best) if best and depths.count(best) == 1 else NOBODY


def rival_depth(depths: Sequence[int], seat: int) -> int:
    """Return the greatest depth among the other players."""
    return max(depth for other, depth in enumerate(depths) if other != seat)


def chaser_of(depths: Sequence[int], seat: int) -> int:
    """Return the other player with the deepest tunnel if there is only one, else `NOBODY`."""
    return leader_of([0 if other == seat else depth for other, depth in enumerate(depths)])
