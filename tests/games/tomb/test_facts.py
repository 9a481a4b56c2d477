"""What a client is shown of Tomb: moves as objects, and facts from the view alone."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.tomb.position import Position
from underdeck.cards import NUMBERS, SPADES, card_of, codes_of, rank_of, read_cards
from underdeck.games.tomb import GAME
from underdeck.games.tomb.facts import CLIENT_VIEW, ENCOUNTER_PARAGRAPHS, PARAGRAPHS
from underdeck.games.tomb.state import DECK, HIT_POINTS, PHASES, State

RULES = Path(__file__).parents[3] / "docs" / "rules"
HOUSES: list[dict[str, Any]] = [
    {},
    {"drop_sum": True, "disarm_after_fail": True, "scroll_from_column": True},
    {"earliest_turnaround": 2, "scroll_in_discards": False},
]


def shown(position: Position) -> Any:
    """Return a position as a client sees it."""
    return CLIENT_VIEW.shown(GAME.view(position.played.state, 0))


def moves_of(position: Position) -> dict[str, Any]:
    """Return the legal moves as objects, by their texts and without them."""
    return {
        move["text"]: {name: part for name, part in move.items() if name != "text"}
        for move in shown(position)["legal"]
    }


def random_states(games: int, hit_points: int = HIT_POINTS) -> Iterator[State]:
    """Yield every state before a decision of some random games."""
    for seed in range(games):
        random = Random(seed)
        deck = list(DECK)
        random.shuffle(deck)
        state = GAME.start(GAME.Options(**HOUSES[seed % len(HOUSES)]), deck)
        state.hit_points = hit_points
        while GAME.waiting(state):
            yield state
            GAME.play(state, 0, random.choice(GAME.legal(state, 0)))


# Cards


def test_section_1_every_card_has_its_kind() -> None:
    kinds: dict[str, list[str]] = {}
    for code, card in CLIENT_VIEW.cards.items():
        kinds.setdefault(card.kind, []).append(code)
    assert kinds == {
        "monster": [f"{number}S" for number in NUMBERS],
        "trap": [f"{number}D" for number in NUMBERS],
        "door": [f"{number}C" for number in NUMBERS],
        "skill": ["JS", "JH", "JD", "JC"],
        "favor": ["QS", "QH", "QD", "QC"],
        "hoard": ["KS", "KH", "KD", "KC"],
        "torch": ["AS", "AH", "AD", "AC"],
        "scroll": ["Jk"],
        "health": [f"{number}H" for number in NUMBERS],
    }
    assert CLIENT_VIEW.cards.keys() >= set(codes_of(DECK))


@pytest.mark.parametrize(
    ("code", "rank", "number", "suit", "value"),
    [
        ("10S", "10", 10, "S", 10),
        ("7D", "7", 7, "D", 7),
        ("2H", "2", 2, "H", 2),
        ("KC", "K", 13, "C", 10),
        ("Jk", "Jk", 14, None, 6),
        ("JH", "J", 11, "H", None),
        ("QD", "Q", 12, "D", None),
        ("AS", "A", 1, "S", None),
    ],
)
def test_section_1_a_card_counts_its_number_or_its_points(
    code: str, rank: str, number: int, suit: str | None, value: int | None
) -> None:
    assert CLIENT_VIEW.cards[code][1:] == (rank, number, suit, value)


# Moves


def test_the_first_turn_begins_and_the_next_is_a_delve() -> None:
    assert moves_of(Position("6S 9C")) == {"delve": {"verb": "delve", "label": "begin"}}
    assert moves_of(Position("6S 9C").play("delve", "draw"))["delve"]["label"] == "delve"


def test_9_4_turning_around_after_turn_1_is_walking_out() -> None:
    position = Position("6S 9C 7S 9D").play("delve", "draw")
    assert moves_of(position)["retreat"] == {"verb": "retreat", "label": "walk_out"}
    position.play("delve", "draw")
    assert moves_of(position)["retreat"] == {"verb": "retreat", "label": "retreat"}


def test_3_7_a_skill_is_played_by_its_card() -> None:
    position = Position("JS 6S").play("delve")
    assert moves_of(position) == {
        "draw": {"verb": "draw", "label": "draw"},
        "play JS": {"verb": "play", "label": "play", "card": "JS"},
    }


def test_3_9_a_marker_is_left_by_its_card() -> None:
    position = Position("KS 6D 8D").play("delve", "draw")
    assert moves_of(position)["leave KS"] == {"verb": "leave", "label": "leave", "card": "KS"}


def test_4_3_treasure_dropped_costs_its_points() -> None:
    position = Position("6D 9C KS 3S").play("delve", "draw", "delve")
    moves = moves_of(position)
    assert moves["drop 6D"] == {
        "verb": "drop",
        "label": "drop",
        "card": "6D",
        "cost": {"points": 6},
    }
    assert not any("lethal" in move for move in moves.values())


def test_r_18_dropping_more_has_a_label_of_its_own() -> None:
    position = Position("2D 9C 3D 8C 5S", drop_sum=True)
    position.play("delve", "draw", "delve", "draw", "delve", "drop 2D")
    assert moves_of(position) == {
        "drop 3D": {"verb": "drop", "label": "drop_more", "card": "3D", "cost": {"points": 3}}
    }


def test_6_3_yielding_before_a_door_costs_cards() -> None:
    position = Position("JC 9C 4D").play("delve", "draw")
    assert moves_of(position)["yield"] == {"verb": "yield", "label": "yield", "cost": {"cards": 5}}


def test_7_2_reading_plays_the_scroll() -> None:
    position = Position("Jk 6S 7S AS AH AD AC").play("delve", "draw", "delve")
    assert moves_of(position) == {"read": {"verb": "read", "label": "read", "card": "Jk"}}


def test_7_2_the_ace_under_the_deck_is_lethal_when_it_is_the_next_card() -> None:
    position = Position("Jk 6S 7S AS AH AD AC 5S").play("delve", "draw", "delve", "read")
    assert "lethal" not in moves_of(position)["draw"]
    state = position.played.state
    state.top = state.bottom - 1
    assert moves_of(position)["draw"]["lethal"] is True
    position.play("draw")
    assert position.result["ending"] == "lost"


@pytest.mark.parametrize(
    ("left", "is_lethal"), [(5, True), (6, False)], ids=["the last of five", "below five"]
)
def test_7_2_the_ace_under_the_deck_is_lethal_among_the_discards(
    left: int, is_lethal: bool
) -> None:
    top = "Jk 6S 7S AS AH AD AC JC 9C 4D"
    position = Position(top).play("delve", "draw", "delve", "read", "draw")
    position.played.state.top = position.played.state.bottom - left
    assert moves_of(position).get("yield", {}).get("lethal", False) is is_lethal


def test_9_the_ace_under_the_deck_is_lethal_when_a_turn_begins_but_not_when_walking_out() -> None:
    position = Position("Jk 6S 7S AS AH AD AC 5S 6C").play("delve", "draw", "delve", "read", "draw")
    assert "lethal" not in moves_of(position)["delve"]
    state = position.played.state
    state.top = state.bottom - 1
    moves = moves_of(position)
    assert (moves["delve"]["lethal"], moves["retreat"]["lethal"]) == (True, True)
    state.turn = 1
    assert "lethal" not in moves_of(position)["retreat"]


def test_8_1_a_blow_costs_hit_points_and_may_be_lethal() -> None:
    position = Position("JH 10S 5D 4D").play("delve", "draw")
    assert moves_of(position) == {
        "dodge": {"verb": "dodge", "label": "dodge", "card": "JH"},
        "suffer": {"verb": "suffer", "label": "suffer", "cost": {"hit_points": 5}},
    }
    position.play("suffer", "draw")
    assert moves_of(position)["suffer"]["cost"] == {"hit_points": 6}
    assert moves_of(position)["suffer"]["lethal"] is True


def test_every_move_is_read_back_from_its_object() -> None:
    for state in random_states(30):
        view = GAME.view(state, 0)
        objects: Any = CLIENT_VIEW.shown(view)["legal"]
        assert [GAME.read_move(move["text"]) for move in objects] == list(view.legal)
        for move in objects:
            verb, _, card = move["text"].partition(" ")
            assert move["verb"] == verb
            assert move.get("card") == (card or {"dodge": "JH", "read": "Jk"}.get(verb))
    assert CLIENT_VIEW.shown(GAME.view(state, None))["legal"] == []


def test_a_move_is_lethal_exactly_if_it_kills() -> None:
    lethal = 0
    for state in random_states(150, hit_points=3):
        moves: Any = CLIENT_VIEW.shown(GAME.view(state, 0))["legal"]
        for move in moves:
            then = GAME.clone(state)
            GAME.play(then, 0, GAME.read_move(move["text"]))
            ending = (GAME.result(then) or {}).get("ending")
            if move["verb"] == "suffer":
                assert move.get("lethal", False) is (ending == "slain")
                assert move["cost"]["hit_points"] == state.blow
            assert "lethal" not in move or ending in ("slain", "lost")
            lethal += "lethal" in move
    assert lethal > 3


# Facts


def test_the_foe_names_the_cards_that_win() -> None:
    position = Position("JD 7D").play("delve")
    assert shown(position)["foe"] == {
        "card": "7D",
        "kind": "trap",
        "value": 7,
        "wins_from": 7,
        "wins_to": 10,
        "skill": "JD",
        "skill_in_hand": True,
    }
    assert shown(Position("6S"))["foe"] is None


def test_3_2_the_foe_agrees_with_every_card_that_may_be_drawn() -> None:
    tried = 0
    for state in random_states(12):
        foe: Any = CLIENT_VIEW.shown(GAME.view(state, 0))["foe"]
        if foe is None or "draw" not in map(str, GAME.legal(state, 0)):
            continue
        for place in range(state.top, state.bottom):
            then = GAME.clone(state)
            then.deck[then.top], then.deck[place] = then.deck[place], then.deck[then.top]
            drawn = then.deck[then.top]
            events = [event.name for event in GAME.play(then, 0, GAME.read_move("draw"))]
            if rank_of(drawn) in NUMBERS:
                wins = foe["wins_from"] <= rank_of(drawn) <= foe["wins_to"]
                assert ("won_by_action" in events) is wins
                tried += 1
            else:
                assert "won_by_action" not in events
    assert tried > 500


def test_9_3_the_turns_left_are_those_that_a_retreating_player_needs() -> None:
    checked = 0
    for state in random_states(60):
        moves = [str(move) for move in GAME.legal(state, 0)]
        turns_left = CLIENT_VIEW.shown(GAME.view(state, 0))["turns_left"]
        if not {"retreat", "onward"} & {*moves}:
            continue
        then, turns = GAME.clone(state), state.turn
        then.hit_points = 1000  # long enough to see daylight
        while GAME.waiting(then):
            legal = [str(move) for move in GAME.legal(then, 0)]
            chosen = next(
                (move for move in ("retreat", "onward", "draw") if move in legal), legal[0]
            )
            GAME.play(then, 0, GAME.read_move(chosen))
        if (GAME.result(then) or {})["ending"] == "escaped":
            assert then.turn - turns == turns_left
            checked += 1
    assert checked > 20


def test_the_turns_left_count_a_running_turn_of_the_retreat_but_not_of_the_delve() -> None:
    position = Position("6S 7S 2S 3S 4S 5S 8S 9S 3C 4C")
    assert (shown(position)["turns_left"], shown(position)["depth"]) == (0, 0)
    for turn in (1, 2, 3):
        position.play("delve")
        assert shown(position)["turns_left"] == turn - 1
        position.play("draw")
        assert shown(position)["turns_left"] == turn - 1
    position.play("retreat")
    assert (shown(position)["turns_left"], shown(position)["depth"]) == (2, 3)
    position.play("draw")
    assert shown(position)["turns_left"] == 1


def test_2_1_the_rows_are_the_turns_of_the_delve_and_of_the_retreat() -> None:
    position = Position("6S 7S 2S 3S 4S 5S 8S 9S 3C 4C")
    assert shown(position)["rows"] == {"delve": [], "retreat": []}
    position.play("delve", "draw", "delve")
    assert shown(position)["rows"] == {
        "delve": [
            {"turn": 1, "state": "done", "cards": 2},
            {"turn": 2, "state": "now", "cards": 1},
        ],
        "retreat": [],
    }
    position.play("draw", "delve", "draw", "retreat")
    assert shown(position)["rows"] == {
        "delve": [{"turn": turn, "state": "done", "cards": 2} for turn in (1, 2, 3)],
        "retreat": [
            {"turn": 4, "state": "now", "cards": 1},
            {"turn": 5, "state": "ahead", "cards": 0},
        ],
    }


def test_the_constants_come_with_the_view() -> None:
    facts = shown(Position("AS 6S").play("delve"))
    assert {name: facts[name] for name in CLIENT_VIEW.constants} == dict(CLIENT_VIEW.constants)
    assert (facts["max_hit_points"], facts["max_torches"], facts["all_kings"]) == (HIT_POINTS, 4, 4)
    assert facts["torches_left"] == 3


# Paragraphs


@pytest.mark.parametrize(
    ("position", "rule"),
    [
        (Position("6S"), "9"),
        (Position("6S").play("delve"), "4"),
        (Position("6D").play("delve"), "5"),
        (Position("6C").play("delve"), "6"),
        (Position("JH 6S 2C").play("delve", "draw"), "8"),
        (Position("JC 6C 2D").play("delve", "draw"), "6.2"),
        (Position("KS 6D 8D").play("delve", "draw"), "3.9"),
        (Position("6S 7S").play("delve", "draw", "retreat"), "10"),
    ],
)
def test_the_paragraph_that_applies(position: Position, rule: str) -> None:
    assert shown(position)["rule"] == rule


@pytest.mark.parametrize("book", ["tomb.md", "tomb.es.md"])
def test_every_paragraph_exists_in_the_rules(book: str) -> None:
    text = (RULES / book).read_text("utf-8")
    assert PARAGRAPHS.keys() == set(PHASES)
    for rule in (*PARAGRAPHS.values(), *ENCOUNTER_PARAGRAPHS.values()):
        assert re.search(rf"^(?:## |- )§{re.escape(rule)} ", text, re.MULTILINE), rule


def test_facts_depend_on_the_view_alone() -> None:
    one, two = (Position("JS 6S", bottom=bottom).play("delve") for bottom in ("QH KS", "KS QH"))
    assert one.deck != two.deck
    assert shown(one) == shown(two)
    assert card_of(6, SPADES) == read_cards(["6S"])[0] == one.view.encounter


def test_a_move_alone_lacks_only_the_label_that_the_view_gives_it() -> None:
    for state in random_states(5):
        listed: Any = CLIENT_VIEW.shown(GAME.view(state, 0))["legal"]
        for move, among in zip(GAME.legal(state, 0), listed, strict=True):
            alone = CLIENT_VIEW.move(move)
            assert {**among, "label": alone["label"]}.items() >= alone.items()
