"""A progress bar on standard error, if that is a terminal."""

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
from typing import TYPE_CHECKING

from underdeck.cli.speech import Speech, text
from underdeck.cli.terminal import INTERRUPTED, Terminal, complain
from underdeck.study.draw.formatting import number, percent

if TYPE_CHECKING:
    from underdeck.minds.laboratory import TrainingReport
    from underdeck.study.simulation import Simulation  # needs libraries that few commands need

BAR_LENGTH = 20
UPDATE_INTERVAL_S = 0.1
EXPLAIN_AFTER_S = 2.0
"""The time after which a delay is explained."""
MAX_SECONDS = 359_999


class Progress:
    """One line that is rewritten as the work proceeds."""

    def __init__(self, delay_s: float = 0.0) -> None:
        self._shown = sys.stderr.isatty()
        self._delay_s = delay_s
        """Work that takes no longer than this shows no progress."""
        self._start = time.monotonic()
        self._last = 0.0
        self._length = 0
        self._first_step: int | None = None
        """The steps that a training had done when it was continued."""

    def show(self, done: int, games: int) -> None:
        """Show the number of games done, of all."""
        part = done / games
        filled = int(BAR_LENGTH * part)
        bar = "#" * filled + "-" * (BAR_LENGTH - filled)
        seconds = self._seconds()
        left = seconds / part - seconds if part else 0.0
        counts = {"done": number(Speech.words, done), "games": number(Speech.words, games)}
        self._write(
            text("progress.games", bar=bar, rate=self._rate(done), left=duration(left), **counts)
        )

    def show_width(self, simulation: "Simulation") -> None:
        """Show the number of games done, and how narrow the interval is."""
        assert simulation.until is not None
        done, width = simulation.outcome.games, simulation.outcome.half_width()
        left = self._seconds() * max((width / simulation.until) ** 2 - 1, 0)
        digits = max(math.ceil(-math.log10(simulation.until)) - 1, 1)
        shares = {
            "won": simulation.outcome.tallies[0].wins() / done,
            "width": width,
            "until": simulation.until,
        }
        percentages = {name: percent(Speech.words, share, digits) for name, share in shares.items()}
        self._write(
            text(
                "progress.until",
                done=number(Speech.words, done),
                rate=self._rate(done),
                left=duration(left),
                **percentages,
            )
        )

    def show_deals(self, done: int, deals: int, start: int) -> None:
        """Show the number of deals done; those up to `start` were done before."""
        rate = (done - start) / self._seconds()
        self._write(
            text(
                "progress.deals",
                done=number(Speech.words, done),
                deals=number(Speech.words, deals),
                rate=number(Speech.words, rate, 1),
                left=duration((deals - done) / rate if rate else 0.0),
            )
        )

    def show_moves(self, done: int, moves: int) -> None:
        """Show the number of moves that were reviewed."""
        counts = {"done": number(Speech.words, done), "moves": number(Speech.words, moves)}
        self._write(text("progress.moves", **counts))

    def show_rules(self, tried: int) -> None:
        """Show the number of rules of thumb that have been tried."""
        self._write(text("progress.rules", n=tried, time=duration(self._seconds())))

    def show_training(self, report: "TrainingReport") -> None:
        """Show the steps of a training, and the results of the last games."""
        seconds = self._seconds()
        if self._first_step is None:
            self._first_step = report.step - 1
        rate = (report.step - self._first_step) / seconds
        parts = {
            "done": number(Speech.words, report.step),
            "steps": number(Speech.words, report.steps),
            "left": duration((report.steps - report.step) / rate),
        }
        if report.wins is None:
            self._write(text("progress.training_late", **parts))
            return
        won = percent(Speech.words, report.wins, 1)
        if report.points is None:
            self._write(text("progress.training_games", won=won, **parts))
        else:
            points = number(Speech.words, report.points, 1)
            self._write(text("progress.training", won=won, points=points, **parts))

    def clear(self) -> None:
        """Erase the line."""
        if self._shown and self._length:
            sys.stderr.write("\r" + " " * self._length + "\r")
            sys.stderr.flush()
            self._length = 0

    def _seconds(self) -> float:
        return max(time.monotonic() - self._start, 1e-6)

    def _rate(self, done: int) -> str:
        return number(Speech.words, round(done / self._seconds()))

    def _write(self, line: str) -> None:
        """Overwrite the line, unless it was written a moment ago."""
        if not self._shown or self._seconds() < self._delay_s:
            return
        if time.monotonic() - self._last < UPDATE_INTERVAL_S:
            return
        self._last = time.monotonic()
        width = shutil.get_terminal_size().columns - 1
        line = Terminal(Speech.words, os.environ, plain=True).ready(line)[:width]
        sys.stderr.write("\r" + line.ljust(self._length))
        sys.stderr.flush()
        self._length = len(line)


def duration(seconds: float) -> str:
    """Return a duration as `m:ss` or `h:mm:ss`."""
    minutes, rest = divmod(round(min(seconds, MAX_SECONDS)), 60)
    if minutes < 60:
        return f"{minutes}:{rest:02}"
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


@contextmanager
def explain_delay(sentence: str) -> Iterator[None]:
    """Show a sentence on a terminal if the work takes long; Ctrl-C ends the program at once."""
    with exit_on_interrupt(), show_after(EXPLAIN_AFTER_S, sentence):
        yield


@contextmanager
def show_after(delay_s: float, sentence: str) -> Iterator[None]:
    """Show a sentence on a terminal if the work takes longer than this."""
    timer = threading.Timer(delay_s, complain, [sentence])
    timer.daemon = True
    if sys.stderr.isatty():
        timer.start()
    try:
        yield
    finally:
        timer.cancel()


@contextmanager
def exit_on_interrupt() -> Iterator[None]:
    """Let Ctrl-C exit without cleaning up, even in a compilation that delays signal handlers."""
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)
    watcher = threading.Thread(target=exit_on_signal, args=[ours], daemon=True)
    watcher.start()
    # The descriptor is set longer than the handler, so that no signal is lost in between.
    before = signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
    handler = signal.signal(signal.SIGINT, lambda *_: None)  # the watcher handles it
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        signal.set_wakeup_fd(before)
        theirs.close()
        watcher.join()
        ours.close()


def exit_on_signal(signals: socket.socket) -> None:
    """Exit when SIGINT arrives; return when the socket is closed."""
    while number := signals.recv(1):
        if number[0] == signal.SIGINT:
            complain(text("error.interrupted"))
            os._exit(INTERRUPTED)
