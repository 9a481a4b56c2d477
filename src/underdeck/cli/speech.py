"""The language of the command line, including the messages of click."""

import os
import sys
from collections.abc import Sequence

import click

from underdeck.say import LANGUAGES, Words, choose_language


def asked_language(args: Sequence[str]) -> str | None:
    """Return the value of `--lang`, which help and errors need before anything is parsed."""
    asked = None
    for place, arg in enumerate(args):
        if arg.startswith("--lang="):
            asked = arg.removeprefix("--lang=")
        elif arg == "--lang" and place + 1 < len(args):
            asked = args[place + 1]
    return asked.lower() if asked else None


class Speech:
    """The language and mode of this run."""

    words = Words("en")
    plain = False
    """Whether `--plain` was given, or chosen in the menu."""
    in_menu = False
    """Whether the command was started from the menu."""


def speak(args: Sequence[str]) -> Words:
    """Choose the language of this run from its arguments and environment."""
    asked = asked_language(args)
    Speech.plain = Speech.in_menu = False
    Speech.words = Words(choose_language(asked if asked in LANGUAGES else None, os.environ))
    return Speech.words


def speech_options(words: Words, *, plain: bool) -> str:
    """Return the options that repeat a language and mode in a printed command."""
    lang = (
        "" if words.language == choose_language(None, os.environ) else f" --lang {words.language}"
    )
    return lang + (" --plain" if plain else "")


def text(key: str, /, **parts: object) -> str:
    """Return a text from the catalogue of the command line."""
    return Speech.words.say(f"cli.{key}", **parts)


def parser_text(message: str) -> str:
    """Return a message of click in the language of this run."""
    return str(Speech.words.table("cli.click").get(message, message))


def parser_plural(msgid1: str, msgid2: str, n: int) -> str:
    """Return a message of click that depends on a number."""
    return parser_text(msgid1 if n == 1 else msgid2)


def lend_words_to_click() -> None:
    """Let click translate with our catalogue, whether or not it was imported before."""
    # The names by which its modules know the functions of gettext.
    ours = {"_": parser_text, "ngettext": parser_plural}
    for name, module in sys.modules.items():
        if name.partition(".")[0] == click.__name__:
            for own in ours.keys() & vars(module).keys():
                setattr(module, own, ours[own])


lend_words_to_click()
