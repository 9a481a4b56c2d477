"""The clock of one process: wall time that never jumps."""

import time
from collections.abc import Callable

MAX_SLEW = 0.01
"""How fast the clock moves towards a wall clock that was set, in seconds per second."""


class SteadyClock:
    """Seconds since 1970, measured by the monotonic clock from the wall time at the start.

    After the wall clock is set, this clock runs at most 1 % faster or slower until both agree, so
    that no time limit is off by more than that.
    """

    def __init__(
        self, wall: Callable[[], float] = time.time, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._wall = wall
        self._monotonic = monotonic
        self._now = wall()
        self._read_at = monotonic()

    def __call__(self) -> float:
        """Return the current time."""
        read_at = self._monotonic()
        elapsed = read_at - self._read_at
        difference = self._wall() - (self._now + elapsed)
        self._read_at = read_at
        self._now += elapsed + max(-MAX_SLEW * elapsed, min(MAX_SLEW * elapsed, difference))
        return self._now
