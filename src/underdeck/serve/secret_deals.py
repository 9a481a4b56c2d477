"""Deals that others still play: their cards stay secret until the daily or the contest ends."""

from collections.abc import Callable

from sqlalchemy import Connection

from underdeck.career import daily
from underdeck.career.boards import DAILY, Board
from underdeck.career.competitions import is_over
from underdeck.refusal import Refusal
from underdeck.store.store import Store
from underdeck.table.table import Table


class SecretDeals:
    """Knows which deals may be shown."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now

    async def check(self, table: Table) -> None:
        """Refuse to show the cards of a deal that others still play."""
        if not await self.is_revealed(table.terms.deal_of):
            raise Refusal("deal_secret")

    async def is_revealed(self, board: str) -> bool:
        """Return whether the deals of a board may be shown; "" is no board."""
        if not board:
            return True
        return await self._store.read(is_revealed, board, daily.day_at(self._now()))


def is_revealed(connection: Connection, board: str, today: str) -> bool:
    """Return whether a day or a competition is over."""
    kind, name = Board.read(board)
    if kind == DAILY:
        return daily.is_revealed(connection, name, today)
    return is_over(connection, name)
