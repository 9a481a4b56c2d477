"""A lock that can also be taken without waiting, by code that isn't a coroutine."""

import asyncio
from collections import deque
from collections.abc import Callable


class TableLock:
    """Held while entries are appended to a table; waiting tasks get it in their order."""

    def __init__(self, on_release: Callable[[], None]) -> None:
        self._is_locked = False
        self._waiters: deque[asyncio.Future[None]] = deque()
        self._on_release = on_release
        """Called whenever the lock becomes free."""

    def locked(self) -> bool:
        """Return whether the lock is held."""
        return self._is_locked

    def try_acquire(self) -> bool:
        """Take the lock if it is free."""
        if self._is_locked:
            return False
        self._is_locked = True
        return True

    async def __aenter__(self) -> None:
        if self.try_acquire():
            return
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        try:
            await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled():
                self.release()  # it was handed over while the task was cancelled
            raise

    async def __aexit__(self, *_: object) -> None:
        self.release()

    def release(self) -> None:
        """Hand the lock over to the next task, or free it."""
        while self._waiters:
            waiter = self._waiters.popleft()
            if not waiter.done():
                waiter.set_result(None)
                return
        self._is_locked = False
        self._on_release()
