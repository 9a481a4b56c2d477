"""The rules on a terminal: a page of Markdown as readable text, whole or one paragraph of it."""

import re

from underdeck.cli.terminal import Terminal
from underdeck.refusal import Refusal
from underdeck.say import Words

_MARKS = re.compile(r"[`*]")


def show_page(terminal: Terminal, game: str, section: str = "") -> None:
    """The rules of a game, or one section or ruling of them: `4`, `7.2`, `R-5`."""
    for line in page_lines(terminal.words, game, section):
        if line.startswith("#"):
            terminal.show()
            terminal.show_lines([terminal.bold(line.lstrip("# "))])
        elif line.startswith("- "):
            terminal.show(line[2:], indent="  ")
        else:
            terminal.show(line)


def page_lines(words: Words, game: str, section: str) -> list[str]:
    """The page's headings, paragraphs, list items and table rows, each as one line without marks."""
    lines: list[str] = []
    for line in words.page(game).splitlines():
        text = _MARKS.sub("", line)
        if text.startswith("|"):
            cells = [cell.strip() for cell in text.strip("|").split("|")]
            if not set("".join(cells)) <= set("-"):
                lines.append(f"- {cells[0]}: {'; '.join(cells[1:])}")
        elif line.startswith("  ") and lines:
            lines[-1] += " " + text.strip()
        elif text and lines and not line.startswith(("#", "-", "|")) and not lines[-1].startswith(("#", "-")) and lines[-1]:
            lines[-1] += " " + text
        else:
            lines.append(text)
    return [line for line in lines if line] if not section else find_section(lines, section)


def find_section(lines: list[str], section: str) -> list[str]:
    """The heading with all beneath it, or the lines of one paragraph or ruling."""
    wanted = section.strip().lstrip("§ ").upper()
    wanted = f"R-{wanted[1:]}" if re.fullmatch(r"R\d+", wanted) else wanted
    headings = [place for place, line in enumerate(lines) if line.startswith("#")]
    for place, end in zip(headings, [*headings[1:], len(lines)], strict=True):
        if re.match(rf"#+ §{re.escape(wanted)} ", lines[place]):
            return [line for line in lines[place:end] if line]
    found = [line for line in lines if re.search(rf"(?:§|\b){re.escape(wanted)}(?![\d.]\d|\d)", line) and not line.startswith("#")]
    if not wanted or not found:
        known = [match[1] for place in headings if (match := re.match(r"#+ §(\d+)", lines[place]))]
        raise Refusal("unknown_section", section=section, sections=known)
    return found
