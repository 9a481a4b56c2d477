"""`underdeck study train`: train the value network of a game."""

import json
import os
from pathlib import Path

import click

from underdeck.cli.files import check_writable
from underdeck.cli.progress import Progress, explain_delay
from underdeck.cli.speech import Speech, text
from underdeck.cli.terminal import INTERRUPTED, Terminal, complain, terminal_for
from underdeck.deal import check_seed_text
from underdeck.minds.laboratory import Training, TrainingReport, Trainings
from underdeck.refusal import Refusal
from underdeck.registry import find_part
from underdeck.study.draw.formatting import number, percent

ONE_BLAS_THREAD = "OPENBLAS_NUM_THREADS", "1"
"""Set before NumPy is imported: with more threads, small matrix products wait for each other on a
busy machine, and take several times as long."""
REPORTS = 100
"""Reports of a training in JSON, evenly spread over its steps."""


def train(  # noqa: PLR0913  the options of the command
    game: str,
    *,
    goal: str,
    seed: str,
    steps: int | None,
    out: str | None,
    resume: bool,
    **form: bool,
) -> None:
    """Train a network and write its weights; Ctrl-C leaves a checkpoint."""
    check_seed_text(seed)
    os.environ.setdefault(*ONE_BLAS_THREAD)
    trainings: Trainings = find_part(game, "training")
    if goal not in trainings.goals:
        raise Refusal("unknown_goal", name=goal, goals=list(trainings.goals))
    path = out or f"{game}-{goal}.weights"
    check_writable(path)
    with explain_delay(text("simulate.compiling")):
        training = trainings.open_training(
            Path(path).expanduser(), goal, seed, steps, resume=resume
        )
    terminal = terminal_for()
    reporter = Reporter(terminal, as_json=form["json"])
    try:
        training.run(reporter.report)
    except KeyboardInterrupt:
        training.save()
        reporter.progress.clear()
        complain(text("train.stopped", done=training.step, steps=training.steps))
        raise click.exceptions.Exit(INTERRUPTED) from None
    reporter.progress.clear()
    show_results(terminal, training, path, as_json=form["json"])


class Reporter:
    """Shows the progress of a training: a line on a terminal, or lines of JSON."""

    def __init__(self, terminal: Terminal, *, as_json: bool) -> None:
        self.terminal, self.as_json = terminal, as_json
        self.progress = Progress()

    def report(self, report: TrainingReport) -> None:
        """Show the state after a step."""
        self.progress.show_training(report)
        if self.as_json and report.step * REPORTS // report.steps != (
            (report.step - 1) * REPORTS // report.steps
        ):
            self.terminal.show_as_is(json.dumps(report._asdict()) + "\n")


def show_results(terminal: Terminal, training: Training, path: str, *, as_json: bool) -> None:
    """Write the weights and show how well greedy play with them does."""
    results = training.finish()
    if as_json:
        data = {"step": training.step, "steps": training.steps, "out": path, "greedy": results}
        terminal.show_as_is(json.dumps(data) + "\n")
        return
    steps = {"steps": number(Speech.words, training.steps), "n": training.steps}
    terminal.show(text("train.written", path=path, **steps))
    won = percent(Speech.words, results["won"], 1)
    if "points" in results:
        points = number(Speech.words, results["points"], 1)
        terminal.show(text("train.results", won=won, points=points))
    else:
        games = number(Speech.words, results["games"])
        terminal.show(text("train.results_rivals", won=won, games=games))
