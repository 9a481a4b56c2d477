"""The seats of a game at one terminal: people who share the screen, and bots."""

from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType

from underdeck.agents import AnyBot, asker
from underdeck.cli.progress import explain_delay
from underdeck.cli.screens import AnyScreen
from underdeck.game import Event, Move

NO_BOTS: Mapping[int, AnyBot] = MappingProxyType({})


class Seats:
    """The people at a terminal, the bots, and the news for each person.

    Nobody is shown what only another person may see: the screen is cleared when it changes hands.
    """

    def __init__(self, screen: AnyScreen, bots: Mapping[int, AnyBot] = NO_BOTS) -> None:
        self.screen = screen
        self.terminal = screen.terminal
        self.played = screen.played
        self.bots = {seat: asker(bot) for seat, bot in bots.items()}
        count = self.played.game.seats(self.played.record.options)
        self.people = [seat for seat in range(count) if seat not in bots]
        self.is_shared = len(self.people) > 1
        """Whether several people share the screen."""
        self.at_screen: int | None = None if self.is_shared else self.people[0]
        """The person who looks at the screen now."""
        self._news = {seat: list(self.played.opening) for seat in self.people}
        """Events that each person has not seen yet."""
        self._have_chosen: set[int] = set()
        """The bots that have made a choice since the game was opened."""
        self._random = Random(f"{self.played.record.deal.voice} {len(self.played.record.moves)}")

    def waiting(self) -> tuple[int, ...]:
        """Return the seats that the game waits for."""
        return self.played.game.waiting(self.played.state)

    def next_seat(self) -> int:
        """Return the seat that decides next; bots decide first."""
        waiting = self.waiting()
        return next((seat for seat in waiting if seat in self.bots), waiting[0])

    def choose(self, bot: int) -> Move:
        """Return the move that a bot chooses; its first choice may have to compile its search."""
        if bot in self._have_chosen:
            return self.bots[bot](self.played, bot, self._random)
        self._have_chosen.add(bot)
        with explain_delay(self.terminal.words.say("cli.simulate.compiling")):
            return self.bots[bot](self.played, bot, self._random)

    def person_named(self, line: str) -> int | None:
        """Return the person whom a line such as `p2` calls to the screen."""
        named = (seat for seat in self.people if line.strip().lower() == f"p{seat + 1}")
        return next(named, None)

    # News

    def add_news(self, events: Sequence[Event]) -> None:
        """Note events that people have not seen yet."""
        for news in self._news.values():
            news.extend(events)

    def add_news_for(self, seat: int, event: Event) -> None:
        """Note an event for one person alone."""
        self._news[seat].append(event)

    def tell_news(self, seat: int) -> None:
        """Tell a person all news."""
        news, self._news[seat] = self._news[seat], []
        self.screen.tell(news, seat)

    def tell_finished(self) -> None:
        """Tell the person at the screen the news; alone among bots, only up to the running turn."""
        seat = self.at_screen
        if seat is None:
            return
        news = self._news[seat]
        end = len(news) if self.is_shared else self.screen.count_finished(news)
        self._news[seat] = news[end:]
        self.screen.tell(news[:end], seat)

    def tell_end(self) -> None:
        """Tell the last events of a game; several people who share it learn only what is public."""
        if self.is_shared:
            self.screen.tell(max(self._news.values(), key=len), None)
        else:
            self.tell_news(self.people[0])

    # The screen changes hands

    def sit_down(self, seat: int) -> None:
        """Give the screen to a person and tell the news."""
        if self.is_shared and self.at_screen != seat:
            self.clear_for(seat)
            words = self.terminal.words
            self.terminal.ask(words.say("cli.seats.hand_over", player=self.screen.name(seat)) + " ")
        self.at_screen = seat
        self.tell_news(seat)

    def clear_for(self, seat: int | None) -> None:
        """Clear the screen for a person, or for everyone, once it was read."""
        if self.is_shared and self.at_screen not in (seat, None):
            self.terminal.pause()
            self.terminal.clear()
        self.at_screen = seat
