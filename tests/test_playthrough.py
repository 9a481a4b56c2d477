"""Playing a record: moves change the state, undo restores it, and wrong records are refused."""

from collections.abc import Iterator
from typing import Any

import pytest

from games.tomb.position import Position
from underdeck import registry
from underdeck.deal import Code, Deal, Seed, Source
from underdeck.game import Event
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


# Memory


class Diary:
    """A memory that keeps everything it is given."""

    def __init__(self, first: Any) -> None:
        self.pages: list[Any] = [first]

    def observe_position(self, position: Any) -> None:
        """Learn nothing."""

    def observe_view(self, view: Any) -> None:
        self.pages.append(view)

    def observe(self, event: Event) -> None:
        self.pages.append(event)

    def copy(self) -> "Diary":
        twin = Diary(None)
        twin.pages = self.pages.copy()
        return twin


@pytest.fixture
def dungeon() -> Iterator[AnyPlaythrough]:
    """Return a Dungeon whose seats keep diaries."""
    manifest = registry.find_manifest("dungeon")
    registry.register(manifest._replace(memory=f"{__name__}:Diary"))
    game = registry.find_game("dungeon")
    options = game.Options(players=3, random_start=True)
    yield AnyPlaythrough.begin(game, options, Seed("memory").deal(game.deck(options)))
    registry.register(manifest)


def pages(played: AnyPlaythrough, seat: int) -> list[Any]:
    memory = played.memory(seat)
    assert isinstance(memory, Diary)
    return memory.pages


def play_first(played: AnyPlaythrough, moves: int = 1) -> None:
    for _ in range(moves):
        seat = played.game.waiting(played.state)[0]
        played.play(played.legal(seat)[0], seat)


def test_a_memory_has_the_first_view_the_views_of_own_moves_and_the_events_of_a_seat(
    dungeon: AnyPlaythrough,
) -> None:
    start = dungeon.game.start(dungeon.record.options, dungeon.record.deal.cards, 2)
    expected: dict[int, list[Any]] = {}
    for seat in range(3):
        expected[seat] = [dungeon.game.view(start, seat)]
        expected[seat] += [event for event in dungeon.opening if event.is_for(seat)]
    dungeon.memory(1)  # seat 1 learns move by move, the others from the record
    for _ in range(20):
        mover = dungeon.game.waiting(dungeon.state)[0]
        expected[mover].append(dungeon.view(mover))
        play_first(dungeon)
        for seat, known in expected.items():
            known += [event for event in dungeon.history[-1] if event.is_for(seat)]
    private = [event for moment in dungeon.history for event in moment if event.audience != -1]
    assert private
    for seat, known in expected.items():
        assert pages(dungeon, seat) == known


def test_a_memory_is_right_after_undo_copies_and_another_record(dungeon: AnyPlaythrough) -> None:
    play_first(dungeon, 6)
    before = pages(dungeon, 0)
    twin = dungeon.copy()
    play_first(dungeon, 4)
    after = pages(dungeon, 0)
    assert len(after) > len(before)
    assert pages(twin, 0) == before
    for _ in range(4):
        dungeon.take_back()
    assert pages(dungeon, 0) == before
    play_first(twin, 4)
    assert pages(twin, 0) == after
    dungeon.become(twin)
    assert pages(dungeon, 0) == after


def test_an_illegal_move_teaches_nothing(dungeon: AnyPlaythrough) -> None:
    mover = dungeon.game.waiting(dungeon.state)[0]
    before = pages(dungeon, mover)
    with pytest.raises(Refusal):
        dungeon.play(dungeon.game.read_move("give"), mover)
    assert pages(dungeon, mover) == before


def test_a_game_without_memories_has_none(dungeon: AnyPlaythrough) -> None:
    registry.register(registry.find_manifest("dungeon")._replace(memory=""))
    assert dungeon.memory(0) is None
