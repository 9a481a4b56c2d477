"""The players' clocks, computed from the times in the log alone, so that all processes agree."""

from dataclasses import dataclass, field

from underdeck.table.entries import Clock


@dataclass(slots=True)
class Clocks:
    """The clocks of one table; they run for people whom the game waits for, but not in windows."""

    rules: Clock | None
    reserves: list[float] = field(default_factory=list)
    since: dict[int, float] = field(default_factory=dict)
    """When each running clock was started, by seat."""

    @classmethod
    def new(cls, rules: Clock | None, seats: int) -> "Clocks":
        """Return full clocks."""
        return cls(rules, [float(rules.reserve) if rules else 0.0] * seats)

    def turn_to(self, waiting: tuple[int, ...], now: float) -> None:
        """Run the clocks of the waiting seats and stop all others."""
        if self.rules is None:
            return
        for seat in [seat for seat in self.since if seat not in waiting]:
            overtime = now - self.since.pop(seat) - self.rules.move
            self.reserves[seat] = max(0.0, self.reserves[seat] - max(0.0, overtime))
        for seat in waiting:
            self.since.setdefault(seat, now)

    def restart(self, now: float) -> None:
        """Restart the running clocks after an interruption of the server."""
        self.since = dict.fromkeys(self.since, now)

    def deadline(self, seat: int) -> float | None:
        """Return when the seat's time is up; None if its clock doesn't run."""
        if self.rules is None or seat not in self.since:
            return None
        return self.since[seat] + self.rules.move + self.reserves[seat]

    def next_deadline(self) -> float | None:
        """Return when the first running clock runs out."""
        if not self.since:
            return None
        return min(
            (deadline for seat in self.since if (deadline := self.deadline(seat)) is not None),
            default=None,
        )

    def expired(self, now: float) -> list[int]:
        """Return the seats whose time is up, in the order of their deadlines."""
        if not self.since:
            return []
        late = [
            (deadline, seat)
            for seat in self.since
            if (deadline := self.deadline(seat)) is not None and deadline <= now
        ]
        return [seat for _, seat in sorted(late)]
