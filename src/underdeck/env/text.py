"""A table as plain text: what a view tells, line by line, under the names that its data has."""

from collections.abc import Mapping, Sequence

from underdeck.game import View

UNTOLD = ("house",)


def table_text(view: View) -> str:
    """All that the view shows but the house and what is empty."""
    told = {name: value for name, value in view.as_json().items() if name not in UNTOLD}
    return "\n".join(lines_of(told))


def lines_of(told: Mapping[str, object], indent: str = "") -> list[str]:
    """A line for each name; those of a table within it are indented."""
    lines = []
    for name, value in told.items():
        if value is None or value in ("", [], ()):
            continue
        if isinstance(value, list) and isinstance(value[0], Mapping):
            for item in value:
                lines += [f"{indent}{name}:", *lines_of(item, indent + "  ")]
        else:
            lines.append(f"{indent}{name}: {text_of(value)}")
    return lines


def text_of(value: object) -> str:
    """A list with commas, anything else as it is."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(str(item) for item in value)
    return str(value)
