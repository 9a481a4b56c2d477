"""Profiles: players without accounts, known by a key on each of their devices."""

import json
import time

from underdeck.career import settlement
from underdeck.career.people import earlier_profiles
from underdeck.game import Result
from underdeck.refusal import Refusal
from underdeck.registry import find_game
from underdeck.serve import messages
from underdeck.serve.key_ring import KeyRing
from underdeck.serve.keys import (
    CODE_LIFETIME_S,
    REVOKED,
    derived_secret,
    hash_of,
    new_code,
    new_name,
    new_secret,
    profile_key,
    read_code,
    seat_key,
)
from underdeck.serve.listings import listing
from underdeck.serve.live_tables import LiveTables
from underdeck.store.model import Key, Profile
from underdeck.store.store import Store
from underdeck.table.names import read_name


class Profiles:
    """Creates, shows, changes and deletes profiles, and moves them between devices."""

    def __init__(self, store: Store, live: LiveTables, keys: KeyRing) -> None:
        self._store = store
        self._live = live
        self._keys = keys

    async def create(self, wanted: messages.NewProfile) -> messages.ProfileKey:
        """Create a profile and its first key."""
        name = read_name(wanted.name)
        profile, secret = Profile(new_name(), name, wanted.language, time.time()), new_secret()
        # the key first: a key without a profile expires, a profile without a key would stay
        await self._store.add_keys(profile_key(secret, profile.profile))
        await self._store.save_profile(profile)
        return key_message(profile, secret)

    async def find(self, secret: str | None) -> Profile:
        """Return the profile of a key."""
        key = await self._keys.find(secret, "profile")
        profile = await self._store.profile(key.profile or "")
        if profile is None:
            raise Refusal("unknown_key")
        return profile

    async def show(self, secret: str | None) -> messages.ProfileShown:
        """Return a profile with its tables and results."""
        profile = await self.find(secret)
        tables = [listing(summary) for summary in await self._store.tables_of(profile.profile)]
        results = [
            messages.ResultListed(
                each.table, each.game, each.seat, each.at, read_result(each.game, each.result)
            )
            for each in await self._store.results_of(profile.profile)
        ]
        return messages.ProfileShown(
            profile.profile,
            profile.name,
            profile.language,  # type: ignore[arg-type]
            tables,
            results,
            await self._store.count_keys(profile.profile),
        )

    async def change(
        self, secret: str | None, wanted: messages.NewProfile
    ) -> messages.ProfileShown:
        """Change the name and the language of a profile."""
        profile = await self.find(secret)
        await self._store.save_profile(
            Profile(profile.profile, read_name(wanted.name), wanted.language, profile.created)
        )
        return await self.show(secret)

    async def delete(self, secret: str | None) -> messages.Health:
        """Delete a profile with its keys and results; its seats and their names stay."""
        profile = await self.find(secret)
        await self._store.write(settlement.leave, profile.profile, time.time())
        return messages.Health("ok")

    async def sign_out_others(self, secret: str | None) -> messages.Health:
        """Delete all keys of the profile but this one."""
        key = await self._keys.find(secret, "profile")
        await self._store.drop_other_keys(key.profile or "", key.hash)
        return messages.Health("ok")

    async def new_code(self, secret: str | None) -> messages.Code:
        """Return a code that opens the profile on another device."""
        profile = await self.find(secret)
        code, expires = new_code(), time.time() + CODE_LIFETIME_S
        await self._store.add_keys(
            Key(hash_of(code), "code", profile=profile.profile, expires=expires)
        )
        return messages.Code(f"{code[:5]}-{code[5:]}", expires)

    async def claim(self, wanted: messages.Claim) -> messages.ProfileKey:
        """Exchange a code for a key to its profile."""
        secret = new_secret()
        profile = await self._store.claim_profile(
            hash_of(read_code(wanted.code)), time.time(), profile_key(secret, "")
        )
        if profile is None:
            raise Refusal("unknown_code")
        return key_message(profile, secret)

    async def open_seat(self, secret: str | None, name: str) -> messages.Seated:
        """Return a key to the profile's seat at a table, always the same one for this device."""
        profile = (await self.find(secret)).profile
        known = await self._store.read(earlier_profiles, profile)
        table = await self._live.read(name)
        seat = next(
            (number for number, each in enumerate(table.seats) if each.profile in known), None
        )
        if seat is None or seat not in table.taken:
            raise Refusal("unknown_table")
        fresh = await self._unrevoked_secret(secret or "", name)
        await self._store.add_keys(seat_key(fresh, name, seat, table.taken[seat], profile))
        return messages.Seated(
            name, seat, fresh, commitment=table.commitment if table.is_shuffled else None
        )

    async def _unrevoked_secret(self, secret: str, name: str) -> str:
        """Return the first secret derived for this table that was not revoked."""
        purpose = name
        while True:
            fresh = derived_secret(secret, purpose)
            known = await self._store.key(hash_of(fresh))
            if known is None or known.kind != REVOKED:
                return fresh
            purpose += "+"


def read_result(game: str, text: str) -> Result:
    """Return a stored result in its current form; one without a version is of version 1."""
    result: Result = json.loads(text)
    return find_game(game).upgrade_result(result, result.pop("underdeck", 1))


def key_message(profile: Profile, secret: str) -> messages.ProfileKey:
    """Return a profile together with a key that opens it."""
    return messages.ProfileKey(profile.profile, profile.name, profile.language, secret)  # type: ignore[arg-type]
