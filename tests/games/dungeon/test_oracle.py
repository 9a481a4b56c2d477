"""The rules against an oracle written from the rules page alone: every legal move of every player, every state, every result."""

import os
from random import Random
from typing import Any

from oracle.dungeon import DungeonOracle
from underdeck.cards import codes_of
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.options import Options
from underdeck.games.dungeon.primitives import pending
from underdeck.games.dungeon.state import LOT, MOST_CARDS, State, deck_of
from underdeck.games.dungeon.view import seats_in
from underdeck.options import read_options

GAMES = int(os.environ.get("ORACLE_GAMES", "3000")) // 20
BLACKS = ("", "jokers_wild", "almost_black", "pitch_black")


def random_options(random: Random) -> dict[str, Any]:
    """Any sensible combination of variants and house rules."""
    players = random.choice((2, 3, 4))
    black = random.choice(BLACKS)
    switches = [
        "ace_high",
        "random_start",
        "must_play",
        "demand_shows_all",
        "suicide_queen",
        "aces_in_fights",
    ]
    switches += ["reveal_on_escape", "accuse_freely"] if black == "pitch_black" else []
    house: dict[str, Any] = {name: random.random() < 0.35 for name in switches}
    house |= {
        "players": players,
        "counter_attack": random.randrange(4),
        "turn_limit": random.choice((5, 30, 120)),
    }
    house["decks"] = random.choice((0, 1)) if players == 2 else random.choice((0, 1, 2))
    if black:
        house[black] = True
    if house["suicide_queen"]:
        house["surrender_keeps_rest"] = random.random() < 0.5
    return house


def as_oracle_tells(s: State) -> dict[str, Any]:
    """The whole state, hidden cards included, in the oracle's words."""
    seats = range(s.players)
    rows = {seat: range(seat * MOST_CARDS, seat * MOST_CARDS + s.depth[seat]) for seat in seats}
    aside = s.pile[: s.pile_size] + [card for card in (s.creature, s.robber, *s.bids) if card]
    return {
        "deck": codes_of(s.deck[s.top : s.bottom]),
        "hands": {
            seat + 1: codes_of(s.hands[seat * MOST_CARDS : seat * MOST_CARDS + s.hand_size[seat]])
            for seat in seats
        },
        "dungeons": {
            seat + 1: [
                [s.claims[place], s.parents[place], codes_of([s.passages[place]])[0]]
                for place in rows[seat]
            ]
            for seat in seats
        },
        "discards": sorted(codes_of(s.discards[: s.discard_size])),
        "cells": {seat + 1: codes_of([s.cells[seat]])[0] for seat in seats},
        "alive": [seat + 1 for seat in seats_in(s.alive, s.players)],
        "left": [seat + 1 for seat in seats_in(s.left, s.players)],
        "turn": s.turn,
        "current": s.current + 1,
        "set_aside": sorted(codes_of(aside)),
    }


def result_as_oracle_tells(result: dict[str, Any] | None) -> dict[str, Any] | None:
    """The oracle counts players from 1."""
    if result is None:
        return None
    winner = None if result["winner"] is None else result["winner"] + 1
    alive = [seat + 1 for seat in result["alive"]]
    return {"ending": result["ending"], "winner": winner, "alive": alive}


def normal(told: dict[str, Any]) -> dict[str, Any]:
    """Tuples and lists alike."""
    told["dungeons"] = {
        player: [list(passage) for passage in passages]
        for player, passages in told["dungeons"].items()
    }
    return told


def every_card(told: dict[str, Any], house: Options) -> list[str]:
    """All the cards there are, wherever they lie; a joker cell of the base game is none of the deck."""
    cells = [card for card in told["cells"].values() if card != "Jk" or house.wild]
    passages = [card for dungeon in told["dungeons"].values() for _, _, card in dungeon]
    return sorted(
        [
            *told["deck"],
            *(card for hand in told["hands"].values() for card in hand),
            *passages,
            *told["discards"],
            *told["set_aside"],
            *cells,
        ]
    )


def compare(seed: int) -> set[str]:
    """One random game in both implementations; returns the words of the moves that came up."""
    random = Random(seed)
    options = random_options(random)
    rules = 1 if random.random() < 0.2 else 2
    house: Options = read_options(Options, options)
    deck = random.sample(deck_of(house), len(deck_of(house)))
    state: State = GAME.start(house, deck, rules)
    oracle = DungeonOracle(codes_of(deck), options, rules)
    seen: set[str] = set()
    while True:
        assert as_oracle_tells(state) == normal(oracle.state()), seed
        assert every_card(as_oracle_tells(state), house) == sorted(codes_of(deck)), seed
        result = GAME.result(state)
        told = oracle.result()
        assert result_as_oracle_tells(result) == told, seed
        if told is not None:
            return seen
        if GAME.pending_chance(state):
            answer_chance(state, oracle, random)
            continue
        waiting = {seat + 1 for seat in GAME.waiting(state)}
        assert waiting == oracle.waiting(), seed
        for seat in range(house.players):
            moves = [str(move) for move in GAME.legal(state, seat)]
            assert len(moves) == len(set(moves))
            assert set(moves) == oracle.legal(seat + 1), (seed, seat)
        actors = [seat for seat in range(house.players) if GAME.legal(state, seat)]
        seat = (
            random.choice(actors)
            if random.random() < 0.1
            else random.choice([player - 1 for player in sorted(waiting)])
        )
        moves = [str(move) for move in GAME.legal(state, seat)]
        digs = [move for move in moves if move.startswith("dig")]
        move = random.choice(digs) if digs and random.random() < 0.5 else random.choice(moves)
        if random.random() < 0.004 and seat + 1 in waiting:
            move = "resign"
        seen.add(move.split()[0])
        GAME.play(state, seat, GAME.read_move(move))
        oracle.play(seat + 1, move)


def answer_chance(state: State, oracle: DungeonOracle, random: Random) -> None:
    """The same fate for both."""
    items = GAME.pending_chance(state)
    order = random.sample(items, len(items))
    if pending(state) == LOT:
        assert [f"p{seat + 1}" for seat in items] == oracle.chance()
        oracle.fate([f"p{seat + 1}" for seat in order])
    else:
        assert sorted(codes_of(items)) == oracle.chance()
        oracle.fate(codes_of(order))
    GAME.resolve_chance(state, order)


def test_random_games_agree() -> None:
    seen: set[str] = set()
    for seed in range(GAMES):
        seen |= compare(seed)
    always = "bid dig cave attack rob fish pass discard fight strike retreat take give deny believe demand ace"
    assert set(always.split()) <= seen
