"""`underdeck study rule`: the best rule of thumb for turning around, and what it costs."""

import json
from collections.abc import Mapping
from contextlib import closing
from typing import Any

from underdeck.cli.house_rules import read_house_option, show_options
from underdeck.cli.progress import Progress, explain_delay
from underdeck.cli.speech import Speech, text
from underdeck.cli.study import align_columns
from underdeck.cli.terminal import Terminal, terminal_for
from underdeck.deal import check_seed_text
from underdeck.registry import find_game
from underdeck.study.draw.formatting import mean_text, number, share_text, signed
from underdeck.study.executors import count_cores
from underdeck.study.rule import RulePlan, RuleSearch, total_of

INDENT = HANG = "  "


def rule(game: str, *, seed: str, goal: str, **options: Any) -> None:
    """Search for the rule, measure it, and show it as a sentence and as a chart."""
    check_seed_text(seed)
    house = read_house_option(find_game(game), options["house"])
    plan = RulePlan(game, goal, house, seed, options["deals"])
    search = RuleSearch(plan, options["jobs"] or count_cores())
    with explain_delay(text("simulate.compiling")):
        total_of(search.plan, search.plan.laboratory.first_rule(goal), 0, 1)
    progress = Progress()
    try:
        with closing(search.run()) as parts:
            for tried in parts:
                progress.show_rules(tried)
    finally:
        progress.clear()
    terminal = terminal_for()
    if options["json"]:
        terminal.show_as_is(json.dumps(search.as_json()) + "\n")
        return
    show_rule(terminal, search)


def show_rule(terminal: Terminal, search: RuleSearch) -> None:
    """Show the rule, its chart and its results."""
    plan, words = search.plan, Speech.words
    names = {"game": words.say(f"{plan.game}.game.name"), "seed": plan.seed}
    counts = {"n": len(search.tried), "deals": number(words, plan.deals)}
    terminal.show(terminal.bold(text("rule.title", **names, **counts)))
    show_options(terminal, plan.game, plan.options)
    numbers = dict(zip(plan.laboratory.rule_names, search.best, strict=True))
    for line in rule_lines(plan.game, numbers):
        terminal.show(line, INDENT, HANG)
    terminal.show()
    terminal.show(words.say(f"study_{plan.game}.rule.chart"))
    chart = plan.laboratory.rule_chart(search.best)
    header = [words.say(f"study_{plan.game}.rule.corner"), *map(str, range(len(chart[0])))]
    rows = [[str(row), *map(str, cells)] for row, cells in enumerate(chart, 1)]
    terminal.show_lines(align_columns([header, *rows]))
    terminal.show()
    show_results(terminal, search)


def rule_lines(game: str, numbers: Mapping[str, int]) -> list[str]:
    """Return the rule in words; weights of 0 are left out."""
    say = Speech.words.say
    counted = [
        say(f"study_{game}.rule.{name}", n=weight)
        for name, weight in numbers.items()
        if name != "limit" and weight
    ]
    limit = numbers["limit"]
    key = "limit" if limit == 0 else "limit_more" if limit > 0 else "limit_less"
    return [*counted, say(f"study_{game}.rule.{key}", n=abs(limit))]


def show_results(terminal: Terminal, search: RuleSearch) -> None:
    """Show what the rule reaches, what strong play reaches, and the difference."""
    results: dict[str, Any] = search.results()
    is_share = "share" in results["rule"]
    for name in ("rule", "strong"):
        figure = (share_text if is_share else mean_text)(Speech.words, results[name])
        terminal.show(text(f"rule.{name}_{search.plan.goal}", figure=figure), INDENT, HANG)
    scale = 100 if is_share else 1
    value, low, high = (
        signed(Speech.words, scale * results["difference"][name], 2)
        for name in ("mean", "low", "high")
    )
    unit = Speech.words.say("study.unit.points_of_share" if is_share else "study.unit.points")
    apart = Speech.words.say("study.number.interval", value=f"{value} {unit}", low=low, high=high)
    terminal.show(text("rule.difference", figure=apart), INDENT, HANG)
