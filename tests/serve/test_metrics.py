"""Metrics: what is counted is told, under labels that nobody can multiply."""

from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from underdeck.serve.metrics import MOVE_OUTCOMES, Metrics


def new_metrics() -> Metrics:
    """Metrics of a house with few paths and refusals."""
    return Metrics(routes=["/api/tables/{table}", "/"], codes=["stale", "illegal_move"])


def samples(metrics: Metrics) -> dict[tuple[str, ...], float]:
    """Every sample as told, by its name and the values of its labels."""
    body, _ = metrics.render()
    families = text_string_to_metric_families(body.decode())
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in families
        for sample in family.samples
    }


def test_what_is_counted_is_told() -> None:
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
    told = samples(metrics)
    assert told["underdeck_connections",] == 1
    assert told["underdeck_tables_loaded",] == 3
    assert told["underdeck_moves_total", "tomb", "acknowledged"] == 1
    assert told["underdeck_moves_total", "dungeon", "stale"] == 2
    assert told["underdeck_http_requests_total", "/api/tables/{table}", "200"] == 1
    assert told["underdeck_refusals_total", "illegal_move"] == 1
    assert told["underdeck_bot_fallbacks_total",] == 1


def test_times_fall_into_buckets() -> None:
    metrics = new_metrics()
    metrics.commit_seconds.observe(0.002)
    metrics.move_seconds.observe(0.02)
    metrics.bot_seconds.observe(3)
    told = samples(metrics)
    assert told["underdeck_commit_seconds_bucket", "0.001"] == 0
    assert told["underdeck_commit_seconds_bucket", "0.0025"] == 1
    assert told["underdeck_move_seconds_sum",] == 0.02
    assert told["underdeck_bot_seconds_bucket", "5.0"] == 1


def test_unknown_labels_are_all_the_same() -> None:
    metrics = new_metrics()
    for number in range(1000):
        metrics.count_move(f"game {number}", f"outcome {number}")
        metrics.count_request(f"/api/tables/{number}", 1000 + number)
        metrics.count_refusal(f"code {number}")
    told = samples(metrics)
    assert told["underdeck_moves_total", "other", "other"] == 1000
    assert told["underdeck_http_requests_total", "other", "other"] == 1000
    assert told["underdeck_refusals_total", "other"] == 1000
    assert len(told) == len(samples(new_metrics())) + 6  # each with the time it was created


def test_a_status_is_one_of_http() -> None:
    metrics = new_metrics()
    for status in (99, 100, 599, 600, -1):
        metrics.count_request("/", status)
    counted = {
        key[2]: value
        for key, value in samples(metrics).items()
        if key[0] == "underdeck_http_requests_total"
    }
    assert counted == {"100": 1, "599": 1, "other": 3}


def test_every_outcome_of_a_move_has_its_label() -> None:
    assert {"acknowledged", "refused", "stale", "duplicate"} == MOVE_OUTCOMES


def test_houses_do_not_share_their_metrics() -> None:
    one, another = new_metrics(), new_metrics()
    one.connections.inc()
    assert samples(another)["underdeck_connections",] == 0
    assert REGISTRY.get_sample_value("underdeck_connections") is None


def test_the_body_comes_with_its_type() -> None:
    body, content_type = new_metrics().render()
    assert body.endswith(b"\n")
    assert content_type.startswith("text/plain; version=")
