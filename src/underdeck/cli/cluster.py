"""`underdeck cluster`: workers on this machine that wait for simulations."""

import signal
import time
from types import FrameType

from underdeck.cli.speech import Speech, text
from underdeck.cli.terminal import complain, terminal_for
from underdeck.study.cluster import started
from underdeck.study.executors import cores


def cluster(workers: int | None, port: int) -> None:
    """Start the workers, say where they are, and stay until Ctrl-C."""
    terminal = terminal_for()
    signal.signal(signal.SIGTERM, stop)
    number = workers or cores()
    try:
        with started(number, port) as address:
            command = f"{Speech.words.program} simulate tomb --games 10000000 --cluster {address}"
            terminal.show_command(text("cluster.ready", n=number, address=address), command)
            while True:
                time.sleep(3600)
    except KeyboardInterrupt:
        complain(text("cluster.closed"))


def stop(_number: int, _frame: FrameType | None) -> None:
    """Whoever ends us kindly does as Ctrl-C does."""
    raise KeyboardInterrupt
