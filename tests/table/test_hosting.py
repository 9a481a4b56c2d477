"""The host: bots for free seats before the game, and the pace of the bots."""

from random import Random

import pytest

from table.local_table import SEED, LocalTable, a_solitaire, dungeon
from underdeck.refusal import Refusal
from underdeck.table.commitments import hash_share
from underdeck.table.entries import Began, Closed, Opened
from underdeck.table.hosting import MAX_PACE_CHANGES, fill, free, set_pace
from underdeck.table.rematch import rematch_entries
from underdeck.table.summaries import bots_of

SHARES = ("ana's secret share", "luis's secret share", "eva's secret share")


def waiting_room(seats: int = 3, people: int = 1) -> LocalTable:
    """Return a table at which some people sit, with commitments to their shares."""
    house: dict[str, int | bool] = {"players": seats}
    local = LocalTable(Opened("dungeon", house, ("",) * seats, SEED))
    for name, share in zip(("Ana", "Luis", "Eva")[:people], SHARES, strict=False):
        local.add(local.table.sit(name, "", share=hash_share(share)))
    return local


def test_the_host_is_the_person_who_has_been_there_longest() -> None:
    local = waiting_room(people=2)
    assert local.table.host == 0
    local.add(local.table.leave(0))
    assert local.table.host == 1
    local.add(local.table.sit("Ana", "", share=hash_share("another")))
    assert local.table.host == 1
    local.add(local.table.leave(1))
    local.add(local.table.leave(0))
    assert local.table.host is None


def test_a_bot_that_replaces_the_host_is_no_host() -> None:
    local = dungeon(people=2, players=3)
    local.table.seats[0] = local.table.seats[0]._replace(bot="careful")
    assert local.table.host == 1


def test_free_seats_are_given_to_bots_and_the_game_begins_without_their_shares() -> None:
    local = waiting_room(people=2)
    local.add(fill(local.table, 0, "careful", 2))
    assert local.settle() == []
    assert [local.table.shares.owed_by(seat) for seat in range(3)] == ["reveal", "reveal", None]
    for seat in (0, 1):
        local.add(local.table.shares.reveal(seat, SHARES[seat]))
    assert local.settle() == [Began()]
    assert local.table.fair.mix == SHARES[:2]
    assert bots_of(local.table) == 0b100
    assert (local.again().bots, local.again().stage) == (local.table.bots, local.table.stage)


def test_all_free_seats_are_given_to_bots_at_once() -> None:
    local = waiting_room(people=1)
    local.add(fill(local.table, 0, "random"))
    assert local.table.bots == ["", "random", "random"]
    local.add(local.table.shares.reveal(0, SHARES[0]))
    assert local.settle() == [Began()]


def test_a_bot_gives_its_seat_back_and_revealed_shares_are_void() -> None:
    local = waiting_room(people=2)
    local.add(fill(local.table, 0, "careful", 2))
    local.add(local.table.shares.reveal(1, SHARES[1]))
    local.add(free(local.table, 0, 2))
    assert local.table.seats[2].is_free
    assert local.table.shares.owed_by(1) == "commit"
    assert hash_share(SHARES[1]) in local.table.shares.spent
    local.add(local.table.sit("Eva", "", share=hash_share(SHARES[2])))
    assert local.table.bots == ["", "", ""]


@pytest.mark.parametrize(
    ("seat", "bot", "place", "code"),
    [
        (1, "careful", None, "not_host"),
        (0, "careful", 0, "seat_not_free"),
        (0, "careful", 1, "seat_not_free"),
        (0, "careful", 3, "seat_not_free"),
        (0, "greedy", 2, "unknown_bot"),
        (0, "flat-400", 2, "unknown_bot"),
        (0, "cheater-400", 2, "unknown_bot"),
    ],
)
def test_refused_bots(seat: int, bot: str, place: int | None, code: str) -> None:
    local = waiting_room(people=2)
    with pytest.raises(Refusal, match=code):
        fill(local.table, seat, bot, place)


def test_no_seat_is_given_away_or_freed_after_the_game_has_begun() -> None:
    local = dungeon(people=1, players=2)
    with pytest.raises(Refusal, match="already_begun"):
        fill(local.table, 0, "careful")
    with pytest.raises(Refusal, match="already_begun"):
        free(local.table, 0, 1)


@pytest.mark.parametrize(
    ("seats", "place"),
    [
        (("", "", "careful"), 0),
        (("", "", "careful"), 1),
        (("", "", "careful"), 3),
        (("", "careful", "careful"), 1),
    ],
)
def test_only_bots_at_tables_for_several_people_make_room(
    seats: tuple[str, ...], place: int
) -> None:
    local = LocalTable(Opened("dungeon", {"players": 3}, seats, SEED))
    local.add(local.table.sit("Ana", "", share=hash_share(SHARES[0])))
    with pytest.raises(Refusal, match="no_bot_to_free"):
        free(local.table, 0, place)


def test_a_bot_that_the_table_was_opened_with_makes_room() -> None:
    local = LocalTable(Opened("dungeon", {"players": 3}, ("", "", "careful"), SEED))
    local.add(local.table.sit("Ana", "", share=hash_share(SHARES[0])))
    local.add(free(local.table, 0, 2))
    assert [seat.is_free for seat in local.table.seats] == [False, True, True]


def test_a_rematch_keeps_the_bots_and_the_pace() -> None:
    local = waiting_room(people=1)
    local.add(fill(local.table, 0, "random"))
    local.add(local.table.shares.reveal(0, SHARES[0]))
    local.add(set_pace(local.table, 0, 0.2))
    local.play(Random(1))
    opened, *sat = rematch_entries(local.table, SEED)
    assert isinstance(opened, Opened)
    assert (opened.seats, opened.pace, len(sat)) == (("", "random", "random"), 0.2, 1)


def test_a_new_pace_changes_nothing_that_players_have_seen() -> None:
    local = dungeon(people=2, players=3)
    stage, window = local.table.stage, local.table.window.since
    local.now += 1
    local.add(set_pace(local.table, 0, 3.0))
    assert (local.table.stage, local.table.window.since) == (stage, window)
    assert local.table.bot_moves_at() == local.table.shown_at + 3.0
    assert local.again().pace == 3.0
    assert set_pace(local.table, 0, 3.0) is None


def test_refused_paces() -> None:
    local = dungeon(people=2, players=3)
    with pytest.raises(Refusal, match="not_host"):
        set_pace(local.table, 1, 0.2)
    with pytest.raises(Refusal, match="no_bots"):
        set_pace(dungeon(people=2, players=2).table, 0, 0.2)
    with pytest.raises(Refusal, match="no_bots"):
        set_pace(a_solitaire().table, 0, 0.2)
    local.table.pace_changes = MAX_PACE_CHANGES
    with pytest.raises(Refusal, match="too_many_paces"):
        set_pace(local.table, 0, 0.2)
    local.add(Closed())
    with pytest.raises(Refusal, match="table_closed"):
        set_pace(local.table, 0, 0.2)


def test_no_pace_after_the_end() -> None:
    local = dungeon(people=1, players=2)
    local.play(Random(1))
    with pytest.raises(Refusal, match="game_over"):
        set_pace(local.table, 0, 0.2)
