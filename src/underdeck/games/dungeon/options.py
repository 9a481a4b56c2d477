"""The variants and house rules of Dungeon."""

from dataclasses import dataclass, field
from itertools import combinations
from typing import ClassVar

from underdeck.cards import TEN
from underdeck.refusal import Refusal

SHORT_TUNNEL = 7
"""D-29 The first passage of a short tunnel."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a game; the defaults are the rules of docs/rules/dungeon.md."""

    VARIANTS: ClassVar[dict[str, tuple[str, str]]] = {
        "jokers-wild": ("jokers_wild", "on"),
        "random-cell": ("jokers_wild", "on"),
        "almost-black": ("almost_black", "on"),
        "pitch-black": ("pitch_black", "on"),
        "suicide-queen": ("suicide_queen", "on"),
        "counter-attack-1": ("counter_attack", "1"),
        "counter-attack-2": ("counter_attack", "2"),
        "counter-attack-3": ("counter_attack", "3"),
    }
    """The variants of the rulebook by name: the option and its value."""
    NEEDS: ClassVar[dict[str, str]] = {
        "accuse_freely": "pitch_black",
        "reveal_on_escape": "pitch_black",
        "surrender_keeps_rest": "suicide_queen",
    }
    """Options that make no sense without another one."""
    EXCLUDES: ClassVar[tuple[tuple[str, ...], ...]] = (
        ("jokers_wild", "almost_black", "pitch_black"),
    )
    """Groups of options of which at most one may be on; each includes those before it."""
    MOOT: ClassVar[tuple[tuple[str, int, str, int], ...]] = (
        ("decks", 2, "players", 2),
        ("decks", 1, "players", 2),
        ("decks", 2, "players", 3),
        ("decks", 2, "players", 4),
        ("ace_high", True, "random_start", True),
        ("demand_shows_all", True, "players", 2),
    )
    """Values of an option that change nothing, or are refused, beside a value of another one."""

    players: int = field(default=2, metadata={"values": (2, 3, 4)})
    decks: int = field(default=0, metadata={"values": (0, 1, 2)})
    """§1.1 The number of decks; 0 for the number that the rules say."""
    jokers_wild: bool = False
    """§12 Every cell is a face-down card, and jokers stand for any card."""
    almost_black: bool = False
    """§13 Jokers wild, and discards are face down."""
    pitch_black: bool = False
    """§14 Almost black, and passages are face down: cheating."""
    suicide_queen: bool = False
    """§10 A caught liar may discard the whole hand."""
    counter_attack: int = field(default=0, metadata={"values": (0, 1, 2, 3)})
    """§11 The ability that can be cancelled: Graverobber's (1), Myrmiddon's (2), both (3)."""
    short_tunnel: bool = False
    """D-29 Tunnels run from 7 to 2 instead of from 10 to 2."""
    ace_high: bool = False
    """D-1 In the bid an ace counts 14."""
    random_start: bool = False
    """D-1 The starting player is drawn by lot."""
    must_play: bool = False
    """D-2 A player who can play a card must."""
    demand_shows_all: bool = False
    """D-11 A demanded hand is shown to everyone."""
    aces_in_fights: bool = False
    """D-12 Aces may be played between the first fighting card and the strike."""
    accuse_freely: bool = False
    """D-16 A player without a passage may accuse."""
    reveal_on_escape: bool = False
    """D-17 Every escape is checked."""
    surrender_keeps_rest: bool = False
    """§10.1 A caught liar who gives the card keeps the rest."""
    turn_limit: int = field(default=0, metadata={"values": range(10_000)})
    """D-4 The turn after which the game is a stalemate; 0 for no limit."""

    def __post_init__(self) -> None:
        """Refuse combinations that make no sense."""
        if self.players == 2 and self.decks == 2:
            raise Refusal("house_two_decks")
        for group in self.EXCLUDES:
            for one, other in combinations(reversed(group), 2):
                if getattr(self, one) and getattr(self, other):
                    raise Refusal("house_includes", one=one, other=other)
        for one, other in self.NEEDS.items():
            if getattr(self, one) and not getattr(self, other):
                raise Refusal("house_needs", one=one, other=other)

    @property
    def deck_count(self) -> int:
        """§1.1 The number of decks: one for two players, two for more, unless `decks` is set."""
        return self.decks or (1 if self.players == 2 else 2)


def is_wild(options: Options) -> bool:
    """§12 Return whether jokers are in the deck."""
    return options.jokers_wild or options.almost_black or options.pitch_black


def is_dark(options: Options) -> bool:
    """§13 Return whether discards are face down."""
    return options.almost_black or options.pitch_black


def first_passage(options: Options) -> int:
    """§3.1 Return the value of the passage next to the cell: 10, or D-29 7 in a short tunnel."""
    return SHORT_TUNNEL if options.short_tunnel else TEN


def cell_value(options: Options) -> int:
    """§3.1 Return the value that the cell counts as: one more than the first passage."""
    return first_passage(options) + 1
