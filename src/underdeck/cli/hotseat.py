"""A game of several at one terminal: people who pass it round, and bots. Nobody is shown what another may not see."""

from collections.abc import Mapping
from contextlib import suppress
from random import Random

from underdeck.agents import Bot
from underdeck.cards import JOKER, rank_of, read_card
from underdeck.cli.moves import refused, with_key
from underdeck.cli.phrases import simple
from underdeck.cli.prompt import COMMANDS, Command
from underdeck.cli.saves import Save
from underdeck.cli.screens.dungeon import NO_ANSWER, DungeonScreen, special_answer
from underdeck.cli.session import Session
from underdeck.cli.terminal import Terminal
from underdeck.game import Event, Move
from underdeck.games.dungeon.legal import aces_allowed
from underdeck.playthrough import Playthrough
from underdeck.refusal import Refusal

WINDOWS = frozenset({"aces", "counters"})
"""What is asked often, and needs no table to be drawn where there is nothing to choose."""


QUESTION_LINES = 5
"""About as many lines as a question and the list of moves take."""


def card_named(line: str) -> int | None:
    """Return the one card that a line names with its suit, if it names one."""
    found = []
    for word in line.split():
        with suppress(Refusal):
            found.append(read_card(word))
    return found[0] if len(found) == 1 and found[0] != JOKER else None


class Round(Session):
    """A session with several seats, some of them people's and some of them bots'."""

    commands = tuple(name for name in COMMANDS if name not in ("count", "undo"))
    makes_forced_moves = True
    """Are moves that are the only ones made without asking, where one person plays against bots?"""

    def __init__(
        self, terminal: Terminal, played: Playthrough, save: Save, bots: Mapping[int, Bot]
    ) -> None:
        self.terminal = terminal
        self.words = terminal.words
        self.played = played
        self.save = save
        self.table = DungeonScreen(terminal, played)
        self.bots = bots
        self.people = [
            seat for seat in range(played.game.seats(played.record.options)) if seat not in bots
        ]
        self.unheard: dict[int, list[Event]] = {seat: list(played.opening) for seat in self.people}
        """What each person hasn't been told yet."""
        self.at_screen: int | None = self.people[0] if len(self.people) == 1 else None
        """Who looks at the terminal now."""
        self.quiet_turn: int | None = None
        """The turn in which people don't want to be asked for aces any more."""
        self.warned = False
        self.offering = False
        """Is a person asked for an ace before a bot decides?"""
        self.watching = False
        """Do people only watch by now, and want to?"""
        self.last_events: list[Event] = []
        self.hand_shown: dict[int, str] = {}
        """The hand that each person was told last, in plain mode."""
        self.drawn_turn = 0
        """The turn in which the table was drawn last."""
        self.random = Random(f"{played.record.deal.voice} {len(played.record.moves)}")

    def begin(self) -> None:
        """Nothing is shown before it is clear to whom."""

    def next_move(self) -> bool:
        """Let one of those whom the game waits for decide; False to leave."""
        waiting = self.waiting()
        seat = next((seat for seat in waiting if seat in self.bots), waiting[0])
        if seat not in self.bots:
            return self.ask(seat)
        if not self.offer_to_watch() or not self.offer_aces(seat):
            return False
        if seat in self.waiting():
            self.make(self.bots[seat](self.played.view(seat), self.random), seat)
        return True

    def waiting(self) -> tuple[int, ...]:
        """The seats that the game waits for."""
        return self.played.game.waiting(self.played.state)

    def offer_to_watch(self) -> bool:
        """When nobody but bots is left, people may watch how it ends; False to leave."""
        if self.watching or any(
            self.table.view(None).players[person].alive for person in self.people
        ):
            return True
        self.clear_for(None)
        self.terminal.show(self.words.say("cli.dungeon.watch"))
        line = self.terminal.ask("> ")
        self.watching = line is not None and not line.strip()
        return self.watching

    # Aces out of turn

    def offer_aces(self, seat: int) -> bool:
        """D-12 Before a bot decides, people may play an ace wherever the rules let them; False to leave.

        One person alone is asked only with an ace in the hand. Several are asked in any case, all at once: the question tells nothing.
        """
        if not self.may_interrupt() or self.quiet_turn == self.table.view(None).turn:
            return True
        return (
            self.offer_to_all(seat) if len(self.people) > 1 else self.offer_to(self.people[0], seat)
        )

    def may_interrupt(self) -> bool:
        """Do the rules let a person who isn't asked anyway play an ace now, whatever is in the hand?

        A window of accusations closes with the first one, so that those who are asked there would come too late.
        """
        view = self.table.view(None)
        asked = () if view.pending == "accusations" else self.waiting()
        return any(
            view.players[seat].alive and aces_allowed(self.played.state, seat)
            for seat in self.people
            if seat not in asked
        )

    def offer_to(self, person: int, seat: int) -> bool:
        """The question before a bot decides, for one person alone; False to leave."""
        while aces := [
            move for move in self.played.game.legal(self.played.state, person) if move.word == "ace"
        ]:
            self.sit_down(person)
            aces_listed = ", ".join(
                with_key(self.terminal, move, self.table.move_text(move)) for move in aces
            )
            self.show_offer("interrupt", seat, moves=aces_listed)
            line = self.terminal.ask("> ", self.completer(person))
            if line is None:
                return False
            if self.lets_be(line):
                break
            self.offering = True
            stays = self.obey(line, person)
            self.offering = False
            if not stays:
                return False
        return True

    def offer_to_all(self, seat: int) -> bool:
        """The question before a bot decides, for a table of several people, until all let it be or one plays; False to leave."""
        before = len(self.played.record.moves)
        while len(self.played.record.moves) == before:
            self.clear_for(None)
            self.show_offer(
                "anyone", seat, names=", ".join(f"p{person + 1}" for person in self.people)
            )
            line = self.terminal.ask("> ")
            if line is None or simple(line.strip()) in (
                "quit",
                simple(self.words.say("cli.command.quit")),
            ):
                return False
            if self.lets_be(line):
                break
            if (person := self.person_named(line)) is not None and not self.ask(person):
                return False
        return True

    def show_offer(self, key: str, seat: int, **parts: object) -> None:
        """What a bot is about to do, and what may be done before."""
        about = self.words.say(
            f"cli.dungeon_about.{self.table.view(None).pending}",
            player=self.table.teller.name(seat),
        )
        self.terminal.show(self.words.say(f"cli.dungeon.{key}", about=about, **parts))

    def lets_be(self, line: str) -> bool:
        """Does this let a bot go on: Enter for once, or `later` for the rest of the turn?"""
        if simple(line.strip()) in ("later", simple(self.words.say("cli.dungeon.later"))):
            self.quiet_turn = self.table.view(None).turn
            return True
        return not line.strip()

    # A person's own decisions

    def person_named(self, line: str) -> int | None:
        """The person whom a line like `p2` calls to the screen."""
        return next(
            (person for person in self.people if line.strip().lower() == f"p{person + 1}"), None
        )

    def ask(self, seat: int) -> bool:
        """A person's decision; another one may be called to the screen to play an ace. False to leave."""
        if self.is_forced(seat) and self.make_forced(seat):
            return True
        self.sit_down(seat)
        self.show_situation(seat)
        self.show_what_may_be_done(seat)
        while True:
            before = len(self.played.record.moves)
            line = self.terminal.ask("> ", self.completer(seat))
            if line is not None and not line.strip() and seat not in self.waiting():
                return True
            person = self.person_named(line) if line is not None else None
            if person is not None and person != seat:
                return self.ask(person)
            if line is None or not self.obey(line, seat):
                return False
            if len(self.played.record.moves) > before:
                return True

    def is_forced(self, seat: int) -> bool:
        """Is there but one move? Not in the middle of a fight, where the next card may already be on its way.

        With several people at the screen that is nobody else's to know, so everybody is always asked.
        """
        alone = self.makes_forced_moves and len(self.people) == 1 and seat in self.waiting()
        view = self.table.view(seat)
        return alone and len(view.legal) == 1 and not (view.pending == "attacked" and view.laid)

    def make_forced(self, seat: int) -> bool:
        """Say what the only move is, and make it; False if it couldn't be saved. What is asked often is told within the turn's story."""
        (move,) = self.played.view(seat).legal
        if self.table.view(seat).pending in WINDOWS:
            self.unheard[seat].append(Event(NO_ANSWER, {"seat": seat}, 1 << seat))
        else:
            self.sit_down(seat)
            asked, forced = self.table.waits_for(seat), self.table.only_move(move)
            self.terminal.show(
                asked if special_answer(self.table.view(seat)) else f"{asked} {forced}"
            )
        try:
            self.make(move, seat)
        except Refusal as refusal:
            self.terminal.show(refused(self.terminal, refusal))
            return False
        return True

    def show_situation(self, seat: int) -> None:
        """The table, or what of it matters for a decision; to a screen reader only the hand, if it has changed."""
        view = self.table.view(seat)
        if self.terminal.plain and seat in self.hand_shown:
            if self.hand_shown[seat] != self.table.hand_text(seat):
                self.table.draw_hand(seat)
        elif view.turn == self.drawn_turn and (
            view.pending == "discard" or (view.pending == "attacked" and view.laid)
        ):
            self.table.draw_hand(seat)
        elif view.pending not in WINDOWS or len(view.legal) > 1:
            self.terminal.pause_before(len(self.table.lines(seat)) + QUESTION_LINES)
            self.table.draw(seat)
            self.drawn_turn = view.turn
        self.hand_shown[seat] = self.table.hand_text(seat)

    def clear_for(self, seat: int | None) -> None:
        """Take away what the last one saw, once it is read, if it was for that one only."""
        if self.at_screen not in (seat, None) and len(self.people) > 1:
            self.terminal.pause()
            self.terminal.clear()
        self.at_screen = seat

    def show_table(self, seat: int = 0) -> None:
        """The table as a person sees it, and what may be done."""
        self.table.draw(seat)
        self.show_what_may_be_done(seat)

    def show_what_may_be_done(self, seat: int) -> None:
        """What the game waits for, and the moves."""
        self.terminal.show(self.table.waits_for(seat))
        moves = self.table.moves(seat)
        if seat not in self.waiting():
            key = "cli.dungeon.moves_aside" if moves else "cli.dungeon.moves_none"
        else:
            key = (
                "cli.play.moves"
                if len(self.played.view(seat).legal) > 1
                else "cli.dungeon.moves_only"
            )
        self.terminal.show(self.words.say(key, moves=", ".join(moves)))

    def sit_down(self, seat: int) -> None:
        """Give the terminal to a person: a screen between, then the news since they last looked."""
        if self.at_screen != seat and len(self.people) > 1:
            self.clear_for(seat)
            self.terminal.ask(
                self.words.say("cli.dungeon.hand_over", player=self.table.teller.name(seat)) + " "
            )
        self.at_screen = seat
        self.tell_news(seat)

    def tell_news(self, seat: int, *, so_far: bool = True) -> None:
        """What a person hasn't heard yet; unless `so_far`, without the turn that is still going on, which is told in one go."""
        events = self.unheard[seat]
        begun = [place for place, event in enumerate(events) if event.name == "turn_begun"]
        end = len(events) if so_far else begun[-1] if begun else 0
        self.unheard[seat] = events[end:]
        self.table.tell(events[:end], seat)

    def wish(self, line: str, seat: int = 0) -> Move | Command:
        """What a person wants. D-8 Resigning is never offered, but heard when it is typed in full."""
        line = self.table.with_places(line)
        if seat in self.waiting() and simple(line.strip() or "-") in (
            "resign",
            simple(self.words.say("dungeon.move.resign")),
        ):
            resignation: Move = self.played.game.read_move("resign")
            return resignation
        return super().wish(line, seat)

    def is_meant(self, move: Move) -> bool:
        """Ask someone who sits there to repeat that they want to resign; True for every other move."""
        self.warned = not self.warned and self.terminal.interactive and move.word == "resign"
        if self.warned:
            self.terminal.show(self.words.say("cli.dungeon.sure"))
        return not self.warned

    def answer(self, refusal: Refusal, seat: int = 0) -> str:
        """What to say to something that can't be done: why not, where the rules have a reason, and what may be done."""
        if why := self.table.why_not(refusal, seat):
            return (
                f"{why} {self.words.say('cli.play.moves', moves=', '.join(self.table.moves(seat)))}"
            )
        return refused(self.terminal, refusal)

    def make(self, move: Move, seat: int = 0) -> None:
        """Make a move: on disk first, then told to whoever sits there, and kept for the others."""
        step = self.played.play(move, seat)
        try:
            self.save.write(self.played)
        except Refusal:
            self.played.take_back()
            raise
        self.last_events = step.events
        for person in self.people:
            self.unheard[person] += self.last_events
        if self.at_screen is not None:
            self.tell_news(self.at_screen, so_far=len(self.people) > 1)

    def obey(self, line: str, seat: int = 0) -> bool:
        """Do what was typed; D-19 say so if another card of the rank goes than the one whose suit was named."""
        before = len(self.played.record.moves)
        stays = super().obey(line, seat)
        named = card_named(line)
        if named is not None and len(self.played.record.moves) > before:
            own = (
                event
                for event in self.last_events
                if event.is_for(seat) and event.parts.get("seat") == seat
            )
            gone = [event.parts["card"] for event in own if "card" in event.parts]
            if gone and rank_of(gone[0]) == rank_of(named) and gone[0] != named:
                self.terminal.show(
                    self.words.say("cli.dungeon.suits", card=self.terminal.face(gone[0]))
                )
        return stays

    def count(self) -> None:
        """Counting helps nobody here: what could be counted lies open, or is hidden for good."""
        self.terminal.show(self.words.say("cli.count.dungeon"))

    def undo(self) -> None:
        """Others have seen the move."""
        raise Refusal("no_undo")

    def help(self, seat: int = 0) -> None:
        """The moves at hand and the commands, and what Enter does for one who needn't move; one who is waited for may also resign."""
        super().help(seat)
        if self.offering:
            self.terminal.show(self.words.say("cli.dungeon.help_interrupt"))
        elif seat not in self.waiting():
            self.terminal.show(self.words.say("cli.dungeon.help_aside"))
        if seat in self.waiting():
            self.terminal.show(self.words.say("cli.dungeon.resigning"))

    def close(self) -> None:
        """The end: who won and how."""
        if len(self.people) == 1:
            self.tell_news(self.people[0])
        elif (
            self.people
        ):  # several look at the screen now, and what one of them drew is still nobody else's
            self.table.tell(max(self.unheard.values(), key=len), None)
        self.terminal.pause_before(len(self.table.lines(None)) + QUESTION_LINES)
        self.table.draw(None)
        self.table.show_result()
        self.show_what_next()

    def company(self) -> str:
        """Who else plays, as it is typed; one person against careful bots needn't be."""
        bots = [name for name in self.played.record.seats if name]
        alone = bots == ["careful"] * (len(self.played.record.seats) - 1)
        return "" if alone else f" --bots '{','.join(bots)}'"
