"""Requests about deals to share: by a code, a number or a link, with their leaderboards."""

import json
import time
from typing import Any

from sqlalchemy import Connection

from underdeck.cards import codes_of, read_cards
from underdeck.career import attempts, daily, past_games, shared_deals
from underdeck.career.attempts import Attempt
from underdeck.career.base import options_key
from underdeck.career.finished import deal_hash
from underdeck.career.shared_deals import DealName, SharedDeal
from underdeck.deal import Code, Deal, deal_from_cards, deal_from_code
from underdeck.deal_code import number_of_code
from underdeck.options import read_options
from underdeck.refusal import Refusal
from underdeck.registry import find_game
from underdeck.serve import messages
from underdeck.serve.board_tables import BoardTables
from underdeck.serve.leaderboards import leaderboard
from underdeck.serve.live_tables import LiveTables
from underdeck.serve.new_table import solitaire_terms
from underdeck.serve.profiles import Profiles
from underdeck.serve.secret_deals import SecretDeals
from underdeck.store.model import Result
from underdeck.store.store import Store
from underdeck.table.entries import Opened


class Deals:
    """Shares the deals of finished games, and opens tables with them."""

    def __init__(
        self, store: Store, live: LiveTables, profiles: Profiles, tables: BoardTables
    ) -> None:
        self._store = store
        self._live = live
        self._profiles = profiles
        self._tables = tables
        self.secrets = SecretDeals(store, live.wall)

    async def share(self, secret: str | None, wanted: messages.ShareDeal) -> messages.DealShown:
        """Return a code for the deal of one of the profile's finished games."""
        profile = await self._profiles.find(secret)
        result = await self._store.read(past_games.game_of, profile.profile, wanted.table)
        if result is None:
            raise Refusal("unknown_table")
        if len(json.loads(result.opponents)):
            raise Refusal("deal_for_solitaires")
        deal = await self._find_deal(result)
        if isinstance(deal.source, Code):
            return await self._show(DealName(deal.source.text, is_shared=False), profile.profile)
        offered = SharedDeal(
            code=shared_deals.new_shared_code(),
            table=result.table,
            game=result.game,
            house=result.options,
            cards=" ".join(codes_of(deal.cards)),
            profile=profile.profile,
            name=profile.name,
            outcome=result.outcome,
            points=result.points,
            kings=result.kings,
            created=time.time(),
        )
        shared = await self._store.write(share_result, offered, result)
        return await self._show(DealName(shared.code, is_shared=True), profile.profile)

    async def _find_deal(self, result: Result) -> Deal:
        """Return the deal of a finished game, unless others still play it."""
        body = await self._store.read(past_games.record_body, result.table)
        if body is not None:
            return Deal.from_json(json.loads(body)["deal"])
        table = await self._live.read(result.table)
        await self.secrets.check(table)
        return table.game_played.record.deal

    async def show(self, secret: str | None, code: str) -> messages.DealShown:
        """Return a deal by its code or number, with its leaderboard."""
        profile = (await self._profiles.find(secret)).profile if secret else ""
        return await self._show(shared_deals.read_name(code), profile)

    async def _show(self, name: DealName, profile: str) -> messages.DealShown:
        if name.is_shared:
            return await self._store.read(show_shared, name.code, profile)
        game = daily.daily_game()
        default = find_game(game).Options()
        board = shared_deals.board_of(name.code, "")
        return messages.DealShown(
            code=name.code,
            number=number_of_code(name.code),
            game=game,
            house={option: getattr(default, option) for option in default.__dataclass_fields__},
            by=None,
            outcome=None,
            points=0,
            kings=0,
            board=await self._store.read(leaderboard, board, 1, profile),
        )

    async def play(
        self, secret: str | None, wanted: messages.PlayDeal, client: str
    ) -> messages.Seated:
        """Open a table with a deal: ranked for a profile's first attempt, free after that.

        An attempt that isn't finished is resumed.
        """
        profile = (await self._profiles.find(secret)).profile
        terms, deal = await self._read_terms(wanted)
        begun = await self._tables.find(terms.board, terms.number, profile)
        if begun is not None and begun.at is None:
            return await self._profiles.open_seat(secret, begun.table)
        is_known = await self._store.read(
            past_games.has_played, profile, deal_hash(terms.game, deal)
        )
        if begun is not None or is_known:
            free = Opened(**{name: getattr(terms, name) for name in _FREE_TERMS})
            return await self._tables.open(profile, free, wanted.name, client)
        return await self._tables.play(secret, terms, wanted.name, client)

    async def _read_terms(self, wanted: messages.PlayDeal) -> tuple[Opened, Deal]:
        """Return the terms of a table with a named deal, and the deal."""
        name = shared_deals.read_name(wanted.code)
        if name.is_shared:
            shared = await self._store.read(shared_deals.find, name.code)
            game, house = shared.game, json.loads(shared.house)
            chosen: dict[str, Any] = {"cards": shared.cards, "origin": "code"}
        else:
            game, house = daily.daily_game(), wanted.house or {}
            chosen = {"deal": name.code}
        rules = find_game(game)
        options = read_options(rules.Options, house)
        board = shared_deals.board_of(name.code, options_key(options))
        terms = solitaire_terms(game, house, seed=_NO_SEED, board=board, **chosen)
        deck = rules.deck(options)
        if name.is_shared:
            return terms, deal_from_cards(deck, read_cards(terms.cards.split()))
        return terms, deal_from_code(deck, name.code)


_NO_SEED = "00" * 32
"""The seed of a table whose cards don't come from a shuffle."""
_FREE_TERMS = ("game", "house", "seats", "seed", "deal", "cards", "origin", "rules")
"""The terms of a table with a known deal that is played for no board."""


def share_result(connection: Connection, offered: SharedDeal, result: Result) -> SharedDeal:
    """Store a shared deal, with its player's own ranked game on its leaderboard."""
    shared = shared_deals.share(connection, offered)
    if shared is offered and result.standing == "ranked":
        score = {"points": result.points, "kings": result.kings, "turns": result.turns}
        board = shared_deals.board_of(shared.code, result.house)
        own = Attempt(
            board,
            1,
            result.profile,
            result.table,
            shared.name,
            result.at,
            result.at,
            "ranked",
            result.outcome,
            **score,
        )
        attempts.begin(connection, own)
        key = {"board": board, "number": 1, "standing": "ranked", "outcome": result.outcome}
        attempts.count(connection, key | score)
    return shared


def show_shared(connection: Connection, code: str, profile: str) -> messages.DealShown:
    """Return a shared deal with its leaderboard."""
    shared = shared_deals.find(connection, code)
    house = json.loads(shared.house)
    options = read_options(find_game(shared.game).Options, house)
    board = shared_deals.board_of(code, options_key(options))
    return messages.DealShown(
        code=code,
        number=None,
        game=shared.game,
        house=house,
        by=shared.name,
        outcome=shared.outcome,
        points=shared.points,
        kings=shared.kings,
        board=leaderboard(connection, board, 1, profile),
    )
