"""The debts of wagers: written once, whatever the order and timing of the last moves."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, Engine, StaticPool, create_engine

from career.competition_samples import (
    NOW,
    a_competition,
    a_game,
    begin,
    debts,
    finish,
    opened,
    play,
)
from underdeck.career import competitions, ledger, settlement
from underdeck.career.boards import Score
from underdeck.career.debts import debts_of_round
from underdeck.career.merging import merge
from underdeck.career.progress import ABANDONED_S
from underdeck.career.recording import record_game
from underdeck.refusal import Refusal
from underdeck.store.database import read_url, writing_engine
from underdeck.store.deletion import drop_profile
from underdeck.store.migrations import migrate


def in_store(url: str, work: Callable[[Connection], None]) -> None:
    """Run a test in one transaction."""

    async def run() -> None:
        async with opened(url) as store:
            await store.write(work)

    asyncio.run(run())


def test_a_game_is_settled_once_every_entrant_has_finished_it(url: str) -> None:
    def work(connection: Connection) -> None:
        begin(connection, a_competition(games=3), "bob", "eva")
        finish(connection, "ada", 30)
        finish(connection, "bob", 47)
        finish(connection, "bob", 50, number=2)
        assert debts(connection) == []
        finish(connection, "eva", 30)
        assert sorted(debts(connection)) == [("ada", "bob", 1700, 0), ("eva", "bob", 1700, 0)]
        assert not competitions.is_over(connection, "c1")

    in_store(url, work)


def test_a_wager_is_over_when_all_games_are_finished(url: str) -> None:
    def work(connection: Connection) -> None:
        begin(connection, a_competition(games=3), "bob")
        for number in (1, 2, 3):
            finish(connection, "ada", 10 * number, number)
            finish(connection, "bob", 20, number)
        assert debts(connection) == [("ada", "bob", 1000, 0), ("bob", "ada", 1000, 0)]
        assert competitions.is_over(connection, "c1")

    in_store(url, work)


def test_four_kings_brought_out_cancel_the_debt(url: str) -> None:
    def work(connection: Connection) -> None:
        begin(connection, a_competition(), "bob")
        finish(connection, "ada", 55, kings=4)
        finish(connection, "bob", 68, kings=3)
        assert debts(connection) == [("ada", "bob", 0, 1300)]
        (debt,) = ledger.of_profile(connection, "ada")
        assert debt.is_settled
        assert ledger.balances(connection, "ada") == []

    in_store(url, work)


def test_a_game_that_not_all_have_finished_owes_nothing_after_an_early_end(url: str) -> None:
    def work(connection: Connection) -> None:
        begin(connection, a_competition(), "bob")
        finish(connection, "ada", 50)
        play(connection, "bob")
        with pytest.raises(Refusal) as refused:
            settlement.close(connection, "c1", "ada", NOW + 1)
        assert refused.value.code == "competition_running"
        settlement.close(connection, "c1", "ada", NOW + 1 + ABANDONED_S)
        record_game(connection, a_game("bob", 10))
        assert debts(connection) == []

    in_store(url, work)


def test_recording_a_game_again_changes_nothing(url: str) -> None:
    def work(connection: Connection) -> None:
        begin(connection, a_competition(), "bob")
        finish(connection, "ada", 50)
        finish(connection, "bob", 10)
        record_game(connection, a_game("bob", 90))
        assert debts(connection) == [("bob", "ada", 4000, 0)]

    in_store(url, work)


def test_a_debt_is_settled_when_both_say_so(url: str) -> None:
    def work(connection: Connection) -> None:
        begin(connection, a_competition(), "bob")
        finish(connection, "ada", 50)
        finish(connection, "bob", 10)
        (debt,) = ledger.of_profile(connection, "bob")
        assert (debt.settled_by, debt.is_settled, debt.party("bob")) == ([], False, "debtor")
        assert ledger.balances(connection, "ada") == [("bob", "coins", 4000, "Bob")]
        for _ in range(2):
            ledger.settle(connection, "bob", [debt.debt], NOW)
            (debt,) = ledger.of_profile(connection, "ada")
            assert (debt.settled_by, debt.is_settled) == (["debtor"], False)
        assert ledger.balances(connection, "bob") == [("ada", "coins", -4000, "Ada")]
        ledger.settle(connection, "ada", [debt.debt, debt.debt], NOW)
        (debt,) = ledger.of_profile(connection, "ada")
        assert (debt.settled_by, debt.is_settled) == (["debtor", "creditor"], True)
        assert ledger.balances(connection, "bob") == ledger.balances(connection, "ada") == []

    in_store(url, work)


def test_the_others_settle_a_game_without_a_player_who_deleted_their_profile(url: str) -> None:
    def work(connection: Connection) -> None:
        begin(connection, a_competition(games=3), "bob", "eva")
        finish(connection, "ada", 50)
        finish(connection, "bob", 10)
        play(connection, "eva")
        drop_profile(connection, "eva")
        assert debts(connection) == []
        finish(connection, "bob", 20, number=2)
        assert debts(connection) == [("bob", "ada", 4000, 0)]
        finish(connection, "ada", 20, number=2)
        finish(connection, "ada", 20, number=3)
        finish(connection, "bob", 20, number=3)
        assert competitions.is_over(connection, "c1")
        assert debts(connection) == [("bob", "ada", 4000, 0)]

    in_store(url, work)


def test_a_wager_that_waited_for_a_deleted_profile_alone_is_settled_at_once(url: str) -> None:
    def work(connection: Connection) -> None:
        begin(connection, a_competition(), "bob", "eva")
        finish(connection, "ada", 10)
        finish(connection, "bob", 50)
        play(connection, "eva")
        settlement.leave(connection, "eva", NOW)
        assert debts(connection) == [("ada", "bob", 4000, 0)]
        assert competitions.is_over(connection, "c1")

    in_store(url, work)


def test_merging_two_entrants_of_a_wager_cancels_nothing_that_others_are_owed(url: str) -> None:
    def work(connection: Connection) -> None:
        begin(connection, a_competition(games=3), "bob", "eva")
        finish(connection, "bob", 20)
        finish(connection, "ada", 50)
        finish(connection, "eva", 10)
        before = ledger.balances(connection, "ada")
        merge(connection, "eva", "bob")
        assert sum(each.amount for each in ledger.balances(connection, "ada")) == sum(
            each.amount for each in before
        )
        progress = competitions.lock_progress(connection, "c1")
        points = {each.entrant.name: each.total.points for each in progress.standings()}
        owed = {each.debtor_name: each.amount for each in ledger.of_profile(connection, "ada")}
        assert points["Ada"] == 50
        assert owed == {name: (50 - points[name]) * 100 for name in points if name != "Ada"}

    in_store(url, work)


def test_the_creator_settles_complete_games_by_ending_a_wager(url: str) -> None:
    def work(connection: Connection) -> None:
        begin(connection, a_competition(games=3), "bob", "eva")
        finish(connection, "ada", 50)
        finish(connection, "bob", 10)
        drop_profile(connection, "eva")
        settlement.close(connection, "c1", "ada", NOW)
        assert debts(connection) == [("bob", "ada", 4000, 0)]

    in_store(url, work)


def test_a_player_who_is_gone_agrees_that_a_debt_is_settled(url: str) -> None:
    def work(connection: Connection) -> None:
        begin(connection, a_competition(), "bob")
        finish(connection, "ada", 50)
        finish(connection, "bob", 10)
        drop_profile(connection, "bob")
        (debt,) = ledger.of_profile(connection, "ada")
        assert (debt.settled_by, debt.is_settled, debt.debtor_name) == (["debtor"], False, "")
        (balance,) = ledger.balances(connection, "ada")
        assert (balance.name, balance.amount) == ("", 4000)
        ledger.settle(connection, "ada", [debt.debt], NOW)
        assert ledger.of_profile(connection, "ada")[0].is_settled
        assert ledger.balances(connection, "ada") == []

    in_store(url, work)


def test_nobody_settles_the_debts_of_others(url: str) -> None:
    def work(connection: Connection) -> None:
        begin(connection, a_competition(), "bob", "eva")
        for profile, points in (("ada", 50), ("bob", 10), ("eva", 50)):
            finish(connection, profile, points)
        own, others = (
            next(each.debt for each in ledger.of_profile(connection, "bob") if each.creditor == who)
            for who in ("ada", "eva")
        )
        for ids in ([others], [own, others], [own, "no such debt"]):
            with pytest.raises(Refusal, match="unknown_debt"):
                ledger.settle(connection, "ada", ids, NOW)
        assert all(not each.settled_by for each in ledger.of_profile(connection, "bob"))

    in_store(url, work)


def test_debts_of_several_wagers_add_up_for_each_player_and_currency(url: str) -> None:
    def work(connection: Connection) -> None:
        wagers = [
            ("coins", 10, 30),
            ("coins", 25, 20),
            ("cookies", 9, 0),
            ("beers", 7, 7),
            ("tea", 1, 2),
            ("tea", 2, 1),
        ]
        for number, (currency, ada, bob) in enumerate(wagers):
            name = f"c{number}"
            begin(connection, a_competition(competition=name, currency=currency), "bob")
            finish(connection, "ada", ada, competition=name)
            finish(connection, "bob", bob, competition=name)
        for profile, sign in (("ada", 1), ("bob", -1)):
            owed = {(each.currency, each.amount) for each in ledger.balances(connection, profile)}
            assert owed == {("coins", -1500 * sign), ("cookies", 900 * sign), ("tea", 0)}

    in_store(url, work)


SCORES = st.dictionaries(
    st.sampled_from(["bob", "eva", "dan", "íñigo"]),
    st.tuples(*[st.tuples(st.integers(0, 100), st.integers(0, 4))] * 3),
    min_size=1,
)


@given(SCORES, st.tuples(*[st.tuples(st.integers(0, 100), st.integers(0, 4))] * 3), st.randoms())
def test_debts_do_not_depend_on_the_order_of_finishing(
    empty: Engine,
    scores: dict[str, tuple[tuple[int, int], ...]],
    creator: tuple[tuple[int, int], ...],
    random: Random,
) -> None:
    scores = {"ada": creator, **scores}
    turns = [profile for profile in scores for _ in range(3)]
    random.shuffle(turns)
    played = dict.fromkeys(scores, 0)
    with empty.connect() as connection, connection.begin() as transaction:
        begin(connection, a_competition(games=3), *(each for each in scores if each != "ada"))
        for profile in turns:
            played[profile] += 1
            points, kings = scores[profile][played[profile] - 1]
            finish(connection, profile, points, played[profile], kings)
        expected = [
            tuple(debt)
            for number in range(3)
            for debt in debts_of_round(
                {profile: Score(*each[number], 12) for profile, each in scores.items()}, 100
            )
        ]
        assert sorted(debts(connection)) == sorted(expected)
        assert competitions.is_over(connection, "c1")
        assert sum(each.amount for p in scores for each in ledger.balances(connection, p)) == 0
        transaction.rollback()


@pytest.fixture(scope="module")
def empty() -> Iterator[Engine]:
    """Return a database in memory, which examples leave empty."""
    engine = create_engine("sqlite://", poolclass=StaticPool)
    with engine.begin() as connection:
        migrate(connection)
    yield engine
    engine.dispose()


def test_of_two_last_moves_at_the_same_moment_one_pays(postgres_url: str) -> None:
    in_store(postgres_url, lambda connection: two_players_about_to_finish(connection, "c1"))
    engine = writing_engine(read_url(postgres_url))
    with engine.connect() as one, engine.connect() as other:
        with one.begin():
            record_game(one, a_game("ada", 50))
            waiting = threading.Thread(target=finish_bob, args=(other,))
            waiting.start()
            while not is_waiting_for_lock(one):
                pass
            assert waiting.is_alive()
            assert debts(one) == []
        waiting.join()
        assert debts(one) == [("bob", "ada", 4000, 0)]
        assert competitions.is_over(one, "c1")


def test_a_last_move_that_fails_leaves_the_settlement_to_its_repetition(postgres_url: str) -> None:
    in_store(postgres_url, lambda connection: two_players_about_to_finish(connection, "c1"))
    engine = writing_engine(read_url(postgres_url))
    with engine.connect() as one, engine.connect() as other:
        with one.begin() as transaction:
            record_game(one, a_game("ada", 50))
            waiting = threading.Thread(target=finish_bob, args=(other,))
            waiting.start()
            transaction.rollback()
        waiting.join()
        assert debts(other) == []
        with one.begin():
            record_game(one, a_game("ada", 50))
        assert debts(one) == [("bob", "ada", 4000, 0)]


def two_players_about_to_finish(connection: Connection, name: str) -> None:
    begin(connection, a_competition(competition=name), "bob")
    play(connection, "ada", competition=name)
    play(connection, "bob", competition=name)


def finish_bob(connection: Connection) -> None:
    with connection.begin():
        record_game(connection, a_game("bob", 10))


def is_waiting_for_lock(connection: Connection) -> bool:
    """Return whether another transaction waits for a lock of this one."""
    query = (
        "SELECT count(*) FROM pg_locks "
        "WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
    )
    return bool(connection.exec_driver_sql(query).scalar())


def test_two_workers_settle_many_wagers_at_the_same_time(postgres_url: str) -> None:
    names = [f"c{number}" for number in range(20)]

    async def run() -> None:
        async with opened(postgres_url) as one, opened(postgres_url) as other:
            for name in names:
                await one.write(two_players_about_to_finish, name)
            await asyncio.gather(
                *(one.write(record_game, a_game("ada", 50, competition=each)) for each in names),
                *(
                    other.write(record_game, a_game("bob", 10, competition=each))
                    for each in reversed(names)
                ),
            )
            for name in names:
                assert await one.read(debts, name) == [("bob", "ada", 4000, 0)]
                assert await one.read(competitions.is_over, name)

    asyncio.run(run())
