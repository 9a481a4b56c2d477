"""Help pages, as wide as the terminal and readable in narrow ones."""

import shutil
from collections.abc import Iterable, Sequence

import click

from underdeck.cli.speech import parser_text
from underdeck.cli.terminal import MIN_WIDTH
from underdeck.say.drawings.base import wrap

MAX_WIDTH = 100
MIN_TWO_COLUMN_WIDTH = 60
"""In narrower terminals an option stands above its description."""


class Manual(click.HelpFormatter):
    """A help page that never breaks a word."""

    def __init__(self, *_given: object, **_named: object) -> None:
        columns = shutil.get_terminal_size().columns
        super().__init__(width=max(min(columns, MAX_WIDTH), MIN_WIDTH))

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write the usage line."""
        self.write_lines(
            wrap(f"{prefix or parser_text('Usage:')} {prog} {args}", self.width, hang="  ")
        )

    def write_text(self, text: str) -> None:
        """Write a paragraph."""
        self.write_lines(wrap(text, self.width, " " * self.current_indent))

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write options or commands with their descriptions, in two columns if there is room."""
        indent, rows = " " * self.current_indent, list(rows)
        first = min(max(len(name) for name, _ in rows), col_max) + col_spacing
        for name, what in rows:
            room = self.width - len(indent) - first
            if self.width < MIN_TWO_COLUMN_WIDTH or not what:
                self.write_lines(
                    [*wrap(name, self.width, indent, "  "), *wrap(what, self.width, indent + "  ")]
                )
                continue
            lines = wrap(what, room)
            beside = f"{indent}{name:<{first}}"
            if len(name) > first - col_spacing:
                self.write_lines([indent + name])
                beside = " " * len(beside[: len(indent) + first])
            self.write_lines(
                [beside + lines[0], *(" " * (len(indent) + first) + line for line in lines[1:])]
            )

    def write_lines(self, lines: Sequence[str]) -> None:
        """Write lines as they are."""
        for line in lines:
            self.write(line + "\n")
