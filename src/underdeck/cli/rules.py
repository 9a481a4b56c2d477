"""The rules on a terminal: a page of Markdown as readable text, whole or one paragraph of it."""

import re

from underdeck.cli.phrases import simple
from underdeck.cli.terminal import Terminal, terminal_for
from underdeck.refusal import Refusal
from underdeck.say import Words
from underdeck.say.words import capital

_MARKS = re.compile(r"[`*]")
_FENCE = "```"
SHORTEST_TITLE = 3
"""Letters that are needed at least to find a section by a word of its title."""
_PICTURE = "\t"
"""Marks a line of a drawing, which is shown as it is and left out for screen readers."""


def show_page(terminal: Terminal, game: str, section: str = "") -> None:
    """The rules of a game, or a part of them: `4`, `7.2`, `R-5`, `house`."""
    lines = page_lines(terminal.words, game)
    part = find_part(lines, section, terminal.words) if section else lines
    if section and lists_options(part):
        part = [*part, terminal.words.say("cli.rules_table.how", game=game)]
    for line in part:
        if line.startswith(_PICTURE):
            if not terminal.plain:
                terminal.show_lines([f"  {line[1:]}".rstrip()])
        elif line.startswith("#"):
            terminal.show()
            terminal.show(terminal.bold(line.lstrip("# ")))
        elif line.startswith("- ") and not terminal.plain:
            terminal.show(line[2:], indent="  ", hang="  ")
        else:
            terminal.show(line.removeprefix("- "))


def show_contents(terminal: Terminal, game: str) -> None:
    """The headings of a game's rules, and how to read what is under them."""
    for line in page_lines(terminal.words, game):
        if line.startswith("## §"):
            terminal.show(line.lstrip("# "), indent="  ")
    terminal.show(terminal.words.say(f"cli.rules_hint.{game}"))


def page_lines(words: Words, game: str) -> list[str]:
    """The page's headings, paragraphs, list items and table rows, each as one line without marks."""
    lines: list[str] = []
    columns: list[str] = []
    joined = drawing = False
    for line in words.page(game).splitlines():
        if line.startswith(_FENCE):
            drawing, joined = not drawing, False
            continue
        if drawing:
            lines.append(_PICTURE + line)
            continue
        text = _MARKS.sub("", line).strip()
        if text.startswith("|"):
            cells = [cell.strip() for cell in text.strip("|").split("|")]
            if not columns:
                columns = cells
            elif not set("".join(cells)) <= set("-"):
                lines.append(f"- {row_text(words, game, columns, cells)}")
            continue
        columns = []
        if joined and text and not text.startswith(("#", "- ")):
            lines[-1] += f" {text}"
        elif text:
            lines.append(text)
        joined = bool(text) and not text.startswith("#")
    return lines


def row_text(words: Words, game: str, columns: list[str], cells: list[str]) -> str:
    """A row of a table in short sentences; an option with what it means."""
    name, *rest = cells
    if name in words.file(game).get("house", {}):
        meaning = words.say(f"{game}.house.{name}")
        return words.say(
            "cli.rules_table.option", name=name, meaning=meaning, values=rest[0], default=rest[1]
        )
    if len(rest) == 1:
        return f"{name}: {rest[0]}."
    yes, no, nothing = (words.say(f"cli.rules_table.{key}") for key in ("yes", "no", "nothing"))
    told = [name]
    plain = True
    for column, cell in zip(columns[1:], rest, strict=True):
        if cell == no:
            told.append(words.say("cli.rules_table.not", column=column))
        elif cell not in (yes, nothing):
            told.append(cell if plain else f"{column}: {cell}")
            plain = False
    return " ".join(f"{capital(part)}." for part in told)


def find_part(lines: list[str], part: str, words: Words) -> list[str]:
    """A heading with all beneath it, or the one line of a paragraph or ruling."""
    wanted = part.strip().lstrip("§ ").upper()
    if wanted == words.say("cli.rules_part.house").upper():
        wanted = "HOUSE"
    headings = [place for place, line in enumerate(lines) if line.startswith("#")]
    sections = [
        lines[place:end] for place, end in zip(headings, [*headings[1:], len(lines)], strict=True)
    ]
    if wanted == "HOUSE":
        return next(section for section in sections if lists_options(section))
    if re.fullmatch(r"\d+", wanted):
        for section in sections:
            if section[0].startswith(f"## §{wanted} "):
                return section
    if ruling := re.fullmatch(r"([RD])-?(\d+)", wanted):
        wanted = f"{ruling[1]}-{ruling[2]}"
    if re.fullmatch(r"\d+\.\d+|[RD]-\d+", wanted):
        found = [
            line
            for line in lines
            if re.search(rf"(?:- §|\b(?=[RD])){re.escape(wanted)}(?!\d)", line) and "§" in line
        ]
        if found:
            return found
    for section in sections:
        if len(wanted) >= SHORTEST_TITLE and any(
            word.startswith(simple(wanted)) for word in map(simple, section[0].split())
        ):
            return section
    raise Refusal("unknown_section", section=part, sections=contents(lines, words))


def lists_options(section: list[str]) -> bool:
    """Is this the section of a rules page that lists the options, such as `drop_sum`, in a table?"""
    return not section[0].startswith("## §") and any(
        re.match(r"- [a-z]+_[a-z_]+: ", line) for line in section
    )


def contents(lines: list[str], words: Words) -> list[str]:
    """What a part may be called: sections, and the first and last ruling."""
    sections = [match[1] for line in lines if (match := re.match(r"## §(\d+)", line))]
    rulings = sorted(
        {
            (letter, int(number))
            for line in lines
            for letter, number in re.findall(r"\b([RD])-(\d+)", line)
        }
    )
    return [
        *sections,
        f"{rulings[0][0]}-1 ... {rulings[-1][0]}-{rulings[-1][1]}",
        words.say("cli.rules_part.house"),
    ]


def rules(game: str, section: str) -> None:
    """The rules, or a paragraph of them, through the user's pager where they are long."""
    terminal = terminal_for()
    with terminal.paged():
        show_page(terminal, game, section)
