"""Deals that players share, by a code or a number."""

import asyncio
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdeck.career import shared_deals
from underdeck.career.shared_deals import DealName, SharedDeal
from underdeck.deal_code import MAX_NUMBER, code_of_number, new_code
from underdeck.refusal import Refusal
from underdeck.store.store import Store

SHARED = SharedDeal(
    "7KQ2-P9MX-AGHT", "t1", "tomb", "{}", "AS KD", "p1", "Ada", "escaped", 47, 3, 1.0
)


def test_a_number_names_a_numbered_deal() -> None:
    assert shared_deals.read_name("12345") == DealName(code_of_number(12345), is_shared=False)


def test_a_deal_code_names_its_deal() -> None:
    code = new_code()
    assert shared_deals.read_name(code.lower()) == DealName(code, is_shared=False)


def test_twelve_characters_name_a_shared_deal() -> None:
    code = shared_deals.new_shared_code()
    assert shared_deals.read_name(code.replace("-", " ").lower()) == DealName(code, is_shared=True)


@pytest.mark.parametrize("text", ["", "0", "-3", "7KQ2P-9MXA1", "abc", "7KQ2-P9MX-AGH0"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(Refusal):
        shared_deals.read_name(text)


@given(st.integers(1, MAX_NUMBER))
def test_numbers_without_leading_zeros_never_look_like_other_codes(number: int) -> None:
    assert not shared_deals.read_name(str(number)).is_shared


def test_house_rules_have_a_leaderboard_of_their_own() -> None:
    plain = shared_deals.board_of("7KQ2P-9MXAG", "")
    assert plain == "deal:7KQ2P-9MXAG"
    assert shared_deals.board_of("7KQ2P-9MXAG", "drop_sum=1") != plain


def test_a_game_is_shared_once_by_each_player(url: str) -> None:
    async def run() -> None:
        store = await Store.open(url)
        assert await store.write(shared_deals.share, SHARED) == SHARED
        again = replace(SHARED, code=shared_deals.new_shared_code())
        assert await store.write(shared_deals.share, again) == SHARED
        other = replace(again, profile="p2")
        assert await store.write(shared_deals.share, other) == other
        assert await store.read(shared_deals.find, SHARED.code) == SHARED
        await store.close()

    asyncio.run(run())


def test_an_unknown_code_is_refused(url: str) -> None:
    async def run() -> None:
        store = await Store.open(url)
        with pytest.raises(Refusal) as refused:
            await store.read(shared_deals.find, SHARED.code)
        assert refused.value.code == "unknown_deal"
        await store.close()

    asyncio.run(run())
