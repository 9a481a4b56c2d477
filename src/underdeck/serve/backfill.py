"""Complete the finished games of older versions from the logs of their tables."""

from underdeck.career import completion
from underdeck.career.finished import FinishedGame
from underdeck.refusal import Refusal
from underdeck.serve.logs import log, log_exception
from underdeck.store.model import Result
from underdeck.store.store import Store
from underdeck.table.log import fold_rows
from underdeck.table.summaries import finished_of

BATCH_SIZE = 20
"""The games of one transaction."""
MAX_ON_REQUEST = 200
"""The games that are completed before a request for a history is answered."""
LOG_INTERVAL = 1000
"""How many games are completed between two log entries."""


class Backfill:
    """Completes games in small transactions; what is done stays done after an interruption."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def run(self) -> None:
        """Complete all games; what fails is logged and left for later."""
        done, profile = 0, ""
        try:
            while found := await self._store.read(completion.next_profile, profile):
                profile = found
                while count := await self.complete(profile, BATCH_SIZE):
                    if done // LOG_INTERVAL != (done + count) // LOG_INTERVAL:
                        log("history_completing", games=done + count)
                    done += count
            await self._refresh_all()
        except Refusal as refusal:
            log("history_incomplete", games=done, error=refusal.code)
        except Exception as error:
            log_exception("history_incomplete", error)
        if done:
            log("history_completed", games=done)

    async def _refresh_all(self) -> None:
        """Recompute the totals of profiles that got games by an import of the whole database."""
        profile = ""
        while found := await self._store.read(completion.next_stale_profile, profile):
            profile = found
            await self._store.write(completion.refresh, profile)

    async def prepare(self, profile: str) -> None:
        """Bring the history of a profile up to date, before it is shown."""
        await self.complete(profile)
        await self._store.write(completion.refresh, profile)

    async def complete(self, profile: str, limit: int = MAX_ON_REQUEST) -> int:
        """Complete some games of a profile, oldest first; return their number."""
        rows = await self._store.read(completion.incomplete_games, profile, limit)
        if rows:
            games = [(row, await self._finished(row)) for row in rows]
            await self._store.write(completion.complete, games)
        return len(rows)

    async def _finished(self, row: Result) -> FinishedGame | None:
        """Return the game of a table's log; None if the log is missing or damaged."""
        entries = await self._store.entries(row.table)
        try:
            table = await fold_rows(row.table, entries)
        except Refusal:
            return None
        if table.opened is None or not table.is_over or row.seat >= len(table.seats):
            return None
        return finished_of(table, row.at)
