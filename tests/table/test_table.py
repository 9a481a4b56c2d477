"""Live tables: seats, moves, windows, clocks, undo, resignation and rematches."""

import hashlib
from random import Random

import pytest

from underdeck.agents import find_bot
from underdeck.deal import Fair
from underdeck.refusal import IllegalMove, Refusal
from underdeck.table.assists import MAX_UNDOS, can_count, can_undo, count, undo, unseen_cards
from underdeck.table.due import due_entry
from underdeck.table.entries import (
    Answered,
    AnyEntry,
    Began,
    Clock,
    Closed,
    Made,
    Opened,
    Replaced,
    Resumed,
    Sat,
    Shut,
    Undone,
    read_entry,
    write_entry,
)
from underdeck.table.rematch import wants_rematch, wish
from underdeck.table.table import Table, fold

SEED = "11" * 32


class Host:
    """A table and its log, with a clock that stands until it is moved."""

    def __init__(self, opened: Opened) -> None:
        self.now = 1000.0
        self.log: list[tuple[bytes, float]] = []
        self.table = Table("t")
        self.add(opened)

    def add(self, entry: AnyEntry | None) -> None:
        """Let something happen, by way of what is stored."""
        assert entry is not None
        body = write_entry(entry)
        self.log.append((body, self.now))
        self.table.apply(read_entry(body), self.now)

    def settle(self) -> list[AnyEntry]:
        """What follows without anybody's word."""
        done: list[AnyEntry] = []
        while (entry := due_entry(self.table, self.now)) is not None:
            self.add(entry)
            done.append(entry)
        return done

    def again(self) -> Table:
        """The table from its log."""
        return fold("t", [(read_entry(body), at) for body, at in self.log])

    def play(self, random: Random, until: str = "over", most: int = 3000) -> None:
        """Everybody plays carefully until the table is like that."""
        choose = find_bot("careful")
        for _ in range(most):
            self.settle()
            table = self.table
            if table.status == until or (
                until == "window" and table.window.is_open and not table.window.answers
            ):
                return
            asked = [seat for seat in table.waiting if seat not in table.window.answers]
            if not asked:
                self.now = table.deadline() or self.now + 1
                continue
            seat = random.choice(asked)
            move = str(choose(table.game_played.view(seat), random))
            bot = table.seats[seat].bot
            self.add(
                table.bot_move(seat, move, table.stage)
                if bot
                else table.move(seat, move, f"{table.version}", table.stage)
            )
        raise AssertionError("it never came to that")


def dungeon(people: int = 2, players: int = 4, **options: object) -> Host:
    """A table of Dungeon with that many people, who have sat down."""
    house: dict[str, int | bool] = {"players": players, "counter_attack": 1}
    host = Host(
        Opened(
            "dungeon",
            house,
            ("",) * people + ("careful",) * (players - people),
            SEED,
            **options,  # type: ignore[arg-type]
        )
    )
    for number in range(people):
        host.add(host.table.sit(f"P{number}", "words"))
    host.settle()
    return host


def test_a_game_begins_when_every_seat_is_taken() -> None:
    host = Host(Opened("dungeon", {"players": 2}, ("", ""), SEED))
    host.add(host.table.sit("Ana", "one"))
    assert host.table.status == "open"
    assert due_entry(host.table, host.now) is None
    host.add(host.table.sit("Luis", "two"))
    assert host.settle() == [Began()]
    assert host.table.status == "running"
    with pytest.raises(Refusal, match="seat_taken"):
        host.table.sit("Eva", "three")


def test_who_leaves_before_the_start_leaves_a_free_seat() -> None:
    host = Host(Opened("dungeon", {"players": 2}, ("", ""), SEED))
    host.add(host.table.sit("Ana", "one"))
    host.add(host.table.leave(0))
    with pytest.raises(Refusal, match="unknown_key"):
        host.table.leave(0)
    assert host.table.sit("Eva", "x").seat == 0


def test_who_sits_down_later_is_somebody_else() -> None:
    host = Host(Opened("dungeon", {"players": 2}, ("", ""), SEED))
    host.add(host.table.sit("Ana", "one"))
    first = dict(host.table.taken)
    host.add(host.table.leave(0))
    assert host.table.taken == {}
    host.add(host.table.sit("Ana", "one"))
    assert first[0] != host.table.taken[0]
    assert host.again().taken == host.table.taken


def test_a_solitaire_that_its_player_leaves_waits_as_it_is() -> None:
    host = Host(Opened("tomb", {}, ("",), SEED))
    host.add(host.table.sit("Ana", "one"))
    host.settle()
    assert host.table.leave(0) is None


def test_at_a_closed_table_nothing_is_taken_back() -> None:
    host = Host(Opened("tomb", {}, ("",), SEED))
    host.add(host.table.sit("Ana", "one"))
    host.settle()
    host.add(host.table.move(0, "delve", "m"))
    host.add(Closed())
    with pytest.raises(Refusal, match="table_closed"):
        undo(host.table, 0, "u")
    with pytest.raises(Refusal, match="table_closed"):
        host.table.move(0, "draw", "n")


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\u202eb", "a\x07"])
def test_names_are_short_and_visible(name: str) -> None:
    host = Host(Opened("dungeon", {"players": 2}, ("", ""), SEED))
    with pytest.raises(Refusal, match="bad_name"):
        host.table.sit(name, "")


def test_the_shuffle_is_promised_before_and_mixes_everybodys_words() -> None:
    host = dungeon()
    assert host.table.commitment == hashlib.sha256(bytes.fromhex(SEED)).hexdigest()
    deal = host.table.game_played.record.deal
    assert isinstance(deal.source, Fair)
    assert deal.source.mix == ("words", "words")


@pytest.mark.parametrize("people", [1, 2, 4])
@pytest.mark.parametrize("seed", range(4))
def test_whole_games_come_out_the_same_from_their_logs(people: int, seed: int) -> None:
    host = dungeon(people)
    host.play(Random(seed))
    again = host.again()
    assert again.game_played.result() == host.table.game_played.result()
    assert again.game_played.record.moves == host.table.game_played.record.moves
    assert [stage.events for stage in again.history.stages] == [
        stage.events for stage in host.table.history.stages
    ]
    assert again.made == host.table.made


def test_a_move_must_be_chosen_at_the_stage_that_is_shown() -> None:
    host = dungeon()
    seat = host.table.waiting[0]
    move = str(host.table.game_played.view(seat).legal[0])
    with pytest.raises(Refusal, match="stale"):
        host.table.move(seat, move, "a", host.table.stage - 1)
    with pytest.raises(IllegalMove):
        host.table.move(seat, "pass", "a", host.table.stage)
    assert host.table.move(seat, move, "a", host.table.stage) == Made(seat, move, "a")


def test_answers_to_a_window_stay_face_down_until_it_closes() -> None:
    host = dungeon(people=3, players=3)
    host.play(Random(5), until="window")
    table = host.table
    stage, first = table.stage, table.waiting[0]
    host.add(table.move(first, "pass", "a", stage))
    assert table.stage == stage
    assert table.history.events_after(stage, None) == []
    assert first in table.waiting
    assert due_entry(table, host.now) is None
    with pytest.raises(Refusal, match="answered_already"):
        table.move(first, "pass", "b", stage)
    closes = table.window_closes()
    assert closes == host.now + table.terms.window
    host.now = closes
    assert host.settle()[0] == Shut()
    assert table.stage > stage


def test_a_window_lasts_as_long_when_everybody_has_answered() -> None:
    host = dungeon(people=3, players=3)
    host.play(Random(5), until="window")
    for seat in host.table.waiting:
        host.add(host.table.move(seat, "pass", f"a{seat}", host.table.stage))
    assert due_entry(host.table, host.now) is None
    assert host.table.deadline() == host.now + host.table.terms.window


def test_nobody_learns_in_which_order_others_passed() -> None:
    shown = []
    for turned in (False, True):
        host = dungeon(people=3, players=3)
        host.play(Random(5), until="window")
        stage = host.table.stage
        for seat in sorted(host.table.waiting, reverse=turned):
            host.add(host.table.move(seat, "pass", f"a{seat}", stage))
        host.now = host.table.window_closes() or 0.0
        host.settle()
        shown.append(host.table.history.events_after(stage, None))
    assert len(shown[0]) > 1
    assert shown[0] == shown[1]


def test_one_person_among_bots_is_waited_for_and_no_longer() -> None:
    host = dungeon(people=1, players=3)
    host.play(Random(7), until="window")
    assert host.table.window_closes() is None
    assert host.table.deadline() is None


def test_a_bot_takes_over_when_the_clock_has_run_out() -> None:
    host = dungeon(people=2, players=2, clock=Clock(10, 20, "bot"))
    (first, *_) = host.table.waiting
    host.now += 29.9
    assert due_entry(host.table, host.now) is None
    host.now += 0.1
    assert host.settle()[0] == Replaced(first, "careful")
    with pytest.raises(Refusal, match="seat_replaced"):
        host.table.move(
            first, str(host.table.game_played.view(first).legal[0]), "x", host.table.stage
        )


def test_or_the_seat_loses_if_the_table_chose_that() -> None:
    host = dungeon(people=2, players=2, clock=Clock(10, 0, "lose"))
    host.now += 10
    (entry, *_) = host.settle()
    assert isinstance(entry, Made)
    assert (entry.move, entry.by) == ("resign", "clock")
    assert host.table.is_over


def test_who_resigns_does_so_as_soon_as_the_game_waits_for_them() -> None:
    host = dungeon(people=3, players=3)
    host.play(Random(1), until="window")
    idle = next(seat for seat in range(3) if seat not in host.table.waiting)
    host.add(host.table.resign(idle))
    assert host.table.stage
    host.play(Random(2), until="over")
    assert f"p{idle + 1} resign" in host.table.game_played.record.moves
    with pytest.raises(Refusal, match="cannot_resign"):
        host.table.resign(0)


def test_solitaires_are_taken_back_and_assisted_from_then_on() -> None:
    host = Host(Opened("tomb", {}, ("",), SEED))
    host.add(Sat(0, "Ana", "words"))
    host.settle()
    with pytest.raises(Refusal, match="nothing_to_undo"):
        undo(host.table, 0, "u")
    host.add(host.table.move(0, "delve", "a", host.table.stage))
    host.add(undo(host.table, 0, "u"))
    assert host.table.game_played.record.moves == []
    assert host.table.game_played.record.assists == ["undo"]
    with pytest.raises(Refusal, match="no_undo"):
        undo(dungeon().table, 0, "u")


def test_what_was_taken_back_did_not_happen() -> None:
    host = Host(Opened("tomb", {}, ("",), SEED))
    host.add(Sat(0, "Ana", "words"))
    host.settle()
    host.add(host.table.move(0, "delve", "a", host.table.stage))
    happened = host.table.history.events_before(host.table.stage)
    assert happened == host.table.history.stages[-1].events != []
    host.add(undo(host.table, 0, "u"))
    assert host.table.history.events_before(host.table.stage) == []
    host.add(host.table.move(0, "delve", "b", host.table.stage))
    assert host.table.history.events_before(host.table.stage) == happened


def a_solitaire() -> Host:
    """A Tomb at which Ana has sat down."""
    host = Host(Opened("tomb", {}, ("",), SEED))
    host.add(Sat(0, "Ana", "words"))
    host.settle()
    return host


def test_the_card_counter_is_opened_once() -> None:
    host = a_solitaire()
    host.add(count(host.table, 0, "c"))
    with pytest.raises(Refusal, match="counter_open"):
        count(host.table, 0, "d")


def test_the_card_counter_shows_the_deck_without_its_order_and_marks_the_game_assisted() -> None:
    host = a_solitaire()
    host.add(host.table.move(0, "delve", "a", host.table.stage))
    assert can_count(host.table, 0)
    assert unseen_cards(host.table, 0) is None
    stage = host.table.stage
    host.add(count(host.table, 0, "c"))
    played = host.table.game_played
    deck = played.state.deck[played.state.top : played.state.bottom]
    assert unseen_cards(host.table, 0) == tuple(sorted(deck))
    assert played.record.assists == ["count"]
    assert host.table.made[0, "c"] == host.table.stage == stage + 1
    assert not can_count(host.table, 0)


def test_a_counter_stays_open_and_follows_the_cards_and_so_it_is_read_back() -> None:
    host = a_solitaire()
    host.add(count(host.table, 0, "c"))
    assert len(unseen_cards(host.table, 0) or ()) == 44
    host.add(host.table.move(0, "delve", "a", host.table.stage))
    left = unseen_cards(host.table, 0)
    assert left is not None
    assert len(left) == host.table.game_played.view(0).as_json()["deck"]
    assert unseen_cards(host.again(), 0) == left
    host.add(undo(host.table, 0, "u"))
    assert len(unseen_cards(host.table, 0) or ()) == 44
    assert host.table.game_played.record.assists == ["count", "undo"]


def test_nobody_but_the_player_is_shown_the_unseen_cards() -> None:
    host = a_solitaire()
    host.add(count(host.table, 0, "c"))
    assert unseen_cards(host.table, None) is None
    assert host.table.game_played.game.unseen(host.table.game_played.state, 1) is None


def test_a_game_of_several_has_no_card_counter() -> None:
    host = dungeon()
    assert not can_count(host.table, 0)
    with pytest.raises(Refusal, match="no_counter"):
        count(host.table, 0, "c")


def test_cards_are_counted_while_a_game_runs_and_neither_before_nor_after() -> None:
    host = Host(Opened("tomb", {}, ("",), SEED))
    assert not can_count(host.table, 0)
    with pytest.raises(Refusal, match="not_begun"):
        count(host.table, 0, "c")
    host = a_solitaire()
    choose = Random(1)
    while not host.table.is_over:
        host.add(
            host.table.move(
                0, str(choose.choice(host.table.game_played.view(0).legal)), f"{host.table.version}"
            )
        )
    assert not can_count(host.table, 0)
    with pytest.raises(Refusal, match="game_over"):
        count(host.table, 0, "c")
    host = a_solitaire()
    host.add(Closed())
    assert not can_count(host.table, 0)
    with pytest.raises(Refusal, match="table_closed"):
        count(host.table, 0, "c")


def test_a_rematch_needs_everybodys_wish() -> None:
    host = dungeon(people=2, players=2)
    with pytest.raises(Refusal, match="no_rematch"):
        wish(host.table, 0)
    host.play(Random(3))
    host.add(wish(host.table, 0))
    assert not wants_rematch(host.table)
    host.add(wish(host.table, 1))
    assert wants_rematch(host.table)


def test_bots_that_thought_too_long_come_too_late() -> None:
    host = dungeon(people=1, players=2)
    host.play(Random(1), until="running")
    stage = host.table.stage
    seat = next(number for number, each in enumerate(host.table.seats) if each.bot)
    assert host.table.bot_move(seat, "pass", stage - 1) is None


def test_every_entry_is_read_back_as_it_was_written() -> None:
    host = dungeon()
    host.play(Random(9))
    kinds = {type(read_entry(body)) for body, _ in host.log}
    assert kinds >= {Opened, Sat, Began, Made, Answered, Shut}
    assert all(write_entry(read_entry(body)) == body for body, _ in host.log)


@pytest.mark.parametrize(("named", "played"), [({}, 1), ({"rules": 2}, 2)])
def test_a_table_is_played_by_the_rules_it_was_opened_with(
    named: dict[str, int], played: int
) -> None:
    host = dungeon(**named)
    assert (b"rules" in host.log[0][0]) == bool(named)
    for table in (host.table, host.again()):
        assert (table.game_played.record.rules, table.game_played.state.rules) == (played, played)


# Interruptions, clocks that go back, and long logs


def test_after_an_interruption_running_clocks_and_an_open_window_start_afresh() -> None:
    host = dungeon(people=2, players=2, clock=Clock(10, 30))
    seat = host.table.waiting[0]
    host.now += 35
    host.add(Resumed())
    assert host.table.clocks.deadline(seat) == host.now + 40
    assert host.table.clocks.reserves == [30.0, 30.0]
    assert host.again().clocks == host.table.clocks
    stage = host.table.stage
    host.play(Random(1), "window")
    host.now += 3
    host.add(Resumed())
    assert host.table.window_closes() == host.now + host.table.terms.window
    assert host.table.stage > stage


def test_times_of_a_log_that_go_back_do_not_lengthen_or_shorten_a_clock() -> None:
    host = dungeon(people=2, players=2, clock=Clock(10, 30))
    host.now -= 3600
    seat = host.table.waiting[0]
    host.add(Resumed())
    assert host.table.changed == 1000.0
    assert host.table.clocks.deadline(seat) == 1040.0


def solitaire() -> Host:
    """A solitaire that has begun."""
    host = Host(Opened("tomb", {}, ("",), SEED))
    host.add(host.table.sit("Ana", "one"))
    host.settle()
    return host


def test_a_move_that_was_taken_back_is_not_told_again() -> None:
    host = solitaire()
    opening = host.table.history.events_after(0, 0)
    host.add(host.table.move(0, "delve", "a"))
    assert len(host.table.history.events_after(0, 0)) > len(opening)
    host.add(undo(host.table, 0, "b"))
    assert host.table.history.events_after(0, 0) == opening
    host.add(host.table.move(0, "delve", "c"))
    assert [
        event for event in host.table.history.events_after(0, 0) if event not in opening
    ] == host.table.history.stages[-1].events
    assert [stage.events for stage in host.again().history.stages] == [
        stage.events for stage in host.table.history.stages
    ]


def test_only_so_many_moves_can_be_taken_back() -> None:
    host = solitaire()
    for number in range(MAX_UNDOS):
        host.add(host.table.move(0, "delve", f"m{number}"))
        host.add(undo(host.table, 0, f"u{number}"))
    host.add(host.table.move(0, "delve", "last"))
    with pytest.raises(Refusal, match="too_many_undos"):
        undo(host.table, 0, "one more")
    assert not can_undo(host.table, 0)


def test_a_log_with_more_undos_than_that_can_still_be_read() -> None:
    host = solitaire()
    for number in range(MAX_UNDOS + 1):
        host.add(Made(0, "delve", f"m{number}"))
        host.add(Undone(0, f"u{number}"))
    assert host.again().undos == MAX_UNDOS + 1
