"""The story of a game in words: a teller for each game, found through the game's manifest."""

from underdeck.cards import symbol_of
from underdeck.registry import find_part
from underdeck.say.sentences import Face
from underdeck.say.tellers.base import AnyTeller, Narration, SeatNames, Sentence, Teller
from underdeck.say.words import Words

__all__ = ["AnyTeller", "Narration", "SeatNames", "Sentence", "Teller", "teller_for"]


def teller_for(  # noqa: PLR0913  the arguments of a teller, and the game
    game: str,
    words: Words,
    voice: int,
    face: Face = symbol_of,
    *,
    spoken: bool = False,
    names: SeatNames | None = None,
) -> AnyTeller:
    """Return a teller for one game being played; `voice` is the voice of its deal."""
    teller: AnyTeller = find_part(game, "teller")(words, voice, face, spoken=spoken, names=names)
    return teller
