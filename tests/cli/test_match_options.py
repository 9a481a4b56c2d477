"""Options of `underdeck simulate` that are refused."""

from pathlib import Path

import pytest

from cli.conftest import Run
from underdeck.agents.tomb_policies import KNOBS


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (["tomb", "--games", "5", "--until", "1%"], 2, "--games and --until don't go together"),
        (
            ["tomb", "--jobs", "2", "--cluster", "tcp://127.0.0.1:1"],
            2,
            "--jobs and --cluster don't go together",
        ),
        (["tomb", "--until", "1%", "--records", "x"], 2, "--until and --records don't go together"),
        (
            ["dungeon", "--bots", "careful", "--policy", "random"],
            2,
            "--policy and --bots don't go together",
        ),
        (["dungeon", "--players", "2", "--house", "players=3"], 2, "players is given twice"),
        (["tomb", "--until", "0"], 2, "isn't a share between 0 and 50%"),
        (["tomb", "--until", "60%"], 2, "isn't a share between 0 and 50%"),
        (["tomb", "--until", "nan"], 2, "isn't a share between 0 and 50%"),
        (["tomb", "--until", "-1%"], 2, "isn't a share between 0 and 50%"),
        (["tomb", "--games", "0"], 2, "not in the range"),
        (["tomb", "--jobs", "0"], 2, "not in the range"),
        (["tomb", "--against", "risk=1,risk=2"], 2, "risk is given twice"),
        (["tomb", "--against", "random,heuristic"], 2, "--against is given twice"),
        (["tomb", "--bots", "careful"], 1, "played by policies, not by bots"),
        (["tomb", "--players", "2"], 1, "--players doesn't apply to tomb"),
        (["tomb", "--policy", "lucky"], 1, "There is no policy"),
        (["dungeon", "--policy", "heuristic"], 1, "There is no policy"),
        (["dungeon", "--bots", "lucky"], 1, "There is no bot"),
        (["dungeon", "--bots", "random,random,random"], 1, "This table has room for 2 bots"),
        (["tomb", "--against", "heuristic"], 1, "changes nothing"),
        (["tomb", "--against", f"risk={KNOBS['risk'][0]}"], 1, "changes nothing"),
        (["tomb", "--against", "drop_sum=off"], 1, "changes nothing"),
        (["dungeon", "--against", "careful"], 1, "changes nothing"),
        (["dungeon", "--against", ""], 1, "changes nothing"),
        (["tomb", "--against", "lucky"], 1, 'nothing called "lucky" to compare with'),
        (["tomb", "--against", "luck=3"], 1, 'nothing called "luck" to compare with'),
        (["tomb", "--against", "random,risk=3"], 1, 'nothing called "risk" to compare with'),
        (["tomb", "--against", "drop_sum=perhaps"], 1, "can't be"),
        (["tomb", "--against", "risk=much"], 1, "name=number"),
        (["dungeon", "--against", "heuristic"], 1, 'nothing called "heuristic" to compare with'),
        (["dungeon", "--against", "risk=3"], 1, 'nothing called "risk" to compare with'),
        (["dungeon", "--against", "players=3"], 1, "tables of the same size"),
        (
            ["dungeon", "--policy", "random", "--against", "careful"],
            1,
            'nothing called "careful" to compare with',
        ),
        (
            ["dungeon", "--variants", "pitch-black", "--against", "jokers_wild=on"],
            1,
            "already includes",
        ),
        (["tomb", "--seed", ""], 1, "A seed has 1 to 200 characters"),
        (["tomb", "--records", "/nowhere/x"], 1, "the folder doesn't exist"),
        (["tomb", "--report", "/"], 1, "Can't write"),
        (["tomb", "--plot", "x.pdf"], 1, "Pictures are saved as .png or .svg"),
        (["tomb", "--plot", "-", "--json"], 2, "don't go together"),
        (
            ["tomb", "--records", "x", "--games", "100001"],
            1,
            "100001 records are too many for one file",
        ),
        (["tomb", "--cluster", "here"], 1, "isn't the address of a cluster"),
    ],
)
def test_wrong_options_are_refused(
    inside: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    args: list[str],
    code: int,
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = inside("simulate", *args)
    assert (ran.code, ran.out) == (code, "")
    assert words in " ".join(ran.err.split())
    assert not list(tmp_path.iterdir())


def test_a_policy_that_reads_hidden_fields_is_refused(inside: Run, tmp_path: Path) -> None:
    path = tmp_path / "peek.py"
    path.write_text("def choose(s, moves, count, stream, knobs):\n    return s.deck[0] % count\n")
    ran = inside("simulate tomb --policy", str(path))
    assert (ran.code, ran.out) == (1, "")
    assert "has no attribute 'deck'" in ran.err
    assert 'on its page "What a bot sees"' in " ".join(ran.err.split())
