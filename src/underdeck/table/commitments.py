"""Commitments to shares of the shuffle, and their checks."""

import hashlib
import re
from collections.abc import Collection

from underdeck.deal import check_seed_text
from underdeck.refusal import Refusal

SHARE_HASH_PATTERN = "[0-9a-f]{64}"
"""A SHA-256 in hexadecimal; published in the API."""


def hash_share(words: str) -> str:
    """Return the commitment to a share: its SHA-256 in hexadecimal."""
    return hashlib.sha256(words.encode()).hexdigest()


def read_share_hash(text: str, taken: Collection[str]) -> str:
    """Check a commitment sent by a player; one that was used at this table is refused."""
    if not re.fullmatch(SHARE_HASH_PATTERN, text):
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
