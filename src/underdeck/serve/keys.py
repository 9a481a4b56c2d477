"""Capabilities: long random secrets, of which the store knows only the hash."""

import hashlib
import hmac
import secrets
import time
from base64 import urlsafe_b64encode

from underdeck.deal_code import CODE_ALPHABET
from underdeck.store.model import Key

SECRET_BYTES = 24
"""192 bits."""
CODE_LENGTH = 10
"""49 bits, for minutes and one use."""
CODE_SECONDS = 600.0
KEY_SECONDS = 400 * 86400.0
"""A key that nobody uses for so long opens nothing any more."""
REVOKED = "revoked"
"""The kind of a key that was replaced: its hash stays known, so that it can't be given out again."""
A_DAY = 86400.0
"""So much of that time goes by before a use is noted: not every request writes."""


def new_secret() -> str:
    """A fresh secret."""
    return secrets.token_urlsafe(SECRET_BYTES)


def hash_of(secret: str) -> bytes:
    """What the store knows of a secret: it is too long to be guessed, so that a plain hash is enough."""
    return hashlib.sha256(secret.encode()).digest()


def new_name(length: int = 12) -> str:
    """A name for a table or a profile: nobody guesses it, and it opens nothing."""
    return secrets.token_hex(length)


def new_code() -> str:
    """A code that can be typed on another device."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str:
    """A code however it was typed."""
    return "".join(char for char in text.upper() if char.isalnum())


def derived_secret(secret: str, table: str) -> str:
    """The secret to a seat that follows from having another one, such as a rematch's: the same however often it is asked for."""
    return urlsafe_b64encode(
        hmac.digest(secret.encode(), table.encode(), "sha256")[:SECRET_BYTES]
    ).decode()


def derived_name(secret: str) -> str:
    """Return the name of the table that a client opens with a secret of its own choice: the same for a repeated request."""
    return hmac.digest(secret.encode(), b"table", "sha256")[:12].hex()


def expiry() -> float:
    """When a key that is used now expires, unless it is used again."""
    return time.time() + KEY_SECONDS


def seat_key(secret: str, table: str, seat: int, taken: int, profile: str = "") -> Key:
    """The key of a seat, for the person who sat down with that entry."""
    return Key(hash_of(secret), "seat", table, seat, profile or None, expiry(), taken=taken)
