"""Metrics: rendered samples and their fixed sets of labels."""

from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from underdeck.serve.metrics import MOVE_OUTCOMES, Metrics


def new_metrics() -> Metrics:
    """Return metrics with a few paths and error codes."""
    return Metrics(routes=["/api/tables/{table}", "/"], codes=["stale", "illegal_move"])


def samples(metrics: Metrics) -> dict[tuple[str, ...], float]:
    """Return every rendered sample by its name and its label values."""
    body, _ = metrics.render()
    families = text_string_to_metric_families(body.decode())
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in families
        for sample in family.samples
    }


def test_counts_are_rendered() -> None:
    metrics = new_metrics()
    metrics.connections.inc()
    metrics.connections.inc()
    metrics.connections.dec()
    metrics.tables.set(3)
    metrics.count_move("tomb", "acknowledged")
    metrics.count_move("dungeon", "stale")
    metrics.count_move("dungeon", "stale")
    metrics.count_request("/api/tables/{table}", 200)
    metrics.count_refusal("illegal_move")
    metrics.bot_fallbacks.inc()
    rendered = samples(metrics)
    assert rendered["underdeck_connections",] == 1
    assert rendered["underdeck_tables_loaded",] == 3
    assert rendered["underdeck_moves_total", "tomb", "acknowledged"] == 1
    assert rendered["underdeck_moves_total", "dungeon", "stale"] == 2
    assert rendered["underdeck_http_requests_total", "/api/tables/{table}", "200"] == 1
    assert rendered["underdeck_refusals_total", "illegal_move"] == 1
    assert rendered["underdeck_bot_fallbacks_total",] == 1


def test_durations_fall_into_buckets() -> None:
    metrics = new_metrics()
    metrics.commit_seconds.observe(0.002)
    metrics.move_seconds.observe(0.02)
    metrics.bot_seconds.observe(3)
    rendered = samples(metrics)
    assert rendered["underdeck_commit_seconds_bucket", "0.001"] == 0
    assert rendered["underdeck_commit_seconds_bucket", "0.0025"] == 1
    assert rendered["underdeck_move_seconds_sum",] == 0.02
    assert rendered["underdeck_bot_seconds_bucket", "5.0"] == 1


def test_unknown_labels_become_other() -> None:
    metrics = new_metrics()
    for number in range(1000):
        metrics.count_move(f"game {number}", f"outcome {number}")
        metrics.count_request(f"/api/tables/{number}", 1000 + number)
        metrics.count_refusal(f"code {number}")
    rendered = samples(metrics)
    assert rendered["underdeck_moves_total", "other", "other"] == 1000
    assert rendered["underdeck_http_requests_total", "other", "other"] == 1000
    assert rendered["underdeck_refusals_total", "other"] == 1000
    assert len(rendered) == len(samples(new_metrics())) + 6  # each with the time it was created


def test_an_invalid_status_becomes_other() -> None:
    metrics = new_metrics()
    for status in (99, 100, 599, 600, -1):
        metrics.count_request("/", status)
    counted = {
        key[2]: value
        for key, value in samples(metrics).items()
        if key[0] == "underdeck_http_requests_total"
    }
    assert counted == {"100": 1, "599": 1, "other": 3}


def test_every_outcome_of_a_move_has_a_label() -> None:
    assert {"acknowledged", "refused", "stale", "duplicate"} == MOVE_OUTCOMES


def test_servers_do_not_share_metrics() -> None:
    one, another = new_metrics(), new_metrics()
    one.connections.inc()
    assert samples(another)["underdeck_connections",] == 0
    assert REGISTRY.get_sample_value("underdeck_connections") is None


def test_rendering_returns_the_content_type() -> None:
    body, content_type = new_metrics().render()
    assert body.endswith(b"\n")
    assert content_type.startswith("text/plain; version=")
