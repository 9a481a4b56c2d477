"""How long each person has left, from the times of the log alone, so that every process comes to the same."""

from dataclasses import dataclass, field

from underdeck.table.entries import Clock


@dataclass(slots=True)
class Clocks:
    """The clocks of one table; they run for every person whom the game waits for, outside of windows."""

    rules: Clock | None
    reserves: list[float] = field(default_factory=list)
    since: dict[int, float] = field(default_factory=dict)
    """The seats that are thinking, and since when."""

    @classmethod
    def new(cls, rules: Clock | None, seats: int) -> "Clocks":
        """Full clocks."""
        return cls(rules, [float(rules.reserve) if rules else 0.0] * seats)

    def turn_to(self, waiting: tuple[int, ...], now: float) -> None:
        """Stop the clocks of those who have answered, and start those of the ones who are asked."""
        if self.rules is None:
            return
        for seat in [seat for seat in self.since if seat not in waiting]:
            beyond = now - self.since.pop(seat) - self.rules.move
            self.reserves[seat] = max(0.0, self.reserves[seat] - max(0.0, beyond))
        for seat in waiting:
            self.since.setdefault(seat, now)

    def restart(self, now: float) -> None:
        """Count the running clocks from now on, after an interruption that nobody at the table is to blame for."""
        self.since = dict.fromkeys(self.since, now)

    def deadline(self, seat: int) -> float | None:
        """When this seat's time is over, if its clock runs."""
        if self.rules is None or seat not in self.since:
            return None
        return self.since[seat] + self.rules.move + self.reserves[seat]

    def next_deadline(self) -> float | None:
        """When the first clock runs out."""
        if not self.since:
            return None
        return min(
            (deadline for seat in self.since if (deadline := self.deadline(seat)) is not None),
            default=None,
        )

    def expired(self, now: float) -> list[int]:
        """The seats whose time is over, the first one first."""
        if not self.since:
            return []
        late = [
            (deadline, seat)
            for seat in self.since
            if (deadline := self.deadline(seat)) is not None and deadline <= now
        ]
        return [seat for _, seat in sorted(late)]
