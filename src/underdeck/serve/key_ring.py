"""Checks of the keys that clients present."""

from contextlib import suppress
from dataclasses import replace

from underdeck.refusal import Refusal
from underdeck.serve import messages
from underdeck.serve.keys import RENEWAL_INTERVAL_S, REVOKED, expiry, hash_of, new_secret
from underdeck.serve.live_tables import LiveTables
from underdeck.store.model import Key
from underdeck.store.store import Store
from underdeck.table.table import Table


class KeyRing:
    """Checks and replaces the keys of seats, tables and profiles."""

    def __init__(self, store: Store, live: LiveTables) -> None:
        self._store = store
        self._live = live

    async def find(self, secret: str | None, *kinds: str) -> Key:
        """Return the valid key of a secret; refuse it unless it is of one of these kinds."""
        key = await self._store.key(hash_of(secret)) if secret else None
        if key is None or key.kind not in kinds or not await self._is_seated(key):
            raise Refusal("unknown_key")
        if key.expires is not None and key.expires < expiry() - RENEWAL_INTERVAL_S:
            with suppress(Refusal):  # if the store fails, a later request renews the key
                await self._store.renew_key(key.hash, expiry())
        return key

    async def _is_seated(self, key: Key) -> bool:
        """Return whether the person of a seat's key still sits there; other keys are fine."""
        if key.taken is None or opens_seat(key, await self._live.read(key.table or "")):
            return True
        # the person may have sat down through another process a moment ago
        return opens_seat(key, await self._live.read_newest(key.table or ""))

    async def rotate(self, secret: str) -> messages.Rotated:
        """Replace the key of a seat or a profile by a new one, and revoke the old one."""
        key = await self.find(secret, "seat", "profile")
        fresh = new_secret()
        revoked = Key(key.hash, REVOKED, key.table, key.seat, expires=expiry())
        if not await self._store.replace_key(
            key.hash, replace(key, hash=hash_of(fresh), expires=expiry()), revoked
        ):
            raise Refusal("unknown_key")
        self._live.revoke(key)
        return messages.Rotated(fresh)


def opens_seat(key: Key, table: Table) -> bool:
    """Return whether the person who got this key sits there, and not somebody who came later."""
    return key.taken in (None, table.taken.get(key.seat or 0))
