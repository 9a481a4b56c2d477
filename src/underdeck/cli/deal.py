"""Deals from options of the command line, and `underdeck deal`, which shows one."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from underdeck.cards import read_cards
from underdeck.cli.saves import read_file
from underdeck.cli.speech import text
from underdeck.cli.terminal import Terminal, terminal_for
from underdeck.deal import Code, Deal, Fair, Listed, Seed
from underdeck.deal_code import clean_code, code_of_number
from underdeck.game import AnyGame
from underdeck.options import GameOptions
from underdeck.refusal import Refusal
from underdeck.registry import find_game
from underdeck.say.sentences import printable

if TYPE_CHECKING:
    from underdeck.minds.laboratory import DealRating

DEAL_OPTIONS = ("seed", "code", "number", "deal")
"""Options that choose a deal, apart from a fair shuffle."""
SHARED_LENGTH = 12
"""The length of the code of a deal that a player has shared on a server."""
MAX_SHOWN_LENGTH = 200
"""Characters of a seed that are shown."""


def is_on_server(arguments: Mapping[str, Any]) -> bool:
    """Return whether a game is played on a server, because of an option or of its shared deal."""
    code = arguments["code"] or ""
    is_shared = "://" in code or len(clean_code(code)) == SHARED_LENGTH
    return arguments["server"] is not None or is_shared


def make_deal(game: AnyGame, options: GameOptions, arguments: Mapping[str, Any]) -> Deal:
    """Return the deal that the command line asks for; by default one from a new code."""
    deck = game.deck(options)
    seed, code, number, deal = (arguments[name] for name in DEAL_OPTIONS)
    fair = arguments["fair"] or bool(arguments["mix"])
    if sum((*(arguments[name] is not None for name in DEAL_OPTIONS), fair)) > 1:
        raise Refusal("two_deals", options=[*(f"--{name}" for name in DEAL_OPTIONS), "--fair"])
    if seed is not None:
        return Seed(seed).deal(deck)
    if deal is not None:
        cards = read_file(deal[1:]) if deal.startswith("@") else deal
        return Listed(tuple(read_cards(cards.replace(",", " ").split()))).deal(deck)
    if fair:
        return Fair.new(arguments["mix"]).deal(deck)
    if number is not None:
        return Code(code_of_number(number)).deal(deck)
    return (Code.new() if code is None else Code.read(code)).deal(deck)


def next_deal(game: AnyGame, options: GameOptions, before: Deal) -> Deal:
    """Return another deal: a fair shuffle after a fair one, otherwise one from a new code."""
    old = before.source
    source = Fair.new(old.mix) if isinstance(old, Fair) else Code.new()
    return source.deal(game.deck(options))


def deal(game: str, **arguments: Any) -> None:
    """Show a deal and its source, and how good it is if that is asked for."""
    as_json = arguments.pop("json")
    rules = find_game(game)
    is_rated, is_searched = arguments["rate"], arguments["winnable"] or arguments["difficulty"]
    made, rating = make_deal(rules, rules.Options(), arguments), None
    if is_rated or is_searched:
        from underdeck.cli.deal_rating import find_rated_deal  # noqa: PLC0415  needs the laboratory

        made, rating = find_rated_deal(game, made, arguments)
    terminal = terminal_for()
    if as_json:
        rated = {} if rating is None else {"rating": rating._asdict()}
        terminal.show_as_is(json.dumps({"game": game, **made.as_json(), **rated}) + "\n")
        return
    show_deal(terminal, made)
    if rating is not None:
        show_rating(terminal, rating)


def show_deal(terminal: Terminal, made: Deal) -> None:
    """Show a deal and its source."""
    match made.source:
        case Seed(seed):
            terminal.show(text("deal.seed", seed=printable(seed, MAX_SHOWN_LENGTH)))
        case Code(code):
            terminal.show(text("deal.code", code=code))
        case Fair() as fair:
            terminal.show_command(text("deal.promise"), fair.commitment)
            terminal.show_command(text("deal.secret"), fair.seed.hex())
            for words in fair.mix:
                terminal.show_command(text("deal.mixed"), printable(words, MAX_SHOWN_LENGTH))
    terminal.show(" ".join(terminal.typed(card) for card in made.cards))


def show_rating(terminal: Terminal, rating: "DealRating") -> None:
    """Show what foresight could reach in a deal, and what strong play averages."""
    ceiling = "deal.ceiling_won" if rating.winnable else "deal.ceiling"
    terminal.show(text(ceiling, n=rating.ceiling))
    wins, par = round(100 * rating.wins), round(rating.par)
    terminal.show(text("deal.par", points=par, wins=wins))
    terminal.show(text(f"deal.difficulty_{rating.difficulty}"))
