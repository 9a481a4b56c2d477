"""What can be measured of a running house, for Prometheus; labels come from fixed sets, so that no client can make more of them."""

from collections.abc import Collection
from functools import cache

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)

from underdeck.registry import game_names

OUTCOMES = frozenset({"acknowledged", "refused", "stale", "duplicate"})
"""What may become of a move that was sent."""
OTHER = "other"
"""The label of what is in no set."""
STATUSES = range(100, 600)
FAST = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
SLOW = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """The house's own gauges, counters and histograms; `routes` are the templates of its paths, `codes` those of its refusals."""

    def __init__(self, routes: Collection[str], codes: Collection[str]) -> None:
        self.registry = registry = CollectorRegistry()
        self._routes = frozenset(routes)
        self._codes = frozenset(codes)
        self.connections = Gauge("underdeck_connections", "Open WebSockets", registry=registry)
        self.tables = Gauge("underdeck_tables_loaded", "Tables held in memory", registry=registry)
        self.commit_seconds = Histogram(
            "underdeck_commit_seconds",
            "Writing an entry to the store",
            registry=registry,
            buckets=FAST,
        )
        self.move_seconds = Histogram(
            "underdeck_move_seconds",
            "From a move's arrival to its answer",
            registry=registry,
            buckets=FAST,
        )
        self.bot_seconds = Histogram(
            "underdeck_bot_seconds",
            "From asking a bot to its answer",
            registry=registry,
            buckets=SLOW,
        )
        self.bot_fallbacks = Counter(
            "underdeck_bot_fallbacks", "Moves made for bots that gave no answer", registry=registry
        )
        self._moves = Counter(
            "underdeck_moves", "Moves that were sent", ["game", "outcome"], registry=registry
        )
        self._moves_of = cache(self._moves.labels)
        self._requests = Counter(
            "underdeck_http_requests",
            "HTTP requests answered",
            ["route", "status"],
            registry=registry,
        )
        self._refusals = Counter(
            "underdeck_refusals", "Refusals told to clients", ["code"], registry=registry
        )

    def count_move(self, game: str, outcome: str) -> None:
        """A move was sent, and this became of it."""
        self._moves_of(among(game_names(), game), among(OUTCOMES, outcome)).inc()

    def count_request(self, route: str, status: int) -> None:
        """A request was answered; its route is the template, never the path."""
        self._requests.labels(
            among(self._routes, route), str(status) if status in STATUSES else OTHER
        ).inc()

    def count_refusal(self, code: str) -> None:
        """Something was refused."""
        self._refusals.labels(among(self._codes, code)).inc()

    def render(self) -> tuple[bytes, str]:
        """All of it as Prometheus reads it, and the content type."""
        return generate_latest(self.registry), CONTENT_TYPE_LATEST


def among(known: Collection[str], label: str) -> str:
    """The label, if it is a known one."""
    return label if label in known else OTHER
