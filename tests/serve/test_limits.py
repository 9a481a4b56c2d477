"""Token buckets and quotas per client."""

from pathlib import Path

import pytest

from serve.server import Visitor, live, running
from serve.test_websocket import closed_with
from underdeck.serve.limits import Limits, Quota


def test_a_burst_is_allowed_and_then_the_rate() -> None:
    limits = Limits(rate=2, burst=3)
    assert [limits.allow("a", 100.0) for _ in range(5)] == [True, True, True, False, False]
    assert not limits.allow("a", 100.49)
    assert limits.allow("a", 100.5)
    assert not limits.allow("a", 100.6)


def test_refused_requests_cost_no_tokens() -> None:
    limits = Limits(rate=1, burst=1)
    assert limits.allow("a", 0.0)
    assert not any(limits.allow("a", tenth / 10) for tenth in range(10))
    assert limits.allow("a", 1.0)


def test_a_bucket_holds_no_more_than_the_burst() -> None:
    limits = Limits(rate=10, burst=2)
    assert limits.allow("a", 0.0)
    assert [limits.allow("a", 1000.0) for _ in range(3)] == [True, True, False]


def test_a_steady_client_at_the_rate_is_never_refused() -> None:
    limits = Limits(rate=10, burst=1)
    assert all(limits.allow("a", 0.1 * number) for number in range(1000))


def test_clients_have_buckets_of_their_own() -> None:
    limits = Limits(rate=1, burst=1)
    assert limits.allow("a", 0.0)
    assert limits.allow("b", 0.0)
    assert not limits.allow("a", 0.0)


def test_a_clock_that_goes_back_adds_no_tokens() -> None:
    limits = Limits(rate=1, burst=1)
    assert limits.allow("a", 100.0)
    assert not limits.allow("a", 50.0)
    assert limits.allow("a", 101.0)


def test_the_number_of_clients_is_limited() -> None:
    limits = Limits(rate=0.001, burst=1, max_clients=10)
    for number in range(1000):
        limits.allow(f"client {number}", 0.0)
    assert len(limits) == 10
    assert not limits.allow("client 999", 0.0)


def test_a_busy_client_is_not_dropped() -> None:
    limits = Limits(rate=0.001, burst=1, max_clients=10)
    assert limits.allow("busy", 0.0)
    for number in range(100):
        limits.allow(f"client {number}", 0.0)
        assert not limits.allow("busy", 0.0)


def test_full_buckets_are_dropped_as_other_clients_arrive() -> None:
    limits = Limits(rate=1, burst=1)
    for number in range(100):
        limits.allow(f"client {number}", 0.0)
    assert len(limits) == 100
    for number in range(100):
        limits.allow(f"later {number}", 10.0)
    assert len(limits) == 100
    limits.allow("last", 1000.0)
    for _ in range(100):
        limits.allow("last", 1000.0)
    assert len(limits) == 1


def test_a_quota_is_acquired_and_released() -> None:
    quota = Quota(2)
    assert [quota.acquire("a") for _ in range(3)] == [True, True, False]
    assert quota.acquire("b")
    quota.release("a")
    assert quota.acquire("a")
    assert not quota.acquire("a")


def test_a_client_without_anything_is_dropped() -> None:
    quota = Quota(1)
    assert quota.acquire("a")
    quota.release("a")
    assert len(quota) == 0
    assert not Quota(0).acquire("a")


def test_releasing_what_was_not_acquired_raises_key_error() -> None:
    with pytest.raises(KeyError):
        Quota(1).release("a")


def test_a_limit_of_zero_refuses_everyone() -> None:
    limits = Limits(rate=0, burst=0)
    assert not limits.allow("a", 0.0)
    assert not limits.allow("b", 1.0)
    assert len(limits) == 0


def test_a_cost_above_the_burst_becomes_debt() -> None:
    limits = Limits(rate=10, burst=20)
    assert limits.charge("a", 0.0, 100)
    assert not limits.allow("a", 7.9)
    assert not limits.charge("a", 7.9, 1)
    assert limits.allow("a", 8.1)


def test_no_debt_lasts_longer_than_a_minute() -> None:
    limits = Limits(rate=10, burst=20)
    assert limits.charge("a", 0.0, 1e9)
    assert not limits.allow("a", 58.0)
    assert limits.allow("a", 60.0)


def test_an_empty_bucket_is_not_charged() -> None:
    limits = Limits(rate=1, burst=1)
    assert limits.allow("a", 0.0)
    assert not limits.charge("a", 0.0, 50)
    assert limits.allow("a", 1.0)
    assert not Limits(rate=0, burst=0).charge("a", 0.0, 1)


def test_too_many_hellos_are_closed_with_try_again_later(tmp_path: Path) -> None:
    @live
    async def scenario(visitor: Visitor) -> None:
        key = (await visitor.open())["key"]
        codes = []
        for _ in range(3):
            player = await visitor.open_socket()
            await player.send("hello", key=key)
            codes.append(
                await closed_with(player)
                if (await player.next("table", "refused"))["type"] == "refused"
                else None
            )
        assert codes[0] is None
        assert 1013 in codes

    with running(tmp_path, max_per_second=4.0) as server:
        scenario(server)
