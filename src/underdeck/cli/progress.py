"""How far the work has come: one line on standard error, rewritten as it goes on, and nothing where nobody sits there."""

import math
import os
import shutil
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from underdeck.cli.speech import Speech, text
from underdeck.cli.terminal import INTERRUPTED, Terminal, complain
from underdeck.study.draw.numbers import number, percent
from underdeck.study.simulation import Simulation

BAR = 20
SELDOM = 0.1
"""Seconds between two looks at the line."""
PATIENCE = 2.0
"""Seconds that may pass before something that is mostly quick is explained."""


class Progress:
    """The line."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()
        self._start = time.monotonic()
        self._last = 0.0
        self._length = 0

    def show(self, done: int, games: int) -> None:
        """So many games of so many."""
        part = done / games
        bar = "#" * int(BAR * part) + "-" * (BAR - int(BAR * part))
        seconds = self._seconds()
        left = seconds / part - seconds if part else 0.0
        done_of = {"done": number(Speech.words, done), "games": number(Speech.words, games)}
        self._write(
            text("progress.games", bar=bar, rate=self._rate(done), left=clock(left), **done_of)
        )

    def show_width(self, simulation: Simulation) -> None:
        """So many games, and how narrow the interval is by now."""
        assert simulation.until is not None
        done, width = simulation.outcome.games, simulation.outcome.width()
        left = self._seconds() * max((width / simulation.until) ** 2 - 1, 0)
        digits = max(math.ceil(-math.log10(simulation.until)) - 1, 1)
        shares = {
            "won": simulation.outcome.tallies[0].wins() / done,
            "width": width,
            "until": simulation.until,
        }
        told = {name: percent(Speech.words, share, digits) for name, share in shares.items()}
        self._write(
            text(
                "progress.until",
                done=number(Speech.words, done),
                rate=self._rate(done),
                left=clock(left),
                **told,
            )
        )

    def clear(self) -> None:
        """Take the line away."""
        if self._shown and self._length:
            sys.stderr.write("\r" + " " * self._length + "\r")
            sys.stderr.flush()
            self._length = 0

    def _seconds(self) -> float:
        return max(time.monotonic() - self._start, 1e-6)

    def _rate(self, done: int) -> str:
        return number(Speech.words, round(done / self._seconds()))

    def _write(self, line: str) -> None:
        """Write over the line before, not too often."""
        if not self._shown or time.monotonic() - self._last < SELDOM:
            return
        self._last = time.monotonic()
        line = Terminal(Speech.words, os.environ, plain=True).ready(line)[
            : shutil.get_terminal_size().columns - 1
        ]
        sys.stderr.write("\r" + line.ljust(self._length))
        sys.stderr.flush()
        self._length = len(line)


def clock(seconds: float) -> str:
    """Minutes and seconds, and hours where there are any."""
    minutes, rest = divmod(round(min(seconds, 359_999)), 60)
    return (
        f"{minutes // 60}:{minutes % 60:02}:{rest:02}" if minutes >= 60 else f"{minutes}:{rest:02}"
    )


@contextmanager
def explained(sentence: str) -> Iterator[None]:
    """Say what goes on if it takes its time and somebody sits there."""
    timer = threading.Timer(PATIENCE, complain, [sentence])
    timer.daemon = True
    if sys.stderr.isatty():
        timer.start()
    try:
        with stopped_at_once():
            yield
    finally:
        timer.cancel()


@contextmanager
def stopped_at_once() -> Iterator[None]:
    """Ctrl-C ends the program even in the midst of compiling, which would not hear of it before it is done; nothing must be left to do."""
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)
    watcher = threading.Thread(target=wait_for_interrupt, args=[ours], daemon=True)
    watcher.start()
    heard = signal.signal(signal.SIGINT, lambda *_: None)  # the watcher's business alone
    before = signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        signal.signal(signal.SIGINT, heard)
        theirs.close()
        watcher.join()
        ours.close()


def wait_for_interrupt(signals: socket.socket) -> None:
    """End the program when it is interrupted, in the middle of whatever it does."""
    while number := signals.recv(1):
        if number[0] == signal.SIGINT:
            complain(text("error.interrupted"))
            os._exit(INTERRUPTED)
