"""A child process ends when its parent is killed, with every start method."""

import multiprocessing
import subprocess
import sys
from pathlib import Path

import pytest

from processes import kill_parent
from underdeck.parent_process import end_with_parent

PROGRAM = """
import multiprocessing, sys, time
from underdeck.parent_process import end_now, end_with_parent

def leave_trace():
    open("trace", "w").close()
    end_now()

def child(pipe, end):
    end_with_parent(end) if end else end_with_parent()
    pipe.send("ready")
    time.sleep(600)

if __name__ == "__main__":
    context = multiprocessing.get_context(sys.argv[1])
    pipes = []
    for end in (None, None, leave_trace):
        ours, theirs = context.Pipe()
        context.Process(target=child, args=(theirs, end)).start()
        pipes.append(ours)
    for pipe in pipes:
        pipe.recv()
    print("ready", flush=True)
    time.sleep(600)
"""


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_children_end_when_their_parent_is_killed(tmp_path: Path, method: str) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    parent = subprocess.Popen(
        [sys.executable, "program.py", method], cwd=tmp_path, stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    try:
        with parent.stdout:
            assert parent.stdout.readline() == "ready\n"
            kill_parent(parent)
    finally:
        parent.kill()
        parent.wait()
    assert (tmp_path / "trace").exists()


def test_a_process_that_multiprocessing_did_not_start_is_left_alone() -> None:
    ended: list[str] = []
    end_with_parent(lambda: ended.append("ended"))
    assert ended == []
