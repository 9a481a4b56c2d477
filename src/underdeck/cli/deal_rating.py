"""Deals with a rating, and the search for a deal with a certain difficulty."""

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from underdeck.cli.match_options import misuse
from underdeck.cli.progress import explain_delay
from underdeck.cli.speech import text
from underdeck.deal import Code, Deal, Seed
from underdeck.game import AnyGame
from underdeck.minds.laboratory import DealRating, Laboratory
from underdeck.refusal import Refusal
from underdeck.registry import find_game, find_part

FIXED_OPTIONS = ("code", "number", "deal", "fair")
"""Options that name a single deal, so that there is nothing to search."""
MAX_TRIED = 2_000
"""Deals that are tried before the search is given up."""


def find_rated_deal(game: str, made: Deal, arguments: Mapping[str, Any]) -> tuple[Deal, DealRating]:
    """Return the deal with its rating, or the first deal with the difficulty that is asked for."""
    laboratory: Laboratory | None = find_part(game, "laboratory")
    if laboratory is None:
        raise Refusal("option_not_for", option="--rate", game=game)
    rules = find_game(game)
    searched = arguments["winnable"] or arguments["difficulty"] is not None
    if not searched:
        with explain_delay(text("simulate.compiling")):
            return made, laboratory.rate_deal(rules.Options(), made.cards)
    for name in FIXED_OPTIONS:
        if arguments[name]:
            option = "--winnable" if arguments["winnable"] else "--difficulty"
            misuse("error.both", one=f"--{name}", other=option)
    with explain_delay(text("deal.searching")):
        return search(rules, laboratory, arguments)


def search(
    rules: AnyGame, laboratory: Laboratory, arguments: Mapping[str, Any]
) -> tuple[Deal, DealRating]:
    """Return the first deal that fits."""
    for tried, candidate in enumerate(candidates(rules, arguments["seed"]), 1):
        rating = laboratory.rate_deal(rules.Options(), candidate.cards)
        is_asked = arguments["difficulty"] in (None, rating.difficulty)
        if is_asked and (rating.winnable or not arguments["winnable"]):
            return candidate, rating
        if tried == MAX_TRIED:
            break
    raise Refusal("no_such_deal", n=MAX_TRIED)


def candidates(rules: AnyGame, seed: str | None) -> Iterator[Deal]:
    """Yield deals: from new codes, or from a seed and the same seed with numbers from 2 on."""
    deck = rules.deck(rules.Options())
    for number in count(1):
        if seed is None:
            yield Code.new().deal(deck)
        else:
            yield Seed(seed if number == 1 else f"{seed} {number}").deal(deck)
