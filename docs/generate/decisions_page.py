"""The list of architecture decisions, with date and status."""

import re
from pathlib import Path

HEAD = re.compile(r"^# (\d+)\. (.+)$", re.MULTILINE)
DATE = re.compile(r"^[-*\s]*\**Date\**:\**\s*([\d-]+)", re.MULTILINE)
STATUS = re.compile(r"Status\**:\**\s*([^\n]+)")

INTRODUCTION = """\
# Decisions

Why the code is the way it is: one page for each decision, with its context, the alternatives and
the consequences. A decision is never rewritten. One that no longer holds is replaced by a new one.

| | decision | date | status |
|---|---|---|---|
"""


def decisions_page(docs: Path) -> str:
    """Return a table of all decisions, in the order in which they were made."""
    return INTRODUCTION + "".join(map(row, sorted((docs / "decisions").glob("[0-9]*.md"))))


def row(path: Path) -> str:
    """Return the row of one decision."""
    text = path.read_text("utf-8")
    head, date, status = HEAD.search(text), DATE.search(text), STATUS.search(text)
    if head is None or date is None or status is None:
        raise ValueError(f"{path.name} needs a numbered title, a date and a status")
    link, day = f"[{head[2]}]({path.name})", f"<time>{date[1]}</time>"
    return f"| {head[1]} | {link} | {day} | {status[1].rstrip('.')} |\n"
