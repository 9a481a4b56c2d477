"""Rendering as text: the story and the drawing, returned (`ansi`) or printed (`human`)."""

import shutil
import sys
from collections.abc import Iterable, Sequence

from underdeck.say import Words
from underdeck.say.drawings.base import TextPage, wrap

MIN_COLUMNS, MAX_COLUMNS = 20, 100
"""Limits of the terminal's width for `human`; `ansi` always has 80 columns."""
SYMBOLS = "♠│▒♡"
"""Examples of the characters in a drawing."""
NO_RENDER_MODE = "render() needs a render_mode: pass 'ansi' or 'human' to make()"


def page_for(render_mode: str | None, words: Words) -> TextPage:
    """Return the page to draw on; for `human` it fits standard output's width and encoding."""
    if render_mode != "human":
        return TextPage(words)
    columns = shutil.get_terminal_size().columns
    width = max(MIN_COLUMNS, min(columns, MAX_COLUMNS))
    return TextPage(words, width, letters=encodable(SYMBOLS) != SYMBOLS)


def render_text(
    render_mode: str | None, page: TextPage, story: Iterable[str], drawing: Sequence[str]
) -> str | None:
    """Return the story with the drawing below it, or print both."""
    lines = [line for sentence in story for line in wrap(sentence, page.width)]
    text = "\n".join([*lines, *([""] if lines else []), *drawing, ""])
    if render_mode == "ansi":
        return text
    sys.stdout.write(encodable(text) + "\n")
    return None


def encodable(text: str) -> str:
    """Replace the characters that standard output can't encode."""
    encoding = sys.stdout.encoding or "ascii"
    return text.encode(encoding, "replace").decode(encoding)
