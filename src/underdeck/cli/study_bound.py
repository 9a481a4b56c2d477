"""`underdeck study bound`: how well a game can be played, between two bounds."""

import json
import time
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from underdeck.cli.files import check_writable, write_file
from underdeck.cli.house_rules import read_house_option
from underdeck.cli.match_options import misuse
from underdeck.cli.progress import Progress, explain_delay
from underdeck.cli.saves import read_file
from underdeck.cli.speech import Speech, text
from underdeck.cli.terminal import INTERRUPTED, Terminal, complain, terminal_for
from underdeck.deal import check_seed_text
from underdeck.refusal import Refusal
from underdeck.registry import find_game
from underdeck.study.bound import Bound, BoundPlan
from underdeck.study.draw.bound import save_bound
from underdeck.study.draw.formatting import number, percent, signed
from underdeck.study.draw.matplotlib import FILE_TYPES
from underdeck.study.executors import count_cores

SAVE_INTERVAL_S = 10.0
INDENT = HANG = "  "


def bound(game: str, seed: str, **options: Any) -> None:
    """Compute both bounds and show them; Ctrl-C keeps what `--out` has saved."""
    check_seed_text(seed)
    if options["jobs"] is not None and options["cluster"] is not None:
        misuse("error.both", one="--jobs", other="--cluster")
    measured = read_bound(game, seed, options)
    check_plot(options["plot"])
    load(measured, options["out"])
    if measured.done < measured.plan.deals:
        with explain_delay(text("simulate.compiling")):
            measured.prepare()
    stopped = run(measured, options["out"])
    if measured.done:
        show_bound(terminal_for(), measured, as_json=options["json"])
        if options["plot"] is not None:
            save_bound(measured, options["plot"], Speech.words)
    if stopped:
        raise click.exceptions.Exit(INTERRUPTED)


def read_bound(game: str, seed: str, options: dict[str, Any]) -> Bound:
    """Return the run that the options describe."""
    plan = BoundPlan(
        game=game,
        options=read_house_option(find_game(game), options["house"]),
        seed=seed,
        deals=options["deals"],
        goal=options["goal"],
        plies=options["plies"],
        house_rules=options["house_rules"],
    )
    return Bound(plan, options["jobs"] or count_cores(), options["cluster"])


def check_plot(plot: str | None) -> None:
    """Refuse a figure that can't be drawn or written before the work begins."""
    if plot is None:
        return
    if Path(plot).suffix.lower() not in FILE_TYPES:
        raise Refusal("picture_form", path=plot)
    check_writable(plot)
    if find_spec("matplotlib") is None:
        raise Refusal("needs_lab", library="matplotlib")


def load(measured: Bound, out: str | None) -> None:
    """Continue from the file of an earlier run, if there is one."""
    if out is None:
        return
    check_writable(out)
    if Path(out).expanduser().exists():
        measured.load(read_file(out), out)


def run(measured: Bound, out: str | None) -> bool:
    """Compute, show the progress and save; return whether Ctrl-C stopped it."""
    progress, saved, start = Progress(), time.monotonic(), measured.done
    try:
        with closing(measured.run()) as parts:
            for done in parts:
                progress.show_deals(done, measured.plan.deals, start)
                if out is not None and time.monotonic() - saved >= SAVE_INTERVAL_S:
                    write_file(out, measured.saved())
                    saved = time.monotonic()
    except KeyboardInterrupt:
        progress.clear()
        complain(text("bound.stopped"))
        return True
    finally:
        progress.clear()
        if out is not None:
            write_file(out, measured.saved())
    return False


def show_bound(terminal: Terminal, measured: Bound, *, as_json: bool) -> None:
    """Show both bounds, the interval of perfect play, and what house rules are worth."""
    if as_json:
        terminal.show_as_is(json.dumps(measured.as_json()) + "\n")
        return
    plan, results, words = measured.plan, measured.results(), Speech.words
    names = {"game": words.say(f"{plan.game}.game.name"), "seed": plan.seed}
    title = text("bound.title", deals=number(words, measured.done), **names)
    terminal.show(terminal.bold(title))
    terminal.show(text(f"bound.goal_{plan.goal}"), INDENT, HANG)
    for name in ("strong", "lower", "upper"):
        line = text(f"bound.{name}", figure=figure_text(measured, results[name]))
        terminal.show(line, INDENT, HANG)
    perfect = {name: value_text(measured, value) for name, value in results["perfect"].items()}
    terminal.show(text("bound.perfect", **perfect), INDENT, HANG)
    gap = difference_text(measured, results["gap"])
    terminal.show(text("bound.gap", figure=gap), INDENT, HANG)
    if results["rules"]:
        terminal.show(text("bound.rules"), INDENT, HANG)
    for rule, figure in results["rules"].items():
        line = text("bound.rule", rule=rule, figure=difference_text(measured, figure))
        terminal.show(line, 2 * INDENT, HANG)


def value_text(measured: Bound, value: float) -> str:
    """Return a share as a percentage, or points."""
    if measured.scale == 1:
        return percent(Speech.words, value, 2)
    return number(Speech.words, value, 2)


def figure_text(measured: Bound, figure: dict[str, float]) -> str:
    """Return a mean with its standard error."""
    parts = {name: value_text(measured, figure[name]) for name in ("mean", "error")}
    return text("bound.figure", **parts)


def difference_text(measured: Bound, figure: dict[str, float]) -> str:
    """Return a difference with its interval, in percentage points or points."""
    scale = 100 if measured.scale == 1 else 1
    value, low, high = (
        signed(Speech.words, scale * figure[name], 2) for name in ("mean", "low", "high")
    )
    unit = Speech.words.say(
        "study.unit.points_of_share" if measured.scale == 1 else "study.unit.points"
    )
    return Speech.words.say("study.number.interval", value=f"{value} {unit}", low=low, high=high)
