"""Deals to share: codes, numbers and links, ranked for a first attempt only."""

import pytest

from campaign.cluster import Cluster, in_cluster
from serve.careers import Person, play_out
from underdeck.cards import codes_of
from underdeck.deal_code import code_of_number
from underdeck.refusal import Refusal
from underdeck.serve import messages


async def open_tomb(cluster: Cluster, person: Person, **wanted: object) -> messages.Seated:
    """Open an ordinary table of Tomb."""
    new = messages.NewTable("tomb", person.name, **wanted)  # type: ignore[arg-type]
    return await cluster.app.service.tables.open(new, "client", person.key)


async def play_deal(cluster: Cluster, person: Person, code: str) -> messages.Seated:
    """Open a table with a deal."""
    wanted = messages.PlayDeal(code, person.name)
    return await cluster.app.service.deals.play(person.key, wanted, "client")


async def share(cluster: Cluster, person: Person, table: str) -> messages.DealShown:
    """Share the deal of a finished game."""
    return await cluster.app.service.deals.share(person.key, messages.ShareDeal(table))


async def cards(cluster: Cluster, seated: messages.Seated) -> list[str]:
    """Return the cards of a table."""
    return codes_of((await cluster.folded(seated.table)).game_played.record.deal.cards)


def test_a_finished_game_is_shared_with_the_score_to_beat() -> None:
    async def body(cluster: Cluster) -> None:
        service = cluster.app.service
        ada, bruno = [await Person.new(service, name) for name in ("Ada", "Bruno")]
        seated = await open_tomb(cluster, ada)
        await play_out(cluster, seated)
        shared = await share(cluster, ada, seated.table)
        assert await share(cluster, ada, seated.table) == shared
        assert shared.by == "Ada"
        assert shared.board.you is not None
        assert shared.board.you.rank == 1
        played = await play_deal(cluster, bruno, shared.code)
        assert await cards(cluster, played) == await cards(cluster, seated)
        await play_out(cluster, played, 2)
        board = (await service.deals.show(bruno.key, shared.code)).board
        assert sorted(each.name for each in board.ranked) == ["Ada", "Bruno"]

    in_cluster(body)


def test_the_code_of_a_shared_deal_says_nothing_about_its_cards() -> None:
    async def body(cluster: Cluster) -> None:
        ada = await Person.new(cluster.app.service, "Ada")
        codes = set()
        for _ in range(2):
            seated = await open_tomb(cluster, ada, deal="walkthrough")
            await play_out(cluster, seated)
            codes.add((await share(cluster, ada, seated.table)).code)
        assert len(codes) == 2

    in_cluster(body)


def test_the_same_deal_again_is_a_repeat_and_never_ranked() -> None:
    async def body(cluster: Cluster) -> None:
        service = cluster.app.service
        ada = await Person.new(service, "Ada")
        for attempt in range(3):
            await play_out(cluster, await play_deal(cluster, ada, "12345"), attempt)
        board = (await service.deals.show(ada.key, "12345")).board
        assert board.players == 1
        results = await cluster.store.results_of(ada.profile)
        assert sorted(each.standing for each in results) == ["ranked", "repeat", "repeat"]

    in_cluster(body)


def test_a_game_played_before_its_deal_was_shared_is_a_repeat_too() -> None:
    async def body(cluster: Cluster) -> None:
        service = cluster.app.service
        ada = await Person.new(service, "Ada")
        first = await open_tomb(cluster, ada, deal=code_of_number(7))
        await play_out(cluster, first)
        await play_out(cluster, await play_deal(cluster, ada, "7"))
        assert (await service.deals.show(None, "7")).board.players == 0

    in_cluster(body)


def test_an_unfinished_attempt_is_resumed() -> None:
    async def body(cluster: Cluster) -> None:
        ada = await Person.new(cluster.app.service, "Ada")
        first = await play_deal(cluster, ada, "99")
        assert (await play_deal(cluster, ada, "99")).table == first.table

    in_cluster(body)


def test_a_number_and_its_code_are_the_same_deal() -> None:
    async def body(cluster: Cluster) -> None:
        service = cluster.app.service
        by_number = await service.deals.show(None, "12345")
        assert by_number == await service.deals.show(None, code_of_number(12345))
        assert by_number.number == 12345

    in_cluster(body)


def test_only_the_player_shares_a_game_and_only_when_it_is_over() -> None:
    async def body(cluster: Cluster) -> None:
        service = cluster.app.service
        ada, bruno = [await Person.new(service, name) for name in ("Ada", "Bruno")]
        seated = await open_tomb(cluster, ada)
        with pytest.raises(Refusal, match="no such table"):
            await share(cluster, ada, seated.table)
        await play_out(cluster, seated)
        with pytest.raises(Refusal, match="no such table"):
            await share(cluster, bruno, seated.table)

    in_cluster(body)


def test_todays_deal_is_not_shared_before_the_day_is_over() -> None:
    async def body(cluster: Cluster) -> None:
        service = cluster.app.service
        ada = await Person.new(service, "Ada")
        seated = await service.dailies.play(ada.key, messages.NamedPlay("Ada"), "client")
        await play_out(cluster, seated)
        with pytest.raises(Refusal) as refused:
            await share(cluster, ada, seated.table)
        assert refused.value.code == "deal_secret"

    in_cluster(body)
