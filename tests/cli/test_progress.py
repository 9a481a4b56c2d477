"""The progress of simulations on a terminal, and how they are interrupted."""

import json
import signal
from pathlib import Path

import pytest

from cli.on_terminal import finish, on_terminal
from cli.run import program_after, started
from processes import wait_for_children


@pytest.mark.parametrize(
    ("args", "shown", "tally"),
    [
        (
            ["simulate", "tomb", "--games", "1000000000", "--jobs", "2"],
            r"[#-]{20} [\d,]+ of 1,000,000,000 games, [\d,]+ a second, [\d:]+ left",
            r"Got out alive: \d",
        ),
        (
            ["simulate", "tomb", "--until", "0.001%", "--jobs", "1"],
            r"[\d,]+ games, [\d,]+ a second: [\d.]+% won, known within [\d.]+%, target 0.0010%",
            r"Got out alive: \d",
        ),
        (
            ["simulate", "dungeon", "--games", "999999", "--jobs", "2", "--lang", "es"],
            r"[\d.]+ de 999.999 partidas, \d+ por segundo",
            r"Jugador 1 \(careful\): gana el",
        ),
        (
            ["study", "sweep", "tomb", "--knob", "risk=0:900", "--games", "300000", "--jobs", "2"],
            r"(?:[3-9]\d\d|\d+,\d{3}),\d{3} of 270,300,000 games",  # the first set is finished
            r"won +points +alive",
        ),
    ],
)
def test_ctrl_c_shows_the_results_so_far(args: list[str], shown: str, tally: str) -> None:
    with on_terminal(*args, size=(100, 40)) as simulation:
        simulation.expect(shown)
        simulation.sendintr()
        simulation.expect("Stopped|Interrumpido")
        simulation.expect(tally)
        assert finish(simulation) == 130


def test_compiling_is_announced_and_may_be_stopped(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    args = ["simulate", "tomb", "--records", str(tmp_path / "games.jsonl"), "--games", "10"]
    at_once = program_after("from underdeck.cli import progress; progress.EXPLAIN_AFTER_S = 0")
    empty = str(tmp_path / "new")
    with on_terminal(*args, program=at_once, size=(100, 40), UNDERDECK_CACHE=empty) as simulation:
        simulation.expect("Compiling the rules, once")
        simulation.sendintr()
        assert finish(simulation) == 130
        assert "".join((simulation.before or "").split()) == "...^CStopped."
    assert not [path for path in tmp_path.iterdir() if "games" in path.name]


def test_an_interrupt_without_a_terminal() -> None:
    with started("simulate", "dungeon", "--games", "1000000", "--jobs", "2", "--json") as running:
        wait_for_children(running.process, 2)
        running.process.send_signal(signal.SIGINT)
        out, err = running.process.communicate()
    assert (running.process.returncode, err) == (130, "Stopped: these are the results so far.\n")
    assert json.loads(out)["stopped"] is True
