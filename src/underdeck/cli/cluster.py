"""`underdeck cluster`: start workers on this machine that wait for simulations."""

import signal
import time
from types import FrameType

from underdeck.cli.speech import Speech, text
from underdeck.cli.terminal import complain, terminal_for
from underdeck.registry import game_names
from underdeck.study.cluster import start_local
from underdeck.study.executors import count_cores


def cluster(workers: int | None, port: int) -> None:
    """Start the workers, show their address, and run until Ctrl-C."""
    terminal = terminal_for()
    signal.signal(signal.SIGTERM, raise_interrupt)
    number = workers or count_cores()
    try:
        with start_local(number, port) as address:
            command = (
                f"{Speech.words.program} simulate {game_names()[0]}"
                f" --games 10000000 --cluster {address}"
            )
            terminal.show_command(text("cluster.ready", n=number, address=address), command)
            while True:
                time.sleep(3600)
    except KeyboardInterrupt:
        complain(text("cluster.closed"))


def raise_interrupt(_number: int, _frame: FrameType | None) -> None:
    """Handle SIGTERM like Ctrl-C."""
    raise KeyboardInterrupt
