"""The history of a profile: finished games, statistics, achievements, exports and imports."""

from sqlalchemy import Connection, select

from underdeck.career import past_games
from underdeck.career.achievements import ANY_HOUSE, achievements
from underdeck.career.past_games import Filter
from underdeck.career.statistics import statistics
from underdeck.career.totals import Totals, read_totals
from underdeck.refusal import Refusal
from underdeck.serve import messages
from underdeck.serve.career_messages import (
    achievement_message,
    game_message,
    statistics_message,
)
from underdeck.serve.key_ring import KeyRing
from underdeck.serve.live_tables import LiveTables
from underdeck.serve.profiles import Profiles
from underdeck.store import schema
from underdeck.store.model import Result
from underdeck.store.store import Store


class Career:
    """Shows a profile its own games, and moves games between profiles and machines."""

    def __init__(self, store: Store, live: LiveTables, keys: KeyRing, profiles: Profiles) -> None:
        self._store = store
        self._live = live
        self._keys = keys
        self._profiles = profiles

    async def history(
        self, secret: str | None, wanted: messages.HistoryRequest
    ) -> messages.HistoryPage:
        """Return a page of the profile's games, newest first."""
        profile = (await self._profiles.find(secret)).profile
        chosen = Filter(
            profile, wanted.game, wanted.house, wanted.since, wanted.until, wanted.opponent
        )
        return await self._store.read(_history_page, chosen, wanted.before, wanted.limit)

    async def statistics(
        self, secret: str | None, wanted: messages.GameFilter
    ) -> messages.StatisticsShown:
        """Return the statistics of one game."""
        profile = (await self._profiles.find(secret)).profile
        chosen = Filter(
            profile, wanted.game, wanted.house, wanted.since, wanted.until, wanted.opponent
        )
        return statistics_message(wanted.game, await self._store.read(statistics, chosen))

    async def achievements(self, secret: str | None) -> messages.Achievements:
        """Return all achievements, unlocked or not."""
        profile = (await self._profiles.find(secret)).profile
        return await self._store.read(_achievements, profile)

    async def result(self, secret: str | None) -> messages.GameListed:
        """Return the finished game of a seat, for the person who has played it."""
        key = await self._keys.find(secret, "seat")
        table, seat = key.table or "", key.seat or 0
        if not (await self._live.read(table)).is_over:
            raise Refusal("record_not_over")
        row = await self._store.read(past_games.result_at, table, seat)
        if row is None or row.profile != key.profile:
            raise Refusal("no_history")
        return game_message(row, {table})


def _history_page(
    connection: Connection, wanted: Filter, before: str | None, limit: int
) -> messages.HistoryPage:
    """Return a page of the history."""
    rows = past_games.newest(connection, wanted, limit + 1, before)
    shown = rows[:limit]
    return messages.HistoryPage(
        game_messages(connection, shown),
        past_games.cursor_of(shown[-1]) if len(rows) > limit else None,
        past_games.count_games(connection, wanted),
    )


def game_messages(connection: Connection, rows: list[Result]) -> list[messages.GameListed]:
    """Return finished games as messages."""
    stored = past_games.with_records(connection, [row.table for row in rows])
    return [game_message(row, stored) for row in rows]


def _achievements(connection: Connection, profile: str) -> messages.Achievements:
    """Return all achievements of a profile with their progress."""
    unlocked_rows, progress = schema.achievements.c, schema.progress.c
    unlocked = {
        name: (at, table)
        for name, at, table in connection.execute(
            select(unlocked_rows.achievement, unlocked_rows.at, unlocked_rows.table).where(
                unlocked_rows.profile == profile
            )
        )
    }
    totals = {
        game: read_totals(body) or Totals()
        for game, body in connection.execute(
            select(progress.game, progress.body).where(
                progress.profile == profile, progress.house == ANY_HOUSE
            )
        )
    }
    shown = [
        achievement_message(each, each.measure(totals.get(each.game, Totals())), unlocked)
        for each in achievements()
    ]
    return messages.Achievements(shown, sum(each.at is not None for each in shown))
