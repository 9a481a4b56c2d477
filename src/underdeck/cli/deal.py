"""A deal from the options of the command line, and `underdeck deal`, which shows one."""

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

MOST_SHOWN = 200


def make_deal(game: Game, house: Any, asked: Mapping[str, Any]) -> Deal:
    """The deal asked for; with nothing asked, a new code."""
    deck = game.deck(house)
    seed, code, deal, mix = asked["seed"], asked["code"], asked["deal"], asked["mix"]
    fair = asked["fair"] or bool(mix)
    if sum((seed is not None, code is not None, deal is not None, fair)) > 1:
        raise Refusal("two_deals", options=["--seed", "--code", "--deal", "--fair"])
    if seed is not None:
        return deal_from_seed(deck, seed)
    if deal is not None:
        listed = read_file(deal[1:]) if deal.startswith("@") else deal
        return deal_from_cards(deck, read_cards(listed.replace(",", " ").split()))
    if fair:
        return deal_from_fair(deck, new_fair(mix))
    return deal_from_code(deck, code if code is not None else new_code())


def fresh_deal(game: Game, house: Any, before: Deal) -> Deal:
    """Another deal of the same kind: a fair shuffle after a fair one, else a new code."""
    deck = game.deck(house)
    return (
        deal_from_fair(deck, new_fair(before.fair.mix))
        if before.fair is not None
        else deal_from_code(deck, new_code())
    )


def deal(game: str, **options: Any) -> None:
    """Show a deal and what it comes from."""
    as_data = options.pop("json")
    chosen = find_game(game)
    made = make_deal(chosen, chosen.Options(), options)
    terminal = terminal_for()
    if as_data:
        terminal.show_as_is(json.dumps({"game": game, **deal_as_json(made)}) + "\n")
        return
    if made.seed is not None:
        terminal.show(text("deal.seed", seed=printable(made.seed, MOST_SHOWN)))
    if made.code is not None:
        terminal.show(text("deal.code", code=made.code))
    if made.fair is not None:
        terminal.show_command(text("deal.promise"), made.fair.commitment)
        terminal.show_command(text("deal.secret"), made.fair.seed.hex())
        for words in made.fair.mix:
            terminal.show_command(text("deal.mixed"), printable(words, MOST_SHOWN))
    terminal.show(" ".join(terminal.typed(card) for card in made.cards))
