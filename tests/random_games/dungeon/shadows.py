"""Worlds that a watcher can't distinguish from a random game, followed move by move.

Now and then all cards that a watcher (a seat or a spectator) can't know are sampled by that
watcher's knowledge, which gives a shadow of the game. The shadow makes the same moves, and its
watcher gets the same views and events in both, to the byte, until the rules reveal a difference.
"""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from random import Random

from games.dungeon.position import view_of
from random_games.dungeon.revealed import SPECTATOR, bare, learn, public_part
from random_games.dungeon.variants import options_with, variant_of, variants_of
from underdeck.game import Event
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.belief import sample_states
from underdeck.games.dungeon.facts import CLIENT_VIEW
from underdeck.games.dungeon.frames import pending_kind
from underdeck.games.dungeon.knowledge import Knowledge
from underdeck.games.dungeon.moves import DIG, RESIGN, DungeonMove
from underdeck.games.dungeon.moves import WORDS as MOVE_WORDS
from underdeck.games.dungeon.state import State, deck_of
from underdeck.games.dungeon.view import DungeonView
from underdeck.refusal import IllegalMove, Refusal
from underdeck.say import Words
from underdeck.say.sentences import refusal_text

ENGLISH = Words("en")
WATCHING = None
WATCHERS = (0, 1, 2, 3, WATCHING)


class Onlooker(Knowledge):
    """The knowledge of a spectator, as of a seat without a hand."""

    def __init__(self, view: DungeonView) -> None:
        super().__init__(view._replace(seat=SPECTATOR))

    def observe(self, event: Event) -> None:
        """Learn only from public events."""
        if event.is_for(WATCHING):
            super().observe(event)


@dataclass
class Shadow:
    """A world that its watcher can't distinguish from the game, and the moves left to follow."""

    seat: int | None
    world: State
    steps: int


def legal(state: State, seat: int) -> tuple[DungeonMove, ...]:
    """Return the legal moves of a seat."""
    return GAME.legal(state, seat)


def events_for(events: list[Event], seat: int | None) -> list[Event]:
    """Return the events that a seat may know."""
    return [event for event in events if event.is_for(seat)]


def dump_events(events: list[Event]) -> str:
    """Return events as JSON text."""
    return json.dumps([event.as_json() for event in events])


def cell(variant: str, seat: int | None) -> str:
    """Return the name that a pair is counted by."""
    return f"{variant}, {watcher_name(seat)}"


def watcher_name(seat: int | None) -> str:
    """Return the name of a seat or spectator."""
    return "spectator" if seat is None else f"p{seat + 1}"


def compare_game(seed: int, often: float = 0.2) -> Counter[str]:
    """Compare a random game with shadows; count the pairs, in all and by variant and watcher."""
    random = Random(seed)
    options = options_with(variant_of(seed), random)
    state: State = GAME.start(options, random.sample(deck_of(options), len(deck_of(options))))
    knowledge_of = {seat: Knowledge(view_of(state, seat)) for seat in range(options.players)} | {
        WATCHING: Onlooker(view_of(state, WATCHING))
    }
    pairs: Counter[str] = Counter()
    shadows: list[Shadow] = []
    met: Counter[int] = Counter()
    """The pending kinds so far, so that rare ones can be preferred."""
    while GAME.result(state) is None:
        for seat, knowledge in knowledge_of.items():
            if random.random() < (often if seat == 3 else 0.8 * often) and not GAME.pending_chance(
                state
            ):
                fresh = cast_shadows(state, knowledge, seat, random)
                for name in ("pairs", *(cell(variant, seat) for variant in variants_of(options))):
                    pairs[name] += sum(shadow.world != state for shadow in fresh)
                shadows += fresh
        events, shadows = go_on(state, shadows, met, random)
        met[pending_kind(state)] += 1
        for knowledge in knowledge_of.values():
            for event in events:
                knowledge.observe(event)
    return pairs


def cast_shadows(
    state: State, knowledge: Knowledge, seat: int | None, random: Random
) -> list[Shadow]:
    """Return shadows for a watcher, whose views and refusals are checked to be the same."""
    view = view_of(state, seat)
    worlds = sample_states(state, knowledge, view, random, 3)
    seen, spectated = json.dumps(CLIENT_VIEW.shown(view)), repr(tuple(view_of(state, WATCHING)))
    for world in worlds:
        assert seen == json.dumps(CLIENT_VIEW.shown(view_of(world, seat)))
        if seat is not None:
            assert spectated == repr(tuple(view_of(world, WATCHING)))
            refuse_alike(state, world, seat, random)
    return [Shadow(seat, world, random.choice((1, 1, 1, 2, 2, 4, 25))) for world in worlds]


def go_on(
    state: State, shadows: list[Shadow], met: Counter[int], random: Random
) -> tuple[list[Event], list[Shadow]]:
    """Make a random move in the game and its shadows; return its events and the shadows left."""
    answers: list[list[Event] | None]
    if GAME.pending_chance(state):
        order = random.sample(GAME.pending_chance(state), len(GAME.pending_chance(state)))
        answers = [answer_chance(shadow.world, order, random) for shadow in shadows]
        events = GAME.resolve_chance(state, order)
    else:
        seat, move = choose_move(state, shadows, met, random)
        answers = [follow(shadow, seat, move, random) for shadow in shadows]
        events = GAME.play(state, seat, move)
    see = cache(partial(view_of, state))
    apart = [
        answer_events is None or can_distinguish(events, answer_events, shadow, see)
        for shadow, answer_events in zip(shadows, answers, strict=True)
    ]
    left = [
        shadow
        for shadow, is_apart in zip(shadows, apart, strict=True)
        if shadow.steps and not is_apart
    ]
    for shadow in left:
        if shadow.seat is not None and random.random() < 0.2:
            refuse_alike(state, shadow.world, shadow.seat, random)
    return events, left


def answer_chance(world: State, order: list[int], random: Random) -> list[Event]:
    """Draw the same lot in a shadow, or shuffle its deck of the same size."""
    items = GAME.pending_chance(world)
    assert len(items) == len(order)
    lot = view_of(world, WATCHING).pending == "lot"
    return GAME.resolve_chance(world, order if lot else random.sample(items, len(items)))


def choose_move(
    state: State, shadows: list[Shadow], met: Counter[int], random: Random
) -> tuple[int, DungeonMove]:
    """Choose a random move, mostly one that the longest shadow can follow."""
    able = (
        [seat for seat in range(state.players) if GAME.legal(state, seat)]
        if random.random() < 0.1
        else GAME.waiting(state)
    )
    seat = random.choice(able)
    if random.random() < 0.002 and seat in GAME.waiting(state):
        return seat, DungeonMove(RESIGN)
    moves = legal(state, seat)
    if shadows and random.random() < 0.7:
        longest = max(shadows, key=lambda shadow: shadow.steps)
        known = {public_part(move, state.options) for move in legal(longest.world, seat)}
        moves = tuple(move for move in moves if public_part(move, state.options) in known) or moves
    kinds = sorted({move.kind for move in moves})
    some = [
        random.choice([move for move in moves if move.kind == kind])
        for kind in kinds
        for _ in range(3)
    ]
    if random.random() < 0.3:
        return seat, min(some, key=lambda move: met[outlook(state, seat, move)])
    return seat, random.choice(
        [move for move in some if move.kind == DIG and random.random() < 0.3] or some
    )


def outlook(state: State, seat: int, move: DungeonMove) -> int:
    """Return the pending kind after a move."""
    world = GAME.clone(state)
    GAME.play(world, seat, move)
    return pending_kind(world)


def follow(shadow: Shadow, seat: int, move: DungeonMove, random: Random) -> list[Event] | None:
    """Make the same move in a shadow, or one with the same public part; None if there is none."""
    alike = public_part(move, shadow.world.options)
    if alike == move or seat == shadow.seat:
        try:
            return GAME.play(shadow.world, seat, move)
        except IllegalMove:
            assert seat != shadow.seat
            return None
    moves = [
        other
        for other in legal(shadow.world, seat)
        if public_part(other, shadow.world.options) == alike
    ]
    if not moves:
        return None
    return GAME.play(
        shadow.world,
        seat,
        move if move in moves and random.random() < 0.5 else random.choice(moves),
    )


def can_distinguish(
    events: list[Event],
    answer_events: list[Event],
    shadow: Shadow,
    see: Callable[[int | None], DungeonView],
) -> bool:
    """Return whether the worlds can be told apart; fail unless the rules allow it."""
    shadow.steps -= 1
    apart = False
    for seat in dict.fromkeys((shadow.seat, WATCHING)):
        you = SPECTATOR if seat is None else seat
        heard, here = events_for(answer_events, seat), events_for(events, seat)
        parted = dump_events(here) != dump_events(heard) and learn(
            here, heard, you, shadow.world.options
        )
        if not parted:
            view, other = see(seat), view_of(shadow.world, seat)
            parted = repr(tuple(view)) != repr(tuple(other))
            assert not parted or repr(tuple(bare(view, here))) == repr(tuple(bare(other, here))), (
                f"p{you + 1} sees {view} or {other}"
            )
        apart = apart or parted
    return apart


def refuse_alike(state: State, world: State, seat: int, random: Random) -> None:
    """Check that a random move gets the same refusal in both worlds."""
    parts = [random.randrange(limit) for limit in (15, 15, state.players + 1, 15)]
    move = DungeonMove(random.randrange(1, len(MOVE_WORDS)), *parts)
    in_words = random.random() < 0.05
    assert answer(state, seat, move, in_words) == answer(world, seat, move, in_words), move


def answer(state: State, seat: int, move: DungeonMove, in_words: bool) -> str:
    """Return the refusal of a move with its parameters, or as a sentence."""
    try:
        GAME.play(GAME.clone(state), seat, move)
    except Refusal as refusal:
        return refusal_text(ENGLISH, refusal) if in_words else str(refusal)
    return "done"
