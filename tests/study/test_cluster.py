"""A cluster on this machine gives the same results, even if a worker is killed."""

import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

pytest.importorskip("distributed", reason="the cluster is not tested: distributed is not installed")
pytestmark = pytest.mark.filterwarnings("ignore:.*:DeprecationWarning")

from distributed import Client  # noqa: E402

from cli.run import UNDERDECK  # noqa: E402  after distributed is known to be there
from study.user_policy import write_user_policy  # noqa: E402
from underdeck.games.dungeon.options import Options as DungeonOptions  # noqa: E402
from underdeck.games.tomb.options import Options  # noqa: E402
from underdeck.refusal import Refusal  # noqa: E402
from underdeck.study import cluster  # noqa: E402
from underdeck.study.cluster import connect  # noqa: E402
from underdeck.study.match import Match, with_turn_limit  # noqa: E402
from underdeck.study.policies import read_policy  # noqa: E402
from underdeck.study.simulation import Simulation, play_chunk  # noqa: E402

GAMES = 200_000


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Start two workers with `underdeck cluster`."""
    command = [*UNDERDECK, "cluster", "--workers", "2"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        try:
            yield next(line.split()[-1] for line in process.stdout if " --cluster " in line)
            process.send_signal(signal.SIGINT)
            _, stderr = process.communicate()
        finally:
            process.kill()
        assert process.returncode == 0
        assert stderr == "The workers have stopped.\n"


def result_of(match: Match, simulation: Simulation) -> str:
    """Play the games if that hasn't been done, and return the tally as text."""
    for _ in simulation.run() if not simulation.outcome.games else ():
        pass
    return json.dumps(simulation.outcome.tallies[0].as_json(match.seats))


def pids(address: str) -> list[int]:
    """Return the process ids of the workers."""
    with Client(address, set_as_default=False) as client:
        return list(client.run(os.getpid).values())


def test_a_killed_worker_does_not_change_the_result(address: str) -> None:
    match = Match("tomb", Options(), "cluster", read_policy("tomb", "heuristic"))
    simulation = Simulation((match,), games=GAMES, cluster=address)
    before = pids(address)
    assert len(before) == 2
    killed = 0
    for done in simulation.run():
        if done >= GAMES // 10 and not killed:
            killed = before[0]
            os.kill(killed, signal.SIGKILL)
    assert killed
    assert result_of(match, simulation) == result_of(match, Simulation((match,), games=GAMES))
    for tried in count():  # until another one replaces it
        if len(after := pids(address)) == 2:
            break
        assert tried < 100
        time.sleep(0.1)
    assert killed not in after


def test_a_users_policy_is_sent_as_text(address: str, tmp_path: Path) -> None:
    path = write_user_policy(tmp_path)
    match = Match("tomb", Options(), "cluster", read_policy("tomb", f"{path},deep=3"))
    Path(path).unlink()
    simulation = Simulation((match,), games=30_000, cluster=address)
    assert result_of(match, simulation) == result_of(match, Simulation((match,), games=30_000))
    assert simulation.outcome.tallies[0].as_json(1)["depth"]["most"] == 3
    beyond = Match("tomb", Options(), "cluster", replace(match.policy, knobs=(("deep", 99),)))  # type: ignore[type-var]
    with pytest.raises(Refusal, match="policy_misplaced"), connect(address) as (submit, _):
        submit(play_chunk, (beyond,), 0, 10).result()


def test_bots_on_a_cluster(address: str) -> None:
    match = Match(
        "dungeon", with_turn_limit(DungeonOptions()), "cluster", bots=("careful", "random")
    )
    assert result_of(match, Simulation((match,), games=12, cluster=address)) == result_of(
        match, Simulation((match,), games=12)
    )


def test_a_missing_cluster_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_TIMEOUT", "1s")
    with pytest.raises(Refusal, match="cluster_address"), connect("here"):
        pass
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        with pytest.raises(Refusal, match="no_cluster"), connect(f"tcp://127.0.0.1:{port}"):
            pass
        taken.listen()
        busy = subprocess.run(
            [*UNDERDECK, "cluster", "--workers", "1", "--port", str(port)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (busy.returncode, busy.stdout) == (1, "")
        assert "it is already in use" in busy.stderr
