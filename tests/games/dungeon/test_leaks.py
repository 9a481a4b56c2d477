"""Nothing hidden leaks: exchange all that a seat can't know, and that seat, and a spectator, notice nothing, now or in what follows.

A random game is played. Now and then all that a watcher, a seat or a spectator, can't know is dealt anew by that watcher's own belief: a
shadow of the game. Game and shadow are a pair. The shadow follows the game move by move, and its watcher hears and sees the same in both,
to the byte, until the rules themselves show something in which they differ; what may be shown, and to whom, stands in `SHOWN`, `OUTCOMES`
and `bare`, and nothing else may.
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
from underdeck.games.dungeon.belief import Knowledge, deal_anew, deal_several, deal_weighted
from underdeck.games.dungeon.events import PARTS
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
from underdeck.games.dungeon.options import Options
from underdeck.games.dungeon.primitives import pending
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

# What the rules show


class Shown(NamedTuple):
    """A card that an event shows: to whom, whether its rank was known from the move that was made, by which rule, and where not."""

    to: str
    rank_known: bool
    rule: str
    hidden_by: str = ""


SHOWN = {
    "bid_shown": Shown("others", False, "D-1 then the cards are shown and discarded"),
    "drew_card": Shown("owner", False, "§9.1 hands are seen by their owners"),
    "dug": Shown("others", True, "§3.1, face up but in pitch black (§14.1)", "pitch_black"),
    "caved_in": Shown("others", True, "§3.4, face up but in pitch black (§14.3)", "pitch_black"),
    "attacked": Shown("others", True, "§4.2, §13.1 played face up"),
    "fight_laid": Shown("others", True, "D-20 fighting cards are laid face up"),
    "rob_called": Shown("others", True, "§5.1, §13.1 played face up"),
    "fished": Shown("others", True, "§6.1, §13.1 played face up"),
    "ace_played": Shown("others", True, "§7.1, §13.1 played face up"),
    "countered": Shown("others", True, "§11.1, §13.1 played face up"),
    "joker_saved": Shown(
        "others", True, "§12.2, §13.1 a natural card of that value, played face up"
    ),
    "discarded": Shown("others", True, "§2.1 discarded face up, but in the dark (§13.3)", "dark"),
    "lost_card": Shown(
        "others",
        False,
        "§6.4, §10.1, D-8 a hand goes to the discards, face up (§2.6) but in the dark (§13.3)",
        "dark",
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
"""The events that may show a card to one who didn't know it."""

OUTCOMES = {
    (
        "cave_hit",
        "cave_missed",
    ): "§14.3 true values are compared in secret; a miss shows that it missed",
    (
        "",
        "front_lost",
    ): "§12.2 after a hit in pitch black the owner of a joker is asked, and a natural front is lost",
    ("lied", "told_truth"): "§6.4 a demand shows whether the answer was true",
    ("was_false", "was_honest"): "§14.4 an accusation shows whether the dungeon was honest",
    ("escaped", "was_false"): "D-17 `reveal_on_escape`: it is checked always",
    ("began", "began"): "D-1 the highest of the bids that were shown begins",
    ("began", "bids_tied"): "D-1 those who tie lay again",
}
"""The events, one in each world, by which the rules let everyone know how hidden cards compared; what follows may differ then."""


def may_show(one: Event, two: Event, you: int, asker: int, house: Options) -> bool:
    """May these two events show different cards to that seat, -1 for a spectator?"""
    rule = SHOWN.get(one.name)
    if rule is None or one.name != two.name or one.parts | {"card": 0} != two.parts | {"card": 0}:
        return False
    if rule.hidden_by and getattr(house, rule.hidden_by):
        return False
    if rule.rank_known and rank_of(one.parts["card"]) != rank_of(two.parts["card"]):
        return False
    owner = one.parts["seat"]
    return {
        "others": owner != you,
        "owner": owner == you,
        "receiver": one.parts.get("target") == you,
        "asker": owner != you and (house.demand_shows_all or asker == you),
    }[rule.to]


def may_come_of(
    one: Event | None, two: Event | None, you: int, before: list[Event], shown: set[str]
) -> bool:
    """May the two worlds part here, as far as that player can tell, after such events and with such cards shown?"""
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


def learn(one: list[Event], two: list[Event], you: int, house: Options) -> bool:
    """Does this seat, -1 for a spectator, hear the two worlds part? Only as the rules let it."""
    shown: set[str] = set()
    asker = SPECTATOR
    for number, (here, there) in enumerate(zip_longest(one, two)):
        if here is not None and there is not None:
            asker = here.parts["seat"] if here.name == "demanded" else asker
            if here[:2] == there[:2]:
                continue
            if may_show(here, there, you, asker, house):
                shown.add(here.name)
                continue
        assert may_come_of(here, there, you, one[:number], shown), (
            f"p{you + 1} hears {here} or {there}"
        )
        return True
    return bool(shown)


def bare(view: DungeonView, heard: list[Event]) -> DungeonView:
    """A view but for what the rules let its watcher look at now without being told of it."""
    if (
        view.options.dark and view.pending == "robbing" and view.waiting == (view.seat,)
    ):  # §13.2 The robber looks through the discards.
        return view._replace(
            seen_discards=None, legal=tuple(move for move in view.legal if move.kind != TAKE)
        )
    if not view.options.dark and any(
        event.name == "resigned" for event in heard
    ):  # D-8 A bid goes to the discards, §2.6 face up.
        return view._replace(seen_discards=None)
    return view


def looks(move: DungeonMove, house: Options) -> tuple[int | None, ...]:
    """What others may know of a move: D-1 no bid, §13.2 - §13.3 in the dark no card taken or discarded, §14 in pitch black no passage."""
    if move.kind == BID_CARD or (house.dark and move.kind in (TAKE, DISCARD)):
        return (move.kind,)
    if house.pitch_black and move.kind == DIG:
        return (move.kind, move.value, move.place)
    return (move.kind, move.target) if house.pitch_black and move.kind == CAVE else move


# Games and their shadows


class Onlooker(Knowledge):
    """What a spectator may conclude: as a seat to whom no hand belongs."""

    def __init__(self, view: DungeonView) -> None:
        super().__init__(view._replace(seat=SPECTATOR))

    def hear(self, event: Event) -> None:
        """Only what everyone may know."""
        if event.is_for(WATCHING):
            super().hear(event)


@dataclass
class Shadow:
    """A world that its watcher can't tell from the game, and for how many moves it is to follow it."""

    seat: int | None
    world: State
    steps: int


def view_of(state: State, seat: int | None) -> DungeonView:
    """What a seat may see."""
    view = GAME.view(state, seat)
    assert isinstance(view, DungeonView)
    return view


def legal(state: State, seat: int) -> tuple[DungeonMove, ...]:
    """The moves of a seat."""
    return GAME.legal(state, seat)


def heard_by(events: list[Event], seat: int | None) -> list[Event]:
    """The events that a seat hears."""
    return [event for event in events if event.is_for(seat)]


def told(events: list[Event]) -> str:
    """What events tell, byte by byte."""
    return json.dumps([event.as_json() for event in events])


def variant_of(seed: int) -> str:
    """The variant that a seed's game is played for, whatever else its house plays."""
    return VARIANTS[seed % len(VARIANTS)]


def options_with(variant: str, random: Random) -> Options:
    """A house with that variant, mostly for four, with any house rules and with other variants that go with it."""
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
    house: Options = read_options(Options, options)
    return house


def variants_of(house: Options) -> list[str]:
    """The variants that a house plays."""
    names = [name for name in (*BLACKS[1:], "suicide_queen") if getattr(house, name)]
    names += [COUNTERS[house.counter_attack - 1]] if house.counter_attack else []
    return names or ["base"]


def cell(variant: str, seat: int | None) -> str:
    """What a pair is counted as."""
    return f"{variant}, {watcher_name(seat)}"


def watcher_name(seat: int | None) -> str:
    """A seat as it is told, or a spectator."""
    return "spectator" if seat is None else f"p{seat + 1}"


def compare_game(seed: int, often: float = 0.2) -> Counter[str]:
    """A random game, and shadows of it for every watcher now and then; how many pairs were compared, in all and by variant and watcher."""
    random = Random(seed)
    house = options_with(variant_of(seed), random)
    state: State = GAME.start(house, random.sample(deck_of(house), len(deck_of(house))))
    minds = {seat: Knowledge(view_of(state, seat)) for seat in range(house.players)} | {
        WATCHING: Onlooker(view_of(state, WATCHING))
    }
    pairs: Counter[str] = Counter()
    shadows: list[Shadow] = []
    met: Counter[int] = Counter()
    """What the game has waited for, so that rare things come up more often."""
    while GAME.result(state) is None:
        for seat, mind in minds.items():
            if random.random() < (often if seat == 3 else 0.8 * often) and not GAME.pending_chance(
                state
            ):
                fresh = cast_shadows(state, mind, seat, random)
                for name in ("pairs", *(cell(variant, seat) for variant in variants_of(house))):
                    pairs[name] += sum(shadow.world != state for shadow in fresh)
                shadows += fresh
        events, shadows = go_on(state, shadows, met, random)
        met[pending(state)] += 1
        for mind in minds.values():
            for event in events:
                mind.hear(event)
    return pairs


def cast_shadows(state: State, mind: Knowledge, seat: int | None, random: Random) -> list[Shadow]:
    """All that a watcher can't know, dealt anew a few times: the view is the same to the byte, a spectator's too, and so is a refusal."""
    view = view_of(state, seat)
    worlds = deal_several(state, mind, view, random, 3)
    seen, spectated = json.dumps(view.as_json()), repr(view_of(state, WATCHING))
    for world in worlds:
        assert seen == json.dumps(view_of(world, seat).as_json())
        if seat is not None:
            assert spectated == repr(view_of(world, WATCHING))
            refuse_alike(state, world, seat, random)
    return [Shadow(seat, world, random.choice((1, 1, 1, 2, 2, 4, 25))) for world in worlds]


def go_on(
    state: State, shadows: list[Shadow], met: Counter[int], random: Random
) -> tuple[list[Event], list[Shadow]]:
    """A random move or chance in the game, and the same in its shadows; what happened, and the shadows that go on."""
    tellings: list[list[Event] | None]
    if GAME.pending_chance(state):
        order = random.sample(GAME.pending_chance(state), len(GAME.pending_chance(state)))
        tellings = [answer_chance(shadow.world, order, random) for shadow in shadows]
        events = GAME.resolve_chance(state, order)
    else:
        seat, move = choose_move(state, shadows, met, random)
        tellings = [follow(shadow, seat, move, random) for shadow in shadows]
        events = GAME.play(state, seat, move)
    see = cache(partial(view_of, state))
    told_apart = [
        telling is None or tell_apart(events, telling, shadow, see)
        for shadow, telling in zip(shadows, tellings, strict=True)
    ]
    left = [
        shadow
        for shadow, apart in zip(shadows, told_apart, strict=True)
        if shadow.steps and not apart
    ]
    for shadow in left:
        if shadow.seat is not None and random.random() < 0.2:
            refuse_alike(state, shadow.world, shadow.seat, random)
    return events, left


def answer_chance(world: State, order: list[int], random: Random) -> list[Event]:
    """The same lot in a shadow; or a deck of as many cards, in an order of its own."""
    items = GAME.pending_chance(world)
    assert len(items) == len(order)
    lot = view_of(world, WATCHING).pending == "lot"
    return GAME.resolve_chance(world, order if lot else random.sample(items, len(items)))


def choose_move(
    state: State, shadows: list[Shadow], met: Counter[int], random: Random
) -> tuple[int, DungeonMove]:
    """A move of one who is waited for, or rarely of another; mostly one that the longest shadow can follow."""
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
        known = {looks(move, state.options) for move in legal(longest.world, seat)}
        moves = tuple(move for move in moves if looks(move, state.options) in known) or moves
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
    """What the game would wait for after a move."""
    world = GAME.clone(state)
    GAME.play(world, seat, move)
    return pending(world)


def follow(shadow: Shadow, seat: int, move: DungeonMove, random: Random) -> list[Event] | None:
    """The same move in a shadow, or another that its watcher takes for the same; None where there is none."""
    alike = looks(move, shadow.world.options)
    if alike == move or seat == shadow.seat:
        try:
            return GAME.play(shadow.world, seat, move)
        except IllegalMove:
            assert seat != shadow.seat
            return None
    moves = [
        other for other in legal(shadow.world, seat) if looks(other, shadow.world.options) == alike
    ]
    if not moves:
        return None
    return GAME.play(
        shadow.world,
        seat,
        move if move in moves and random.random() < 0.5 else random.choice(moves),
    )


def tell_apart(
    events: list[Event],
    telling: list[Event],
    shadow: Shadow,
    see: Callable[[int | None], DungeonView],
) -> bool:
    """Can the watcher tell game and shadow apart after a move? Only as the rules let it, and a spectator likewise."""
    shadow.steps -= 1
    apart = False
    for seat in dict.fromkeys((shadow.seat, WATCHING)):
        you = SPECTATOR if seat is None else seat
        heard, here = heard_by(telling, seat), heard_by(events, seat)
        parted = told(here) != told(heard) and learn(here, heard, you, shadow.world.options)
        if not parted:
            view, other = see(seat), view_of(shadow.world, seat)
            parted = repr(view) != repr(other)
            assert not parted or repr(bare(view, here)) == repr(bare(other, here)), (
                f"p{you + 1} sees {view} or {other}"
            )
        apart = apart or parted
    return apart


def refuse_alike(state: State, world: State, seat: int, random: Random) -> None:
    """A move that can't be made is refused in the same words in both worlds."""
    parts = [random.randrange(most) for most in (15, 15, state.players + 1, 15)]
    move = DungeonMove(random.randrange(1, len(MOVE_WORDS)), *parts)
    in_words = random.random() < 0.05
    assert answer(state, seat, move, in_words) == answer(world, seat, move, in_words), move


def answer(state: State, seat: int, move: DungeonMove, in_words: bool) -> str:
    """What a seat is told that tries a move: the refusal and all that it carries, or its sentence, which is made of nothing else."""
    try:
        GAME.play(GAME.clone(state), seat, move)
    except Refusal as refusal:
        return refusal_text(ENGLISH, refusal) if in_words else str(refusal)
    return "done"


@cache
def compare_few(seed: int) -> Counter[str]:
    """A game and a few shadows, once for all the variants that it counts for."""
    return compare_game(seed, 0.03)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_watcher_can_not_tell_worlds_apart_that_differ_in_what_it_may_not_know(
    variant: str,
) -> None:
    pairs: Counter[str] = Counter()
    for seed in range(GAMES * len(VARIANTS)):
        if variant in variants_of(options_with(variant_of(seed), Random(seed))):
            pairs += compare_few(seed)
    counts = [pairs[cell(variant, seat)] for seat in WATCHERS]
    assert GAMES < 6 or (sum(counts) >= 200 and all(counts)), counts


def happened(text: str) -> list[Event]:
    """Events from words: each a name and its parts, the parts in their order, cards as codes."""
    told = [word.split() for word in text.split(", ")]
    return [
        Event(name, dict(zip(PARTS[name], map(number_of, parts), strict=True)))
        for name, *parts in told
    ]


def number_of(part: str) -> int:
    """A player, a number or a card."""
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
def test_the_rules_let_worlds_part(you: int, one: str, two: str) -> None:
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
def test_nothing_else_lets_worlds_part(you: int, one: str, two: str) -> None:
    with pytest.raises(AssertionError, match="hears"):
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
        house = read_options(Options, {variant: True} if variant else {})
        if variant in hidden_by:
            with pytest.raises(AssertionError, match="hears"):
                learn(happened(one), happened(two), 0, house)
        else:
            assert learn(happened(one), happened(two), 0, house)


def test_what_is_dealt_anew_differs_from_the_truth_but_keeps_every_card() -> None:
    random = Random(1)
    house = Options(players=4, pitch_black=True)
    state: State = GAME.start(house, random.sample(deck_of(house), len(deck_of(house))))
    mind = Knowledge(view_of(state, 0))
    other = deal_anew(state, mind, view_of(state, 0), random)
    assert other != state
    assert sorted(other.deck[other.top : other.bottom] + other.hands + other.cells) == sorted(
        state.deck[state.top : state.bottom] + state.hands + state.cells
    )


def test_what_is_dealt_anew_does_not_depend_on_the_truth() -> None:
    house = Options(players=3, almost_black=True)
    first: State = GAME.start(house, Random(1).sample(deck_of(house), len(deck_of(house))))
    mind = Knowledge(view_of(first, 1))
    second = deal_anew(first, mind, view_of(first, 1), Random(2))
    drawn = [
        deal_anew(world, Knowledge(view_of(world, 1)), view_of(world, 1), Random(3))
        for world in (first, second)
    ]
    assert drawn[0] == drawn[1]


def test_every_unseen_card_is_as_likely_in_a_strange_hand() -> None:
    house = Options()
    random = Random(5)
    state: State = GAME.start(house, random.sample(deck_of(house), len(deck_of(house))))
    mind, view = Knowledge(view_of(state, 0)), view_of(state, 0)
    counts: dict[int, int] = {}
    for _ in range(600):
        other = deal_anew(state, mind, view, random)
        for card in other.hands[108:113]:
            counts[card] = counts.get(card, 0) + 1
    own = set(view.players[0].hand or ())
    assert counts.keys() == set(deck_of(house)) - own
    assert min(counts.values()) > 30  # 64 on average
    assert max(counts.values()) < 105


def test_a_card_taken_from_open_discards_stays_known_until_it_is_gone() -> None:
    mine, theirs = (
        read_cards(["JS", "2S", "3S", "4S", "5S"]),
        read_cards(["7H", "8H", "9H", "2H", "3H"]),
    )
    top = [card for pair in zip(mine, theirs, strict=True) for card in pair]
    house = Options(random_start=True)
    state: State = GAME.start(house, [*top, *(card for card in deck_of(house) if card not in top)])
    mind = Knowledge(view_of(state, 1))
    events = GAME.resolve_chance(state, (0, 1))
    for text in ("p1 pass", "p1 discard 2", "p2 pass", "p2 discard 7", "p1 rob J", "p1 take 7"):
        events += GAME.play(state, int(text[1]) - 1, read_move(text[3:]))
    for event in events:
        mind.hear(event)
    for seed in range(20):
        other = deal_anew(state, mind, view_of(state, 1), Random(seed))
        assert any(card >> 2 == 7 for card in other.hands[: other.hand_size[0]])


def test_weights_prefer_what_fits_behaviour() -> None:
    house = Options()
    random = Random(7)
    state: State = GAME.start(house, random.sample(deck_of(house), len(deck_of(house))))
    mind, view = Knowledge(view_of(state, 0)), view_of(state, 0)

    def kings(world: State) -> float:
        return 0.001 + sum(card >> 2 == 13 for card in world.hands[108:113])

    plain = sum(kings(deal_anew(state, mind, view, random)) for _ in range(80))
    weighted = sum(kings(deal_weighted(state, mind, view, random, kings)) for _ in range(80))
    assert weighted > 1.3 * plain


def test_a_card_tried_in_secret_is_not_one_that_was_discarded_before() -> None:
    hands = [
        read_cards(cards.split())
        for cards in ("10S 2S 2H 2D 2C", "Jk 4S 4H 4D 4C", "3S 5S 5H 5D 5C")
    ]
    house = Options(players=3, decks=1, pitch_black=True, random_start=True)
    deck = list(deck_of(house))
    for card in (card for held in hands for card in held):
        deck.remove(card)
    cells, rest = deck[-3:], deck[:-3]
    dealt = [held[place] for place in range(5) for held in hands]
    state: State = GAME.start(house, [*cells, *dealt, *rest])
    mind = Knowledge(view_of(state, 2))
    events = GAME.resolve_chance(state, (1, 0, 2))
    for text in ("p2 dig Jk=10 @0", "p2 discard 4", "p3 pass", "p3 discard 3", "p1 cave 10 p2"):
        if GAME.legal(state, int(text[1]) - 1):
            legal = [str(move) for move in GAME.legal(state, int(text[1]) - 1)]
            if text[3:] in legal:
                events += GAME.play(state, int(text[1]) - 1, read_move(text[3:]))
    assert GAME.view(state, 2).as_json()["pending"] == "saving"
    for event in events:
        mind.hear(event)
    (three,) = read_cards(["3S"])
    guesses = {
        deal_anew(state, mind, view_of(state, 2), Random(seed)).creature for seed in range(40)
    }
    assert three not in guesses
    assert len(guesses) > 5
