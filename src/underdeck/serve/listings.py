"""Lists that clients are shown: tables, and games with their options."""

import json
from contextlib import suppress
from dataclasses import fields, replace
from typing import get_args

from underdeck.characters import cast_of
from underdeck.client_view import ClientView
from underdeck.game import AnyGame
from underdeck.options import option_values, read_option
from underdeck.refusal import Refusal
from underdeck.registry import find_game, find_manifest, find_part, game_names
from underdeck.say.words import LANGUAGES
from underdeck.serve import messages
from underdeck.serve.seat_names import is_bot, seat_names
from underdeck.store.model import Summary
from underdeck.variants import variants_of

MAX_LISTED_VALUES = 20
"""An option with more values is listed by its least and its greatest."""


def listing(summary: Summary) -> messages.TableListed:
    """Return a table as it is listed."""
    is_for_bot = [is_bot(summary.bots, seat) for seat in range(len(summary.names))]
    company = summary.company or summary.table
    return messages.TableListed(
        summary.table,
        summary.game,
        summary.status,
        json.loads(summary.house),
        list(seat_names(summary.game, company, summary.names, summary.bots)),
        is_for_bot,
        summary.free,
        summary.created,
        [name if bot else "" for name, bot in zip(summary.names, is_for_bot, strict=True)],
    )


def list_games() -> messages.Games:
    """Return the games that can be played, with their options."""
    return messages.Games(
        [_game_listing(name) for name in game_names()],
        list(get_args(messages.Phrase)),
        list(LANGUAGES),
    )


def _game_listing(name: str) -> messages.GameShown:
    """Return a game with its options, numbers of players and bots."""
    game = find_game(name)
    options = {
        option.name: _listed_values(list(option_values(option))) for option in fields(game.Options)
    }
    default = game.Options()
    defaults = {option: getattr(default, option) for option in options}
    players = _numbers_of_players(game, options)
    is_solitaire = max(players) == 1
    manifest = find_manifest(name)
    client_view: ClientView | None = find_part(name, "client_view")
    cards = _card_listing(client_view) if client_view else {}
    return messages.GameShown(
        game=name,
        players=players,
        options=options,
        defaults=defaults,
        bots=[] if is_solitaire else list(manifest.bots),
        characters=[messages.CharacterShown(*each) for each in cast_of(name).characters],
        opponents=[] if is_solitaire else manifest.opponents(max(players) - 1),
        is_solitaire=is_solitaire,
        has_advice=bool(manifest.advice),
        has_review=bool(manifest.review),
        needs=getattr(game.Options, "NEEDS", {}),
        excludes=[list(group) for group in getattr(game.Options, "EXCLUDES", ())],
        moot=[messages.MootValue(*each) for each in getattr(game.Options, "MOOT", ())],
        variants=_variant_options(game),
        cards=cards,
        ranks={card.rank: card.number for card in cards.values()},
        constants=dict(client_view.constants) if client_view else {},
    )


def _variant_options(game: AnyGame) -> dict[str, dict[str, int | bool]]:
    """Return the option that each variant of a game sets, with its value."""
    known = {option.name: option for option in fields(game.Options)}
    return {
        variant: {option: read_option(known[option], value)}
        for variant, (option, value) in variants_of(game).items()
    }


def _card_listing(client_view: ClientView) -> dict[str, messages.CardShown]:
    """Return every card of a game by its code."""
    return {code: messages.CardShown(*card) for code, card in client_view.cards.items()}


def _numbers_of_players(game: AnyGame, options: dict[str, list[int | bool]]) -> list[int]:
    """Return the numbers of seats that a game can have, changing one option at a time."""
    default = game.Options()
    seats = {game.seats(default)}
    for option, values in options.items():
        for value in values:
            with suppress(Refusal):  # a value that needs another option as well
                seats.add(game.seats(replace(default, **{option: value})))
    return sorted(seats)


def _listed_values(values: list[int | bool]) -> list[int | bool]:
    """Return every value of an option; of many numbers the least and the greatest."""
    return values if len(values) <= MAX_LISTED_VALUES else [values[0], values[-1]]
