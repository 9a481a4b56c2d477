"""Lessons: a scripted game, the learner's choices, and what the script's player does and why."""

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path

from underdeck.agents import find_bot
from underdeck.cli.hotseat import Round
from underdeck.cli.phrases import simple
from underdeck.cli.saves import Save
from underdeck.cli.session import Session
from underdeck.cli.speech import Speech
from underdeck.cli.terminal import Terminal, terminal_for
from underdeck.game import Move
from underdeck.games.dungeon.lesson import dungeon_lesson
from underdeck.games.tomb.view import TombView
from underdeck.games.tomb.walkthrough import walkthrough
from underdeck.playthrough import Playthrough
from underdeck.say import Words

TABLE_LINES = 15
"""About as many lines as a question and the table take."""


class Guided(ABC):
    """A game that follows a script, with words about each of the learner's moves, until the learner leaves its path."""

    terminal: Terminal
    words: Words
    played: Playthrough
    comments: list[dict[str, str]]
    on_path = True

    @abstractmethod
    def comment(self) -> dict[str, str]:
        """The script's move here, and the words about it."""

    def compare(
        self, move: Move, legal: Sequence[Move], text: Callable[[Move], str]
    ) -> Move | None:
        """Say what the script's player does and why; where the learner chose otherwise, ask which way to go. None: nowhere, for now."""
        comment = self.comment()
        book: Move = self.played.game.read_move(comment["text"])
        if move == book and len(legal) > 1:
            self.terminal.show(self.words.say("cli.learn.same"))
        elif move != book:
            self.terminal.show(self.words.say("cli.learn.other", move=text(book)))
        self.terminal.show(comment["why"])
        if move == book:
            return move
        answer = self.terminal.ask(self.words.say("cli.learn.whose") + " > ")
        if answer is not None and not answer.strip():
            return book
        if answer is not None and simple(self.words.say("cli.learn.mine")).startswith(
            simple(answer.strip())
        ):
            self.on_path = False
            self.terminal.show(self.words.say("cli.learn.alone"))
            return move
        self.terminal.show(self.words.say("cli.learn.neither"))
        return None

    def show_lessons(self, lessons: list[str]) -> None:
        """What the rules make of what just came up."""
        for lesson in lessons:
            self.terminal.show(lesson, indent="" if self.terminal.plain else "  | ")

    def welcome(self, script: str) -> None:
        """What the lesson is, and what one can type."""
        self.terminal.show(f"{self.words.file(script)['intro']} {self.words.say('cli.learn.help')}")

    def farewell(self, script: str, more: str = "") -> None:
        """The script's last words for those who stayed with it, and what to type next."""
        outro = " ".join(filter(None, (self.words.file(script)["outro"], more)))
        self.terminal.show(outro if self.on_path else self.words.say("cli.learn.end"))


class Lesson(Guided, Session):
    """The rulebook's own game of Tomb."""

    def __init__(self, terminal: Terminal) -> None:
        self.book = walkthrough().record
        super().__init__(terminal, Playthrough.before(self.book), NotKept())
        self.played.assist("hint")
        self.comments = self.words.file("walkthrough")["move"]

    def run(self) -> bool:
        """The lesson from its welcome to its farewell."""
        self.welcome("walkthrough")
        self.terminal.show()
        return super().run()

    def show_table(self, seat: int = 0) -> None:
        """The spread, the moves, and what there is to weigh."""
        self.show_comment()
        super().show_table(seat)

    def show_news(self, before: TombView) -> None:
        """What a move has changed, and what there is to weigh now."""
        if self.terminal.plain:
            self.show_comment()
        super().show_news(before)

    def show_comment(self) -> None:
        """What there is to weigh."""
        self.terminal.pause_before(TABLE_LINES)
        if self.on_path:
            self.terminal.show()
            self.terminal.show(self.comment()["before"])

    def comment(self) -> dict[str, str]:
        """The book's move here."""
        return self.comments[len(self.played.record.moves)]

    def make(self, move: Move, seat: int = 0) -> None:
        """The learner's choice: compared with the book's, which is followed unless the learner insists."""
        chosen = (
            self.compare(move, self.played.view().legal, self.screen.move_text)
            if self.on_path
            else move
        )
        if chosen is None:
            self.show_moves()
            return
        before = self.screen.view()
        step = self.played.play(chosen)
        self.screen.tell(step.events)
        self.show_lessons(self.screen.teller.explain(step.events, 0))
        if self.played.result() is None:
            self.show_news(before)

    def undo(self) -> None:
        """Take a move back, and onto the book's path again where it leads there."""
        self.played.undo()
        self.on_path = self.played.record.moves == self.book.moves[: len(self.played.record.moves)]
        self.terminal.show(self.words.say("cli.learn.undone"))
        self.show_table()

    def leave(self) -> None:
        """A lesson isn't kept."""
        if Speech.in_menu:
            return
        command = f"{self.words.program} learn {self.played.game.name}{self.options()}"
        self.terminal.show_command(self.words.say("cli.learn.left"), command)

    def help_on(self, command: str) -> str:
        """What a command does in a lesson, where nothing is kept or counted."""
        own = f"cli.learn_help.{command}"
        return self.words.say(own) if self.words.has(own) else super().help_on(command)

    def tell_where(self) -> None:
        """A lesson isn't kept, but it may be written to a file."""
        self.terminal.show(self.words.say("cli.learn.not_kept"))

    def close(self) -> None:
        """The score, and the book's farewell."""
        self.screen.show_result(counts=False)
        self.farewell("walkthrough")


class DungeonLesson(Guided, Round):
    """A game of ours that shows every kind of card and interrupt of Dungeon; the others follow the script, or are bots once it is left."""

    leave = Lesson.leave
    tell_where = Lesson.tell_where
    makes_forced_moves = False

    def __init__(self, terminal: Terminal) -> None:
        self.book = dungeon_lesson().record
        bots = dict.fromkeys((1, 2), find_bot("careful"))
        super().__init__(terminal, Playthrough.before(self.book), NotKept(), bots)
        self.comments = self.words.file("dungeon_lesson")["move"]

    def run(self) -> bool:
        """The lesson from its welcome to its farewell."""
        self.welcome("dungeon_lesson")
        return super().run()

    def comment(self) -> dict[str, str]:
        """The script's move here."""
        return self.comments[sum(move.startswith("p1 ") for move in self.played.record.moves)]

    def next_move(self) -> bool:
        """The script's next move: the learner's, or one that happens by itself."""
        if not self.on_path:
            return super().next_move()
        seat, text = self.played.read_seat(self.book.moves[len(self.played.record.moves)])
        if not seat:
            return self.ask(0)
        self.make(self.played.game.read_move(text), seat)
        return True

    def ask(self, seat: int) -> bool:
        """The learner's decision, with what there is to weigh."""
        self.tell_news(seat)
        self.terminal.pause_before(TABLE_LINES + 5)
        if self.on_path:
            self.terminal.show()
            self.terminal.show(self.comment()["before"])
        return super().ask(seat)

    def make(self, move: Move, seat: int = 0) -> None:
        """The learner's choice is compared with the script's; everybody else's happens."""
        chosen: Move | None = move
        if seat == 0 and self.on_path:
            chosen = self.compare(
                move, self.played.game.legal(self.played.state, 0), self.table.move_text
            )
        if chosen is None:
            return
        before = len(self.played.record.moves)
        super().make(chosen, seat)
        if len(self.played.record.moves) > before and (
            lessons := self.table.teller.explain(self.last_events, 0)
        ):
            self.tell_news(0)
            self.show_lessons(lessons)

    def help_on(self, command: str) -> str:
        """What a command does in a lesson, where nothing is kept."""
        own = f"cli.learn_help.{command}"
        return (
            self.words.say(own)
            if self.words.has(own) and command != "undo"
            else super().help_on(command)
        )

    def close(self) -> None:
        """Who won, and the farewell."""
        self.table.show_result()
        self.farewell("dungeon_lesson", self.words.say("cli.learn.dig"))


class NotKept(Save):
    """No file: a lesson can be begun anew at any time."""

    def __init__(self) -> None:
        super().__init__(Path(os.devnull))

    def write(self, played: Playthrough) -> None:
        """Nothing to do."""

    def forget(self) -> None:
        """Nothing to do."""


def learn(game: str) -> None:
    """A game as a lesson."""
    terminal = terminal_for()
    lesson = Lesson(terminal) if game == "tomb" else DungeonLesson(terminal)
    lesson.run()
