"""A game as a program plays it: moves, seats, copies, drawings and the story."""

import pytest

import underdeck
from underdeck.cards import codes_of
from underdeck.games.tomb.state import DECK


def test_wrong_moves_change_nothing_and_say_what_is_legal() -> None:
    game = underdeck.new("tomb", seed="42")
    with pytest.raises(underdeck.IllegalMove) as illegal:
        game.play("draw")
    assert str(illegal.value) == "illegal move 'draw': legal is delve"
    assert illegal.value.code == "illegal_move"
    with pytest.raises(underdeck.InvalidMove) as invalid:
        game.play("fly")
    assert str(invalid.value) == "'fly' isn't a move: legal is delve"
    with pytest.raises(underdeck.InvalidMove, match="There is no card '9X'"):
        game.play("drop 9X")
    with pytest.raises(TypeError, match="a move is a text or a Move, not 3"):
        game.play(3)  # type: ignore[arg-type]
    assert game.record.moves == []


def test_after_the_end_no_move_is_legal() -> None:
    game = underdeck.new("tomb", seed="42", bots="random")
    assert game.is_over
    for act in (lambda: game.play("draw"), lambda: game.choose("random")):
        with pytest.raises(underdeck.IllegalMove, match=r"^the game is over: no move is legal"):
            act()


def test_undo_takes_back_a_move_and_marks_the_record() -> None:
    game = underdeck.new("tomb", seed="42")
    game.play("delve")
    view = game.view
    game.play("draw")
    game.undo()
    assert game.view == view
    assert game.record.moves == ["delve"]
    assert game.record.assists == ["undo"]
    game.undo()
    with pytest.raises(underdeck.Refusal, match=r"^there is no move to undo"):
        game.undo()


def test_a_move_is_read_without_being_made() -> None:
    game = underdeck.new("tomb", seed="42")
    move = game.read_move("delve")
    assert move == game.legal[0]
    assert repr(move) == "<TombMove delve>"
    assert game.record.moves == []
    with pytest.raises(underdeck.IllegalMove, match=r"^illegal move 'draw': legal is delve"):
        game.read_move("draw")
    with pytest.raises(underdeck.InvalidMove, match=r"^'fly' isn't a move: legal is delve"):
        game.read_move("fly")
    duel = underdeck.new("dungeon", seed="7")
    assert duel.read_move(f"p2 {duel.legal_for(1)[0]}") == duel.legal_for(1)[0]
    assert str(duel.read_move("resign", seat=0)) == "resign"
    assert duel.waiting == (0, 1)


def test_a_copy_is_independent() -> None:
    game = underdeck.new("tomb", seed="42")
    game.play("delve")
    view = game.view
    twin = game.copy()
    assert (twin.view, twin.record, twin.events) == (game.view, game.record, game.events)
    while not twin.is_over:
        twin.play(twin.legal[0])
    assert (game.view, game.record.moves) == (view, ["delve"])
    again = game.copy()
    again.undo()
    again.play("delve")
    game.undo()
    assert again.view == view
    assert game.view.turn == 0
    game.play("delve")
    assert game.view == view


def test_a_copy_keeps_bots_and_hides_the_same_cards() -> None:
    game = underdeck.new("dungeon", bots="careful", seed="7")
    twin = game.copy()
    assert twin.view == game.view
    assert twin.view.players[1].hand is None
    for each in (game, twin):
        each.play(each.legal[0])
    assert twin.record == game.record


def test_changing_a_record_does_not_change_the_game() -> None:
    game = underdeck.new("tomb", seed="42")
    game.play("delve")
    record = game.record
    record.moves.append("retreat")
    record.assists.append("undo")
    assert (game.record.moves, game.record.assists) == (["delve"], [])
    game.play("draw")
    assert record.moves == ["delve", "retreat"]


# Several seats


def test_two_seats_played_by_one_program() -> None:
    game = underdeck.new("dungeon", seed="7")
    assert (game.seats, game.seat, game.waiting) == (2, None, (0, 1))
    with pytest.raises(underdeck.Refusal) as caught:
        game.play("bid 2")
    assert str(caught.value) == ("the game waits for several seats, 0, 1: name one, as in seat=0")
    game.play(game.legal_for(0)[0], seat=0)
    assert game.waiting == (1,)
    game.play(game.legal[0])
    assert [text[:6] for text in game.record.moves] == ["p1 bid", "p2 bid"]


def test_moves_of_a_record_name_their_seat() -> None:
    game = underdeck.new("dungeon", seed="7", bots=["random", "random"])
    again = underdeck.new("dungeon", seed="7")
    for move in game.record.moves:
        again.play(move)
    assert again.result == game.result


def test_a_seat_that_is_not_there_is_refused() -> None:
    game = underdeck.new("dungeon", seed="7")
    for act in (game.view_for, game.legal_for, game.events_for, game.draw):
        with pytest.raises(
            underdeck.Refusal, match=r"^there is no seat 2: this game has the seats"
        ):
            act(2)
    with pytest.raises(underdeck.Refusal, match=r"^there is no seat -1"):
        game.play("pass", seat=-1)
    with pytest.raises(underdeck.Refusal, match=r"^there is no seat 1: this game has one seat: 0"):
        underdeck.new("tomb").view_for(1)


def test_nobody_is_shown_the_cards_of_another_seat() -> None:
    game = underdeck.new("dungeon", seed="7")
    assert game.view.seat is None
    assert [player.hand for player in game.view.players] == [None, None]
    assert "hand" not in str(game)
    assert "Your hand" in game.draw(seat=1)
    hands = [game.view_for(seat).players[seat].hand for seat in (0, 1)]
    assert None not in hands
    assert hands[0] != hands[1]
    step = game.play(game.legal_for(0)[0], seat=0)
    assert all(event.is_for(0) for event in step.events)
    assert all(event.is_for(None) for event in game.events)
    assert len(game.events_for(0)) > len(game.events)


# For people


def test_a_game_draws_itself() -> None:
    game = underdeck.new("tomb", seed="42")
    game.play("delve")
    assert str(game).splitlines()[0].startswith("Torches")
    assert "8♣" in str(game)
    assert "Antorchas" in game.draw(lang="es")
    assert "8 of clubs" in game.draw(plain=True)
    assert max(map(len, game.draw(width=40).splitlines())) <= 40
    assert "\x1b" not in str(game)
    with pytest.raises(underdeck.Refusal, match=r"^there is no language 'fr': choose from en, es"):
        game.draw(lang="fr")


def test_a_game_tells_its_story() -> None:
    game = underdeck.new("tomb", seed="42")
    assert game.story() == ""
    game.play("delve")
    first = game.story()
    game.play("draw")
    assert game.story() == f"{first}\n{game.story(since=1)}"
    assert game.story("es") != game.story()


def test_the_story_of_a_seat_differs_from_that_of_a_spectator() -> None:
    game = underdeck.new("dungeon", seed="7", bots=["random", "random"])
    assert game.story(seat=0) != game.story(seat=1) != game.story()


def test_short_values() -> None:
    game = underdeck.new("tomb", seed="42")
    assert repr(game) == "<Tomb of Four Kings: seed '42', 0 moves, waiting for seat 0>"
    game.play("delve")
    assert repr(game) == "<Tomb of Four Kings: seed '42', 1 move, waiting for seat 0>"
    assert repr(game.record) == "<Record of tomb: Seed(text='42'), moves: delve>"
    assert repr(game.record.deal) == "<Deal of 44 cards from Seed(text='42')>"
    assert repr(game.events[1]) == "Event('encounter_met', card='8C')"
    duel = underdeck.new("dungeon", seed="7")
    assert repr(duel).endswith("waiting for seats 0 and 1>")
    listed = underdeck.new("tomb", deal=codes_of(DECK))
    assert repr(listed) == "<Tomb of Four Kings: listed cards, 0 moves, waiting for seat 0>"


def test_the_end_is_part_of_the_short_value() -> None:
    game = underdeck.new("tomb", seed="42", bots="random")
    assert game.result is not None
    assert f"ending {game.result['ending']}, " in repr(game)


def test_a_notebook_shows_the_table_with_framed_cards() -> None:
    game = underdeck.new("tomb", seed="42")
    game.play("delve")
    html = game._repr_html_()
    assert html.startswith("<div style=")
    assert ">8♣</span>" in html
    assert ">draw</code>" in html
    assert "<script" not in html
    assert "http" not in html


def test_the_html_of_a_game_escapes_its_seed() -> None:
    html = underdeck.new("tomb", seed="<script>alert(1)</script>")._repr_html_()
    assert "<script>" not in html
    assert "&lt;script&gt;" in html


def test_the_html_of_several_seats_shows_no_hand() -> None:
    html = underdeck.new("dungeon", seed="7")._repr_html_()
    assert "Your hand" not in html
    assert "<code" not in html
