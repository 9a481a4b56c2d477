"""Every dependency is pinned, and the installed versions are the pinned ones."""

import re
import tomllib
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
CONSTRAINTS = ROOT / "requirements" / "constraints.txt"
LINES = [line for line in CONSTRAINTS.read_text("utf-8").splitlines() if not line.startswith("#")]
PINS: dict[str, Requirement] = {canonicalize_name(pin.name): pin for pin in map(Requirement, LINES)}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]


def applies(requirement: Requirement, extra: str = "") -> bool:
    """Return whether a requirement applies in this environment, under an extra."""
    return requirement.marker is None or requirement.marker.evaluate({"extra": extra})


def installed_dependencies(requirements: Iterable[Requirement]) -> dict[str, str]:
    """Return the installed versions of packages and of everything that they require."""
    pending = [(each, extra) for each in requirements for extra in ("", *each.extras)]
    versions: dict[str, str] = {}
    visited = set()
    while pending:
        requirement, extra = pending.pop()
        name = canonicalize_name(requirement.name)
        if (name, extra) in visited:
            continue
        visited.add((name, extra))
        try:
            package = distribution(name)
        except PackageNotFoundError:
            continue
        versions[name] = package.version
        for each in map(Requirement, package.requires or ()):
            if applies(each, extra):
                pending += [(each, "")] + [(each, name) for name in each.extras]
    return versions


def declared(*extras: str) -> list[Requirement]:
    """Return the requirements of some extras, and of those that they include."""
    found = []
    for requirement in (Requirement(line) for extra in extras for line in EXTRAS[extra]):
        own = requirement.name == PROJECT["project"]["name"]
        found += declared(*requirement.extras) if own else [requirement]
    return found


@pytest.mark.parametrize("extra", EXTRAS)
def test_every_dependency_of_every_extra_is_pinned(extra: str) -> None:
    requirements = [*declared(extra), *map(Requirement, PROJECT["build-system"]["requires"])]
    for requirement in requirements:
        pin = PINS[canonicalize_name(requirement.name)]
        (version,) = pin.specifier
        assert requirement.specifier.contains(version.version), requirement
        assert applies(pin) or not applies(requirement), requirement
    installed = installed_dependencies(requirements)
    assert sorted(installed.keys() - PINS.keys()) == []


def test_the_development_packages_have_the_pinned_versions() -> None:
    installed = installed_dependencies(declared("dev"))
    others = [
        f"{name} {version} is installed, but {PINS[name]} is pinned: run `make install`"
        for name, version in installed.items()
        if name in PINS and not PINS[name].specifier.contains(version)
    ]
    assert others == []
    needed = {canonicalize_name(each.name) for each in declared("dev") if applies(each)}
    assert sorted(needed - installed.keys()) == []


def test_pins_are_exact_versions_without_addresses() -> None:
    assert all(re.fullmatch(r"[a-z0-9-]+==[\w.]+( ; [^/@:]+)?", line) for line in LINES)
    assert len(PINS) == len(LINES)
    assert sorted(LINES, key=lambda line: line.partition("==")[0]) == LINES


@pytest.mark.parametrize("python", ["3.11.0", "3.12.0", "3.13.0"])
def test_the_installed_packages_support_every_supported_python(python: str) -> None:
    for name in installed_dependencies(declared("dev")):
        supported = distribution(name).metadata.json.get("requires_python")
        pin = PINS[name]
        needed = pin.marker is None or pin.marker.evaluate({"python_version": python[:4]})
        if supported and needed:
            assert Requirement(f"{name}{supported}").specifier.contains(python), name


def test_whatever_installs_is_constrained() -> None:
    path = CONSTRAINTS.relative_to(ROOT).as_posix()
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert f"CONSTRAINTS := {path}\n" in makefile
    (install,) = re.findall(r".*-m pip install.*", makefile)
    assert install.startswith("PIP_INSTALL := PIP_CONSTRAINT=$(CONSTRAINTS) ")
    for stamp in ("PLAYABLE", "STAMP"):
        assert re.search(rf"^\$\({stamp}\): pyproject\.toml \$\(CONSTRAINTS\) ", makefile, re.M)
    dockerfile = (ROOT / "deploy" / "Dockerfile").read_text("utf-8")
    commands = re.findall(r"^RUN .*?pip (?:wheel|install).*?[^\\]$", dockerfile, re.M | re.S)
    assert len(commands) == 2
    assert all("constraints.txt" in command for command in commands)
    assert '"--constraint", str(CONSTRAINTS)' in (ROOT / "web" / "build.py").read_text("utf-8")
