"""Tables that are played for a leaderboard: one ranked attempt for each profile."""

import time
from functools import partial

from sqlalchemy import Connection

from underdeck.career import attempts
from underdeck.career.attempts import Attempt
from underdeck.refusal import Refusal
from underdeck.serve import messages
from underdeck.serve.keys import new_name, new_secret, seat_key
from underdeck.serve.limits import Limits
from underdeck.serve.live_tables import LiveTables
from underdeck.serve.profiles import Profiles
from underdeck.store.store import Store
from underdeck.table.entries import Opened
from underdeck.table.log import Also
from underdeck.table.table import Table

ATTEMPT_BEGUN = "attempt_begun"


class BoardTables:
    """Opens first attempts, and resumes them on any device of the profile."""

    def __init__(
        self, store: Store, live: LiveTables, profiles: Profiles, opening_limits: Limits
    ) -> None:
        self._store = store
        self._live = live
        self._profiles = profiles
        self._opening_limits = opening_limits

    async def play(
        self, secret: str | None, terms: Opened, name: str, client: str, check: Also | None = None
    ) -> messages.Seated:
        """Open the profile's attempt at the board of these terms, or resume it if it is begun.

        `check` may refuse a new attempt within the transaction that stores it.
        """
        profile = (await self._profiles.find(secret)).profile
        begun = await self.find(terms.board, terms.number, profile)
        if begun is None:
            try:
                return await self.open(profile, terms, name, client, check)
            except Refusal as refusal:
                if refusal.code != ATTEMPT_BEGUN:
                    raise
                # another device was faster
                begun = await self.find(terms.board, terms.number, profile)
        assert begun is not None
        return await self._profiles.open_seat(secret, begun.table)

    async def find(self, board: str, number: int, profile: str) -> Attempt | None:
        """Return the first attempt of a profile at a deal."""
        return await self._store.read(attempts.find, board, number, profile)

    async def open(
        self, profile: str, terms: Opened, name: str, client: str, check: Also | None = None
    ) -> messages.Seated:
        """Open a table for one person, with a board as the person's first attempt at it."""
        if self._live.draining:
            raise Refusal("draining")
        if not self._opening_limits.allow(client, time.monotonic()):
            raise Refusal("too_many_tables", n=self._opening_limits.burst)
        table, secret = new_name(), new_secret()
        empty = Table(table)
        empty.apply(terms, 0.0)
        sat = empty.sit(name, "", profile)
        key = seat_key(secret, table, sat.seat, empty.version + 1, profile)
        attempt = Attempt(terms.board, terms.number, profile, table, sat.name, self._live.now())
        also = partial(begin_attempt, attempt=attempt, check=check) if terms.board else None
        opened = await self._live.open(table, [terms, sat], (key,), also)
        commitment = opened.commitment if opened.is_shuffled else None
        return messages.Seated(table, sat.seat, secret, commitment=commitment)


def begin_attempt(connection: Connection, attempt: Attempt, check: Also | None) -> None:
    """Store a first attempt together with its table; refuse a second one."""
    if check is not None:
        check(connection)
    if attempts.begin(connection, attempt).table != attempt.table:
        raise Refusal(ATTEMPT_BEGUN)
