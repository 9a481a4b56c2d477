"""The program as a process: exit codes, streams, encodings, signals and missing libraries."""

import re
import shlex
import signal
import subprocess
from pathlib import Path

import pytest

from cli.book import CARDS, TYPED, saved
from cli.conftest import Run
from cli.run import UNDERDECK, program_after, started, underdeck, underdeck_process


def test_a_terminal_that_can_not_show_symbols_gets_letters() -> None:
    args = ["play", "tomb", "--deal", CARDS, "--lang", "es"]
    ran = underdeck_process(*args, typed=TYPED, PYTHONIOENCODING="ascii")
    assert ran.code == 0
    assert ran.out.isascii()
    assert "Puntuacion: 4/68" in ran.out
    shown = "Antorchas consumidas: 3 de 4 (AH AD AC). Pergamino de Luz usado."
    assert shown in " ".join(ran.out.split())


def test_ctrl_c_keeps_the_game(home: Path) -> None:
    with started("play", "tomb", "--deal", CARDS) as game:
        game.type_in("delve\n")
        game.wait_for("You can: [d]raw.")
        game.process.send_signal(signal.SIGINT)
        out, err = game.process.communicate()
    assert game.process.returncode == 130
    assert err.strip() == "Stopped."
    assert "Your game is saved." in out
    assert saved(home)["moves"] == ["delve"]


def test_a_closed_pipe_ends_the_game_quietly(home: Path) -> None:
    with started("play", "tomb", "--deal", CARDS) as game:
        game.type_in("delve\n")
        game.wait_for("You can: [d]raw.")
        game.stdout.close()
        game.type_in("draw\ndelve\n")
        assert game.process.wait() == 1
        assert game.stderr.read() == ""
    assert saved(home)["moves"][0] == "delve"


@pytest.mark.parametrize(
    ("rest", "code"),
    [
        ("play tomb <&-", 0),
        ("rules tomb >&-", 0),
        ("deal >/dev/full", 1),
        ("learn tomb <&-", 0),
        ("verify - <&-", 1),
    ],
)
def test_closed_and_full_streams(rest: str, code: int) -> None:
    command = " ".join(shlex.quote(part) for part in UNDERDECK)
    done = subprocess.run(
        f"{command} {rest}",
        shell=True,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == code
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("args", "typed", "code"),
    [
        (["--version"], "", 0),
        (["play", "tomb", "--deal", CARDS], "help\n" + TYPED, 0),
        (["play", "tomb", "--deal", CARDS, "--lang", "es"], "\udcff\udcfe\nayuda\n", 0),
        (["play", "tomb", "--seed", ""], "", 1),
        (["play", "tomb", "--nada", "--lang", "es"], "", 2),
        ([], "", 2),
    ],
)
def test_a_process_does_the_same_as_a_command_within_the_tests(
    args: list[str], typed: str, code: int
) -> None:
    alone, within = (
        ran._replace(out=re.sub(r"tomb-\S+", "NAME", ran.out))
        for ran in (underdeck_process(*args, typed=typed), underdeck(*args, typed=typed))
    )
    assert alone.code == code
    assert within == alone


@pytest.mark.parametrize(
    ("library", "args"),
    [("numpy", ["simulate", "tomb"]), ("distributed", ["cluster"]), ("numpy", ["study", "knobs"])],
)
def test_missing_libraries_are_named(library: str, args: list[str]) -> None:
    ran = underdeck_process(*args, program=without(library))
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == (
        f"This needs the library {library}. Install everything simulations need with:"
        " pip install 'underdeck[lab]'\n"
    )


def test_without_numba_games_are_interpreted(inside: Run) -> None:
    args = ["simulate", "tomb", "--games", "50", "--seed", "s", "--json"]
    assert underdeck_process(*args, program=without("numba")) == inside(*args)


def without(library: str) -> list[str]:
    """Return the program in an environment without a library."""
    return program_after(f"import sys; sys.modules[{library!r}] = None")
