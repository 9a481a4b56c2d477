"""The house rules of Tomb of Four Kings: each option reverses a ruling."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a game; the defaults are the rules of docs/rules/tomb.md."""

    earliest_turnaround: int = field(default=1, metadata={"values": (1, 2)})
    """R-2 The first turn after which the player may turn around."""

    scroll_from_column: bool = False
    """R-3 The scroll also works from the column of the current turn."""

    scroll_in_discards: bool = True
    """R-4 The scroll answers a fourth torch that burns among a door's discards."""

    drop_sum: bool = False
    """R-18 Several treasures may be dropped together."""

    disarm_after_fail: bool = False
    """R-19 A sprung trap may still be disarmed."""
