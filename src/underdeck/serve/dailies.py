"""Requests about the daily deal: play it, its leaderboard, and a profile's calendar."""

from sqlalchemy import Connection

from underdeck.career import attempts, daily
from underdeck.career.boards import DAILY, Board
from underdeck.career.daily import Chain
from underdeck.refusal import Refusal
from underdeck.serve import messages
from underdeck.serve.board_tables import BoardTables
from underdeck.serve.leaderboards import leaderboard
from underdeck.serve.live_tables import LiveTables
from underdeck.serve.new_table import solitaire_terms
from underdeck.serve.profiles import Profiles
from underdeck.store.store import Store


class Dailies:
    """Serves one deal a day, the same for everyone."""

    def __init__(
        self, store: Store, live: LiveTables, profiles: Profiles, tables: BoardTables
    ) -> None:
        self._store = store
        self._live = live
        self._profiles = profiles
        self._tables = tables
        self._chain: Chain | None = None
        """The chain as this process has read it last."""

    async def play(
        self, secret: str | None, wanted: messages.NamedPlay, client: str
    ) -> messages.Seated:
        """Open the profile's ranked attempt at today's deal, or resume it."""
        chain, _ = await self._today()
        board = daily.board_of(chain.last_day)
        terms = solitaire_terms(
            daily.daily_game(),
            {},
            seed=chain.link(chain.last_day).hex(),
            unmixed=True,
            board=board,
            deal_of=board,
            origin="daily",
        )
        return await self._tables.play(secret, terms, wanted.name, client)

    async def show(self, secret: str | None, day: str | None) -> messages.DailyShown:
        """Return today's daily, or that of an earlier day."""
        profile = (await self._profiles.find(secret)).profile if secret else ""
        chain, is_behind = await self._today()
        shown = chain.last_day if day is None else daily.read_day(day)
        if not chain.has(shown):
            raise Refusal("unknown_day", day=shown)
        is_today = shown == chain.last_day
        before = daily.day_before(shown)
        return messages.DailyShown(
            day=shown,
            game=daily.daily_game(),
            is_today=is_today,
            ends=daily.end_of(shown),
            now=self._live.wall(),
            is_clock_behind=is_behind,
            commitment=chain.link(before).hex(),
            link=None if is_today else chain.link(shown).hex(),
            board=await self._store.read(leaderboard, daily.board_of(shown), 1, profile),
            previous=before if chain.has(before) else None,
        )

    async def calendar(self, secret: str | None) -> messages.Calendar:
        """Return the days that the profile has played, and its streaks."""
        profile = (await self._profiles.find(secret)).profile
        chain, _ = await self._today()
        return await self._store.read(calendar, profile, chain.last_day)

    async def _today(self) -> tuple[Chain, bool]:
        """Return the chain at the current day, and whether the clock is behind it."""
        day = daily.day_at(self._live.wall())
        if self._chain is None or self._chain.last_day < day:
            self._chain = await self._store.write(daily.open_day, day)
        return self._chain, day < self._chain.last_day


def calendar(connection: Connection, profile: str, today: str) -> messages.Calendar:
    """Return the calendar of a profile."""
    days = [
        messages.DayPlayed(
            day=Board.read(each.board).name,
            status="running" if each.at is None else "over",
            standing=each.standing,
            outcome=each.outcome or None,
            points=each.points,
            kings=each.kings,
        )
        for each in attempts.of_profile(connection, profile, f"{DAILY}:")
    ]
    streaks = daily.streaks((each.day for each in days if each.status == "over"), today)
    return messages.Calendar(today, days, streaks.current, streaks.longest)
