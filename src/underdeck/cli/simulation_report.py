"""What many games came to, in words: every figure with its interval of 95 %."""

from collections.abc import Mapping
from typing import Any

from underdeck.cli.match_options import Rival, same_deals
from underdeck.cli.speech import Speech, text
from underdeck.cli.terminal import Terminal
from underdeck.study.draw.numbers import difference_text, mean_text, number, share_text
from underdeck.study.match import Match
from underdeck.study.simulation import Difference, Simulation
from underdeck.study.tally import CAUSES

INDENT = HANG = "  "
SHARES = ("won", "survived")
"""Measures that are shares of games; the others are numbers."""


def show_outcome(terminal: Terminal, simulation: Simulation, rivals: list[Rival]) -> None:
    """The first match, and what the others did on the same deals."""
    match, tally = simulation.matches[0], simulation.outcome.tallies[0]
    show_title(terminal, match, tally.games)
    if not tally.games:
        return
    told = tally.as_json(match.seats)
    for line in tomb_lines(told) if match.game == "tomb" else dungeon_lines(match, told):
        terminal.show(line, INDENT, HANG)
    for place, rival in enumerate(rivals):
        show_rival(terminal, simulation, rival, place)


def show_title(terminal: Terminal, match: Match, games: int) -> None:
    """What was played, by whom, how often."""
    names = {
        "game": Speech.words.say(f"{match.game}.game.name"),
        "who": match.label.replace(",", ", "),
        "seed": match.seed,
    }
    terminal.show(
        terminal.bold(text("simulate.title", games=number(Speech.words, games), n=games, **names))
    )
    if rules := match.house_rules():
        terminal.show(text("simulate.house", rules=", ".join(rules)), INDENT, HANG)
    if limit := getattr(match.options, "turn_limit", 0):
        terminal.show(text("simulate.limit", n=limit), INDENT, HANG)
    if games:
        terminal.show(text("simulate.brackets"), INDENT, HANG)


def tomb_lines(told: Mapping[str, Any]) -> list[str]:
    """Games of Tomb."""
    lines = [text(f"simulate.{name}", share=share_of(told[name])) for name in SHARES]
    lines.append(text("simulate.points", **spread_of(told["points"])))
    if told["points"]["when_out"]:
        lines.append(text("simulate.points_out", **spread_of(told["points"]["when_out"])))
    kings = [
        text("simulate.kings_each", n=int(kings), share=share_of(part))
        for kings, part in told["kings"].items()
    ]
    lines.append(text("simulate.kings", kings="; ".join(kings)))
    lines += [
        text(f"simulate_cause.{cause}", share=share_of(told["causes"][cause])) for cause in CAUSES
    ]
    return lines + [
        text(f"simulate.{name}", **spread_of(told[name]))
        for name in ("depth", "cards_left", "turns", "moves")
    ]


def dungeon_lines(match: Match, told: Mapping[str, Any]) -> list[str]:
    """Games of Dungeon."""
    lines = [
        text(f"simulate_ending.{name}", share=share_of(part))
        for name, part in told["endings"].items()
    ]
    lines += [text(f"simulate.{name}", **spread_of(told[name])) for name in ("turns", "moves")]
    for seat, part in told["seats"].items():
        who = match.bots[int(seat) - 1] if match.bots else match.label
        ways = [
            text(f"simulate_way.{way['ending']}", share=share_of(way))
            for way in told["ways"]
            if way["seat"] == int(seat)
        ]
        ahead = text("simulate.ahead", ahead=signed(told["advantage"][seat], 100))
        lines += [
            text("simulate.seat", seat=seat, who=who, share=share_of(part)),
            *(INDENT + line for line in [*ways, ahead]),
        ]
    return lines


def show_rival(terminal: Terminal, simulation: Simulation, rival: Rival, place: int) -> None:
    """What another match did, and how far that is from the first."""
    match, tally = simulation.matches[place + 1], simulation.outcome.tallies[place + 1]
    same = same_deals(simulation.matches[0], match)
    terminal.show()
    terminal.show(
        terminal.bold(
            text("simulate.against" if same else "simulate.against_other_cards", asked=rival.asked)
        )
    )
    told = tally.as_json(match.seats)
    for difference in simulation.outcome.differences[place]:
        terminal.show(difference_line(match, told, difference), INDENT, HANG)


def difference_line(match: Match, told: Mapping[str, Any], difference: Difference) -> str:
    """One measure of another match, and how far it is from the first."""
    figure = (
        told["seats"]["1"]
        if (match.game, difference.name) == ("dungeon", "won")
        else told[difference.name]
    )
    shown = share_of(figure) if difference.name in SHARES else mean_of(figure)
    apart = difference.as_json()
    told_apart = difference_text(Speech.words, difference).replace("−", "-")
    line = text(f"simulate_measure.{match.game}_{difference.name}", figure=shown, apart=told_apart)
    return f"{line} {text('simulate.unclear')}" if apart["low"] <= 0 <= apart["high"] else line


def share_of(part: Mapping[str, float]) -> str:
    """A share with its interval."""
    return share_text(Speech.words, part)


def mean_of(part: Mapping[str, float]) -> str:
    """A mean with its interval."""
    return mean_text(Speech.words, part)


def spread_of(part: Mapping[str, float]) -> dict[str, str]:
    """Where numbers lie: the mean with its interval, the middle, the ends."""
    median = number(Speech.words, part["median"], 0 if part["median"].is_integer() else 1)
    return {
        "mean": mean_of(part),
        "median": median,
        **{name: number(Speech.words, part[name]) for name in ("least", "most")},
    }


def signed(part: Mapping[str, float], scale: float) -> str:
    """A mean with its interval, where a gain shows its sign."""
    told = mean_text(Speech.words, part, scale).replace("−", "-")
    return f"+{told}" if part["mean"] > 0 else told
