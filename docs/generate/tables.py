"""Tables of fields and names, made from the source and its docstrings.

A page asks for one with a comment on a line of its own, `<!-- fields: MODULE.CLASS -->`,
`<!-- names: MODULE -->`, `<!-- events: MODULE -->` or `<!-- scenes: MODULE.NAME -->`.
"""

import ast
import importlib
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src"
MARK = re.compile(r"^<!-- (fields|names|events|scenes): ([\w.]+) -->$", re.MULTILINE)


def with_tables(markdown: str) -> str:
    """Return a page with its marks replaced by the tables that they ask for."""
    return MARK.sub(lambda mark: TABLES[mark[1]](mark[2]), markdown)


def fields_table(path: str) -> str:
    """Return a table of the fields and properties of a class."""
    module, _, name = path.rpartition(".")
    classes = (node for node in parsed(module).body if isinstance(node, ast.ClassDef))
    (found,) = (node for node in classes if node.name == name)
    rows = [*fields_of(found), *properties_of(found)]
    cells = [(code(field), meaning, code(kind)) for field, kind, meaning in rows]
    return table(("field", "meaning", "type"), cells)


def fields_of(found: ast.ClassDef) -> Iterator[tuple[str, str, str]]:
    """Yield the name, the type and the docstring of each field of a class."""
    for node, following in pairwise(found.body):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            kind = ast.unparse(node.annotation)
            yield node.target.id, kind, docstring_in(following, node.target.id)


def properties_of(found: ast.ClassDef) -> Iterator[tuple[str, str, str]]:
    """Yield the name, the type and the docstring of each property of a class."""
    for node in found.body:
        if isinstance(node, ast.FunctionDef) and node.decorator_list and node.returns:
            meaning = (ast.get_docstring(node) or "").splitlines()[0]
            yield node.name, ast.unparse(node.returns), meaning


def names_table(module: str) -> str:
    """Return a table of the names that a module defines in its list of codes."""
    rows = []
    for node, following in pairwise(parsed(module).body):
        if isinstance(node, ast.Assign) and ".define(" in ast.unparse(node.value):
            assert isinstance(node.value, ast.Call)
            name = ast.literal_eval(node.value.args[0])
            rows.append((code(name), docstring_in(following, name)))
    return table(("name", "meaning"), rows)


def events_table(module: str) -> str:
    """Return a table of the events of a game and their parts."""
    parts: dict[str, tuple[str, ...]] = importlib.import_module(module).PARTS
    rows = [(code(name), ", ".join(map(code, found))) for name, found in parts.items()]
    return table(("event", "parts"), rows)


def scenes_table(path: str) -> str:
    """Return a table of what the texts of chronicles may use: kinds of scenes, facts or names."""
    module, _, name = path.rpartition(".")
    found: dict[str, str] = getattr(importlib.import_module(module), name)
    rows = [(code(key), meaning.replace("|", "\\|")) for key, meaning in found.items()]
    return table((name.lower().rstrip("s"), "meaning"), rows)


TABLES = {
    "fields": fields_table,
    "names": names_table,
    "events": events_table,
    "scenes": scenes_table,
}


def parsed(module: str) -> ast.Module:
    """Return the syntax tree of a module."""
    path = SOURCE.joinpath(*module.split(".")).with_suffix(".py")
    return ast.parse(path.read_text("utf-8"))


def docstring_in(node: ast.stmt, name: str) -> str:
    """Return the docstring that a statement consists of, on one line."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return " ".join(str(node.value.value).split())
    raise ValueError(f"{name} has no docstring")


def code(text: str) -> str:
    """Return text as code, in which a cell of a table may contain `|` as it is."""
    return f"`{text}`"


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
