"""The guide of a lesson: it follows a script and comments on each of the learner's moves."""

from collections.abc import Sequence

from underdeck.cli.phrases import simple
from underdeck.cli.screens import AnyScreen
from underdeck.game import Move
from underdeck.lessons import LEARNER
from underdeck.record import Record
from underdeck.say.drawings.base import wrap

QUESTION_LINES = 5
"""Roughly the lines that a decision and the list of moves take."""


class Guide:
    """Compares the learner's moves with a script, until the learner chooses another way."""

    def __init__(self, screen: AnyScreen, script: Record, catalogue: str) -> None:
        self.screen = screen
        self.terminal, self.words, self.played = screen.terminal, screen.words, screen.played
        self.script = script
        self.texts = self.words.file(catalogue)
        self.on_path = True
        """Whether the game has followed the script so far."""

    def next_move(self) -> tuple[int, Move] | None:
        """Return the next move of the script and its seat; None off its path."""
        if not self.on_path:
            return None
        text = self.script.moves[len(self.played.record.moves)]
        seat, move = self.played.read_seat(text)
        assert seat is not None
        return seat, self.played.game.read_move(move)

    def comment(self) -> dict[str, str]:
        """Return the texts about the learner's next move."""
        seats = (self.played.read_seat(move)[0] for move in self.played.record.moves)
        comments: list[dict[str, str]] = self.texts["move"]
        return comments[sum(seat == LEARNER for seat in seats)]

    def compare(self, move: Move) -> Move | None:
        """Comment on a move, and return the move to make; None to choose again."""
        if not self.on_path:
            return move
        comment = self.comment()
        scripted = self.played.game.read_move(comment["text"])
        if move != scripted:
            text = self.screen.move_text(scripted)
            self.terminal.show(self.words.say("cli.learn.other", move=text))
        elif len(self.played.view(LEARNER).legal) > 1:
            self.terminal.show(self.words.say("cli.learn.same"))
        self.terminal.show(comment["why"])
        return move if move == scripted else self._ask_which(move, scripted)

    def _ask_which(self, own: Move, scripted: Move) -> Move | None:
        """Ask whether to follow the script or the learner's own way; None for neither."""
        answer = self.terminal.ask(self.words.say("cli.learn.whose") + " > ")
        if answer is not None and not answer.strip():
            return scripted
        mine = simple(self.words.say("cli.learn.mine"))
        if answer is not None and mine.startswith(simple(answer.strip())):
            self.on_path = False
            self.terminal.show(self.words.say("cli.learn.alone"))
            return own
        self.terminal.show(self.words.say("cli.learn.neither"))
        return None

    def return_to_path(self) -> None:
        """Follow the script again if a move that was taken back had left it."""
        moves = self.played.record.moves
        self.on_path = moves == self.script.moves[: len(moves)]

    def show_comment(self) -> None:
        """Show what to consider before the learner's next move, on one screen with the game."""
        comment = self.comment()["before"] if self.on_path else ""
        lines = len(wrap(comment, self.terminal.width)) + len(self.screen.lines(LEARNER))
        self.terminal.pause_before(lines + QUESTION_LINES)
        if comment:
            self.terminal.show()
            self.terminal.show(comment)

    def show_rules(self, rules: Sequence[str]) -> None:
        """Show the rules behind what has just happened."""
        for rule in rules:
            self.terminal.show(rule, indent="" if self.terminal.plain else "  | ")

    def welcome(self) -> None:
        """Introduce the lesson."""
        self.terminal.show(f"{self.texts['intro']} {self.words.say('cli.learn.help')}")

    def farewell(self) -> None:
        """End the lesson."""
        if not self.on_path:
            self.terminal.show(self.words.say("cli.learn.end"))
            return
        more = self.words.file(self.screen.game)["game"].get("after_lesson", "")
        self.terminal.show(" ".join(filter(None, (self.texts["outro"], more))))
