"""`underdeck rules`: a rules page in Markdown as readable text, whole or a part of it."""

import re

from underdeck.cli.phrases import simple
from underdeck.cli.terminal import Terminal, terminal_for
from underdeck.refusal import Refusal
from underdeck.say import Words
from underdeck.say.words import capital

_MARKS = re.compile(r"[`*]")
_FENCE = "```"
_RULING = re.compile(r"\b([A-Z])-(\d+)")
"""A ruling, such as R-5."""
MIN_TITLE_LENGTH = 3
"""Letters needed to find a section by a word of its title."""
_PICTURE = "\t"
"""Marks a line of a drawing, which is not wrapped, and left out for screen readers."""


def show_page(terminal: Terminal, game: str, section: str = "") -> None:
    """Show the rules of a game, or a part of them: `4`, `7.2`, `R-5`, `house`."""
    lines = page_lines(terminal.words, game)
    part = find_section(lines, section, terminal.words) if section else lines
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
    """Show the headings of a game's rules, and how to read a section."""
    for line in page_lines(terminal.words, game):
        if line.startswith("## §"):
            terminal.show(line.lstrip("# "), indent="  ")
    if terminal.words.has(f"{game}.game.rules_hint"):
        terminal.show(terminal.words.say(f"{game}.game.rules_hint"))


def page_lines(words: Words, game: str) -> list[str]:
    """Return headings, paragraphs, list items and table rows, each as one line without markup."""
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
    """Return a row of a table in short sentences; a house rule with its meaning."""
    name, *rest = cells
    if name in words.file(game).get("house", {}):
        meaning = words.say(f"{game}.house.{name}")
        return words.say(
            "cli.rules_table.option", name=name, meaning=meaning, values=rest[0], default=rest[1]
        )
    if len(rest) == 1:
        return f"{name}: {rest[0]}."
    yes, no, nothing = (words.say(f"cli.rules_table.{key}") for key in ("yes", "no", "nothing"))
    sentences = [name]
    is_first = True
    for column, cell in zip(columns[1:], rest, strict=True):
        if cell == no:
            sentences.append(words.say("cli.rules_table.not", column=column))
        elif cell not in (yes, nothing):
            sentences.append(cell if is_first else f"{column}: {cell}")
            is_first = False
    return " ".join(f"{capital(sentence)}." for sentence in sentences)


def find_section(lines: list[str], part: str, words: Words) -> list[str]:
    """Return a section with its heading, or the one line of a paragraph or ruling."""
    wanted = part.strip().lstrip("§ ").upper()
    headings = [place for place, line in enumerate(lines) if line.startswith("#")]
    ends = [*headings[1:], len(lines)]
    sections = [lines[place:end] for place, end in zip(headings, ends, strict=True)]
    if wanted in ("HOUSE", words.say("cli.rules_part.house").upper()):
        found = [section for section in sections if lists_options(section)]
    else:
        found = find_numbered(lines, sections, wanted) or [
            section for section in sections if has_word(section[0], wanted)
        ]
    if not found:
        raise Refusal("unknown_section", section=part, sections=contents(lines, words))
    return found[0]


def find_numbered(lines: list[str], sections: list[list[str]], wanted: str) -> list[list[str]]:
    """Return the section `7`, the paragraph `7.2` or the ruling `R-5`, if there is one."""
    if re.fullmatch(r"\d+", wanted):
        return [section for section in sections if section[0].startswith(f"## §{wanted} ")]
    if ruling := re.fullmatch(r"([A-Z])-?(\d+)", wanted):
        start = rf"\b{ruling[1]}-{ruling[2]}"
    elif re.fullmatch(r"\d+\.\d+", wanted):
        start = f"- §{re.escape(wanted)}"
    else:
        return []
    found = [line for line in lines if re.search(rf"{start}(?!\d)", line) and "§" in line]
    return [found] if found else []


def has_word(heading: str, wanted: str) -> bool:
    """Return whether a word of a heading begins with this text."""
    words = map(simple, heading.split())
    long_enough = len(wanted) >= MIN_TITLE_LENGTH
    return long_enough and any(word.startswith(simple(wanted)) for word in words)


def lists_options(section: list[str]) -> bool:
    """Return whether a section lists the house rules, such as `drop_sum`, in a table."""
    return not section[0].startswith("## §") and any(
        re.match(r"- [a-z]+_[a-z_]+: ", line) for line in section
    )


def contents(lines: list[str], words: Words) -> list[str]:
    """Return what a part may be called: sections, the first and last ruling, house rules."""
    sections = [match[1] for line in lines if (match := re.match(r"## §(\d+)", line))]
    found = (ruling for line in lines for ruling in _RULING.findall(line))
    rulings = sorted((letter, int(number)) for letter, number in found)
    letter, last = rulings[-1] if rulings else ("", 0)
    names = [f"{letter}-1 ... {letter}-{last}"] if rulings else []
    return [*sections, *names, words.say("cli.rules_part.house")]


def rules(game: str, section: str) -> None:
    """Show the rules, or a part of them, through the pager if they are long."""
    terminal = terminal_for()
    with terminal.paged():
        show_page(terminal, game, section)
