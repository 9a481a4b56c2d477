"""English and Spanish: cards, moves, events, refusals and help become words here, at the last moment, and nowhere else."""

from underdeck.say.words import LANGUAGES, Words, choose_language

__all__ = ["LANGUAGES", "Words", "choose_language"]
