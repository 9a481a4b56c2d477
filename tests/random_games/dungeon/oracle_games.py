"""Random games of Dungeon, played in both the rules and the oracle."""

from random import Random
from typing import Any

from oracle.dungeon import DungeonOracle
from random_games.dungeon.variants import BLACKS
from underdeck.cards import codes_of
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.frames import pending_kind
from underdeck.games.dungeon.options import Options, is_wild
from underdeck.games.dungeon.pending import LOT
from underdeck.games.dungeon.state import MAX_CARDS, State, deck_of
from underdeck.games.dungeon.view import seats_in
from underdeck.options import read_options


def random_options(random: Random) -> dict[str, Any]:
    """Return a random valid combination of variants and house rules."""
    players = random.choice((2, 3, 4))
    black = random.choice(BLACKS)
    switches = [
        "ace_high",
        "random_start",
        "must_play",
        "demand_shows_all",
        "suicide_queen",
        "aces_in_fights",
        "short_tunnel",
    ]
    switches += ["reveal_on_escape", "accuse_freely"] if black == "pitch_black" else []
    options: dict[str, Any] = {name: random.random() < 0.35 for name in switches}
    options |= {
        "players": players,
        "counter_attack": random.randrange(4),
        "turn_limit": random.choice((5, 30, 120)),
    }
    options["decks"] = random.choice((0, 1)) if players == 2 else random.choice((0, 1, 2))
    if black:
        options[black] = True
    if options["suicide_queen"]:
        options["surrender_keeps_rest"] = random.random() < 0.5
    return options


def oracle_state(s: State) -> dict[str, Any]:
    """Return the whole state in the form of the oracle."""
    seats = range(s.players)
    rows = {seat: range(seat * MAX_CARDS, seat * MAX_CARDS + s.depth[seat]) for seat in seats}
    aside = s.pile[: s.pile_size] + [card for card in (s.creature, s.robber, *s.bids) if card]
    return {
        "deck": codes_of(s.deck[s.top : s.bottom]),
        "hands": {
            seat + 1: codes_of(s.hands[seat * MAX_CARDS : seat * MAX_CARDS + s.hand_size[seat]])
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
        "left": [seat + 1 for seat in seats_in(s.left_cell, s.players)],
        "turn": s.turn,
        "current": s.current + 1,
        "set_aside": sorted(codes_of(aside)),
    }


def oracle_result(result: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return a result in the form of the oracle, which counts players from 1."""
    if result is None:
        return None
    winner = None if result["winner"] is None else result["winner"] + 1
    alive = [seat + 1 for seat in result["alive"]]
    return {"ending": result["ending"], "winner": winner, "alive": alive}


def normal(data: dict[str, Any]) -> dict[str, Any]:
    """Return a state with lists instead of tuples."""
    data["dungeons"] = {
        player: [list(passage) for passage in passages]
        for player, passages in data["dungeons"].items()
    }
    return data


def every_card(data: dict[str, Any], options: Options) -> list[str]:
    """Return all cards of the deck; without wild jokers a joker cell isn't one of them."""
    cells = [card for card in data["cells"].values() if card != "Jk" or is_wild(options)]
    passages = [card for dungeon in data["dungeons"].values() for _, _, card in dungeon]
    return sorted(
        [
            *data["deck"],
            *(card for hand in data["hands"].values() for card in hand),
            *passages,
            *data["discards"],
            *data["set_aside"],
            *cells,
        ]
    )


def compare(seed: int) -> set[str]:
    """Play a random game in both implementations; return the verbs of its moves."""
    random = Random(seed)
    options = random_options(random)
    rules = 1 if random.random() < 0.2 else 2
    parsed: Options = read_options(Options, options)
    deck = random.sample(deck_of(parsed), len(deck_of(parsed)))
    state: State = GAME.start(parsed, deck, rules)
    oracle = DungeonOracle(codes_of(deck), options, rules)
    seen: set[str] = set()
    while True:
        assert oracle_state(state) == normal(oracle.state()), seed
        assert every_card(oracle_state(state), parsed) == sorted(codes_of(deck)), seed
        result = GAME.result(state)
        data = oracle.result()
        assert oracle_result(result) == data, seed
        if data is not None:
            return seen
        if GAME.pending_chance(state):
            answer_chance(state, oracle, random)
            continue
        waiting = {seat + 1 for seat in GAME.waiting(state)}
        assert waiting == oracle.waiting(), seed
        for seat in range(parsed.players):
            moves = [str(move) for move in GAME.legal(state, seat)]
            assert len(moves) == len(set(moves))
            assert set(moves) == oracle.legal(seat + 1), (seed, seat)
        actors = [seat for seat in range(parsed.players) if GAME.legal(state, seat)]
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
    """Answer chance the same in both."""
    items = GAME.pending_chance(state)
    order = random.sample(items, len(items))
    if pending_kind(state) == LOT:
        assert [f"p{seat + 1}" for seat in items] == oracle.chance()
        oracle.fate([f"p{seat + 1}" for seat in order])
    else:
        assert sorted(codes_of(items)) == oracle.chance()
        oracle.fate(codes_of(order))
    GAME.resolve_chance(state, order)
