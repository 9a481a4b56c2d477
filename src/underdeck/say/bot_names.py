"""Names of bots for people: the same ones whenever a game is shown."""

from random import Random

from underdeck.record import Record
from underdeck.registry import find_manifest
from underdeck.say.words import Words


def bot_names(words: Words, record: Record) -> dict[int, str]:
    """Return a name for each seat of a bot, always the same for the same deal."""
    kinds = find_manifest(record.game).simulated_bots
    seats = [seat for seat, kind in enumerate(record.seats) if kind in kinds]
    random = Random(f"names {record.deal.voice}")  # noqa: S311  the same names each time
    chosen = random.sample(words.phrasings("cli.seats.bot_names"), len(seats))
    return dict(zip(seats, chosen, strict=True))
