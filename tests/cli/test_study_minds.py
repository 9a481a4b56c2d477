"""`underdeck study train` and `underdeck study bound`."""

import json
from pathlib import Path

import pytest

from cli.conftest import Run
from cli.run import json_of
from minds.tomb.plans import TINY
from underdeck.minds.tomb.laboratory import TombLaboratory


def test_a_training_reports_its_steps_and_writes_weights(
    inside: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TombLaboratory, "plan", TINY)
    out = tmp_path / "a.weights"
    args = ["study", "train", "tomb", "--goal", "points", "--out", str(out)]
    lines = [json.loads(line) for line in inside(*args, "--json").out.splitlines()]
    assert [line["step"] for line in lines] == [1, 2, 3, 4, 4]
    assert lines[-1]["out"] == str(out)
    assert 0 < lines[-1]["greedy"]["points"] < 100
    first = out.read_bytes()
    answer = inside(*args, "--lang", "es")
    assert "Entrenamiento de 4 pasos terminado." in answer.out
    assert out.read_bytes() == first


def test_resuming_nothing_is_refused(inside: Run, tmp_path: Path) -> None:
    out = str(tmp_path / "a.weights")
    answer = inside("study", "train", "tomb", "--out", out, "--resume")
    assert answer.code == 1
    assert answer.err.startswith("There is no unfinished training at")


def test_a_bound_in_json_in_words_and_as_a_figure(inside: Run, tmp_path: Path) -> None:
    out, plot = tmp_path / "bound.json", tmp_path / "bound.svg"
    args = ["study", "bound", "tomb", "--deals", "4", "--jobs", "1", "--out", str(out)]
    data = json_of(inside(*args, "--json"))
    assert (data["deals"], data["done"], data["goal"], data["plies"]) == (4, 4, "win", 1)
    assert data["perfect"]["low"] < data["lower"]["mean"] <= data["upper"]["high"]
    answer = inside(*args, "--plot", str(plot))
    assert "Perfect play lies between" in " ".join(answer.out.split())
    assert plot.read_text(encoding="utf-8").startswith("<?xml")
    refused = inside(*args, "--goal", "points", "--lang", "es")
    assert refused.code == 1
    assert "goal es win, no points" in " ".join(refused.err.split())


def test_a_rule_of_thumb_in_json_and_in_words(inside: Run) -> None:
    args = ["study", "rule", "tomb", "--deals", "60", "--jobs", "1"]
    data = json_of(inside(*args, "--json"))
    assert data == json_of(inside(*args, "--json"))
    assert data["rule"]["turn"] > 0
    answer = inside(*args, "--lang", "es")
    assert f"Cuenta {data['rule']['turn']} por cada turno de la exploración" in answer.out
    assert "Da la vuelta en cuanto la suma llegue" in answer.out


def test_a_rule_of_thumb_for_house_rules(inside: Run) -> None:
    args = ["study", "rule", "tomb", "--deals", "60", "--jobs", "1", "--json"]
    printed = json_of(inside(*args))
    changed = json_of(inside(*args, "--house", "drop_sum=on", "--house", "disarm_after_fail=on"))
    rules = ("drop_sum", "disarm_after_fail")
    assert [printed["house"][name] for name in rules] == [False, False]
    assert [changed["house"][name] for name in rules] == [True, True]
    refused = inside(*args, "--house", "drop_sum=maybe", "--lang", "es")
    assert refused.code == 1
    assert "drop_sum" in refused.err
