"""The players' part in a fair shuffle: everybody commits to a share before anybody reveals theirs.

A share is a text that a player draws at random. Its SHA-256 is published first; the text itself follows when every player
has committed. A player who is honest thereby decides the cards together with the server: nobody else knew the share when
they committed to their own.
"""

import hashlib
import re
from typing import Literal

from underdeck.deal import check_seed_text
from underdeck.refusal import Refusal

Owed = Literal["commit", "reveal"]
"""What a seat has to send before the game can begin."""

SHARE_HASH = re.compile(r"[0-9a-f]{64}")
LISTED_SHARE_TIMEOUT_S = 120.0
"""How long a player at a listed table without clocks may take to commit or reveal."""


def hash_share(words: str) -> str:
    """Return the commitment to a share: its SHA-256 in hexadecimal."""
    return hashlib.sha256(words.encode()).hexdigest()


def read_share_hash(text: str, taken: set[str]) -> str:
    """Check a commitment that a player sends; nobody may repeat another player's."""
    if not SHARE_HASH.fullmatch(text):
        raise Refusal("bad_share")
    if text in taken:
        raise Refusal("share_taken")
    return text


def check_share(words: str, commitment: str) -> str:
    """Check a revealed share against its commitment."""
    check_seed_text(words)
    if hash_share(words) != commitment:
        raise Refusal("share_mismatch")
    return words
