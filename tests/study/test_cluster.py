"""A real cluster on this machine gives the same bytes, even if a worker is killed in the middle."""

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
from study.own import own_policy  # noqa: E402
from underdeck.games.dungeon.options import Options as DungeonOptions  # noqa: E402
from underdeck.games.tomb.options import Options  # noqa: E402
from underdeck.refusal import Refusal  # noqa: E402
from underdeck.study import cluster  # noqa: E402
from underdeck.study.cluster import connected  # noqa: E402
from underdeck.study.match import Match, limited  # noqa: E402
from underdeck.study.policies import read_policy  # noqa: E402
from underdeck.study.simulation import Simulation, play_chunk  # noqa: E402

GAMES = 1_000_000


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Two workers, as `underdeck cluster` starts them."""
    started_as = [*UNDERDECK, "cluster", "--workers", "2"]
    with subprocess.Popen(
        started_as,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        yield next(line.split()[-1] for line in process.stdout if " --cluster " in line)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=20)
        assert process.returncode == 0
        assert said == "The workers have stopped.\n"


def told(match: Match, simulation: Simulation) -> str:
    """What the games came to, once they are played."""
    for _ in simulation.run() if not simulation.outcome.games else ():
        pass
    return json.dumps(simulation.outcome.tallies[0].as_json(match.seats))


def pids(address: str) -> list[int]:
    """The processes of the workers."""
    with Client(address, set_as_default=False) as client:
        return list(client.run(os.getpid).values())


def test_the_same_with_a_worker_killed_in_the_middle(address: str) -> None:
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
    assert told(match, simulation) == told(match, Simulation((match,), games=GAMES))
    for tried in count():  # another one takes its place
        if len(after := pids(address)) == 2:
            break
        assert tried < 100
        time.sleep(0.1)
    assert killed not in after


def test_a_policy_from_a_file_travels_as_text(address: str, tmp_path: Path) -> None:
    path = own_policy(tmp_path)
    match = Match("tomb", Options(), "cluster", read_policy("tomb", f"{path},deep=3"))
    Path(path).unlink()
    simulation = Simulation((match,), games=30_000, cluster=address)
    assert told(match, simulation) == told(match, Simulation((match,), games=30_000))
    assert simulation.outcome.tallies[0].as_json(1)["depth"]["most"] == 3
    beyond = Match("tomb", Options(), "cluster", replace(match.policy, knobs=(("deep", 99),)))  # type: ignore[type-var]
    with pytest.raises(Refusal, match="policy_misplaced"), connected(address) as (submit, _):
        submit(play_chunk, (beyond,), 0, 10).result()


def test_bots_play_there_too(address: str) -> None:
    match = Match("dungeon", limited(DungeonOptions()), "cluster", bots=("careful", "random"))
    assert told(match, Simulation((match,), games=12, cluster=address)) == told(
        match, Simulation((match,), games=12)
    )


def test_where_there_is_no_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", "1s")
    with pytest.raises(Refusal, match="cluster_address"), connected("here"):
        pass
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        with pytest.raises(Refusal, match="no_cluster"), connected(f"tcp://127.0.0.1:{port}"):
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
