"""A terminal in line mode: colour and suits where they can be shown, plain words where they can't."""

import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import TextIO

from underdeck.cards import code_of, symbol_of
from underdeck.cli.speech import Speech
from underdeck.say import Words
from underdeck.say.drawing import wrap

_RED = re.compile(r"(?:10|[2-9AJQK])[♥♦]|♥+")
_SUITS = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C"})
_QUOTES = str.maketrans({"«": '"', "»": '"', "¡": "", "¿": "", "…": "..."})
NARROWEST = 20
NO_BREAK = "\u00a0"
"""A space at which no line is broken; it is written out as any other."""
FAILED, INTERRUPTED = 1, 130
"""What the shell is told when a command was refused, and when it was interrupted."""


class Terminal:
    """Where a person reads and types."""

    def __init__(
        self, words: Words, environment: Mapping[str, str], *, plain: bool, source: TextIO | None = None, target: TextIO | None = None
    ) -> None:
        self.words = words
        self.plain = plain
        self._in = source or sys.stdin
        self._out = target or sys.stdout
        self._encoding = self._out.encoding or "ascii"
        self.letters = plain or not self.can_show("♠│▒♡")
        """Suits as letters, nothing drawn."""
        tty = self._out.isatty()
        self._dumb = environment.get("TERM") == "dumb"
        self.colour = tty and not plain and not environment.get("NO_COLOR") and not self._dumb
        self.interactive = self._in.isatty() and tty
        self._lines = 0
        """Lines written since the user last typed."""
        self.forget_typed: Callable[[], None] = lambda: None
        """Forgets the lines that the prompt would bring back."""
        if self.interactive and find_spec("readline"):
            import readline  # noqa: PLC0415  gives the prompt its editing and history

            self.forget_typed = readline.clear_history

    @property
    def paragraph(self) -> str:
        """What is written for the sign of a paragraph where symbols can't be; at the beginning of one, nothing."""
        return self.words.say("cli.plain.paragraph")

    @property
    def width(self) -> int:
        """Columns to write in; asked each time, for a window may be resized."""
        return max(min(shutil.get_terminal_size().columns, 100), NARROWEST)

    def can_show(self, text: str) -> bool:
        """Can the terminal's encoding show this?"""
        try:
            text.encode(self._encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def face(self, card: int) -> str:
        """A card as this terminal shows it."""
        return code_of(card) if self.letters else symbol_of(card)

    def show(self, text: str = "", indent: str = "", hang: str = "") -> None:
        """A paragraph, wrapped to the width, its later lines `hang`ing deeper."""
        if self.letters:
            text = text.replace(" §", f" {self.paragraph} ").replace("(§", f"({self.paragraph} ").replace("§", "")
        self.show_lines(wrap(text, self.width, indent, hang) or [""])

    def show_lines(self, lines: list[str]) -> None:
        """Lines that are already laid out."""
        for line in lines:
            self._out.write(self.ready(line) + "\n")
        self._out.flush()
        self._lines += len(lines)

    def show_command(self, text: str, command: str) -> None:
        """A sentence, and beneath it a command on a line of its own, to be copied whole."""
        self.show(text)
        self.show_lines([f"  {command}"])

    def clear(self) -> None:
        """Take what was shown and typed away from the next one's eyes, scrolled back lines too; over a pipe, mark the place."""
        self.forget_typed()
        if self.interactive:
            self._out.write("\n" * shutil.get_terminal_size().lines if self._dumb else "\x1b[2J\x1b[3J\x1b[H")
        else:
            self.show_lines(["", "-" * min(self.width, 40), ""])
        self._out.flush()

    def pause_before(self, lines: int) -> None:
        """Wait for Enter if so many more lines would push unread ones off the screen of someone who sits there."""
        if self._lines + lines > shutil.get_terminal_size().lines:
            self.pause()

    def pause(self) -> None:
        """Wait for Enter if someone who sits there has something to read since they last typed."""
        if self.interactive and self._lines:
            self.ask(self.words.say("cli.replay.more") + " ")

    def show_as_is(self, text: str) -> None:
        """Text for programs: JSON, records."""
        self._out.write(text)
        self._out.flush()

    def ready(self, line: str) -> str:
        """A line as it is written out: letters for suits, accents only where they can be shown, red where there is colour."""
        line = line.replace(NO_BREAK, " ")
        if self.letters:
            line = line.translate(_SUITS)
        if not self.can_show(line):
            plain = unicodedata.normalize("NFKD", line.translate(_QUOTES))
            line = plain.encode(self._encoding, "ignore").decode(self._encoding)
        return _RED.sub(lambda red: f"\x1b[31m{red[0]}\x1b[39m", line) if self.colour else line

    def bold(self, text: str) -> str:
        """Text that stands out, where there is colour."""
        return f"\x1b[1m{text}\x1b[22m" if self.colour else text

    def ask(self, prompt: str) -> str | None:
        """A line typed by the user, None when there will be no more."""
        self._lines = 0
        if self.interactive and self._in is sys.stdin:
            try:
                return input(self.ready(prompt))  # line editing must know of the prompt, or it swallows an empty line
            except EOFError:
                self._out.write("\n")
                return None
        self._out.write(self.ready(prompt))
        self._out.flush()
        line = self._in.readline()
        # Over a pipe nothing echoes what was typed, and the story would read with holes.
        self._out.write(f"{line.rstrip()}\n")
        self._out.flush()
        return line.rstrip("\n") if line else None


def terminal_for(*, plain: bool) -> Terminal:
    """The terminal of this run."""
    return Terminal(Speech.words, os.environ, plain=plain)


def complain(sentence: str) -> None:
    """Say it on standard error, wrapped for whoever sits there."""
    width = shutil.get_terminal_size().columns if sys.stderr.isatty() else 10_000
    sys.stderr.write("\n".join(wrap(sentence, width)) + "\n")
    sys.stderr.flush()
