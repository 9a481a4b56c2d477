"""What requests about long histories and large competitions cost, since they take long."""

import msgspec

from campaign.cluster import Cluster, in_cluster
from career.game_samples import NOW, play_randomly
from serve.careers import Person
from underdeck.formats import as_json
from underdeck.serve import messages
from underdeck.serve.routes import career, competitions
from underdeck.serve.routes.base import Request

GAMES = 40
RECORDS = [msgspec.json.encode(as_json(play_randomly("tomb", seed))) for seed in range(GAMES + 2)]


def unread(*numbers: int, at: float = NOW - 9e7) -> messages.UnreadImport:
    """Return a request to add games, which ended one after the other."""
    games = [messages.UnreadGame(msgspec.Raw(RECORDS[n]), at=at + n) for n in numbers]
    return messages.UnreadImport(1, games)


def request_of(cluster: Cluster, person: Person, costs: list[int]) -> Request:
    """Return a request that notes its costs."""
    return Request(cluster.app.service, "client", "en", person.key, charge=costs.append)


def test_games_that_make_the_whole_history_count_again_cost_by_its_length() -> None:
    async def body(cluster: Cluster) -> None:
        costs: list[int] = []
        request = request_of(cluster, await Person.new(cluster.app.service, "Ada"), costs)
        await career.import_games(request, unread(*range(GAMES)))
        await career.import_games(request, unread(GAMES))
        await career.import_games(request, unread(GAMES + 1, at=1.0))
        assert costs == [GAMES, 1, 1 + (GAMES + 1) // career.GAMES_PER_TOKEN]

    in_cluster(body)


def test_a_merge_costs_by_the_length_of_both_histories() -> None:
    async def body(cluster: Cluster) -> None:
        costs: list[int] = []
        small, large = [await Person.new(cluster.app.service, name) for name in ("Ada", "Bo")]
        await career.import_games(request_of(cluster, large, []), unread(*range(GAMES)))
        code = await cluster.app.service.profiles.new_code(large.key)
        request = request_of(cluster, small, costs)
        await career.merge_profiles(request, messages.MergeRequest(code.code))
        assert costs == [GAMES // career.GAMES_PER_TOKEN]

    in_cluster(body)


def test_an_export_costs_by_its_length() -> None:
    async def body(cluster: Cluster) -> None:
        costs: list[int] = []
        request = request_of(cluster, await Person.new(cluster.app.service, "Ada"), costs)
        await career.export_games(request, messages.ExportRequest(limit=500))
        assert costs == [500 // career.GAMES_PER_TOKEN]

    in_cluster(body)


def test_competitions_cost_by_their_entrants() -> None:
    async def body(cluster: Cluster) -> None:
        service, costs = cluster.app.service, list[int]()
        ada = await Person.new(service, "Ada")
        wanted = messages.NewCompetition(kind="contest", name="Ada")
        contest = await service.competitions.create(ada.key, wanted, "client")
        assert contest.key is not None
        for number in range(19):
            person = await Person.new(service, f"Player {number}")
            entry = messages.EnterCompetition(contest.key, person.name)
            await service.competitions.enter(person.key, entry)
        request = request_of(cluster, ada, costs)
        await competitions.list_competitions(request)
        await competitions.show_competition(request, contest.competition)
        assert costs == [20 // competitions.ENTRANTS_PER_TOKEN, 20 // competitions.ROWS_PER_TOKEN]

    in_cluster(body)
