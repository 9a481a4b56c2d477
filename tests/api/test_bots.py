"""Bots of programs: by name or functions, each with its view alone."""

from random import Random

import pytest

import underdeck
from underdeck.games.dungeon.memory import DungeonMemory
from underdeck.games.dungeon.moves import DungeonMove
from underdeck.games.dungeon.view import DungeonView
from underdeck.games.tomb.memory import TombMemory
from underdeck.games.tomb.moves import TombMove
from underdeck.games.tomb.view import TombView


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


def test_a_bot_of_ones_own_may_take_a_memory() -> None:
    known: list[tuple[int, int]] = []

    def counting(view: TombView, _random: Random, memory: TombMemory) -> TombMove:
        known.append((view.deck, len(memory.unseen)))
        return view.legal[0]

    game = underdeck.new("tomb", seed="3", bots=counting)
    assert game.is_over
    assert len(known) == len(game.record.moves)
    assert all(deck == unseen for deck, unseen in known)
    result = underdeck.simulate("tomb", bots=counting, games=2, seed="3", jobs=1)
    assert result.games == 2


def test_a_memory_follows_an_undo() -> None:
    known: list[int] = []

    def counting(view: TombView, _random: Random, memory: TombMemory) -> TombMove:
        known.append(len(memory.unseen) - view.deck)
        return view.legal[0]

    game = underdeck.new("tomb", seed="3")
    for _ in range(5):
        game.play(game.choose(counting))
    game.undo()
    game.undo()
    game.choose(counting)
    assert known == [0] * 6


def test_a_memory_in_a_game_of_several_is_that_of_the_bots_seat() -> None:
    seats: set[tuple[int | None, int]] = set()

    def watching(view: DungeonView, random: Random, memory: DungeonMemory) -> DungeonMove:
        seats.add((view.seat, memory.knowledge.seat))
        return random.choice(view.legal)

    underdeck.new("dungeon", players=3, bots=[watching] * 3, seed="7", turn_limit=5)
    assert seats == {(0, 0), (1, 1), (2, 2)}


def test_a_cheater_plays_in_simulations_only() -> None:
    pytest.importorskip("numba")
    with pytest.raises(underdeck.Refusal, match=r"^there is no bot 'cheater-400'"):
        underdeck.new("dungeon", bots="cheater-400")
    session = underdeck.new("dungeon", seed="1")
    with pytest.raises(underdeck.Refusal, match=r"^there is no bot 'cheater-400'"):
        session.choose("cheater-400")
    bots = ["cheater-400", "random"]
    assert underdeck.simulate("dungeon", games=1, bots=bots, turn_limit=4).games == 1
