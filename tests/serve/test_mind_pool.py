"""The workers of advice and reviews: errors, crashes and the end of the server."""

import asyncio
import os
import time

import pytest

from underdeck.refusal import Refusal
from underdeck.serve import mind_pool
from underdeck.serve.mind_pool import MindPool


def refuse() -> None:
    """Refuse a question, in the worker."""
    raise Refusal("no_advice", game="tomb")


def crash() -> None:
    """End the worker."""
    os._exit(3)


def test_a_worker_answers_refuses_and_is_replaced_after_a_crash() -> None:
    async def scenario() -> None:
        pool = MindPool()
        try:
            assert await pool.run(os.getpid) != os.getpid()
            with pytest.raises(Refusal, match="no_advice"):
                await pool.run(refuse)
            with pytest.raises(Refusal, match="unavailable"):
                await pool.run(crash)
            assert await pool.run(abs, -1) == 1
        finally:
            await pool.stop()
        with pytest.raises(Refusal, match="draining"):
            await pool.run(abs, -1)

    asyncio.run(scenario())


def test_a_worker_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        pool = MindPool()
        try:
            assert await pool.run(abs, -1) == 1
            monkeypatch.setattr(mind_pool, "TIMEOUT_S", 0.05)
            with pytest.raises(Refusal, match="unavailable"):
                await pool.run(time.sleep, 600)
        finally:
            await pool.stop()

    asyncio.run(scenario())


def test_a_pool_without_questions_starts_no_worker() -> None:
    pool = MindPool()
    asyncio.run(pool.stop())
    assert pool._executor is None
