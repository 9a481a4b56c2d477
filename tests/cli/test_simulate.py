"""`underdeck simulate`."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pexpect
import pytest

from cli.in_process import Run, json_of, run_in_process
from cli.run import UNDERDECK, underdeck
from cli.screens.test_dungeon import VARIANTS
from study.user_policy import write_user_policy
from underdeck.agents.tomb_policies import KNOBS
from underdeck.cli import simulate as command
from underdeck.deal import Drawn
from underdeck.formats import read_record
from underdeck.say import LANGUAGES
from underdeck.study.executors import count_cores
from underdeck.study.simulation import Simulation


@pytest.fixture
def inside(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    yield from run_in_process(capsys, monkeypatch)


def without(*libraries: str) -> list[str]:
    """Return the program in an environment without these libraries."""
    hidden = f"import sys; sys.modules.update(dict.fromkeys({libraries!r}))"
    return [sys.executable, "-c", f"{hidden}; from underdeck.cli import main; main()"]


# Tomb


def test_tomb_in_json(inside: Run) -> None:
    answer = json_of(
        inside(
            "simulate tomb --games 300 --seed x --json",
            *("--house", "drop_sum=on", "--policy", "heuristic,risk=300"),
        )
    )
    assert (answer["game"], answer["games"], answer["seed"], answer["policy"], answer["cards"]) == (
        "tomb",
        300,
        "x",
        "heuristic",
        44,
    )
    assert answer["house"]["drop_sum"] is True
    assert answer["knobs"] == {name: default for name, (default, _) in KNOBS.items()} | {
        "risk": 300
    }
    assert answer["won"]["low"] <= answer["won"]["share"] <= answer["won"]["high"]
    assert sum(part["games"] for part in answer["endings"].values()) == 300
    for name in ("points", "depth", "cards_left", "turns", "moves"):
        assert answer[name]["low"] <= answer[name]["mean"] <= answer[name]["high"]
    assert "second" not in json.dumps(answer)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            [
                "300 games",
                "Won, out with all four hoards:",
                "Points:",
                "Slain by a trap:",
                "Cards left in the deck:",
                "on the same deals, but with random:",
                "percentage points",
            ],
        ),
        (
            "es",
            [
                "300 partidas",
                "Ganadas, fuera con los cuatro tesoros de las tumbas:",
                "Puntos:",
                "Muertes por una trampa:",
                "Cartas que quedan en el mazo:",
                "con los mismos repartos, pero con random:",
                "puntos porcentuales",
            ],
        ),
    ],
)
def test_tomb_in_words(inside: Run, language: str, words: list[str]) -> None:
    ran = inside(
        "simulate tomb --games 300 --jobs 1 --against random --house drop_sum=on --lang", language
    )
    assert (ran.code, ran.err) == (0, "")
    for phrase in (*words, "drop_sum=on", "heuristic"):
        assert phrase in " ".join(ran.out.split())
    assert max(map(len, ran.out.splitlines())) <= 80


def test_defaults(monkeypatch: pytest.MonkeyPatch, inside: Run) -> None:
    asked: list[Simulation] = []

    def pretend_to_run(simulation: Simulation) -> bool:
        asked.append(simulation)
        return False

    monkeypatch.setattr(command, "run", pretend_to_run)
    assert inside("simulate tomb --json").code == 0
    assert inside("simulate dungeon --json").code == 0
    assert inside("simulate dungeon --policy random --json").code == 0
    assert [(simulation.games, simulation.matches[0].label) for simulation in asked] == [
        (100_000, "heuristic"),
        (100, "careful,careful"),
        (100_000, "random"),
    ]
    assert {simulation.jobs for simulation in asked} == {count_cores()}


@pytest.mark.parametrize("written", ["5%", "0.05", " 5 % ".replace(" ", ""), "0,05"])
def test_until_the_share_of_wins_is_known(inside: Run, written: str) -> None:
    answer = json_of(inside("simulate tomb --until", written, "--json", "--jobs", "1"))
    assert answer["until"] == 0.05
    assert answer["won"]["high"] - answer["won"]["low"] <= 0.1


def test_comparisons_with_policies_parameters_and_options(inside: Run) -> None:
    data = json_of(
        inside(
            "simulate tomb --policy heuristic,weak=1 --games 200 --jobs 1 --json",
            *("--against", "random", "--against", "risk=0,drop_sum=on"),
            *("--against", "heuristic,weak=8"),
        )
    )
    first, second, third = data["against"]
    assert (first["asked"], first["policy"], first["knobs"], first["same_deals"]) == (
        "random",
        "random",
        {},
        True,
    )
    assert (second["knobs"]["risk"], second["knobs"]["weak"], second["house"]["drop_sum"]) == (
        0,
        1,
        True,
    )
    assert (third["knobs"]["weak"], third["house"]["drop_sum"]) == (8, False)
    alone = json_of(inside("simulate tomb --games 200 --jobs 1 --json --policy random"))
    assert first["points"] == alone["points"]
    base = json_of(inside("simulate tomb --games 200 --jobs 1 --json --policy heuristic,weak=1"))
    assert first["difference"]["points"]["mean"] == pytest.approx(
        alone["points"]["mean"] - base["points"]["mean"], abs=1e-5
    )
    assert (
        first["difference"]["survived"]["low"]
        < first["difference"]["survived"]["mean"]
        < first["difference"]["survived"]["high"]
    )


# Dungeon


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variants", VARIANTS)
def test_bots_play_every_variant_to_the_end(inside: Run, players: int, variants: str) -> None:
    args = ["--players", str(players), "--games", "2", "--seed", "x", "--json", "--jobs", "1"]
    answer = json_of(
        inside("simulate dungeon", *args, *(["--variants", variants] if variants else []))
    )
    assert answer["games"] == sum(part["games"] for part in answer["endings"].values()) == 2
    assert set(answer["seats"]) == {str(seat) for seat in range(1, players + 1)}


def test_careful_beats_random_and_a_bot_is_compared_in_the_first_seat(inside: Run) -> None:
    args = [
        "--games",
        "20",
        "--seed",
        "3",
        "--json",
        "--bots",
        "careful,random",
        "--against",
        "random",
        "--against",
        "jokers_wild=on",
    ]
    answer = json_of(inside("simulate dungeon", *args))
    assert answer["seats"]["1"]["games"] > 3 * answer["seats"]["2"]["games"]
    assert answer["advantage"]["1"]["low"] > 0 > answer["advantage"]["2"]["high"]
    bot, options = answer["against"]
    assert (bot["bots"], bot["same_deals"]) == (["random", "random"], True)
    assert bot["difference"]["won"]["high"] < 0
    assert (options["bots"], options["house"]["jokers_wild"], options["same_deals"]) == (
        ["careful", "random"],
        True,
        False,
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_dungeon_in_words(inside: Run, language: str) -> None:
    ran = inside(
        "simulate dungeon --games 3 --players 3 --jobs 1 --against random --lang", language
    )
    assert (ran.code, ran.err) == (0, "")
    for phrase in {
        "en": [
            "3 games",
            "the end of turn 500 are stalemates",
            "players=3",
            "Player 3 (careful) won",
            "compared with an even share",
            "Won by player 1:",
        ],
        "es": [
            "3 partidas",
            "final del turno 500",
            "players=3",
            "Jugador 3 (careful): gana",
            "frente a un reparto igual",
            "jugador 1:",
        ],
    }[language]:
        assert phrase in " ".join(ran.out.split())


def test_dungeon_by_policy(inside: Run) -> None:
    answer = json_of(
        inside("simulate dungeon --policy random --games 6 --jobs 1 --json --against ace_high=on")
    )
    assert (answer["policy"], answer["against"][0]["house"]["ace_high"]) == ("random", True)


# Refusals


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
    assert "docs/guides/study.md" in ran.err


# Records, charts, reports


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


def test_charts_and_reports(inside: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["underdeck", "simulate", "tomb", "--seed", "a b"])
    picture, report = tmp_path / "p.svg", tmp_path / "r.html"
    json_of(
        inside(
            "simulate tomb --games 100 --jobs 1 --json --plot",
            str(picture),
            "--report",
            str(report),
        )
    )
    assert "<svg" in picture.read_text("utf-8")
    assert "simulate tomb --seed &#x27;a b&#x27;" in report.read_text("utf-8")
    shown = inside("simulate tomb --games 100 --jobs 1 --plot - --lang es").out
    assert "Salidas con vida:" in shown
    assert len(shown.splitlines()) > 50


# Optional libraries


@pytest.mark.parametrize(("own", "jobs"), [(False, "2"), (True, "1")])
def test_numba_does_not_change_the_output(tmp_path: Path, own: bool, jobs: str) -> None:
    policy = write_user_policy(tmp_path) if own else "heuristic"
    args = [
        "simulate",
        "tomb",
        "--policy",
        policy,
        "--games",
        "700",
        "--json",
        "--against",
        "heuristic,risk=900",
        "--seed",
        "s",
    ]
    slow = subprocess.run([*without("numba"), *args], capture_output=True, check=True, text=True)
    fast = underdeck(*args, "--jobs", jobs)
    assert slow.stdout == fast.out
    assert (slow.stderr, fast.err) == ("", "")
    assert json.loads(fast.out)["games"] == 700


@pytest.mark.parametrize(
    ("library", "args"),
    [("numpy", ["simulate", "tomb"]), ("distributed", ["cluster"]), ("numpy", ["study", "knobs"])],
)
def test_missing_libraries_are_named(library: str, args: list[str]) -> None:
    ran = subprocess.run([*without(library), *args], capture_output=True, check=False, text=True)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == (
        f"This needs the library {library}. Install everything simulations need with:"
        " pip install 'underdeck[lab]'\n"
    )


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


# In a terminal


def spawn(*args: str, **environment: str) -> "pexpect.spawn[str]":
    return pexpect.spawn(
        UNDERDECK[0],
        [*UNDERDECK[1:], *args],
        env=os.environ | {"TERM": "xterm", "PYTHONUTF8": "1"} | environment,
        dimensions=(40, 100),
        encoding="utf-8",
        timeout=60,
    )


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
            ["simulate", "dungeon", "--games", "9999", "--jobs", "2", "--lang", "es"],
            r"[\d.]+ de 9999 partidas, \d+ por segundo",
            r"Jugador 1 \(careful\): gana el",
        ),
        (
            [
                "study",
                "sweep",
                "tomb",
                "--knob",
                "risk=0:900:100",
                "--games",
                "300000",
                "--jobs",
                "2",
            ],
            r"[5-9]\d\d,000 of 3,000,000 games",
            r"won +points +alive",
        ),
    ],
)
def test_ctrl_c_shows_the_results_so_far(args: list[str], shown: str, tally: str) -> None:
    program = spawn(*args)
    program.expect(shown)
    program.sendintr()
    program.expect("Stopped|Interrumpido")
    program.expect(tally)
    program.expect(pexpect.EOF)
    rest = program.before
    program.close()
    assert program.exitstatus == 130
    assert "Traceback" not in (rest or "")


def test_compiling_is_announced_and_may_be_stopped(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    program = spawn(
        "simulate",
        "tomb",
        "--records",
        str(tmp_path / "games.jsonl"),
        "--games",
        "10",
        UNDERDECK_CACHE=str(tmp_path / "new"),
    )
    program.expect("Compiling the rules, once")
    program.sendintr()
    program.expect(pexpect.EOF)
    program.close()
    assert program.exitstatus == 130
    assert (program.before or "").split() == ["...", "^CStopped."]
    assert not [path for path in tmp_path.iterdir() if "games" in path.name]


def test_an_interrupt_without_a_terminal() -> None:
    args = ["simulate", "dungeon", "--games", "100000", "--jobs", "2", "--json"]
    with subprocess.Popen(
        [*UNDERDECK, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            process.communicate(timeout=4)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (130, "Stopped: these are the results so far.\n")
    assert json.loads(out)["stopped"] is True


# A game of another package, which has neither a harness nor measures


@pytest.mark.parametrize("player", [["--bots", "random"], ["--policy", "random"]])
def test_a_game_of_another_package_is_simulated(player: list[str]) -> None:
    folder = Path(__file__).parents[1] / "third_game"
    args = ["simulate", "tricks", "--games", "30", "--jobs", "1", "--json", *player]
    ran = subprocess.run(
        [*UNDERDECK, *args],
        capture_output=True,
        check=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(folder)},
    )
    data = json.loads(ran.stdout)
    assert data["games"] == sum(share["games"] for share in data["seats"].values()) == 30
    assert data["turns"]["mean"] > 0
