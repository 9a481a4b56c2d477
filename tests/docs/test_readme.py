"""The README of each language is short, and its links and pictures work in the repository."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
READMES = ("README.md", "README.es.md")
MAX_LINES = 120
LINK = re.compile(r'\]\(([^)\s]+)\)|src="([^"]+)"')


def links(name: str) -> list[str]:
    """Return the addresses that a page links to or shows."""
    found = LINK.findall((ROOT / name).read_text("utf-8"))
    return [address or picture for address, picture in found]


def heading_anchors(path: Path) -> set[str]:
    """Return the anchors that a repository makes from the headings of a page."""
    titles = re.findall(r"^#+ (.+)$", path.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("name", READMES)
def test_it_has_at_most_120_lines(name: str) -> None:
    assert len((ROOT / name).read_text("utf-8").splitlines()) <= MAX_LINES


@pytest.mark.parametrize("name", READMES)
def test_its_links_lead_somewhere(name: str) -> None:
    local = [link for link in links(name) if not link.startswith("https://")]
    assert len(local) > 10
    for link in local:
        address, _, anchor = link.partition("#")
        assert (ROOT / address).exists(), link
        assert not anchor or anchor in heading_anchors(ROOT / address), link


def test_both_languages_show_the_same_pictures() -> None:
    pictures = [
        [link for link in links(name) if link.endswith((".png", ".svg"))] for name in READMES
    ]
    assert pictures[0] == pictures[1] != []
