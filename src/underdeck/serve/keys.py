"""Keys: long random secrets, of which the store knows only the hash."""

import hashlib
import hmac
import secrets
import time
from base64 import urlsafe_b64encode

from underdeck.deal_code import CODE_ALPHABET
from underdeck.store.deletion import CHRONICLE_KEY_KIND
from underdeck.store.model import Key

SECRET_BYTES = 24
"""192 bits."""
CODE_LENGTH = 10
"""49 bits: enough for a code that works once and for minutes."""
CODE_LIFETIME_S = 600.0
KEY_LIFETIME_S = 400 * 86400.0
"""After how long without use a key expires."""
RENEWAL_INTERVAL_S = 86400.0
"""The shortest time between two writes that postpone the expiry of a key in use."""
REVOKED = "revoked"
"""The kind of a key that was replaced: its hash stays known, so that it is never issued again."""

CHRONICLE = CHRONICLE_KEY_KIND
"""The kind of a key that opens the chronicle of one finished game, and nothing else."""


def new_secret() -> str:
    """Draw a secret."""
    return secrets.token_urlsafe(SECRET_BYTES)


def hash_of(secret: str) -> bytes:
    """Return the hash under which a secret is stored; it needs no salt, being random and long."""
    return hashlib.sha256(secret.encode()).digest()


def new_name(length: int = 12) -> str:
    """Draw the name of a table or a profile: unguessable, but no secret."""
    return secrets.token_hex(length)


def new_code() -> str:
    """Draw a code that can be typed on another device."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str:
    """Normalize a code that was typed in."""
    return "".join(char for char in text.upper() if char.isalnum())


def derived_secret(secret: str, purpose: str) -> str:
    """Derive a secret from another one, such as a rematch's key: always the same for a purpose."""
    return urlsafe_b64encode(
        hmac.digest(secret.encode(), purpose.encode(), "sha256")[:SECRET_BYTES]
    ).decode()


def derived_name(secret: str) -> str:
    """Return the name of the table that a client opens with a secret of its own choice."""
    return hmac.digest(secret.encode(), b"table", "sha256")[:12].hex()


def expiry() -> float:
    """Return when a key that is used now expires."""
    return time.time() + KEY_LIFETIME_S


def seat_key(secret: str, table: str, seat: int, taken: int, profile: str = "") -> Key:
    """Return the key of a seat, for the person who sat down with the entry of version `taken`."""
    return Key(hash_of(secret), "seat", table, seat, profile or None, expiry(), taken=taken)


def profile_key(secret: str, profile: str) -> Key:
    """Return a key to a profile."""
    return Key(hash_of(secret), "profile", profile=profile, expires=expiry())


def chronicle_key(secret: str, table: str, profile: str | None) -> Key:
    """Return a key to the chronicle of a game, shared by a profile or by a seat without one."""
    return Key(hash_of(secret), CHRONICLE, table, profile=profile or None, expires=expiry())
