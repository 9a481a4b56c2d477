"""Play many games: `simulate`, which needs `underdeck[lab]`."""

import pickle
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias, TypeGuard

from underdeck.agents import required_arguments
from underdeck.api.bots import Bot, BotLike, bot_of, check_listed, name_of
from underdeck.api.start import OptionValue, read_rule_options
from underdeck.deal import check_seed_text
from underdeck.options import GameOptions, option_text
from underdeck.refusal import Refusal
from underdeck.registry import find_game, find_manifest

if TYPE_CHECKING:
    from underdeck.api.results import SimulationResult
    from underdeck.study.match import Match

PolicyLike: TypeAlias = str | Callable[..., object]
"""A policy by name, with parameters if it has some (`heuristic,risk=300`); the path of a file; or
a function: of a view, like a bot, or `choose(s, moves, count, stream, knobs)`."""
Rival: TypeAlias = PolicyLike | BotLike | Mapping[str, OptionValue]
"""A match to compare with: another policy, another bot in seat 0, or other rule options.

A text may combine them, as in the command line: `random`, `risk=300,weak=2`, `drop_sum=on`."""

MAX_HALF_WIDTH = 0.5
"""An interval around a share is never wider than twice this."""
POLICY_ARGUMENTS = 5
"""The number of arguments of a policy that works on ints."""


def simulate(  # noqa: PLR0913  all but the game are optional keywords
    game: str,
    *,
    games: int | None = None,
    policy: PolicyLike | None = None,
    bots: BotLike | Sequence[BotLike] | None = None,
    seed: str | int = "1",
    against: Rival | Sequence[Rival] = (),
    until: float | None = None,
    rotate: bool = False,
    jobs: int = 1,
    variants: str | Sequence[str] = (),
    **options: OptionValue,
) -> "SimulationResult":
    """Play many games and return their statistics, with 95 % confidence intervals.

    A `policy` plays every seat; `bots` has one for each seat, of which the last takes all seats
    that are left. Both may be functions of the caller: `choose(view)` or `choose(view, random)`,
    where `random` is a `random.Random` that is seeded for each game. By default the game's own
    best policy or bots play. Policies by name and in files are compiled, functions are not.

    Every match in `against` plays the same deals: another policy, another bot in the first seat,
    other parameters of the policy (`"risk=300,weak=2"`), or other rule options (`"drop_sum=on"` or
    `{"drop_sum": True}`).

    With `rotate`, each deal is played once for every seat, the bots moving on by one seat each
    time; the number of games is rounded up. Results by seat are then those of the bots.

    A game with a turn limit among its options, such as Dungeon, is a stalemate after 500 turns
    unless `turn_limit` is set; `turn_limit=0` means no limit.

    The number of games is `games`, or as many as it takes until the share of games won is known to
    within `until` either way. The same arguments give the same numbers for any `jobs`, which is the
    number of processes; functions that can't be sent to another process are run in this one.

    >>> import underdeck
    >>> result = underdeck.simulate("dungeon", games=5, bots=["careful", "random"])
    >>> result
    <5 games of Dungeon by careful,random, seed '1': won by seat 0 100% (57 to 100), turns ...>
    >>> result.share("won", seat=0)
    Estimate(value=1.0, low=0.565518, high=1.0)
    """
    try:
        from underdeck.api.results import SimulationResult  # noqa: PLC0415  needs NumPy
        from underdeck.study.match import with_turn_limit  # noqa: PLC0415
        from underdeck.study.simulation import (  # noqa: PLC0415
            DEFAULT_BOT_GAMES,
            DEFAULT_POLICY_GAMES,
            Simulation,
        )
    except ModuleNotFoundError as missing:
        raise Refusal("needs_lab", library=missing.name) from None
    check_size(games, until, jobs)
    rules = with_turn_limit(read_rule_options(find_game(game), options, variants), options)
    match = make_match(game, str(seed), policy, bots, rules)
    if rotate:
        match = rotated(match)
    rivals = list_rivals(against)
    matches = (match, *(make_rival(match, rival) for rival in rivals))
    if until is None and games is None:
        compiles = match.policy is not None and match.policy.function is None
        games = DEFAULT_POLICY_GAMES if compiles else DEFAULT_BOT_GAMES
    simulation = Simulation(matches, games, until, jobs if can_be_sent(matches) else 1)
    for _ in simulation.run():
        pass
    return SimulationResult(simulation, [rival_text(rival) for rival in rivals])


def check_size(games: int | None, until: float | None, jobs: int) -> None:
    """Refuse a number of games or processes below 1, and a precision that isn't a share."""
    for name, count in (("games", games), ("jobs", jobs)):
        if count is not None and (isinstance(count, bool) or not isinstance(count, int)):
            raise TypeError(f"{name} must be a whole number, not {count!r}")
    if until is not None and not isinstance(until, int | float):
        raise TypeError(f"until must be a number, not {until!r}")
    if games is not None and until is not None:
        raise Refusal("games_and_until")
    if games is not None and games < 1:
        raise ValueError(f"games can't be {games}: at least 1 is needed")
    if until is not None and not 0 < until < MAX_HALF_WIDTH:
        raise ValueError(f"until can't be {until}: it is a share between 0 and {MAX_HALF_WIDTH}")
    if jobs < 1:
        raise ValueError(f"jobs can't be {jobs}: at least 1 is needed")


def list_rivals(against: Rival | Sequence[Rival]) -> list[Rival]:
    """Return the matches to compare with, also if it is only one."""
    if isinstance(against, str | Mapping) or callable(against):
        return [against]
    given: object = against
    for rival in given if isinstance(given, Sequence) else [given]:
        if not (isinstance(rival, str | Mapping) or callable(rival)):
            raise TypeError(
                f"against must be a name, a function or a dict of options, or a list, not {rival!r}"
            )
    return list(against)


def make_match(
    game: str,
    seed: str,
    policy: PolicyLike | None,
    bots: BotLike | Sequence[BotLike] | None,
    options: GameOptions,
) -> "Match":
    """Return the match of a policy or of bots; by default of the game's usual one."""
    from underdeck.study.match import Match  # noqa: PLC0415  needs NumPy

    check_seed_text(seed)
    if policy is not None and bots is not None:
        raise Refusal("policy_and_bots")
    match = Match(game, options, seed)
    if bots is None and policy is None and match.seats > 1:
        bots = find_manifest(game).usual_bot
    if bots is None:
        return with_policy(match, policy or match.measures.default_policy)
    listed = [bots] if isinstance(bots, str) or callable(bots) else bots
    check_listed(listed)
    if not 0 < len(listed) <= match.seats:
        raise Refusal("too_many_bots", n=len(listed), most=match.seats)
    return with_bots(match, [*listed, *[listed[-1]] * (match.seats - len(listed))])


def rotated(match: "Match") -> "Match":
    """Return a match of bots that change seats."""
    if match.policy is not None or match.seats == 1:
        raise Refusal("rotate_needs_bots")
    return replace(match, rotate=True)


def with_policy(match: "Match", policy: PolicyLike) -> "Match":
    """Return a match that a policy plays; a function of a view plays every seat as a bot."""
    from underdeck.study.policies import PolicySpec, normalize, read_policy  # noqa: PLC0415

    if isinstance(policy, str):
        spec = normalize(match.game, read_policy(match.game, policy))
    elif not callable(policy):
        raise TypeError(f"a policy is a name, a path or a function, not {policy!r}")
    elif works_on_ints(policy):
        spec = PolicySpec(name_of(policy), function=policy)
    else:
        return with_bots(match, [policy] * match.seats)  # type: ignore[list-item]
    return replace(match, policy=spec, bots=(), own_bots=())


def works_on_ints(policy: PolicyLike) -> TypeGuard[Callable[..., int]]:
    """Return whether a function has the arguments of a compiled policy."""
    return callable(policy) and required_arguments(policy) == POLICY_ARGUMENTS


def with_bots(match: "Match", bots: Sequence[BotLike]) -> "Match":
    """Return a match of bots; different functions of the same name are numbered."""
    from underdeck.study.players import check_player  # noqa: PLC0415  needs NumPy

    own: dict[str, Bot] = {}
    names = []
    for each in bots:
        if isinstance(each, str):
            check_player(each, match.game)
            names.append(each)
            continue
        bot = numbered(bot_of(each, match.game), own)
        own[bot.name] = bot
        names.append(bot.name)
    return replace(match, policy=None, bots=tuple(names), own_bots=(*own.items(),))


def numbered(bot: Bot, others: Mapping[str, Bot]) -> Bot:
    """Return a bot under a name that neither a built-in bot nor another function has."""
    taken = {name for name, other in others.items() if other.choose is not bot.choose}
    taken |= {*find_manifest(bot.game).simulated_bots}
    names = (bot.name, *(f"{bot.name} {number}" for number in range(2, len(taken) + 3)))
    return replace(bot, name=next(name for name in names if name not in taken))


def make_rival(match: "Match", rival: Rival) -> "Match":
    """Return a match with another policy, another bot in seat 0, or other options."""
    from underdeck.study.rivals import read_rival, with_options  # noqa: PLC0415  needs NumPy

    if isinstance(rival, str):
        return read_rival(match, rival)
    if isinstance(rival, Mapping):
        return with_options(match, rival)
    if match.policy is not None or match.seats == 1:
        return with_policy(match, rival)
    own = dict(match.own_bots)
    return with_bots(match, [rival, *(own.get(name, name) for name in match.bots[1:])])  # type: ignore[list-item]


def rival_text(rival: Rival) -> str:
    """Return what a match is compared with, as results list it."""
    if isinstance(rival, Mapping):
        return ",".join(f"{name}={option_text(value)}" for name, value in rival.items())
    return rival if isinstance(rival, str) else str(getattr(rival, "__name__", rival))


def can_be_sent(matches: tuple["Match", ...]) -> bool:
    """Return whether matches can be sent to other processes; some functions can't."""
    try:
        pickle.dumps(matches)
    except (AttributeError, TypeError, pickle.PicklingError):
        return False
    return True
