"""Compiled rules have the same moves and states as interpreted ones, under all options."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from random_games.dungeon.oracle_games import random_options as random_dungeon_options
from random_games.tomb.oracle_games import random_options as random_tomb_options
from underdeck.agents import tomb_policies as policies
from underdeck.fast import dungeon, tomb
from underdeck.fast.dungeon import first_waiting, resolve_chance
from underdeck.fast.harness import Workspace
from underdeck.fast.layout import layout_of, pack, unpack
from underdeck.fast.runner import Runner, find_step
from underdeck.games.dungeon.frames import pending_kind
from underdeck.games.dungeon.legal import legal as legal_dungeon
from underdeck.games.dungeon.legal import waiting
from underdeck.games.dungeon.options import Options as DungeonOptions
from underdeck.games.dungeon.pending import CHANCE_KINDS
from underdeck.games.dungeon.rules import play as play_dungeon
from underdeck.games.dungeon.rules import set_up
from underdeck.games.dungeon.state import MAX_CARDS
from underdeck.games.tomb.legal import legal as legal_tomb
from underdeck.games.tomb.options import Options as TombOptions
from underdeck.games.tomb.rules import play as play_tomb
from underdeck.games.tomb.state import OVER
from underdeck.options import read_options

pytest.importorskip("numba", reason="Numba is not installed")
np = pytest.importorskip("numpy")

KNOBS = tuple(default for default, _ in policies.KNOBS.values())


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Compile with index checks, also if other tests use the same functions without them."""
    monkeypatch.setenv("UNDERDECK_BOUNDSCHECK", "1")
    find_step.cache_clear()
    yield
    find_step.cache_clear()


def packed(state: Any) -> Any:
    """Return an array of one record with the state."""
    rows = np.zeros(1, layout_of(type(state)))
    pack(state, rows[0])
    return rows


def holds(record: Any, state: Any) -> bool:
    """Return whether a record holds this state."""
    read = state.clone()
    unpack(record, read)
    return bool(read == state)


@pytest.mark.usefixtures("checked")
def test_tomb_move_by_move() -> None:
    step, room = find_step("tomb"), tomb.HARNESS.max_moves
    random = Random(1)
    for _ in range(150):
        state = tomb.open_state(read_options(TombOptions, random_tomb_options(random)))
        state.deck[:44] = random.sample(state.deck[:44], 44)
        rows, moves, actions = packed(state), np.zeros(room, np.int64), [0] * room
        count = step(rows, 0, -1, moves)
        while state.phase != OVER:
            assert count == legal_tomb(state, actions)
            assert moves[:count].tolist() == actions[:count]
            action = random.choice(actions[:count])
            play_tomb(state, action, None)
            count = step(rows, 0, action, moves)
            assert holds(rows[0], state)


@pytest.mark.usefixtures("checked")
def test_an_index_out_of_range_is_an_error_whether_compiled_now_or_loaded() -> None:
    rows, no_room = packed(tomb.open_state(TombOptions())), np.zeros(0, np.int64)
    for _ in range(2):
        with pytest.raises(IndexError):
            find_step("tomb")(rows, 0, -1, no_room)
        find_step.cache_clear()


@pytest.mark.usefixtures("checked")
def test_dungeon_move_by_move() -> None:
    step, room = find_step("dungeon"), dungeon.HARNESS.max_moves
    random = Random(2)
    for _ in range(60):
        state = dungeon.open_state(read_options(DungeonOptions, random_dungeon_options(random)))
        state.rules = random.choice((1, 2, 2))
        state.deck[: state.bottom] = random.sample(state.deck[: state.bottom], state.bottom)
        set_up(state, None)
        rows, actions = packed(state), [0] * room
        workspace = Workspace(*(np.zeros(size, np.int64) for size in (3, 1, 4, 4, room, MAX_CARDS)))
        while not state.ending:
            if pending_kind(state) in CHANCE_KINDS:
                words = [random.getrandbits(32) for _ in range(4)]
                workspace.chance[:] = words
                resolve_chance(state, words, [0] * MAX_CARDS)
                step(rows, 0, -1, workspace)
            else:
                seat = first_waiting(state)
                count = legal_dungeon(state, seat, actions)
                action = random.choice(actions[:count])
                play_dungeon(state, seat, action, None)
                after = step(rows, 0, action, workspace)
                expected = (
                    legal_dungeon(state, first_waiting(state), actions) if waiting(state) else 0
                )
                assert list(workspace.moves[:after]) == actions[:expected]
            assert holds(rows[0], state)


@pytest.mark.parametrize("policy", [policies.random, policies.heuristic])
def test_many_games_of_tomb(policy: Any) -> None:
    random = Random(3)
    for number in range(12):
        options = read_options(TombOptions, random_tomb_options(random))
        pair = [
            Runner("tomb", options, policy, KNOBS, compiled=compiled).run("twin", 1000 * number, 40)
            for compiled in (True, False)
        ]
        assert (pair[0] == pair[1]).all()


def test_many_games_of_dungeon() -> None:
    random = Random(4)
    for number in range(25):
        options = read_options(DungeonOptions, random_dungeon_options(random))
        pair = [
            Runner("dungeon", options, policies.random, compiled=compiled).run(
                "twin", 2**32 + number, 2
            )
            for compiled in (True, False)
        ]
        assert (pair[0] == pair[1]).all()
