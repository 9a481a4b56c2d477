"""A terminal in line mode: colour and suits where they can be shown, plain words where they can't."""

import re
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Mapping
from importlib.util import find_spec
from typing import TextIO

from underdeck.cards import code_of, symbol_of
from underdeck.say import Words

_RED = re.compile(r"(?:10|[2-9AJQK])[♥♦]|♥+")
_SUITS = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "§": ""})
_QUOTES = str.maketrans({"«": '"', "»": '"', "¡": "", "¿": "", "…": "..."})
NARROWEST = 20


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
        self.colour = tty and not plain and not environment.get("NO_COLOR") and environment.get("TERM") != "dumb"
        self.interactive = self._in.isatty() and tty
        self._lines = 0
        """Lines written since the user last typed."""
        if self.interactive and find_spec("readline"):
            import readline  # noqa: F401, PLC0415  gives the prompt its editing and history

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
        """Take what was shown away from the next one's eyes, scrolled back lines too; over a pipe, mark the place."""
        if self.interactive and not self.plain:
            self._out.write("\x1b[2J\x1b[3J\x1b[H")
        else:
            self.show_lines(["", "-" * min(self.width, 40), ""])
        self._out.flush()

    def pause_before(self, lines: int) -> None:
        """Wait for Enter if so many more lines would push unread ones off the screen of someone who sits there."""
        if self.interactive and self._lines + lines > shutil.get_terminal_size().lines:
            self.ask(self.words.say("cli.replay.more") + " ")

    def show_as_is(self, text: str) -> None:
        """Text for programs: JSON, records."""
        self._out.write(text)
        self._out.flush()

    def ready(self, line: str) -> str:
        """A line as it is written out: letters for suits, accents only where they can be shown, red where there is colour."""
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
        self._out.write(self.ready(prompt))
        self._out.flush()
        self._lines = 0
        if self.interactive and self._in is sys.stdin:
            try:
                return input()
            except EOFError:
                self._out.write("\n")
                return None
        line = self._in.readline()
        # Over a pipe nothing echoes what was typed, and the story would read with holes.
        self._out.write(f"{line.rstrip()}\n")
        self._out.flush()
        return line.rstrip("\n") if line else None


def wrap(text: str, width: int, indent: str = "", hang: str = "") -> list[str]:
    """A paragraph in lines; what has no space in it, such as a path, is never broken."""
    return textwrap.wrap(
        text, width, initial_indent=indent, subsequent_indent=indent + hang, break_long_words=False, break_on_hyphens=False
    )
