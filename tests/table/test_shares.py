"""All players commit to a share of the shuffle before anyone reveals one."""

import pytest

from table.local_table import SEED, LocalTable
from underdeck.deal import Fair
from underdeck.refusal import Refusal
from underdeck.table.commitments import hash_share
from underdeck.table.entries import Began, Clock, Closed, Left, Opened, Sat
from underdeck.table.table import LISTED_SHARE_TIMEOUT_S

ANA, LUIS = "ana's secret share", "luis's secret share"


def committed(**options: object) -> LocalTable:
    """Return a table of two people who have committed to their shares."""
    local = LocalTable(Opened("dungeon", {"players": 2}, ("", ""), SEED, **options))  # type: ignore[arg-type]
    local.add(local.table.sit("Ana", "", share=hash_share(ANA)))
    local.add(local.table.sit("Luis", "", share=hash_share(LUIS)))
    return local


def test_the_game_begins_when_both_shares_are_revealed_and_mixes_them() -> None:
    local = committed()
    assert local.settle() == []
    assert local.table.status == "open"
    local.add(local.table.shares.reveal(0, ANA))
    assert local.settle() == []
    local.add(local.table.shares.reveal(1, LUIS))
    assert local.settle() == [Began()]
    fair = local.table.game_played.record.deal.source
    assert isinstance(fair, Fair)
    assert fair.mix == (ANA, LUIS)
    assert local.again().game_played.record.deal == local.table.game_played.record.deal


def test_nobody_reveals_before_everybody_has_committed() -> None:
    local = LocalTable(Opened("dungeon", {"players": 2}, ("", ""), SEED))
    local.add(local.table.sit("Ana", "", share=hash_share(ANA)))
    assert local.table.shares.owed_by(0) is None
    with pytest.raises(Refusal, match="share_not_owed"):
        local.table.shares.reveal(0, ANA)
    local.add(local.table.sit("Luis", "", share=hash_share(LUIS)))
    assert [local.table.shares.owed_by(seat) for seat in (0, 1, None)] == ["reveal", "reveal", None]


def test_a_revealed_share_must_match_its_commitment() -> None:
    local = committed()
    with pytest.raises(Refusal, match="share_mismatch"):
        local.table.shares.reveal(0, "something better")
    local.add(local.table.shares.reveal(0, ANA))
    assert local.table.shares.reveal(0, ANA) is None
    with pytest.raises(Refusal, match="share_not_owed"):
        local.table.shares.reveal(0, "something else")


@pytest.mark.parametrize("share", ["", "abc", "A" * 64, "g" * 64])
def test_a_commitment_is_a_hash(share: str) -> None:
    local = LocalTable(Opened("dungeon", {"players": 2}, ("", ""), SEED))
    local.add(Sat(0, "Ana", ""))
    with pytest.raises(Refusal, match="bad_share"):
        local.table.shares.commit(0, share or "0" * 63)


def test_nobody_repeats_the_commitment_of_another_player() -> None:
    local = LocalTable(Opened("dungeon", {"players": 2}, ("", ""), SEED))
    local.add(local.table.sit("Ana", "", share=hash_share(ANA)))
    with pytest.raises(Refusal, match="share_taken"):
        local.table.sit("Luis", "", share=hash_share(ANA))


def test_a_person_seated_without_a_share_commits_later() -> None:
    local = LocalTable(Opened("dungeon", {"players": 2}, ("", ""), SEED))
    local.add(Sat(0, "Ana", ""))
    local.add(local.table.sit("Luis", "", share=hash_share(LUIS)))
    assert (
        local.table.shares.owed,
        local.table.shares.owed_by(0),
        local.table.shares.owed_by(1),
    ) == (
        "commit",
        "commit",
        None,
    )
    local.add(local.table.shares.commit(0, hash_share(ANA)))
    assert local.table.shares.commit(0, hash_share(ANA)) is None
    assert local.table.shares.owed == "reveal"
    with pytest.raises(Refusal, match="share_not_owed"):
        local.table.shares.commit(0, hash_share("another"))


def test_words_given_at_once_need_no_reveal() -> None:
    local = LocalTable(Opened("dungeon", {"players": 2}, ("", ""), SEED))
    local.add(local.table.sit("Ana", "plain words"))
    local.add(local.table.sit("Luis", "", share=hash_share(LUIS)))
    local.add(local.table.shares.reveal(1, LUIS))
    assert local.settle() == [Began()]


def test_revealed_shares_are_void_when_somebody_leaves() -> None:
    local = committed()
    local.add(local.table.shares.reveal(0, ANA))
    local.add(local.table.leave(1))
    assert local.table.shares.owed_by(0) == "commit"
    local.add(local.table.sit("Eva", "", share=hash_share("eva")))
    assert local.table.shares.owed == "commit"
    local.add(local.table.shares.commit(0, hash_share("ana again")))
    local.add(local.table.shares.reveal(0, "ana again"))
    local.add(local.table.shares.reveal(1, "eva"))
    assert local.settle() == [Began()]


def test_a_revealed_share_is_not_accepted_as_a_new_commitment() -> None:
    local = committed()
    local.add(local.table.shares.reveal(0, ANA))
    local.add(local.table.leave(1))
    for refused in (
        lambda: local.table.shares.commit(0, hash_share(ANA)),
        lambda: local.table.sit("Eva", "", share=hash_share(ANA)),
    ):
        with pytest.raises(Refusal, match="share_taken"):
            refused()
    local.add(local.table.sit("Luis", "", share=hash_share(LUIS)))


def test_the_revealed_share_of_a_player_who_left_stays_refused() -> None:
    local = committed()
    local.add(local.table.shares.reveal(1, LUIS))
    local.add(local.table.leave(1))
    with pytest.raises(Refusal, match="share_taken"):
        local.table.sit("Eva", "", share=hash_share(LUIS))


def test_commitments_stay_when_somebody_leaves_before_any_share_is_revealed() -> None:
    local = committed()
    local.add(local.table.leave(1))
    assert local.table.seats[0].share == hash_share(ANA)
    assert local.table.shares.owed_by(0) is None


def test_a_missing_share_costs_the_seat_at_a_listed_table() -> None:
    local = committed(listed=True)
    local.add(local.table.shares.reveal(0, ANA))
    assert local.table.deadline() == local.now + LISTED_SHARE_TIMEOUT_S
    local.now += LISTED_SHARE_TIMEOUT_S - 0.1
    assert local.settle() == []
    local.now += 0.1
    assert local.settle() == [Left(1)]
    assert local.table.status == "open"


def test_the_clock_limits_the_time_for_a_share_and_without_one_friends_wait() -> None:
    assert committed(clock=Clock(30, 0)).table.deadline() == 1030.0
    assert committed().table.deadline() is None


def test_a_closed_table_needs_no_shares() -> None:
    local = committed()
    local.add(Closed())
    assert local.table.shares.owed is None
    assert local.table.shares.owed_by(0) is None
