"""The leaderboard of one deal on a terminal: the player's, the best, and the distribution."""

from collections.abc import Sequence

from underdeck.cli.career_texts import value_label
from underdeck.cli.charts import GAP, Bar, bar_chart, group_numbers
from underdeck.cli.speech import text
from underdeck.cli.terminal import Terminal
from underdeck.say.sentences import printable
from underdeck.serve import messages

MAX_RANKED = 10
"""Lines of a leaderboard that are shown."""


class BoardScreen:
    """Shows a leaderboard."""

    def __init__(self, terminal: Terminal, board: messages.Leaderboard) -> None:
        self.terminal, self.words = terminal, terminal.words
        self.board = board
        self.letters = terminal.letters or not terminal.can_show("█▏")

    def show(self) -> None:
        """Show the player's attempt, the best attempts, and how often each result occurred."""
        if not self.board.players:
            self.terminal.show(text("board.nobody"))
            return
        self.show_own()
        self.show_ranked(self.board.ranked)
        if self.board.assisted:
            self.terminal.show(text("board.assisted"))
            self.show_ranked(self.board.assisted)
        self.show_distribution()

    def show_own(self) -> None:
        """Show the player's first attempt."""
        own = self.board.you
        if own is None or own.status != "over":
            return
        self.terminal.show(text("board.own", result=self.result(own)))
        ranked = self.board.players - len(self.board.assisted)
        if own.rank is not None:
            self.terminal.show(text("board.rank", rank=own.rank, n=max(ranked, own.rank)))
        else:
            self.terminal.show(text("board.unranked"))

    def result(self, attempt: messages.OwnAttempt | messages.Ranked) -> str:
        """Return how an attempt ended, with its score."""
        outcome = value_label(self.words, "outcome", attempt.outcome or "")
        counts = {"n": attempt.points, "kings": attempt.kings, "turns": attempt.turns}
        return text("board.result", outcome=outcome, **counts)

    def show_ranked(self, lines: Sequence[messages.Ranked]) -> None:
        """Show the best attempts, and the player's own one below them."""
        shown = list(lines[:MAX_RANKED])
        shown += [each for each in lines[MAX_RANKED:] if each.is_you]
        for each in shown:
            name = printable(each.name)
            name = self.words.say("cli.competition.you", name=name) if each.is_you else name
            line = text("board.line", rank=each.rank, name=name, result=self.result(each))
            self.terminal.show(line, indent=GAP, hang=GAP)

    def show_distribution(self) -> None:
        """Show how often each result occurred, as bars or in words."""
        bars = self.bars()
        if not bars:
            return
        self.terminal.show(text("board.distribution", n=self.board.players))
        if self.terminal.plain:
            for each in bars:
                if each.games:
                    self.terminal.show(
                        text("board.counted", label=each.label.strip(), n=each.games)
                    )
            return
        lines = bar_chart(bars, self.terminal.width, letters=self.letters)
        self.terminal.show_lines(lines)

    def bars(self) -> list[Bar]:
        """Return deaths by kind, then escapes by points."""
        counts = [(each.value, each.count) for each in self.board.distribution]
        points = group_numbers([(int(value), n) for value, n in counts if value.isdecimal()])
        others = [
            Bar(value_label(self.words, "outcome", value), n)
            for value, n in counts
            if not value.isdecimal()
        ]
        return [
            *others,
            *(Bar(text("board.points", points=bar.label), bar.games) for bar in points),
        ]
