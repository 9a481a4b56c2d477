"""Playing a record: moves change the state, undo restores it, and wrong records are refused."""

import pytest

from games.tomb.position import Position
from underdeck.deal import Code, Deal, Seed, Source
from underdeck.games.tomb import GAME
from underdeck.games.tomb.state import DECK
from underdeck.games.tomb.walkthrough import walkthrough
from underdeck.playthrough import AnyPlaythrough, events_before_last, verify
from underdeck.record import Record
from underdeck.refusal import Refusal


def test_a_game_resumed_from_its_record_is_the_same_game() -> None:
    position = Position("KS 5S 3C").play("delve", "draw")
    again = AnyPlaythrough.resume(position.played.record)
    assert again.state == position.played.state
    assert again.record == position.played.record
    assert again.record is not position.played.record


def test_a_recorded_game_before_its_first_move() -> None:
    whole = walkthrough()
    before = AnyPlaythrough.before(whole.record)
    assert before.record.moves == []
    assert before.state == before.game.start(whole.record.options, whole.record.deal.cards)


def test_undo_restores_the_state_of_each_move_and_is_listed_once() -> None:
    position = Position("KS 5S 3C").play("delve")
    before = position.played.game.clone(position.played.state)
    position.play("draw")
    position.played.undo()
    assert position.played.state == before
    position.played.undo()
    assert position.played.record.moves == []
    assert position.played.record.assists == ["undo"]


def test_taking_back_a_move_that_could_not_be_saved_is_no_assist() -> None:
    position = Position("KS 5S 3C").play("delve")
    position.played.take_back()
    assert position.played.record.assists == []


def test_without_kept_states_there_is_nothing_to_undo() -> None:
    position = Position("KS 5S 3C")
    position.played.keeps_states = False
    position.play("delve")
    with pytest.raises(Refusal, match="nothing_to_undo"):
        position.played.undo()
    record = Position("KS 5S 3C").play("delve").played.record
    assert AnyPlaythrough.resume(record).record == record
    resumed = AnyPlaythrough.resume(record, keeps_states=False)
    assert resumed.record == record
    with pytest.raises(Refusal, match="nothing_to_undo"):
        resumed.undo()


def test_a_view_is_cached_until_the_next_move() -> None:
    position = Position("KS 5S 3C").play("delve")
    view = position.played.view()
    assert position.played.view() is view
    position.play("draw")
    assert position.played.view() != view


def test_the_history_loses_the_moves_that_are_taken_back() -> None:
    played = Position("KS 5S 3C").play("delve", "draw").played
    first, last = played.history[1:]
    assert played.events_before(first) == []
    assert played.events_before(last) == first == events_before_last(played.record)
    assert played.events_before([]) == []
    played.take_back()
    assert played.history == [[], first]
    assert events_before_last(AnyPlaythrough.before(played.record).record) == []


def test_a_wrong_move_is_refused_with_its_number_and_the_legal_moves() -> None:
    with pytest.raises(Refusal) as refusal:
        Position("KS 5S 3C").play("delve", "draw", "retreat", "onward")
    assert refusal.value.code == "record_move"
    assert refusal.value.params == {"number": 3, "move": "retreat", "legal": ["draw"]}


@pytest.mark.parametrize("source", [Seed("1"), Code("22222-22222")])
def test_cards_that_do_not_match_their_source_are_refused(source: Source) -> None:
    record = Record("tomb", 1, GAME.Options(), Deal(DECK, source))
    with pytest.raises(Refusal, match="record_deal"):
        verify(record, None)


def test_a_wrong_result_is_refused() -> None:
    whole = walkthrough()
    result = whole.result()
    assert result is not None
    assert verify(whole.record, result).state == whole.state
    for wrong in ({**result, "points": 69}, {**result, "won": 1}, None):
        with pytest.raises(Refusal, match="record_result"):
            verify(whole.record, wrong)


def test_a_record_shows_its_deal_and_its_first_moves() -> None:
    played = AnyPlaythrough.begin(GAME, GAME.Options(), Seed("1").deal(DECK))
    assert repr(played.record) == "<Record of tomb: Seed(text='1'), moves: none>"
    played.play(GAME.read_move("delve"))
    assert repr(played) == "<Playthrough of <Record of tomb: Seed(text='1'), moves: delve>>"
    assert repr(walkthrough().record).endswith(", ...>")


def test_a_game_that_becomes_another_keeps_the_events_they_share() -> None:
    first = Position("KS 5S 3C 9C").play("delve", "draw").played
    shown = first.history[1]
    other = Position("KS 5S 3C 9C").play("delve", "draw", "draw").played
    first.become(other)
    assert first.history == other.history
    assert first.history[1] is shown
    assert (first.state, first.record.moves) == (other.state, other.record.moves)
    first.undo()
    assert len(first.record.moves) == 2


def test_dropped_views_leave_their_legal_moves_and_are_built_again_when_needed() -> None:
    played = Position("KS 5S 3C").played
    legal = played.view(0).legal
    played.drop_views()
    assert played.legal(0) is legal
    assert played.view(0).legal == legal
    played.play(legal[0])
    assert played.legal(0) == played.view(0).legal
