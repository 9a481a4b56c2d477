"""Moves typed in words: `leave the 5 of diamonds` becomes `leave 5d`."""

import unicodedata
from functools import cache

from underdeck.cards import code_of, read_card
from underdeck.refusal import Refusal
from underdeck.say import Words
from underdeck.say.sentences import card_name

Phrase = tuple[str, ...]
MAX_SEATS = 4
MAX_PLACES = 30
"""The highest number recognized in phrases such as `passage 3`."""
FIRST_CARD, LAST_CARD = 4, 55
"""The range of card numbers, without the joker."""


def simple(word: str) -> str:
    """Return a word without case and accents, or a card as its code; never an empty text."""
    try:
        return code_of(read_card(word)).lower()
    except Refusal:
        letters = unicodedata.normalize("NFKD", word.casefold())
        kept = (char for char in letters if not unicodedata.combining(char) and not char.isspace())
        return "".join(kept) or word


def shortened(spoken: list[str], game: str, words: Words) -> list[str]:
    """Return the words of a move as they are compared.

    Cards become codes, phrases of several words verbs, and articles are left out.
    """
    ranks = rank_words(words)
    typed = [
        "=".join(ranks.get(half, half) if "=" in word else half for half in halves(word))
        for word in spoken
    ]
    phrases = known_phrases(words.language, game)
    longest = max(map(len, phrases))
    found: list[str] = []
    place = 0
    while place < len(typed):
        for length in range(min(longest, len(typed) - place), 0, -1):
            code = phrases.get(tuple(typed[place : place + length]))
            if code is not None and (length > 1 or found or not is_verb(typed[place], game, words)):
                found += [code] if code else []
                place += length
                break
        else:
            found.append(typed[place])
            place += 1
    return joined(found, simple(words.say("cli.prompt.played_as"))) or typed


def halves(word: str) -> list[str]:
    """Return a word as it is compared, without punctuation, split at `=`."""
    return [simple(half) for half in (word.rstrip(",.;:!") or word).split("=")]


def joined(typed: list[str], played_as: str) -> list[str]:
    """Return words with a card and its declared rank in one: `8 as 10` is `8=10`."""
    found: list[str] = []
    for word in typed:
        if found and found[-1].endswith("="):
            found[-1] += word
        elif word == played_as and len(found) > 1:
            found[-1] += "="
        else:
            found.append(word)
    return found


@cache
def known_phrases(language: str, game: str) -> dict[Phrase, str]:
    """Return the code of each phrase that is understood; articles have an empty one."""
    words = Words(language)
    found = dict.fromkeys((spoken(text) for text in words.file("cli")["prompt"]["ignored"]), "")
    for card in range(FIRST_CARD, LAST_CARD + 1):
        found[spoken(card_name(words, card))] = code_of(card).lower()
    found[spoken(words.say("common.card.joker"))] = "jk"
    found |= {(word,): rank for word, rank in rank_words(words).items()}
    for seat in range(1, MAX_SEATS + 1):
        found[spoken(words.say("common.seat.player", n=seat))] = f"p{seat}"
    return found | game_phrases(words, game)


def game_phrases(words: Words, game: str) -> dict[Phrase, str]:
    """Return the phrases of a game: names of skills, numbered places, verbs of several words."""
    catalogue = words.file(game)
    found = {spoken(name): code.lower() for code, name in catalogue.get("skill", {}).items()}
    for code in catalogue.get("phrase", {}):
        numbers = range(1, MAX_PLACES + 1) if "{n}" in code else (0,)
        for text in words.phrasings(f"{game}.phrase.{code}"):
            found |= {spoken(text.format(n=n)): code.format(n=n) for n in numbers}
    verbs = {name: word for word, name in catalogue["move"].items()}
    verbs |= catalogue.get("move_alias", {})
    return found | {spoken(name): word for name, word in verbs.items() if " " in name}


def rank_words(words: Words) -> dict[str, str]:
    """Return the code of each rank that has a name, such as `jack`, and of the joker."""
    names = words.table("common.rank")
    codes = {"1": "a", "11": "j", "12": "q", "13": "k"}
    found = {simple(names[rank]): code for rank, code in codes.items()}
    return found | {simple(words.say("common.card.joker")): "jk"}


def spoken(text: str) -> Phrase:
    """Return a phrase as it is compared."""
    return tuple(simple(word) for word in text.split())


def is_verb(word: str, game: str, words: Words) -> bool:
    """Return whether a word is a move's verb, such as `ace` in Dungeon."""
    return word in {simple(name) for name in words.table(f"{game}.move").values()}
