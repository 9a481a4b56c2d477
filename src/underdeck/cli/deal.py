"""Deals from options of the command line, and `underdeck deal`, which shows one."""

import json
from collections.abc import Mapping
from typing import Any

from underdeck.cards import read_cards
from underdeck.cli.saves import read_file
from underdeck.cli.speech import text
from underdeck.cli.terminal import terminal_for
from underdeck.deal import (
    Deal,
    deal_from_cards,
    deal_from_code,
    deal_from_fair,
    deal_from_seed,
    new_code,
    new_fair,
)
from underdeck.formats import deal_as_json
from underdeck.game import Game
from underdeck.refusal import Refusal
from underdeck.registry import find_game
from underdeck.say.sentences import printable

MAX_SHOWN_LENGTH = 200
"""Characters of a seed that are shown."""


def make_deal(game: Game, house: Any, arguments: Mapping[str, Any]) -> Deal:
    """Return the deal that the command line asks for; by default one from a new code."""
    deck = game.deck(house)
    seed, code, deal, mix = (arguments[name] for name in ("seed", "code", "deal", "mix"))
    fair = arguments["fair"] or bool(mix)
    if sum((seed is not None, code is not None, deal is not None, fair)) > 1:
        raise Refusal("two_deals", options=["--seed", "--code", "--deal", "--fair"])
    if seed is not None:
        return deal_from_seed(deck, seed)
    if deal is not None:
        cards = read_file(deal[1:]) if deal.startswith("@") else deal
        return deal_from_cards(deck, read_cards(cards.replace(",", " ").split()))
    if fair:
        return deal_from_fair(deck, new_fair(mix))
    return deal_from_code(deck, code if code is not None else new_code())


def next_deal(game: Game, house: Any, before: Deal) -> Deal:
    """Return another deal: a fair shuffle after a fair one, otherwise one from a new code."""
    deck = game.deck(house)
    if before.fair is not None:
        return deal_from_fair(deck, new_fair(before.fair.mix))
    return deal_from_code(deck, new_code())


def deal(game: str, **arguments: Any) -> None:
    """Show a deal and its source."""
    as_json = arguments.pop("json")
    rules = find_game(game)
    made = make_deal(rules, rules.Options(), arguments)
    terminal = terminal_for()
    if as_json:
        terminal.show_as_is(json.dumps({"game": game, **deal_as_json(made)}) + "\n")
        return
    if made.seed is not None:
        terminal.show(text("deal.seed", seed=printable(made.seed, MAX_SHOWN_LENGTH)))
    if made.code is not None:
        terminal.show(text("deal.code", code=made.code))
    if made.fair is not None:
        terminal.show_command(text("deal.promise"), made.fair.commitment)
        terminal.show_command(text("deal.secret"), made.fair.seed.hex())
        for words in made.fair.mix:
            terminal.show_command(text("deal.mixed"), printable(words, MAX_SHOWN_LENGTH))
    terminal.show(" ".join(terminal.typed(card) for card in made.cards))
