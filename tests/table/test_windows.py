"""Windows in games of one person against bots have no time limit."""

from campaign.races import window_with_aces
from underdeck.table.due import RESIGN, due_entry
from underdeck.table.entries import Answered, Replaced, Resigning, Shut
from underdeck.table.table import Table


def one_person_asked() -> tuple[Table, int]:
    """Return a table with a window that asks the person and a bot, and the person's seat."""
    log, (person, *_) = window_with_aces(0)
    table = Table("table")
    for entry in log:
        table.apply(entry, 0.0)
    for seat in range(len(table.seats)):
        if seat != person:
            table.apply(Replaced(seat, "random"), 1.0)
    return table, person


def test_a_window_waits_for_the_one_person_at_the_table() -> None:
    table, person = one_person_asked()
    for bot in table.bots_to_ask():
        table.apply(Answered(bot, "pass", by="bot"), 1.0)
    assert due_entry(table, 1e6) is None
    table.apply(table.move(person, "pass", "mine"), 1e6)
    assert due_entry(table, 1e6) == Shut()


def test_a_window_does_not_wait_for_a_person_who_resigns() -> None:
    table, person = one_person_asked()
    table.apply(Resigning(person), 1.0)
    for bot in table.bots_to_ask():
        assert due_entry(table, 1.0) is None
        table.apply(Answered(bot, "pass", by="bot"), 1.0)
    assert due_entry(table, 1.0) == Shut()
    table.apply(Shut(), 1.0)
    for _ in range(200):
        due = due_entry(table, 2.0)
        if due is not None:
            table.apply(due, 2.0)
        elif table.is_over or not table.game_played.game.waiting(table.game_played.state):
            break
        else:
            bot = table.bots_to_ask()[0]
            move = str(table.game_played.view(bot).legal[-1])
            made = table.bot_move(bot, move, table.stage)
            assert made is not None
            table.apply(made, 2.0)
    assert f"p{person + 1} {RESIGN}" in table.game_played.record.moves


def test_a_window_ends_early_only_if_all_other_people_have_resigned() -> None:
    log, _ = window_with_aces(0)
    table = Table("table")
    for entry in log:
        table.apply(entry, 0.0)
    closes = table.window_closes()
    assert closes is not None
    for seat in table.waiting:
        table.apply(Answered(seat, "pass"), 1.0)
    assert due_entry(table, closes - 0.1) is None
    *resigning, _ = table.people
    for seat in resigning:
        assert due_entry(table, closes - 0.1) is None
        table.apply(Resigning(seat), 1.0)
    assert table.window_closes() is None
    assert due_entry(table, 1.0) == Shut()
