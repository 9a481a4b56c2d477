"""Moves typed in words: "leave the 5 of diamonds" and "turn around" become "leave 5D" and "retreat"."""

import unicodedata
from functools import cache

from underdeck.cards import code_of, read_card
from underdeck.refusal import Refusal
from underdeck.say import Words
from underdeck.say.sentences import card_name

Phrase = tuple[str, ...]
SEATS = 4
PASSAGES = 30
"""Passages that are understood as "passage 3"; more than anybody digs."""


def simple(word: str) -> str:
    """Return a word without case and accents, or a card as its code; never nothing, for that would be like everything."""
    try:
        return code_of(read_card(word)).lower()
    except Refusal:
        apart = unicodedata.normalize("NFKD", word.casefold())
        return (
            "".join(
                char for char in apart if not unicodedata.combining(char) and not char.isspace()
            )
            or word
        )


def shortened(spoken: list[str], game: str, words: Words) -> list[str]:
    """Return the words of a move as they are compared: cards as codes, aliases of several words as verbs, articles left out."""
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
            meant = phrases.get(tuple(typed[place : place + length]))
            if meant is not None and (
                length > 1 or found or not is_verb(typed[place], game, words)
            ):
                found += [meant] if meant else []
                place += length
                break
        else:
            found.append(typed[place])
            place += 1
    return joined(found, simple(words.say("cli.prompt.played_as"))) or typed


def halves(word: str) -> list[str]:
    """Return a word as it is compared, without the marks of a sentence; a card and what it is played as apart."""
    return [simple(half) for half in (word.rstrip(",.;:!") or word).split("=")]


def joined(typed: list[str], played_as: str) -> list[str]:
    """Return the words with a card and what it is played as in one: `8 as 10` is `8=10`."""
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
    """Return what is understood besides the listed words; an article means nothing."""
    words = Words(language)
    found = dict.fromkeys((spoken(text) for text in words.file("cli")["prompt"]["ignored"]), "")
    for card in range(4, 56):
        found[spoken(card_name(words, card))] = code_of(card).lower()
    found[spoken(words.say("common.card.joker"))] = "jk"
    found |= {(word,): rank for word, rank in rank_words(words).items()}
    for code, name in words.file(game).get("skill", {}).items():
        found[spoken(name)] = code.lower()
    for seat in range(1, SEATS + 1):
        found[spoken(words.say("common.seat.player", n=seat))] = f"p{seat}"
    for place in range(1, PASSAGES + 1):
        found[spoken(words.say("cli.dungeon.place", n=place))] = f"@{place}"
    found[spoken(words.say("cli.dungeon.cell"))] = found[
        spoken(words.say("cli.dungeon.cell"))[-1:]
    ] = "@0"
    names = {name: word for word, name in words.table(f"{game}.move").items()} | words.file(
        game
    ).get("move_alias", {})
    return found | {spoken(name): word for name, word in names.items() if " " in name}


def rank_words(words: Words) -> dict[str, str]:
    """Return the code of each rank that has a name: `jack`, `jota`; and of the joker."""
    names = words.table("common.rank")
    return {
        simple(names[rank]): code
        for rank, code in (("1", "a"), ("11", "j"), ("12", "q"), ("13", "k"))
    } | {simple(words.say("common.card.joker")): "jk"}


def spoken(text: str) -> Phrase:
    """Return a phrase as it is compared."""
    return tuple(simple(word) for word in text.split())


def is_verb(word: str, game: str, words: Words) -> bool:
    """Is this a move's verb, such as `ace` in Dungeon?"""
    return word in {simple(name) for name in words.table(f"{game}.move").values()}
