"""Chronicles of finished games, the keys with which they are shared, and journals."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from underdeck.cards import codes_of
from underdeck.career import past_games
from underdeck.chronicle.chronicle import Chronicle, Section
from underdeck.chronicle.telling import tell
from underdeck.refusal import Refusal
from underdeck.registry import find_part
from underdeck.serve import messages
from underdeck.serve.career import Career
from underdeck.serve.errors import is_temporary
from underdeck.serve.key_ring import KeyRing
from underdeck.serve.keys import CHRONICLE, chronicle_key, derived_secret
from underdeck.serve.live_tables import LiveTables
from underdeck.serve.messages.chronicles import Length
from underdeck.serve.past_replays import PastReplay, PastReplays, StoredGame
from underdeck.serve.profiles import Profiles
from underdeck.serve.secret_deals import SecretDeals
from underdeck.store.model import Profile
from underdeck.store.store import Store

FinishedGame: TypeAlias = PastReplay | StoredGame
MAX_TELLING = 1
"""Maximum number of chronicles that a process writes at the same time."""


@dataclass(frozen=True, slots=True)
class Journal:
    """Games of a profile's history that are to be told."""

    name: str
    page: messages.HistoryPage
    games: Sequence[FinishedGame | None]
    """The games of the page, None for those that can't be told."""

    @property
    def moves(self) -> list[int]:
        """Return the number of moves of each game that is told."""
        return [game.moves for game in self.games if game is not None]


class Chronicles:
    """Tells finished games to their players and to everybody they share them with."""

    def __init__(  # noqa: PLR0913, PLR0917  its parts, given once
        self,
        store: Store,
        live: LiveTables,
        keys: KeyRing,
        profiles: Profiles,
        career: Career,
        past_replays: PastReplays,
    ) -> None:
        self._store = store
        self._live = live
        self._keys = keys
        self._profiles = profiles
        self._career = career
        self._past_replays = past_replays
        self._secrets = SecretDeals(store, live.wall)
        self._telling = asyncio.Semaphore(MAX_TELLING)

    # Games that may be told

    async def find(self, secret: str | None) -> FinishedGame:
        """Return the finished game of a table's key or of a shared chronicle."""
        key = await self._keys.find(secret, "seat", "watch", CHRONICLE)
        name = key.table or ""
        if key.kind == CHRONICLE:
            record = await self._store.read(past_games.record_body, name)
            if record is not None:
                return await self._shared_record(key.profile or "", name)
        return await self._at_table(name)

    async def _at_table(self, name: str) -> PastReplay:
        """Return the game of a table; refuse one that isn't over or whose cards are secret."""
        table = await self._live.read(name)
        if not table.is_over:
            raise Refusal("chronicle_not_over")
        await self._secrets.check(table)
        return PastReplay.at_table(table, 0)

    async def _shared_record(self, profile: str, name: str) -> FinishedGame:
        """Return a game without a table, as long as the profile that shares it has it."""
        owner = await self._store.profile(profile)
        if owner is None:
            raise Refusal("unknown_table")
        return await self._of_profile(owner, name)

    async def find_own(self, secret: str | None, name: str) -> FinishedGame:
        """Return a game of the profile by its name in the history, unless its cards are secret."""
        return await self._of_profile(await self._profiles.find(secret), name)

    async def _of_profile(self, profile: Profile, name: str) -> FinishedGame:
        game = await self._past_replays.of_profile(profile, name)
        if not await self._secrets.is_revealed(game.deal_of):
            raise Refusal("deal_secret")
        return game

    # Telling

    async def show(
        self, game: FinishedGame, wanted: messages.ChronicleRequest, language: str
    ) -> messages.ChronicleShown:
        """Tell a game in a thread, since that takes longer than other requests may wait."""
        async with self._telling:
            return await asyncio.to_thread(
                chronicle_message, game, language, wanted.length, wanted.seat
            )

    async def journal(self, secret: str | None, wanted: messages.JournalRequest) -> Journal:
        """Return the games of a part of the profile's journal."""
        profile = await self._profiles.find(secret)
        page = await self._career.history(
            secret,
            messages.HistoryRequest(game=wanted.game, before=wanted.before, limit=wanted.limit),
        )
        games = [await self._find_listed(profile, each) for each in page.games]
        return Journal(profile.name, page, games)

    async def _find_listed(
        self, profile: Profile, listed: messages.GameListed
    ) -> FinishedGame | None:
        """Return a game of the history, or None if it can't be told."""
        try:
            check_told(listed.game)
            return await self._of_profile(profile, listed.table)
        except Refusal as refusal:
            if is_temporary(refusal):
                raise
            return None

    async def bind(self, journal: Journal, length: Length, language: str) -> messages.JournalPart:
        """Tell the games of a journal, one after the other."""
        entries = [
            messages.JournalEntry(listed, await self._show_listed(game, length, language))
            for listed, game in zip(journal.page.games, journal.games, strict=True)
        ]
        return messages.JournalPart(journal.name, entries, journal.page.next, journal.page.total)

    async def _show_listed(
        self, game: FinishedGame | None, length: Length, language: str
    ) -> messages.ChronicleShown | None:
        """Tell a game of a journal; return None if its record can't be replayed any more."""
        if game is None:
            return None
        try:
            return await self.show(game, messages.ChronicleRequest(length=length), language)
        except Refusal:
            return None

    # Links

    async def share(self, secret: str | None) -> messages.ChronicleLink:
        """Return a key to the chronicle of a finished table, the same one for this secret."""
        key = await self._keys.find(secret, "seat")
        game = await self._at_table(key.table or "")
        check_told(game.played.game.name)
        return await self._share(secret, game.table, key.profile)

    async def share_own(self, secret: str | None, name: str) -> messages.ChronicleLink:
        """Return a key to the chronicle of a game of the history, the same one for this secret."""
        profile = (await self._profiles.find(secret)).profile
        row = await self._store.read(past_games.game_of, profile, name)
        if row is None:
            raise Refusal("unknown_table")
        if await self._store.read(past_games.record_body, name) is None:
            await self._at_table(name)
        check_told(row.game)
        return await self._share(secret, name, profile)

    async def _share(
        self, secret: str | None, name: str, profile: str | None
    ) -> messages.ChronicleLink:
        """Store a key that is derived from the secret of the player who shares the chronicle."""
        fresh = derived_secret(secret or "", f"{CHRONICLE} {name}")
        await self._store.add_keys(chronicle_key(fresh, name, profile))
        return messages.ChronicleLink(fresh)


def check_told(game: str) -> None:
    """Refuse a game that has no chronicles."""
    if find_part(game, "chronicle") is None:
        raise Refusal("no_chronicle", game=game)


def chronicle_message(
    game: FinishedGame, language: str, length: Length, seat: int | None
) -> messages.ChronicleShown:
    """Tell a game, which is replayed if only its record is known."""
    if isinstance(game, StoredGame):
        game = game.replayed()
    players = [] if game.played.is_solo else list(game.names)
    tale = tell(
        game.played,
        language,
        length=length,
        seat=seat,
        players=[name or None for name in players],
    )
    return messages.ChronicleShown(
        table=game.table,
        game=tale.game,
        language=tale.language,
        length=tale.length,
        seat=tale.seat,
        players=players,
        title=tale.title,
        subject=tale.subject,
        fate=tale.fate,
        plot=dict(tale.plot),
        sections=section_messages(tale),
    )


def section_messages(tale: Chronicle) -> list[messages.SectionShown]:
    """Return the sections of a chronicle, with cards as codes."""

    def paragraphs(section: Section) -> list[messages.ParagraphShown]:
        return [
            messages.ParagraphShown(each.text, each.first, each.last, codes_of(each.cards))
            for each in section.paragraphs
        ]

    return [
        messages.SectionShown(section.phase, section.heading, paragraphs(section))
        for section in tale.sections
    ]
