"""What the opponents' decisions say about their hands."""

from minds.dungeon.games import random_game
from underdeck.games.dungeon import GAME, DungeonOptions
from underdeck.games.dungeon.decisions import Decision
from underdeck.games.dungeon.memory import DungeonMemory
from underdeck.games.dungeon.view import DungeonView, Passage
from underdeck.minds.dungeon.evidence import (
    DENIED,
    HELD_BACK_PASSAGE,
    PLAYED_ELSE,
    Clue,
    find_clues,
)


def seen(*decisions: Decision) -> tuple[DungeonView, DungeonMemory]:
    """Return a view in which seat 1 has dug to 9, and a memory of its decisions."""
    state = random_game(DungeonOptions(random_start=True), 1, 0).state
    view = GAME.view(state, 0)
    memory = DungeonMemory(view)
    memory.decisions.by_seat[1].extend(decisions)
    dungeon = (Passage(10, 0, None), Passage(9, 1, None))
    rival = view.players[1]._replace(dungeon=dungeon, cards=5)
    return view._replace(players=(view.players[0], rival)), memory


def test_a_pass_says_that_the_next_passage_is_missing() -> None:
    clues = find_clues(*seen(Decision("pass", 1, 4, 5, 0)))
    assert clues == [Clue(1, 0, 8, HELD_BACK_PASSAGE)]


def test_another_card_says_less() -> None:
    clues = find_clues(*seen(Decision("attack", 1, 4, 5, 0, 11, 11, 0)))
    assert clues == [Clue(1, 0, 8, PLAYED_ELSE)]


def test_a_passage_dug_ends_the_inference() -> None:
    decisions = Decision("pass", 1, 2, 5, 0), Decision("dig", 1, 4, 5, 0, 9, 9)
    assert find_clues(*seen(*decisions)) == []


def test_a_denial_makes_the_rank_unlikely() -> None:
    assert find_clues(*seen(Decision("deny", 1, 4, 5, 0, 13))) == [Clue(1, 0, 13, DENIED)]


def test_nothing_is_known_of_a_hand_that_is_all_new() -> None:
    view, memory = seen(Decision("pass", 1, 4, 5, 0))
    memory.decisions.arrived[1] = 5
    assert find_clues(view, memory) == []
