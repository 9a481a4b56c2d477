"""Compiled programs of advice and reviews in a worker process, which need not wait for them."""

from concurrent.futures import Future, ThreadPoolExecutor, wait
from importlib.util import find_spec

from underdeck.game import View
from underdeck.minds.base import Adviser
from underdeck.registry import find_part

_compilations: dict[str, Future[None]] = {}
"""The compilation of each game's programs, which runs in a thread."""


def has_programs(game: str, view: View, unseen: tuple[int, ...], patience_s: float) -> bool:
    """Return whether compiled programs can be used, after at most this time.

    The first question of a worker has them compiled. That takes a moment if they are on disk, and
    longer than a player waits on a machine that has never compiled them.
    """
    if find_spec("numba") is None:
        return False
    if game not in _compilations:
        thread = ThreadPoolExecutor(1, "compile")
        _compilations[game] = thread.submit(compile_programs, game, view, unseen)
    return bool(wait([_compilations[game]], patience_s).done)


def compile_programs(game: str, view: View, unseen: tuple[int, ...]) -> None:
    """Compile everything that advice and reviews need, by giving advice for each goal."""
    adviser: Adviser = find_part(game, "advice")
    for goal in adviser.goals:
        adviser.advise(view, unseen, goal=goal, compiled=True)
