"""MkDocs hooks: add generated pages, and make links to other files of the project work."""

import os
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

from api_pages import api_pages
from cli_page import cli_page
from decisions_page import decisions_page
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from notebook import notebook_page
from tables import with_tables

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
ROOT_PAGES = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}
"""Pages of the project's root folder, and where they are on the site."""
NOTEBOOK = {"examples/tour.ipynb": "notebook.md"}
MOVED = ROOT_PAGES | NOTEBOOK
ICON = "web/public/icon.svg"
SEARCH_BOOSTS = (
    ("install.md", 200),
    ("tutorial.md", 200),
    ("guides/add-", 20),
    ("guides/", 100),
    ("rules/", 50),
    ("reference/views.md", 100),
    ("reference/api/index.md", 100),
    ("reference/api/", 0.01),
    ("reference/", 50),
    ("architecture/", 0.1),
    ("decisions/", 0.01),
    ("files/", 0.01),
    ("changelog.md", 0.01),
)
"""The weight in search results of pages whose path begins like this; the first match counts.

The search weighs a word in a heading a thousand times as much as in the text, and the pages of the
packages have a heading for each name: only a weight far below 1/1000 puts them after the guides.
"""
LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?(?=\))")
LANGUAGES = {".py": "python", ".ts": "typescript", ".conf": "nginx", ".yaml": "yaml"}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Add every decision to the navigation, below the list of them."""
    decisions = [f"decisions/{path.name}" for path in sorted((DOCS / "decisions").glob("0*.md"))]
    for section in config.nav or []:
        for parts in section.values():
            for part in parts if isinstance(parts, list) else []:
                if "Decisions" in part:
                    part["Decisions"] = ["decisions/index.md", *decisions]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add generated pages, pages of the root folder, the icon, and files that pages link to."""
    pages = {"reference/cli.md": cli_page(), "decisions/index.md": decisions_page(DOCS)}
    pages |= api_pages(ROOT / "src" / "underdeck")
    pages |= {site: (ROOT / source).read_text("utf-8") for source, site in ROOT_PAGES.items()}
    pages |= {site: notebook_page(ROOT / source) for source, site in NOTEBOOK.items()}
    for uri, content in pages.items():
        files.append(File.generated(config, uri, content=content))
    files.append(File.generated(config, "assets/icon.svg", abs_src_path=str(ROOT / ICON)))
    for uri, content in linked_files(files).items():
        files.append(File.generated(config, uri, content=content))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Add tables, weigh the page for searches, and point links to other files to their pages."""
    source = source_of(page.file.src_uri)
    page.meta.setdefault("search", {"boost": search_boost(page.file.src_uri)})

    def on_site(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(source), link[1]))
        found = site_path(target)
        relative = posixpath.relpath(found, posixpath.dirname(page.file.src_uri) or ".")
        return relative + (link[2] or "")

    return LINK.sub(on_site, with_tables(markdown))


def search_boost(uri: str) -> float:
    """Return the weight of a page in search results."""
    return next((boost for start, boost in SEARCH_BOOSTS if uri.startswith(start)), 1)


def linked_files(files: Files) -> dict[str, str]:
    """Return a page with the text of each file outside of `docs` that a page links to."""
    found = {}
    for file in files.documentation_pages():
        for target in links_of(file):
            path = ROOT / target
            if not target.startswith("docs/") and target not in MOVED and path.is_file():
                found[site_path(target)] = file_page(target, path.read_text("utf-8"))
    return found


def links_of(file: File) -> Iterator[str]:
    """Yield the targets of a page's relative links, as paths from the project's root."""
    folder = posixpath.dirname(source_of(file.src_uri))
    for link in LINK.finditer(file.content_string):
        yield posixpath.normpath(posixpath.join(folder, link[1]))


def source_of(uri: str) -> str:
    """Return the path of a page's source from the project's root."""
    for source, site in MOVED.items():
        if uri == site:
            return source
    return f"docs/{uri}"


def site_path(target: str) -> str:
    """Return the path on the site of a file of the project."""
    if target in MOVED:
        return MOVED[target]
    if target.startswith("docs/"):
        page = f"{target}/index.md" if (ROOT / target).is_dir() else target
        return page.removeprefix("docs/")
    return f"files/{target}.md"


def file_page(path: str, text: str) -> str:
    """Return a page that shows a file."""
    language = LANGUAGES.get(os.path.splitext(path)[1], "text")
    return f"# {path}\n\n````` {language}\n{text.rstrip()}\n`````\n"
