"""Everybody commits to a share of the shuffle before anybody reveals theirs."""

import pytest

from table.test_table import SEED, Host
from underdeck.deal import Fair
from underdeck.refusal import Refusal
from underdeck.table.commitments import hash_share
from underdeck.table.entries import Began, Clock, Closed, Left, Opened, Sat
from underdeck.table.table import LISTED_SHARE_TIMEOUT_S

ANA, LUIS = "ana's secret share", "luis's secret share"


def committed(**options: object) -> Host:
    """A table of two people who have committed to their shares."""
    host = Host(Opened("dungeon", {"players": 2}, ("", ""), SEED, **options))  # type: ignore[arg-type]
    host.add(host.table.sit("Ana", "", share=hash_share(ANA)))
    host.add(host.table.sit("Luis", "", share=hash_share(LUIS)))
    return host


def test_the_game_begins_when_both_shares_are_revealed_and_mixes_them() -> None:
    host = committed()
    assert host.settle() == []
    assert host.table.status == "open"
    host.add(host.table.shares.reveal(0, ANA))
    assert host.settle() == []
    host.add(host.table.shares.reveal(1, LUIS))
    assert host.settle() == [Began()]
    fair = host.table.game_played.record.deal.source
    assert isinstance(fair, Fair)
    assert fair.mix == (ANA, LUIS)
    assert host.again().game_played.record.deal == host.table.game_played.record.deal


def test_nobody_reveals_before_everybody_has_committed() -> None:
    host = Host(Opened("dungeon", {"players": 2}, ("", ""), SEED))
    host.add(host.table.sit("Ana", "", share=hash_share(ANA)))
    assert host.table.shares.owed_by(0) is None
    with pytest.raises(Refusal, match="share_not_owed"):
        host.table.shares.reveal(0, ANA)
    host.add(host.table.sit("Luis", "", share=hash_share(LUIS)))
    assert [host.table.shares.owed_by(seat) for seat in (0, 1, None)] == ["reveal", "reveal", None]


def test_what_is_revealed_must_be_what_was_committed_to() -> None:
    host = committed()
    with pytest.raises(Refusal, match="share_mismatch"):
        host.table.shares.reveal(0, "something better")
    host.add(host.table.shares.reveal(0, ANA))
    assert host.table.shares.reveal(0, ANA) is None
    with pytest.raises(Refusal, match="share_not_owed"):
        host.table.shares.reveal(0, "something else")


@pytest.mark.parametrize("share", ["", "abc", "A" * 64, "g" * 64])
def test_a_commitment_is_a_hash(share: str) -> None:
    host = Host(Opened("dungeon", {"players": 2}, ("", ""), SEED))
    host.add(Sat(0, "Ana", ""))
    with pytest.raises(Refusal, match="bad_share"):
        host.table.shares.commit(0, share or "0" * 63)


def test_nobody_repeats_the_commitment_of_another_player() -> None:
    host = Host(Opened("dungeon", {"players": 2}, ("", ""), SEED))
    host.add(host.table.sit("Ana", "", share=hash_share(ANA)))
    with pytest.raises(Refusal, match="share_taken"):
        host.table.sit("Luis", "", share=hash_share(ANA))


def test_a_person_seated_without_a_share_commits_later() -> None:
    host = Host(Opened("dungeon", {"players": 2}, ("", ""), SEED))
    host.add(Sat(0, "Ana", ""))
    host.add(host.table.sit("Luis", "", share=hash_share(LUIS)))
    assert (host.table.shares.owed, host.table.shares.owed_by(0), host.table.shares.owed_by(1)) == (
        "commit",
        "commit",
        None,
    )
    host.add(host.table.shares.commit(0, hash_share(ANA)))
    assert host.table.shares.commit(0, hash_share(ANA)) is None
    assert host.table.shares.owed == "reveal"
    with pytest.raises(Refusal, match="share_not_owed"):
        host.table.shares.commit(0, hash_share("another"))


def test_words_given_at_once_need_no_reveal() -> None:
    host = Host(Opened("dungeon", {"players": 2}, ("", ""), SEED))
    host.add(host.table.sit("Ana", "plain words"))
    host.add(host.table.sit("Luis", "", share=hash_share(LUIS)))
    host.add(host.table.shares.reveal(1, LUIS))
    assert host.settle() == [Began()]


def test_when_somebody_leaves_revealed_shares_are_void_and_drawn_again() -> None:
    host = committed()
    host.add(host.table.shares.reveal(0, ANA))
    host.add(host.table.leave(1))
    assert host.table.shares.owed_by(0) == "commit"
    host.add(host.table.sit("Eva", "", share=hash_share("eva")))
    assert host.table.shares.owed == "commit"
    host.add(host.table.shares.commit(0, hash_share("ana again")))
    host.add(host.table.shares.reveal(0, "ana again"))
    host.add(host.table.shares.reveal(1, "eva"))
    assert host.settle() == [Began()]


def test_a_revealed_share_is_not_accepted_as_a_new_commitment() -> None:
    host = committed()
    host.add(host.table.shares.reveal(0, ANA))
    host.add(host.table.leave(1))
    for refused in (
        lambda: host.table.shares.commit(0, hash_share(ANA)),
        lambda: host.table.sit("Eva", "", share=hash_share(ANA)),
    ):
        with pytest.raises(Refusal, match="share_taken"):
            refused()
    host.add(host.table.sit("Luis", "", share=hash_share(LUIS)))


def test_the_revealed_share_of_a_player_who_left_stays_refused() -> None:
    host = committed()
    host.add(host.table.shares.reveal(1, LUIS))
    host.add(host.table.leave(1))
    with pytest.raises(Refusal, match="share_taken"):
        host.table.sit("Eva", "", share=hash_share(LUIS))


def test_commitments_stay_when_somebody_leaves_before_any_share_is_revealed() -> None:
    host = committed()
    host.add(host.table.leave(1))
    assert host.table.seats[0].share == hash_share(ANA)
    assert host.table.shares.owed_by(0) is None


def test_at_a_listed_table_a_share_that_does_not_come_costs_the_seat() -> None:
    host = committed(listed=True)
    host.add(host.table.shares.reveal(0, ANA))
    assert host.table.deadline() == host.now + LISTED_SHARE_TIMEOUT_S
    host.now += LISTED_SHARE_TIMEOUT_S - 0.1
    assert host.settle() == []
    host.now += 0.1
    assert host.settle() == [Left(1)]
    assert host.table.status == "open"


def test_a_clock_says_how_long_a_share_may_take_and_friends_wait_for_ever() -> None:
    assert committed(clock=Clock(30, 0)).table.deadline() == 1030.0
    assert committed().table.deadline() is None


def test_a_closed_table_needs_no_shares() -> None:
    host = committed()
    host.add(Closed())
    assert host.table.shares.owed is None
    assert host.table.shares.owed_by(0) is None
