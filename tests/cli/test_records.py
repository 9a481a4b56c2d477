"""Files that `underdeck simulate` writes: records, charts and reports."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Run
from cli.run import json_of
from underdeck.deal import Drawn
from underdeck.formats import read_record
from underdeck.study.simulation import Simulation


@pytest.mark.parametrize(("game", "games"), [("tomb", 230), ("dungeon", 12)])
def test_records_are_those_of_the_games_counted(
    inside: Run, tmp_path: Path, game: str, games: int
) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    args = ["simulate", game, "--games", str(games), "--json"]
    answer = json_of(inside(*args, "--jobs", "1", "--records", str(one)))
    assert (
        json_of(inside(*args, "--jobs", "2", "--records", str(two)))
        == answer
        == json_of(inside(*args, "--jobs", "1"))
    )
    assert one.read_bytes() == two.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == [
        "one.jsonl",
        "two.jsonl",
    ]
    lines = one.read_text("utf-8").splitlines()
    results = [json.loads(line)["result"] for line in lines]
    assert len(lines) == games
    for name, part in answer["endings"].items():
        assert part["games"] == sum(result["ending"] == name for result in results)
    if game == "tomb":
        assert answer["points"]["mean"] == pytest.approx(
            sum(result["points"] for result in results) / games, abs=1e-6
        )
    single = tmp_path / "game.json"
    single.write_text(lines[-1], "utf-8")
    assert inside("verify", str(single)).code == 0
    assert inside("replay", str(single), "--plain").code == 0
    assert isinstance(read_record(lines[0]).record.deal.source, Drawn)


def test_records_when_stopped(inside: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("something older")
    original = Simulation.run

    def stopped(simulation: Simulation) -> Any:
        for done in original(simulation):
            yield done
            if done >= 200:
                raise KeyboardInterrupt

    monkeypatch.setattr(Simulation, "run", stopped)
    ran = inside("simulate tomb --games 1000 --jobs 1 --records", str(path), "--json")
    assert (ran.code, ran.err) == (130, "Stopped: these are the results so far.\n")
    answer = json.loads(ran.out)
    assert (answer["games"], answer["stopped"]) == (200, True)
    assert path.read_text("utf-8").count("\n") == 200


def test_a_failure_keeps_an_existing_file_of_records(
    inside: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("something older")
    (tmp_path / "mine.py").write_text(
        "def choose(s, moves, count, stream, knobs):\n"
        "    return -1 if s.hit_points == 1 and s.turn > 4 else 0\n"
    )
    assert (
        inside(
            "simulate tomb --policy",
            str(tmp_path / "mine.py"),
            "--games",
            "5000",
            "--records",
            str(path),
        ).code
        == 1
    )
    assert path.read_text() == "something older"
    assert not list(tmp_path.glob(".*"))


def test_charts_and_reports(inside: Run, tmp_path: Path) -> None:
    picture, report = tmp_path / "p.svg", tmp_path / "r.html"
    json_of(
        inside(
            "simulate tomb --games 100 --jobs 1 --json --seed",
            *("a b", "--plot", str(picture), "--report", str(report)),
        )
    )
    assert "<svg" in picture.read_text("utf-8")
    assert "simulate tomb --games 100 --jobs 1 --json --seed &#x27;a b&#x27;" in report.read_text(
        "utf-8"
    )
    shown = inside("simulate tomb --games 100 --jobs 1 --plot - --lang es").out
    assert "Salidas con vida:" in shown
    assert len(shown.splitlines()) > 50


@pytest.mark.parametrize(
    ("library", "args"), [("matplotlib", ["--report", "r.html"]), ("plotext", ["--plot", "-"])]
)
def test_libraries_for_charts_are_checked_before_any_game(
    inside: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, library: str, args: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, library, None)
    ran = inside("simulate tomb", *args, "--lang", "es")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(f"Para esto falta la biblioteca {library}.")
