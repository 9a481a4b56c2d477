"""`underdeck puzzle`: find the best move in a position from a strong game."""

import json
import secrets
from collections.abc import Sequence
from dataclasses import asdict

from underdeck.cli.house_rules import read_house_option, show_options
from underdeck.cli.menus import choose
from underdeck.cli.progress import explain_delay
from underdeck.cli.screens import screen_for
from underdeck.cli.screens.base import AnyScreen
from underdeck.cli.speech import Speech, text
from underdeck.cli.terminal import Terminal, terminal_for
from underdeck.deal import check_seed_text
from underdeck.minds.laboratory import Laboratory, Prospect, Puzzle
from underdeck.options import GameOptions
from underdeck.refusal import Refusal
from underdeck.registry import find_game, find_part
from underdeck.study.draw.formatting import number, percent

MAX_RATING_DISTANCE = 100
MAX_DEALS = 400
"""Deals whose games are searched for a puzzle."""
INDENT = HANG = "  "
CAUSES = {"won": 1, "escaped": 1, "slain": -1, "lost": -1}
"""Shares of games that can explain why a move is better, and whether more or fewer are better."""


def puzzle(
    game: str,
    *,
    seed: str | None,
    rating: int | None,
    goal: str,
    house: Sequence[str],
    **form: bool,
) -> None:
    """Show a puzzle, ask for the move, and explain the answer."""
    seed = secrets.token_hex(4) if seed is None else seed
    check_seed_text(seed)
    options = read_house_option(find_game(game), house)
    with explain_delay(text("puzzle.searching")):
        found = find_puzzle(game, options, seed, goal, rating)
    terminal = terminal_for()
    if form["json"]:
        terminal.show_as_is(json.dumps(puzzle_as_json(found)) + "\n")
        return
    screen = screen_for(terminal, found.played)
    show_position(terminal, screen, found)
    labels = {str(each.move): screen.move_text(each.move) for each in in_legal_order(found)}
    chosen = choose(terminal, labels, text("puzzle.question"))
    terminal.show()
    show_answer(terminal, screen, found, chosen)


def find_puzzle(
    game: str, options: GameOptions, seed: str, goal: str, rating: int | None
) -> Puzzle:
    """Return the first puzzle of a seed, or the first that is near a rating."""
    laboratory: Laboratory = find_part(game, "laboratory")
    for deal in range(MAX_DEALS):
        for found in laboratory.find_puzzles(options, seed, deal, goal):
            if rating is None or abs(found.rating - rating) <= MAX_RATING_DISTANCE:
                return found
    raise Refusal("no_puzzle", n=MAX_DEALS)


def in_legal_order(found: Puzzle) -> list[Prospect]:
    """Return the moves as the rules list them, which doesn't give the answer away."""
    legal = found.played.game.legal(found.played.state, 0)
    return sorted(found.prospects, key=lambda each: legal.index(each.move))


def puzzle_as_json(found: Puzzle) -> dict[str, object]:
    """Return a puzzle with its solution as JSON."""
    return {
        "game": found.played.game.name,
        "house": asdict(found.played.record.options),
        "seed": found.seed,
        "number": found.number,
        "moves": list(found.played.record.moves),
        "goal": found.goal,
        "rating": found.rating,
        "best": str(found.prospects[0].move),
        "prospects": [each.as_json() for each in found.prospects],
    }


def show_position(terminal: Terminal, screen: AnyScreen, found: Puzzle) -> None:
    """Show the table, the unseen cards and the goal."""
    title = text("puzzle.title", rating=number(Speech.words, found.rating), seed=found.seed)
    terminal.show(terminal.bold(title))
    show_options(terminal, found.played.game.name, found.played.record.options)
    screen.draw(0)
    screen.show_unseen()
    terminal.show(text(f"puzzle.goal_{found.goal}"))


def show_answer(terminal: Terminal, screen: AnyScreen, found: Puzzle, chosen: str | None) -> None:
    """Show whether the move was best, what each move is worth, and why."""
    best = found.prospects[0]
    key = "right" if chosen == str(best.move) else "wrong" if chosen else "unanswered"
    terminal.show(terminal.bold(text(f"puzzle.{key}", best=screen.move_text(best.move))))
    for each in found.prospects:
        value = value_text(found, each.value)
        move = screen.move_text(each.move)
        terminal.show(text("puzzle.value", move=move, value=value), INDENT, HANG)
    other = next(
        (each for each in found.prospects[1:] if str(each.move) == chosen), found.prospects[1]
    )
    terminal.show(reason(screen, best, other))


def value_text(found: Puzzle, value: float) -> str:
    """Return the value of a move."""
    if found.goal == "win":
        return text("puzzle.chance", share=percent(Speech.words, value))
    return text("puzzle.points", points=number(Speech.words, value, 1))


def reason(screen: AnyScreen, best: Prospect, other: Prospect) -> str:
    """Return the largest advantage of a move in the games played out after it and another one."""
    cause = max(
        CAUSES, key=lambda name: CAUSES[name] * (getattr(best, name) - getattr(other, name))
    )
    shares = {
        "best_share": percent(Speech.words, getattr(best, cause), 0),
        "other_share": percent(Speech.words, getattr(other, cause), 0),
    }
    moves = {"best": screen.move_text(best.move), "other": screen.move_text(other.move)}
    return text(f"puzzle.because_{cause}", **shares, **moves)
