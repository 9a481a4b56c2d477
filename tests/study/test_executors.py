"""The processes that work for a simulation."""

import subprocess

from cli.run import UNDERDECK
from processes import kill_parent, wait_for_children


def test_the_processes_of_a_simulation_end_when_it_is_killed() -> None:
    args = ["simulate", "dungeon", "--games", "100000", "--jobs", "2", "--json"]
    simulation = subprocess.Popen(
        [*UNDERDECK, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    wait_for_children(simulation, 2)
    kill_parent(simulation)
    simulation.communicate()
