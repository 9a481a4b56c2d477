"""Wagers with scripted cards, and last moves at the same moment on two workers."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from campaign.cluster import Cluster, in_cluster
from processes import TIMEOUT_S
from serve.server import Player, Server, Visitor, running
from store.postgres import Postgres
from underdeck.cards import codes_of
from underdeck.career.base import Facts
from underdeck.career.competitions import board_of
from underdeck.career.finished import FinishedGame, FinishedSeat
from underdeck.career.recording import record_game
from underdeck.games.tomb.walkthrough import walkthrough
from underdeck.refusal import Refusal
from underdeck.serve import competitions, messages
from underdeck.serve.limits import Limits
from underdeck.store.model import Entry
from underdeck.store.store import Store
from underdeck.table.entries import AnyEntry, Made, Opened, read_entry
from underdeck.table.table import Table, fold

WAGER = messages.NewCompetition(
    kind="wager", name="Ada", games=1, same_deals=False, stake=50, currency="coins"
)

ROUNDS = 10


@dataclass
class Entrants:
    """Two entrants of a wager, and the wager as the first one sees it."""

    ada: str
    bob: str
    wager: messages.CompetitionShown


async def two_entrants(cluster: Cluster) -> Entrants:
    service = cluster.apps[0].service
    ada, bob = [
        (await service.profiles.create(messages.NewProfile(name, "en"))).key
        for name in ("Ada", "Bob")
    ]
    wager = await service.competitions.create(ada, WAGER, "client")
    assert wager.key is not None
    await service.competitions.enter(bob, messages.EnterCompetition(wager.key, "Bob"))
    return Entrants(ada, bob, wager)


async def play_walkthrough(cluster: Cluster, key: str, wager: messages.CompetitionShown) -> None:
    """Play the sample game of the rulebook: four kings, 68 points."""
    seated = await cluster.apps[0].service.competitions.play(key, wager.competition, "client")
    for number, move in enumerate(walkthrough().record.moves):

        def make(table: Table, _now: float, text: str = move, number: int = number) -> AnyEntry:
            return table.move(0, text, f"move {number}")

        await cluster.apps[0].service.live.act(seated.table, make)


async def finish_with(cluster: Cluster, entrants: Entrants, points: int) -> None:
    """Let Bob begin his game, and record it as finished with a score."""
    service = cluster.apps[0].service
    seated = await service.competitions.play(entrants.bob, entrants.wager.competition, "client")
    profile = (await service.profiles.find(entrants.bob)).profile
    facts = Facts("escaped", False, True, points, 3, 20)
    finished = FinishedGame(
        seated.table,
        "tomb",
        cluster.now,
        "",
        "{}",
        "{}",
        "wager",
        "ranked",
        "another deal",
        (FinishedSeat(profile, "Bob", facts),),
        board_of(entrants.wager.competition),
    )
    await cluster.store.write(record_game, finished)


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the cards of the walkthrough in every game of a competition."""
    cards = " ".join(codes_of(walkthrough().record.deal.cards))
    terms = competitions.game_terms

    def scripted_terms(*args: Any) -> Opened:
        return msgspec.structs.replace(terms(*args), cards=cards)

    monkeypatch.setattr(competitions, "game_terms", scripted_terms)


@pytest.mark.usefixtures("scripted")
def test_four_kings_cancel_the_debt_of_the_player_with_fewer_points() -> None:
    async def body(cluster: Cluster) -> None:
        entrants = await two_entrants(cluster)
        await finish_with(cluster, entrants, 80)
        await play_walkthrough(cluster, entrants.ada, entrants.wager)
        service = cluster.apps[0].service.competitions
        shown = await service.show(entrants.bob, entrants.wager.competition)
        assert shown.is_over
        assert [(each.name, each.points, each.kings) for each in shown.entrants] == [
            ("Bob", 80, 3),
            ("Ada", 68, 4),
        ]
        (debt,) = shown.debts
        assert (debt.debtor, debt.creditor, debt.you) == ("Ada", "Bob", "creditor")
        assert (debt.amount, debt.cancelled_amount) == (0, 12 * 50)
        assert debt.is_settled
        assert (await service.ledger(entrants.bob)).balances == []

    in_cluster(body)


@pytest.mark.usefixtures("scripted")
def test_four_kings_of_the_player_with_more_points_cancel_nothing() -> None:
    async def body(cluster: Cluster) -> None:
        entrants = await two_entrants(cluster)
        await play_walkthrough(cluster, entrants.ada, entrants.wager)
        await finish_with(cluster, entrants, 60)
        ledger = await cluster.apps[0].service.competitions.ledger(entrants.bob)
        assert ledger.balances == [messages.Balance("Ada", "coins", -8 * 50)]
        assert [(each.amount, each.cancelled_amount) for each in ledger.debts] == [(400, 0)]

    in_cluster(body)


def test_creating_competitions_is_limited_like_opening_tables() -> None:
    async def body(cluster: Cluster) -> None:
        service = cluster.apps[0].service
        key = (await service.profiles.create(messages.NewProfile("Ada", "en"))).key
        service.competitions.opening_limits = Limits(1e-9, 2)
        for _ in range(2):
            await service.competitions.create(key, WAGER, "client")
        with pytest.raises(Refusal, match="too_many_tables"):
            await service.competitions.create(key, WAGER, "client")
        await service.competitions.create(key, WAGER, "another client")

    in_cluster(body)


@pytest.fixture(scope="module")
def database(postgres: Postgres) -> str:
    return postgres.new_database()


@pytest.fixture(scope="module")
def workers(
    database: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Server, Server]]:
    folder: Path = tmp_path_factory.mktemp("workers")
    with (
        running(folder / "one", database=database) as one,
        running(folder / "two", database=database) as two,
    ):
        yield one, two
        assert one.failures() == two.failures() == []


def test_two_last_moves_at_the_same_moment_on_two_workers_pay_once(
    workers: tuple[Server, Server], database: str
) -> None:
    async def body() -> None:
        store = await Store.open(database)
        async with (
            asyncio.timeout(TIMEOUT_S),
            Visitor(workers[0]) as here,
            Visitor(workers[1]) as there,
        ):
            ada, bob = [
                (await here.get("POST", "/api/profiles", {"name": name, "language": "en"}))["key"]
                for name in ("Ada", "Bob")
            ]
            terms = {**msgspec.to_builtins(WAGER), "games": ROUNDS}
            wager = await here.get("POST", "/api/competitions", terms, ada)
            body = {"key": wager["key"], "name": "Bob"}
            await here.get("POST", "/api/competition/entrants", body, bob)
            path = f"/api/competitions/{wager['competition']}"
            for number in range(ROUNDS):
                players = [
                    await almost_finish(visitor, key, path, store, Random(number))
                    for visitor, key in ((here, ada), (there, bob))
                ]
                answers = await asyncio.gather(*(player.play(move) for player, move in players))
                assert [answer["type"] for answer in answers] == ["done", "done"]
            over = await there.get("GET", path, key=bob)
        await store.close()
        assert over["is_over"]
        ada_games, bob_games = [
            [game["points"] for game in entrant["games"]]
            for entrant in sorted(over["entrants"], key=lambda entrant: entrant["name"])
        ]
        assert [(each["number"], each["amount"]) for each in over["debts"]] == [
            (number, 50 * abs(one - other))
            for number, (one, other) in enumerate(zip(ada_games, bob_games, strict=True), 1)
            if one != other
        ]

    asyncio.run(body())


async def almost_finish(
    visitor: Visitor, key: str, path: str, store: Store, random: Random
) -> tuple[Player, str]:
    """Play a game up to its last move, and return the player and that move."""
    seated = await visitor.get("POST", f"{path}/game", key=key)
    player = await visitor.sit(seated["key"], protocol=3)
    while (last := ending_move(seated["table"], await store.entries(seated["table"]))) is None:
        await player.play_on(random, max_moves=1)
        await player.seen(lambda table: not table["answered"])
    return player, last


def ending_move(name: str, log: list[Entry]) -> str | None:
    """Return a move that ends the game of a solitaire, if there is one."""
    entries = [(read_entry(entry.body), entry.at) for entry in log]
    moves = map(str, fold(name, entries).game_played.view(0).legal)
    return next(
        (move for move in moves if fold(name, [*entries, (Made(0, move), 0.0)]).is_over), None
    )
