"""`underdeck study`: sweeps and parameters."""

import json
import re
from typing import Any

import pytest

from cli.conftest import Run
from cli.run import json_of
from study.user_policy import EXAMPLE
from underdeck.agents.tomb_policies import KNOBS
from underdeck.registry import find_game, find_manifest
from underdeck.say import LANGUAGES, Words
from underdeck.study.sweep import Sweep


def test_a_sweep_in_json_and_in_words(inside: Run) -> None:
    args = [
        "study",
        "sweep",
        "tomb",
        "--knob",
        "deepest=1:9",
        "--knob",
        "weak=0:6:3",
        "--games",
        "100",
        "--jobs",
        "1",
        "--aim",
        "points",
    ]
    answer = json_of(inside(*args, "--json"))
    assert (answer["aim"], answer["games"], answer["policy"], len(answer["sets"])) == (
        "points",
        100,
        "heuristic",
        27,
    )
    means = [each["points"]["mean"] for each in answer["sets"]]
    assert means == sorted(means, reverse=True)
    lines = inside(*args).out.splitlines()
    assert re.fullmatch(r"deepest  weak +won +points +alive", lines[3])
    best = answer["sets"][0]
    assert lines[4].split()[:2] == [str(best["knobs"]["deepest"]), str(best["knobs"]["weak"])]
    assert lines[-1] == "And 7 more, which --json shows."
    assert "27 combinaciones de parámetros" in inside(*args, "--lang", "es").out


def test_a_stopped_sweep_shows_the_finished_sets(
    inside: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = Sweep.run

    def stopped(sweep: Sweep) -> Any:
        for done in original(sweep):
            yield done
            if done >= 450:
                raise KeyboardInterrupt

    monkeypatch.setattr(Sweep, "run", stopped)
    ran = inside("study sweep tomb --knob risk=0:900:100 --games 200 --jobs 1 --json")
    assert (ran.code, ran.err) == (130, "Stopped: these are the results so far.\n")
    assert [
        each["knobs"]["risk"]
        for each in sorted(json.loads(ran.out)["sets"], key=lambda each: each["knobs"]["risk"])
    ] == [0, 100]


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (["--knob", "risk=1:200", "--knob", "weak=1:51"], 1, "That makes 10200 combinations"),
        (["--knob", "luck=1:2"], 1, 'has no parameter "luck"'),
        (["--knob", "risk"], 1, "isn't a parameter with values"),
        (["--knob", "risk=1", "--knob", "risk=2"], 1, "The parameter risk is given twice"),
        (["--policy", "heuristic,risk=5", "--knob", "risk=1:2"], 2, "risk is given twice"),
        (["--policy", "random", "--knob", "risk=1:2"], 1, "has no parameters"),
        ([], 2, "Missing option '--knob'"),
        (["--knob", "risk=1:2", "--aim", "glory"], 2, "'glory' is not one of"),
    ],
)
def test_wrong_sweeps_are_refused(inside: Run, args: list[str], code: int, words: str) -> None:
    ran = inside("study sweep tomb", *args)
    assert (ran.code, ran.out) == (code, "")
    assert words in " ".join(ran.err.split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_parameters_are_listed_in_both_languages(inside: Run, language: str) -> None:
    ran = inside("study knobs --lang", language)
    assert ran.code == 0
    for name, (default, _) in KNOBS.items():
        assert f"{name} = {default}: " in ran.out
    assert Words(language).table("study_tomb.knob").keys() == KNOBS.keys()
    answer = json_of(inside("study knobs tomb --json --lang", language))
    assert answer["knobs"]["weak"] == {
        "default": KNOBS["weak"][0],
        "meaning": Words(language).say("study_tomb.knob.weak"),
    }


def test_parameters_of_a_users_policy(inside: Run) -> None:
    assert (
        "deep = 5: turn around after this many turns\n"
        in inside("study knobs --policy", str(EXAMPLE)).out
    )
    assert "deep = 3: " in inside("study knobs --policy", f"{EXAMPLE},deep=3").out
    data = json_of(
        inside(
            "study sweep tomb --policy",
            str(EXAMPLE),
            "--knob",
            "deep=2:3",
            "--games",
            "50",
            "--jobs",
            "1",
            "--json",
        )
    )
    assert [set(each["knobs"]) for each in data["sets"]] == [{"deep"}] * 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "args",
    [
        ["knobs", "dungeon"],
        ["knobs", "dungeon", "--json"],
        ["knobs", "tomb", "--policy", "random"],
        ["sweep", "dungeon", "--knob", "risk=1:2"],
    ],
)
def test_policies_without_parameters_are_refused(
    inside: Run, args: list[str], language: str
) -> None:
    ran = inside("study", *args, "--lang", language)
    refusal = Words(language).say("common.refusal.no_knobs", policy="random")
    assert (ran.code, ran.out, " ".join(ran.err.split())) == (1, "", refusal)


def test_each_game_has_its_own_aims(inside: Run) -> None:
    ran = inside("study sweep dungeon --knob risk=1:2 --aim points")
    assert ran.code == 2
    assert "'points' is not 'wins'" in ran.err


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_names_every_bot_and_variant(inside: Run, language: str) -> None:
    manifest = find_manifest("dungeon")
    for command, bots in (("play", manifest.bots), ("simulate", manifest.all_bots)):
        page = inside(command, "--help", "--lang", language).out
        for name in (*bots, *find_game("dungeon").Options.VARIANTS):
            assert name in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_help(inside: Run, language: str) -> None:
    for args in (["simulate"], ["study"], ["study", "sweep"], ["study", "knobs"], ["cluster"]):
        ran = inside(*args, "--help", "--lang", language)
        assert ran.code == 0
        assert "--help" in ran.out
    assert inside("study --lang", language).code == 2
