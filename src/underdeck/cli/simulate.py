"""`underdeck simulate`: play many games with policies or bots and report the results."""

import json
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from underdeck.cli.files import RecordsFile, check_writable, write_file
from underdeck.cli.match_options import Rival, misuse, read_match, read_rivals
from underdeck.cli.progress import Progress, explain_delay
from underdeck.cli.simulation_report import show_outcome
from underdeck.cli.speech import Speech, text
from underdeck.cli.terminal import INTERRUPTED, Terminal, complain, terminal_for
from underdeck.refusal import Refusal
from underdeck.registry import find_game
from underdeck.study.draw import terminal as terminal_charts
from underdeck.study.draw.matplotlib import FILE_TYPES, save
from underdeck.study.executors import count_cores
from underdeck.study.match import Match
from underdeck.study.report import html
from underdeck.study.results import results_as_json
from underdeck.study.simulation import DEFAULT_BOT_GAMES, DEFAULT_POLICY_GAMES, Simulation

import click  # isort: skip  after `speech`, which lends it our words

MAX_RECORDS = 100_000
IN_TERMINAL = "-"
"""The value of `--plot` for charts in the terminal."""


def simulate(game: str, seed: str, **options: Any) -> None:
    """Play many games and report the results; Ctrl-C shows the results so far."""
    match = read_match(find_game(game), seed, options)
    rivals = read_rivals(match, options["against"])
    simulation = plan(match, rivals, options)
    check_outputs(options["plot"], options["report"], options["records"], as_json=options["json"])
    with explain_delay(text("simulate.compiling")):
        simulation.prepare()
    with keep_records(simulation, options["records"]):
        stopped = run(simulation)
    terminal = terminal_for()
    if options["json"]:
        data = results_as_json(simulation, [rival.asked for rival in rivals]) | (
            {"stopped": True} if stopped else {}
        )
        terminal.show_as_is(json.dumps(data) + "\n")
    else:
        show_outcome(terminal, simulation, rivals)
    if simulation.outcome.games:
        write_charts(terminal, simulation, options["plot"], options["report"])
    if stopped:
        raise click.exceptions.Exit(INTERRUPTED)


def plan(match: Match, rivals: list[Rival], options: dict[str, Any]) -> Simulation:
    """Return the simulation that the options describe."""
    for one, other in (("games", "until"), ("jobs", "cluster"), ("until", "records")):
        if options[one] is not None and options[other] is not None:
            misuse("error.both", one=f"--{one}", other=f"--{other}")
    default = DEFAULT_BOT_GAMES if match.policy is None else DEFAULT_POLICY_GAMES
    games, until = options["games"] or default, options["until"]
    if options["records"] is not None and games > MAX_RECORDS:
        raise Refusal("too_many_records", n=games, most=MAX_RECORDS)
    matches = (match, *(rival.match for rival in rivals))
    jobs = options["jobs"] or count_cores()
    return Simulation(matches, None if until else games, until, jobs, options["cluster"])


def check_outputs(
    plot: str | None, report: str | None, records: str | None, *, as_json: bool
) -> None:
    """Refuse outputs that can't be drawn or written before the work begins, not after hours."""
    if plot is not None and plot != IN_TERMINAL and Path(plot).suffix.lower() not in FILE_TYPES:
        raise Refusal("picture_form", path=plot)
    if plot == IN_TERMINAL and as_json:
        misuse("error.both", one=f"--plot {IN_TERMINAL}", other="--json")
    for path in (records, report, None if plot == IN_TERMINAL else plot):
        if path is not None:
            check_writable(path)
    needed = {
        "plotext": plot == IN_TERMINAL,
        "matplotlib": plot not in (None, IN_TERMINAL) or report is not None,
    }
    for library, is_needed in needed.items():
        if is_needed and find_spec(library) is None:
            raise Refusal("needs_lab", library=library)


def write_charts(
    terminal: Terminal, simulation: Simulation, plot: str | None, report: str | None
) -> None:
    """Draw the charts and write the report that the options ask for."""
    words = Speech.words
    if plot == IN_TERMINAL:
        charts = terminal_charts.render(simulation, words, terminal.width, colour=terminal.colour)
        terminal.show()
        terminal.show_lines(charts.splitlines())
    elif plot is not None:
        save(simulation, Path(plot).expanduser(), words)
    if report is not None:
        write_file(report, html(simulation, words, [words.program, *sys.argv[1:]]))


@contextmanager
def keep_records(simulation: Simulation, path: str | None) -> Iterator[None]:
    """Write every game's record to a file, if a path is given; it appears when all are done."""
    if path is None:
        yield
        return
    with RecordsFile(path) as file:
        simulation.keep = file.append
        yield
        file.finish(simulation.outcome.games)


def run(simulation: Simulation) -> bool:
    """Play and show the progress; return whether Ctrl-C stopped it."""
    progress = Progress()
    try:
        with closing(simulation.run()) as parts:
            for done in parts:
                if simulation.games is None:
                    progress.show_width(simulation)
                else:
                    progress.show(done, simulation.games)
    except KeyboardInterrupt:
        progress.clear()
        complain(text("simulate.stopped"))
        return True
    finally:
        progress.clear()
    return False
