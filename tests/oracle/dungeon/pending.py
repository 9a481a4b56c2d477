"""Pending work: a small record for each kind, in the order of the rules."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Pending:
    """Pending work."""


@dataclass
class Lot(Pending):
    """Chance decides who begins (§1.4)."""

    among: list[int]


@dataclass
class Bid(Pending):
    """A round of the bid for the first turn (§1.4, D-1)."""

    bidders: list[int]
    tied_before: int
    laid: dict[int, str] = field(default_factory=dict)


@dataclass
class BidVerdict(Pending):
    """The bids of a round were shown and replaced, and are compared next (§1.4)."""

    highest: list[int]
    tied_before: int


@dataclass
class Draw(Pending):
    """A player draws `count` cards; `begins_turn` marks the draw that begins a turn (§2.1)."""

    player: int
    count: int
    begins_turn: bool = False


@dataclass
class Turn(Pending):
    """The player of the turn plays one card, or none (§2.1)."""

    player: int


@dataclass
class Discarding(Pending):
    """The player of the turn discards down to five (§2.1)."""

    player: int


@dataclass
class PutAwayGraverobber(Pending):
    """A Graverobber that worked goes to the discards (§2.7, §5.2)."""


@dataclass
class Renewal(Pending):
    """At the end of a turn an empty deck is renewed (§2.4, §2.7)."""


@dataclass
class TurnOver(Pending):
    """A stalemate is checked for (§2.5), and the next turn begins (§1.5)."""

    player: int


@dataclass
class Attack(Pending):
    """A creature attacks; the defender fights or retreats (§4.3).

    `laid` has the fighting passages with their values (§4.5).
    """

    target: int
    card: str
    value: int
    laid: list[tuple[str, int]] = field(default_factory=list)

    def total(self) -> int:
        """The sum of the fighting cards."""
        return sum(value for _, value in self.laid)


@dataclass
class CavedIn(Pending):
    """A joker passage was caved in; its owner saves or yields it (§12.2)."""

    owner: int
    card: str


@dataclass
class Take(Pending):
    """The Graverobber's player takes a card from the discards (§5.1)."""

    player: int


@dataclass
class Asked(Pending):
    """A player is asked for a rank by the Myrmiddon (§6.2)."""

    asker: int
    target: int
    rank: str


@dataclass
class Denied(Pending):
    """After a no the asker believes or demands (§6.3)."""

    asker: int
    target: int
    rank: str
    lie: bool


@dataclass
class Caught(Pending):
    """A caught liar gives or burns, under suicide queen (§10.1)."""

    asker: int
    target: int
    rank: str


@dataclass
class Window(Pending):
    """Several players answer in any order; `asked` has those who have not answered yet."""

    asked: set[int]


@dataclass
class AceWindow(Window):
    """Each other living player answers an ace with an ace, or passes (§7.4)."""


@dataclass
class CounterWindow(Window):
    """An ability was called and may be cancelled (§11.2).

    `creature` is "J" or "Q"; target and wish are for fishing.
    """

    caller: int
    creature: str
    card: str
    target: int
    wish: str
    counters: list[str] = field(default_factory=list)


@dataclass
class AccuseWindow(Window):
    """A passage was laid face down; others may accuse (§14.4), all if it escapes (§14.5)."""

    layer: int
    escape: bool
