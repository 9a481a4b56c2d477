"""Read the built site: the links, anchors and resources of its pages."""

import re
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "video": "src"}
"""The attribute of each element whose address a browser loads by itself."""
LOADED_LINKS = frozenset({"stylesheet", "icon", "preload", "preconnect", "modulepreload"})
"""The relations of `<link>` that a browser loads or connects to."""
STYLE_URL = re.compile(r"(?:url\(|@import\s+)['\"]?([^'\")\s;]+)")


@dataclass
class HtmlPage(HTMLParser):
    """One page: where it leads, what can be linked to, and what the browser loads."""

    path: Path
    links: list[str] = field(default_factory=list)
    anchors: set[str] = field(default_factory=lambda: {"", "__top"})
    resources: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self.feed(self.path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag in LOADED and LOADED[tag] in given:
            self.resources.append(given[LOADED[tag]])
        if tag == "link" and LOADED_LINKS & set(given.get("rel", "").split()):
            self.resources.append(given["href"])
        self.resources += STYLE_URL.findall(given.get("style", ""))


def read_pages(site: Path) -> dict[Path, HtmlPage]:
    """Return every page of a site by its path; the page for wrong addresses has other links."""
    return {
        path: HtmlPage(path) for path in sorted(site.rglob("*.html")) if path.name != "404.html"
    }


def is_external(address: str) -> bool:
    """Return whether an address leads to another site."""
    return re.match(r"(?:[a-z][a-z0-9+.-]*:)?//", address) is not None


def table_after(html: str, anchor: str) -> list[list[str]]:
    """Return the rows of the first table after a heading, without its head, as plain text."""
    _, _, rest = html.partition(f'id="{anchor}"')
    assert rest, f"there is no heading {anchor}"
    body = rest.partition("<tbody>")[2].partition("</tbody>")[0]
    rows = body.split("<tr>")[1:]
    return [
        [unescape(re.sub(r"<[^>]+>", "", cell)).strip() for cell in row.split("<td>")[1:]]
        for row in rows
    ]
