"""What clients are told of a refusal: its code and a sentence, but nothing of what the database says of itself."""

from underdeck.refusal import Refusal
from underdeck.say.table import refusal_text
from underdeck.say.words import Words

INSIDE = "store_"
"""Refusals of the store name files, hosts and users."""


def told_outside(words: Words, refusal: Refusal) -> str:
    """A refusal as a sentence for anybody."""
    return refusal_text(words, Refusal("unavailable") if refusal.code.startswith(INSIDE) else refusal)
