"""Random games of Tomb, played in both the rules and the oracle."""

from dataclasses import fields
from random import Random
from typing import Any

from oracle.tomb import TombOracle
from underdeck.cards import codes_of, count_of, read_cards
from underdeck.games.tomb import GAME
from underdeck.games.tomb.state import DECK, ENDINGS, State
from underdeck.options import option_values, read_options


def random_options(random: Random) -> dict[str, int | bool]:
    """Return a random combination of house rules."""
    return {option.name: random.choice(option_values(option)) for option in fields(GAME.Options)}


def oracle_state(state: State) -> dict[str, Any]:
    """Return the whole state in the form of the oracle."""

    def cards(held: int) -> list[str]:
        return sorted(codes_of(card for card in DECK if held >> card & 1))

    return {
        "deck": codes_of(state.deck[state.top : state.bottom]),
        "column": codes_of(state.column[: count_of(state.laid)]),
        "hand": cards(state.hand),
        "torches": cards(state.torch_row),
        "discards": cards(state.discards),
        "turns": [cards(stack) for stack in state.stacks if stack],
        "lost": cards(state.spent),
        "hit_points": state.hit_points,
        "turn": state.turn,
        "deepest": state.deepest,
        "ending": ENDINGS[state.ending] or None,
    }


def choose(random: Random, legal: list[str], boldness: float) -> str:
    """Choose a random move; bold games turn around late, so that late rules apply."""
    if "retreat" in legal:
        return "delve" if random.random() < boldness else "retreat"
    return random.choice(legal)


def compare(seed: int) -> set[str]:
    """Play a random game in both implementations; return the verbs of its moves."""
    random = Random(seed)
    options = random_options(random)
    deck = codes_of(random.sample(DECK, len(DECK)))
    boldness = random.choice((0.5, 0.8, 0.9, 1.0))
    state: State = GAME.start(read_options(GAME.Options, options), read_cards(deck))
    oracle = TombOracle(deck, options)
    seen = set()
    while True:
        legal = [str(move) for move in GAME.legal(state, 0)]
        assert len(legal) == len(set(legal))
        assert set(legal) == oracle.legal(), (seed, oracle.state())
        if not legal:
            break
        move = choose(random, legal, boldness)
        seen.add(move.split()[0])
        GAME.play(state, 0, GAME.read_move(move))
        oracle.play(move)
        assert oracle_state(state) == oracle.state(), (seed, move)
    assert GAME.result(state) == oracle.result()
    return seen
