"""Rate limits and quotas per client, and their defaults, which docs/reference/limits.md lists.

The library `limits` has windows but no token bucket, and its memory store needs a thread.
"""

from collections import OrderedDict

MAX_PER_SECOND = 50.0
"""Maximum rate of messages, and of requests."""
BURST_S = 4
"""A client may spend the budget of this many seconds at once."""
FILES_PER_REQUEST = 5
"""How many times more files than API requests a client may request; one visit takes about 80."""
MAX_WEBSOCKETS = 40
MAX_CONNECTIONS = 100
"""Maximum number of open connections of one address, HTTP and WebSocket together."""
MAX_IMPORT_BYTES = 16 * 1024 * 1024
"""Maximum size of the body with which a profile imports games."""
MAX_LARGE_BODIES = 2
"""Maximum number of such bodies that a worker receives at the same time."""
MAX_LARGE_BODIES_PER_CLIENT = 1
MAX_TABLES_PER_HOUR = 120.0
MAX_LISTED = 3
"""Maximum number of tables listed in the lobby at once."""
RELISTED_PER_HOUR = 2
"""How many times `MAX_LISTED` more tables may be listed in an hour."""

ROUNDING_TOLERANCE = 1e-9
"""Sums of floating-point seconds are inexact; no client is refused because of that."""
MAX_DEBT_S = 60.0
"""Any debt is paid after this time."""


class Limits:
    """A token bucket per client: `burst` tokens, refilled at `rate` tokens per second.

    Clients that were idle longest are dropped first.
    """

    def __init__(self, rate: float, burst: int, max_clients: int = 100_000) -> None:
        self.rate = rate
        self.burst = burst
        self.max_clients = max_clients
        self._full_at: OrderedDict[str, float] = OrderedDict()
        """When each bucket will be full again, the latest client last; missing ones are full."""

    def __len__(self) -> int:
        return len(self._full_at)

    def allow(self, key: str, now: float, tokens: int = 1) -> bool:
        """Take tokens from a client's bucket if it has enough."""
        full_at = max(self._full_at.pop(key, now), now)
        is_allowed = (full_at - now) * self.rate + tokens <= self.burst + ROUNDING_TOLERANCE
        self._full_at[key] = full_at + tokens / self.rate if is_allowed else full_at
        if len(self._full_at) > 1:
            self._drop_idle(now)
        return is_allowed

    def charge(self, key: str, now: float, tokens: float) -> bool:
        """Take any number of tokens if at least one is left; the bucket may go into debt.

        For work whose cost is known only after the request was admitted: a cost above `burst`
        must not be refused forever.
        """
        is_allowed = self.allow(key, now)
        if is_allowed and self.rate:
            self._full_at[key] += min((tokens - 1) / self.rate, MAX_DEBT_S)
        return is_allowed

    def _drop_idle(self, now: float) -> None:
        """Drop up to two of the oldest clients if their buckets are full or there are too many."""
        for _ in range(min(2, len(self._full_at))):
            oldest = next(iter(self._full_at))
            if self._full_at[oldest] <= now or len(self._full_at) > self.max_clients:
                del self._full_at[oldest]


class Quota:
    """A maximum number of concurrent things per client, such as connections."""

    def __init__(self, maximum: int) -> None:
        self.maximum = maximum
        self._used: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._used)

    def acquire(self, key: str) -> bool:
        """Count one more for a client if its quota allows."""
        used = self._used.get(key, 0)
        if used >= self.maximum:
            return False
        self._used[key] = used + 1
        return True

    def release(self, key: str) -> None:
        """Count one less; raises KeyError if nothing was acquired."""
        self._used[key] -= 1
        if not self._used[key]:
            del self._used[key]
