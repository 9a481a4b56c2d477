"""How often and how much each client may ask of the house.

The library `limits` has windows but no token bucket, and its memory store grows with the clients and keeps a thread: this is less.
"""

from collections import OrderedDict

ROUNDING = 1e-9
"""Sums of seconds are not exact; nobody is refused for that."""
MAX_DEBT_S = 60.0
"""Seconds after which any debt is paid."""


class Limits:
    """A bucket of `burst` tokens for each client, filled again at `rate` a second; whoever was away longest is forgotten first."""

    def __init__(self, rate: float, burst: int, most_clients: int = 100_000) -> None:
        self.rate = rate
        self.burst = burst
        self.most_clients = most_clients
        self._full_at: OrderedDict[str, float] = OrderedDict()
        """When each client's bucket will be full again, the latest client last; who isn't here has a full one."""

    def __len__(self) -> int:
        return len(self._full_at)

    def allow(self, key: str, now: float, tokens: int = 1) -> bool:
        """Take tokens from this client's bucket, if there are so many."""
        full_at = max(self._full_at.pop(key, now), now)
        allowed = (full_at - now) * self.rate + tokens <= self.burst + ROUNDING
        self._full_at[key] = full_at + tokens / self.rate if allowed else full_at
        self._forget(now)
        return allowed

    def charge(self, key: str, now: float, tokens: float) -> bool:
        """Take any number of tokens if at least one is left; the client pays a debt before anything else is allowed.

        For work whose price is known only after the request was admitted: a price above `burst` must not be refused for ever.
        """
        allowed = self.allow(key, now)
        if allowed and self.rate:
            self._full_at[key] += min((tokens - 1) / self.rate, MAX_DEBT_S)
        return allowed

    def _forget(self, now: float) -> None:
        """Drop the oldest clients: those with full buckets, and those for whom there is no room; a few each time are enough."""
        for _ in range(min(2, len(self._full_at))):
            oldest = next(iter(self._full_at))
            if self._full_at[oldest] <= now or len(self._full_at) > self.most_clients:
                del self._full_at[oldest]


class Quota:
    """How many things each client may have at once, such as connections or tables."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._taken: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._taken)

    def take(self, key: str) -> bool:
        """One more for this client, if it may have one more."""
        taken = self._taken.get(key, 0)
        if taken >= self.most:
            return False
        self._taken[key] = taken + 1
        return True

    def give(self, key: str) -> None:
        """One less; giving back what wasn't taken is a mistake of ours, a KeyError."""
        self._taken[key] -= 1
        if not self._taken[key]:
            del self._taken[key]
