"""`underdeck study ratings`: a round robin of bots, with ratings and stars."""

import json
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from underdeck.cli.files import check_writable, write_file
from underdeck.cli.house_rules import read_house_rules, read_names, read_pair
from underdeck.cli.progress import Progress
from underdeck.cli.saves import read_file
from underdeck.cli.speech import Speech, text
from underdeck.cli.study import align_columns
from underdeck.cli.study_bound import HANG, INDENT, SAVE_INTERVAL_S, check_plot
from underdeck.cli.terminal import INTERRUPTED, Terminal, complain, terminal_for
from underdeck.deal import check_seed_text
from underdeck.registry import find_game
from underdeck.study.draw.formatting import number, percent, share_text
from underdeck.study.draw.ratings import save_ratings
from underdeck.study.executors import count_cores
from underdeck.study.match import with_turn_limit
from underdeck.study.players import check_player
from underdeck.study.round_robin import RoundRobin, RoundRobinPlan, check_bots


def ratings(game: str, seed: str, **options: Any) -> None:
    """Play a round robin and show the ratings; Ctrl-C shows the results so far."""
    run = read_run(game, seed, options)
    check_plot(options["plot"])
    load(run, options["out"])
    run.ratings()  # refuses missing libraries before the work begins
    stopped = play(run, options["out"])
    terminal = terminal_for()
    if options["json"]:
        stop = {"stopped": True} if stopped else {}
        terminal.show_as_is(json.dumps(run.as_json() | stop) + "\n")
    elif run.done:
        show_ratings(terminal, run)
    if run.done and options["plot"] is not None:
        save_ratings(run, options["plot"], Speech.words)
    if stopped:
        raise click.exceptions.Exit(INTERRUPTED)


def read_run(game: str, seed: str, options: dict[str, Any]) -> RoundRobin:
    """Return the round robin that the options describe."""
    check_seed_text(seed)
    rules = read_house_rules(find_game(game), options | {"bots": None})
    rules = with_turn_limit(rules, [read_pair(rule)[0] for rule in options["house"]])
    bots = tuple(read_names(options["bots"]))
    for name in bots:
        check_player(name, game)
    plan = RoundRobinPlan(game, rules, seed, bots, options["games"])
    check_bots(bots, plan.seats)
    return RoundRobin(plan, options["jobs"] or count_cores())


def load(run: RoundRobin, out: str | None) -> None:
    """Continue from the file of an earlier run, if there is one."""
    if out is None:
        return
    check_writable(out)
    if Path(out).expanduser().exists():
        run.load(read_file(out), out)


def play(run: RoundRobin, out: str | None) -> bool:
    """Play, show the progress and save; return whether Ctrl-C stopped it."""
    progress, saved = Progress(), time.monotonic()
    try:
        with closing(run.run()) as parts:
            for done in parts:
                progress.show(done, run.plan.total_games)
                if out is not None and time.monotonic() - saved >= SAVE_INTERVAL_S:
                    write_file(out, run.saved())
                    saved = time.monotonic()
    except KeyboardInterrupt:
        progress.clear()
        complain(text("ratings.stopped"))
        return True
    finally:
        progress.clear()
        if out is not None:
            write_file(out, run.saved())
    return False


def show_ratings(terminal: Terminal, run: RoundRobin) -> None:
    """Show the bots with ratings and stars, and the results of each pair."""
    words, results = Speech.words, run.results()
    title = text(
        "ratings.title",
        game=words.say(f"{run.plan.game}.game.name"),
        games=number(words, run.done),
        n=run.done,
        seed=run.plan.seed,
    )
    terminal.show(terminal.bold(title))
    if rules := run.plan.match(()).house_rules():
        terminal.show(text("simulate.house", rules=", ".join(rules)), INDENT, HANG)
    terminal.show(text("simulate.brackets"), INDENT, HANG)
    names = ("bot", "rating", "deviation", "stars", "won")
    rows = [[text(f"ratings.{name}") for name in names]]
    rows += [
        [
            row["bot"],
            number(words, row["rating"], 1),
            number(words, row["deviation"], 1),
            str(row["stars"]),
            share_text(words, row),
        ]
        for row in results["table"]
    ]
    terminal.show_lines(align_columns(rows))
    terminal.show(text("ratings.matrix"))
    terminal.show_lines(align_columns(matrix(results)))
    terminal.show(text("ratings.pairs"))
    for pair in results["pairs"]:
        share = share_text(words, pair)
        line = text("ratings.pair", one=pair["bot"], two=pair["against"], share=share)
        terminal.show(line, INDENT, HANG)


def matrix(results: dict[str, Any]) -> list[list[str]]:
    """Return the shares of all pairs in rows and columns, the strongest bot first."""
    names = [row["bot"] for row in results["table"]]
    cells = {(one, two): "-" for one in names for two in names}
    for pair in results["pairs"]:
        one, two = pair["bot"], pair["against"]
        cells[one, two] = percent(Speech.words, pair["share"], 0)
        cells[two, one] = percent(Speech.words, 1 - pair["share"], 0)
    return [["", *names], *([one, *(cells[one, two] for two in names)] for one in names)]
