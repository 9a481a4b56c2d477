"""Tricks in words: its teller, and its table drawn as text."""

from underdeck.say.drawings.base import NO_BOTS, BotNames, Page
from underdeck.say.sentences import seat_name
from underdeck.say.tellers.base import Narration, Teller

from .rules import TrickView


class TrickTeller(Teller[Narration]):
    """Tells each event by the sentence of the same name in tricks.toml."""

    game = "tricks"


class TrickDrawing:
    """Draws the tricks, the cards on the table and the hand."""

    def lines(self, page: Page, view: TrickView, bots: BotNames = NO_BOTS) -> list[str]:
        """Return a line for each player and one for the hand."""
        played = dict(view.trick)
        lines = [
            page.words.say(
                "tricks.table.player",
                name=bots.get(seat) or seat_name(page.words, seat),
                n=view.tricks[seat],
                card=page.face(played[seat]) if seat in played else "-",
            )
            for seat in range(len(view.sizes))
        ]
        if view.seat is not None:
            hand = " ".join(map(page.face, view.hand))
            lines.append(page.words.say("tricks.table.hand", cards=hand))
        return lines


DRAWING = TrickDrawing()
