"""The history of a profile: finished games, statistics, achievements, exports and imports."""

import asyncio
import json
import time
from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, select

from underdeck.career import competitions, completion, past_games, settlement
from underdeck.career.achievements import ANY_HOUSE, achievements
from underdeck.career.imports import (
    HISTORY_VERSION,
    GameToAdd,
    add_games,
    check_version,
    games_to_recount,
    read_game,
)
from underdeck.career.merging import merge
from underdeck.career.past_game import read_opponents
from underdeck.career.past_games import Filter
from underdeck.career.statistics import statistics
from underdeck.career.totals import Totals, read_totals
from underdeck.formats import as_json, read_json
from underdeck.refusal import Refusal
from underdeck.serve import messages
from underdeck.serve.backfill import Backfill
from underdeck.serve.career_messages import (
    achievement_message,
    game_message,
    statistics_message,
)
from underdeck.serve.key_ring import KeyRing
from underdeck.serve.keys import hash_of, read_code
from underdeck.serve.live_tables import LiveTables
from underdeck.serve.profiles import Profiles, key_message
from underdeck.serve.secret_deals import SecretDeals
from underdeck.store import queries, schema
from underdeck.store.locks import lock_histories
from underdeck.store.model import Result
from underdeck.store.store import Store
from underdeck.table.log import fold_rows
from underdeck.table.names import read_name

T = TypeVar("T")
P = ParamSpec("P")


class Career:
    """Shows a profile its own games, and moves games between profiles and machines."""

    def __init__(self, store: Store, live: LiveTables, keys: KeyRing, profiles: Profiles) -> None:
        self._store = store
        self._live = live
        self._keys = keys
        self._profiles = profiles
        self.backfill = Backfill(store)
        self._secrets = SecretDeals(store, live.wall)

    async def _read(
        self,
        work: Callable[Concatenate[Connection, P], T],
        profile: str,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Read from the history of a profile, after bringing it up to date if it isn't."""

        def read(connection: Connection) -> T | None:
            if completion.is_outdated(connection, profile):
                return None
            return work(connection, *args, **kwargs)

        found = await self._store.read(read)
        if found is None:
            await self.backfill.prepare(profile)
            found = await self._store.read(work, *args, **kwargs)
        return found

    async def history(
        self, secret: str | None, wanted: messages.HistoryRequest
    ) -> messages.HistoryPage:
        """Return a page of the profile's games, newest first."""
        profile = (await self._profiles.find(secret)).profile
        chosen = _filter(profile, wanted)
        return await self._read(_history_page, profile, chosen, wanted.before, wanted.limit)

    async def statistics(
        self, secret: str | None, wanted: messages.GameFilter
    ) -> messages.StatisticsShown:
        """Return the statistics of one game."""
        profile = (await self._profiles.find(secret)).profile
        chosen = _filter(profile, wanted)
        return statistics_message(wanted.game, await self._read(statistics, profile, chosen))

    async def achievements(self, secret: str | None) -> messages.Achievements:
        """Return all achievements, unlocked or not."""
        profile = (await self._profiles.find(secret)).profile
        return await self._read(_achievements, profile, profile)

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

    async def export(
        self, secret: str | None, wanted: messages.ExportRequest
    ) -> messages.ExportPart:
        """Return a part of the profile's games with their records, oldest first.

        Games whose deal others still play are left out.
        """
        profile = await self._profiles.find(secret)
        rows = await self._store.read(
            past_games.oldest, profile.profile, wanted.limit + 1, wanted.after
        )
        shown = rows[: wanted.limit]
        found = [await self._exported(row) for row in shown]
        return messages.ExportPart(
            HISTORY_VERSION,
            profile.name,
            [game for game in found if game is not None],
            past_games.cursor_of(shown[-1]) if len(rows) > wanted.limit else None,
        )

    async def game(self, secret: str | None, wanted: messages.OwnGame) -> messages.ExportedGame:
        """Return one finished game of the profile with its record."""
        profile = (await self._profiles.find(secret)).profile
        row = await self._store.read(past_games.game_of, profile, wanted.table)
        found = None if row is None else await self._exported(row)
        if found is not None:
            return found
        is_kept = await self._store.read(past_games.with_records, [wanted.table])
        raise Refusal("deal_secret" if row is not None and is_kept else "unknown_table")

    async def _exported(self, row: Result) -> messages.ExportedGame | None:
        """Return a game with its record; None if there is none, or if its cards are secret."""
        body = await self._store.read(past_games.record_body, row.table)
        if body is not None:
            names = [each.name for each in read_opponents(row.opponents)]
            names.insert(row.seat, "")
            return messages.ExportedGame(json.loads(body), row.seat, row.at, names)
        entries = await self._store.entries(row.table)
        if not entries:
            return None
        table = await fold_rows(row.table, entries)
        if not table.is_over or not await self._secrets.is_revealed(table.terms.deal_of):
            return None
        return messages.ExportedGame(
            as_json(table.game_played), row.seat, row.at, list(table.names), row.table
        )

    async def games_to_recount(self, secret: str | None, wanted: messages.UnreadImport) -> int:
        """Return the number of games whose statistics an import would compute again."""
        profile = (await self._profiles.find(secret)).profile
        now = time.time()
        first = min((game.at or now for game in wanted.games), default=now)
        return await self._store.read(games_to_recount, profile, len(wanted.games), first)

    async def import_games(
        self, secret: str | None, wanted: messages.UnreadImport
    ) -> messages.Imported:
        """Add games to the profile's history, all or none; each record is replayed first."""
        profile = (await self._profiles.find(secret)).profile
        check_version(wanted.underdeck_history)
        games = await asyncio.to_thread(_read_games, profile, wanted, time.time())
        return await self._store.write(_add_games, profile, games)

    async def games_to_merge(self, secret: str | None, wanted: messages.MergeRequest) -> int:
        """Return the number of games that two profiles have together."""
        code = await self._store.key(hash_of(read_code(wanted.code)))
        profiles = [(await self._profiles.find(secret)).profile, (code and code.profile) or ""]
        counts = [await self._store.read(past_games.count_games, Filter(one)) for one in profiles]
        return sum(counts)

    async def merge(self, secret: str | None, wanted: messages.MergeRequest) -> messages.ProfileKey:
        """Move everything of the profile of a device code to this one."""
        profile = await self._profiles.find(secret)
        code = hash_of(read_code(wanted.code))
        await self._store.write(_merge, code, profile.profile, time.time())
        return key_message(profile, secret or "")


def _read_games(profile: str, wanted: messages.UnreadImport, now: float) -> list[GameToAdd]:
    """Replay all games; refuse the first wrong one with its number."""
    found = []
    for number, game in enumerate(wanted.games, 1):
        try:
            found.append(
                read_game(
                    read_json(bytes(game.record)),
                    profile=profile,
                    seat=game.seat,
                    at=min(game.at or now, now),
                    names=[shown_name(name) for name in game.names],
                    elsewhere=game.table,
                    origin=wanted.origin,
                )
            )
        except Refusal as refusal:
            raise Refusal("game_refused", number=number, reason=refusal) from refusal
    return found


def _add_games(connection: Connection, profile: str, games: list[GameToAdd]) -> messages.Imported:
    """Add games in one transaction; return the game itself if one was sent."""
    _lock_profile(connection, profile)
    added = add_games(connection, profile, games)
    rows = (
        [past_games.result_at(connection, games[0].finished.table, games[0].seat)]
        if len(games) == 1 and added
        else []
    )
    shown = game_messages(connection, [row for row in rows if row is not None])
    return messages.Imported(len(added), len(games) - len(added), shown)


def _merge(connection: Connection, code: bytes, into: str, now: float) -> None:
    """Merge the profile of a code into another one; a code that can't be used stays valid."""
    _lock_profile(connection, into)
    taken = queries.take_key(connection, code, "code", now)
    if taken is None or taken.profile is None:
        raise Refusal("unknown_code")
    if taken.profile == into:
        raise Refusal("same_profile")
    merge(connection, taken.profile, into)
    settlement.settle_open(connection, competitions.open_of(connection, into), now)


def _lock_profile(connection: Connection, profile: str) -> None:
    """Lock the histories; refuse a profile that was deleted or merged meanwhile."""
    lock_histories(connection)
    if queries.profile(connection, profile) is None:
        raise Refusal("unknown_key")


def shown_name(name: str) -> str:
    """Return a name of an export as it is stored; "" for one that nobody could have here."""
    try:
        return read_name(name)
    except Refusal:
        return ""


def _filter(profile: str, wanted: messages.HistoryRequest | messages.GameFilter) -> Filter:
    """Return the games of a profile that a request is about; refuse a period that ends first."""
    if wanted.since and wanted.until and wanted.since > wanted.until:
        raise Refusal("period_reversed", since=wanted.since, until=wanted.until)
    return Filter(
        profile, wanted.game, wanted.house, wanted.since, wanted.until, wanted.opponent or None
    )


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
