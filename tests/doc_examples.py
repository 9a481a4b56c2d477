"""Run the Python blocks of Markdown pages, so that examples can't go stale.

All blocks of a page run in one namespace, in order, in an empty folder. A block with `>>>` is
checked as a doctest. A block without it must run; what it prints must equal the block ```text or
```output that follows at once, if there is one. A block is not run if the line before it is

    <!-- not run: the reason -->

as an HTML comment, or if it is fenced as anything but `python`, such as ```python no-run.
"""

import contextlib
import doctest
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

FENCE = re.compile(
    r"^(?P<indent>[ ]*)```(?P<kind>[^\n`]*)\n(?P<body>.*?)^(?P=indent)```[ ]*$",
    re.MULTILINE | re.DOTALL,
)
NOT_RUN = re.compile(r"<!-- not run: .+ -->\s*\Z")
OUTPUTS = ("text", "output")
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


class Block(NamedTuple):
    """A Python block, its line in the page, and the output that the page shows for it."""

    line: int
    code: str
    output: str | None = None


def python_blocks(text: str) -> Iterator[Block]:
    """Yield the Python blocks of a page that are to be run."""
    fences = list(FENCE.finditer(text))
    for number, found in enumerate(fences):
        if found["kind"].strip() != "python" or NOT_RUN.search(text[: found.start()]):
            continue
        following = fences[number + 1] if number + 1 < len(fences) else None
        output = None
        if following and following["kind"].strip() in OUTPUTS:
            is_next = not text[found.end() : following.start()].strip()
            output = dedented(following) if is_next else None
        line = text.count("\n", 0, found.start()) + 2
        yield Block(line, dedented(found), output)


def dedented(found: re.Match[str]) -> str:
    """Return the content of a fence, without the fence's indentation."""
    lines = found["body"].splitlines(keepends=True)
    return "".join(line.removeprefix(found["indent"]) for line in lines)


def run_page(page: Path) -> int:
    """Run the Python blocks of a page; return how many there are, or raise `AssertionError`."""
    names: dict[str, object] = {"__name__": "__main__"}
    count = 0
    for block in python_blocks(page.read_text("utf-8")):
        run_block(block, names, page.name)
        count += 1
    return count


def run_block(block: Block, names: dict[str, object], page: str) -> None:
    """Run one block; it may use the names of earlier blocks."""
    if re.search(r"^>>> ", block.code, re.MULTILINE):
        run_doctest(block, names, page)
        return
    code = "\n" * (block.line - 1) + block.code
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, page, "exec"), names)
    if block.output is not None:
        checker = doctest.OutputChecker()
        assert checker.check_output(block.output, printed.getvalue(), FLAGS), (
            f"{page}, line {block.line} prints:\n{printed.getvalue()}"
        )


def run_doctest(block: Block, names: dict[str, object], page: str) -> None:
    """Run a block of `>>>` examples and compare what each one prints."""
    test = doctest.DocTestParser().get_doctest(block.code, names, page, page, block.line - 1)
    report = io.StringIO()
    failed, _ = doctest.DocTestRunner(optionflags=FLAGS).run(
        test, out=report.write, clear_globs=False
    )
    names.update(test.globs)
    assert not failed, report.getvalue()
