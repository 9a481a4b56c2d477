"""A terminal in line mode, with colors and suit symbols if it can show them."""

import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TextIO

import click

from underdeck.cards import code_of, read_card, symbol_of
from underdeck.cli.speech import Speech
from underdeck.say import Words
from underdeck.say.drawings.base import NO_BREAK, wrap
from underdeck.say.sentences import card_name, spoken_card
from underdeck.say.words import capital

Completer = Callable[[str, str], list[str]]
"""Return completions from the words before the cursor and the beginning of the current word."""

_CARD = re.compile(r"(?:10|[2-9AJQK])[♠♥♦♣]")
_RED = re.compile(r"(?:10|[2-9AJQK])[♥♦]|♥+")
_SUITS = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C"})
_QUOTES = str.maketrans(
    {"«": '"', "»": '"', "“": '"', "”": '"', "‘": "'", "’": "'"}
    | {"¡": "", "¿": "", "…": "...", "—": "--", "–": "-"}
)
MIN_WIDTH, MAX_WIDTH = 20, 100
FAILED, MISUSED, INTERRUPTED = 1, 2, 130
"""Exit codes of a command that was refused, misused or interrupted."""


class Left(Exception):
    """The user leaves something long instead of reading on."""


class Terminal:
    """Shows text to a person and reads lines."""

    def __init__(
        self,
        words: Words,
        environment: Mapping[str, str],
        *,
        plain: bool,
        source: TextIO | None = None,
        target: TextIO | None = None,
    ) -> None:
        self.words = words
        self.plain = plain
        """Whether everything is in words, for a screen reader."""
        self._in = source or sys.stdin
        self._out = target or sys.stdout
        self._encoding = self._out.encoding or "ascii"
        self.letters = plain or not self.can_show("♠│▒♡")
        """Whether suits are letters and nothing is drawn."""
        tty = self._out.isatty()
        self._dumb = environment.get("TERM") == "dumb"
        self.colour = tty and not plain and not environment.get("NO_COLOR") and not self._dumb
        self.interactive = self._in.isatty() and tty
        self._lines = 0
        """Lines written since the user last typed."""
        self._page: list[str] | None = None
        """Lines collected for the pager."""
        self._leavable = False
        """Whether `q` at a pause leaves."""
        self._completer: Completer | None = None
        self.clear_history: Callable[[], None] = lambda: None
        """Clear the lines that the prompt can recall."""
        if self.interactive and find_spec("readline"):
            self.prepare_editing()

    def prepare_editing(self) -> None:
        """Set up line editing, history and completion by Tab."""
        import readline  # noqa: PLC0415  only for a prompt on a terminal

        self.clear_history = readline.clear_history
        readline.set_completer(self.complete)
        readline.set_completer_delims(" ")
        readline.parse_and_bind(
            "bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete"
        )
        self._line_before = lambda: readline.get_line_buffer()[: readline.get_begidx()]

    _line_before: Callable[[], str] = staticmethod(lambda: "")
    """Return the line before the word that is being completed."""

    def complete(self, begun: str, number: int) -> str | None:
        """Return a completion by its number, as readline asks for them."""
        found = self._completer(self._line_before(), begun) if self._completer else []
        return f"{found[number]} " if number < len(found) else None

    # Texts

    def spell_cards(self, text: str) -> str:
        """Return a text with cards and suits in words instead of symbols."""
        suits = self.words.table("common.suit")
        text = _CARD.sub(lambda card: card_name(self.words, read_card(card[0])), text)
        return re.sub("[♠♥♦♣]", lambda suit: str(suits[str("♠♥♦♣".index(suit[0]))]), text)

    def spell_sections(self, text: str) -> str:
        """Return a text with a word instead of §; a heading `§7 Light` is `Section 7: Light`."""
        word = self.words.say("cli.rules_part.paragraph")
        text = re.sub(
            r"^(\W*(?:\x1b\[1m)?)§(\d+) ",
            lambda head: f"{head[1]}{capital(word)} {head[2]}: ",
            text,
        )
        text = re.sub(r"^§", f"{capital(word)} ", text)
        return text.replace("§", f"{word} ")

    @property
    def width(self) -> int:
        """The number of columns now; a window may be resized."""
        return max(min(shutil.get_terminal_size().columns, MAX_WIDTH), MIN_WIDTH)

    def can_show(self, text: str) -> bool:
        """Return whether the terminal's encoding has all characters of a text."""
        try:
            text.encode(self._encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def face(self, card: int) -> str:
        """Return a card as the terminal shows it: in words, as a symbol, or in letters."""
        return spoken_card(self.words, card) if self.plain else self.typed(card)

    def typed(self, card: int) -> str:
        """Return a card as it may be typed."""
        return code_of(card) if self.letters else symbol_of(card)

    def bold(self, text: str) -> str:
        """Return bold text, if the terminal has colors."""
        return f"\x1b[1m{text}\x1b[22m" if self.colour else text

    # Output

    def show(self, text: str = "", indent: str = "", hang: str = "") -> None:
        """Show a paragraph wrapped to the width; `hang` indents all lines but the first."""
        if self.letters:
            text = self.spell_sections(text)
        if self.plain:
            text = self.spell_cards(text)
        self.show_lines(wrap(text, self.width, indent, hang) or [""])

    def show_story(self, text: str) -> None:
        """Show a paragraph, after a pause if it would push unread lines off the screen."""
        self.pause_before(len(wrap(text, self.width)) + 1)
        self.show(text)

    def show_lines(self, lines: list[str]) -> None:
        """Show lines as they are."""
        if self._page is not None:
            self._page += lines
            return
        for line in lines:
            self._out.write(self.ready(line) + "\n")
        self._out.flush()
        self._lines += len(lines)

    def show_command(self, text: str, command: str) -> None:
        """Show a sentence, and below it a command on one line to be copied."""
        self.show(text)
        self.show_lines([f"  {command}"])

    def show_as_is(self, text: str) -> None:
        """Write text for programs, such as JSON."""
        self._out.write(text)
        self._out.flush()

    def ready(self, line: str) -> str:
        """Return a line as it is written: without characters that the encoding lacks, in color."""
        line = line.replace(NO_BREAK, " ")
        if self.letters:
            line = line.translate(_SUITS)
        if not self.can_show(line):
            plain = unicodedata.normalize("NFKD", line.translate(_QUOTES))
            line = plain.encode(self._encoding, "ignore").decode(self._encoding)
        return _RED.sub(lambda red: f"\x1b[31m{red[0]}\x1b[39m", line) if self.colour else line

    @contextmanager
    def paged(self) -> Iterator[None]:
        """Show long text through the user's pager on a terminal, but never to a screen reader."""
        self._page = [] if self.interactive and not self.plain and not self._dumb else None
        try:
            yield
        finally:
            lines, self._page = self._page or [], None
        if len(lines) < shutil.get_terminal_size().lines - 1:
            self.show_lines(lines)
        else:
            colour = prepare_pager(self.words, os.environ) and self.colour
            page = "\n".join(self.ready(line) for line in lines) + "\n"
            click.echo_via_pager(page, color=colour)

    def clear(self) -> None:
        """Clear the screen with its scrollback and history; over a pipe, draw a line."""
        self.clear_history()
        if self.interactive:
            self._out.write(
                "\n" * shutil.get_terminal_size().lines if self._dumb else "\x1b[2J\x1b[3J\x1b[H"
            )
        else:
            self.show_lines(["", "-" * min(self.width, 40), ""])
        self._out.flush()

    # Input

    def pause_before(self, lines: int) -> None:
        """Pause if this many more lines would push unread ones off the screen."""
        if self._lines + lines > shutil.get_terminal_size().lines:
            self.pause()

    def pause(self) -> None:
        """Wait for Enter, if a person has something to read."""
        if self.interactive and self._lines:
            self.wait()

    def wait(self) -> None:
        """Wait for Enter; within `leavable`, `q` or `quit` leaves."""
        line = self.ask(self.words.say("cli.replay.more") + " ")
        quit_words = ("q", "quit", self.words.say("cli.command.quit"))
        if self._leavable and (line is None or line.strip().lower() in quit_words):
            raise Left

    @contextmanager
    def leavable(self) -> Iterator[None]:
        """Let the user leave what is shown here at a pause."""
        self._leavable = True
        try:
            yield
        except Left:
            pass
        finally:
            self._leavable = False

    def ask(self, prompt: str, completer: Completer | None = None) -> str | None:
        """Return a line that the user types, or None at the end of the input."""
        if len(prompt) > self.width:
            *lines, last = balanced(prompt.rstrip(), self.width)
            self.show_lines(lines)
            prompt = last + prompt[len(prompt.rstrip()) :]
        self._lines = 0
        if self.interactive and self._in is sys.stdin:
            self._completer = completer
            try:
                # Line editing must know the prompt, or it swallows an empty line.
                return input(self.ready(prompt))
            except EOFError:
                self._out.write("\n")
                return None
            finally:
                self._completer = None
        self._out.write(self.ready(prompt))
        self._out.flush()
        line = self._in.readline()
        # Over a pipe nothing echoes the line, and the story would have gaps.
        self._out.write(f"{line.rstrip()}\n")
        self._out.flush()
        return line.rstrip("\n") if line else None


def balanced(text: str, width: int) -> list[str]:
    """Break a text into lines of similar length: the last one has room for an answer."""
    count = len(wrap(text, width))
    narrow = len(text) // count
    return next(
        lines for room in range(narrow, width + 1) if len(lines := wrap(text, room)) <= count
    )


def terminal_for() -> Terminal:
    """Return the terminal of this run."""
    return Terminal(Speech.words, os.environ, plain=Speech.plain)


def prepare_pager(words: Words, environment: MutableMapping[str, str]) -> bool:
    """Set up `less` to show colors and how to leave it; return False for another pager."""
    if Path((environment.get("PAGER") or "less").split()[0]).stem != "less":
        return False
    more, end = (
        re.sub(r"([?:.%\\])", r"\\\1", words.say(f"cli.pager.{key}")) for key in ("prompt", "end")
    )
    environment.setdefault("LESS", f"-X -Ps?e{end}:{more}.$")
    if "R" not in environment["LESS"].partition("P")[0].upper():
        environment["LESS"] = f"-R {environment['LESS']}"
    return True


def complain(sentence: str) -> None:
    """Write a sentence to standard error, wrapped for a terminal."""
    sys.stderr.write("\n".join(wrap(sentence, stderr_width()) or [""]) + "\n")
    sys.stderr.flush()


def stderr_width() -> int:
    """Return the columns of the terminal on standard error; in a file lines are not wrapped."""
    return shutil.get_terminal_size().columns if sys.stderr.isatty() else 10_000
