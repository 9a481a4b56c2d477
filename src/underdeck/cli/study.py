"""`underdeck study`: look for what plays best."""

import json
from contextlib import closing
from typing import Any

from underdeck.cli.match_options import DEFAULT_POLICY, misuse, read_match
from underdeck.cli.progress import Progress, explained
from underdeck.cli.simulation_report import mean_of, share_of
from underdeck.cli.speech import Speech, text
from underdeck.cli.terminal import INTERRUPTED, Terminal, complain, terminal_for
from underdeck.refusal import Refusal
from underdeck.registry import find_game
from underdeck.study.draw.numbers import number
from underdeck.study.executors import cores
from underdeck.study.policies import knobs_of, read_policy
from underdeck.study.sweep import Sweep, read_range

import click  # isort: skip  after `speech`, which lends it our words

SHOWN = 20
"""How many sets a table shows."""


def sweep(game: str, seed: str, **options: Any) -> None:
    """Try every combination of a policy's parameters, best first; Ctrl-C gives those that are done."""
    swept = read_sweep(game, seed, options)
    with explained(text("simulate.compiling")):
        swept.match.prepare()
    stopped = follow(swept)
    terminal = terminal_for()
    if options["json"]:
        told = swept.match.as_json() | {
            "games": swept.games,
            "aim": swept.aim,
            "sets": swept.best_first(),
        }
        terminal.show_as_is(json.dumps(told | ({"stopped": True} if stopped else {})) + "\n")
    else:
        show_sweep(terminal, swept)
    if stopped:
        raise click.exceptions.Exit(INTERRUPTED)


def read_sweep(game: str, seed: str, options: dict[str, Any]) -> Sweep:
    """What is to be tried, from the options."""
    match = read_match(
        find_game(game), seed, options | dict.fromkeys(("bots", "players", "decks", "variants"))
    )
    assert match.policy is not None
    values = dict[str, range]()
    for typed in options["knob"]:
        name, those = read_range(typed)
        if name in values:
            raise Refusal("knob_twice", name=name)
        if name in dict(match.policy.knobs):
            misuse(
                "error.contradiction", option=name, one=dict(match.policy.knobs)[name], other=typed
            )
        values[name] = those
    return Sweep(match, values, options["games"], options["aim"], options["jobs"] or cores())


def follow(swept: Sweep) -> bool:
    """Play, and show how far it has come; was it stopped?"""
    progress = Progress()
    try:
        with closing(swept.run()) as parts:
            for done in parts:
                progress.show(done, swept.all_games)
    except KeyboardInterrupt:
        progress.clear()
        complain(text("study.stopped"))
        return True
    finally:
        progress.clear()
    return False


def show_sweep(terminal: Terminal, swept: Sweep) -> None:
    """The sets in a table, the best first."""
    told = swept.best_first()
    parts = {
        "policy": swept.match.label,
        "games": number(Speech.words, swept.games),
        "seed": swept.match.seed,
    }
    terminal.show(terminal.bold(text("study.title", n=len(told), **parts)))
    if rules := swept.match.house_rules():
        terminal.show(text("simulate.house", rules=", ".join(rules)))
    if not told:
        return
    terminal.show(text("simulate.brackets"))
    rows = [[*swept.values, text("study.won"), text("study.points"), text("study.survived")]]
    for each in told[:SHOWN]:
        figures = [share_of(each["won"]), mean_of(each["points"]), share_of(each["survived"])]
        rows.append([*(str(value) for value in each["knobs"].values()), *figures])
    terminal.show_lines(in_columns(rows))
    if len(told) > SHOWN:
        terminal.show(text("study.more", n=len(told) - SHOWN))


def in_columns(rows: list[list[str]]) -> list[str]:
    """Rows laid out so that their parts stand beneath each other."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    return [
        "  ".join(part.rjust(width) for part, width in zip(row, widths, strict=True))
        for row in rows
    ]


def knobs(game: str, policy: str | None, **form: bool) -> None:
    """The parameters of a policy: ours in the user's language, one's own as their file tells them."""
    spec = read_policy(game, policy or DEFAULT_POLICY)
    known = knobs_of(game, spec)
    given = dict(spec.knobs)
    terminal = terminal_for()
    if form["json"]:
        told = {
            name: {"default": default, "meaning": meaning_of(name, meaning, spec.own)}
            for name, (default, meaning) in known.items()
        }
        terminal.show_as_is(
            json.dumps({"game": game, "policy": spec.label, "knobs": told}, ensure_ascii=False)
            + "\n"
        )
        return
    if not known:
        terminal.show(text("study.none", policy=spec.label))
    for name, (default, meaning) in known.items():
        shown = meaning_of(name, meaning, spec.own)
        terminal.show(
            text("study.knob", name=name, default=given.get(name, default), meaning=shown),
            hang="  ",
        )


def meaning_of(name: str, meaning: str, own: bool) -> str:
    """What a parameter means."""
    return meaning if own else text(f"knob.{name}")
