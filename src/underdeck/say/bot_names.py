"""Names of bots for people: the same ones whenever a game is shown."""

from collections.abc import Collection, Sequence
from random import Random

from underdeck.characters import find_character
from underdeck.record import Record
from underdeck.registry import find_manifest
from underdeck.say.words import Words


def bot_names(words: Words, record: Record) -> dict[int, str]:
    """Return a name for each seat of a bot, always the same for the same deal."""
    kinds = find_manifest(record.game).simulated_bots
    seats = [kind if kind in kinds else "" for kind in record.seats]
    return name_bots(words, record.game, seats, str(record.deal.voice))


def name_bots(words: Words, game: str, seats: Sequence[str], source: str) -> dict[int, str]:
    """Return a name for each bot: a character's own, otherwise one that the source chooses."""
    own = character_names(words, game, seats)
    others = [seat for seat, bot in enumerate(seats) if bot and seat not in own]
    random = Random(f"names {source}")  # noqa: S311  the same names each time
    pool = [name for name in words.phrasings("cli.seats.bot_names") if name not in own.values()]
    chosen = random.sample(pool, len(others))
    return dict(sorted({**own, **dict(zip(others, chosen, strict=True))}.items()))


def character_names(
    words: Words, game: str, seats: Sequence[str], taken: Collection[str] = ()
) -> dict[int, str]:
    """Return the names of the characters by seat; a second one of a kind has another name."""
    names: dict[int, str] = {}
    used = {name.casefold() for name in taken}
    for seat, bot in enumerate(seats):
        if not bot or find_character(game, bot) is None:
            continue
        known = words.phrasings(f"characters_{game}.name.{bot}")
        names[seat] = next(name for name in known if name.casefold() not in used)
        used.add(names[seat].casefold())
    return names


def full_name(words: Words, game: str, bot: str) -> str:
    """Return the name of a character with its epithet, or the bot's own name."""
    if find_character(game, bot) is None:
        return bot
    name = words.phrasings(f"characters_{game}.name.{bot}")[0]
    return words.say(f"characters_{game}.full.{bot}", name=name)
