"""Finished games with their players, also those that were never played at a table."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import msgspec

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
from underdeck.store.model import Profile, Result
from underdeck.store.store import Store
from underdeck.table.table import Table


@dataclass(frozen=True, slots=True)
class PastReplay:
    """A finished game of a profile that can be replayed."""

    table: str
    played: AnyPlaythrough
    seat: int
    names: Sequence[str]
    kinds: Sequence[str]
    """The bot of each seat, empty for a person."""
    deal_of: str = ""
    """The board whose deal it is, which may keep the cards secret."""

    @classmethod
    def at_table(cls, table: Table, seat: int) -> "PastReplay":
        """Return the game of a table."""
        names, deal_of = names_at(table), table.terms.deal_of
        return cls(table.name, table.game_played, seat, names, table.bots, deal_of)

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
            kinds=self.kinds,
            language=language,
            protocol=messages.FACTS_PROTOCOL,
        )


class _Moves(msgspec.Struct):
    """The part of a record that says how long its game is."""

    moves: list[msgspec.Raw]


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game of the terminal or of an import, whose record is all there is.

    It is replayed in a thread and after it was paid for: a long one takes seconds.
    """

    row: Result
    body: bytes
    """The record as JSON."""
    name: str
    """The name of the profile."""
    moves: int
    deal_of: ClassVar[str] = ""
    """Such a game has no board."""

    @property
    def table(self) -> str:
        """Return the name of the game in the history."""
        return self.row.table

    @classmethod
    def read(cls, row: Result, body: bytes, name: str) -> "StoredGame":
        """Count the moves of a record."""
        return cls(row, body, name, len(msgspec.json.decode(body, type=_Moves).moves))

    @property
    def players(self) -> tuple[tuple[str, ...], list[str]]:
        """Return the names of the players, and the bot of each seat, empty for a person."""
        row = self.row
        opponents = {each.seat: each for each in read_opponents(row.opponents)}
        seats = range(len(opponents) + 1)
        kinds = ["" if place == row.seat else bot_of(opponents[place].player) for place in seats]
        names = tuple(
            self.name if place == row.seat else kinds[place] or opponents[place].name
            for place in seats
        )
        mask = sum(bool(kind) << place for place, kind in enumerate(kinds))
        return seat_names(row.game, row.table, names, mask), kinds

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the players."""
        return self.players[0]

    def replayed(self) -> PastReplay:
        """Replay the record."""
        played = check(json.loads(self.body), keeps_states=False)
        names, kinds = self.players
        return PastReplay(self.row.table, played, self.row.seat, names, kinds)


class PastReplays:
    """Finds the games of a history with everything that a replay shows."""

    def __init__(self, store: Store, live: LiveTables, profiles: Profiles) -> None:
        self._store = store
        self._live = live
        self._profiles = profiles

    async def find(self, secret: str | None, table: str) -> PastReplay | StoredGame:
        """Return a game of the key's profile by its name in the history."""
        return await self.of_profile(await self._profiles.find(secret), table)

    async def message(self, game: PastReplay | StoredGame, language: str) -> messages.Replay:
        """Return a game move by move; a stored one is replayed in a thread."""
        if isinstance(game, StoredGame):
            return await asyncio.to_thread(lambda: game.replayed().message(language))
        return game.message(language)

    async def of_profile(self, profile: Profile, table: str) -> PastReplay | StoredGame:
        """Return a game of a profile by its name in the history, not replayed yet if possible."""
        row = await self._store.read(past_games.game_of, profile.profile, table)
        if row is None:
            raise Refusal("unknown_table")
        body = await self._store.read(past_games.record_body, table)
        if body is None:
            return PastReplay.at_table(await self._live.read(table), row.seat)
        return StoredGame.read(row, body, profile.name)


def bot_of(player: str) -> str:
    """Return the bot that a player's id names, "" for a person."""
    return player.removeprefix(BOT_PREFIX) if player.startswith(BOT_PREFIX) else ""
