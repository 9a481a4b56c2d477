"""The rules on a terminal: a page of Markdown as readable text, whole or one paragraph of it."""

import re

from underdeck.cli.terminal import Terminal, terminal_for
from underdeck.refusal import Refusal
from underdeck.say import Words

_MARKS = re.compile(r"[`*]")


def show_page(terminal: Terminal, game: str, section: str = "") -> None:
    """The rules of a game, or a part of them: `4`, `7.2`, `R-5`, `house`."""
    lines = page_lines(terminal.words, game)
    for line in find_part(lines, section) if section else lines:
        if line.startswith("#"):
            terminal.show()
            terminal.show(terminal.bold(line.lstrip("# ")))
        elif line.startswith("- "):
            terminal.show(line[2:], indent="  ", hang="  ")
        else:
            terminal.show(line)


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
    joined = False
    for line in words.page(game).splitlines():
        text = _MARKS.sub("", line).strip()
        if text.startswith("|"):
            cells = [cell.strip() for cell in text.strip("|").split("|")]
            if not columns:
                columns = cells
            elif not set("".join(cells)) <= set("-"):
                told = (f"{column}: {cell}" for column, cell in zip(columns[1:], cells[1:], strict=True))
                lines.append(f"- {cells[0]}. {'; '.join(told)}")
            continue
        columns = []
        if joined and text and not text.startswith(("#", "- ")):
            lines[-1] += f" {text}"
        elif text:
            lines.append(text)
        joined = bool(text) and not text.startswith("#")
    return lines


def find_part(lines: list[str], part: str) -> list[str]:
    """A heading with all beneath it, or the one line of a paragraph or ruling."""
    wanted = part.strip().lstrip("§ ").upper()
    headings = [place for place, line in enumerate(lines) if line.startswith("#")]
    if re.fullmatch(r"\d+", wanted) or wanted == "HOUSE":
        options = next(lines[place] for place in headings if not re.match(r"# |## §", lines[place]))
        mark = f"## §{wanted} " if wanted != "HOUSE" else options
        for place, end in zip(headings, [*headings[1:], len(lines)], strict=True):
            if lines[place].startswith(mark):
                return lines[place:end]
    if ruling := re.fullmatch(r"([RD])-?(\d+)", wanted):
        wanted = f"{ruling[1]}-{ruling[2]}"
    if re.fullmatch(r"\d+\.\d+|[RD]-\d+", wanted):
        found = [line for line in lines if re.search(rf"(?:- §|\b(?=[RD])){re.escape(wanted)}(?!\d)", line) and "§" in line]
        if found:
            return found
    raise Refusal("unknown_section", section=part, sections=contents(lines))


def contents(lines: list[str]) -> list[str]:
    """What a part may be called: sections, and the first and last ruling."""
    sections = [match[1] for line in lines if (match := re.match(r"## §(\d+)", line))]
    rulings = sorted({(letter, int(number)) for line in lines for letter, number in re.findall(r"\b([RD])-(\d+)", line)})
    return [*sections, f"{rulings[0][0]}-1 ... {rulings[-1][0]}-{rulings[-1][1]}", "house"]


def rules(game: str, section: str, plain: bool) -> None:
    """The rules, or a paragraph of them."""
    show_page(terminal_for(plain=plain), game, section)
