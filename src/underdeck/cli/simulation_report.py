"""The results of a simulation in words; every figure has its confidence interval."""

from collections.abc import Mapping
from typing import Any

from underdeck.cli.match_options import Rival
from underdeck.cli.speech import Speech, text
from underdeck.cli.terminal import Terminal
from underdeck.study.draw.formatting import difference_text, mean_text, number, share_text
from underdeck.study.match import Match, same_deals
from underdeck.study.simulation import Difference, Simulation

INDENT = HANG = "  "


def show_outcome(terminal: Terminal, simulation: Simulation, rivals: list[Rival]) -> None:
    """Show the results of the first match, and how the others compare with it."""
    match, tally = simulation.matches[0], simulation.outcome.tallies[0]
    show_title(terminal, match, tally.games)
    if not tally.games:
        return
    for line in match.measures.lines(Speech.words, match, tally.as_json(match.seats)):
        terminal.show(line, INDENT, HANG)
    for index, rival in enumerate(rivals, 1):
        show_rival(terminal, simulation, rival, index)


def show_title(terminal: Terminal, match: Match, games: int) -> None:
    """Show the game, its players, its options and the number of games."""
    names = {
        "game": Speech.words.say(f"{match.game}.game.name"),
        "who": match.label.replace(",", ", "),
        "seed": match.seed,
    }
    title = text("simulate.title", games=number(Speech.words, games), n=games, **names)
    terminal.show(terminal.bold(title))
    if match.rotate:
        terminal.show(text("simulate.rotate", n=match.seats), INDENT, HANG)
    if rules := match.house_rules():
        terminal.show(text("simulate.house", rules=", ".join(rules)), INDENT, HANG)
    if limit := getattr(match.options, "turn_limit", 0):
        terminal.show(text("simulate.limit", n=limit), INDENT, HANG)
    if games:
        terminal.show(text("simulate.brackets"), INDENT, HANG)


def show_rival(terminal: Terminal, simulation: Simulation, rival: Rival, index: int) -> None:
    """Show the results of another match, and their differences from the first."""
    match, tally = simulation.matches[index], simulation.outcome.tallies[index]
    same = same_deals(simulation.matches[0], match)
    title = "simulate.against" if same else "simulate.against_other_cards"
    terminal.show()
    terminal.show(terminal.bold(text(title, asked=rival.asked)))
    data = tally.as_json(match.seats)
    for difference in simulation.outcome.differences[index - 1]:
        terminal.show(difference_line(match, data, difference), INDENT, HANG)


def difference_line(match: Match, data: Mapping[str, Any], difference: Difference) -> str:
    """Return one measure of a match, and its difference from the first match."""
    measures, is_share = match.measures, difference.name in match.measures.shares
    figure = measures.compared_figure(data, difference.name)
    apart = difference_text(Speech.words, difference, is_share=is_share).replace("−", "-")
    shown = share_of(figure) if is_share else mean_of(figure)
    line = measures.comparison(Speech.words, difference.name, match.seats, shown, apart)
    interval = difference.as_json()
    is_significant = not interval["low"] <= 0 <= interval["high"]
    return line if is_significant else f"{line} {text('simulate.unclear')}"


def share_of(share: Mapping[str, float]) -> str:
    """Return a share with its interval."""
    return share_text(Speech.words, share)


def mean_of(mean: Mapping[str, float]) -> str:
    """Return a mean with its interval."""
    return mean_text(Speech.words, mean)
