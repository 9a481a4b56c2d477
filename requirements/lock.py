"""Write the exact versions of all dependencies, of every extra, to constraints.txt.

`make lock` adds what is missing and keeps all other versions. `make lock ARGS=--upgrade` takes the
newest versions, `make lock ARGS="--upgrade numpy ruff"` those of some packages.
"""

import argparse
import difflib
import json
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

FOLDER = Path(__file__).resolve().parent
CONSTRAINTS = FOLDER / "constraints.txt"
PYTHONS = ("3.11", "3.12", "3.13")
WHEELS = {
    "linux": ("manylinux_2_28_x86_64", "manylinux_2_17_x86_64", "manylinux2014_x86_64"),
    "darwin": ("macosx_14_0_arm64",),
}
"""For each supported system, as in `sys_platform`, the platforms whose wheels it can use."""

HEADER = """\
# Exact versions of all dependencies, for Python 3.11 to 3.13 on Linux and macOS.
# `make lock` writes this file; requirements/lock.py says how to upgrade.
"""


class Target(NamedTuple):
    """A supported version of Python on a supported system."""

    python: str
    system: str

    def options(self) -> list[str]:
        """Return the options by which pip resolves for this target instead of the running one."""
        platforms = [f"--platform={name}" for name in WHEELS[self.system]]
        return [f"--python-version={self.python}", *platforms, "--only-binary=:all:"]

    def environment(self) -> dict[str, str]:
        """Return the values of environment markers."""
        system = {"linux": "Linux", "darwin": "Darwin"}[self.system]
        machine = {"linux": "x86_64", "darwin": "arm64"}[self.system]
        return {name: str(value) for name, value in default_environment().items()} | {
            "python_version": self.python,
            "python_full_version": f"{self.python}.0",
            "sys_platform": self.system,
            "platform_system": system,
            "platform_machine": machine,
        }


class Package(NamedTuple):
    """A resolved package, with its requirements."""

    version: str
    requires: tuple[Requirement, ...]


TARGETS = tuple(Target(python, system) for python in PYTHONS for system in WHEELS)
Packages = Mapping[str, Package]


def declared(*without: str) -> list[Requirement]:
    """Return the requirements of the build backend and of all extras but those named."""
    settings = tomllib.loads((FOLDER.parent / "pyproject.toml").read_text("utf-8"))
    project = settings["project"]
    groups = [
        settings["build-system"]["requires"],
        project["dependencies"],
        *[lines for name, lines in project["optional-dependencies"].items() if name not in without],
    ]
    found = [Requirement(line) for group in groups for line in group]
    return [each for each in found if each.name != project["name"]]


def needed(
    roots: Iterable[Requirement], target: Target, packages: Packages
) -> dict[str, Requirement]:
    """Return what a target needs, by name, with one requirement of each; follow known packages."""
    environment = target.environment()
    found: dict[str, Requirement] = {}
    visited = set()
    pending = [each for each in roots if each.marker is None or each.marker.evaluate(environment)]
    while pending:
        requirement = pending.pop()
        name = canonicalize_name(requirement.name)
        found.setdefault(name, requirement)
        for extra in {"", *requirement.extras} if name in packages else ():
            if (name, extra) not in visited:
                visited.add((name, extra))
                pending += [
                    each
                    for each in packages[name].requires
                    if each.marker is None or each.marker.evaluate({**environment, "extra": extra})
                ]
    return found


def resolve(requirements: Iterable[str], *options: str) -> dict[str, Package]:
    """Let pip choose versions, without installing anything."""
    command = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--quiet"]
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        dry_run = ("--dry-run", "--report", str(report), "--target", folder)
        done = subprocess.run([*command, *dry_run, *options, *requirements], check=False)
        if done.returncode:
            sys.exit(f"pip can't resolve {' '.join(requirements)}")
        found = [each["metadata"] for each in json.loads(report.read_text("utf-8"))["install"]]
    return {
        canonicalize_name(each["name"]): Package(
            each["version"], tuple(map(Requirement, each.get("requires_dist", ())))
        )
        for each in found
    }


def complete(
    packages: dict[str, Package],
    roots: list[Requirement],
    find: Callable[[list[str], Target], dict[str, Package]],
) -> None:
    """Add what other targets need: pip evaluates markers for the Python that runs it."""
    for target in TARGETS:
        while missing := [
            f"{name}{requirement.specifier}"
            for name, requirement in needed(roots, target, packages).items()
            if name not in packages
        ]:
            packages |= find(missing, target)


def marker(targets: set[Target]) -> str:
    """Return the environment marker of a package that only some targets need."""
    pythons = [python for python in PYTHONS if any(each.python == python for each in targets)]
    systems = {each.system for each in targets}
    terms = []
    if pythons[0] != PYTHONS[0]:
        terms.append(f'python_version >= "{pythons[0]}"')
    if pythons[-1] != PYTHONS[-1]:
        terms.append(f'python_version <= "{pythons[-1]}"')
    if len(systems) < len(WHEELS):
        terms.append(f'sys_platform == "{systems.pop()}"')
    return f" ; {' and '.join(terms)}" if terms else ""


def render(packages: Packages, roots: list[Requirement]) -> str:
    """Return the text of the constraints file."""
    users: dict[str, set[Target]] = {}
    for target in TARGETS:
        for name in needed(roots, target, packages):
            users.setdefault(name, set()).add(target)
    lines = [f"{name}=={packages[name].version}{marker(users[name])}" for name in sorted(users)]
    return HEADER + "".join(f"{line}\n" for line in lines)


def pins(text: str) -> list[str]:
    """Return the lines of a constraints file that pin a package."""
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def kept(text: str, upgraded: list[str] | None) -> list[str]:
    """Return the pins to keep: all without `--upgrade`, none if it names no package."""
    if upgraded == []:
        return []
    names = {canonicalize_name(name) for name in upgraded or ()}
    return [line for line in pins(text) if canonicalize_name(Requirement(line).name) not in names]


def main() -> None:
    """Resolve for the oldest Python, complete for the other targets, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--upgrade", nargs="*", metavar="PACKAGE")
    upgraded = parser.parse_args().upgrade
    old = CONSTRAINTS.read_text("utf-8") if CONSTRAINTS.exists() else ""
    roots = declared()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "kept.txt")
        path.write_text("\n".join(kept(old, upgraded)), "utf-8")
        pinned = f"--constraint={path}"
        packages = resolve(map(str, declared("bench")), pinned, *TARGETS[0].options())
        path.write_text("\n".join(f"{name}=={each.version}" for name, each in packages.items()))
        # A peer in `bench` has no wheel, which pip only accepts for the Python that runs it.
        packages |= resolve(map(str, roots), pinned)
        # pip install compares Requires-Python with the Python that runs it.
        alone = ("--no-deps", "--ignore-requires-python", pinned)
        complete(packages, roots, lambda lines, target: resolve(lines, *alone, *target.options()))
    new = render(packages, roots)
    CONSTRAINTS.write_text(new, "utf-8")
    changes = difflib.ndiff(pins(old), pins(new))
    print(*[line for line in changes if line[0] in "+-"], sep="\n")


if __name__ == "__main__":
    main()
