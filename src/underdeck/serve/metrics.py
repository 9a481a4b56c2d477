"""Metrics for Prometheus; labels come from fixed sets, so that clients can't create new ones."""

from collections.abc import Collection
from functools import lru_cache

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)

from underdeck.registry import game_names

MOVE_OUTCOMES = frozenset({"acknowledged", "refused", "stale", "duplicate"})
OTHER = "other"
"""The label for values outside the fixed set."""
MAX_MOVE_LABELS = 256
"""Limits the cached counters of moves."""
STATUSES = range(100, 600)
FAST_BUCKETS_S = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
SLOW_BUCKETS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """The gauges, counters and histograms of a server.

    `routes` are its path templates, `codes` its error codes.
    """

    def __init__(self, routes: Collection[str], codes: Collection[str]) -> None:
        self.registry = registry = CollectorRegistry()
        self._routes = frozenset(routes)
        self._codes = frozenset(codes)
        self.connections = Gauge("underdeck_connections", "Open WebSockets", registry=registry)
        self.tables = Gauge("underdeck_tables_loaded", "Tables held in memory", registry=registry)
        self.commit_seconds = self._histogram(
            "underdeck_commit_seconds", "Time to write an entry to the store", FAST_BUCKETS_S
        )
        self.move_seconds = self._histogram(
            "underdeck_move_seconds", "Time from receiving a move to its answer", FAST_BUCKETS_S
        )
        self.bot_seconds = self._histogram(
            "underdeck_bot_seconds", "Time from asking a bot to its answer", SLOW_BUCKETS_S
        )
        self.bot_fallbacks = Counter(
            "underdeck_bot_fallbacks", "Moves made for bots that did not answer", registry=registry
        )
        moves = Counter("underdeck_moves", "Moves received", ["game", "outcome"], registry=registry)
        self._moves = lru_cache(MAX_MOVE_LABELS)(
            lambda game, outcome: moves.labels(
                known_label(game_names(), game), known_label(MOVE_OUTCOMES, outcome)
            )
        )
        self._requests = Counter(
            "underdeck_http_requests",
            "HTTP requests answered",
            ["route", "status"],
            registry=registry,
        )
        self._refusals = Counter(
            "underdeck_refusals", "Errors sent to clients", ["code"], registry=registry
        )

    def _histogram(self, name: str, help_text: str, buckets: tuple[float, ...]) -> Histogram:
        return Histogram(name, help_text, registry=self.registry, buckets=buckets)

    def count_move(self, game: str, outcome: str) -> None:
        """Count a move by its game and outcome."""
        self._moves(game, outcome).inc()

    def count_request(self, route: str, status: int) -> None:
        """Count a response by its path template, never its path, and its status."""
        label = str(status) if status in STATUSES else OTHER
        self._requests.labels(known_label(self._routes, route), label).inc()

    def count_refusal(self, code: str) -> None:
        """Count an error by its code."""
        self._refusals.labels(known_label(self._codes, code)).inc()

    def render(self) -> tuple[bytes, str]:
        """Return all metrics in Prometheus' text format, and its content type."""
        return generate_latest(self.registry), CONTENT_TYPE_LATEST


def known_label(known: Collection[str], label: str) -> str:
    """Return the label if it is a known one, else `other`."""
    return label if label in known else OTHER
