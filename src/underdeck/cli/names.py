"""What the players of a game of several are called: people by their number, bots by a prisoner's name."""

from collections.abc import Iterable, Iterator
from random import Random

from underdeck.agents import BOTS
from underdeck.game import Event
from underdeck.record import Record
from underdeck.say import Words
from underdeck.say.tellers.base import Sentence
from underdeck.say.tellers.dungeon import DungeonNarration, DungeonTeller


def bot_names(words: Words, record: Record) -> dict[int, str]:
    """A name for each seat that the record gives to a bot, always the same for the same deal."""
    bots = [seat for seat, kind in enumerate(record.seats) if kind in BOTS]
    random = Random(f"names {record.deal.voice}")  # noqa: S311  the same names each time
    chosen = random.sample(words.phrasings("cli.dungeon.bot_names"), len(bots))
    return dict(zip(bots, chosen, strict=True))


class NamingTeller(DungeonTeller):
    """A teller that calls bots by their names."""

    bots: dict[int, str]
    """The names of the bots, by seat."""

    def sentences(
        self, events: Iterable[Event], seat: int | None, narration: DungeonNarration
    ) -> Iterator[Sentence]:
        """As always, but a bot that lets something pass isn't worth a sentence."""
        for key, row in super().sentences(events, seat, narration):
            if key != "let_pass.other" or row[0].parts["seat"] not in self.bots:
                yield key, row

    def name(self, seat: int) -> str:
        """Return the name of the player in a seat."""
        return self.bots.get(seat) or super().name(seat)
