"""What a client is shown of Dungeon: moves as objects, and facts from the view alone."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.dungeon.position import EIGHT, Position, view_of
from random_games.dungeon.variants import VARIANTS, options_with
from underdeck.cards import codes_of
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.facts import CLIENT_VIEW, PARAGRAPHS
from underdeck.games.dungeon.moves import RANKS, DungeonMove
from underdeck.games.dungeon.pending import PENDING
from underdeck.games.dungeon.question import DECISIONS
from underdeck.games.dungeon.state import State, deck_of

RULES = Path(__file__).parents[3] / "docs" / "rules"


def shown(position: Position, player: int | None = None) -> Any:
    """Return a position as the client of a player, or of a spectator, sees it."""
    return CLIENT_VIEW.shown(position.view(player))


def moves_of(position: Position, player: int) -> dict[str, Any]:
    """Return a player's legal moves as objects, by their texts and without them."""
    return {
        move["text"]: {name: part for name, part in move.items() if name != "text"}
        for move in shown(position, player)["legal"]
    }


def random_states(games: int) -> Iterator[State]:
    """Yield every state before a decision of random games, in all variants."""
    for seed in range(games):
        random = Random(seed)
        options = options_with(VARIANTS[seed % len(VARIANTS)], random)
        deck = list(deck_of(options))
        random.shuffle(deck)
        state = GAME.start(options, deck)
        while not state.ending:
            if items := list(GAME.pending_chance(state)):
                random.shuffle(items)
                GAME.resolve_chance(state, items)
                continue
            yield state
            seat = random.choice(GAME.waiting(state))
            GAME.play(state, seat, random.choice(GAME.legal(state, seat)))


# Cards


def test_section_1_every_card_has_its_kind() -> None:
    ranks: dict[str, list[str]] = {}
    for card in CLIENT_VIEW.cards.values():
        if card.suit in ("S", None):
            ranks.setdefault(card.kind, []).append(card.rank)
    assert ranks == {
        "ace": ["A"],
        "passage": ["2", "3", "4", "5", "6", "7", "8", "9", "10"],
        "creature": ["J", "Q", "K"],
        "joker": ["Jk"],
    }
    assert len(CLIENT_VIEW.cards) == 53
    assert CLIENT_VIEW.cards["KH"] == ("creature", "K", 13, "H", 13)
    assert CLIENT_VIEW.cards["Jk"] == ("joker", "Jk", 14, None, None)


def test_section_3_the_exit_is_nine_passages_from_the_cell() -> None:
    position = Position(dungeons={1: EIGHT + " 2S"})
    depths = [passage["depth"] for passage in shown(position)["players"][0]["dungeon"]]
    assert depths == list(range(1, CLIENT_VIEW.constants["exit_depth"] + 1))
    assert shown(position)["first_passage"] == CLIENT_VIEW.constants["cell"] - 1 == 10


def test_d29_a_short_tunnel_begins_with_a_7_at_depth_1() -> None:
    position = Position(dungeons={1: "7S 6S 5S 4S 3S 2S"}, short_tunnel=True)
    depths = [passage["depth"] for passage in shown(position)["players"][0]["dungeon"]]
    assert (depths, shown(position)["first_passage"]) == ([1, 2, 3, 4, 5, 6], 7)


# Moves


def test_section_2_the_moves_of_a_turn() -> None:
    position = Position({1: "9S KS QS AS 4S"}, dungeons={1: "10S", 2: "10D 9D"}, discards="3C")
    moves = moves_of(position, 1)
    assert moves["dig 9 @1"] == {
        "verb": "dig",
        "label": "dig",
        "card": "9",
        "value": 9,
        "place": 1,
    }
    assert moves["cave 9 p2"] == {
        "verb": "cave",
        "label": "cave",
        "card": "9",
        "value": 9,
        "target": 1,
    }
    assert moves["attack K p2"]["value"] == 13
    assert moves["fish Q p2 7"] == {
        "verb": "fish",
        "label": "fish",
        "card": "Q",
        "target": 1,
        "asked": "7",
    }
    assert moves["ace A"] == {"verb": "ace", "label": "ace", "card": "A"}
    assert moves["pass"] == {"verb": "pass", "label": "pass"}


def test_12_1_a_joker_is_played_as_another_rank() -> None:
    position = Position({1: "Jk"}, jokers_wild=True, dungeons={2: "10D"}, discards="9C")
    moves = moves_of(position, 1)
    assert (moves["dig Jk=10 @0"]["card"], moves["dig Jk=10 @0"]["as"]) == ("Jk", "10")
    assert moves["dig Jk=10 @0"]["value"] == 10
    assert moves["rob Jk=J"] == {"verb": "rob", "label": "rob", "card": "Jk", "as": "J"}


def test_14_1_a_lie_is_laid_as_another_rank() -> None:
    moves = moves_of(Position({1: "KS"}, pitch_black=True), 1)
    assert (moves["dig K=10 @0"]["as"], moves["dig K=10 @0"]["value"]) == ("10", 10)


def test_14_4_an_accusation_names_its_target() -> None:
    position = Position(pitch_black=True, dungeons={1: "10S", 2: "10D"})
    assert moves_of(position, 1)["accuse p2"] == {"verb": "accuse", "label": "accuse", "target": 1}


def test_4_6_a_retreat_costs_the_front() -> None:
    position = Position({1: "KS"}, dungeons={2: "10D"}).play("p1 attack K p2")
    assert moves_of(position, 2)["retreat"]["cost"] == {"cards": 1}


def test_4_7_to_fall_is_lethal() -> None:
    position = Position({1: "KS 10S", 2: "KH"}, dungeons={2: "10D"})
    position.play("p1 cave 10 p2").skip(2).play("p1 attack K p2")
    assert moves_of(position, 2)["fall"] == {
        "verb": "fall",
        "label": "fall",
        "lethal": True,
        "lets_win": 0,
    }
    assert "lethal" not in moves_of(position, 2)["fight K"]


def test_d_24_a_2_needs_no_other_card_against_the_wight() -> None:
    position = Position({1: "KS", 2: "2S 3S 5S 7S 8S"}, dungeons={2: "10D"})
    moves = moves_of(position.play("p1 attack K p2"), 2)
    assert [text for text, move in moves.items() if "wins" in move] == ["fight 2"]
    moves = moves_of(position.play("p2 fight 7"), 2)
    assert {text: "wins" in move for text, move in moves.items() if "fight" in text} == {
        "fight 2": True,
        "fight 3": False,
        "fight 5": False,
        "fight 8": True,
    }


def test_4_4_a_card_wins_exactly_if_the_defender_may_strike_then() -> None:
    compared: Counter[bool] = Counter()
    for state in random_states(80):
        seat = GAME.waiting(state)[0]
        moves: Any = CLIENT_VIEW.shown(view_of(state, seat))["legal"]
        for move in (each for each in moves if each["verb"] == "fight"):
            then = GAME.clone(state)
            events = GAME.play(then, seat, GAME.read_move(move["text"]))
            legal = {str(each) for each in GAME.legal(then, seat)}
            is_won = "strike" in legal or any(each.name == "creature_beaten" for each in events)
            assert ("wins" in move) == is_won
            compared[is_won] += 1
    assert min(compared[False], compared[True]) > 0


def test_6_2_giving_costs_the_card() -> None:
    position = Position({1: "QS", 2: "7S"}).play("p1 fish Q p2 7")
    moves = moves_of(position, 2)
    assert moves["give"]["cost"] == {"cards": 1}
    assert "cost" not in moves["deny"]


@pytest.mark.parametrize(("keeps", "lost"), [(False, 5), (True, 1)])
def test_10_1_a_caught_liar_loses_the_card_or_the_hand(keeps: bool, lost: int) -> None:
    position = Position({1: "QS", 2: "7S"}, suicide_queen=True, surrender_keeps_rest=keeps)
    position.play("p1 fish Q p2 7", "p2 deny", "p1 demand")
    moves = moves_of(position, 2)
    assert (moves["give"]["cost"], moves["burn"]["cost"]) == ({"cards": lost}, {"cards": 5})


def test_12_2_saving_a_joker_costs_a_card_and_so_does_yielding() -> None:
    position = Position({1: "9H", 2: "9S"}, first=2, jokers_wild=True, dungeons={1: "10S Jk"})
    moves = moves_of(position.play("p2 cave 9 p1"), 1)
    assert moves["save 9"] == {
        "verb": "save",
        "label": "save",
        "card": "9",
        "value": 9,
        "cost": {"cards": 1},
    }
    assert moves["yield"]["cost"] == {"cards": 1}


def move_from(data: dict[str, Any]) -> DungeonMove:
    """Rebuild a move from its object, without its text."""
    rank = RANKS.index(data.get("card", ""))
    value = RANKS.index(data["as"]) if "as" in data else rank
    place = data.get("place", 0) or RANKS.index(data.get("asked", ""))
    kind = GAME.read_move(data["text"]).kind
    return DungeonMove(kind, rank, value, data.get("target"), place)


def test_every_move_is_read_back_from_its_object() -> None:
    verbs: Counter[str] = Counter()
    for state in random_states(16):
        for seat in GAME.waiting(state):
            view = view_of(state, seat)
            objects: Any = CLIENT_VIEW.shown(view)["legal"]
            assert [GAME.read_move(move["text"]) for move in objects] == list(view.legal)
            assert [move_from(move) for move in objects] == list(view.legal)
            assert all(move["verb"] == move["text"].split()[0] for move in objects)
            verbs.update(move["verb"] for move in objects)
    assert len(verbs) >= 20


def test_a_move_is_lethal_exactly_if_the_player_falls() -> None:
    lethal = 0
    for state in random_states(40):
        for seat in GAME.waiting(state):
            moves: Any = CLIENT_VIEW.shown(view_of(state, seat))["legal"]
            for move in moves[:20]:
                then = GAME.clone(state)
                names = [
                    event.name for event in GAME.play(then, seat, GAME.read_move(move["text"]))
                ]
                assert ("lethal" in move) == ("fell" in names)
                lethal += "lethal" in move
    assert lethal > 0


# Passages


def test_3_3_the_front_is_the_newest_passage() -> None:
    players = shown(Position(dungeons={1: "10S 9S"}))["players"]
    assert [player["front"] for player in players] == [2, 0]


@pytest.mark.parametrize(
    ("dungeon", "value"), [("", 10), ("10S 9S", 8), ("10S 9S 8S 7S 6S 5S 4S 3S 2S", None)]
)
def test_3_1_the_next_passage_leads_on_from_the_lowest_one(dungeon: str, value: int | None) -> None:
    position = Position(dungeons={1: dungeon} if dungeon else {})
    assert shown(position)["players"][0]["next_passage"] == value


def test_14_2_a_lie_is_shown_to_those_who_see_the_card() -> None:
    position = Position({1: "KS Jk"}, pitch_black=True, dungeons={1: "10S"})
    position.play("p1 dig K=9 @1")
    own = shown(position, 1)["players"][0]["dungeon"]
    assert [passage["is_lie"] for passage in own] == [False, True]
    hidden = shown(position, 2)["players"][0]["dungeon"]
    assert [passage["is_lie"] for passage in hidden] == [None, None]


def test_12_1_a_joker_is_no_lie() -> None:
    position = Position(jokers_wild=True, dungeons={1: "10S Jk"})
    assert [passage["is_lie"] for passage in shown(position)["players"][0]["dungeon"]] == [
        False,
        False,
    ]


# Fights


def test_section_4_a_fight_is_shown_with_its_total() -> None:
    position = Position({1: "KS", 2: "8S 7S"}, dungeons={2: "10D"})
    assert shown(position)["fight"] is None
    position.play("p1 attack K p2")
    fight = {
        "attacker": 0,
        "defender": 1,
        "creature": "KS",
        "strength": 13,
        "total": 0,
        "values": [],
        "is_won": False,
    }
    assert shown(position)["fight"] == fight
    position.play("p2 fight 8")
    assert shown(position)["fight"] == fight | {"total": 8, "values": [8]}
    position.play("p2 fight 7")
    assert shown(position)["fight"] == fight | {"total": 15, "values": [8, 7], "is_won": True}
    position.play("p2 strike")
    assert shown(position)["fight"] is None


def test_12_1_a_joker_in_a_fight_counts_as_announced() -> None:
    position = Position({1: "Jk", 2: "Jk 8S"}, jokers_wild=True, dungeons={2: "10D"})
    fight = shown(position.play("p1 attack Jk=Q p2", "p2 fight Jk=5", "p2 fight 8"))["fight"]
    assert (fight["creature"], fight["strength"], fight["values"]) == ("Jk", 12, [5, 8])
    assert (fight["total"], fight["is_won"]) == (13, True)


def test_d_24_a_2_wins_against_the_wight() -> None:
    position = Position({1: "KS", 2: "2S"}, dungeons={2: "10D"}).play(
        "p1 attack K p2", "p2 fight 2"
    )
    fight = shown(position)["fight"]
    assert (fight["total"], fight["is_won"]) == (2, True)


def test_d_12_a_fight_goes_on_beneath_a_window() -> None:
    position = Position(
        {1: "KS", 2: "8S 7S AS"}, aces_in_fights=True, dungeons={2: "10D"}, players=3
    ).play("p1 attack K p2", "p2 fight 8", "p2 ace A")
    facts = shown(position, 3)
    assert (facts["pending"], facts["is_window"]) == ("aces", True)
    assert (facts["fight"]["defender"], facts["fight"]["total"]) == (1, 8)


def test_4_4_a_fight_is_won_exactly_if_the_defender_may_strike() -> None:
    compared: Counter[bool] = Counter()
    for state in random_states(80):
        view = view_of(state, None)
        fight: Any = CLIENT_VIEW.shown(view)["fight"]
        if view.pending == "attacked" and view.laid:
            legal = [str(move) for move in GAME.legal(state, view.waiting[0])]
            assert fight["is_won"] == ("strike" in legal)
            assert (fight["attacker"], fight["defender"]) == (view.current, view.waiting[0])
            assert fight["total"] == state.pile_sum == sum(fight["values"])
            compared[fight["is_won"]] += 1
        assert (fight is not None) >= (view.pending == "attacked")
    assert min(compared[False], compared[True]) > 0


# Abilities


@pytest.mark.parametrize(
    ("move", "ability"),
    [("rob J", 11), ("fish Q p2 7", 12), ("rob Jk=J", 11), ("fish Jk=Q p2 7", 12)],
)
def test_11_2_the_ability_that_may_be_countered(move: str, ability: int) -> None:
    hands = {1: "JS QS Jk", 2: "AS"}
    position = Position(hands, counter_attack=3, jokers_wild=True, discards="9C")
    assert shown(position)["ability"] is None
    position.play(f"p1 {move}")
    assert (shown(position)["ability"], shown(position)["is_window"]) == (ability, True)
    position.play("p2 pass")
    assert shown(position)["ability"] is None


# Discards


def test_2_1_the_top_discard_is_the_last_card_discarded() -> None:
    position = Position({1: "4S 9S"}, discards="")
    assert shown(position)["top_discard"] is None
    position.play("p1 pass", "p1 discard 4")
    assert shown(position)["top_discard"] == "4S"


def test_5_1_the_top_discard_stays_when_a_card_beneath_it_is_taken() -> None:
    position = Position({1: "JS"}, discards="9C 8C 7C").play("p1 rob J", "p1 take 9")
    assert shown(position)["top_discard"] == "7C"
    assert codes_of(position.state.discards[:2]) == ["8C", "7C"]


@pytest.mark.parametrize("variant", ["almost_black", "pitch_black"])
def test_13_the_top_discard_is_face_down_in_the_dark(variant: str) -> None:
    options: dict[str, Any] = {variant: True}
    position = Position({1: "JS"}, discards="9C 8C 7C", **options)
    assert [shown(position, player)["top_discard"] for player in (1, 2, None)] == [None] * 3
    position.play("p1 rob J")
    assert shown(position, 1)["top_discard"] is None


def test_the_top_discard_is_a_card_that_everybody_sees() -> None:
    shown_tops = 0
    for state in random_states(16):
        view = view_of(state, None)
        if view.top_discard is not None:
            assert view.top_discard in (view.seen_discards or ())
            shown_tops += 1
        else:
            assert view.seen_discards in ((), None)
    assert shown_tops > 50


# Paragraphs


@pytest.mark.parametrize("book", ["dungeon.md", "dungeon.es.md"])
def test_every_paragraph_exists_in_the_rules(book: str) -> None:
    text = (RULES / book).read_text("utf-8")
    assert PARAGRAPHS.keys() == {*DECISIONS, "over"} <= {*PENDING, "over"}
    for rule in PARAGRAPHS.values():
        assert re.search(rf"^(?:## |- )§{re.escape(rule)} ", text, re.MULTILINE), rule


def test_the_paragraph_that_applies() -> None:
    position = Position({1: "KS"}, dungeons={2: "10D"})
    assert shown(position)["rule"] == "2"
    assert shown(position.play("p1 attack K p2"))["rule"] == "4.3"
    assert shown(position.play("p2 retreat"))["rule"] == "2"


def test_a_move_alone_is_shown_as_among_the_legal_ones() -> None:
    for state in random_states(2):
        seat = GAME.waiting(state)[0]
        listed: Any = CLIENT_VIEW.shown(GAME.view(state, seat))["legal"]
        for move, among in zip(GAME.legal(state, seat), listed, strict=True):
            assert CLIENT_VIEW.move(move).items() <= among.items()
