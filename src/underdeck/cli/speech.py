"""The user's language for the whole command line, the parser's own sentences included."""

import gettext
import os
from collections.abc import Sequence

from underdeck.say import LANGUAGES, Words, choose_language


def asked_language(args: Sequence[str]) -> str | None:
    """What `--lang` says, wherever it stands: help and errors are spoken before the parser has come to it."""
    asked = None
    for place, arg in enumerate(args):
        if arg.startswith("--lang="):
            asked = arg.removeprefix("--lang=")
        elif arg == "--lang" and place + 1 < len(args):
            asked = args[place + 1]
    return asked.lower() if asked else None


class Speech:
    """The words of this run, replaced when another language is chosen, and how it speaks."""

    words = Words("en")
    plain = False
    """Was `--plain` given before the command, or chosen in the menu?"""
    in_menu = False
    """Was the command started from the menu?"""


def speak(args: Sequence[str]) -> Words:
    """Choose the language of this run from its arguments and environment."""
    asked = asked_language(args)
    Speech.plain = Speech.in_menu = False
    Speech.words = Words(choose_language(asked if asked in LANGUAGES else None, os.environ))
    return Speech.words


def speech_options(words: Words, *, plain: bool) -> str:
    """The options that let another run speak like this one, to go behind a command that is printed."""
    lang = (
        "" if words.language == choose_language(None, os.environ) else f" --lang {words.language}"
    )
    return lang + (" --plain" if plain else "")


def text(key: str, /, **parts: object) -> str:
    """A sentence of the command line."""
    return Speech.words.say(f"cli.{key}", **parts)


def parser_text(message: str) -> str:
    """A sentence of click's in our language; in English, click's own."""
    return str(Speech.words.table("cli.click").get(message, message))


def parser_plural(msgid1: str, msgid2: str, n: int) -> str:
    """A sentence of click's that depends on a number."""
    return parser_text(msgid1 if n == 1 else msgid2)


def lend_words_to_click() -> None:
    """Import click with our words: it takes its sentences from gettext under these two names when it is imported."""
    own = gettext.gettext, gettext.ngettext
    gettext.gettext, gettext.ngettext = parser_text, parser_plural
    try:
        import click  # noqa: F401, PLC0415
    finally:
        gettext.gettext, gettext.ngettext = own


lend_words_to_click()
