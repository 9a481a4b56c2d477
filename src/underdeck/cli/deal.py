"""A deal from the options of the command line, and `underdeck deal`, which shows one."""

import json
from collections.abc import Mapping
from typing import Any

from underdeck.cards import read_cards
from underdeck.cli.saves import read_file
from underdeck.cli.speech import text
from underdeck.cli.terminal import terminal_for
from underdeck.deal import Code, Deal, Fair, Listed, Seed
from underdeck.game import AnyGame
from underdeck.refusal import Refusal
from underdeck.registry import find_game
from underdeck.say.sentences import printable

MOST_SHOWN = 200


def make_deal(game: AnyGame, house: Any, asked: Mapping[str, Any]) -> Deal:
    """The deal asked for; with nothing asked, a new code."""
    deck = game.deck(house)
    seed, code, deal, mix = asked["seed"], asked["code"], asked["deal"], asked["mix"]
    fair = asked["fair"] or bool(mix)
    if sum((seed is not None, code is not None, deal is not None, fair)) > 1:
        raise Refusal("two_deals", options=["--seed", "--code", "--deal", "--fair"])
    if seed is not None:
        return Seed(seed).deal(deck)
    if deal is not None:
        listed = read_file(deal[1:]) if deal.startswith("@") else deal
        return Listed(tuple(read_cards(listed.replace(",", " ").split()))).deal(deck)
    if fair:
        return Fair.new(mix).deal(deck)
    return (Code.new() if code is None else Code.read(code)).deal(deck)


def fresh_deal(game: AnyGame, house: Any, before: Deal) -> Deal:
    """Another deal of the same kind: a fair shuffle after a fair one, else a new code."""
    source = before.source
    fresh = Fair.new(source.mix) if isinstance(source, Fair) else Code.new()
    return fresh.deal(game.deck(house))


def deal(game: str, **options: Any) -> None:
    """Show a deal and what it comes from."""
    as_data = options.pop("json")
    chosen = find_game(game)
    made = make_deal(chosen, chosen.Options(), options)
    terminal = terminal_for()
    if as_data:
        terminal.show_as_is(json.dumps({"game": game, **made.as_json()}) + "\n")
        return
    match made.source:
        case Seed(seed):
            terminal.show(text("deal.seed", seed=printable(seed, MOST_SHOWN)))
        case Code(code):
            terminal.show(text("deal.code", code=code))
        case Fair() as fair:
            terminal.show_command(text("deal.promise"), fair.commitment)
            terminal.show_command(text("deal.secret"), fair.seed.hex())
            for words in fair.mix:
                terminal.show_command(text("deal.mixed"), printable(words, MOST_SHOWN))
    terminal.show(" ".join(terminal.typed(card) for card in made.cards))
