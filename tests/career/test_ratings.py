"""Ratings of people and bots."""

import pytest

from underdeck.career.ratings import Rating, Seated, rate, rated_seats


def test_a_new_player_is_shown_with_nothing() -> None:
    assert Rating().shown == 0


def test_the_winner_gains_what_the_loser_loses_and_both_become_surer() -> None:
    after = rate({}, [Seated("ana", 1), Seated("bob", 2)])
    assert after["ana"].mean > 25 > after["bob"].mean
    assert after["ana"].mean - 25 == pytest.approx(25 - after["bob"].mean)
    assert after["ana"].deviation < Rating().deviation
    assert {each.games for each in after.values()} == {1}


def test_a_win_against_a_stronger_player_counts_more() -> None:
    strong = {"bob": Rating(40, 2, 50)}
    weak = {"bob": Rating(10, 2, 50)}
    seats = [Seated("ana", 1), Seated("bob", 2)]
    assert rate(strong, seats)["ana"].mean > rate(weak, seats)["ana"].mean


def test_a_stalemate_between_equals_changes_no_mean() -> None:
    after = rate({}, [Seated("ana", 2), Seated("bob", 2)])
    assert after["ana"].mean == pytest.approx(25)


def test_a_bot_at_several_seats_has_one_rating() -> None:
    seats = [Seated("ana", 1), Seated("bot:careful", 2), Seated("bot:careful", 3)]
    after = rate({}, rated_seats(seats))
    assert after.keys() == {"ana", "bot:careful"}
    assert after["bot:careful"].mean < 25
    assert after["bot:careful"].games == 1


@pytest.mark.parametrize(
    "players",
    [["ana"], ["ana", ""], ["ana", "ana"], ["ana", "ana", "bob"], ["bot:careful", "bot:careful"]],
)
def test_games_without_two_known_players_are_not_rated(players: list[str]) -> None:
    assert rated_seats([Seated(player, 1) for player in players]) == []


def test_people_without_a_profile_are_left_out() -> None:
    seats = [Seated("ana", 1), Seated("", 2), Seated("bob", 3)]
    assert rated_seats(seats) == [Seated("ana", 1), Seated("bob", 3)]
