"""A record being played: moves go in, the state follows, nothing else changes."""

from typing import Any

import pytest

from games.tomb.table import Table
from underdeck.deal import Deal, deal_from_seed
from underdeck.games.tomb import GAME
from underdeck.games.tomb.state import DECK
from underdeck.games.tomb.walkthrough import walkthrough
from underdeck.record import Playthrough, Record, events_before_last, redeal, verify
from underdeck.refusal import Refusal


def test_a_game_resumed_from_its_record_is_the_same_game() -> None:
    table = Table("KS 5S 3C").play("delve", "draw")
    again = Playthrough.resume(table.played.record)
    assert again.state == table.played.state
    assert again.record == table.played.record
    assert again.record is not table.played.record


def test_a_recorded_game_before_its_first_move() -> None:
    whole = walkthrough()
    before = Playthrough.before(whole.record)
    assert before.record.moves == []
    assert before.state == GAME.start(whole.record.options, whole.record.deal.cards)


def test_undo_goes_back_move_by_move_and_is_noted_once() -> None:
    table = Table("KS 5S 3C").play("delve")
    before = table.played.game.clone(table.played.state)
    table.play("draw")
    table.played.undo()
    assert table.played.state == before
    table.played.undo()
    assert table.played.record.moves == []
    assert table.played.record.assists == ["undo"]


def test_taking_back_for_our_own_reasons_is_not_held_against_the_player() -> None:
    table = Table("KS 5S 3C").play("delve")
    table.played.take_back()
    assert table.played.record.assists == []


def test_the_history_follows_the_moves_and_forgets_those_taken_back() -> None:
    played = Table("KS 5S 3C").play("delve", "draw").played
    first, last = played.history[1:]
    assert played.events_before(first) == []
    assert played.events_before(last) == first == events_before_last(played.record)
    assert played.events_before([]) == []
    played.take_back()
    assert played.history == [[], first]
    assert events_before_last(Playthrough.before(played.record).record) == []


def test_a_bad_move_in_a_record_is_named_with_its_number() -> None:
    with pytest.raises(Refusal) as refusal:
        Table("KS 5S 3C").play("delve", "draw", "retreat", "onward")
    assert refusal.value.code == "record_move"
    assert (refusal.value.params["number"], refusal.value.params["move"]) == (3, "retreat")
    assert [str(move) for move in refusal.value.params["legal"]] == ["draw"]  # type: ignore[attr-defined]


@pytest.mark.parametrize("source", [{"seed": "1"}, {"code": "22222-22222"}])
def test_a_deal_that_is_not_what_its_source_gives_is_refused(source: dict[str, Any]) -> None:
    record = Record("tomb", 1, GAME.Options(), Deal(DECK, **source))
    with pytest.raises(Refusal, match="record_deal"):
        verify(record, None)


def test_a_deal_is_made_anew_from_its_source() -> None:
    deal = deal_from_seed(DECK, "42")
    assert redeal(DECK, deal) == deal


def test_a_result_that_is_not_the_games_own_is_refused() -> None:
    whole = walkthrough()
    result = whole.result()
    assert result is not None
    assert verify(whole.record, result).state == whole.state
    for wrong in ({**result, "points": 69}, None):
        with pytest.raises(Refusal, match="record_result"):
            verify(whole.record, wrong)
