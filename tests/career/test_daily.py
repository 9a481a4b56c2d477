"""The daily deal: a chain of hashes that commits to every later day."""

import asyncio
import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdeck.career import daily
from underdeck.career.daily import Chain, Streaks
from underdeck.deal import Fair
from underdeck.refusal import Refusal
from underdeck.store.store import Store

ROOT = "ab" * 32
CHAIN = Chain("2026-11-15", 400, ROOT, "2026-11-17")


def test_the_link_of_a_day_is_the_hash_of_the_next_days_link() -> None:
    for day in ("2026-11-14", "2026-11-15", "2026-12-31", "2027-12-17"):
        after = daily.day_at(daily.end_of(day))
        assert CHAIN.link(day) == hashlib.sha256(CHAIN.link(after)).digest()


def test_the_commitment_of_a_days_shuffle_is_the_link_of_the_day_before() -> None:
    assert Fair(CHAIN.link("2026-11-16")).commitment == CHAIN.link("2026-11-15").hex()


def test_the_last_day_has_the_root() -> None:
    assert CHAIN.link("2027-12-19").hex() == ROOT


@pytest.mark.parametrize("day", ["2026-11-13", "2027-12-20", "1999-01-01"])
def test_days_outside_of_the_chain_are_refused(day: str) -> None:
    with pytest.raises(Refusal) as refused:
        CHAIN.link(day)
    assert refused.value.code == "unknown_day"


def test_a_chain_does_not_print_its_secret() -> None:
    assert ROOT not in repr(CHAIN)


def test_only_days_up_to_the_latest_are_served() -> None:
    days = ["2026-11-14", "2026-11-15", "2026-11-17", "2026-11-18"]
    assert [CHAIN.has(day) for day in days] == [False, True, True, False]


@pytest.mark.parametrize("text", ["2026-02-30", "2026-13-01", "yesterday", ""])
def test_a_day_that_does_not_exist_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        daily.read_day(text)
    assert refused.value.code == "unknown_day"


def test_a_day_ends_at_midnight_utc() -> None:
    assert daily.day_at(daily.end_of("2026-11-17") - 1) == "2026-11-17"
    assert daily.day_at(daily.end_of("2026-11-17")) == "2026-11-18"


def test_the_first_day_creates_the_chain_and_later_days_advance_it(url: str) -> None:
    async def run() -> None:
        store = await Store.open(url)
        assert await store.read(daily.find_chain) is None
        first = await store.write(daily.open_day, "2026-11-17")
        again = await store.write(daily.open_day, "2026-11-17")
        assert (first.first_day, first.last_day) == ("2026-11-17", "2026-11-17")
        assert again == first
        later = await store.write(daily.open_day, "2026-11-19")
        assert (later.root, later.last_day) == (first.root, "2026-11-19")
        await store.close()

    asyncio.run(run())


def test_a_clock_that_is_set_back_reopens_no_earlier_day(url: str) -> None:
    async def run() -> None:
        store = await Store.open(url)
        await store.write(daily.open_day, "2026-11-17")
        back = await store.write(daily.open_day, "2026-11-15")
        assert back.last_day == "2026-11-17"
        assert not await store.read(daily.is_revealed, "2026-11-17", "2026-11-15")
        assert await store.read(daily.is_revealed, "2026-11-16", "2026-11-15")
        await store.close()

    asyncio.run(run())


def test_nothing_is_revealed_before_the_first_daily(url: str) -> None:
    async def run() -> None:
        store = await Store.open(url)
        assert not await store.read(daily.is_revealed, "2000-01-01", "2026-11-17")
        await store.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        ([], Streaks(0, 0)),
        (["2026-11-17"], Streaks(1, 1)),
        (["2026-11-15", "2026-11-16"], Streaks(2, 2)),
        (["2026-11-14", "2026-11-15"], Streaks(0, 2)),
        (["2026-11-10", "2026-11-11", "2026-11-12", "2026-11-17"], Streaks(1, 3)),
        (["2026-10-31", "2026-11-01"], Streaks(0, 2)),
    ],
)
def test_a_streak_lasts_until_a_day_is_missed(days: list[str], expected: Streaks) -> None:
    assert daily.streaks(days, "2026-11-17") == expected


@given(st.lists(st.dates(), max_size=30))
def test_a_day_counts_once_in_a_streak(days: list[object]) -> None:
    texts = [str(day) for day in days]
    assert daily.streaks(texts + texts, "2026-11-17") == daily.streaks(texts, "2026-11-17")
