"""What the opponents' decisions say about their hands."""

from minds.dungeon.games import random_game
from underdeck.games.dungeon import GAME, DungeonOptions
from underdeck.games.dungeon.decisions import Decision
from underdeck.games.dungeon.memory import DungeonMemory
from underdeck.games.dungeon.view import DungeonView
from underdeck.minds.dungeon.evidence import (
    DENIED,
    HELD_BACK_PASSAGE,
    PLAYED_ELSE,
    Clue,
    find_clues,
)


def seen(*decisions: Decision) -> tuple[DungeonView, DungeonMemory]:
    """Return a view of a duel, and a memory of the decisions of seat 1."""
    state = random_game(DungeonOptions(random_start=True), 1, 0).state
    view = GAME.view(state, 0)
    memory = DungeonMemory(view)
    memory.decisions.by_seat[1].extend(decisions)
    rival = view.players[1]._replace(cards=5)
    return view._replace(players=(view.players[0], rival)), memory


def test_a_pass_says_that_the_next_passage_is_missing() -> None:
    clues = find_clues(*seen(Decision("pass", 1, 4, 5, 0, needed=8)))
    assert clues == [Clue(1, 0, 8, HELD_BACK_PASSAGE)]


def test_another_card_says_less() -> None:
    clues = find_clues(*seen(Decision("attack", 1, 4, 5, 0, 11, 11, 0, needed=8)))
    assert clues == [Clue(1, 0, 8, PLAYED_ELSE)]


def test_a_pass_speaks_against_the_passage_needed_at_that_time() -> None:
    passed, dug = (
        Decision("pass", 1, 2, 5, 0, needed=9),
        Decision("dig", 1, 4, 5, 0, 9, 9, needed=9),
    )
    assert find_clues(*seen(passed, dug)) == [Clue(1, 0, 9, HELD_BACK_PASSAGE)]
    later = Decision("pass", 1, 4, 5, 0, needed=10)
    assert [clue.rank for clue in find_clues(*seen(passed, later))] == [10, 9]


def test_only_the_last_turns_count() -> None:
    passes = [Decision("pass", 1, turn, 5, 0, needed=turn + 1) for turn in (2, 4, 6)]
    assert [clue.rank for clue in find_clues(*seen(*passes))] == [7, 5]


def test_a_player_who_stays_in_the_cell_says_nothing() -> None:
    assert find_clues(*seen(Decision("pass", 1, 4, 5, 0))) == []


def test_a_denial_makes_the_rank_unlikely() -> None:
    assert find_clues(*seen(Decision("deny", 1, 4, 5, 0, 13))) == [Clue(1, 0, 13, DENIED)]


def test_nothing_is_known_of_a_hand_that_is_all_new() -> None:
    view, memory = seen(Decision("pass", 1, 4, 5, 0, needed=8))
    memory.decisions.arrived[1] = 5
    assert find_clues(view, memory) == []
