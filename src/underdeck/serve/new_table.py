"""Check a client's request for a new table."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

import msgspec

from underdeck.cards import codes_of, read_cards
from underdeck.deal import deal_from_cards, deal_from_code
from underdeck.options import read_options
from underdeck.refusal import Refusal
from underdeck.registry import find_game, find_manifest, find_part
from underdeck.serve import messages
from underdeck.serve.messages.fields import WALKTHROUGH
from underdeck.table.entries import CardSource, Clock, Opened
from underdeck.table.table import Table

MOVE_TIME_RANGE_S = 5, 86_400
MAX_RESERVE_S = 604_800


def read_terms(wanted: messages.NewTable, cards: str = "", seat: int = 0) -> Opened:
    """Return the checked terms of a table, without a seed; `cards` replace a shuffle.

    The client takes the given `seat`, others that join it the first ones without a bot.
    """
    game = find_game(wanted.game)
    options = read_options(game.Options, wanted.house)
    seats = game.seats(options)
    _check_bots(wanted, seats)
    people = seats - len(wanted.bots)
    if wanted.deal and seats > 1:
        raise Refusal("deal_for_solitaires")
    if cards and people > 1:
        raise Refusal("again_with_people")
    if cards:
        deal_from_cards(game.deck(options), read_cards(cards.split()))
    elif wanted.deal:
        deal_from_code(game.deck(options), wanted.deal)
    if wanted.clock is not None:
        _check_clock(wanted.clock, seats)
    return Opened(
        game=wanted.game,
        house={field.name: getattr(options, field.name) for field in fields(options)},
        seats=_seats_of(wanted.bots, people, seat),
        seed="",
        listed=wanted.listed and people > 1,
        clock=wanted.clock,
        window=wanted.window,
        pace=wanted.pace,
        deal="" if cards else wanted.deal,
        cards=cards,
        source=_source_of(wanted),
        rules=game.rules,
        match=_read_match(wanted, seats),
    )


def again_request(wanted: messages.NewTable, finished: Table, seat: int) -> messages.NewTable:
    """Return a request for the deal of a finished game, with the house rules and bots of that game.

    Only what the request itself leaves out is taken over. Seats of people are played by the game's
    usual bot.
    """
    if wanted.game != finished.terms.game:
        return wanted
    manifest = find_manifest(wanted.game)
    others = [bot for number, bot in enumerate(finished.bots) if number != seat]
    bots = [bot or manifest.usual_bot for bot in others if bot or manifest.bots]
    return msgspec.structs.replace(
        wanted, house=wanted.house or finished.terms.house, bots=wanted.bots or bots
    )


def _seats_of(bots: Sequence[str], people: int, seat: int) -> tuple[str, ...]:
    """Return the bot of each seat: people sit first, but a lone person takes the given seat."""
    if people > 1:
        return ("",) * people + tuple(bots)
    return (*bots[:seat], "", *bots[seat:])


def solitaire_terms(game: str, house: Mapping[str, object], **terms: Any) -> Opened:
    """Return the terms of a solitaire that the server opens for a person, such as a daily."""
    rules = find_game(game)
    options = read_options(rules.Options, house)
    if rules.seats(options) > 1:
        raise Refusal("deal_for_solitaires")
    return Opened(
        game=game,
        house={field.name: getattr(options, field.name) for field in fields(options)},
        seats=("",),
        rules=rules.rules,
        **terms,
    )


def _read_match(wanted: messages.NewTable, seats: int) -> int:
    if wanted.match and seats == 1:
        raise Refusal("match_for_several")
    return wanted.match


def _check_bots(wanted: messages.NewTable, seats: int) -> None:
    if len(wanted.bots) > seats - 1:
        raise Refusal("too_many_bots", n=len(wanted.bots), most=seats - 1)
    known = find_manifest(wanted.game).bots
    for bot in wanted.bots:
        if bot not in known:
            raise Refusal("unknown_bot", name=bot, names=list(known))


def _check_clock(clock: Clock, seats: int) -> None:
    shortest, longest = MOVE_TIME_RANGE_S
    is_valid = shortest <= clock.move <= longest and 0 <= clock.reserve <= MAX_RESERVE_S
    if seats == 1 or not is_valid:
        raise Refusal("bad_clock")


def _source_of(wanted: messages.NewTable) -> CardSource:
    """Return why the cards of a table are known before it is played."""
    if wanted.again is not None:
        return "again"
    return WALKTHROUGH if wanted.deal == WALKTHROUGH else ""


def lesson_cards(game: str) -> str:
    """Return the cards of a game's scripted lesson, "" if it has none."""
    lesson = find_part(game, "lesson")
    return "" if lesson is None else " ".join(codes_of(lesson.play().record.deal.cards))
