"""A table as text: what happened, and the drawing that a player at the terminal sees; returned (`ansi`) or printed (`human`)."""

import shutil
import sys
from collections.abc import Iterable, Sequence

from underdeck.say import Words
from underdeck.say.drawings.base import TextPage, wrap

MIN_COLUMNS, MAX_COLUMNS = 20, 100
"""Limits of the width that `human` takes from the terminal; `ansi` has 80 columns everywhere."""
NO_RENDER_MODE = (
    "nothing is rendered without a render_mode: give 'ansi' or 'human' when the environment is made"
)


def page_for(render_mode: str | None, words: Words) -> TextPage:
    """Return the page to draw on: of standard output for `human`, which may be narrow or know no symbols of suits."""
    if render_mode != "human":
        return TextPage(words)
    columns = shutil.get_terminal_size().columns
    return TextPage(
        words, max(MIN_COLUMNS, min(columns, MAX_COLUMNS)), letters=encoded("♠│▒♡") != "♠│▒♡"
    )


def render_text(
    render_mode: str | None, page: TextPage, story: Iterable[str], table: Sequence[str]
) -> str | None:
    """Return the story and the table beneath it, or print them."""
    told = [line for sentence in story for line in wrap(sentence, page.width)]
    text = "\n".join([*told, *([""] if told else []), *table, ""])
    if render_mode == "ansi":
        return text
    sys.stdout.write(encoded(text) + "\n")
    return None


def encoded(text: str) -> str:
    """Replace the characters that standard output can't show."""
    encoding = sys.stdout.encoding or "ascii"
    return text.encode(encoding, "replace").decode(encoding)
