"""`underdeck simulate`: many games by policies or bots, and what they come to."""

import json
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from underdeck.cli.files import RecordsFile, check_place, write_file
from underdeck.cli.match_options import Rival, misuse, read_match, read_rivals, same_deals
from underdeck.cli.progress import Progress, explained
from underdeck.cli.simulation_report import show_outcome
from underdeck.cli.speech import Speech, text
from underdeck.cli.terminal import INTERRUPTED, Terminal, complain, terminal_for
from underdeck.refusal import Refusal
from underdeck.registry import find_game
from underdeck.study.draw.pictures import FORMS, save
from underdeck.study.draw.terminal import in_terminal
from underdeck.study.executors import cores
from underdeck.study.match import Match
from underdeck.study.report import html
from underdeck.study.simulation import Simulation

import click  # isort: skip  after `speech`, which lends it our words

BY_BOTS, BY_POLICY = 100, 100_000
"""How many games there are where nothing is said."""
MOST_RECORDS = 100_000
HERE = "-"
"""Where pictures go that are drawn in the terminal."""


def simulate(game: str, seed: str, **options: Any) -> None:
    """Play many games and say what they came to; Ctrl-C gives the tally so far."""
    match = read_match(find_game(game), seed, options)
    rivals = read_rivals(match, options["against"])
    simulation = plan(match, rivals, options)
    check_places(options)
    with explained(text("simulate.compiling")):
        simulation.prepare()
    with kept_records(simulation, options["records"]):
        stopped = follow(simulation)
    terminal = terminal_for()
    if options["json"]:
        told = as_json(simulation, rivals) | ({"stopped": True} if stopped else {})
        terminal.show_as_is(json.dumps(told) + "\n")
    else:
        show_outcome(terminal, simulation, rivals)
    if simulation.outcome.games:
        draw(terminal, simulation, options)
    if stopped:
        raise click.exceptions.Exit(INTERRUPTED)


def plan(match: Match, rivals: list[Rival], options: dict[str, Any]) -> Simulation:
    """What is to be done, and by how many."""
    for one, other in (("games", "until"), ("jobs", "cluster"), ("until", "records")):
        if options[one] is not None and options[other] is not None:
            misuse("error.both", one=f"--{one}", other=f"--{other}")
    games = options["games"] or (BY_BOTS if match.policy is None else BY_POLICY)
    if options["records"] is not None and games > MOST_RECORDS:
        raise Refusal("too_many_records", n=games, most=MOST_RECORDS)
    matches = (match, *(rival.match for rival in rivals))
    until = options["until"]
    return Simulation(
        matches, None if until else games, until, options["jobs"] or cores(), options["cluster"]
    )


def check_places(options: dict[str, Any]) -> None:
    """See early whether all that is asked for can be drawn and written, not when hours of work are done."""
    plot = options["plot"]
    if plot is not None and plot != HERE and Path(plot).suffix.lower() not in FORMS:
        raise Refusal("picture_form", path=plot)
    if plot == HERE and options["json"]:
        misuse("error.both", one=f"--plot {HERE}", other="--json")
    for path in (options["records"], options["report"], None if plot == HERE else plot):
        if path is not None:
            check_place(path)
    needed = {
        "plotext": plot == HERE,
        "matplotlib": plot not in (None, HERE) or options["report"] is not None,
    }
    for library, wanted in needed.items():
        if wanted and find_spec(library) is None:
            raise Refusal("needs_lab", library=library)


def draw(terminal: Terminal, simulation: Simulation, options: dict[str, Any]) -> None:
    """The pictures and the report, if they are asked for."""
    words = Speech.words
    if options["plot"] == HERE:
        terminal.show()
        terminal.show_lines(
            in_terminal(simulation, words, terminal.width, colour=terminal.colour).splitlines()
        )
    elif options["plot"] is not None:
        save(simulation, Path(options["plot"]).expanduser(), words)
    if options["report"] is not None:
        write_file(options["report"], html(simulation, words, [words.program, *sys.argv[1:]]))


@contextmanager
def kept_records(simulation: Simulation, path: str | None) -> Iterator[None]:
    """Every game's record goes to a file, if that is asked for, which appears when all are done."""
    if path is None:
        yield
        return
    with RecordsFile(path) as file:
        simulation.keep = file.keep
        yield
        file.finish(simulation.outcome.games)


def follow(simulation: Simulation) -> bool:
    """Play, and show how far it has come; was it stopped?"""
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


def as_json(simulation: Simulation, rivals: list[Rival]) -> dict[str, Any]:
    """What was played and what it came to, as data; the same for the same games, however long they took."""
    match, outcome = simulation.matches[0], simulation.outcome
    until = {} if simulation.until is None else {"until": simulation.until}
    told = match.as_json() | until | outcome.tallies[0].as_json(match.seats)
    if rivals:
        told["against"] = [
            rival_as_json(simulation, rival, place) for place, rival in enumerate(rivals)
        ]
    return told


def rival_as_json(simulation: Simulation, rival: Rival, place: int) -> dict[str, Any]:
    """What another match came to, and how far that is from the first."""
    played = {
        name: part for name, part in rival.match.as_json().items() if name not in ("game", "seed")
    }
    differences = {
        difference.name: difference.as_json()
        for difference in simulation.outcome.differences[place]
    }
    return {
        "asked": rival.asked,
        **played,
        "same_deals": same_deals(simulation.matches[0], rival.match),
        **simulation.outcome.tallies[place + 1].as_json(rival.match.seats),
        "difference": differences,
    }
