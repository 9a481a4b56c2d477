"""R-20 Undo, the card counter and advice."""

from random import Random

import pytest

from table.local_table import SEED, LocalTable, a_solitaire, dungeon
from underdeck.refusal import Refusal
from underdeck.table import assists
from underdeck.table.assists import (
    MAX_UNDOS,
    advise,
    can_advise,
    can_count,
    can_undo,
    count,
    undo,
    unseen_cards,
)
from underdeck.table.entries import (
    Advised,
    Closed,
    Filled,
    Made,
    Opened,
    Replaced,
    Sat,
    Undone,
)


def test_undo_in_a_solitaire_marks_the_game_assisted() -> None:
    local = LocalTable(Opened("tomb", {}, ("",), SEED))
    local.add(Sat(0, "Ana", "words"))
    local.settle()
    with pytest.raises(Refusal, match="nothing_to_undo"):
        undo(local.table, 0, "u")
    local.add(local.table.move(0, "delve", "a", local.table.stage))
    local.add(undo(local.table, 0, "u"))
    assert local.table.game_played.record.moves == []
    assert local.table.game_played.record.assists == ["undo"]
    with pytest.raises(Refusal, match="no_undo"):
        undo(dungeon().table, 0, "u")


def test_events_of_an_undone_move_are_dropped() -> None:
    local = LocalTable(Opened("tomb", {}, ("",), SEED))
    local.add(Sat(0, "Ana", "words"))
    local.settle()
    local.add(local.table.move(0, "delve", "a", local.table.stage))
    happened = local.table.history.events_before(local.table.stage)
    assert happened == local.table.history.stages[-1].events != []
    local.add(undo(local.table, 0, "u"))
    assert local.table.history.events_before(local.table.stage) == []
    local.add(local.table.move(0, "delve", "b", local.table.stage))
    assert local.table.history.events_before(local.table.stage) == happened


def test_the_card_counter_is_opened_once() -> None:
    local = a_solitaire()
    local.add(count(local.table, 0, "c"))
    with pytest.raises(Refusal, match="counter_open"):
        count(local.table, 0, "d")


def test_the_card_counter_shows_the_deck_without_its_order_and_marks_the_game_assisted() -> None:
    local = a_solitaire()
    local.add(local.table.move(0, "delve", "a", local.table.stage))
    assert can_count(local.table, 0)
    assert unseen_cards(local.table, 0) is None
    stage = local.table.stage
    local.add(count(local.table, 0, "c"))
    played = local.table.game_played
    deck = played.state.deck[played.state.top : played.state.bottom]
    assert unseen_cards(local.table, 0) == tuple(sorted(deck))
    assert played.record.assists == ["count"]
    assert local.table.made[0, "c"] == local.table.stage == stage + 1
    assert not can_count(local.table, 0)


def test_an_open_card_counter_follows_the_cards_also_after_a_reload() -> None:
    local = a_solitaire()
    local.add(count(local.table, 0, "c"))
    assert len(unseen_cards(local.table, 0) or ()) == 44
    local.add(local.table.move(0, "delve", "a", local.table.stage))
    left = unseen_cards(local.table, 0)
    assert left is not None
    assert len(left) == local.table.game_played.view(0).as_json()["deck"]
    assert unseen_cards(local.again(), 0) == left
    local.add(undo(local.table, 0, "u"))
    assert len(unseen_cards(local.table, 0) or ()) == 44
    assert local.table.game_played.record.assists == ["count", "undo"]


def test_nobody_but_the_player_is_shown_the_unseen_cards() -> None:
    local = a_solitaire()
    local.add(count(local.table, 0, "c"))
    assert unseen_cards(local.table, None) is None
    assert local.table.game_played.game.unseen(local.table.game_played.state, 1) is None


def test_a_game_of_several_has_no_card_counter() -> None:
    local = dungeon()
    assert not can_count(local.table, 0)
    with pytest.raises(Refusal, match="no_counter"):
        count(local.table, 0, "c")


def test_the_card_counter_is_offered_only_while_a_game_runs() -> None:
    local = LocalTable(Opened("tomb", {}, ("",), SEED))
    assert not can_count(local.table, 0)
    with pytest.raises(Refusal, match="not_begun"):
        count(local.table, 0, "c")
    local = a_solitaire()
    choose = Random(1)
    while not local.table.is_over:
        local.add(
            local.table.move(
                0,
                str(choose.choice(local.table.game_played.view(0).legal)),
                f"{local.table.version}",
            )
        )
    assert not can_count(local.table, 0)
    with pytest.raises(Refusal, match="game_over"):
        count(local.table, 0, "c")
    local = a_solitaire()
    local.add(Closed())
    assert not can_count(local.table, 0)
    with pytest.raises(Refusal, match="table_closed"):
        count(local.table, 0, "c")


def test_an_undone_move_is_not_shown_again() -> None:
    local = a_solitaire()
    opening = local.table.history.events_after(0, 0)
    local.add(local.table.move(0, "delve", "a"))
    assert len(local.table.history.events_after(0, 0)) > len(opening)
    local.add(undo(local.table, 0, "b"))
    assert local.table.history.events_after(0, 0) == opening
    local.add(local.table.move(0, "delve", "c"))
    assert [
        event for event in local.table.history.events_after(0, 0) if event not in opening
    ] == local.table.history.stages[-1].events
    assert [stage.events for stage in local.again().history.stages] == [
        stage.events for stage in local.table.history.stages
    ]


def test_the_number_of_undos_is_limited() -> None:
    local = a_solitaire()
    for number in range(MAX_UNDOS):
        local.add(local.table.move(0, "delve", f"m{number}"))
        local.add(undo(local.table, 0, f"u{number}"))
    local.add(local.table.move(0, "delve", "last"))
    with pytest.raises(Refusal, match="too_many_undos"):
        undo(local.table, 0, "one more")
    assert not can_undo(local.table, 0)


def test_an_old_log_with_more_undos_still_folds() -> None:
    local = a_solitaire()
    for number in range(MAX_UNDOS + 1):
        local.add(Made(0, "delve", f"m{number}"))
        local.add(Undone(0, f"u{number}"))
    assert local.again().undos == MAX_UNDOS + 1


def test_the_first_advice_needs_a_confirmation_and_marks_the_game_assisted() -> None:
    local = a_solitaire()
    assert can_advise(local.table, 0)
    assert not can_advise(local.table, None)
    with pytest.raises(Refusal, match="advice_unconfirmed"):
        advise(local.table, 0, is_confirmed=False)
    assert local.table.game_played.record.assists == []
    stage, entry = local.table.stage, advise(local.table, 0, is_confirmed=True)
    assert entry == Advised(0)
    local.add(entry)
    assert local.table.game_played.record.assists == ["hint"]
    assert local.table.stage == stage + 1
    assert advise(local.table, 0, is_confirmed=False) is None


def test_advice_is_refused_where_undo_is_and_where_nobody_can_give_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = LocalTable(Opened("tomb", {}, ("",), SEED, board="competition:c"))
    board.add(Sat(0, "Ana", "words"))
    with pytest.raises(Refusal, match="not_begun"):
        advise(board.table, 0, is_confirmed=True)
    board.settle()
    assert not can_advise(board.table, 0)
    with pytest.raises(Refusal, match="no_assists"):
        advise(board.table, 0, is_confirmed=True)
    plain = a_solitaire()
    monkeypatch.setattr(assists, "has_advice", lambda _table: False)
    assert not can_advise(plain.table, 0)
    with pytest.raises(Refusal, match="no_advice"):
        advise(plain.table, 0, is_confirmed=True)
    monkeypatch.undo()
    closed = a_solitaire()
    closed.add(Closed())
    assert not can_advise(closed.table, 0)
    with pytest.raises(Refusal, match="table_closed"):
        advise(closed.table, 0, is_confirmed=True)


def test_among_bots_advice_is_for_own_decisions() -> None:
    local = dungeon(people=1, players=2)
    assert can_advise(local.table, 0)
    assert not can_advise(local.table, None)
    with pytest.raises(Refusal, match="advice_unconfirmed"):
        advise(local.table, 0, is_confirmed=False)
    entry = advise(local.table, 0, is_confirmed=True)
    assert entry == Advised(0)
    local.add(entry)
    assert local.table.game_played.record.assists == ["hint"]
    move = str(local.table.game_played.view(0).legal[0])
    local.add(Made(0, move, "m"))
    assert 0 not in local.table.waiting
    assert can_advise(local.table, 0)
    with pytest.raises(Refusal, match="advice_later"):
        advise(local.table, 0, is_confirmed=True)


def test_against_people_there_is_no_advice() -> None:
    local = dungeon(people=2, players=4)
    for seat in (0, 1):
        assert not can_advise(local.table, seat)
        with pytest.raises(Refusal, match="advice_against_people"):
            advise(local.table, seat, is_confirmed=True)


def test_where_a_person_may_still_join_there_is_no_advice() -> None:
    local = LocalTable(Opened("dungeon", {"players": 3}, ("", "", "careful"), SEED))
    local.add(local.table.sit("Ana", "words"))
    assert not can_advise(local.table, 0)
    with pytest.raises(Refusal, match="advice_against_people"):
        advise(local.table, 0, is_confirmed=True)
    local.add(Filled((1,), "careful"))
    local.settle()
    assert can_advise(local.table, 0)


def test_a_bot_that_replaces_a_person_makes_no_game_among_bots() -> None:
    local = dungeon(people=2, players=2)
    local.add(Replaced(1, "careful"))
    assert local.table.seats[1].bot
    assert not can_advise(local.table, 0)
    with pytest.raises(Refusal, match="advice_against_people"):
        advise(local.table, 0, is_confirmed=True)


def test_there_is_no_advice_after_the_game() -> None:
    local = a_solitaire()
    random = Random(5)
    while not local.table.is_over:
        move = random.choice(local.table.game_played.legal(0))
        local.add(Made(0, str(move)))
    assert not can_advise(local.table, 0)
    with pytest.raises(Refusal, match="game_over"):
        advise(local.table, 0, is_confirmed=True)
