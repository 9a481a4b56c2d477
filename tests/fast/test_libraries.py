"""Whether a process may compile."""

import subprocess
import sys
from importlib.util import find_spec

import pytest

from underdeck.fast.libraries import can_compile, defer_compilation

HARDENED = """
import ctypes, sys
PR_SET_MDWE, REFUSE_EXEC_GAIN = 65, 1
if ctypes.CDLL(None).prctl(PR_SET_MDWE, REFUSE_EXEC_GAIN, 0, 0, 0):
    sys.exit("unsupported")
from underdeck.fast.libraries import can_compile
print(can_compile())
"""
"""A process that may not have writable and executable memory, as by `MemoryDenyWriteExecute`."""


def test_deferred_compilation_is_as_without_the_compiler() -> None:
    defer_compilation(is_deferred=True)
    assert not can_compile()
    defer_compilation(is_deferred=False)
    assert can_compile() == (find_spec("numba") is not None)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux forbids it for a process")
def test_a_process_that_may_not_run_new_code_does_without_the_compiler() -> None:
    command = [sys.executable, "-c", HARDENED]
    ran = subprocess.run(command, check=False, capture_output=True, text=True)
    if "unsupported" in ran.stderr:
        pytest.skip("this Linux is older than 6.3")
    assert ran.stdout == "False\n", ran.stderr
