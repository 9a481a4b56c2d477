"""The daily deal: the same for everyone, ranked once, secret until the day is over."""

import hashlib

import pytest

from campaign.cluster import Cluster, in_cluster
from serve.careers import Person, move, play_out
from underdeck.career import daily
from underdeck.deal import Fair
from underdeck.refusal import Refusal
from underdeck.serve import messages
from underdeck.serve.pov import Pov
from underdeck.table.table import Table

DAY_S = 86_400


async def cards(cluster: Cluster, seated: messages.Seated) -> tuple[int, ...]:
    """Return the cards of a table, which clients can't see."""
    table: Table = await cluster.folded(seated.table)
    return table.game_played.record.deal.cards


async def play_daily(cluster: Cluster, person: Person) -> messages.Seated:
    """Open a person's attempt at today's deal, at any worker."""
    wanted = messages.NamedPlay(person.name)
    return await cluster.app.service.dailies.play(person.key, wanted, "client")


def test_everyone_gets_the_same_deal_on_a_day_and_another_one_the_next_day() -> None:
    async def body(cluster: Cluster) -> None:
        people = [await Person.new(cluster.app.service, name) for name in ("Ada", "Bruno")]
        today = [await cards(cluster, await play_daily(cluster, each)) for each in people]
        cluster.now += DAY_S
        tomorrow = [await cards(cluster, await play_daily(cluster, each)) for each in people]
        assert today[0] == today[1]
        assert tomorrow[0] == tomorrow[1] != today[0]

    in_cluster(body)


def test_a_second_device_resumes_the_attempt_instead_of_repeating_it() -> None:
    async def body(cluster: Cluster) -> None:
        ada = await Person.new(cluster.app.service, "Ada")
        first = await play_daily(cluster, ada)
        again = await play_daily(cluster, ada)
        assert (again.table, again.seat) == (first.table, first.seat)
        await play_out(cluster, first)
        shown = await cluster.app.service.dailies.show(ada.key, None)
        assert shown.board.players == 1
        after = await play_daily(cluster, ada)
        assert after.table == first.table

    in_cluster(body)


def test_the_score_is_ranked_and_counted_once() -> None:
    async def body(cluster: Cluster) -> None:
        service = cluster.app.service
        people = [await Person.new(service, name) for name in ("Ada", "Bruno", "Cleo")]
        for seed, person in enumerate(people):
            await play_out(cluster, await play_daily(cluster, person), seed)
        board = (await service.dailies.show(people[0].key, None)).board
        assert board.players == 3 == sum(each.count for each in board.distribution)
        orders = [(-each.points, -each.kings, each.turns) for each in board.ranked]
        assert orders == sorted(orders)
        assert board.you is not None
        assert board.you.rank == next(each.rank for each in board.ranked if each.is_you)

    in_cluster(body)


def test_an_assisted_game_is_listed_apart_and_has_no_rank() -> None:
    async def body(cluster: Cluster) -> None:
        service = cluster.app.service
        ada = await Person.new(service, "Ada")
        seated = await play_daily(cluster, ada)
        version = await move(
            service, seated.key, "delve", (await cluster.folded(seated.table)).stage
        )
        undone = messages.SeatMove("undo", version, undo=True)
        await service.tables.move(seated.key, undone)
        await play_out(cluster, seated)
        board = (await service.dailies.show(ada.key, None)).board
        assert [each.name for each in board.assisted] == ["Ada"]
        assert board.ranked == []
        assert board.you is not None
        assert (board.you.standing, board.you.rank) == ("assisted", None)

    in_cluster(body)


def test_the_link_is_published_when_the_day_is_over_and_checks_the_next_commitment() -> None:
    async def body(cluster: Cluster) -> None:
        service = cluster.app.service
        today = await service.dailies.show(None, None)
        assert today.link is None
        cluster.now += DAY_S
        after = await service.dailies.show(None, None)
        before = await service.dailies.show(None, today.day)
        assert before.link is not None
        assert hashlib.sha256(bytes.fromhex(before.link)).hexdigest() == today.commitment
        assert after.commitment == before.link
        assert (after.previous, before.previous) == (today.day, None)

    in_cluster(body)


def test_the_published_link_gives_the_cards_of_the_day() -> None:
    async def body(cluster: Cluster) -> None:
        service = cluster.app.service
        seated = await play_daily(cluster, await Person.new(service, "Ada"))
        table = await cluster.folded(seated.table)
        day = (await service.dailies.show(None, None)).day
        cluster.now += DAY_S
        link = (await service.dailies.show(None, day)).link
        assert link is not None
        deal = table.game_played.record.deal
        deck = table.game_played.game.deck(table.game_played.record.options)
        assert Fair(bytes.fromhex(link)).deal(deck).cards == deal.cards

    in_cluster(body)


def test_seed_and_record_stay_secret_until_the_day_is_over() -> None:
    async def body(cluster: Cluster) -> None:
        service = cluster.app.service
        seated = await play_daily(cluster, await Person.new(service, "Ada"))
        assert seated.watch is None
        await play_out(cluster, seated)
        with pytest.raises(Refusal) as refused:
            await service.tables.record(seated.key)
        assert refused.value.code == "deal_secret"
        again = await service.tables.open(
            messages.NewTable("tomb", "Ada", again=seated.key), "client", None
        )
        assert again.watch is None
        await play_out(cluster, again)
        with pytest.raises(Refusal, match="still playing"):
            await service.tables.record(again.key)
        cluster.now += DAY_S
        await service.dailies.show(None, None)
        record = await service.tables.record(seated.key)
        assert record["deal"] is not None

    in_cluster(body)


def test_an_attempt_that_ends_after_its_day_is_not_ranked_since_its_link_is_public() -> None:
    async def body(cluster: Cluster) -> None:
        service = cluster.app.service
        ada, bruno = [await Person.new(service, name) for name in ("Ada", "Bruno")]
        seated = await play_daily(cluster, ada)
        await play_out(cluster, await play_daily(cluster, bruno))
        cluster.now += DAY_S
        yesterday = (await service.dailies.show(ada.key, None)).previous
        assert yesterday is not None
        shown = await service.dailies.show(ada.key, yesterday)
        assert shown.link is not None
        await play_out(cluster, seated)
        board = (await service.dailies.show(ada.key, yesterday)).board
        assert [each.name for each in board.ranked] == ["Bruno"]
        assert board.players == 1 == sum(each.count for each in board.distribution)
        assert board.you is not None
        assert (board.you.status, board.you.standing, board.you.rank) == ("over", "free", None)

    in_cluster(body)


def test_the_calendar_has_streaks_of_finished_days() -> None:
    async def body(cluster: Cluster) -> None:
        service = cluster.app.service
        ada = await Person.new(service, "Ada")
        for _ in range(3):
            await play_out(cluster, await play_daily(cluster, ada))
            cluster.now += DAY_S
        await play_daily(cluster, ada)
        calendar = await service.dailies.calendar(ada.key)
        assert [each.status for each in calendar.days] == ["over"] * 3 + ["running"]
        assert (calendar.streak, calendar.longest_streak) == (3, 3)
        cluster.now += 2 * DAY_S
        calendar = await service.dailies.calendar(ada.key)
        assert (calendar.streak, calendar.longest_streak) == (0, 3)

    in_cluster(body)


def test_a_clock_set_back_keeps_the_latest_day_and_says_so() -> None:
    async def body(cluster: Cluster) -> None:
        service = cluster.app.service
        ada = await Person.new(service, "Ada")
        today = await service.dailies.show(None, None)
        cluster.now -= 3 * DAY_S
        behind = await cluster.app.service.dailies.show(None, None)
        assert (behind.day, behind.is_clock_behind) == (today.day, True)
        assert behind.link is None
        await play_out(cluster, await play_daily(cluster, ada))
        calendar = await service.dailies.calendar(ada.key)
        assert [each.day for each in calendar.days] == [today.day]

    in_cluster(body)


@pytest.mark.parametrize("day", ["1999-01-01", "2999-01-01", "2027-02-30"])
def test_other_days_are_unknown(day: str) -> None:
    async def body(cluster: Cluster) -> None:
        with pytest.raises(Refusal) as refused:
            await cluster.app.service.dailies.show(None, day)
        assert refused.value.code == "unknown_day"

    in_cluster(body)


def test_no_message_of_the_day_has_its_link() -> None:
    async def body(cluster: Cluster) -> None:
        service = cluster.app.service
        chain = await cluster.store.write(daily.open_day, daily.day_at(cluster.now))
        secret = chain.link(chain.last_day).hex()
        seated = await play_daily(cluster, await Person.new(service, "Ada"))
        await play_out(cluster, seated)
        table = await cluster.folded(seated.table)
        for message in (
            await service.dailies.show(None, None),
            seated,
            Pov(0, "en", protocol=3).snapshot(table, cluster.now),
            Pov(None, "en").snapshot(table, cluster.now),
        ):
            assert secret not in messages.ENCODER.encode(message).decode()

    in_cluster(body)
