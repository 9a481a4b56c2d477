"""The rulings D-22 ... D-28 of docs/rules/dungeon.md, related house rules, and version 1."""

from typing import Any

import pytest

from games.dungeon.position import Position
from underdeck.cards import codes_of, read_cards
from underdeck.games.dungeon.belief import believed_fresh
from underdeck.games.dungeon.knowledge import Knowledge
from underdeck.games.dungeon.legal import is_fight_lost
from underdeck.games.dungeon.state import MAX_CARDS

EIGHT = "10S 9S 8S 7S 6S 5S 4S 3S"
"""A dungeon that lacks only the 2."""


# D-22 Endless aces


def test_d22_an_ace_that_came_back_from_a_renewed_deck_waits_for_the_next_turn() -> None:
    position = Position({1: "AS 5H 5D 5C 6S"}, only=True).play("p1 ace A", "p2 pass")
    assert ("deck_renewed" in position.event_names, position.hand(1)[-1]) == (True, "AS")
    assert position.legal(1, "ace") == []
    assert position.refuses("p1 ace A")
    position.play("p1 pass")
    assert (position.turn_of, position.legal(1, "ace")) == (2, ["ace A"])


def test_d22_an_ace_held_before_the_renewal_can_still_be_played() -> None:
    position = Position({1: "AS AH 5D"}, only=True, renewals=["AS"]).play("p1 ace A", "p2 pass")
    assert (position.hand(1)[0], position.hand(1)[-1], position.legal(1, "ace")) == (
        "AH",
        "AS",
        ["ace A"],
    )
    position.play("p1 ace A", "p2 pass")
    assert (position.hand(1)[-2:], position.legal(1, "ace")) == (["AS", "AH"], [])


def test_d22_cards_that_leave_the_hand_do_not_free_the_newer_ones() -> None:
    position = Position({1: "AS 10H 5D 5C 6S"}, only=True).play(
        "p1 ace A", "p2 pass", "p1 dig 10 @0"
    )
    assert (position.turn_of, position.legal(1, "ace")) == (2, ["ace A"])
    fishing = Position({1: "AS QH AD", 2: "7S 7H"}, only=True, renewals=["AS"]).play(
        "p1 ace A", "p2 pass", "p1 fish Q p2 7"
    )
    assert (fishing.hand(1)[0], fishing.legal(1, "ace"), fishing.state.fresh[0]) == (
        "AD",
        ["ace A"],
        1,
    )


def test_d22_a_new_card_that_has_left_again_counts_no_longer() -> None:
    position = Position(
        {1: "AS AH 5D 5C 6S"}, "4S 6C", only=True, discards="10C 9C 8C", renewals=["10C 9C 8C AS"]
    )
    position.play("p1 ace A", "p2 pass", "p1 ace A", "p2 pass")
    assert (position.hand(1), position.state.fresh[0]) == (
        ["5D", "5C", "6S", "4S", "6C", "10C", "9C", "8C"],
        3,
    )
    position.play("p1 dig 10 @0")
    assert (position.pending, position.legal(1, "ace"), position.state.fresh[0]) == (
        "discard",
        [],
        2,
    )


def test_d22_the_ban_holds_for_every_player_until_the_turn_is_over() -> None:
    position = Position({1: "QS AS", 2: "AH 7S"}, "4S 4H", only=True).play("p2 ace A", "p1 pass")
    assert (position.hand(2)[-1], position.legal(2, "ace"), position.legal(1, "ace")) == (
        "AH",
        [],
        ["ace A"],
    )
    position.play("p1 fish Q p2 A", "p2 give")
    assert (position.hand(1)[0], position.hand(1)[-1], position.legal(1, "ace")) == (
        "AS",
        "AH",
        ["ace A"],
    )
    position.play("p1 ace A", "p2 pass")
    assert position.legal(1, "ace") == []


def test_d22_a_lost_hand_clears_the_count_of_new_cards() -> None:
    position = Position({1: "AS QH 4S 4H 4D", 2: "5S 6S 8S 9S 9H"}, only=True).play(
        "p1 ace A", "p2 pass"
    )
    assert position.state.fresh[0] == 1
    position.play("p1 fish Q p2 7", "p2 deny", "p1 demand")
    assert position.hand(1) == []


def test_d22_a_new_joker_is_no_ace_but_any_other_card() -> None:
    position = Position({1: "Jk 5H 5D 5C 6S"}, only=True, jokers_wild=True).play(
        "p1 ace Jk=A", "p2 pass"
    )
    assert (position.hand(1)[-1], position.legal(1, "ace")) == ("Jk", [])
    assert "dig Jk=10 @0" in position.legal(1)


def test_d22_a_renewal_at_the_end_of_a_turn_bans_nothing() -> None:
    position = Position({1: "AS 5S 5H 5D 5C", 2: "KS"}, "4S", only=True, renewals=["AS"]).play(
        "p1 pass", "p1 ace A", "p2 pass"
    )
    assert position.state.renewed == 1
    ended = Position({1: "AS 5S 5H 5D 5C", 2: "KS"}, "4S", only=True, renewals=["AS"]).play(
        "p1 pass", "p1 discard A"
    )
    assert (ended.hand(2)[-1], ended.legal(2, "ace"), ended.state.renewed) == ("AS", ["ace A"], 0)


@pytest.mark.parametrize(("old", "left"), [("7S", 3), ("8S", 2)])
def test_d22_others_do_not_know_whether_an_old_or_a_new_card_has_left_a_hand(
    old: str, left: int
) -> None:
    hands = {1: f"AS AH 5D 5C {old}", 2: "KS"}
    position = Position(
        hands, "4S 6C", only=True, discards="7H 9C 8C", renewals=["7H 9C 8C AS"], almost_black=True
    )
    own, other = Knowledge(position.view(1)), Knowledge(position.view(2))
    for move in ("p1 ace A", "p2 pass", "p1 ace A", "p2 pass", "p1 pass", "p1 discard 7"):
        for event in position.play(move).events:
            other.observe(event)
    assert (position.pending, position.state.fresh[0]) == ("discard", left)
    assert [believed_fresh(position.state, mind)[0] for mind in (own, other)] == [left, 3]


# D-23 The discards stay for a Graverobber


LAST: dict[str, Any] = {"deck": "4S", "only": True, "discards": "9C"}
"""Options with which the first draw takes the last card of the deck."""


def test_d23_after_the_draw_that_took_the_last_card_an_ace_draws_nothing() -> None:
    position = Position({1: "AS JS"}, **LAST).play("p1 ace A", "p2 pass")
    assert ("drew" in position.event_names, position.discards, position.deck) == (
        False,
        {"AS", "9C"},
        [],
    )
    position.play("p1 rob J", "p1 take 9")
    assert "9C" in position.hand(1)


def test_d23_an_opponents_ace_draws_nothing_either() -> None:
    position = Position({1: "JS", 2: "AS"}, **LAST).play("p2 ace A", "p1 pass")
    assert (len(position.hand(2)), position.discards) == (4, {"AS", "9C"})


@pytest.mark.parametrize("move", ["p1 pass", "p1 fish Q p2 7"])
def test_d23_once_the_card_of_the_turn_is_played_the_deck_is_renewed_as_usual(move: str) -> None:
    position = Position({1: "QS 5S 5H 5D 5C", 2: "AS"}, **LAST).play(move, "p2 ace A", "p1 pass")
    assert ("deck_renewed" in position.event_names, len(position.hand(2))) == (True, 6)


def test_d23_when_the_player_of_the_turn_has_gone_the_deck_is_renewed_as_usual() -> None:
    position = Position({2: "AS", 3: "AH"}, players=3, **LAST).play(
        "p2 ace A", "p1 resign", "p3 pass"
    )
    assert (position.event_names[-1], position.turn_of, len(position.hand(2))) == (
        "drew_card",
        2,
        5,
    )


@pytest.mark.parametrize("cancelled", [False, True])
def test_d23_from_the_call_of_a_graverobber_the_discards_stay_until_the_end_of_the_turn(
    cancelled: bool,
) -> None:
    position = Position(
        {1: "JS 5S 5H 5D 5C", 2: "AS JH AH"}, "4S 4H", only=True, discards="9C", counter_attack=1
    ).play("p1 rob J", "p2 ace A")
    position.play("p1 pass")
    assert (position.deck, position.event_names.count("drew")) == ([], 1)
    position.play(
        *(
            ["p2 counter J", "p1 pass"]
            if cancelled
            else ["p2 pass", "p1 take 9", "p2 ace A", "p1 pass", "p1 discard 9"]
        )
    )
    assert position.event_names.count("drew") == 1  # for the next turn
    assert position.event_names[-4:] == ["deck_renewed", "turn_begun", "drew", "drew_card"]


def test_d23_the_end_of_the_turn_still_renews_the_deck() -> None:
    position = Position({1: "JS 5S 5H 5D 5C"}, **LAST).play("p1 rob J", "p1 take 9", "p1 discard 9")
    assert position.event_names[-4:] == ["deck_renewed", "turn_begun", "drew", "drew_card"]


def test_d23_a_deck_that_an_ace_emptied_is_renewed_as_usual() -> None:
    position = Position({1: "AS AH"}, "4S 5S 6S", only=True).play(
        "p1 ace A", "p2 pass", "p1 ace A", "p2 pass"
    )
    assert position.event_names.count("deck_renewed") == 1


# D-24 A 2 beats the Wight, alone or with others


def test_d24_a_2_beats_the_wight_together_with_others_in_any_order() -> None:
    for order in ("253", "325", "532"):
        position = Position({1: "KS", 2: "2S 3S 5S AS AD"}, dungeons={2: "10D"}).play(
            "p1 attack K p2"
        )
        position.play(*(f"p2 fight {rank}" for rank in order), "p2 strike")
        assert {"KS", "2S", "3S", "5S"} == position.discards


def test_d24_after_a_2_the_defender_may_strike_or_lay_more() -> None:
    position = Position({1: "KS", 2: "2S 3S 4S AS AD"}, dungeons={2: "10D"}).play(
        "p1 attack K p2", "p2 fight 2"
    )
    assert position.legal(2) == ["fight 3", "fight 4", "strike"]


def test_d24_each_card_must_still_leave_a_way_to_win() -> None:
    position = Position({1: "KS", 2: "2S 3S 4S AS AD"}, dungeons={2: "10D"}).play(
        "p1 attack K p2", "p2 fight 3"
    )
    assert position.legal(2) == ["fight 2", "fight 4"]
    assert (
        Position({1: "KS", 2: "3S 4S AS AD AC"}, dungeons={2: "10D"})
        .play("p1 attack K p2")
        .legal(2, "fight")
        == []
    )
    assert (
        Position({1: "QS", 2: "2S 3S AS AD AC"}, dungeons={2: "10D"})
        .play("p1 attack Q p2")
        .legal(2, "fight")
        == []
    )


def test_d24_a_joker_is_a_2_too_or_may_become_one() -> None:
    position = Position(
        {1: "KS", 2: "Jk 2S AS AD AC"}, decks=0, jokers_wild=True, dungeons={2: "10D"}
    ).play("p1 attack K p2")
    passages = [f"fight Jk={value}" for value in range(2, 11)]
    assert position.legal(2, "fight") == ["fight 2", *passages, "fight Jk=K"]
    position.play("p2 fight Jk=2", "p2 strike")
    assert position.discards == {"KS", "Jk"}
    low = Position({1: "KS", 2: "Jk AS AD AC AH"}, jokers_wild=True, dungeons={2: "10D"}).play(
        "p1 attack K p2"
    )
    assert low.legal(2, "fight") == ["fight Jk=2", "fight Jk=K"]


def test_d24_a_2_beats_only_the_wight() -> None:
    position = Position({1: "QS", 2: "2S 3S 9S AS AD"}, dungeons={2: "10D"}).play(
        "p1 attack Q p2", "p2 fight 2"
    )
    assert position.legal(2) == ["fight 3", "fight 9"]


# D-25 Answers to an ace


def test_d25_in_an_aces_window_only_players_who_have_not_answered_play_an_ace() -> None:
    position = Position({1: "AS AH", 2: "AD", 3: "AC"}, players=3).play("p1 ace A", "p2 pass")
    assert [position.legal(player, "ace") for player in (1, 2, 3)] == [[], [], ["ace A"]]
    position.play("p3 pass")
    assert [position.legal(player, "ace") for player in (1, 2, 3)] == [
        ["ace A"],
        ["ace A"],
        ["ace A"],
    ]


# D-26 A checked escape


@pytest.mark.parametrize(("card", "ending"), [("2H", "escaped"), ("KS", None)])
def test_d26_an_escape_is_checked_at_once(card: str, ending: str | None) -> None:
    position = Position(
        {1: card, 2: "AS"},
        players=3,
        pitch_black=True,
        reveal_on_escape=True,
        dungeons={1: EIGHT, 2: "10D"},
    )
    position.play("p1 dig 2 @8" if ending else "p1 dig K=2 @8")
    assert position.event_names[:2] == ["dug_hidden", "laid_as"]
    assert "passage_shown" in position.event_names
    assert (position.result and position.result["ending"], position.values(2)) == (ending, [10])


def test_d26_other_passages_are_still_open_to_accusations() -> None:
    position = Position(
        {1: "9H"}, pitch_black=True, reveal_on_escape=True, dungeons={1: "10S", 2: "10D"}
    ).play("p1 dig 9 @1")
    assert (position.pending, position.waiting) == ("accusations", (2,))


# D-27 The caller leaves


@pytest.mark.parametrize("counters", [0, 1, 2])
@pytest.mark.parametrize("word", ["rob", "fish"])
def test_d27_the_counter_window_closes_when_the_caller_resigns(word: str, counters: int) -> None:
    rank, call = ("J", "rob J") if word == "rob" else ("Q", "fish Q p3 7")
    hands = {1: "JS QS", 2: "JH QH AS", 3: "JD QD 7S AD"}
    position = Position(hands, players=3, counter_attack=3, discards="9C").play(f"p1 {call}")
    position.play(
        *[f"p{player} counter {rank}" for player in (2, 3)][:counters],
        "p2 ace A" if not counters else "p3 ace A",
    )
    position.play("p1 resign", *(f"p{player} pass" for player in position.waiting if player != 1))
    assert (position.pending, position.turn_of, position.view().laid, position.view().creature) == (
        "turn",
        2,
        (),
        None,
    )
    assert {f"{rank}{suit}" for suit in "SHD"[: counters + 1]} <= position.discards
    assert "ability_cancelled" not in position.event_names


def test_d27_the_window_closes_at_once_if_no_ace_is_open() -> None:
    position = Position(
        {1: "JS", 2: "JH", 3: "JD"}, players=3, counter_attack=1, discards="9C"
    ).play("p1 rob J", "p2 counter J", "p1 resign")
    assert (position.turn_of, position.pending) == (2, "turn")
    assert {"JS", "JH", "9C"} <= position.discards


def test_d27_another_player_who_resigns_closes_nothing() -> None:
    position = Position(
        {1: "JS", 2: "JH", 3: "JD"}, players=3, counter_attack=1, discards="9C"
    ).play("p1 rob J", "p2 counter J", "p3 resign")
    assert (position.pending, position.waiting) == ("counters", (1,))


# D-28 Leaving is not idle


def test_d28_a_turn_in_which_a_player_left_is_not_idle() -> None:
    position = Position(players=3, only=True).play("p1 pass")
    position.play("p2 resign")
    assert (position.result, position.turn_of, position.state.idle) == (None, 3, 0)


# Related house rules


def test_d16_accuse_freely_lets_players_without_a_passage_accuse_in_their_own_turn() -> None:
    options: dict[str, Any] = {"pitch_black": True, "dungeons": {2: "KD"}}
    assert Position(**options).legal(1, "accuse") == []
    position = Position(accuse_freely=True, **options)
    assert position.legal(1, "accuse") == ["accuse p2"]
    position.play("p1 accuse p2")
    assert (position.values(2), position.pending) == ([], "turn")


def test_d16_accuse_freely_costs_nothing_without_passages_but_only_one_try_in_a_turn() -> None:
    position = Position(
        {1: "5S 5H"}, "5D", pitch_black=True, accuse_freely=True, dungeons={2: "10D"}
    ).play("p1 accuse p2")
    assert position.event_data(None, "dungeon_lost") == [
        {"event": "dungeon_lost", "seat": 0, "n": 0}
    ]
    assert (position.values(2), position.legal(1, "accuse")) == ([10], [])
    assert position.skip(1).skip(2).legal(1, "accuse") == ["accuse p2"]


def test_d16_a_player_who_lost_all_passages_by_accusing_may_still_try_once() -> None:
    position = Position(
        players=3, pitch_black=True, accuse_freely=True, dungeons={1: "10S", 2: "10D", 3: "10C"}
    ).play("p1 accuse p2")
    assert (position.values(1), position.legal(1, "accuse")) == ([], ["accuse p2", "accuse p3"])
    assert position.play("p1 accuse p3").legal(1, "accuse") == []


@pytest.mark.parametrize(("freely", "asked"), [(False, (3,)), (True, (2, 3))])
def test_d16_accuse_freely_asks_everyone_when_a_passage_was_laid(
    freely: bool, asked: tuple[int, ...]
) -> None:
    position = Position(
        {1: "10H"}, players=3, pitch_black=True, accuse_freely=freely, dungeons={3: "10D"}
    ).play("p1 dig 10 @0")
    assert (position.pending, position.waiting) == ("accusations", asked)


def fought(cards: str, **options: Any) -> Position:
    """Return a game where player 2 fights a Wight and has laid the first card."""
    hands = {1: "KS AC", 2: cards, 3: "AD"}
    first = cards.split(maxsplit=1)[0][:-1]
    return Position(hands, players=3, aces_in_fights=True, dungeons={2: "10D"}, **options).play(
        "p1 attack K p2", f"p2 fight {first}"
    )


def test_d12_aces_in_fights_are_played_between_the_first_card_and_the_strike() -> None:
    position = fought("9H 4H AS")
    assert [position.legal(player, "ace") for player in (1, 2, 3)] == [["ace A"]] * 3
    position.play("p3 ace A", "p2 ace A", "p1 pass", "p3 pass")
    assert (position.pending, position.waiting, codes_of(position.view().laid)) == (
        "attacked",
        (2,),
        ["9H"],
    )
    assert position.refuses("p2 retreat")
    position.play("p2 fight 4", "p2 strike")
    assert {"KS", "9H", "4H", "AS", "AD"} <= position.discards


def test_d12_aces_in_fights_still_wait_between_answer_and_demand() -> None:
    position = Position({1: "QS AS", 2: "AH"}, aces_in_fights=True).play(
        "p1 fish Q p2 7", "p2 deny"
    )
    assert [position.legal(player, "ace") for player in (1, 2)] == [[], []]


def test_d12_aces_in_fights_a_joker_that_the_fight_needs_is_no_ace() -> None:
    needed = fought("9H Jk AS AD AC", jokers_wild=True)
    assert needed.legal(2, "ace") == ["ace A"]
    needed.play("p1 ace A")
    assert (needed.pending, needed.legal(2, "ace")) == ("aces", ["ace A"])
    spare = fought("9H Jk 5H AD AC", jokers_wild=True)
    assert spare.legal(2, "ace") == ["ace A", "ace Jk=A"]
    two = fought("2H Jk AS AD AC", jokers_wild=True)
    assert two.legal(2, "ace") == ["ace A", "ace Jk=A"]
    assert Position({1: "Jk"}, jokers_wild=True, aces_in_fights=True).legal(1, "ace") == [
        "ace Jk=A"
    ]


def test_d12_aces_in_fights_others_may_play_any_joker() -> None:
    position = Position(
        {1: "KS", 2: "9H 5H", 3: "Jk"},
        players=3,
        jokers_wild=True,
        aces_in_fights=True,
        dungeons={2: "10D"},
    )
    position.play("p1 attack K p2", "p2 fight 9")
    assert position.legal(3) == ["ace Jk=A"]


def test_d20_a_fight_is_never_lost_unless_hidden_cards_are_sampled() -> None:
    position = fought("9H 4H AS AD AC").play("p3 ace A")
    assert (position.pending, is_fight_lost(position.state)) == ("aces", False)
    (three,) = read_cards(["3H"])
    position.state.hands[MAX_CARDS] = three
    assert is_fight_lost(position.state)
    countered = Position({1: "JS", 2: "JH"}, counter_attack=1, discards="9C").play(
        "p1 rob J", "p2 counter J"
    )
    assert not is_fight_lost(countered.state)


# The view


def test_a_bid_that_was_laid_stays_laid_while_an_ace_is_open() -> None:
    position = Position({1: "KS", 2: "AS"}, first=None).play("p1 bid K", "p2 ace A")
    assert [seen.has_bid for seen in position.view().players] == [True, False]
    position.play("p1 pass", "p2 bid 5")
    assert [seen.has_bid for seen in position.view().players] == [False, False]


# Version 1


def test_by_version_1_aces_can_be_played_for_ever() -> None:
    position = Position({1: "AS 5H 5D 5C 6S"}, only=True, rules=1)
    for _ in range(3):
        position.play("p1 ace A", "p2 pass")
    assert position.legal(1, "ace") == ["ace A"]


def test_by_version_1_an_ace_takes_the_discards_from_a_graverobber() -> None:
    position = Position(
        {1: "JS 5S 5H 5D 5C", 2: "AS"}, "4S", only=True, discards="9C", rules=1
    ).play("p1 rob J", "p2 ace A", "p1 pass")
    assert position.event_names[-5:] == [
        "took_nothing",
        "deck_renewed",
        "turn_begun",
        "drew",
        "drew_card",
    ]


def test_by_version_1_a_2_beats_the_wight_only_alone() -> None:
    position = Position({1: "KS", 2: "2S 3S 4S AS AD"}, dungeons={2: "10D"}, rules=1).play(
        "p1 attack K p2"
    )
    assert position.legal(2, "fight") == ["fight 2"]
    assert position.play("p2 fight 2").legal(2) == ["strike"]
    strong = Position({1: "KS", 2: "2S 3S 4S 9S AD"}, dungeons={2: "10D"}, rules=1).play(
        "p1 attack K p2", "p2 fight 2", "p2 fight 3"
    )
    assert strong.legal(2) == ["fight 4", "fight 9"]


def test_by_version_1_a_checked_escape_could_be_accused_first() -> None:
    position = Position(
        {1: "2H"}, pitch_black=True, reveal_on_escape=True, dungeons={1: EIGHT, 2: "10D"}, rules=1
    ).play("p1 dig 2 @8")
    assert (position.pending, position.waiting) == ("accusations", (2,))
    position.play("p2 accuse p1")
    assert position.event_names[-3:] == ["was_honest", "dungeon_lost", "escaped"]


def test_by_version_1_counters_go_on_without_the_caller() -> None:
    hands = {1: "JS QS", 2: "JH QH", 3: "JD QD"}
    for call in ("rob J", "fish Q p3 7"):
        position = Position(hands, players=3, counter_attack=3, discards="9C", rules=1).play(
            f"p1 {call}", f"p2 counter {call.split()[1]}"
        )
        position.play("p1 resign")
        assert (position.pending, position.waiting) == ("counters", (3,))
        position.play("p3 pass")
        assert (position.event_names[-4], position.turn_of) == ("ability_cancelled", 2)
    robbed = Position(hands, players=3, counter_attack=1, discards="9C", rules=1).play(
        "p1 rob J", "p2 counter J", "p3 counter J", "p1 resign"
    )
    robbed.play("p2 pass")
    assert (robbed.turn_of, {"JS", "JH", "JD"} <= robbed.discards) == (2, True)


def test_by_version_1_leaving_was_idle() -> None:
    position = Position(players=3, only=True, rules=1).play("p1 pass")
    assert position.play("p2 resign").result == {
        "ending": "stalemate",
        "winner": None,
        "alive": [0, 2],
        "turns": 2,
    }
