"""The library as a program uses it: from the first move to the saved record."""

import inspect
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import assert_type

import pytest

import underdeck
from underdeck.cards import codes_of
from underdeck.game import Event, Move, View
from underdeck.games.dungeon.moves import DungeonMove
from underdeck.games.dungeon.view import DungeonView
from underdeck.games.tomb.moves import TombMove, read_move
from underdeck.games.tomb.state import DECK
from underdeck.games.tomb.view import TombView


def test_a_solitaire_in_a_few_lines() -> None:
    game = underdeck.new("tomb", seed="42")
    assert game.legal == (read_move("delve"),)
    step = game.play("delve")
    assert (step.seat, str(step.move)) == (0, "delve")
    assert [event.name for event in step.events] == ["delved", "encounter_met"]
    assert game.view.turn == 1
    game.play(game.legal[0])
    while not game.is_over:
        game.play(game.legal[0])
    assert game.result is not None
    assert game.result["ending"] in ("escaped", "slain", "lost")
    assert not game.waiting
    assert not game.legal


def test_the_same_seed_is_the_same_game_and_no_seed_another() -> None:
    assert underdeck.new("tomb", seed=42).record == underdeck.new("tomb", seed="42").record
    assert underdeck.new("tomb").record.deal != underdeck.new("tomb").record.deal


def test_deals_from_a_code_from_cards_and_from_another_game() -> None:
    first = underdeck.new("tomb")
    code = first.record.deal.source.voice
    assert underdeck.new("tomb", code=code.lower()).record.deal == first.record.deal
    assert underdeck.new("tomb", deal=first.record.deal).record.deal == first.record.deal
    cards = codes_of(sorted(DECK))
    for deal in (cards, " ".join(cards), ", ".join(cards)):
        assert underdeck.new("tomb", deal=deal).record.deal.cards == tuple(sorted(DECK))


def test_options_and_variants_are_keywords() -> None:
    game = underdeck.new("tomb", drop_sum=True, earliest_turnaround=2)
    assert game.record.options_as_dict()["drop_sum"] is True
    assert game.view.options.earliest_turnaround == 2
    dark = underdeck.new("dungeon", players=3, variants=["pitch-black"], seed="7")
    assert (dark.seats, dark.view.options.pitch_black) == (3, True)
    both = underdeck.new("dungeon", variants="suicide-queen,jokers-wild").view.options
    assert (both.suicide_queen, both.jokers_wild) == (True, True)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"game": "chess"}, "there is no game 'chess': choose from tomb, dungeon"),
        ({"seed": "1", "code": "2"}, "choose one way to deal: seed, code, deal"),
        ({"seed": ""}, "a seed has 1 to 200 characters; this one has 0"),
        ({"deal": "KS KS"}, "these cards appear too often: KS"),
        ({"drop": True}, "there is no option 'drop': choose from earliest_turnaround, "),
        ({"drop_sum": 7}, "the option drop_sum can't be '7': choose from off, on"),
        ({"variants": "pitch-black"}, "variants doesn't apply to tomb"),
        ({"bots": "careful"}, "there is no bot 'careful': choose from random, or pass a function"),
        (
            {"bots": [None, "random"]},
            "bots has the wrong length, 2: it needs an entry for each seat, None for a seat of "
            "yours, as in bots=['random']",
        ),
        (
            {"game": "dungeon", "players": 3, "bots": ["careful"]},
            "bots has the wrong length, 1: it needs an entry for each seat, None for a seat of "
            "yours, as in bots=[None, 'careful', 'careful']",
        ),
        (
            {"game": "dungeon", "variants": ["dark"]},
            "there is no variant 'dark': choose from jokers-wild, ",
        ),
        (
            {"game": "dungeon", "variants": ["pitch-black", "almost-black"]},
            "pitch-black already includes almost-black: choose one of them",
        ),
        (
            {"game": "dungeon", "variants": ["pitch-black"], "pitch_black": False},
            "choose only one of these variants: pitch-black, pitch_black=False",
        ),
    ],
)
def test_a_wrong_argument_is_refused_in_a_sentence(wrong: dict[str, object], sentence: str) -> None:
    with pytest.raises(underdeck.Refusal) as caught:
        underdeck.new(**{"game": "tomb"} | wrong)  # type: ignore[call-overload]
    assert str(caught.value).startswith(sentence)


def test_a_bot_must_be_a_name_or_a_function() -> None:
    with pytest.raises(TypeError, match="a bot is a name or a function of a view, not 3"):
        underdeck.new("tomb", bots=[3])  # type: ignore[list-item]
    with pytest.raises(
        TypeError, match=r"^bots must be a name, a function or a list of them, not 3"
    ):
        underdeck.new("tomb", bots=3)  # type: ignore[call-overload]


# Moves


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


# Bots


def test_a_game_against_a_bot() -> None:
    game = underdeck.new("dungeon", bots="careful", seed="7")
    assert (game.seat, game.record.seats) == (0, ["", "careful"])
    while not game.is_over:
        assert game.waiting == (0,)
        game.play(game.legal[0])
    assert game.result is not None
    assert game.view.seat == 0


def test_a_bot_of_ones_own_gets_its_view_alone() -> None:
    seen: list[DungeonView] = []

    def first_move(view: DungeonView) -> DungeonMove:
        seen.append(view)
        return view.legal[0]

    def any_move(view: DungeonView, random: Random) -> str:
        return str(random.choice(view.legal))

    game = underdeck.new("dungeon", bots=[first_move, any_move], seed="7")
    assert game.is_over
    assert game.seat is None
    assert game.record.seats == ["first_move", "any_move"]
    assert {view.seat for view in seen} == {0}
    assert {view.players[1].hand for view in seen} == {None}


def test_a_bot_may_be_an_object() -> None:
    class Deep:
        def __call__(self, view: TombView) -> TombMove:
            return view.legal[0]

    assert underdeck.new("tomb", seed="1", bots=Deep()).record.seats == ["Deep"]


def test_a_bots_mistake_names_the_bot() -> None:
    def lazy(_view: DungeonView) -> str:
        return "pass"

    with pytest.raises(
        underdeck.IllegalMove, match=r"^illegal move 'pass': legal are bid"
    ) as caught:
        underdeck.new("dungeon", bots=lazy, seed="7")
    assert caught.value.__notes__[-1] == "chosen by the bot lazy in seat 1"


def test_a_bot_without_a_move_is_named() -> None:
    def mole(_view: DungeonView) -> None:
        """Forget to return."""

    with pytest.raises(
        TypeError, match=r"^the bot mole in seat 1 must return a move, not None"
    ) as caught:
        underdeck.new("dungeon", bots=[None, mole], seed="7")  # type: ignore[list-item]
    assert caught.value.__notes__ == ["raised by the bot mole in seat 1"]
    solitaire = underdeck.new("tomb", seed="7")
    with pytest.raises(TypeError, match=r"^the bot mole in seat 0 must return a move, not None"):
        solitaire.choose(mole)  # type: ignore[arg-type]


def test_bots_play_alike_after_an_undo_and_their_seats_are_theirs() -> None:
    game = underdeck.new("dungeon", bots="careful", seed="7")
    game.play(game.legal[0])
    moves = list(game.record.moves)
    game.undo()
    assert game.waiting == (0,)
    game.play(game.legal[0])
    assert game.record.moves == moves
    with pytest.raises(underdeck.Refusal, match=r"^seat 1 is played by the bot 'careful'"):
        game.play("pass", seat=1)


def test_undo_of_bots_moves_alone_is_refused() -> None:
    game = underdeck.new("dungeon", bots="careful", seed="7")
    assert game.record.moves
    with pytest.raises(underdeck.Refusal, match=r"^there is no move to undo"):
        game.undo()


def test_a_bot_suggests_a_move() -> None:
    game = underdeck.new("dungeon", seed="7")
    suggested = game.choose("careful", seat=1)
    assert suggested in game.legal_for(1)
    assert game.record.moves == []
    assert game.choose(lambda view: view.legal[-1], seat=0) == game.legal_for(0)[-1]


# Files


@pytest.mark.parametrize("name", ["game.json", "game.txt"])
def test_a_game_is_saved_and_loaded(tmp_path: Path, name: str) -> None:
    game = underdeck.new("dungeon", bots="careful", seed="7")
    game.play(game.legal[0])
    game.save(tmp_path / name)
    again = underdeck.load(tmp_path / name)
    assert again.record == game.record == underdeck.Record.load(str(tmp_path / name))
    assert again.view == game.view
    for each in (game, again):
        each.play(each.legal[0])
    assert again.record == game.record


def test_a_bot_of_ones_own_is_passed_again(tmp_path: Path) -> None:
    def last(view: DungeonView) -> DungeonMove:
        return view.legal[-1]

    path = tmp_path / "game.json"
    game = underdeck.new("dungeon", bots=last, seed="7")
    game.record.save(path)
    with pytest.raises(
        underdeck.Refusal, match=r"^seat 1 was played by the bot 'last': pass it in bots="
    ):
        underdeck.load(path)
    assert underdeck.load(path, bots=[None, None]).seat is None
    assert underdeck.load(path, bots=[None, last]).seat == 0


def test_a_wrong_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    game = underdeck.new("tomb", seed="42")
    game.play("delve")
    game.record.save(path)
    path.write_text(path.read_text("utf-8").replace('"delve"', '"draw"'), "utf-8")
    with pytest.raises(underdeck.Refusal) as caught:
        underdeck.load(path)
    assert str(caught.value) == "Move 1 of this record, 'draw', isn't legal. Legal there: delve."
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(underdeck.Refusal, match="isn't a text file"):
        underdeck.load(path)
    with pytest.raises(FileNotFoundError):
        underdeck.load(tmp_path / "missing.json")


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


# The package


def test_games_have_the_types_of_their_views() -> None:
    assert_type(underdeck.new("tomb"), underdeck.GameSession[TombView])
    assert_type(underdeck.new("dungeon").view, DungeonView)
    assert_type(underdeck.new("tomb").legal, tuple[TombMove, ...])
    assert_type(underdeck.new("dungeon").legal_for(0), tuple[DungeonMove, ...])
    assert_type(underdeck.new("tomb").read_move("delve"), TombMove)
    name = "".join(["to", "mb"])
    assert_type(underdeck.new(name).view, View)
    assert_type(underdeck.new(name).legal, tuple[Move, ...])
    assert_type(underdeck.new("tomb").play("delve").events, list[Event])


def test_the_package_lists_its_names() -> None:
    assert 6 <= len(underdeck.__all__) <= 10
    shown = {name for name in dir(underdeck) if not name.startswith("__")}
    assert shown == set(underdeck.__all__)
    assert "__version__" in dir(underdeck)
    for name in underdeck.__all__:
        assert inspect.getdoc(getattr(underdeck, name))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        underdeck.nothing  # type: ignore[attr-defined]  # noqa: B018


def test_help_shows_every_name_also_without_numpy() -> None:
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "import pydoc, underdeck\n"
        "print(pydoc.render_doc(underdeck, renderer=pydoc.plaintext))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    for name in underdeck.__all__:
        assert re.search(rf"^    (class )?{name}\(", ran.stdout, re.MULTILINE), name
    assert 'game = underdeck.new("tomb", seed="42")' in ran.stdout
