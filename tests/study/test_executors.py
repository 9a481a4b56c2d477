"""Worker processes."""

import subprocess

from cli.run import UNDERDECK
from processes import kill_parent, wait_for_children


def test_workers_end_when_their_parent_is_killed() -> None:
    args = ["simulate", "dungeon", "--games", "100000", "--jobs", "2", "--json"]
    simulation = subprocess.Popen(
        [*UNDERDECK, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    wait_for_children(simulation, 2)
    kill_parent(simulation)
    simulation.communicate()
