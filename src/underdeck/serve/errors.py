"""What clients are told of a refusal: its code and a sentence, but nothing of what the database says of itself."""

from underdeck.refusal import Refusal
from underdeck.say.sentences import refusal_text
from underdeck.say.words import Words

INSIDE = "store_"
"""Refusals of the store name files, hosts and users."""
TEMPORARY = frozenset({"unavailable", "draining", "table_busy", "too_fast", "broken"})
"""Refusals, besides those of the store, after which the same request may succeed later."""


def told_outside(words: Words, refusal: Refusal) -> str:
    """A refusal as a sentence for anybody."""
    return refusal_text(
        words, Refusal("unavailable") if refusal.code.startswith(INSIDE) else refusal
    )


def is_temporary(refusal: Refusal) -> bool:
    """Is it worth trying again later?"""
    return refusal.code in TEMPORARY or refusal.code.startswith(INSIDE)
