"""The lock of a table, which can also be taken without waiting."""

import asyncio

from underdeck.serve.table_lock import TableLock


def test_a_free_lock_is_taken_at_once_and_a_held_one_is_not() -> None:
    lock = TableLock(lambda: None)
    assert lock.try_acquire()
    assert lock.locked()
    assert not lock.try_acquire()
    lock.release()
    assert lock.try_acquire()


def test_waiting_tasks_get_the_lock_in_their_order() -> None:
    order: list[int] = []

    async def hold(lock: TableLock, number: int) -> None:
        async with lock:
            order.append(number)
            await asyncio.sleep(0)

    async def body() -> None:
        lock = TableLock(lambda: order.append(0))
        lock.try_acquire()
        tasks = [asyncio.ensure_future(hold(lock, number)) for number in (1, 2, 3)]
        await asyncio.sleep(0)
        lock.release()
        assert lock.locked()  # it was handed over, so that nobody can come first
        await asyncio.gather(*tasks)
        assert not lock.locked()

    asyncio.run(body())
    assert order == [1, 2, 3, 0]


def test_a_cancelled_task_leaves_the_lock_to_the_next_one() -> None:
    async def wait_for(lock: TableLock) -> None:
        async with lock:
            pass

    async def body() -> None:
        lock = TableLock(lambda: None)
        lock.try_acquire()
        first, second = (asyncio.ensure_future(wait_for(lock)) for _ in range(2))
        await asyncio.sleep(0)
        lock.release()  # to the first, which is cancelled before it runs
        first.cancel()
        await second
        assert not lock.locked()
        lock.try_acquire()
        third = asyncio.ensure_future(wait_for(lock))
        await asyncio.sleep(0)
        third.cancel()
        await asyncio.sleep(0)
        lock.release()
        assert not lock.locked()

    asyncio.run(body())
