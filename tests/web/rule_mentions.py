"""Count the lines of the page that mention a rule, a suit or a rank outside the card faces.

The server sends legal moves and facts, so the page needs no rules. `python
tests/web/rule_mentions.py [DIRECTORY]` lists the lines of `web/src`, or of an older copy of it.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from underdeck.games.dungeon.moves import WORDS as DUNGEON_WORDS
from underdeck.games.dungeon.pending import PENDING
from underdeck.games.tomb.moves import WORDS as TOMB_WORDS

SOURCES = Path(__file__).resolve().parents[2] / "web" / "src"
CARD_FACES = re.compile(r"^cards/(?!motion/)|/(faces|icons)\.ts$|SpreadPicture\.svelte$")
"""Modules that draw cards, and so may name ranks and suits."""
NOT_WRITTEN_HERE = re.compile(r"^core/protocol\.ts$|\.test\.ts$|/recorded_views\.ts$")
"""Generated types and tests."""

VERBS = "|".join(sorted({*filter(None, TOMB_WORDS), *filter(None, DUNGEON_WORDS)}))
STATES = "|".join(sorted(PENDING))

MENTIONS = {
    "a card, a rank or a suit by name": r"""
        ["'`](?:10|[2-9JQKA])?[SHDC]["'`]      # "7S", "S"
        | (?<!tagName\s!==\s)["'`](?:[AJQK]|Jk)["'`] | \bJk\b  # "K", fight Jk=7
        | \b[AJQKSHDC]:\s*["\d]                # { K: 13, S: "monster" }
        | (?<!"1",\s)"2",\s"3",                # a list of ranks
        | /[^/ ]*\[[SHDC]{2,}\]                # /[HD]$/
    """,
    "the rank or suit of a card": r"""
        \b(?:rankOf|suitOf|symbolOf|numberOf|isRed|byRank|RANKS|SUITS)\b
        | (?<!\bown)(?<!\bown\?)(?<!\bline)(?<!\bentrant)\.(?:rank|suit)\b  # no place on a board
    """,
    "a number of the rules": r"""
        \b(?:MAX_TORCHES|MAX_HIT_POINTS|HIGHEST|CELL_VALUE|EXIT_DEPTH)\b
        | \bALL_COLUMNS\s=\s\d
        | \b(?:4|9|10|11|13)\s-\s(?!\d)        # 4 - burnt, 11 - value
        | \w+\s/\s4\} | length:\s[1-9]\d*\s\}  # burnt / 4, a row of 4
        | creature\.1[1-3]\b
    """,
    "arithmetic of the rules": r"""
        2\s\*\s[\w.]*deepest | \bdeepest\s\|\| | \bturn\s[-+]\s1\b | \bstacks\.length
        | \bturn\s===\s[01]\b | \bblow\s>= | [<>]=?\s\(?view\.about
        | \breduce\(\(sum,\s(?:code|rank|value)\)
    """,
    "a paragraph of the rules": r"""
        \b(?!margin)\w+:\s"1?\d(?:\.\d+)?",?$ | "[1-9]\d?\.\d+"
    """,
    "the text of a move": rf"""
        \bmove\.split\( | /\^(?:accuse|\(\\w\+\)) | ["'`](?:{VERBS})\s
        | moves\[0\]\s!==\s"
    """,
    "a set of verbs or states": rf"""
        "(?:{VERBS}|{STATES})",\s"(?:{VERBS}|{STATES})" | \b\w+:\s\["(?:{VERBS})"
    """,
    "the result of an event": r"\bbuilder\.(?:set|turn|remove|take|finishTurn)\(",
}
PATTERNS = {name: re.compile(pattern, re.VERBOSE) for name, pattern in MENTIONS.items()}
NO_CODE = re.compile(r"\s*(import\b|/\*\*|\*|//|<!--)")
"""The start of an import or of a comment."""


class Mention(NamedTuple):
    """A line that mentions something of the rules."""

    path: str
    line: int
    what: str
    text: str


def code_lines(source: str) -> Iterator[tuple[int, str]]:
    """Yield the numbered lines that are neither styles, nor imports, nor comments."""
    is_style = False
    for number, line in enumerate(source.splitlines(), 1):
        is_style = (is_style or "<style" in line) and "</style>" not in line
        if not is_style and not NO_CODE.match(line):
            yield number, line


def rule_mentions(sources: Path = SOURCES) -> list[Mention]:
    """Return every line that mentions a rule, a suit or a rank, once."""
    found = []
    for path in sorted([*sources.rglob("*.ts"), *sources.rglob("*.svelte")]):
        name = path.relative_to(sources).as_posix()
        if CARD_FACES.search(name) or NOT_WRITTEN_HERE.search(name):
            continue
        for number, line in code_lines(path.read_text("utf-8")):
            what = next((what for what, each in PATTERNS.items() if each.search(line)), None)
            if what:
                found.append(Mention(name, number, what, line.strip()))
    return found


if __name__ == "__main__":
    mentions = rule_mentions(Path(sys.argv[1]) if sys.argv[1:] else SOURCES)
    for mention in mentions:
        print(f"{mention.path}:{mention.line}: {mention.what}: {mention.text[:100]}")
    print(f"{len(mentions)} lines")
