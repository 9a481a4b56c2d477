"""The site builds without a warning, is complete, and loads nothing from another site."""

import json
import os
from pathlib import Path
from urllib.parse import unquote

import click

import underdeck
from docs.conftest import Site
from docs.html_pages import STYLE_URL, is_external, read_pages
from underdeck.cli.app import COMMANDS, build
from underdeck.cli.speech import speak

ROOT = Path(__file__).parents[2]
SOURCE = Path(underdeck.__file__).parent
PACKAGES = sorted(path.parent.name for path in SOURCE.glob("*/__init__.py"))


def test_the_build_prints_no_warning(site: Site) -> None:
    lines = site.output.splitlines()
    assert lines
    assert [line for line in lines if not line.startswith("INFO")] == []


def test_no_page_loads_anything_from_another_site(site: Site) -> None:
    loaded = [
        (str(page.path), address)
        for page in read_pages(site.folder).values()
        for address in page.resources
    ]
    loaded += [
        (str(style), address)
        for style in site.folder.rglob("*.css")
        for address in STYLE_URL.findall(style.read_text("utf-8"))
    ]
    assert len(loaded) > 100
    assert [found for found in loaded if is_external(found[1])] == []


def test_every_internal_link_and_anchor_leads_somewhere(site: Site) -> None:
    pages = read_pages(site.folder)
    wrong = []
    for page in pages.values():
        for link in page.links:
            if is_external(link) or link.startswith(("mailto:", "javascript:")):
                continue
            address, _, anchor = unquote(link).partition("#")
            target = page.path
            if address:
                target = Path(os.path.normpath(page.path.parent / address))
            if target.is_dir():
                target /= "index.html"
            known = target in pages and anchor in pages[target].anchors
            if not known and not (target.is_file() and not anchor):
                wrong.append(f"{page.path.relative_to(site.folder)}: {link}")
    assert wrong == []


def test_every_package_has_a_page_on_its_architecture_and_its_api(site: Site) -> None:
    assert len(PACKAGES) > 10
    for name in (*PACKAGES, "core"):
        assert (site.folder / "architecture" / f"{name}.html").is_file()
        page = "index" if name == "api" else name
        assert (site.folder / "reference" / "api" / f"{page}.html").is_file()


def test_every_module_is_in_the_api_reference(site: Site) -> None:
    pages = read_pages(site.folder)
    known = set().union(*(page.anchors for page in pages.values()))
    modules = {
        ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__")
        for path in SOURCE.rglob("*.py")
        if "migrations" not in path.parts
    }
    assert len(modules) > 150
    assert modules - known == set()


def test_every_command_and_option_is_in_the_reference(site: Site) -> None:
    speak(["--lang", "en"])
    page = (site.folder / "reference" / "cli.html").read_text("utf-8")
    for name in COMMANDS:
        assert f'id="underdeck-{name.replace(" ", "-")}"' in page
        command: click.Command = build()
        for part in name.split():
            assert isinstance(command, click.Group)
            command = command.commands[part]
        for param in command.params:
            if isinstance(param, click.Option):
                assert param.opts[0] in page, (name, param.opts)


def test_every_decision_is_listed_with_its_date_and_status(site: Site) -> None:
    page = (site.folder / "decisions" / "index.html").read_text("utf-8")
    decisions = sorted((ROOT / "docs" / "decisions").glob("0*.md"))
    assert len(decisions) >= 18
    for path in decisions:
        row = page.split(f'<a href="{path.stem}.html">', 1)[1].split("</tr>")[0]
        assert "2026-" in row
        assert "accepted" in row or "superseded" in row


def test_every_page_can_be_found_by_a_search(site: Site) -> None:
    index = json.loads((site.folder / "search" / "search_index.json").read_text("utf-8"))
    found = {unquote(entry["location"].partition("#")[0]) for entry in index["docs"]}
    written = {path.relative_to(site.folder).as_posix() for path in read_pages(site.folder)}
    assert found == written
