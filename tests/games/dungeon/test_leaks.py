"""Nothing hidden leaks: a watcher can't distinguish worlds that differ only in hidden cards.

A random game is played. Now and then all cards that a watcher (a seat or a spectator) can't know
are sampled by that watcher's knowledge, which gives a shadow of the game. The shadow follows the
game move by move, and its watcher gets the same views and events in both, to the byte, until the
rules themselves reveal a difference. `SHOWN`, `OUTCOMES` and `bare` list everything that may be
revealed.
"""

import json
import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from itertools import zip_longest
from random import Random
from typing import Any, NamedTuple

import pytest

from games.dungeon.test_oracle import BLACKS
from underdeck.cards import rank_of, read_cards
from underdeck.game import Event
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.belief import sample_state, sample_states, sample_weighted_state
from underdeck.games.dungeon.events import PARTS
from underdeck.games.dungeon.frames import pending_kind
from underdeck.games.dungeon.knowledge import Knowledge
from underdeck.games.dungeon.moves import (
    BID_CARD,
    CAVE,
    DIG,
    DISCARD,
    RESIGN,
    TAKE,
    DungeonMove,
    read_move,
)
from underdeck.games.dungeon.moves import WORDS as MOVE_WORDS
from underdeck.games.dungeon.options import Options, is_dark
from underdeck.games.dungeon.state import State, deck_of
from underdeck.games.dungeon.view import DungeonView
from underdeck.options import read_options
from underdeck.refusal import IllegalMove, Refusal
from underdeck.say import Words
from underdeck.say.sentences import refusal_text

GAMES = int(os.environ.get("LEAK_GAMES", "6"))
ENGLISH = Words("en")

COUNTERS = ("counter_attack 1", "counter_attack 2", "counter_attack 3")
VARIANTS = ("base", *BLACKS[1:], "suicide_queen", *COUNTERS)
SWITCHES = ("ace_high", "random_start", "must_play", "demand_shows_all", "aces_in_fights")
WATCHING = None
SPECTATOR = -1
"""The seat of a spectator."""
WATCHERS = (0, 1, 2, 3, WATCHING)

# What the rules reveal


def is_pitch_black(options: Options) -> bool:
    """§14 Return whether passages are face down."""
    return options.pitch_black


class Shown(NamedTuple):
    """A card that an event shows: the viewers, whether its rank was known before, and the rule."""

    to: str
    rank_known: bool
    rule: str
    """The rule that shows it."""
    is_hidden: Callable[[Options], bool] = lambda _options: False


SHOWN = {
    "bid_shown": Shown("others", False, "D-1 then the cards are shown and discarded"),
    "drew_card": Shown("owner", False, "§9.1 hands are seen by their owners"),
    "dug": Shown("others", True, "§3.1, face up but in pitch black (§14.1)", is_pitch_black),
    "caved_in": Shown("others", True, "§3.4, face up but in pitch black (§14.3)", is_pitch_black),
    "attacked": Shown("others", True, "§4.2, §13.1 played face up"),
    "fight_laid": Shown("others", True, "D-20 fighting cards are laid face up"),
    "rob_called": Shown("others", True, "§5.1, §13.1 played face up"),
    "fished": Shown("others", True, "§6.1, §13.1 played face up"),
    "ace_played": Shown("others", True, "§7.1, §13.1 played face up"),
    "countered": Shown("others", True, "§11.1, §13.1 played face up"),
    "joker_saved": Shown(
        "others", True, "§12.2, §13.1 a natural card of that value, played face up"
    ),
    "discarded": Shown("others", True, "§2.1 discarded face up, but in the dark (§13.3)", is_dark),
    "lost_card": Shown(
        "others",
        False,
        "§6.4, §10.1, D-8 a hand goes to the discards, face up (§2.6) but in the dark (§13.3)",
        is_dark,
    ),
    "gave_card": Shown("receiver", True, "§9.2 a card that changes hands is seen by the two"),
    "hand_shown": Shown(
        "asker",
        False,
        "D-11 a demand shows the hand to the asker, or to everyone (`demand_shows_all`)",
    ),
    "passage_shown": Shown(
        "others",
        False,
        "§14.4 the dungeon of one accused is shown to all, and §14.5 one that escapes",
    ),
}
"""The events that may show an unknown card."""

OUTCOMES = {
    (
        "cave_hit",
        "cave_missed",
    ): "§14.3 true values are compared in secret; a miss shows that it missed",
    (
        "",
        "front_lost",
    ): "§12.2 after a hit the owner of a joker is asked, and a natural front is lost",
    ("lied", "told_truth"): "§6.4 a demand shows whether the answer was true",
    ("was_false", "was_honest"): "§14.4 an accusation shows whether the dungeon was honest",
    ("escaped", "was_false"): "D-17 `reveal_on_escape`: it is checked always",
    ("began", "began"): "D-1 the highest of the bids that were shown begins",
    ("began", "bids_tied"): "D-1 those who tie lay again",
}
"""Pairs of events, one in each world, that reveal how hidden cards compared."""


def may_show(one: Event, two: Event, you: int, asker: int, options: Options) -> bool:
    """Return whether two events may show different cards to a seat, -1 for a spectator."""
    rule = SHOWN.get(one.name)
    if rule is None or one.name != two.name or one.parts | {"card": 0} != two.parts | {"card": 0}:
        return False
    if rule.is_hidden(options):
        return False
    if rule.rank_known and rank_of(one.parts["card"]) != rank_of(two.parts["card"]):
        return False
    owner = one.parts["seat"]
    return {
        "others": owner != you,
        "owner": owner == you,
        "receiver": one.parts.get("target") == you,
        "asker": owner != you and (options.demand_shows_all or asker == you),
    }[rule.to]


def may_come_of(
    one: Event | None, two: Event | None, you: int, before: list[Event], shown: set[str]
) -> bool:
    """Return whether the two worlds may differ for a player after these events."""
    ways = tuple(sorted(event.name if event else "" for event in (one, two)))
    if ways not in OUTCOMES:
        return False
    if ways == ("", "front_lost"):
        return [event.name for event in before][-1:] == ["cave_hit"] and you not in {
            event.parts["seat"] for event in (one, two) if event
        }
    if "began" in ways:
        return "bid_shown" in shown
    return "cave_hit" in ways or all(
        event is not None and event.parts["seat"] != you for event in (one, two)
    )


def learn(one: list[Event], two: list[Event], you: int, options: Options) -> bool:
    """Return whether the events reveal a difference to a seat; fail unless the rules allow it."""
    shown: set[str] = set()
    asker = SPECTATOR
    for number, (here, there) in enumerate(zip_longest(one, two)):
        if here is not None and there is not None:
            asker = here.parts["seat"] if here.name == "demanded" else asker
            if here[:2] == there[:2]:
                continue
            if may_show(here, there, you, asker, options):
                shown.add(here.name)
                continue
        assert may_come_of(here, there, you, one[:number], shown), (
            f"p{you + 1} gets {here} or {there}"
        )
        return True
    return bool(shown)


def bare(view: DungeonView, heard: list[Event]) -> DungeonView:
    """Return a view without the cards that the rules show now without an event."""
    if (
        is_dark(view.options) and view.pending == "robbing" and view.waiting == (view.seat,)
    ):  # §13.2 the robber searches the discards
        return view._replace(
            seen_discards=None, legal=tuple(move for move in view.legal if move.kind != TAKE)
        )
    if not is_dark(view.options) and any(
        event.name == "resigned" for event in heard
    ):  # D-8 a bid is discarded, §2.6 face up
        return view._replace(seen_discards=None)
    return view


def public_part(move: DungeonMove, options: Options) -> tuple[int | None, ...]:
    """Return the parts of a move that others may know.

    Hidden are D-1 bids, §13.2 - §13.3 cards taken or discarded in the dark, and §14 passages in
    pitch black.
    """
    if move.kind == BID_CARD or (is_dark(options) and move.kind in (TAKE, DISCARD)):
        return (move.kind,)
    if options.pitch_black and move.kind == DIG:
        return (move.kind, move.value, move.place)
    return (move.kind, move.target) if options.pitch_black and move.kind == CAVE else move


# Games and shadows


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


def view_of(state: State, seat: int | None) -> DungeonView:
    """Return the view of a seat."""
    view = GAME.view(state, seat)
    assert isinstance(view, DungeonView)
    return view


def legal(state: State, seat: int) -> tuple[DungeonMove, ...]:
    """Return the legal moves of a seat."""
    return GAME.legal(state, seat)


def events_for(events: list[Event], seat: int | None) -> list[Event]:
    """Return the events that a seat may know."""
    return [event for event in events if event.is_for(seat)]


def dump_events(events: list[Event]) -> str:
    """Return events as JSON text."""
    return json.dumps([event.as_json() for event in events])


def variant_of(seed: int) -> str:
    """Return the variant that the game of a seed is counted for."""
    return VARIANTS[seed % len(VARIANTS)]


def options_with(variant: str, random: Random) -> Options:
    """Return random options with a variant, mostly for four players."""
    black = variant if variant in BLACKS else random.choice(BLACKS)
    counter = COUNTERS.index(variant) + 1 if variant in COUNTERS else random.randrange(4)
    queen = variant == "suicide_queen" or random.random() < 0.4
    if variant == "base":
        black, counter, queen = "", 0, False
    options: dict[str, Any] = {name: random.random() < 0.35 for name in SWITCHES}
    options |= {name: name == black for name in BLACKS[1:]} | {
        "suicide_queen": queen,
        "counter_attack": counter,
    }
    options |= {
        "surrender_keeps_rest": queen and random.random() < 0.5,
        "reveal_on_escape": black == "pitch_black" and random.random() < 0.35,
        "accuse_freely": black == "pitch_black" and random.random() < 0.35,
    }
    options |= {
        "players": random.choice((2, 3, 4, 4, 4, 4, 4, 4)),
        "decks": random.choice((0, 1)),
        "turn_limit": random.choice((5, 30, 120)),
    }
    parsed: Options = read_options(Options, options)
    return parsed


def variants_of(options: Options) -> list[str]:
    """Return the variants that options include."""
    names = [name for name in (*BLACKS[1:], "suicide_queen") if getattr(options, name)]
    names += [COUNTERS[options.counter_attack - 1]] if options.counter_attack else []
    return names or ["base"]


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
    seen, spectated = json.dumps(view.as_json()), repr(tuple(view_of(state, WATCHING)))
    for world in worlds:
        assert seen == json.dumps(view_of(world, seat).as_json())
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
            assert not parted or bare(view, here) == bare(other, here), (
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


@cache
def compare_few(seed: int) -> Counter[str]:
    """Compare a game once for all variants that it counts for."""
    return compare_game(seed, 0.03)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_watcher_can_not_distinguish_worlds_that_differ_in_hidden_cards(
    variant: str,
) -> None:
    pairs: Counter[str] = Counter()
    for seed in range(GAMES * len(VARIANTS)):
        if variant in variants_of(options_with(variant_of(seed), Random(seed))):
            pairs += compare_few(seed)
    counts = [pairs[cell(variant, seat)] for seat in WATCHERS]
    assert GAMES < 6 or (sum(counts) >= 200 and all(counts)), counts


def happened(text: str) -> list[Event]:
    """Read events: each a name and its parts in order, with cards as codes."""
    events = [word.split() for word in text.split(", ")]
    return [
        Event(name, dict(zip(PARTS[name], map(number_of, parts), strict=True)))
        for name, *parts in events
    ]


def number_of(part: str) -> int:
    """Read a player, a number or a card."""
    plain = part.removeprefix("p")
    return int(plain) - (plain != part) if plain.isdigit() else read_cards([part])[0]


@pytest.mark.parametrize(
    ("you", "one", "two"),
    [
        (0, "drew p1 1, drew_card p1 7S", "drew p1 1, drew_card p1 9H"),
        (
            0,
            "demanded p1 p2, hand_shown p2 7S, told_truth p2",
            "demanded p1 p2, hand_shown p2 9S, lied p2, gave p2 p1 9",
        ),
        (0, "gave p2 p1 7, gave_card p2 p1 7S", "gave p2 p1 7, gave_card p2 p1 7H"),
        (-1, "dug p2 10S 10 0", "dug p2 10H 10 0"),
        (
            -1,
            "bid_shown p1 7S, bid_shown p2 8S, began p2",
            "bid_shown p1 9S, bid_shown p2 8S, began p1",
        ),
        (-1, "cave_tried p2 p1, cave_hit p2 p1", "cave_tried p2 p1, cave_missed p2 p1"),
        (1, "cave_tried p2 p1, cave_hit p2 p1", "cave_tried p2 p1, cave_hit p2 p1, front_lost p1"),
        (-1, "passage_shown p1 1 10S 10, was_honest p1", "passage_shown p1 1 9S 10, was_false p1"),
    ],
)
def test_worlds_may_differ_after_these_events(you: int, one: str, two: str) -> None:
    assert learn(happened(one), happened(two), you, Options())


@pytest.mark.parametrize(
    ("you", "one", "two"),
    [
        (1, "drew p1 1, drew_card p1 7S", "drew p1 1, drew_card p1 9H"),
        (-1, "demanded p1 p2, hand_shown p2 7S", "demanded p1 p2, hand_shown p2 9S"),
        (2, "demanded p1 p2, hand_shown p2 7S", "demanded p1 p2, hand_shown p2 9S"),
        (2, "gave p2 p1 7, gave_card p2 p1 7S", "gave p2 p1 7, gave_card p2 p1 7H"),
        (0, "dug p2 10S 10 0", "dug p2 9S 10 0"),
        (0, "dug p1 10S 10 0", "dug p1 10H 10 0"),
        (0, "laid_as p2 7S 10", "laid_as p2 9S 10"),
        (0, "demanded p2 p1, told_truth p1", "demanded p2 p1, lied p1"),
        (0, "turn_begun p1 5, began p1", "turn_begun p1 5, began p2"),
        (0, "cave_tried p2 p1, cave_hit p2 p1", "cave_tried p2 p1, cave_hit p2 p1, front_lost p1"),
        (-1, "caved_in p2 p1 10S 10", "caved_in p2 p1 10S 10, front_lost p1"),
        (-1, "drew p1 1", "drew p1 2"),
        (-1, "passed p1", "passed p1, drew p2 1"),
        (0, "drew_card p1 7S, drew_card p2 8S", "drew_card p1 9H, drew_card p2 9S"),
    ],
)
def test_worlds_may_not_differ_after_other_events(you: int, one: str, two: str) -> None:
    with pytest.raises(AssertionError, match="gets"):
        learn(happened(one), happened(two), you, Options())


@pytest.mark.parametrize(
    ("one", "two", "hidden_by"),
    [
        ("discarded p2 7S", "discarded p2 7H", ["almost_black", "pitch_black"]),
        (
            "hand_lost p2 1, lost_card p2 7S",
            "hand_lost p2 1, lost_card p2 9S",
            ["almost_black", "pitch_black"],
        ),
        ("dug p2 10S 10 0", "dug p2 10H 10 0", ["pitch_black"]),
        ("caved_in p2 p1 10S 10", "caved_in p2 p1 10H 10", ["pitch_black"]),
    ],
)
def test_in_the_dark_less_is_shown(one: str, two: str, hidden_by: list[str]) -> None:
    for variant in BLACKS:
        options = read_options(Options, {variant: True} if variant else {})
        if variant in hidden_by:
            with pytest.raises(AssertionError, match="gets"):
                learn(happened(one), happened(two), 0, options)
        else:
            assert learn(happened(one), happened(two), 0, options)


def test_a_sampled_state_differs_from_the_truth_but_keeps_every_card() -> None:
    random = Random(1)
    options = Options(players=4, pitch_black=True)
    state: State = GAME.start(options, random.sample(deck_of(options), len(deck_of(options))))
    knowledge = Knowledge(view_of(state, 0))
    other = sample_state(state, knowledge, view_of(state, 0), random)
    assert other != state
    assert sorted(other.deck[other.top : other.bottom] + other.hands + other.cells) == sorted(
        state.deck[state.top : state.bottom] + state.hands + state.cells
    )


def test_a_sampled_state_does_not_depend_on_hidden_cards() -> None:
    options = Options(players=3, almost_black=True)
    first: State = GAME.start(options, Random(1).sample(deck_of(options), len(deck_of(options))))
    knowledge = Knowledge(view_of(first, 1))
    second = sample_state(first, knowledge, view_of(first, 1), Random(2))
    drawn = [
        sample_state(world, Knowledge(view_of(world, 1)), view_of(world, 1), Random(3))
        for world in (first, second)
    ]
    assert drawn[0] == drawn[1]


def test_every_unseen_card_is_equally_likely_in_another_hand() -> None:
    options = Options()
    random = Random(5)
    state: State = GAME.start(options, random.sample(deck_of(options), len(deck_of(options))))
    knowledge, view = Knowledge(view_of(state, 0)), view_of(state, 0)
    counts: dict[int, int] = {}
    for _ in range(600):
        other = sample_state(state, knowledge, view, random)
        for card in other.hands[108:113]:
            counts[card] = counts.get(card, 0) + 1
    own = set(view.players[0].hand or ())
    assert counts.keys() == set(deck_of(options)) - own
    assert min(counts.values()) > 30  # 64 on average
    assert max(counts.values()) < 105


def test_a_card_taken_from_open_discards_stays_known_until_it_is_gone() -> None:
    mine, theirs = (
        read_cards(["JS", "2S", "3S", "4S", "5S"]),
        read_cards(["7H", "8H", "9H", "2H", "3H"]),
    )
    top = [card for pair in zip(mine, theirs, strict=True) for card in pair]
    options = Options(random_start=True)
    state: State = GAME.start(
        options, [*top, *(card for card in deck_of(options) if card not in top)]
    )
    knowledge = Knowledge(view_of(state, 1))
    events = GAME.resolve_chance(state, (0, 1))
    for text in ("p1 pass", "p1 discard 2", "p2 pass", "p2 discard 7", "p1 rob J", "p1 take 7"):
        events += GAME.play(state, int(text[1]) - 1, read_move(text[3:]))
    for event in events:
        knowledge.observe(event)
    for seed in range(20):
        other = sample_state(state, knowledge, view_of(state, 1), Random(seed))
        assert any(card >> 2 == 7 for card in other.hands[: other.hand_size[0]])


def test_weights_prefer_likely_states() -> None:
    options = Options()
    random = Random(7)
    state: State = GAME.start(options, random.sample(deck_of(options), len(deck_of(options))))
    knowledge, view = Knowledge(view_of(state, 0)), view_of(state, 0)

    def kings(world: State) -> float:
        return 0.001 + sum(card >> 2 == 13 for card in world.hands[108:113])

    plain = sum(kings(sample_state(state, knowledge, view, random)) for _ in range(80))
    weighted = sum(
        kings(sample_weighted_state(state, knowledge, view, random, kings)) for _ in range(80)
    )
    assert weighted > 1.3 * plain


def test_a_card_tried_in_secret_was_not_discarded_before() -> None:
    hands = [
        read_cards(cards.split())
        for cards in ("10S 2S 2H 2D 2C", "Jk 4S 4H 4D 4C", "3S 5S 5H 5D 5C")
    ]
    options = Options(players=3, decks=1, pitch_black=True, random_start=True)
    deck = list(deck_of(options))
    for card in (card for held in hands for card in held):
        deck.remove(card)
    cells, rest = deck[-3:], deck[:-3]
    dealt = [held[place] for place in range(5) for held in hands]
    state: State = GAME.start(options, [*cells, *dealt, *rest])
    knowledge = Knowledge(view_of(state, 2))
    events = GAME.resolve_chance(state, (1, 0, 2))
    for text in ("p2 dig Jk=10 @0", "p2 discard 4", "p3 pass", "p3 discard 3", "p1 cave 10 p2"):
        if GAME.legal(state, int(text[1]) - 1):
            legal = [str(move) for move in GAME.legal(state, int(text[1]) - 1)]
            if text[3:] in legal:
                events += GAME.play(state, int(text[1]) - 1, read_move(text[3:]))
    assert GAME.view(state, 2).as_json()["pending"] == "saving"
    for event in events:
        knowledge.observe(event)
    (three,) = read_cards(["3S"])
    guesses = {
        sample_state(state, knowledge, view_of(state, 2), Random(seed)).creature
        for seed in range(40)
    }
    assert three not in guesses
    assert len(guesses) > 5
