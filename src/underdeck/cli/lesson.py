"""The rulebook's own game as a lesson: its deck, the learner's choices, and what the book's player did and why."""

from underdeck.cli.prompt import simple
from underdeck.cli.saves import Save
from underdeck.cli.session import Session
from underdeck.cli.terminal import Terminal
from underdeck.game import Event, Move
from underdeck.record import Playthrough
from underdeck.tomb.walkthrough import walkthrough


class Lesson(Session):
    """A session that explains each card as it comes and follows the book, until the learner leaves its path."""

    def __init__(self, terminal: Terminal) -> None:
        book = walkthrough().record
        super().__init__(terminal, Playthrough.begin(walkthrough().game, book.house, book.deal), NotKept())
        self.comments: list[dict[str, str]] = self.words.file("walkthrough")["move"]
        self.on_path = True

    def run(self) -> None:
        """The lesson from its welcome to its farewell."""
        self.terminal.show(self.words.file("walkthrough")["intro"])
        self.terminal.show()
        super().run()

    def show_table(self) -> None:
        """The spread, the moves, and what there is to weigh."""
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
        if self.on_path:
            move = self.compare(move)
        step = self.played.play(move)
        self.screen.tell(step.events)
        self.explain(step.events)
        if self.played.result() is None:
            self.show_table()

    def compare(self, move: Move) -> Move:
        """Say what the book's player did and why; where the learner chose otherwise, ask which way to go."""
        book = self.played.game.read_move(self.comment["text"])
        if move == book:
            self.terminal.show(self.words.say("cli.learn.same"))
            self.terminal.show(self.comment["why"])
            return move
        self.terminal.show(self.words.say("cli.learn.other", move=self.screen.move_text(book)))
        self.terminal.show(self.comment["why"])
        answer = self.terminal.ask(self.words.say("cli.learn.whose") + " > ")
        if answer is not None and answer.strip() and simple(self.words.say("cli.learn.mine")).startswith(simple(answer)):
            self.on_path = False
            self.terminal.show(self.words.say("cli.learn.alone"))
            return move
        return book

    def explain(self, events: list[Event]) -> None:
        """What the rules make of what just came up, each thing once."""
        for lesson in self.screen.teller.explain(events):
            self.terminal.show(lesson, indent="  | ")

    def undo(self) -> None:
        """Take a move back; a lesson isn't ranked, so nothing is marked."""
        self.played.take_back()
        self.on_path = self.played.record.moves == walkthrough().record.moves[: len(self.played.record.moves)]
        self.terminal.show(self.words.say("cli.learn.undone"))
        self.show_table()

    def leave(self) -> None:
        """A lesson isn't kept."""
        self.terminal.show(self.words.say("cli.learn.left"))

    def close(self) -> None:
        """The score, and the book's farewell for those who stayed with it."""
        result = self.played.result()
        assert result is not None
        self.terminal.show()
        self.terminal.show(self.terminal.bold(self.words.say(f"cli.ending.{result['ending']}", **result)))
        self.terminal.show(self.words.file("walkthrough")["outro"] if self.on_path else self.words.say("cli.learn.end"))


class NotKept(Save):
    """No file: a lesson can be begun anew at any time."""

    def __init__(self) -> None:
        pass

    def write(self, played: Playthrough) -> None:
        """Nothing to do."""
