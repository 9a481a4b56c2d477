"""The page "Install" lists every extra, and other pages install in the same way."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "install.md"
EXTRAS: dict[str, list[str]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))[
    "project"
]["optional-dependencies"]
INSTALLED = re.compile(r"pip install +['\"]?([^\s`'\"]+)")


def test_every_extra_is_listed_with_whether_it_has_the_command() -> None:
    rows = re.findall(r"^\| `(\w+)` \| .+ \| (yes|no) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert dict(rows) == {name: "yes" if has_command(name) else "no" for name in EXTRAS}


def has_command(name: str) -> bool:
    """Return whether an extra is or includes `cli`."""
    included = [
        part
        for needed in EXTRAS[name]
        if needed.startswith("underdeck[")
        for part in needed.removeprefix("underdeck[").rstrip("]").split(",")
    ]
    return name == "cli" or any(map(has_command, included))


def test_every_page_installs_from_a_clone() -> None:
    pages = [*ROOT.glob("README*.md"), *(ROOT / "docs" / "guides").glob("*.md")]
    pages += [ROOT / "docs" / "tutorial.md", *(ROOT / "examples").glob("*.py")]
    installed = [name for page in pages for name in INSTALLED.findall(page.read_text("utf-8"))]
    assert len(installed) > 5
    assert [name for name in installed if not name.startswith(".")] == []
