"""Competitions in the database, on SQLite and on PostgreSQL."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest
from sqlalchemy import Connection

from career.competition_samples import (
    NOW,
    a_competition,
    a_game,
    an_entrant,
    begin,
    finish,
    opened,
    play,
    same,
)
from underdeck.career import competitions, settlement
from underdeck.career.competition import MAX_ENTRANTS
from underdeck.career.progress import ABANDONED_S, Progress
from underdeck.career.recording import record_game
from underdeck.refusal import Refusal
from underdeck.store import queries


def in_store(url: str, work: Callable[[Connection], None]) -> None:
    """Run a test in one transaction."""

    async def run() -> None:
        async with opened(url) as store:
            await store.write(work)

    asyncio.run(run())


def found(connection: Connection, competition: str = "c1") -> Progress:
    """Return a competition that exists."""
    progress = competitions.find(connection, competition)
    assert progress is not None
    return progress


def profiles(progress: Progress) -> list[str]:
    return [each.profile for each in progress.entrants]


def test_a_competition_begins_with_its_creator_and_an_invitation(url: str) -> None:
    def work(connection: Connection) -> None:
        begin(connection, a_competition("contest"))
        progress = found(connection)
        assert progress.competition == a_competition("contest")
        assert progress.entrants == [an_entrant("ada")]
        key = queries.key(connection, b"hash")
        assert key is not None
        assert (key.kind, key.table) == ("competition", "c1")

    in_store(url, work)


def test_an_unknown_competition_is_not_found(url: str) -> None:
    def work(connection: Connection) -> None:
        assert competitions.find(connection, "c1") is None
        assert not competitions.is_over(connection, "c1")
        with pytest.raises(Refusal, match="unknown_competition"):
            competitions.enter(connection, an_entrant("bob"), same)

    in_store(url, work)


def test_entering_twice_changes_nothing(url: str) -> None:
    def work(connection: Connection) -> None:
        begin(connection, a_competition(), "bob")
        again = replace(an_entrant("bob"), name="Another name", entered=NOW + 5)
        competitions.enter(connection, again, same)
        assert found(connection).entrants == [an_entrant("ada"), an_entrant("bob")]

    in_store(url, work)


def test_an_entrant_may_open_the_invitation_after_the_end(url: str) -> None:
    def work(connection: Connection) -> None:
        begin(connection, a_competition(), "bob")
        settlement.close(connection, "c1", "ada", NOW)
        assert competitions.enter(connection, an_entrant("bob"), same).competition.is_over
        with pytest.raises(Refusal, match="competition_over"):
            competitions.enter(connection, an_entrant("eva"), same)

    in_store(url, work)


def test_a_name_that_looks_like_another_entrants_is_refused(url: str) -> None:
    def work(connection: Connection) -> None:
        begin(connection, a_competition())
        alike = replace(an_entrant("bob"), name="Ada")
        with pytest.raises(Refusal, match="name_taken"):
            competitions.enter(connection, alike, same)

    in_store(url, work)


def test_nobody_enters_a_wager_that_has_begun(url: str) -> None:
    def work(connection: Connection) -> None:
        begin(connection, a_competition(), "bob")
        play(connection, "bob")
        with pytest.raises(Refusal, match="wager_begun"):
            competitions.enter(connection, an_entrant("eva"), same)

    in_store(url, work)


def test_a_contest_has_room_for_a_limited_number_of_entrants(url: str) -> None:
    def work(connection: Connection) -> None:
        others = [f"p{number}" for number in range(MAX_ENTRANTS - 1)]
        begin(connection, a_competition("contest"), *others)
        with pytest.raises(Refusal, match="competition_full"):
            competitions.enter(connection, an_entrant("eva"), same)

    in_store(url, work)


def test_a_wager_does_not_begin_alone(url: str) -> None:
    def work(connection: Connection) -> None:
        begin(connection, a_competition())
        with pytest.raises(Refusal, match="wager_alone"):
            play(connection, "ada")

    in_store(url, work)


def test_games_are_played_in_order_and_each_once(url: str) -> None:
    def work(connection: Connection) -> None:
        begin(connection, a_competition("series"))
        with pytest.raises(Refusal, match="attempt_begun"):
            play(connection, "ada", 2)
        finish(connection, "ada", 20, 1)
        with pytest.raises(Refusal, match="attempt_begun"):
            play(connection, "ada", 1)
        play(connection, "ada", 2)
        with pytest.raises(Refusal, match="attempt_begun"):
            play(connection, "ada", 3)

    in_store(url, work)


def test_a_series_is_over_after_its_last_game(url: str) -> None:
    def work(connection: Connection) -> None:
        begin(connection, a_competition("series"))
        for number, points in enumerate((20, 0, 47), 1):
            assert not found(connection).competition.is_over
            finish(connection, "ada", points, number)
        progress = found(connection)
        assert progress.competition.closed == NOW + 3
        assert [each.total.points for each in progress.standings()] == [67]
        assert competitions.is_over(connection, "c1")

    in_store(url, work)


def test_a_contest_goes_on_until_all_of_its_entrants_have_finished(url: str) -> None:
    def work(connection: Connection) -> None:
        begin(connection, a_competition("contest"))
        for number in (1, 2, 3):
            finish(connection, "ada", 10, number)
        assert not found(connection).competition.is_over
        for profile in ("bob", "eva"):
            competitions.enter(connection, an_entrant(profile), same)
        for number in (1, 2, 3):
            finish(connection, "bob", 20, number)
        assert not found(connection).competition.is_over
        for number in (1, 2, 3):
            finish(connection, "eva", 0, number)
        assert found(connection).competition.is_over

    in_store(url, work)


def test_only_the_creator_ends_a_competition_early(url: str) -> None:
    def work(connection: Connection) -> None:
        begin(connection, a_competition("contest"), "bob")
        with pytest.raises(Refusal, match="not_creator"):
            settlement.close(connection, "c1", "bob", NOW)
        with pytest.raises(Refusal, match="unknown_competition"):
            settlement.close(connection, "c1", "eva", NOW)
        assert settlement.close(connection, "c1", "ada", NOW + 7).competition.closed == NOW + 7
        assert settlement.close(connection, "c1", "ada", NOW + 9).competition.closed == NOW + 7

    in_store(url, work)


def test_a_game_that_ends_after_its_competition_does_not_count(url: str) -> None:
    def work(connection: Connection) -> None:
        begin(connection, a_competition("contest"), "bob")
        finish(connection, "bob", 20)
        play(connection, "ada")
        settlement.close(connection, "c1", "ada", NOW + 2 * ABANDONED_S)
        record_game(connection, a_game("ada", 99, kings=4))
        assert [
            (each.entrant.profile, each.total.points) for each in found(connection).standings()
        ] == [("bob", 20), ("ada", 0)]
        (result,) = queries.results_of(connection, "ada", 10)
        assert (result.points, result.standing) == (99, "free")

    in_store(url, work)


def test_a_profile_lists_its_competitions_the_latest_first(url: str) -> None:
    def work(connection: Connection) -> None:
        for number in range(4):
            name = f"c{number}"
            competition = a_competition("contest", competition=name, created=NOW + number)
            entrant = replace(an_entrant("ada", name), entered=NOW + number)
            competitions.create(connection, competition, entrant, None)
        begin(connection, a_competition("contest", competition="other", creator="bob"))
        listed = competitions.of_profile(connection, "ada", 3)
        assert [each.competition.competition for each in listed] == ["c3", "c2", "c1"]
        assert all(profiles(each) == ["ada"] for each in listed)
        assert competitions.of_profile(connection, "eva", 3) == []

    in_store(url, work)
