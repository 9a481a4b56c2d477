"""Policies by name and from files, and the refusals of wrong ones."""

import pickle
import re
from pathlib import Path

import pytest

from study.user_policy import EXAMPLE, write_user_policy
from underdeck.agents import tomb_policies as tomb
from underdeck.games.tomb.options import Options
from underdeck.refusal import Refusal
from underdeck.study import match as matches
from underdeck.study.match import Match, play_out
from underdeck.study.measures import BuiltInPolicy, find_measures
from underdeck.study.measures.base import random_policy
from underdeck.study.policies import (
    PolicySpec,
    find_knobs,
    find_policy,
    first_line,
    knob_values,
    read_policy,
    refusal_for,
    refuse_errors,
)

HEAD = "def choose(s, moves, count, stream, knobs):\n"


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that Numba isn't installed."""
    monkeypatch.setattr(matches, "can_compile", lambda: False)


def user_match(tmp_path: Path, source: str) -> Match:
    path = tmp_path / "mine.py"
    path.write_text(source, "utf-8")
    return Match("tomb", Options(), "policies", read_policy("tomb", str(path)))


def refused(match: Match, games: int = 300) -> Refusal:
    with pytest.raises(Refusal) as caught:
        played(match, games)
    return caught.value


def played(match: Match, games: int) -> None:
    match.prepare()
    match.rows(0, games)


def test_policies_by_name_and_with_parameters() -> None:
    assert find_policy("tomb", read_policy("tomb", "Heuristic")) is tomb.heuristic
    assert find_policy("dungeon", read_policy("dungeon", "random")) is random_policy
    spec = read_policy("tomb", "heuristic, risk = 300 ,weak=-1")
    assert spec == PolicySpec("heuristic", (("risk", 300), ("weak", -1)))
    assert spec.label == "heuristic,risk=300,weak=-1"
    row = dict(zip(tomb.KNOBS, knob_values("tomb", spec), strict=True))
    assert row == {name: default for name, (default, _) in tomb.KNOBS.items()} | {
        "risk": 300,
        "weak": -1,
    }
    assert knob_values("tomb", read_policy("tomb", "random")) == ()


@pytest.mark.parametrize(
    ("game", "text", "code"),
    [
        ("tomb", "lucky", "unknown_policy"),
        ("dungeon", "heuristic", "unknown_policy"),
        ("tomb", "", "unknown_policy"),
        ("tomb", "heuristic,luck=3", "unknown_knob"),
        ("tomb", "random,risk=3", "no_knobs"),
        ("tomb", "heuristic,risk", "knob_form"),
        ("tomb", "heuristic,risk=", "knob_form"),
        ("tomb", "heuristic,risk=1.5", "knob_form"),
        ("tomb", f"heuristic,risk={10**12}", "knob_form"),
        ("tomb", "heuristic,risk=1,risk=2", "knob_twice"),
        ("tomb", "/nowhere/mine.py", "file_missing"),
        ("tomb", "/dev/null/mine.py", "file_unreadable"),
    ],
)
def test_wrong_policies_are_refused(game: str, text: str, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        read_policy(game, text)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("source", "code", "reason"),
    [
        ("x = (", "policy_broken", "line 1"),
        ("1 / 0", "policy_broken", "ZeroDivisionError: division by zero"),
        ("raise SystemExit", "policy_broken", "SystemExit"),
        ("", "policy_empty", ""),
        ("choose = 5", "policy_empty", ""),
        (f"KNOBS = {{'deep': 5}}\n{HEAD}    return 0", "policy_knobs", ""),
        (f"KNOBS = [1]\n{HEAD}    return 0", "policy_knobs", ""),
        (f"KNOBS = {{'deep': ({2**40}, 'too much')}}\n{HEAD}    return 0", "policy_knobs", ""),
    ],
)
def test_wrong_files_are_refused(tmp_path: Path, source: str, code: str, reason: str) -> None:
    with pytest.raises(Refusal) as caught:
        user_match(tmp_path, source)
    assert caught.value.code == code
    assert reason in str(caught.value.params.get("reason", ""))


def test_a_binary_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_bytes(b"\xff\xfe")
    with pytest.raises(Refusal, match="file_not_text"):
        read_policy("tomb", str(tmp_path / "mine.py"))


@pytest.mark.usefixtures("interpreted")
def test_the_example_reads_its_parameters() -> None:
    shallow, deep = (
        Match("tomb", Options(), "policies", read_policy("tomb", f"{EXAMPLE},deep={turns},weak=0"))
        .rows(0, 100)[:, 4]
        .max()
        for turns in (2, 4)
    )
    assert (shallow, deep) == (2, 4)
    assert list(find_knobs("tomb", read_policy("tomb", str(EXAMPLE)))) == ["deep", "weak"]


@pytest.mark.parametrize(
    ("body", "code", "reason"),
    [
        (
            "return s.deck[s.top] % count",
            "policy_uncompilable",
            "'PolicyView' object has no attribute 'deck'",
        ),
        ("return count", "policy_misplaced", ""),
        ("return -1", "policy_misplaced", ""),
        ("return 1 // 0", "policy_failed", "ZeroDivisionError"),
        ("return None", "policy_failed", "TypeError"),
        ("assert s.turn < 3\n    return 0", "policy_failed", "AssertionError"),
    ],
)
@pytest.mark.parametrize("numba", [True, False])
def test_a_failing_policy_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, code: str, reason: str, numba: bool
) -> None:
    # It is tried interpreted first, so the refusal is the same with and without Numba.
    monkeypatch.setattr(matches, "can_compile", lambda: numba)
    refusal = refused(user_match(tmp_path, f"{HEAD}    {body}"))
    assert refusal.code == code
    assert reason in str(refusal.params.get("reason", ""))


@pytest.mark.usefixtures("interpreted")
def test_a_policy_that_fails_while_recording_is_refused(tmp_path: Path) -> None:
    for body, code in (("return -1", "policy_misplaced"), ("return s.deck", "policy_uncompilable")):
        with pytest.raises(Refusal, match=code):
            play_out(user_match(tmp_path, f"{HEAD}    {body}"), 0)


def test_errors_of_the_compiler_are_refused(tmp_path: Path) -> None:
    numba = pytest.importorskip("numba")
    spec = user_match(
        tmp_path, f'{HEAD}    names = {{"a": [1], "b": "x"}}\n    return 0 if names else 1'
    ).policy
    assert spec is not None
    with pytest.raises(numba.core.errors.NumbaError) as caught, refuse_errors(PolicySpec("ours")):
        numba.njit(find_policy("tomb", spec))(0, (1, 2), 2, (0,), (0,))
    refusal = refusal_for(spec, caught.value)
    assert refusal.code == "policy_uncompilable"
    assert re.fullmatch(r"[ -~]{10,}", str(refusal.params["reason"]))


def test_a_missing_move_is_refused_when_compiled(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    path = write_user_policy(tmp_path)
    Match("tomb", Options(), "policies", read_policy("tomb", path)).prepare()
    with pytest.raises(Refusal, match="policy_misplaced"):
        Match("tomb", Options(), "policies", read_policy("tomb", f"{path},deep=99")).rows(0, 10)


def test_a_policy_must_play_the_same_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = user_match(tmp_path, f"{HEAD}    return 0")
    monkeypatch.setattr(matches, "can_compile", lambda: False)
    honest = Match.rows
    monkeypatch.setattr(Match, "rows", lambda self, first, count: honest(self, first, count) + 1)
    with pytest.raises(Refusal, match="policy_unsteady"):
        match.prepare()


def test_errors_of_built_in_policies_are_not_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "can_compile", lambda: False)
    policies = find_measures("tomb").policies
    monkeypatch.setitem(policies, "broken", BuiltInPolicy(lambda *_: 99))
    with pytest.raises(AssertionError):
        Match("tomb", Options(), "policies", read_policy("tomb", "broken")).rows(0, 5)


def test_the_first_informative_line() -> None:
    numba = (
        "Failed in nopython mode pipeline (step: nopython frontend)\n"
        "\x1b[1mUnknown attribute 'deck' of type Record(...)\x1b[0m\n\nFile"
    )
    assert first_line(TypeError(numba)) == "Unknown attribute 'deck'"
    assert first_line(KeyError()) == "KeyError"


def test_policies_and_refusals_can_be_pickled(tmp_path: Path) -> None:
    match = user_match(tmp_path, f"{HEAD}    return 0")
    (tmp_path / "mine.py").unlink()
    there = pickle.loads(pickle.dumps(match))
    assert there == match
    assert find_policy("tomb", there.policy) is not None
    refusal = pickle.loads(pickle.dumps(Refusal("policy_failed", name="mine.py", reason="so")))
    assert (refusal.code, refusal.params) == ("policy_failed", {"name": "mine.py", "reason": "so"})
