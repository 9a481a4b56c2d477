"""The page's packages: the lock file works on every platform and names no registry."""

import json
import re
from pathlib import Path
from typing import Any

WEB = Path(__file__).resolve().parents[2] / "web"
BUILD_TOOLS = ("@biomejs/biome", "lightningcss", "rolldown", "rollup")
"""Packages with native code, which have one optional package per platform."""

Packages = dict[str, dict[str, Any]]


def locked_packages() -> Packages:
    packages: Packages = json.loads((WEB / "package-lock.json").read_text("utf-8"))["packages"]
    return packages


def resolve(packages: Packages, path: str, name: str) -> str | None:
    """Return the entry that Node would load for a dependency of the package at this path."""
    while path:
        if f"{path}/node_modules/{name}" in packages:
            return f"{path}/node_modules/{name}"
        path = path.rpartition("/node_modules/")[0]
    return f"node_modules/{name}" if f"node_modules/{name}" in packages else None


def test_every_optional_package_of_every_platform_is_locked_packages() -> None:
    packages = locked_packages()
    optional = [
        (path, name)
        for path, package in packages.items()
        for name in package.get("optionalDependencies", {})
    ]
    assert [(path, name) for path, name in optional if resolve(packages, path, name) is None] == []


def test_the_build_tools_run_on_linux_macos_and_windows() -> None:
    packages = locked_packages()
    for tool in BUILD_TOOLS:
        names = packages[f"node_modules/{tool}"]["optionalDependencies"]
        systems = {
            system for name in names for system in packages[f"node_modules/{name}"].get("os", ())
        }
        assert {"linux", "darwin", "win32"} <= systems, tool


def test_every_package_has_a_hash_and_no_url() -> None:
    packages = {path: package for path, package in locked_packages().items() if path}
    assert [path for path, package in packages.items() if "integrity" not in package] == []
    assert [
        path for path, package in packages.items() if "resolved" in package or "link" in package
    ] == []


def test_the_lock_file_matches_package_json() -> None:
    required = json.loads((WEB / "package.json").read_text("utf-8"))["devDependencies"]
    assert locked_packages()[""]["devDependencies"] == required


def test_packages_are_installed_from_the_lock_file_alone() -> None:
    script = (WEB / "build.py").read_text("utf-8")
    assert re.findall(r'run\(\*npm, "(\w+)"', script) == ["ci", "run"]
    assert "omit-lockfile-registry-resolved=true" in (WEB / ".npmrc").read_text("utf-8")
