"""The cache of compiled programs depends on all sources."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="Numba is not installed")

from underdeck.fast import compiler
from underdeck.fast.compiler import Program, cache_folder, last_use, source_files
from underdeck.fast.harness import choose
from underdeck.fast.tomb import HARNESS
from underdeck.games.tomb.options import Options
from underdeck.study.measures.base import random_policy


def program(policy: Callable[..., int] = random_policy, options: Options | None = None) -> Program:
    return Program(
        HARNESS.play_games, HARNESS.state, {choose: policy}, frozen_options=options, silent=()
    )


def test_sources_of_rules_harness_and_policies_are_hashed() -> None:
    names = {"/".join(path.parts[-3:]) for path in source_files(program())}
    assert {
        "games/tomb/rules.py",
        "games/dungeon/rules.py",
        "underdeck/fast/tomb.py",
        "underdeck/agents/tomb_policies.py",
        "src/underdeck/sfc32.py",
    } <= names


def test_the_folder_depends_on_policy_options_and_index_checks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNDERDECK_CACHE", str(tmp_path))

    def other_policy(*_: object) -> int:
        return 0

    folders = [
        cache_folder(program(*args), checked=checked)
        for args in ((), (other_policy,), (random_policy, Options()))
        for checked in (False, True)
    ]
    assert len(set(folders)) == 6
    assert cache_folder(program(), checked=False) == folders[0]
    assert {folder.parent for folder in folders} == {tmp_path / "compiled"}


def test_programs_that_were_used_longest_ago_are_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNDERDECK_CACHE", str(tmp_path))
    monkeypatch.setattr(compiler, "MAX_CACHED_PROGRAMS", 2)
    own = cache_folder(program(), checked=False)
    folders = [own, own.parent / "old", own.parent / "new"]
    for used_at, folder in enumerate(folders):
        folder.mkdir(parents=True)
        os.utime(folder, (used_at, used_at))
    assert cache_folder(program(), checked=False) == own
    assert {path.name for path in own.parent.iterdir()} == {own.name, "new"}
    assert last_use(own) > last_use(own.parent / "new") > last_use(own.parent / "old") == 0
