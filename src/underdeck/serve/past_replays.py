"""Replays of the games in a history, also of those that were never played at a table."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from underdeck.career import past_games
from underdeck.career.finished import BOT_PREFIX
from underdeck.career.past_game import read_opponents
from underdeck.formats import check
from underdeck.playthrough import AnyPlaythrough
from underdeck.refusal import Refusal
from underdeck.serve import messages
from underdeck.serve.live_tables import LiveTables
from underdeck.serve.pov import replay_game
from underdeck.serve.profiles import Profiles
from underdeck.serve.seat_names import names_at, seat_names
from underdeck.store.model import Result
from underdeck.store.store import Store


@dataclass(frozen=True, slots=True)
class PastReplay:
    """A finished game of a profile that can be replayed."""

    table: str
    played: AnyPlaythrough
    seat: int
    names: Sequence[str]
    bots: Sequence[bool]

    @property
    def moves(self) -> int:
        """Return the number of moves."""
        return len(self.played.record.moves)

    def message(self, language: str) -> messages.Replay:
        """Return the game move by move, as its player knew it."""
        return replay_game(
            self.table,
            self.played,
            self.seat,
            names=self.names,
            bots=self.bots,
            language=language,
            protocol=messages.FACTS_PROTOCOL,
        )


class PastReplays:
    """Finds the games of a history with everything that a replay shows."""

    def __init__(self, store: Store, live: LiveTables, profiles: Profiles) -> None:
        self._store = store
        self._live = live
        self._profiles = profiles

    async def find(self, secret: str | None, table: str) -> PastReplay:
        """Return a game of the profile by its name in the history."""
        profile = await self._profiles.find(secret)
        row = await self._store.read(past_games.game_of, profile.profile, table)
        if row is None:
            raise Refusal("unknown_table")
        body = await self._store.read(past_games.record_body, table)
        return await self._at_table(row) if body is None else _recorded(row, body, profile.name)

    async def _at_table(self, row: Result) -> PastReplay:
        """Return a game that was played at a table of this server."""
        table = await self._live.read(row.table)
        bots = [bool(bot) for bot in table.terms.seats]
        return PastReplay(table.name, table.game_played, row.seat, names_at(table), bots)


def is_bot_player(player: str) -> bool:
    """Return whether a player's id is that of a bot."""
    return player.startswith(BOT_PREFIX)


def _recorded(row: Result, body: bytes, name: str) -> PastReplay:
    """Return a game of the terminal or of an import, whose record is all there is."""
    played = check(json.loads(body))
    opponents = {each.seat: each for each in read_opponents(row.opponents)}
    seats = range(len(opponents) + 1)
    bots = [place != row.seat and is_bot_player(opponents[place].player) for place in seats]
    names = tuple(name if place == row.seat else opponents[place].name for place in seats)
    mask = sum(is_bot << place for place, is_bot in enumerate(bots))
    return PastReplay(row.table, played, row.seat, seat_names(row.table, names, mask), bots)
