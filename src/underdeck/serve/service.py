"""What the house does for a client, whatever it is asked through: profiles, tables, seats and records."""

import asyncio
import json
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from typing import Any, Literal

import msgspec

from underdeck.agents import BOTS
from underdeck.cards import codes_of, read_cards
from underdeck.deal import SEED_BYTES, Fair, deal_from_cards, deal_from_code
from underdeck.formats import as_json
from underdeck.games.tomb.walkthrough import walkthrough
from underdeck.options import option_values, read_options
from underdeck.refusal import Refusal
from underdeck.registry import find_game, game_names
from underdeck.say.words import LANGUAGES
from underdeck.serve import messages
from underdeck.serve.keys import (
    A_DAY,
    CODE_SECONDS,
    REVOKED,
    derived_name,
    derived_secret,
    expiry,
    hash_of,
    new_code,
    new_name,
    new_secret,
    read_code,
    seat_key,
)
from underdeck.serve.limits import Limits
from underdeck.serve.live_tables import Host
from underdeck.serve.seat_names import is_bot, names_at, seat_names
from underdeck.store.model import Key, Profile, Stale, Summary
from underdeck.store.store import Store
from underdeck.table.entries import AnyEntry, Closed, Followed, Opened, Sat
from underdeck.table.names import read_name
from underdeck.table.table import Table, read_words

PROMISE_SECONDS = 3600.0
REPEATED_REQUEST_CHECKS, REPEATED_REQUEST_PAUSE_S = 20, 0.05
"""How long a request waits for the same one, sent before it, to be stored."""
MOST_VALUES = 20
WALKTHROUGH = "walkthrough"
"""The name of the rulebook's own deal."""
PHRASES = messages.Phrase.__args__  # type: ignore[attr-defined]


@dataclass(slots=True)
class Service:
    """The house behind its doors."""

    store: Store
    host: Host
    tables: Limits
    """How many tables a client may open, and how fast."""
    listings: Limits
    """How many of them the lobby may list."""

    # Keys

    async def key(self, secret: str | None, *kinds: str) -> Key:
        """What a secret opens, if it is one of these kinds."""
        key = await self.store.key(hash_of(secret)) if secret else None
        if key is None or key.kind not in kinds or not await self._sits(key):
            raise Refusal("unknown_key")
        if key.expires is not None and key.expires < expiry() - A_DAY:
            with suppress(Refusal):  # a database that takes nothing now will note it another time
                await self.store.renew_key(key.hash, expiry())
        return key

    async def _sits(self, key: Key) -> bool:
        """Does the person still sit there who sat down with this key? Any other key has nobody."""
        if key.taken is None:
            return True
        if is_theirs(key, await self.host.read(key.table or "")):
            return True
        return is_theirs(
            key, await self.host.read_newest(key.table or "")
        )  # maybe they sat down at another process

    async def rotate(self, secret: str) -> messages.Rotated:
        """A new secret for a seat or a profile; the old one opens nothing any more."""
        key = await self.key(secret, "seat", "profile")
        fresh = new_secret()
        revoked = Key(key.hash, REVOKED, key.table, key.seat, expires=expiry())
        if not await self.store.replace_key(
            key.hash, replace(key, hash=hash_of(fresh), expires=expiry()), revoked
        ):
            raise Refusal("unknown_key")
        self.host.dismiss(key)
        return messages.Rotated(fresh)

    # Profiles

    async def new_profile(self, wanted: messages.NewProfile) -> messages.ProfileKey:
        """Somebody who wants to come back."""
        profile, secret = (
            Profile(new_name(), read_name(wanted.name), wanted.language, time.time()),
            new_secret(),
        )
        await self.store.add_keys(
            profile_key(secret, profile.profile)
        )  # first, since a key goes by itself if nothing follows
        await self.store.save_profile(profile)
        return messages.ProfileKey(profile.profile, profile.name, profile.language, secret)  # type: ignore[arg-type]

    async def profile(self, secret: str | None) -> Profile:
        """Whose key this is."""
        key = await self.key(secret, "profile")
        profile = await self.store.profile(key.profile or "")
        if profile is None:
            raise Refusal("unknown_key")
        return profile

    async def show_profile(self, secret: str | None) -> messages.ProfileShown:
        """A profile with its tables and results."""
        profile = await self.profile(secret)
        tables = [listed(summary) for summary in await self.store.tables_of(profile.profile)]
        results = [
            messages.ResultListed(
                each.table, each.game, each.seat, each.at, read_result(each.game, each.result)
            )
            for each in await self.store.results_of(profile.profile)
        ]
        keys = await self.store.count_keys(profile.profile)
        return messages.ProfileShown(
            profile.profile,
            profile.name,
            profile.language,  # type: ignore[arg-type]
            tables,
            results,
            keys,
        )

    async def change_profile(
        self, secret: str | None, wanted: messages.NewProfile
    ) -> messages.ProfileShown:
        """Another name or language."""
        profile = await self.profile(secret)
        await self.store.save_profile(
            Profile(profile.profile, read_name(wanted.name), wanted.language, profile.created)
        )
        return await self.show_profile(secret)

    async def sign_out_elsewhere(self, secret: str | None) -> messages.Health:
        """No other device opens the profile any more."""
        key = await self.key(secret, "profile")
        await self.store.drop_other_keys(key.profile or "", key.hash)
        return messages.Health("ok")

    async def forget_profile(self, secret: str | None) -> messages.Health:
        """The profile is gone, with its keys and its list of results; its seats and the names at them stay."""
        profile = await self.profile(secret)
        await self.store.drop_profile(profile.profile)
        return messages.Health("ok")

    async def code(self, secret: str | None) -> messages.Code:
        """A code for another device."""
        profile = await self.profile(secret)
        code, expires = new_code(), time.time() + CODE_SECONDS
        await self.store.add_keys(
            Key(hash_of(code), "code", profile=profile.profile, expires=expires)
        )
        return messages.Code(f"{code[:5]}-{code[5:]}", expires)

    async def claim(self, wanted: messages.Claim) -> messages.ProfileKey:
        """The other device."""
        secret = new_secret()
        profile = await self.store.claim_profile(
            hash_of(read_code(wanted.code)), time.time(), profile_key(secret, "")
        )
        if profile is None:
            raise Refusal("unknown_code")
        return messages.ProfileKey(profile.profile, profile.name, profile.language, secret)  # type: ignore[arg-type]

    async def own_seat(self, secret: str | None, name: str) -> messages.Seated:
        """A key to a seat that the profile took on another device: the same one however often it is asked for."""
        profile = (await self.profile(secret)).profile
        table = await self.host.read(name)
        seat = next(
            (number for number, each in enumerate(table.seats) if each.profile == profile), None
        )
        if seat is None or seat not in table.taken:
            raise Refusal("unknown_table")
        fresh = await self._unrevoked_secret(secret or "", name)
        await self.store.add_keys(seat_key(fresh, name, seat, table.taken[seat], profile))
        return messages.Seated(
            name, seat, fresh, commitment=table.commitment if table.is_shuffled else None
        )

    async def _unrevoked_secret(self, secret: str, name: str) -> str:
        """Return the first secret derived for this table that was not revoked by `rotate`."""
        purpose = name
        while True:
            fresh = derived_secret(secret, purpose)
            known = await self.store.key(hash_of(fresh))
            if known is None or known.kind != REVOKED:
                return fresh
            purpose += "+"

    # Tables

    async def lobby(self) -> messages.Lobby:
        """The tables that wait for players."""
        return messages.Lobby([listed(summary) for summary in await self.store.lobby()])

    async def promise(self) -> messages.Promise:
        """The seed of a shuffle, promised before anybody has said their words."""
        secret, seed, expires = new_secret(), new_seed(), time.time() + PROMISE_SECONDS
        await self.store.add_keys(Key(hash_of(secret), "promise", expires=expires, seed=seed))
        return messages.Promise(secret, Fair(bytes.fromhex(seed)).commitment, expires)

    async def _seed(self, promise: str | None) -> str:
        """The seed that was promised, once; or a new one."""
        if promise is None:
            return new_seed()
        key = await self.store.take_key(hash_of(promise), "promise", time.time())
        if key is None or key.seed is None:
            raise Refusal("unknown_promise")
        return key.seed

    async def invitation(self, secret: str | None) -> messages.Invitation:
        """What somebody is invited to, and the commitment to its shuffle."""
        key = await self.key(secret, "join")
        return await self._invitation(key.table or "")

    async def preview(self, name: str) -> messages.Invitation:
        """Return what a listed table is, and the commitment to its shuffle, before one sits down."""
        return await self._invitation(await self._listed(name))

    async def _invitation(self, name: str) -> messages.Invitation:
        table = await self.host.read(name)
        return messages.Invitation(
            table=table.name,
            game=table.terms.game,
            house=table.terms.house,
            names=list(names_at(table)),
            bots=[bool(bot) for bot in table.terms.seats],
            free=sum(seat.is_free for seat in table.seats) if table.played is None else 0,
            commitment=table.commitment,
        )

    async def new_table(
        self, wanted: messages.NewTable, client: str, secret: str | None
    ) -> messages.Seated:
        """A table, and its first seat."""
        profile = (await self.profile(secret)).profile if secret else ""
        cards = await self._cards(wanted)
        opened = open_table(wanted, cards)
        if self.host.draining:
            raise Refusal("draining")
        chosen = wanted.secret or new_secret()
        name, join, watch = (
            derived_name(chosen),
            derived_secret(chosen, "join"),
            derived_secret(chosen, "watch"),
        )
        if (
            wanted.secret is not None
            and (table := await self._taken_before(chosen, name)) is not None
        ):
            return seated(table, 0, chosen, join, watch)
        if not self.tables.allow(client, time.monotonic()):
            raise Refusal("too_many_tables", n=self.tables.burst)
        if opened.listed and not self.listings.allow(client, time.monotonic()):
            raise Refusal("too_many_listed", n=self.listings.burst)
        try:
            opened = msgspec.structs.replace(opened, seed=await self._seed(wanted.promise))
        except Refusal:  # perhaps the same request, sent twice, has used the promise a moment ago
            return seated(await self._opened_meanwhile(wanted.secret, name), 0, chosen, join, watch)
        empty = Table(name)
        empty.apply(opened, 0.0)
        entries: list[AnyEntry] = [
            opened,
            empty.sit(wanted.name, wanted.words, profile, share=wanted.share or ""),
        ]
        keys = (
            seat_key(chosen, name, 0, len(entries), profile),
            Key(hash_of(join), "join", name, expires=expiry()),
            Key(hash_of(watch), "watch", name, expires=expiry()),
        )
        try:
            table = await self.host.open(name, entries, keys)
        except Stale:  # the same request, sent twice, was answered at the same time
            table = await self._opened_meanwhile(wanted.secret, name)
        return seated(table, 0, chosen, join, watch)

    async def _taken_before(self, chosen: str, name: str | None = None) -> Table | None:
        """Return the table at which an earlier request with this chosen secret took a seat.

        Any other key with that secret is refused: nobody may replace a key, revive a revoked one, or learn what follows from it.
        """
        key = await self.store.key(hash_of(chosen))
        if key is None:
            return None
        if key.kind != "seat" or name not in (None, key.table):
            raise Refusal("secret_taken")
        table = await self.host.read(key.table or "")
        if not is_theirs(key, table):
            raise Refusal("secret_taken")
        return table

    async def _opened_meanwhile(self, chosen: str | None, name: str) -> Table:
        """Return the table that the same request, sent twice, is opening right now; refuse if none appears."""
        for _ in range(REPEATED_REQUEST_CHECKS):
            if chosen is not None and (table := await self._taken_before(chosen, name)) is not None:
                return table
            await asyncio.sleep(REPEATED_REQUEST_PAUSE_S)
        raise Refusal("unknown_promise")

    async def _cards(self, wanted: messages.NewTable) -> str:
        """The cards that were chosen, by name or as those of a finished game; "" for none."""
        if wanted.again is not None:
            table = await self.host.read(
                (await self.key(wanted.again, "seat", "watch")).table or ""
            )
            if not table.is_over:
                raise Refusal("record_not_over")
            return " ".join(codes_of(table.game_played.record.deal.cards))
        return (
            " ".join(codes_of(walkthrough().record.deal.cards))
            if wanted.deal == WALKTHROUGH
            else ""
        )

    async def join(self, wanted: messages.Join, secret: str | None) -> messages.Seated:
        """Take a seat at somebody's table."""
        profile = (await self.profile(secret)).profile if secret else ""
        if (
            wanted.secret is not None
            and (table := await self._taken_before(wanted.secret)) is not None
        ):
            seat = table.seat_taken_by(derived_name(wanted.secret))
            if seat is None:
                raise Refusal("secret_taken")
            return messages.Seated(table.name, seat, wanted.secret, commitment=table.commitment)
        name = await self._table_to_join(wanted)
        fresh, taken = wanted.secret or new_secret(), 0
        token = derived_name(wanted.secret) if wanted.secret else ""

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

        table, entry = await self.host.act(name, sit, keys)
        seat = entry.seat if isinstance(entry, Sat) else table.seat_taken_by(token)
        assert seat is not None
        return messages.Seated(name, seat, fresh, commitment=table.commitment)

    async def _table_to_join(self, wanted: messages.Join) -> str:
        if wanted.key is not None:
            key = await self.key(wanted.key, "join")
            return key.table or ""
        return await self._listed(wanted.table or "")

    async def _listed(self, name: str) -> str:
        """Return the name of a table that anybody may join."""
        summary = await self.store.summary(name)
        if summary is None or not summary.listed:
            raise Refusal("unknown_table")
        return summary.table

    async def leave(self, secret: str | None) -> messages.Health:
        """Go: the seat is free again, or resigns."""
        key = await self.key(secret, "seat")

        def go(table: Table, _now: float) -> AnyEntry | None:
            if not is_theirs(key, table):
                raise Refusal("unknown_key")
            return table.leave(key.seat or 0)

        table, _ = await self.host.act(key.table or "", go)
        if table.played is None:
            await self.store.drop_key(key.hash)
            self.host.dismiss(key)
        return messages.Health("ok")

    async def follow(self, secret: str | None) -> messages.Seated:
        """The same seat at the rematch's table: the same key for the same old one, and no other to that seat."""
        key = await self.key(secret, "seat")
        name, seat = (await self.host.read(key.table or "")).followed, key.seat or 0
        if not name:
            raise Refusal("no_rematch")
        table, fresh = await self.host.read(name), derived_secret(secret or "", name)
        if seat not in table.taken:  # this player let the time for their share pass
            old = (await self.host.read(key.table or "")).seats[seat]
            table, _ = await self.host.act(
                name, lambda table, _: table.sit(old.name, "", old.profile, seat=seat)
            )
        new = seat_key(fresh, name, seat, table.taken[seat], key.profile or "")
        for other in await self.store.replace_seat_keys(new):
            self.host.dismiss(replace(new, hash=other))
        return messages.Seated(name, seat, fresh, commitment=table.commitment)

    async def rematch(self, name: str, seat: int) -> None:
        """Somebody wants another game; once all do, it has a table. If that failed, whoever says so again opens it."""
        table, _ = await self.host.act(
            name, lambda table, _: None if table.wants_rematch() else table.wish(seat)
        )
        if not table.wants_rematch():
            return
        following = new_name()
        await self.host.open(
            following, again(table), ()
        )  # there before anybody is told of it, whatever happens in between
        _, entry = await self.host.act(
            name, lambda table, _: Followed(following) if table.wants_rematch() else None
        )
        if entry is None:
            await self.host.act(following, lambda *_: Closed())

    async def record(self, secret: str | None) -> dict[str, object]:
        """The whole game as a record, once nothing in it is a secret any more."""
        key = await self.key(secret, "seat", "watch")
        table = await self.host.read(key.table or "")
        if not table.is_over:
            raise Refusal("record_not_over")
        return as_json(table.game_played)

    def games(self) -> messages.Games:
        """What can be played, and with which options."""
        return messages.Games(
            [game_shown(name) for name in game_names()], list(PHRASES), list(LANGUAGES)
        )


def read_result(game: str, text: str) -> dict[str, Any]:
    """Return a stored result; one without a version is of version 1."""
    result: dict[str, Any] = json.loads(text)
    return find_game(game).upgrade_result(result, result.pop("underdeck", 1))


def is_theirs(key: Key, table: Table) -> bool:
    """Does the person of this key sit at its seat, and not somebody who came later?"""
    return key.taken in (None, table.taken.get(key.seat or 0))


def profile_key(secret: str, profile: str) -> Key:
    """A key to a profile."""
    return Key(hash_of(secret), "profile", profile=profile, expires=expiry())


def new_seed() -> str:
    """A seed for a shuffle, from the machine's own source of randomness."""
    return secrets.token_bytes(SEED_BYTES).hex()


def open_table(wanted: messages.NewTable, cards: str = "") -> Opened:
    """The terms of a table, checked; its seed is still to come."""
    game = find_game(wanted.game)
    house = read_options(game.Options, wanted.house)
    seats = game.seats(house)
    if len(wanted.bots) > seats - 1:
        raise Refusal("too_many_bots", n=len(wanted.bots), most=seats - 1)
    if (wanted.deal or cards) and seats > 1:
        raise Refusal("deal_for_solitaires")
    if cards:
        deal_from_cards(game.deck(house), read_cards(cards.split()))
    elif wanted.deal:
        deal_from_code(game.deck(house), wanted.deal)
    if wanted.clock is not None and (
        seats == 1 or not 5 <= wanted.clock.move <= 86400 or not 0 <= wanted.clock.reserve <= 604800
    ):
        raise Refusal("bad_clock")
    people = seats - len(wanted.bots)
    return Opened(
        game=wanted.game,
        house={field.name: getattr(house, field.name) for field in fields(house)},
        seats=("",) * people + tuple(wanted.bots),
        seed="",
        listed=wanted.listed and people > 1,
        clock=wanted.clock,
        window=wanted.window,
        pace=wanted.pace,
        deal="" if cards else wanted.deal,
        cards=cards,
        source=source_of(wanted),
        rules=game.rules,
    )


def source_of(wanted: messages.NewTable) -> Literal["", "again", "walkthrough"]:
    """Return why the cards of a table are known before it is played."""
    if wanted.again is not None:
        return "again"
    return "walkthrough" if wanted.deal == WALKTHROUGH else ""


def again(table: Table) -> list[AnyEntry]:
    """A rematch: the same people and bots, a new seed and new words."""
    terms = table.terms
    opened = Opened(
        game=terms.game,
        house=terms.house,
        seats=terms.seats,
        seed=new_seed(),
        clock=terms.clock,
        window=terms.window,
        pace=terms.pace,
        before=table.name,
        rules=find_game(terms.game).rules,
        company=terms.company or table.name,
    )
    people = [(number, seat) for number, seat in enumerate(table.seats) if not terms.seats[number]]
    return [
        opened,
        *(
            Sat(number, seat.name, "" if seat.share else read_words(""), seat.profile)
            for number, seat in people
        ),
    ]


def seated(table: Table, seat: int, key: str, join: str, watch: str) -> messages.Seated:
    """Return what somebody who opened a table needs: the keys to play it, to invite others and to watch."""
    alone = len([bot for bot in table.terms.seats if not bot]) == 1
    return messages.Seated(
        table.name,
        seat,
        key,
        None if alone else join,
        watch,
        table.commitment if table.is_shuffled else None,
    )


def listed(summary: Summary) -> messages.TableListed:
    """A table as it is listed."""
    return messages.TableListed(
        summary.table,
        summary.game,
        summary.status,  # type: ignore[arg-type]
        json.loads(summary.house),
        list(seat_names(summary.company or summary.table, summary.names, summary.bots)),
        [is_bot(summary.bots, seat) for seat in range(len(summary.names))],
        summary.free,
        summary.created,
    )


def few_values(values: list[int | bool]) -> list[int | bool]:
    """Every value of an option; of many numbers the least and the greatest."""
    return values if len(values) <= MOST_VALUES else [values[0], values[-1]]


def game_shown(name: str) -> messages.GameShown:
    """A game with its options."""
    game = find_game(name)
    options = {
        option.name: few_values(list(option_values(option))) for option in fields(game.Options)
    }
    usual = game.Options()
    defaults = {option: getattr(usual, option) for option in options}
    return messages.GameShown(
        name,
        list(options.get("players", [1])),
        options,
        defaults,
        list(BOTS) if "players" in options else [],
    )
