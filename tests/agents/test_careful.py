"""The careful bot: its choices in set-up positions, and its results over whole games."""

from random import Random

import pytest

from games.dungeon.position import Position
from underdeck.agents import find_bot
from underdeck.agents.careful import choose, holds
from underdeck.deal import deal_from_seed
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.moves import DungeonMove
from underdeck.games.dungeon.options import Options
from underdeck.options import read_options

EIGHT = "10S 9S 8S 7S 6S 5S 4S 3S"
"""A dungeon that lacks only the 2."""
VARIANTS = [
    {},
    {"jokers_wild": True},
    {"almost_black": True},
    {"pitch_black": True},
    {"suicide_queen": True},
    {"counter_attack": 1},
    {"counter_attack": 2},
    {"counter_attack": 3},
    {"short_tunnel": True},
]
TURN_LIMIT = 500
"""A game of that length would hardly end."""


def chosen(position: Position, player: int = 1, seed: int = 0) -> str:
    """Return the bot's move for a player."""
    return str(choose(position.view(player), Random(seed)))


def all_chosen(position: Position, player: int = 1) -> set[str]:
    """Return the bot's moves for a player over many seeds."""
    return {chosen(position, player, seed) for seed in range(50)}


def play(options: Options, bots: list[str], seed: str) -> dict[str, object]:
    """Play a game between bots and return its result."""
    deal = deal_from_seed(GAME.deck(options), seed)
    state, random, asked = GAME.start(options, deal.cards), Random(seed), 0
    while (result := GAME.result(state)) is None:
        if items := GAME.pending_chance(state):
            GAME.resolve_chance(state, deal.source.order(items, asked))
            asked += 1
            continue
        seat = GAME.waiting(state)[0]
        move = find_bot(bots[seat])(GAME.view(state, seat), random)
        assert isinstance(move, DungeonMove)
        GAME.play(state, seat, move)
    return dict(result)


# The turn


def test_it_wins_when_it_can() -> None:
    assert (
        chosen(
            Position(
                {1: "2S AS KS 3H 4H"}, "5H", dungeons={1: EIGHT, 2: "10D 9D 8D 7D 6D 5D 4D 3D"}
            )
        )
        == "dig 2 @8"
    )


def test_it_digs() -> None:
    assert chosen(Position({1: "10S 9S 8S 4S 5S"}, "6S")) == "dig 10 @0"


def test_d29_it_digs_a_short_tunnel_and_spares_the_cards_that_lead_out() -> None:
    assert chosen(Position({1: "10S 9S 7S 4S 5S"}, "6S", short_tunnel=True)) == "dig 7 @0"
    ending = Position({1: "10S 7H 6S 5S 4S"}, "3S", short_tunnel=True).play("p1 pass")
    assert chosen(ending) == "discard 10"
    bidding = Position({1: "10S 7S 6S 5S 4S"}, first=None, short_tunnel=True)
    assert chosen(bidding) == "bid 10"


def test_it_digs_with_a_joker_only_if_nothing_else_fits() -> None:
    assert chosen(Position({1: "Jk 10S 4S 5S 6S"}, "6H", jokers_wild=True)) == "dig 10 @0"
    assert chosen(Position({1: "Jk 9S 4S 5S 6S"}, "6H", jokers_wild=True)) == "dig Jk=10 @0"


def test_it_plays_aces_early() -> None:
    assert chosen(Position({1: "AS 4S 5S 6S 7S"}, "8S")) == "ace A"


def test_it_keeps_an_ace_that_would_draw_nothing() -> None:
    assert chosen(Position({1: "AS 4S 5S 6S 7S"}, "8S", only=True)) == "pass"


@pytest.mark.parametrize(
    ("hand", "move"), [("3H KS 9H 10H 4H", "cave 3 p2"), ("JS KS 9H 10H 4H", "attack K p2")]
)
def test_it_stops_an_opponent_who_may_escape_next(hand: str, move: str) -> None:
    assert chosen(Position({1: hand}, "5H", dungeons={2: EIGHT})) == move


def test_against_several_it_may_leave_a_threat_to_those_who_play_before_it() -> None:
    position = Position({1: "3H 9H 10H 4H 5H"}, "6H", players=3, dungeons={3: EIGHT})
    assert all_chosen(position) == {"cave 3 p3", "dig 10 @0"}


def test_it_stops_a_threat_that_nobody_else_can_stop() -> None:
    position = Position({1: "3H 9H 10H 4H 5H"}, "6H", players=3, dungeons={2: EIGHT})
    assert all_chosen(position) == {"cave 3 p2"}


def test_it_attacks_the_leader() -> None:
    position = Position(
        {1: "KS 3H 2H 2D 3D"}, "4H", players=3, dungeons={1: "10S 9S", 2: "10H 9H", 3: "10D 9D 8D"}
    )
    assert all_chosen(position) == {"attack K p3"}


def test_it_leaves_players_behind_alone() -> None:
    position = Position({1: "KS 3H 2H 2D 3D"}, "4H", dungeons={1: "10S 9S", 2: "10H"})
    assert all_chosen(position) == {"pass"}


def test_it_robs_a_value_that_it_needs() -> None:
    assert chosen(Position({1: "JS 4S 5S 6S 7S"}, "8S", discards="10H KH")) == "rob J"
    assert chosen(Position({1: "JS 4S 5S 6S 7S"}, "8S", discards="9H KH")) == "pass"


def test_it_fishes_for_a_value_that_it_needs_unless_nobody_can_have_it() -> None:
    assert chosen(Position({1: "QS 4S 5S 6S 7S"}, "8S")) == "fish Q p2 10"
    assert chosen(Position({1: "QS 4S 5S 6S 7S"}, "8S", discards="10S 10H 10D 10C")) == "pass"


def test_a_forced_play_spends_the_cheapest_card() -> None:
    position = Position(
        {1: "7S 3S 2S 2H 5S"}, "2D", dungeons={1: "10S 9S 8S 7H", 2: "10H 9H 8H 7C"}, must_play=True
    )
    assert chosen(position) == "cave 7 p2"


# Answers


def test_it_keeps_needed_values_and_fighting_cards() -> None:
    position = Position({1: "KS 6H 5H 10H 4H"}, "7H", dungeons={1: "10S 9S 8S"}).play("p1 pass")
    assert chosen(position) == "discard 10"


def test_it_fights_with_spare_cards_rather_than_retreat() -> None:
    position = Position({1: "JS", 2: "10H 9H 5H 4H 3H"}, dungeons={2: "10S 9S 8S 7S 6S"}).play(
        "p1 attack J p2"
    )
    assert chosen(position, 2) in ("fight 10", "fight 9")


def test_it_lies_for_a_value_that_it_needs_and_gives_others() -> None:
    position = Position({1: "QS", 2: "10H 9H 5H 4H 3H"}).play("p1 fish Q p2 10")
    assert all_chosen(position, 2) == {"deny", "give"}
    position = Position({1: "QS", 2: "10H 9H 5H 4H 3H"}, dungeons={2: "10S 9S 8S"}).play(
        "p1 fish Q p2 10"
    )
    assert all_chosen(position, 2) == {"give"}


def test_it_demands_if_a_lie_is_likely() -> None:
    hidden = Position({1: "QS 4S 4H 4D 5S", 2: "10S 10H 10D 10C 9S"}, "5H", only=True).play(
        "p1 fish Q p2 10", "p2 deny"
    )
    assert holds(hidden.view(1), hidden.view(1).players[1], 10) > 0.99
    assert chosen(hidden) == "demand"
    gone = Position({1: "QS 4S 4H 4D 5S"}, "5H", discards="10S 10H 10D 10C").play(
        "p1 fish Q p2 10", "p2 deny"
    )
    assert holds(gone.view(1), gone.view(1).players[1], 10) == 0
    assert chosen(gone) == "believe"


# Pitch black


def test_it_never_lays_a_false_passage() -> None:
    assert chosen(Position({1: "9S 8S 4S 5S 6S"}, "6H", pitch_black=True)) == "pass"


def test_it_accuses_a_player_about_to_escape_and_nobody_without_a_reason() -> None:
    position = Position({1: "2H"}, dungeons={1: EIGHT, 2: "10H"}, pitch_black=True).play(
        "p1 dig 2 @8"
    )
    assert all_chosen(position, 2) == {"accuse p1"}
    position = Position(
        {1: "2H", 2: "KS QS JS 9H 8H"}, dungeons={1: EIGHT[:-3], 2: "10H"}, pitch_black=True
    ).play("p1 dig 2=3 @7")
    assert all_chosen(position, 2) == {"pass"}


def test_it_accuses_a_claim_that_is_hardly_possible() -> None:
    position = Position(
        {1: "2S", 2: "9S 9H 9D"}, dungeons={1: "10S", 2: "10H"}, pitch_black=True
    ).play("p1 dig 2=9 @1")
    assert all_chosen(position, 2) == {"accuse p1"}


# Games


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_its_games_end(players: int, variant: dict[str, object]) -> None:
    options = read_options(Options, {**variant, "players": players, "turn_limit": TURN_LIMIT})
    endings = [
        play(options, ["careful"] * players, f"ends {number}")["ending"] for number in range(5)
    ]
    assert "stalemate" not in endings


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_it_beats_random(variant: dict[str, object]) -> None:
    options = read_options(Options, {**variant, "turn_limit": TURN_LIMIT})
    games = [
        play(
            options, ["careful", "random"] if careful == 1 else ["random", "careful"], f"beats {n}"
        )
        for n in range(10)
        for careful in (1, 2)
    ]
    won = sum(game["winner"] == number % 2 for number, game in enumerate(games))
    assert won >= 18
