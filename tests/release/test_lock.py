"""How `make lock` finds what other Pythons and systems need, and what it keeps."""

import runpy
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

LOCK = runpy.run_path(str(Path(__file__).resolve().parents[2] / "requirements" / "lock.py"))
Target, Package = LOCK["Target"], LOCK["Package"]
OLD = '# a comment\nnumpy==2.1\nml-dtypes==0.6.0 ; python_version <= "3.12"\n'


def package(version: str, *requires: str) -> Any:
    return Package(version, tuple(map(Requirement, requires)))


def names_needed(root: str, python: str, packages: dict[str, Any]) -> set[str]:
    return set(LOCK["needed"]([Requirement(root)], Target(python, "linux"), packages))


def test_extras_and_markers_of_a_target_are_followed() -> None:
    packages = {
        "psycopg": package("3", 'fast ; extra == "fast"', 'tzdata ; sys_platform == "win32"'),
        "fast": package("3", 'old ; python_version < "3.12"', 'new ; python_version > "3.11"'),
    }
    assert names_needed("psycopg", "3.11", packages) == {"psycopg"}
    assert names_needed("psycopg[fast]", "3.11", packages) == {"psycopg", "fast", "old"}
    assert names_needed("psycopg[fast]", "3.13", packages) == {"psycopg", "fast", "new"}


def test_packages_of_other_targets_are_completed_and_marked() -> None:
    packages = {
        "a": package("1", 'mac>=5 ; sys_platform == "darwin"', 'c ; python_version < "3.12"')
    }
    available = {
        "mac": package("5.1", 'd>=1 ; python_version >= "3.13"'),
        "c": package("3"),
        "d": package("4"),
    }
    asked: list[str] = []

    def find(lines: list[str], target: Any) -> dict[str, Any]:
        asked.extend(lines)
        return {name: available[name] for name in (Requirement(line).name for line in lines)}

    roots = [Requirement("a")]
    LOCK["complete"](packages, roots, find)
    assert sorted(asked) == ["c", "d>=1", "mac>=5"]
    assert LOCK["render"](packages, roots).splitlines()[-4:] == [
        "a==1",
        'c==3 ; python_version <= "3.11"',
        'd==4 ; python_version >= "3.13" and sys_platform == "darwin"',
        'mac==5.1 ; sys_platform == "darwin"',
    ]


@pytest.mark.parametrize(
    ("upgraded", "kept"),
    [
        (None, ["numpy==2.1", 'ml-dtypes==0.6.0 ; python_version <= "3.12"']),
        (["ML_dtypes"], ["numpy==2.1"]),
        ([], []),
    ],
)
def test_versions_are_kept_unless_an_upgrade_is_requested(
    upgraded: list[str] | None, kept: list[str]
) -> None:
    assert LOCK["kept"](OLD, upgraded) == kept
