"""A terminal in line mode: colour and suits where they can be shown, plain words where they can't."""

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

from underdeck.cards import code_of, read_card, symbol_of
from underdeck.cli.speech import Speech
from underdeck.say import Words
from underdeck.say.drawings.base import NO_BREAK, wrap
from underdeck.say.sentences import card_name, spoken_card
from underdeck.say.words import capital

import click  # isort: skip  after `speech`, which lends it our words

Completer = Callable[[str, str], list[str]]
"""What may follow: from the words before, and the beginning of the one that is being typed."""

_CARD = re.compile(r"(?:10|[2-9AJQK])[♠♥♦♣]")
_RED = re.compile(r"(?:10|[2-9AJQK])[♥♦]|♥+")
_SUITS = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C"})
_QUOTES = str.maketrans({"«": '"', "»": '"', "¡": "", "¿": "", "…": "..."})
NARROWEST = 20
FAILED, INTERRUPTED = 1, 130
"""What the shell is told when a command was refused, and when it was interrupted."""


class Terminal:
    """Where a person reads and types."""

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
        self._in = source or sys.stdin
        self._out = target or sys.stdout
        self._encoding = self._out.encoding or "ascii"
        self.letters = plain or not self.can_show("♠│▒♡")
        """Suits as letters, nothing drawn; `plain`, for a screen reader, has cards in words as well."""
        tty = self._out.isatty()
        self._dumb = environment.get("TERM") == "dumb"
        self.colour = tty and not plain and not environment.get("NO_COLOR") and not self._dumb
        self.interactive = self._in.isatty() and tty
        self._lines = 0
        """Lines written since the user last typed."""
        self._page: list[str] | None = None
        """Lines collected for the pager."""
        self._completer: Completer | None = None
        self.forget_typed: Callable[[], None] = lambda: None
        """Forgets the lines that the prompt would bring back."""
        if self.interactive and find_spec("readline"):
            self.prepare_editing()

    def prepare_editing(self) -> None:
        """Give the prompt its editing, its history and completion by Tab."""
        import readline  # noqa: PLC0415  only at a prompt that is typed at

        self.forget_typed = readline.clear_history
        readline.set_completer(self.complete)
        readline.set_completer_delims(" ")
        readline.parse_and_bind(
            "bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete"
        )
        self._line_before = lambda: readline.get_line_buffer()[: readline.get_begidx()]

    _line_before: Callable[[], str] = staticmethod(lambda: "")
    """What was typed before the word that is to be completed."""

    def complete(self, begun: str, number: int) -> str | None:
        """The completion of that number, as readline asks for them one by one."""
        found = self._completer(self._line_before(), begun) if self._completer else []
        return f"{found[number]} " if number < len(found) else None

    def spell_cards(self, text: str) -> str:
        """Cards and suits that a text shows by symbols, such as a lesson's, in words."""
        suits = self.words.table("common.suit")
        text = _CARD.sub(lambda card: card_name(self.words, read_card(card[0])), text)
        return re.sub("[♠♥♦♣]", lambda suit: str(suits[str("♠♥♦♣".index(suit[0]))]), text)

    def spell_paragraphs(self, text: str) -> str:
        """The sign of a paragraph in words: `§7.2 ...` begins with "Paragraph 7.2", a heading `§7 Light` reads "Paragraph 7: Light"."""
        word = self.words.say("cli.plain.paragraph")
        text = re.sub(
            r"^(\W*(?:\x1b\[1m)?)§(\d+) ",
            lambda head: f"{head[1]}{capital(word)} {head[2]}: ",
            text,
        )
        text = re.sub(r"^§", f"{capital(word)} ", text)
        return text.replace("§", f"{word} ")

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
        """A card as this terminal shows it: aloud, as a symbol, or as letters."""
        return spoken_card(self.words, card) if self.plain else self.typed(card)

    def typed(self, card: int) -> str:
        """A card as it may be typed."""
        return code_of(card) if self.letters else symbol_of(card)

    def show(self, text: str = "", indent: str = "", hang: str = "") -> None:
        """A paragraph, wrapped to the width, its later lines `hang`ing deeper."""
        if self.letters:
            text = self.spell_paragraphs(text)
        if self.plain:
            text = self.spell_cards(text)
        self.show_lines(wrap(text, self.width, indent, hang) or [""])

    def show_story(self, text: str) -> None:
        """A paragraph of the story, which waits for Enter before it would push an unread one off the screen."""
        self.pause_before(len(wrap(text, self.width)) + 1)
        self.show(text)

    def show_lines(self, lines: list[str]) -> None:
        """Lines that are already laid out."""
        if self._page is not None:
            self._page += lines
            return
        for line in lines:
            self._out.write(self.ready(line) + "\n")
        self._out.flush()
        self._lines += len(lines)

    @contextmanager
    def paged(self) -> Iterator[None]:
        """Show what is long through the user's pager, where someone sits who could scroll; never to a screen reader."""
        self._page = [] if self.interactive and not self.plain and not self._dumb else None
        try:
            yield
        finally:
            lines, self._page = self._page or [], None
        if len(lines) < shutil.get_terminal_size().lines - 1:
            self.show_lines(lines)
        else:
            colour = pager_shows_colour(self.words, os.environ) and self.colour
            click.echo_via_pager("\n".join(self.ready(line) for line in lines) + "\n", color=colour)

    def show_command(self, text: str, command: str) -> None:
        """A sentence, and beneath it a command on a line of its own, to be copied whole."""
        self.show(text)
        self.show_lines([f"  {command}"])

    def clear(self) -> None:
        """Take what was shown and typed away from the next one's eyes, scrolled back lines too; over a pipe, mark the place."""
        self.forget_typed()
        if self.interactive:
            self._out.write(
                "\n" * shutil.get_terminal_size().lines if self._dumb else "\x1b[2J\x1b[3J\x1b[H"
            )
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

    def ask(self, prompt: str, completer: Completer | None = None) -> str | None:
        """A line typed by the user, None when there will be no more; Tab completes what the completer knows."""
        self._lines = 0
        self._completer = completer
        if self.interactive and self._in is sys.stdin:
            try:
                return input(
                    self.ready(prompt)
                )  # line editing must know of the prompt, or it swallows an empty line
            except EOFError:
                self._out.write("\n")
                return None
            finally:
                self._completer = None
        self._out.write(self.ready(prompt))
        self._out.flush()
        line = self._in.readline()
        # Over a pipe nothing echoes what was typed, and the story would read with holes.
        self._out.write(f"{line.rstrip()}\n")
        self._out.flush()
        return line.rstrip("\n") if line else None


def terminal_for() -> Terminal:
    """The terminal of this run."""
    return Terminal(Speech.words, os.environ, plain=Speech.plain)


def pager_shows_colour(words: Words, environment: MutableMapping[str, str]) -> bool:
    """Can the user's pager show color? `less` is told to, and to say how to leave it; another pager is sent plain text."""
    if Path((environment.get("PAGER") or "less").split()[0]).stem != "less":
        return False
    prompt = re.sub(r"([?:.%\\])", r"\\\1", words.say("cli.pager.prompt"))
    environment.setdefault("LESS", f"-X -Ps{prompt}$")
    if "R" not in environment["LESS"].partition("P")[0].upper():
        environment["LESS"] = f"-R {environment['LESS']}"
    return True


def complain(sentence: str) -> None:
    """Write a sentence to standard error, wrapped for a terminal."""
    sys.stderr.write("\n".join(wrap(sentence, stderr_width()) or [""]) + "\n")
    sys.stderr.flush()


def stderr_width() -> int:
    """The columns of the terminal that standard error goes to; in a file, lines are whole."""
    return shutil.get_terminal_size().columns if sys.stderr.isatty() else 10_000
