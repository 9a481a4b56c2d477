"""Refusals as Python shows them: one English sentence each.

Most sentences are those of the English catalogue. Some of them speak of a prompt or of options of
the command line; programs get others.
"""

from collections.abc import Sequence

from underdeck.refusal import Refusal
from underdeck.say.sentences import printable, refusal_text
from underdeck.say.words import FALLBACK_LANGUAGE, Words

MAX_LISTED_MOVES = 12
"""Legal moves that are listed; the others are counted."""

SENTENCE_END = ". "

SENTENCES = {
    "illegal_move": "illegal move '{move}': {legal}",
    "unknown_move": "'{text}' isn't a move: {legal}",
    "ambiguous_move": "'{text}' is ambiguous: {legal}",
    "game_over": "the game is over: no move is legal",
    "nothing_to_undo": "there is no move to undo",
    "seat_needed": "the game waits for several seats, {seats}: name one, as in seat=0",
    "no_such_seat": "there is no seat {seat}: this game has {seats}",
    "bot_seat": "seat {seat} is played by the bot '{bot}'",
    "bot_missing": "seat {seat} was played by the bot '{bot}': pass it in bots=, or None there to "
    "play the seat yourself",
    "bots_per_seat": "bots has the wrong length, {n}: it needs an entry for each seat, None for "
    "a seat of yours, as in bots={example}",
    "unknown_language": "there is no language '{name}': choose from {names}",
    "unknown_game": "there is no game '{name}': choose from {games}",
    "unknown_house_rule": "there is no option '{name}': choose from {names}",
    "house_value": "the option {name} can't be '{value}': choose from {values}",
    "unknown_variant": "there is no variant '{name}': choose from {names}",
    "unknown_bot": "there is no bot '{name}': choose from {names}, or pass a function",
    "no_comparison": "these results have no match to compare with: pass one in against=",
    "no_such_match": "there is no match {match}: these results have the matches {matches}",
    "against_players": "only tables of the same size can be compared: against can't change players",
    "against_contradiction": "{option} is given twice, as '{one}' and as '{other}'",
    "against_same": "'{text}' changes nothing: there is nothing to compare",
    "unknown_against": "there is no '{name}' to compare with: choose from {names}, or pass a "
    "function or a dict of options",
    "unknown_measure": "there is no '{name}' in these results: choose from {names}",
    "unknown_policy": "there is no policy '{name}': choose from {names}, or pass a function or "
    "the path of a file that ends in .py",
}
"""Sentences for programs, by code."""


def sentence_of(refusal: Refusal) -> str:
    """Return the sentence of a refusal; one without a sentence names its code and parameters."""
    params = refusal.params
    if refusal.code not in SENTENCES:
        try:
            return in_style(refusal_text(Words(FALLBACK_LANGUAGE), refusal))
        except (FileNotFoundError, KeyError):
            return generic_sentence(refusal)
    sentence = SENTENCES[refusal.code]
    if "legal" not in params:
        sentence = sentence.removesuffix(": {legal}")
    parts = {name: part_text(part) for name, part in params.items() if name != "legal"}
    if refusal.code == "no_such_seat":
        parts["seats"] = seats_text(params.get("seats"))
    try:
        return sentence.format(**parts, legal=legal_text(params.get("legal", ())))
    except KeyError:
        return generic_sentence(refusal)


def in_style(sentence: str) -> str:
    """Return a sentence of the catalogue as Python writes messages, with its values in quotes.

    Messages of several sentences keep their capitals and full stops.
    """
    text = sentence.replace('"', "'")
    if SENTENCE_END in text or not text.endswith("."):
        return text
    starts_with_word = text[1:2].islower() or text[1:2] in " '"
    return (text[:1].lower() if starts_with_word else text[:1]) + text[1:-1]


def generic_sentence(refusal: Refusal) -> str:
    """Return the code as words, and the parameters."""
    params = [f"{name} {part_text(part)}" for name, part in refusal.params.items()]
    return ": ".join(filter(None, [refusal.code.replace("_", " "), ", ".join(params)]))


def part_text(part: object) -> str:
    """Return a parameter as part of a sentence: several values are joined by commas."""
    if isinstance(part, list | tuple) and not hasattr(part, "_fields"):
        return ", ".join(map(part_text, part))
    return printable(str(part))


def seats_text(seats: object) -> str:
    """List the seats of a game."""
    is_one = isinstance(seats, Sequence) and len(seats) == 1
    return ("one seat: " if is_one else "the seats ") + part_text(seats)


def legal_text(legal: object) -> str:
    """List the legal moves, up to a maximum."""
    if not isinstance(legal, Sequence) or not legal:
        return "no move of this seat is legal now"
    listed = ", ".join(str(move) for move in legal[:MAX_LISTED_MOVES])
    left = len(legal) - MAX_LISTED_MOVES
    return f"legal {'is' if len(legal) == 1 else 'are'} {listed}" + (
        f" and {left} more" if left > 0 else ""
    )
