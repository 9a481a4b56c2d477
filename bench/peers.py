"""Dungeon against card games of other libraries: steps per CPU second with random players."""

import importlib
import random
from collections.abc import Callable, Iterator
from functools import partial

from bench.measure import Line, compare, cpu_seconds
from underdeck.fast.dungeon_rows import COLUMNS
from underdeck.fast.runner import Runner
from underdeck.games.dungeon.options import Options
from underdeck.study.measures.base import random_policy

TURN_GAMES = 2000
"""Games of Dungeon in one turn of a comparison."""
MIN_TURN_SECONDS = 0.05
"""CPU time of one turn of another library."""


def steps_per_second(games: Callable[[], int]) -> float:
    """Return the steps per CPU second of a function that plays games and returns their steps."""
    steps, spent = 0, 0.0

    def once() -> None:
        nonlocal steps
        steps += games()

    while spent < MIN_TURN_SECONDS:
        spent += cpu_seconds(once)
    return steps / spent


def dungeon(options: Options) -> Callable[[], int]:
    """Dungeon, compiled."""
    runner = Runner("dungeon", options, random_policy)
    moves = COLUMNS.index("moves")
    return lambda: int(runner.run("bench", 0, TURN_GAMES)[:, moves].sum())


def openspiel_crazy_eights() -> Callable[[], int]:
    """Crazy eights, written in C++, stepped from Python."""
    pyspiel = importlib.import_module("pyspiel")
    game = pyspiel.load_game("crazy_eights")

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(actions, chances)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return play


def rlcard_uno() -> Callable[[], int]:
    """Uno, written in Python."""
    env = importlib.import_module("rlcard").make("uno")

    def play() -> int:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            steps += 1
        return steps

    return play


def pgx_sparrow_mahjong() -> Callable[[], int]:
    """Sparrow mahjong, compiled by JAX, a thousand games per step."""
    jax, pgx = importlib.import_module("jax"), importlib.import_module("pgx")
    env = pgx.make("sparrow_mahjong")
    many, steps = 1000, 50
    begin, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))
    choose = jax.jit(
        lambda key, mask: jax.random.categorical(key, jax.numpy.log(mask.astype(float)))
    )

    def play() -> int:
        key = jax.random.PRNGKey(0)
        state = begin(jax.random.split(key, many))
        for _ in range(steps):
            key, sub = jax.random.split(key)
            state = step(state, choose(sub, state.legal_action_mask))
        state.current_player.block_until_ready()
        return many * steps

    return play


def pettingzoo_leduc() -> Callable[[], int]:
    """PettingZoo's Leduc hold'em."""
    env = importlib.import_module("pettingzoo.classic.leduc_holdem_v4").env()

    def play() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            env.step(
                None if ended or cut else random.choice(observation["action_mask"].nonzero()[0])
            )
            steps += 1
        return steps

    return play


PEERS = {
    "OpenSpiel crazy_eights": (openspiel_crazy_eights, ">= 30"),
    "RLCard uno": (rlcard_uno, ""),
    "pgx sparrow_mahjong": (pgx_sparrow_mahjong, ""),
    "PettingZoo leduc_holdem": (pettingzoo_leduc, ""),
}


def lines() -> Iterator[Line]:
    """Compare Dungeon with the other libraries."""
    ours = dungeon(Options(turn_limit=500))
    ours()
    for name, (make, goal) in PEERS.items():
        try:
            theirs = make()
        except ImportError as error:
            yield Line("Dungeon, compiled", f"{name}: {error.name} is missing", "", "skipped", goal)
            continue
        theirs()
        rates = compare(partial(steps_per_second, theirs), partial(steps_per_second, ours))
        yield Line(
            "Dungeon, compiled, 2 players",
            f"{name}: {rates.reference:,.0f} steps/s",
            f"{rates.measured:,.0f} steps/s",
            f"{rates.ratio:.1f}",
            goal,
        )
    black = dungeon(Options(players=4, pitch_black=True, turn_limit=500))
    black()
    rates = compare(partial(steps_per_second, ours), partial(steps_per_second, black))
    yield Line(
        "Dungeon, compiled, 4 players, pitch black",
        f"2 players, no variant: {rates.reference:,.0f} steps/s",
        f"{rates.measured:,.0f} steps/s",
        f"{rates.ratio:.2f}",
    )
