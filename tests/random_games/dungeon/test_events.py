"""Events are complete: the whole state can be rebuilt from all of them."""

from random import Random

from games.dungeon.position import is_whole
from random_games.dungeon.listener import Listener
from random_games.dungeon.oracle_games import random_options
from random_games.dungeon.rebuilt_state import hands_of, picture_of
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.events import NAMES
from underdeck.games.dungeon.options import Options
from underdeck.games.dungeon.state import State, deck_of
from underdeck.options import read_options

LIKINGS = ("dig",), ("dig", "cave", "save", "demand", "burn", "counter")
"""Preferred moves: in one game those that lead to an escape, in the next the others."""


def choice(state: State, random: Random, liking: tuple[str, ...]) -> tuple[int, str]:
    """Choose a random move, mostly of a seat that the game waits for, and often a preferred one."""
    waiting = GAME.waiting(state)
    seat = random.choice(waiting) if random.random() < 0.9 else random.randrange(state.players)
    if seat in waiting and random.random() < 0.004:
        return seat, "resign"
    moves = [str(move) for move in GAME.legal(state, seat)]
    liked = [move for move in moves if move.split()[0] in liking]
    return (
        (seat, random.choice(liked if liked and random.random() < 0.8 else moves))
        if moves
        else choice(state, random, liking)
    )


def listen(seed: int) -> set[str]:
    """Compare a random game with its events; return the names of the events."""
    random = Random(seed)
    options: Options = read_options(Options, random_options(random))
    state: State = GAME.start(options, random.sample(deck_of(options), len(deck_of(options))))
    listener = Listener(options, hands_of(state), state.bottom - state.top)
    heard: set[str] = set()
    while GAME.result(state) is None:
        if items := GAME.pending_chance(state):
            events = GAME.resolve_chance(state, random.sample(items, len(items)))
        else:
            seat, move = choice(state, random, LIKINGS[seed % 2])
            events = GAME.play(state, seat, GAME.read_move(move))
        listener.observe(events)
        heard |= {event.name for event in events}
        assert is_whole(state)
        if not GAME.pending_chance(state):
            assert listener.picture() == picture_of(state), seed
    return heard


def test_the_state_follows_from_the_events() -> None:
    heard: set[str] = set()
    for seed in range(100):
        heard |= listen(seed)
    assert heard >= set(NAMES) - {"burnt", "escaped", "joker_saved", "took_nothing"}
    assert {f"on_{name}" for name in NAMES} == {
        name for name in dir(Listener) if name.startswith("on_")
    }
