"""`underdeck study`: find better parameters of policies."""

import json
from contextlib import closing
from typing import Any

import click

from underdeck.cli.match_options import misuse, read_match
from underdeck.cli.progress import Progress, explain_delay
from underdeck.cli.simulation_report import mean_of, share_of
from underdeck.cli.speech import Speech, text
from underdeck.cli.terminal import INTERRUPTED, Terminal, complain, terminal_for
from underdeck.refusal import Refusal
from underdeck.registry import find_game
from underdeck.study.draw.formatting import number
from underdeck.study.executors import count_cores
from underdeck.study.measures import find_measures
from underdeck.study.policies import find_knobs, read_policy
from underdeck.study.sweep import Sweep, read_range

MAX_ROWS = 20
"""Sets shown in the terminal."""


def sweep(game: str, seed: str, **options: Any) -> None:
    """Try every combination of a policy's parameters; Ctrl-C shows those that are done."""
    swept = read_sweep(game, seed, options)
    with explain_delay(text("simulate.compiling")):
        swept.match.prepare()
    stopped = run(swept)
    terminal = terminal_for()
    if options["json"]:
        data = swept.match.as_json() | {
            "games": swept.games,
            "aim": swept.aim,
            "sets": swept.best_first(),
        }
        terminal.show_as_is(json.dumps(data | ({"stopped": True} if stopped else {})) + "\n")
    else:
        show_sweep(terminal, swept)
    if stopped:
        raise click.exceptions.Exit(INTERRUPTED)


def read_sweep(game: str, seed: str, options: dict[str, Any]) -> Sweep:
    """Return the sweep that the options describe."""
    check_aim(game, options["aim"])
    unused = dict.fromkeys(("bots", "players", "decks", "variants"))
    policy = options["policy"] or find_measures(game).default_policy
    match = read_match(find_game(game), seed, options | unused | {"policy": policy})
    assert match.policy is not None
    fixed, values = dict(match.policy.knobs), dict[str, range]()
    for typed in options["knob"]:
        name, numbers = read_range(typed)
        if name in values:
            raise Refusal("knob_twice", name=name)
        if name in fixed:
            misuse("error.contradiction", option=name, one=fixed[name], other=typed)
        values[name] = numbers
    return Sweep(match, values, options["games"], options["aim"], options["jobs"] or count_cores())


def check_aim(game: str, aim: str) -> None:
    """Refuse an aim that the measures of the game don't have, as a misuse of `--aim`."""
    context = click.get_current_context()
    option = next(param for param in context.command.params if param.name == "aim")
    click.Choice(list(find_measures(game).aims)).convert(aim, option, context)


def run(swept: Sweep) -> bool:
    """Play and show the progress; return whether Ctrl-C stopped it."""
    progress = Progress()
    try:
        with closing(swept.run()) as parts:
            for done in parts:
                progress.show(done, swept.total_games)
    except KeyboardInterrupt:
        progress.clear()
        complain(text("study.stopped"))
        return True
    finally:
        progress.clear()
    return False


def show_sweep(terminal: Terminal, swept: Sweep) -> None:
    """Show the best sets with their figures."""
    sets, measures = swept.best_first(), swept.match.measures
    parts = {
        "policy": swept.match.label,
        "games": number(Speech.words, swept.games),
        "seed": swept.match.seed,
    }
    terminal.show(terminal.bold(text("study.title", n=len(sets), **parts)))
    if rules := swept.match.house_rules():
        terminal.show(text("simulate.house", rules=", ".join(rules)))
    if not sets:
        return
    terminal.show(text("simulate.brackets"))
    rows = [
        [
            *swept.values,
            *(measures.text(Speech.words, f"sweep.{name}") for name in measures.sweep_columns),
        ]
    ]
    for each in sets[:MAX_ROWS]:
        figures = [
            share_of(each[name]) if name in measures.shares else mean_of(each[name])
            for name in measures.sweep_columns
        ]
        rows.append([*(str(value) for value in each["knobs"].values()), *figures])
    terminal.show_lines(align_columns(rows))
    if len(sets) > MAX_ROWS:
        terminal.show(text("study.more", n=len(sets) - MAX_ROWS))


def align_columns(rows: list[list[str]]) -> list[str]:
    """Return rows as lines whose cells are aligned to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    ]


def knobs(game: str, policy: str | None, **form: bool) -> None:
    """List a policy's parameters with their defaults and meanings."""
    spec = read_policy(game, policy or find_measures(game).default_policy)
    known = find_knobs(game, spec)
    if not known:
        raise Refusal("no_knobs", policy=spec.name)
    given = dict(spec.knobs)
    terminal = terminal_for()
    if form["json"]:
        parameters = {
            name: {"default": default, "meaning": meaning_of(game, name, meaning, own=spec.own)}
            for name, (default, meaning) in known.items()
        }
        data = {"game": game, "policy": spec.label, "knobs": parameters}
        terminal.show_as_is(json.dumps(data, ensure_ascii=False) + "\n")
        return
    for name, (default, untranslated) in known.items():
        value = given.get(name, default)
        meaning = meaning_of(game, name, untranslated, own=spec.own)
        terminal.show(text("study.knob", name=name, default=value, meaning=meaning), hang="  ")


def meaning_of(game: str, name: str, meaning: str, *, own: bool) -> str:
    """Return the meaning of a parameter: translated if it is built in, else as its file has it."""
    key = f"study_{game}.knob.{name}"
    return meaning if own or not Speech.words.has(key) else Speech.words.say(key)
