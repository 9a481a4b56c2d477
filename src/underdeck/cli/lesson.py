"""The rulebook's own game as a lesson: its deck, the learner's choices, and what the book's player did and why."""

import os
from pathlib import Path

from underdeck.cli.prompt import simple
from underdeck.cli.saves import Save
from underdeck.cli.session import Session
from underdeck.cli.terminal import Terminal
from underdeck.game import Event, Move
from underdeck.record import Playthrough
from underdeck.tomb.walkthrough import walkthrough

TABLE_LINES = 15
"""About as many lines as a question and the table take."""


class Lesson(Session):
    """A session that explains each card as it comes and follows the book, until the learner leaves its path."""

    def __init__(self, terminal: Terminal) -> None:
        self.book = walkthrough().record
        super().__init__(terminal, Playthrough.before(self.book), NotKept())
        self.played.assist("hint")
        self.comments: list[dict[str, str]] = self.words.file("walkthrough")["move"]
        self.on_path = True

    def run(self) -> None:
        """The lesson from its welcome to its farewell."""
        self.terminal.show(self.words.file("walkthrough")["intro"])
        self.terminal.show()
        super().run()

    def show_table(self) -> None:
        """The spread, the moves, and what there is to weigh."""
        self.terminal.pause_before(TABLE_LINES)
        if self.on_path:
            self.terminal.show()
            self.terminal.show(self.comment["before"])
        super().show_table()

    @property
    def comment(self) -> dict[str, str]:
        """The book's move here, and the words about it."""
        return self.comments[len(self.played.record.moves)]

    def make(self, move: Move) -> None:
        """The learner's choice: compared with the book's, which is followed unless the learner insists."""
        chosen = self.compare(move) if self.on_path else move
        if chosen is None:
            return
        step = self.played.play(chosen)
        self.screen.tell(step.events)
        self.explain(step.events)
        if self.played.result() is None:
            self.show_table()

    def compare(self, move: Move) -> Move | None:
        """Say what the book's player did and why; where the learner chose otherwise, ask which way to go. None: nowhere, for now."""
        book = self.played.game.read_move(self.comment["text"])
        if move == book and len(self.played.view().legal) > 1:
            self.terminal.show(self.words.say("cli.learn.same"))
        elif move != book:
            self.terminal.show(self.words.say("cli.learn.other", move=self.screen.move_text(book)))
        self.terminal.show(self.comment["why"])
        if move == book:
            return move
        answer = self.terminal.ask(self.words.say("cli.learn.whose") + " > ")
        if answer is not None and not answer.strip():
            return book
        if answer is not None and simple(self.words.say("cli.learn.mine")).startswith(simple(answer)):
            self.on_path = False
            self.terminal.show(self.words.say("cli.learn.alone"))
            return move
        self.terminal.show(self.words.say("cli.learn.neither"))
        self.show_moves()
        return None

    def explain(self, events: list[Event]) -> None:
        """What the rules make of what just came up, each thing once."""
        for lesson in self.screen.teller.explain(events):
            self.terminal.show(lesson, indent="  | ")

    def undo(self) -> None:
        """Take a move back, and onto the book's path again where it leads there."""
        self.played.undo()
        self.on_path = self.played.record.moves == self.book.moves[: len(self.played.record.moves)]
        self.terminal.show(self.words.say("cli.learn.undone"))
        self.show_table()

    def leave(self) -> None:
        """A lesson isn't kept."""
        self.terminal.show_command(self.words.say("cli.learn.left"), f"{self.words.program} learn tomb")

    def help_on(self, command: str) -> str:
        """What a command does in a lesson, where nothing is kept or counted."""
        own = f"cli.learn_help.{command}"
        return self.words.say(own) if self.words.has(own) else super().help_on(command)

    def tell_where(self) -> None:
        """A lesson isn't kept, but it may be written to a file."""
        self.terminal.show(self.words.say("cli.learn.not_kept"))

    def close(self) -> None:
        """The score, and the book's farewell for those who stayed with it."""
        self.screen.show_result(ranked=False)
        self.terminal.show(self.words.file("walkthrough")["outro"] if self.on_path else self.words.say("cli.learn.end"))


class NotKept(Save):
    """No file: a lesson can be begun anew at any time."""

    def __init__(self) -> None:
        super().__init__(Path(os.devnull))

    def write(self, played: Playthrough) -> None:
        """Nothing to do."""

    def forget(self) -> None:
        """Nothing to do."""
