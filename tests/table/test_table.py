"""Live tables: seats, moves, windows, clocks, resignation and rematches."""

import hashlib
from random import Random

import pytest

from table.local_table import SEED, LocalTable, dungeon
from underdeck.deal import Fair
from underdeck.refusal import IllegalMove, Refusal
from underdeck.table.assists import undo
from underdeck.table.due import due_entry
from underdeck.table.entries import (
    Answered,
    Began,
    Clock,
    Closed,
    Made,
    Opened,
    Replaced,
    Resumed,
    Sat,
    Shut,
    read_entry,
    write_entry,
)
from underdeck.table.rematch import wants_rematch, wish


def test_a_game_begins_when_every_seat_is_taken() -> None:
    local = LocalTable(Opened("dungeon", {"players": 2}, ("", ""), SEED))
    local.add(local.table.sit("Ana", "one"))
    assert (local.table.status, due_entry(local.table, local.now)) == ("open", None)
    local.add(local.table.sit("Luis", "two"))
    assert local.settle() == [Began()]
    assert local.table.status == "running"
    with pytest.raises(Refusal, match="seat_taken"):
        local.table.sit("Eva", "three")


def test_a_seat_is_free_again_when_its_person_leaves_before_the_game() -> None:
    local = LocalTable(Opened("dungeon", {"players": 2}, ("", ""), SEED))
    local.add(local.table.sit("Ana", "one"))
    local.add(local.table.leave(0))
    with pytest.raises(Refusal, match="unknown_key"):
        local.table.leave(0)
    assert local.table.sit("Eva", "x").seat == 0


def test_two_people_in_the_same_seat_are_told_apart() -> None:
    local = LocalTable(Opened("dungeon", {"players": 2}, ("", ""), SEED))
    local.add(local.table.sit("Ana", "one"))
    first = dict(local.table.taken)
    local.add(local.table.leave(0))
    assert local.table.taken == {}
    local.add(local.table.sit("Ana", "one"))
    assert first[0] != local.table.taken[0]
    assert local.again().taken == local.table.taken


def test_leaving_a_solitaire_does_not_end_it() -> None:
    local = LocalTable(Opened("tomb", {}, ("",), SEED))
    local.add(local.table.sit("Ana", "one"))
    local.settle()
    assert local.table.leave(0) is None


def test_a_closed_table_accepts_no_moves_and_no_undo() -> None:
    local = LocalTable(Opened("tomb", {}, ("",), SEED))
    local.add(local.table.sit("Ana", "one"))
    local.settle()
    local.add(local.table.move(0, "delve", "m"))
    local.add(Closed())
    with pytest.raises(Refusal, match="table_closed"):
        undo(local.table, 0, "u")
    with pytest.raises(Refusal, match="table_closed"):
        local.table.move(0, "draw", "n")


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\u202eb", "a\x07"])
def test_names_are_short_and_visible(name: str) -> None:
    local = LocalTable(Opened("dungeon", {"players": 2}, ("", ""), SEED))
    with pytest.raises(Refusal, match="bad_name"):
        local.table.sit(name, "")


def test_the_shuffle_is_promised_before_and_mixes_everybodys_words() -> None:
    local = dungeon()
    assert local.table.commitment == hashlib.sha256(bytes.fromhex(SEED)).hexdigest()
    deal = local.table.game_played.record.deal
    assert isinstance(deal.source, Fair)
    assert deal.source.mix == ("words", "words")


@pytest.mark.parametrize("people", [1, 2, 4])
@pytest.mark.parametrize("seed", range(4))
def test_a_game_folded_from_its_log_is_the_same(people: int, seed: int) -> None:
    local = dungeon(people)
    local.play(Random(seed))
    again = local.again()
    assert again.game_played.result() == local.table.game_played.result()
    assert again.game_played.record.moves == local.table.game_played.record.moves
    assert [stage.events for stage in again.history.stages] == [
        stage.events for stage in local.table.history.stages
    ]
    assert again.made == local.table.made


def test_a_move_must_be_chosen_at_the_stage_that_is_shown() -> None:
    local = dungeon()
    seat = local.table.waiting[0]
    move = str(local.table.game_played.view(seat).legal[0])
    with pytest.raises(Refusal, match="stale"):
        local.table.move(seat, move, "a", local.table.stage - 1)
    with pytest.raises(IllegalMove):
        local.table.move(seat, "pass", "a", local.table.stage)
    assert local.table.move(seat, move, "a", local.table.stage) == Made(seat, move, "a")


def test_a_bid_is_not_stale_because_of_another_bid() -> None:
    local = dungeon(people=3, players=3)
    stage, (first, second, third) = local.table.stage, local.table.waiting
    bids = {seat: distinct_bid(local, seat) for seat in (first, second, third)}
    local.add(local.table.move(first, bids[first], "a", stage))
    assert local.table.stage == stage + 1
    with pytest.raises(Refusal, match="stale"):
        local.table.move(first, bids[first], "b", stage)
    with pytest.raises(Refusal, match="stale"):
        local.table.move(second, bids[second], "b", stage - 1)
    with pytest.raises(Refusal, match="stale"):
        local.table.move(second, bids[second], "b", stage + 2)
    assert local.again().asked_at == local.table.asked_at
    local.add(local.table.move(second, bids[second], "b", stage))
    local.add(local.table.move(third, bids[third], "c", stage))
    chooser = local.table.waiting[0]
    move = str(local.table.game_played.view(chooser).legal[0])
    with pytest.raises(Refusal, match="stale"):
        local.table.move(chooser, move, "d", stage)


def distinct_bid(local: LocalTable, seat: int) -> str:
    """Return a bid that no other seat makes."""
    bids = [str(move) for move in local.table.game_played.view(seat).legal if move.word == "bid"]
    return bids[seat % len(bids)]


def test_an_ace_in_the_bid_makes_other_bids_stale() -> None:
    local = dungeon(people=2)
    stage = local.table.stage
    views = {seat: local.table.game_played.view(seat) for seat in local.table.waiting}
    (ace,) = {seat for seat, view in views.items() if "ace A" in map(str, view.legal)}
    local.add(local.table.move(ace, "ace A", "a", stage))
    other = 1 - ace
    bid = next(str(move) for move in views[other].legal if move.word == "bid")
    with pytest.raises(Refusal, match="stale"):
        local.table.move(other, bid, "b", stage)


def test_a_resignation_in_the_bid_makes_other_bids_stale() -> None:
    local = dungeon(people=3, players=3)
    stage, (first, second, _third) = local.table.stage, local.table.waiting
    bid = distinct_bid(local, second)
    local.add(Made(first, "resign"))
    with pytest.raises(Refusal, match="stale"):
        local.table.move(second, bid, "b", stage)


def test_answers_to_a_window_stay_face_down_until_it_closes() -> None:
    local = dungeon(people=3, players=3)
    local.play(Random(5), until="window")
    table = local.table
    stage, first = table.stage, table.waiting[0]
    local.add(table.move(first, "pass", "a", stage))
    assert table.stage == stage
    assert table.history.events_after(stage, None) == []
    assert first in table.waiting
    assert due_entry(table, local.now) is None
    with pytest.raises(Refusal, match="answered_already"):
        table.move(first, "pass", "b", stage)
    closes = table.window_closes()
    assert closes == local.now + table.terms.window
    local.now = closes
    assert local.settle()[0] == Shut()
    assert table.stage > stage


def test_a_window_stays_open_when_everybody_has_answered() -> None:
    local = dungeon(people=3, players=3)
    local.play(Random(5), until="window")
    for seat in local.table.waiting:
        local.add(local.table.move(seat, "pass", f"a{seat}", local.table.stage))
    assert due_entry(local.table, local.now) is None
    assert local.table.deadline() == local.now + local.table.terms.window


def test_nobody_learns_in_which_order_others_passed() -> None:
    shown = []
    for turned in (False, True):
        local = dungeon(people=3, players=3)
        local.play(Random(5), until="window")
        stage = local.table.stage
        for seat in sorted(local.table.waiting, reverse=turned):
            local.add(local.table.move(seat, "pass", f"a{seat}", stage))
        local.now = local.table.window_closes() or 0.0
        local.settle()
        shown.append(local.table.history.events_after(stage, None))
    assert len(shown[0]) > 1
    assert shown[0] == shown[1]


def test_a_window_with_one_person_among_bots_has_no_deadline() -> None:
    local = dungeon(people=1, players=3)
    local.play(Random(7), until="window")
    assert local.table.window_closes() is None
    assert local.table.deadline() is None


def test_a_bot_takes_over_when_the_clock_has_run_out() -> None:
    local = dungeon(people=2, players=2, clock=Clock(10, 20, "bot"))
    (first, *_) = local.table.waiting
    local.now += 29.9
    assert due_entry(local.table, local.now) is None
    local.now += 0.1
    assert local.settle()[0] == Replaced(first, "careful")
    with pytest.raises(Refusal, match="seat_replaced"):
        local.table.move(
            first, str(local.table.game_played.view(first).legal[0]), "x", local.table.stage
        )


def test_the_seat_loses_when_the_clock_has_run_out_if_the_table_says_so() -> None:
    local = dungeon(people=2, players=2, clock=Clock(10, 0, "lose"))
    local.now += 10
    (entry, *_) = local.settle()
    assert isinstance(entry, Made)
    assert (entry.move, entry.by) == ("resign", "clock")
    assert local.table.is_over


def test_a_seat_resigns_as_soon_as_the_game_waits_for_it() -> None:
    local = dungeon(people=3, players=3)
    local.play(Random(1), until="window")
    idle = next(seat for seat in range(3) if seat not in local.table.waiting)
    local.add(local.table.resign(idle))
    assert local.table.stage
    local.play(Random(2), until="over")
    assert f"p{idle + 1} resign" in local.table.game_played.record.moves
    with pytest.raises(Refusal, match="cannot_resign"):
        local.table.resign(0)


def test_a_rematch_needs_everybodys_wish() -> None:
    local = dungeon(people=2, players=2)
    with pytest.raises(Refusal, match="no_rematch"):
        wish(local.table, 0)
    local.play(Random(3))
    local.add(wish(local.table, 0))
    assert not wants_rematch(local.table)
    local.add(wish(local.table, 1))
    assert wants_rematch(local.table)


def test_a_bots_move_for_an_older_stage_is_dropped() -> None:
    local = dungeon(people=1, players=2)
    local.play(Random(1), until="running")
    stage = local.table.stage
    seat = next(number for number, each in enumerate(local.table.seats) if each.bot)
    assert local.table.bot_move(seat, "pass", stage - 1) is None


def test_every_entry_is_read_back_as_it_was_written() -> None:
    local = dungeon()
    local.play(Random(9))
    kinds = {type(read_entry(body)) for body, _ in local.log}
    assert kinds >= {Opened, Sat, Began, Made, Answered, Shut}
    assert all(write_entry(read_entry(body)) == body for body, _ in local.log)


@pytest.mark.parametrize(("named", "played"), [({}, 1), ({"rules": 2}, 2)])
def test_a_table_is_played_by_the_rules_it_was_opened_with(
    named: dict[str, int], played: int
) -> None:
    local = dungeon(**named)
    assert (b"rules" in local.log[0][0]) == bool(named)
    for table in (local.table, local.again()):
        assert (table.game_played.record.rules, table.game_played.state.rules) == (played, played)


# Interruptions, clocks that go back, and long logs


def test_running_clocks_and_an_open_window_restart_after_an_interruption() -> None:
    local = dungeon(people=2, players=2, clock=Clock(10, 30))
    seat = local.table.waiting[0]
    local.now += 35
    local.add(Resumed())
    assert local.table.clocks.deadline(seat) == local.now + 40
    assert local.table.clocks.reserves == [30.0, 30.0]
    assert local.again().clocks == local.table.clocks
    stage = local.table.stage
    local.play(Random(1), "window")
    local.now += 3
    local.add(Resumed())
    assert local.table.window_closes() == local.now + local.table.terms.window
    assert local.table.stage > stage


def test_times_that_go_back_in_a_log_do_not_change_a_clock() -> None:
    local = dungeon(people=2, players=2, clock=Clock(10, 30))
    local.now -= 3600
    seat = local.table.waiting[0]
    local.add(Resumed())
    assert local.table.changed == 1000.0
    assert local.table.clocks.deadline(seat) == 1040.0
