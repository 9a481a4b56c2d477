"""Series, contests, wagers and the ledger, as entrants and invited people see them."""

import json
import time
from dataclasses import asdict
from functools import partial

from underdeck.career import competitions, ledger, settlement
from underdeck.career.competition import (
    MAX_CURRENCY_LENGTH,
    Competition,
    Entrant,
    check_game,
    check_length,
    read_stake,
)
from underdeck.career.progress import Progress
from underdeck.options import read_options
from underdeck.refusal import Refusal
from underdeck.registry import find_game
from underdeck.serve import messages
from underdeck.serve.board_tables import BoardTables
from underdeck.serve.competition_messages import competition_message, invitation_key, ledger_message
from underdeck.serve.key_ring import KeyRing
from underdeck.serve.keys import expiry, hash_of, new_name
from underdeck.serve.limits import Limits
from underdeck.serve.new_table import solitaire_terms
from underdeck.serve.profiles import Profiles
from underdeck.serve.tables import new_seed
from underdeck.store.model import Key
from underdeck.store.store import Store
from underdeck.table.entries import Opened
from underdeck.table.names import is_visible, look_alike, read_name

MAX_COMPETITIONS = 100
"""Maximum number of competitions in a list."""


class Competitions:
    """Creates and shows competitions, opens their games, and keeps the ledger."""

    def __init__(
        self,
        store: Store,
        keys: KeyRing,
        profiles: Profiles,
        board_tables: BoardTables,
        opening_limits: Limits,
    ) -> None:
        self._store = store
        self._keys = keys
        self._profiles = profiles
        self._board_tables = board_tables
        self.opening_limits = opening_limits
        """Limits the tables and competitions that a client may open."""

    async def create(
        self, secret: str | None, wanted: messages.NewCompetition, client: str
    ) -> messages.CompetitionShown:
        """Create a competition with the profile as its first entrant."""
        profile = (await self._profiles.find(secret)).profile
        competition, name = read_competition(wanted, profile), read_name(wanted.name)
        if not self.opening_limits.allow(client, time.monotonic()):
            raise Refusal("too_many_tables", n=self.opening_limits.burst)
        creator = Entrant(competition.competition, profile, name, competition.created)
        key = invitation_key(competition)
        invitation = key and Key(
            hash_of(key), "competition", competition.competition, expires=expiry()
        )
        await self._store.write(competitions.create, competition, creator, invitation or None)
        return competition_message(Progress(competition, [creator]), [], profile)

    async def count_entrants(self, secret: str | None) -> int:
        """Return the number of entrants of all competitions in a profile's list."""
        profile = (await self._profiles.find(secret)).profile
        return await self._store.read(competitions.count_entrants, profile, MAX_COMPETITIONS)

    async def count_rows(self, competition: str) -> int:
        """Return the number of entrants and debts of a competition."""
        return await self._store.read(competitions.count_rows, competition)

    async def list(self, secret: str | None) -> messages.Competitions:
        """Return the competitions of a profile without their debts, the latest first."""
        profile = (await self._profiles.find(secret)).profile
        found = await self._store.snapshot(competitions.of_profile, profile, limit=MAX_COMPETITIONS)
        return messages.Competitions([competition_message(each, [], profile) for each in found])

    async def show(self, secret: str | None, competition: str) -> messages.CompetitionShown:
        """Return a competition that the profile has entered."""
        profile = (await self._profiles.find(secret)).profile
        return await self._message(await self._find_entered(competition, profile), profile)

    async def play(self, secret: str | None, competition: str, client: str) -> messages.Seated:
        """Open the next game of the profile, or resume the one that is running."""
        profile = (await self._profiles.find(secret)).profile
        progress = await self._find_entered(competition, profile)
        number, entrant = progress.check_game(profile), progress.entrant(profile)
        assert entrant is not None
        terms = game_terms(progress.competition, number, entrant.name)
        check = partial(
            competitions.check_game, competition=competition, profile=profile, number=number
        )
        return await self._board_tables.play(secret, terms, entrant.name, client, check)

    async def close(self, secret: str | None, competition: str) -> messages.CompetitionShown:
        """End a competition early, for its creator only."""
        profile = (await self._profiles.find(secret)).profile
        progress = await self._store.write(settlement.close, competition, profile, time.time())
        return await self._message(progress, profile)

    async def invitation(self, secret: str | None) -> messages.CompetitionShown:
        """Return the competition that a key invites to."""
        key = await self._keys.find(secret, "competition")
        progress = await self._store.snapshot(competitions.find, key.table or "")
        if progress is None:
            raise Refusal("unknown_competition")
        return competition_message(progress, [], None)

    async def enter(
        self, secret: str | None, wanted: messages.EnterCompetition
    ) -> messages.CompetitionShown:
        """Enter the competition of an invitation; entering twice changes nothing."""
        profile = (await self._profiles.find(secret)).profile
        key = await self._keys.find(wanted.key, "competition")
        entrant = Entrant(key.table or "", profile, read_name(wanted.name), time.time())
        progress = await self._store.write(competitions.enter, entrant, look_alike)
        return await self._message(progress, profile)

    async def ledger(self, secret: str | None) -> messages.Ledger:
        """Return what a profile owes and is owed."""
        profile = (await self._profiles.find(secret)).profile
        return await self._ledger(profile)

    async def settle(self, secret: str | None, wanted: messages.Settle) -> messages.Ledger:
        """Note that the profile says that debts are settled."""
        profile = (await self._profiles.find(secret)).profile
        await self._store.write(ledger.settle, profile, wanted.debts, time.time())
        return await self._ledger(profile)

    async def _ledger(self, profile: str) -> messages.Ledger:
        balances = await self._store.read(ledger.balances, profile)
        debts = await self._store.read(ledger.of_profile, profile)
        return ledger_message(balances, debts, profile)

    async def _find_entered(self, competition: str, profile: str) -> Progress:
        """Return a competition; to anybody but its entrants it is unknown."""
        progress = await self._store.snapshot(competitions.find, competition)
        if progress is None or progress.entrant(profile) is None:
            raise Refusal("unknown_competition")
        return progress

    async def _message(self, progress: Progress, profile: str) -> messages.CompetitionShown:
        """Return a competition with its debts, as one of its entrants sees it."""
        ids = [progress.competition.competition]
        debts = await self._store.read(ledger.of_competitions, ids)
        return competition_message(progress, debts, profile)


def read_competition(wanted: messages.NewCompetition, creator: str) -> Competition:
    """Return the checked terms of a new competition, with a secret seed."""
    options = read_options(find_game(wanted.game).Options, wanted.house)
    check_game(wanted.game, options)
    check_length(wanted.kind, wanted.games)
    stake, currency = read_stake(wanted.kind, wanted.stake, wanted.currency)
    if currency and not is_visible(currency):
        raise Refusal("bad_currency", most=MAX_CURRENCY_LENGTH)
    return Competition(
        competition=new_name(),
        kind=wanted.kind,
        game=wanted.game,
        house=json.dumps(asdict(options)),
        games=wanted.games,
        same_deals=wanted.same_deals or wanted.kind != "wager",
        seed=new_seed(),
        creator=creator,
        created=time.time(),
        stake=stake,
        currency=currency,
    )


def game_terms(competition: Competition, number: int, name: str) -> Opened:
    """Return the terms of an entrant's game; a deal that others play stays secret until the end."""
    board = competitions.board_of(competition.competition)
    is_shared = competition.kind != "series" and competition.same_deals
    return solitaire_terms(
        competition.game,
        json.loads(competition.house),
        seed=competition.game_seed(number, name),
        board=board,
        number=number,
        origin=competition.kind,
        deal_of=board if is_shared else "",
        unmixed=True,
    )
