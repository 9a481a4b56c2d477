"""The careful bot: its choices in set-up positions, and its results over whole games."""

from collections.abc import Callable
from random import Random

import pytest

from games.dungeon.position import Position, view_of
from underdeck.agents import find_bot
from underdeck.agents.careful import choose
from underdeck.agents.dungeon_reading import holds
from underdeck.deal import deal_from_seed
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.moves import PASS, PLAY_ACE, DungeonMove
from underdeck.games.dungeon.options import Options
from underdeck.games.dungeon.view import DungeonView
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


def play(
    options: Options,
    bots: list[str],
    seed: str,
    watch: Callable[[DungeonView, DungeonMove], None] = lambda view, move: None,
) -> dict[str, object]:
    """Play a game between bots and return its result; `watch` sees each choice."""
    deal = deal_from_seed(GAME.deck(options), seed)
    state, random, asked = GAME.start(options, deal.cards), Random(seed), 0
    while (result := GAME.result(state)) is None:
        if items := GAME.pending_chance(state):
            GAME.resolve_chance(state, deal.source.order(items, asked))
            asked += 1
            continue
        seat = GAME.waiting(state)[0]
        view = view_of(state, seat)
        move = find_bot(bots[seat])(view, random)
        assert isinstance(move, DungeonMove)
        watch(view, move)
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
    ending = Position({1: "10S 7H 6S 8S 9S"}, "5S", short_tunnel=True).play("p1 pass")
    assert chosen(ending) == "discard 8"
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


def test_it_caves_in_a_level_opponent_before_it_attacks() -> None:
    position = Position({1: "9H KS 2H 3H 4H"}, "5H", dungeons={1: "10S 9S", 2: "10D 9D"})
    assert all_chosen(position) == {"cave 9 p2"}


def test_it_spends_a_card_that_it_needs_on_a_cave_in() -> None:
    position = Position({1: "8H 2S 2H 3H 3S"}, "5H", dungeons={1: "10S", 2: "10D 9D 8D"})
    assert all_chosen(position) == {"cave 8 p2"}


def test_it_shields_its_lowest_passage_rather_than_pass() -> None:
    position = Position({1: "8H 2S 2H 3H 3S"}, "4H", dungeons={1: "10S 9S 8S"})
    assert all_chosen(position) == {"dig 8 @2"}


@pytest.mark.parametrize(("cards", "move"), [(5, "dig 10 @0"), (1, "attack K p2")])
def test_it_attacks_an_opponent_in_the_cell_before_it_digs_if_the_hand_is_weak(
    cards: int, move: str
) -> None:
    position = Position({1: "10S KS 2H 3H 4H"}, "5H")
    position.state.left_cell |= 0b10
    view = position.view(1)
    opponent = view.players[1]._replace(cards=cards)
    assert str(choose(view._replace(players=(view.players[0], opponent)), Random(0))) == move


def test_in_a_crowd_it_may_leave_a_threat_to_those_who_play_before_it() -> None:
    position = Position({1: "3H 9H 10H 4H 5H"}, "6H", players=4, dungeons={3: EIGHT})
    assert all_chosen(position) == {"cave 3 p3", "dig 10 @0"}
    position = Position({1: "3H 9H 10H 4H 5H"}, "6H", players=3, dungeons={3: EIGHT})
    assert all_chosen(position) == {"cave 3 p3"}


def test_it_stops_a_threat_that_nobody_else_can_stop() -> None:
    position = Position({1: "3H 9H 10H 4H 5H"}, "6H", players=3, dungeons={2: EIGHT})
    assert all_chosen(position) == {"cave 3 p2"}


def test_it_attacks_the_leader() -> None:
    position = Position(
        {1: "KS 3H 2H 2D 3D"}, "4H", players=3, dungeons={1: "10S 9S", 2: "10H 9H", 3: "10D 9D 8D"}
    )
    assert all_chosen(position) == {"attack K p3"}


def test_it_digs_before_it_attacks_a_player_behind() -> None:
    position = Position({1: "KS 8H 2H 2D 3D"}, "4H", dungeons={1: "10S 9S", 2: "10H"})
    assert all_chosen(position) == {"dig 8 @2"}


def test_it_robs_a_value_that_it_needs() -> None:
    assert chosen(Position({1: "JS 4S 5S 6S 7S"}, "8S", discards="10H KH")) == "rob J"
    assert chosen(Position({1: "JS 10S 5S 6S 7S"}, "8S", discards="10H KH")) == "dig 10 @0"


def test_it_robs_another_graverobber_rather_than_give_up_its_last_creature() -> None:
    waiting = Position({1: "JS 4S 5S 6S 7S"}, "8S", discards="10H JH KH")
    assert chosen(waiting) == "rob J"
    assert chosen(waiting.play("p1 rob J")) == "take J"
    armed = Position({1: "JS KS 4S 5S 6S"}, "8S", discards="10H JH KH")
    assert chosen(armed.play("p1 rob J")) == "take 10"


def test_it_plays_any_other_useful_card_before_it_robs_another_graverobber() -> None:
    position = Position({1: "JS 4S 5S 6S 7S"}, "10S", discards="10H JH KH")
    assert chosen(position) == "dig 10 @0"


@pytest.mark.parametrize(("cards", "attacks"), [(2, True), (5, False)])
def test_it_attacks_with_a_graverobber_only_to_end_the_game(cards: int, attacks: bool) -> None:
    position = Position({1: "JS 4S 5S 6S 7S"}, "8S")
    position.state.left_cell |= 0b10
    view = position.view(1)
    opponent = view.players[1]._replace(cards=cards)
    move = choose(view._replace(players=(view.players[0], opponent)), Random(0))
    assert (str(move) == "attack J p2") == attacks


def test_it_fishes_for_a_value_that_it_needs_unless_nobody_can_have_it() -> None:
    assert chosen(Position({1: "QS 4S 5S 6S 7S"}, "8S")) == "fish Q p2 10"
    gone = "10S 10H 10D 10C 9S 9H 9D 9C"
    assert chosen(Position({1: "QS 4S 5S 6S 7S"}, "8S", discards=gone)) == "pass"


def test_a_forced_play_spends_the_cheapest_card() -> None:
    position = Position(
        {1: "7S 3S 2S 2H 5S"}, "2D", dungeons={1: "10S 9S 8S 7H", 2: "10H 9H 8H 7C"}, must_play=True
    )
    assert chosen(position) == "cave 7 p2"


# Answers


def test_it_keeps_needed_values_and_fighting_cards() -> None:
    position = Position({1: "KS 6H 5H 9H 3H"}, "7H", dungeons={1: "10S 9S 8S"}).play("p1 pass")
    assert chosen(position) == "discard 3"


def test_it_fights_with_spare_cards_rather_than_retreat() -> None:
    position = Position({1: "JS", 2: "10H 9H 5H 4H 3H"}, dungeons={2: "10S 9S 8S 7S 6S"}).play(
        "p1 attack J p2"
    )
    assert chosen(position, 2) in ("fight 10", "fight 9")


def test_it_draws_with_an_ace_before_it_fights_or_retreats() -> None:
    position = Position({1: "JS", 2: "AH 9H 5H 4H 3H"}, dungeons={2: "10S 9S"}).play(
        "p1 attack J p2"
    )
    assert chosen(position, 2) == "ace A"


def test_it_retreats_from_a_shield_rather_than_spend_good_cards() -> None:
    laid = Position({1: "JS", 2: "7H QH 6H 2H 2D"}, dungeons={2: "10S 9S 8S"})
    assert chosen(laid.play("p1 attack J p2"), 2) == "fight Q"
    shielded = Position({1: "4S 4H 4D JS 5S", 2: "8H 7H QH 6H 2H"}, dungeons={2: "10S 9S 8S"})
    shielded.play("p1 pass", "p1 discard 4", "p2 dig 8 @2", "p1 attack J p2")
    assert chosen(shielded, 2) == "retreat"


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


def test_it_exposes_a_claim_on_its_turn_if_it_has_every_card_of_that_value() -> None:
    dungeons = {1: "10S", 2: "10H 4S"}
    position = Position({1: "9S 9H 9D 9C 2S"}, "2H", dungeons=dungeons, pitch_black=True)
    assert all_chosen(position) == {"accuse p2"}


def test_it_accuses_a_claim_that_is_hardly_possible() -> None:
    position = Position(
        {1: "2S", 2: "9S 9H 9D"}, dungeons={1: "10S", 2: "10H"}, pitch_black=True
    ).play("p1 dig 2=9 @1")
    assert all_chosen(position, 2) == {"accuse p1"}


@pytest.mark.parametrize("hand", ["KS", "10S"])
def test_it_harms_equal_opponents_equally_often(hand: str) -> None:
    dungeons = {1: "10S", 2: "10H", 3: "10D"}
    position = Position({1: hand, 2: "2S", 3: "2S"}, dungeons=dungeons, players=3)
    assert {move.split()[-1] for move in all_chosen(position)} == {"p2", "p3"}


# Games


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_its_games_end(players: int, variant: dict[str, object]) -> None:
    options = read_options(Options, {**variant, "players": players, "turn_limit": TURN_LIMIT})
    endings = [
        play(options, ["careful"] * players, f"ends {number}")["ending"] for number in range(5)
    ]
    assert endings.count("stalemate") <= (players == 4)  # of 300 such games, 11 were stalemates


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


@pytest.mark.parametrize(("players", "margin"), [(2, 1.3), (3, 1.2)])
def test_it_beats_the_first_careful_bot(players: int, margin: float) -> None:
    options = read_options(Options, {"players": players, "turn_limit": TURN_LIMIT})
    games, won = 60 * players, 0
    for number in range(games):
        own = number % players
        bots = ["careful" if seat == own else "careful-1" for seat in range(players)]
        won += play(options, bots, f"yardstick {number // players}")["winner"] == own
    assert won >= games * margin / players


def test_it_hardly_ever_passes_if_it_can_play_a_card() -> None:
    choices: list[bool] = []

    def watch(view: DungeonView, move: DungeonMove) -> None:
        """Note whether a turn that allows a card is passed."""
        kinds = {each.kind for each in view.legal} - {PASS, PLAY_ACE}
        if view.pending == "turn" and move.kind != PLAY_ACE and kinds:
            choices.append(move.kind == PASS)

    options = read_options(Options, {"turn_limit": TURN_LIMIT})
    for number in range(10):
        play(options, ["careful", "careful"], f"passes {number}", watch)
    assert len(choices) > 300
    assert sum(choices) < 0.05 * len(choices)
