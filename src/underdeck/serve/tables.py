"""Requests about tables: open, join, move, leave, rematch, and the record of a finished game."""

import asyncio
import secrets
import time
from dataclasses import replace

import msgspec

from underdeck.cards import codes_of
from underdeck.deal import SEED_BYTES, Fair
from underdeck.formats import as_json
from underdeck.refusal import Refusal
from underdeck.serve import messages
from underdeck.serve.key_ring import KeyRing, opens_seat
from underdeck.serve.keys import (
    derived_name,
    derived_secret,
    expiry,
    hash_of,
    new_name,
    new_secret,
    seat_key,
)
from underdeck.serve.limits import Limits
from underdeck.serve.listings import listing
from underdeck.serve.live_tables import LiveTables
from underdeck.serve.messages.fields import WALKTHROUGH
from underdeck.serve.new_table import again_request, lesson_cards, read_terms
from underdeck.serve.profiles import Profiles
from underdeck.serve.seat_names import names_at
from underdeck.serve.secret_deals import SecretDeals
from underdeck.store.model import Key, Stale
from underdeck.store.store import Store
from underdeck.table.assists import count, undo
from underdeck.table.entries import AnyEntry, Closed, Followed, Opened, Sat
from underdeck.table.rematch import rematch_entries, wants_rematch, wish
from underdeck.table.table import Table

PROMISE_LIFETIME_S = 3600.0
REPEATED_REQUEST_CHECKS, REPEATED_REQUEST_PAUSE_S = 20, 0.05
"""How often, and at which intervals, a request checks whether its duplicate was stored."""


class Tables:
    """Opens tables and seats people at them."""

    def __init__(  # noqa: PLR0913, PLR0917  its parts, given once
        self,
        store: Store,
        live: LiveTables,
        keys: KeyRing,
        profiles: Profiles,
        opening_limits: Limits,
        listing_limits: Limits,
    ) -> None:
        self._store = store
        self._live = live
        self._keys = keys
        self._profiles = profiles
        self._secrets = SecretDeals(store, live.wall)
        self.opening_limits = opening_limits
        """Limits the tables that a client may open."""
        self.listing_limits = listing_limits
        """Limits the tables of a client that the lobby lists."""

    # Before a table is opened or joined

    async def lobby(self) -> messages.Lobby:
        """Return the tables that wait for players."""
        return messages.Lobby([listing(summary) for summary in await self._store.lobby()])

    async def promise(self) -> messages.Promise:
        """Commit to the seed of a shuffle before the player chooses any words."""
        secret, seed, expires = new_secret(), new_seed(), time.time() + PROMISE_LIFETIME_S
        await self._store.add_keys(Key(hash_of(secret), "promise", expires=expires, seed=seed))
        return messages.Promise(secret, Fair(bytes.fromhex(seed)).commitment, expires)

    async def _take_seed(self, promise: str | None) -> str:
        """Return the seed of a promise, which can be used once, or a new seed without one."""
        if promise is None:
            return new_seed()
        key = await self._store.take_key(hash_of(promise), "promise", time.time())
        if key is None or key.seed is None:
            raise Refusal("unknown_promise")
        return key.seed

    async def invitation(self, secret: str | None) -> messages.Invitation:
        """Return the table that a key invites to, with the commitment to its shuffle."""
        key = await self._keys.find(secret, "join")
        return await self._invitation(key.table or "")

    async def preview(self, name: str) -> messages.Invitation:
        """Return a listed table, with the commitment to its shuffle."""
        return await self._invitation(await self._find_listed(name))

    async def _invitation(self, name: str) -> messages.Invitation:
        table = await self._live.read(name)
        return messages.Invitation(
            table=table.name,
            game=table.terms.game,
            house=table.terms.house,
            names=list(names_at(table)),
            bots=[bool(bot) for bot in table.bots],
            free=sum(seat.is_free for seat in table.seats) if table.played is None else 0,
            commitment=table.commitment,
            kinds=list(table.bots),
        )

    # Opening

    async def open(
        self, wanted: messages.NewTable, client: str, secret: str | None
    ) -> messages.Seated:
        """Open a table and seat the client, by a profile if its secret is given.

        A request with a secret of the client's choice can be repeated: it opens one table.
        """
        profile = (await self._profiles.find(secret)).profile if secret else ""
        terms = await self._read_terms(wanted)
        if self._live.draining:
            raise Refusal("draining")
        chosen = wanted.secret or new_secret()
        name = derived_name(chosen)
        if wanted.secret is not None:
            opened = await self._find_taken(chosen, name)
            if opened is not None:
                return _opener_message(opened, chosen)
        self._check_limits(terms, client)
        try:
            seed = await self._take_seed(wanted.promise)
        except Refusal:  # perhaps a duplicate of this request has used the promise a moment ago
            return _opener_message(await self._wait_for_duplicate(wanted.secret, name), chosen)
        terms = msgspec.structs.replace(terms, seed=seed)
        try:
            table = await self._open(name, terms, wanted, chosen, profile)
        except Stale:  # a duplicate of this request was handled at the same time
            table = await self._wait_for_duplicate(wanted.secret, name)
        return _opener_message(table, chosen)

    async def _read_terms(self, wanted: messages.NewTable) -> Opened:
        """Return the terms of a table; a deal played again stays as secret as before."""
        if wanted.again is None:
            return read_terms(
                wanted, lesson_cards(wanted.game) if wanted.deal == WALKTHROUGH else ""
            )
        key = await self._keys.find(wanted.again, "seat", "watch")
        table, seat = await self._live.read(key.table or ""), key.seat or 0
        if not table.is_over:
            raise Refusal("record_not_over")
        cards = " ".join(codes_of(table.game_played.record.deal.cards))
        terms = read_terms(again_request(wanted, table, seat), cards, seat)
        return msgspec.structs.replace(terms, deal_of=table.terms.deal_of)

    def _check_limits(self, terms: Opened, client: str) -> None:
        """Refuse a client that opens or lists too many tables."""
        if not self.opening_limits.allow(client, time.monotonic()):
            raise Refusal("too_many_tables", n=self.opening_limits.burst)
        if terms.listed and not self.listing_limits.allow(client, time.monotonic()):
            raise Refusal("too_many_listed", n=self.listing_limits.burst)

    async def _open(
        self, name: str, terms: Opened, wanted: messages.NewTable, secret: str, profile: str
    ) -> Table:
        """Store a new table with its opener in the first seat, and its keys."""
        empty = Table(name)
        empty.apply(terms, 0.0)
        share = wanted.share if empty.is_shuffled else None  # a chosen deal needs no share
        sat = empty.sit(wanted.name, wanted.words, profile, share=share or "")
        seat = seat_key(secret, name, sat.seat, empty.version + 1, profile)
        others = () if terms.deal_of else ("join", "watch")
        keys = [
            Key(hash_of(derived_secret(secret, kind)), kind, name, expires=expiry())
            for kind in others
        ]
        return await self._live.open(name, [terms, sat], (seat, *keys))

    async def _find_taken(self, chosen: str, name: str | None = None) -> Table | None:
        """Return the table at which an earlier request with this chosen secret took a seat.

        A secret of any other key is refused: nobody may replace a key, revive a revoked one, or
        learn what is derived from it.
        """
        key = await self._store.key(hash_of(chosen))
        if key is None:
            return None
        if key.kind != "seat" or name not in (None, key.table):
            raise Refusal("secret_taken")
        table = await self._live.read(key.table or "")
        if not opens_seat(key, table):
            raise Refusal("secret_taken")
        return table

    async def _wait_for_duplicate(self, chosen: str | None, name: str) -> Table:
        """Return the table that a duplicate request is opening right now; refuse without one."""
        for _ in range(REPEATED_REQUEST_CHECKS):
            if chosen is not None and (table := await self._find_taken(chosen, name)) is not None:
                return table
            await asyncio.sleep(REPEATED_REQUEST_PAUSE_S)
        raise Refusal("unknown_promise")

    # Seats

    async def join(self, wanted: messages.Join, secret: str | None) -> messages.Seated:
        """Take a seat at an open table, by a profile if its secret is given."""
        profile = (await self._profiles.find(secret)).profile if secret else ""
        token = derived_name(wanted.secret) if wanted.secret else ""
        if wanted.secret is not None:
            joined = await self._find_taken(wanted.secret)
            if joined is not None:
                return _joiner_message(joined, joined.seat_taken_by(token), wanted.secret)
        name = await self._find_joinable(wanted)
        fresh, taken = wanted.secret or new_secret(), 0

        def sit(table: Table, _now: float) -> AnyEntry | None:
            nonlocal taken
            if table.seat_taken_by(token) is not None:
                return None
            taken = table.version + 1
            sat = table.sit(wanted.name, wanted.words, profile, share=wanted.share or "")
            return msgspec.structs.replace(sat, token=token)

        def keys(entry: AnyEntry) -> tuple[Key, ...]:
            assert isinstance(entry, Sat)
            return (seat_key(fresh, name, entry.seat, taken, profile),)

        table, entry = await self._live.act(name, sit, keys)
        seat = entry.seat if isinstance(entry, Sat) else table.seat_taken_by(token)
        return _joiner_message(table, seat, fresh)

    async def _find_joinable(self, wanted: messages.Join) -> str:
        """Return the name of the table that a request may join."""
        if wanted.key is not None:
            key = await self._keys.find(wanted.key, "join")
            return key.table or ""
        return await self._find_listed(wanted.table or "")

    async def _find_listed(self, name: str) -> str:
        """Return the name of a table that the lobby lists."""
        summary = await self._store.summary(name)
        if summary is None or not summary.listed:
            raise Refusal("unknown_table")
        return summary.table

    async def leave(self, secret: str | None) -> messages.Health:
        """Free a seat before the game, or resign from it."""
        key = await self._keys.find(secret, "seat")

        def leave(table: Table, _now: float) -> AnyEntry | None:
            if not opens_seat(key, table):
                raise Refusal("unknown_key")
            return table.leave(key.seat or 0)

        table, _ = await self._live.act(key.table or "", leave)
        if table.played is None:
            await self._store.drop_key(key.hash)
            self._live.revoke(key)
        return messages.Health("ok")

    # After the game

    async def follow(self, secret: str | None) -> messages.Seated:
        """Return the key to the same seat at the rematch, always the same one for an old key."""
        key = await self._keys.find(secret, "seat")
        old_table, seat = await self._live.read(key.table or ""), key.seat or 0
        name = old_table.followed
        if not name:
            raise Refusal("no_rematch")
        table, fresh = await self._live.read(name), derived_secret(secret or "", name)
        if seat not in table.taken:  # this player let the time for their share pass
            old = old_table.seats[seat]
            table, _ = await self._live.act(
                name, lambda table, _: table.sit(old.name, "", old.profile, seat=seat)
            )
        new = seat_key(fresh, name, seat, table.taken[seat], key.profile or "")
        for other in await self._store.replace_seat_keys(new):
            self._live.revoke(replace(new, hash=other))
        return messages.Seated(name, seat, fresh, commitment=table.commitment)

    async def rematch(self, name: str, seat: int) -> None:
        """Ask for a rematch, and open it once all people have asked; a repeated request retries."""
        table, _ = await self._live.act(
            name, lambda table, _: None if wants_rematch(table) else wish(table, seat)
        )
        if not wants_rematch(table):
            return
        following = new_name()
        # the rematch must exist before anyone learns its name
        await self._live.open(following, rematch_entries(table, new_seed()))
        _, entry = await self._live.act(
            name, lambda table, _: Followed(following) if wants_rematch(table) else None
        )
        if entry is None:
            await self._live.act(following, lambda *_: Closed())

    async def record(self, secret: str | None) -> dict[str, object]:
        """Return the record of a finished game, unless others still play its deal."""
        key = await self._keys.find(secret, "seat", "watch")
        table = await self._live.read(key.table or "")
        if not table.is_over:
            raise Refusal("record_not_over")
        await self._secrets.check(table)
        return as_json(table.game_played)

    # Moves without a WebSocket

    async def move(self, secret: str | None, wanted: messages.SeatMove) -> tuple[Table, int, int]:
        """Make a move once, however often it is sent; return the table, seat and stage before."""
        key = await self._keys.find(secret, "seat")
        name, seat, before = key.table or "", key.seat or 0, 0
        message = read_move(wanted)

        def make(table: Table, _now: float) -> AnyEntry | None:
            nonlocal before
            if not opens_seat(key, table):
                raise Refusal("unknown_key")
            before = min(wanted.version, table.stage)
            return None if (seat, wanted.id) in table.made else make_move(table, seat, message)

        table, _ = await self._live.act(name, make)
        return table, seat, before


def read_move(wanted: messages.SeatMove) -> messages.Move | messages.Undo | messages.Count:
    """Return the move, undo or count that a request asks for; it must ask for exactly one."""
    if (wanted.move is not None) + wanted.undo + wanted.count != 1:
        raise Refusal("one_move")
    if wanted.move is not None:
        return messages.Move(id=wanted.id, version=wanted.version, move=wanted.move)
    kind = messages.Undo if wanted.undo else messages.Count
    return kind(id=wanted.id, version=wanted.version)


def make_move(
    table: Table, seat: int, message: messages.Move | messages.Undo | messages.Count
) -> AnyEntry:
    """Return the entry of a move, an undo or the opening of a card counter."""
    if isinstance(message, messages.Move):
        return table.move(seat, message.move, message.id, message.version)
    if message.version != table.stage:
        raise Refusal("stale", version=table.stage)
    if isinstance(message, messages.Undo):
        return undo(table, seat, message.id)
    return count(table, seat, message.id)


def new_seed() -> str:
    """Draw a seed for a shuffle from the operating system's random source."""
    return secrets.token_bytes(SEED_BYTES).hex()


def _opener_message(table: Table, secret: str) -> messages.Seated:
    """Return the keys of a table's opener: to play it, to invite others and to watch."""
    is_alone = list(table.terms.seats).count("") == 1
    return messages.Seated(
        table.name,
        table.terms.seats.index(""),
        secret,
        None if is_alone else derived_secret(secret, "join"),
        None if table.terms.deal_of else derived_secret(secret, "watch"),
        table.commitment if table.is_shuffled else None,
    )


def _joiner_message(table: Table, seat: int | None, secret: str) -> messages.Seated:
    """Return the key of a person who joined a table."""
    if seat is None:
        raise Refusal("secret_taken")
    return messages.Seated(table.name, seat, secret, commitment=table.commitment)
