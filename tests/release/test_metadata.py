"""The project's metadata, changelog, decisions and public CI are consistent."""

import re
import tomllib
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import underdeck

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
CHANGELOG = (ROOT / "CHANGELOG.md").read_text("utf-8")
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))
VERSIONS = re.findall(r"^## \[?([^\]\s]+)\]?(?: - (\S+))?$", CHANGELOG, re.MULTILINE)
KINDS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def workflow() -> Any:
    yaml: Any = pytest.importorskip("yaml")
    return yaml.safe_load((ROOT / ".github" / "workflows" / "test.yml").read_text("utf-8"))


def classified_pythons() -> list[str]:
    pattern = re.compile(r"Programming Language :: Python :: (3\.\d+)")
    return [found[1] for text in PROJECT["classifiers"] if (found := pattern.fullmatch(text))]


def test_the_urls_of_the_project_are_in_one_repository() -> None:
    assert {"Homepage", "Documentation", "Changelog", "Issues"} <= PROJECT["urls"].keys()
    repository = PROJECT["urls"]["Homepage"]
    assert all(
        url.startswith(repository)
        for name, url in PROJECT["urls"].items()
        if name != "Documentation"
    )
    assert all(
        url.startswith(repository) for url in re.findall(r"^\[\S+\]: (.+)$", CHANGELOG, re.M)
    )


def test_the_current_version_has_a_dated_section_in_the_changelog() -> None:
    assert VERSIONS[0] == ("Unreleased", "")
    assert VERSIONS[1][0] == underdeck.__version__
    dates = [date.fromisoformat(day) for _, day in VERSIONS[1:]]
    assert dates == sorted(dates, reverse=True)


def test_the_changelog_links_its_current_version_to_a_tag() -> None:
    links = dict(re.findall(r"^\[(\S+)\]: (.+)$", CHANGELOG, re.MULTILINE))
    assert links[underdeck.__version__].endswith(f"v{underdeck.__version__}")
    assert f"/compare/v{underdeck.__version__}..." in links["Unreleased"]


def test_the_changelog_has_the_headings_of_keep_a_changelog() -> None:
    assert set(re.findall(r"^### (.+)$", CHANGELOG, re.MULTILINE)) <= KINDS


@pytest.mark.parametrize("path", DECISIONS, ids=lambda path: path.name[:4])
def test_a_decision_has_a_number_a_date_and_a_status(path: Path) -> None:
    heading, _, line = path.read_text("utf-8").splitlines()[:3]
    assert heading.startswith(f"# {int(path.name[:4])}. ")
    found = re.fullmatch(r"Date: (\S+)\. Status: (accepted|superseded by (\d{4}))\.", line)
    assert found is not None
    assert found[1] == str(date.fromisoformat(found[1]))
    assert found[3] in {None, *(other.name[:4] for other in DECISIONS)}


def test_no_two_decisions_have_the_same_number() -> None:
    assert len({path.name[:4] for path in DECISIONS}) == len(DECISIONS)


def test_public_ci_runs_every_supported_python_on_linux_and_macos() -> None:
    matrix = workflow()["jobs"]["test"]["strategy"]["matrix"]
    assert matrix["python"] == classified_pythons()
    assert PROJECT["requires-python"] == f">={matrix['python'][0]}"
    assert {system.partition("-")[0] for system in matrix["system"]} == {"ubuntu", "macos"}


def test_public_ci_calls_targets_of_the_makefile() -> None:
    steps = [step for job in workflow()["jobs"].values() for step in job["steps"]]
    commands = [step["run"] for step in steps if "run" in step]
    called = {found[1] for command in commands if (found := re.match(r"make (\w+)", command))}
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert len(called) == len(commands)
    assert "test" in called
    assert sorted(called - set(targets)) == []


def test_public_ci_has_a_node_that_builds_the_page() -> None:
    steps = workflow()["jobs"]["test"]["steps"]
    (node,) = (step for step in steps if step.get("uses", "").startswith("actions/setup-node@"))
    script = (ROOT / "web" / "build.py").read_text("utf-8")
    (minimum,) = re.findall(r"MIN_NODE_VERSION = \((\d+),", script)
    assert node["with"]["node-version"] >= int(minimum)
    paths = [
        step["with"]["cache-dependency-path"] for step in steps if "cache" in step.get("with", {})
    ]
    assert paths
    assert all((ROOT / path).is_file() for path in paths)
