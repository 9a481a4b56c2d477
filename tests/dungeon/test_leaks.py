"""Nothing hidden leaks: exchange all that a seat can't know, and that seat, and a spectator, notice nothing, now or in what follows."""

import json
import os
from random import Random
from typing import Any

import pytest

from dungeon.test_oracle import BLACKS, random_house
from underdeck.cards import read_cards
from underdeck.dungeon import GAME
from underdeck.dungeon.belief import Knowledge, deal_anew, deal_weighted
from underdeck.dungeon.house import House
from underdeck.dungeon.moves import read_move
from underdeck.dungeon.state import State, deck_of
from underdeck.dungeon.view import DungeonView
from underdeck.game import Event
from underdeck.house import read_house
from underdeck.refusal import Refusal
from underdeck.say import Words
from underdeck.say.table import refusal_text

GAMES = int(os.environ.get("LEAK_GAMES", "5"))


def told(events: list[Event], seat: int | None) -> str:
    """All that a seat hears, byte by byte."""
    return json.dumps([event.as_json() for event in events if event.is_for(seat)])


def seen(state: State, seat: int | None) -> str:
    """All that a seat sees, byte by byte, its moves included."""
    return json.dumps(GAME.view(state, seat).as_json())


def view_of(state: State, seat: int) -> DungeonView:
    view = GAME.view(state, seat)
    assert isinstance(view, DungeonView)
    return view


def play_on(state: State, random: Random) -> tuple[int, Any, list[Event]]:
    """A random move, or chance."""
    if GAME.chance(state):
        return -1, None, GAME.fate(state, random.sample(GAME.chance(state), len(GAME.chance(state))))
    seat = random.choice(GAME.waiting(state))
    moves = GAME.legal(state, seat)
    digs = [move for move in moves if str(move).startswith("dig")]
    move = random.choice(digs) if digs and random.random() < 0.5 else random.choice(moves)
    return seat, move, GAME.play(state, seat, move)


def compare_worlds(state: State, other: State, seat: int, random: Random) -> int:
    """Two worlds that this seat can't tell apart, and the same moves in both while they are possible and look alike; how many."""
    steps = 0
    for _ in range(12):
        assert seen(state, seat) == seen(other, seat)
        assert seen(state, None) == seen(other, None)
        refuse_alike(state, other, seat)
        if GAME.result(state) is not None or GAME.chance(state):
            return steps
        actor = random.choice(GAME.waiting(state))
        both = [move for move in GAME.legal(state, actor) if move in GAME.legal(other, actor)]
        if actor == seat:
            assert GAME.legal(state, seat) == GAME.legal(other, seat)
        if not both:
            return steps
        move = random.choice(both)
        one, two = GAME.clone(state), GAME.clone(other)
        heard = told(GAME.play(one, actor, move), seat), told(GAME.play(two, actor, move), seat)
        if heard[0] != heard[1]:
            return steps  # The move itself shows what differed: a card laid open, a hand shown, a card drawn by this very seat.
        if view_of(one, seat).pending == "robbing" and view_of(one, seat).waiting == (seat + 1,) and state.house.dark:
            return steps  # §13.2 The robber looks through the discards.
        state, other = one, two
        steps += 1
    return steps


def refuse_alike(state: State, other: State, seat: int) -> None:
    """A move that can't be made is refused in the same words in both worlds."""
    for text in ("dig 10 @99", "fish Q p2 7", "give", "ace A", "strike", "counter J"):
        answers = []
        for world in (state, other):
            try:
                GAME.play(GAME.clone(world), seat, read_move(text))
                answers.append("done")
            except Refusal as refusal:
                answers.append(refusal_text(Words("en"), refusal))
        assert answers[0] == answers[1], text


def compare_game(seed: int, black: str) -> int:
    """A random game in which each seat's beliefs are tried out now and then; how many worlds were compared."""
    random = Random(seed)
    options = {name: value for name, value in random_house(random).items() if name not in BLACKS and name != "reveal_on_escape"}
    house: House = read_house(House, options | ({black: True} if black else {}))
    state: State = GAME.start(house, random.sample(deck_of(house), len(deck_of(house))))
    minds = [Knowledge(view_of(state, seat)) for seat in range(house.players)]
    pairs = 0
    while GAME.result(state) is None:
        _, _, events = play_on(state, random)
        for mind in minds:
            for event in events:
                mind.hear(event)
        if random.random() < 0.1 and GAME.result(state) is None and not GAME.chance(state):
            seat = random.randrange(house.players)
            other = deal_anew(state, minds[seat], view_of(state, seat), random)
            compare_worlds(state, other, seat, random)
            pairs += 1
    return pairs


@pytest.mark.parametrize("black", BLACKS)
def test_a_seat_can_not_tell_worlds_apart_that_differ_in_what_it_may_not_know(black: str) -> None:
    pairs = sum(compare_game(seed, black) for seed in range(GAMES))
    assert pairs > 5 * GAMES


def test_what_is_dealt_anew_differs_from_the_truth_but_keeps_every_card() -> None:
    random = Random(1)
    house = House(players=4, pitch_black=True)
    state: State = GAME.start(house, random.sample(deck_of(house), len(deck_of(house))))
    mind = Knowledge(view_of(state, 0))
    other = deal_anew(state, mind, view_of(state, 0), random)
    assert other != state
    assert sorted(other.deck[other.top : other.bottom] + other.hands + other.cells) == sorted(
        state.deck[state.top : state.bottom] + state.hands + state.cells
    )


def test_what_is_dealt_anew_does_not_depend_on_the_truth() -> None:
    house = House(players=3, almost_black=True)
    first: State = GAME.start(house, Random(1).sample(deck_of(house), len(deck_of(house))))
    mind = Knowledge(view_of(first, 1))
    second = deal_anew(first, mind, view_of(first, 1), Random(2))
    drawn = [deal_anew(world, Knowledge(view_of(world, 1)), view_of(world, 1), Random(3)) for world in (first, second)]
    assert drawn[0] == drawn[1]


def test_every_unseen_card_is_as_likely_in_a_strange_hand() -> None:
    house = House()
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
    mine, theirs = read_cards(["JS", "2S", "3S", "4S", "5S"]), read_cards(["7H", "8H", "9H", "2H", "3H"])
    top = [card for pair in zip(mine, theirs, strict=True) for card in pair]
    house = House(random_start=True)
    state: State = GAME.start(house, [*top, *(card for card in deck_of(house) if card not in top)])
    mind = Knowledge(view_of(state, 1))
    events = GAME.fate(state, (0, 1))
    for text in ("p1 pass", "p1 discard 2", "p2 pass", "p2 discard 7", "p1 rob J", "p1 take 7"):
        events += GAME.play(state, int(text[1]) - 1, read_move(text[3:]))
    for event in events:
        mind.hear(event)
    for seed in range(20):
        other = deal_anew(state, mind, view_of(state, 1), Random(seed))
        assert any(card >> 2 == 7 for card in other.hands[: other.hand_size[0]])


def test_weights_prefer_what_fits_behaviour() -> None:
    house = House()
    random = Random(7)
    state: State = GAME.start(house, random.sample(deck_of(house), len(deck_of(house))))
    mind, view = Knowledge(view_of(state, 0)), view_of(state, 0)

    def kings(world: State) -> float:
        return 0.001 + sum(card >> 2 == 13 for card in world.hands[108:113])

    plain = sum(kings(deal_anew(state, mind, view, random)) for _ in range(80))
    weighted = sum(kings(deal_weighted(state, mind, view, random, kings)) for _ in range(80))
    assert weighted > 1.3 * plain


def test_a_card_tried_in_secret_is_not_one_that_was_discarded_before() -> None:
    hands = [read_cards(cards.split()) for cards in ("10S 2S 2H 2D 2C", "Jk 4S 4H 4D 4C", "3S 5S 5H 5D 5C")]
    house = House(players=3, decks=1, pitch_black=True, random_start=True)
    deck = list(deck_of(house))
    for card in (card for held in hands for card in held):
        deck.remove(card)
    cells, rest = deck[-3:], deck[:-3]
    dealt = [held[place] for place in range(5) for held in hands]
    state: State = GAME.start(house, [*cells, *dealt, *rest])
    mind = Knowledge(view_of(state, 2))
    events = GAME.fate(state, (1, 0, 2))
    for text in ("p2 dig Jk=10 @0", "p2 discard 4", "p3 pass", "p3 discard 3", "p1 cave 10 p2"):
        if GAME.legal(state, int(text[1]) - 1):
            legal = [str(move) for move in GAME.legal(state, int(text[1]) - 1)]
            if text[3:] in legal:
                events += GAME.play(state, int(text[1]) - 1, read_move(text[3:]))
    assert GAME.view(state, 2).as_json()["pending"] == "saving"
    for event in events:
        mind.hear(event)
    (three,) = read_cards(["3S"])
    guesses = {deal_anew(state, mind, view_of(state, 2), Random(seed)).creature for seed in range(40)}
    assert three not in guesses
    assert len(guesses) > 5
