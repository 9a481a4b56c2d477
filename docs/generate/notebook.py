"""Run a notebook as Jupyter would, and show it as a page.

`python docs/generate/notebook.py FILE` runs all cells and stores their outputs in the file.
"""

import ast
import contextlib
import io
import json
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

Cell = dict[str, Any]


def notebook_page(path: Path) -> str:
    """Return a notebook with its stored outputs as Markdown."""
    cells = json.loads(path.read_text("utf-8"))["cells"]
    return "\n\n".join(part for cell in cells for part in cell_parts(cell)) + "\n"


def cell_parts(cell: Cell) -> Iterator[str]:
    """Yield the Markdown of a cell and of its outputs."""
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield source
        return
    yield f"```python\n{source}\n```"
    for output in cell["outputs"]:
        data = output.get("data", {})
        if "text/html" in data:
            yield f'<div class="notebook-output">{"".join(data["text/html"])}</div>'
        else:
            text = "".join(output.get("text", data.get("text/plain", "")))
            yield f'<div class="notebook-output notebook-text">{escape(text.rstrip())}</div>'


def run_cells(cells: list[Cell]) -> list[list[Cell]]:
    """Return the outputs of each cell; all cells share one namespace."""
    names: dict[str, Any] = {}
    return [
        run_cell("".join(cell["source"]), names) if cell["cell_type"] == "code" else []
        for cell in cells
    ]


def run_cell(source: str, names: dict[str, Any]) -> list[Cell]:
    """Run a cell and return what it prints and the value of a last expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)  # noqa: S102  our own notebook
        value = last and eval(compile(ast.Expression(last.value), "cell", "eval"), names)  # noqa: S307
    outputs = []
    if printed.getvalue():
        outputs.append(
            {"output_type": "stream", "name": "stdout", "text": lines(printed.getvalue())}
        )
    if value is not None:
        outputs.append(value_output(value))
    return outputs


def value_output(value: object) -> Cell:
    """Return a value as the output of a cell, as HTML too if it has that form."""
    data = {"text/plain": lines(repr(value))}
    if hasattr(value, "_repr_html_"):
        data["text/html"] = lines(value._repr_html_())
    return {"output_type": "execute_result", "execution_count": None, "metadata": {}, "data": data}


def lines(text: str) -> list[str]:
    """Return text as notebooks store it."""
    return text.splitlines(keepends=True)


def update(path: Path) -> None:
    """Run a notebook and store its outputs."""
    notebook = json.loads(path.read_text("utf-8"))
    for cell, outputs in zip(notebook["cells"], run_cells(notebook["cells"]), strict=True):
        if cell["cell_type"] == "code":
            cell["outputs"] = outputs
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    update(Path(sys.argv[1]))
