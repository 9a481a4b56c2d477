"""English and Spanish: the only place where cards, moves, events and refusals become words."""

from underdeck.say.words import LANGUAGES, Words, choose_language

__all__ = ["LANGUAGES", "Words", "choose_language"]
