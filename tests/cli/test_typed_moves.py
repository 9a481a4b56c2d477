"""Moves of Dungeon as they may be typed: cards, abbreviations and refusals."""

import re

import pytest

from cli.at_table import played_on, script, sit
from games.dungeon.position import Position
from underdeck.cards import code_of, read_card
from underdeck.say import Words
from underdeck.say.bot_names import bot_names


def test_a_bot_may_be_named_in_a_move() -> None:
    position = Position({1: "KS 3H"}, dungeons={2: "10S"})
    name = bot_names(Words("en"), played_on(position).record)[1]
    sit(position, f"attack K {name.lower()}\n", {2: script("retreat")})
    assert len(position.view().players[1].dungeon) == 0


def test_a_refusal_quotes_the_name_of_a_bot_as_it_was_typed() -> None:
    position = Position({1: "KS 3H"}, dungeons={2: "10S"})
    name = bot_names(Words("en"), played_on(position).record)[1]
    shown = sit(position, f"slay {name} now\nquit\n", {2: script()})
    assert 'I don\'t understand "slay Player 2 now".' in shown  # `sit` numbers the players


def test_refusals_list_moves_folded() -> None:
    shown = sit(
        Position({1: "QS JS KS"}, players=3, dungeons={2: "10S", 3: "10H"}),
        "fly\n",
        {2: script(), 3: script()},
    )
    assert 'I don\'t understand "fly". You can: a[t]tack J..K p2|p3, ' in shown
    assert shown.count("[f]ish Q p2|p3 A..K") == 2


def test_the_letter_of_a_card_is_that_card_and_no_command() -> None:
    position = Position({1: "QS 3H"}, first=None)
    sit(position, "q\n", {2: script()})
    assert position.state.turn == 1


@pytest.mark.parametrize("typed", ["discard 1", "1", "i 1", "discard 1♥", "discard 10x"])
def test_a_rank_is_named_whole(typed: str) -> None:
    position = Position({1: "10S KS 9S 8S 7S"}, "AS").play("p1 pass")
    shown = sit(position, f"{typed}\nquit\n").partition(f"> {typed}")[2]
    assert "You can: d[i]scard A|7..10|K, [a]ce A" in shown
    assert position.view().pending == "discard"


@pytest.mark.parametrize(
    "typed", ["discard 10", "discard 10♥", "10♥", "10", "discard 10H", "dis 10h", "10s"]
)
def test_a_card_may_be_typed_as_it_is_shown(typed: str) -> None:
    position = Position({1: "10S KS 9S 8S 7S"}, "6S").play("p1 pass")
    sit(position, f"{typed}\nquit\n")
    assert code_of(position.view().seen_discards[-1]) == "10S"  # type: ignore[index]


def test_a_remark_says_that_suits_do_not_matter() -> None:
    position = Position({1: "10S 10H KS 9S 8S"}, "6S").play("p1 pass")
    shown = sit(position, "10H\nquit\n")
    assert code_of(position.view().seen_discards[-1]) == "10S"  # type: ignore[index]
    assert (
        "Suits don't matter: of several cards of a rank, the one held longest goes, 10♠." in shown
    )
    assert "Suits don't matter" not in sit(
        Position({1: "10S 10H KS 9S 8S"}, "6S").play("p1 pass"), "10S\nquit\n"
    )


def test_the_spanish_word_for_an_ace_names_no_suit() -> None:
    position = Position({1: "AH 10S KS 9S 8S"}, "6S 5S 4S")
    shown = sit(position, "as\nquit\n", language="es")
    assert len(position.view(1).players[0].hand or ()) > 5
    assert "Los palos no importan" not in shown
    with_two = Position({1: "10S AH AS KS 9S"}, "6S 5S 4S")
    assert "Los palos no importan" in sit(with_two, "as A♠\nquit\n", language="es")


def test_a_joker_and_what_it_stands_for_may_have_suits() -> None:
    position = Position({1: "Jk 3S"}, pitch_black=True)
    sit(position, "dig 3♠=10♥ @0\nquit\n")
    assert position.view(1).players[0].dungeon[0].card == read_card("3S")


def test_a_move_in_full_is_no_command() -> None:
    for typed in ("save 9", "save 9♥"):
        position = Position(
            {1: "9H", 2: "9S"}, first=2, jokers_wild=True, dungeons={1: "10S Jk"}
        ).play("p2 cave 9 p1")
        sit(position, f"{typed}\nquit\n", {2: script()})
        assert len(position.view().players[0].dungeon) == 2


def test_the_word_for_an_ace_is_not_a_card_of_spades() -> None:
    position = Position({1: "AS KS 9S 8S 7S"}, "6S").play("p1 pass")
    sit(position, "as\nsalir\n", {2: script("pass")}, "es")
    assert any(card == read_card("AS") for card in position.view().seen_discards or ())
    assert position.view().players[0].cards > 6


@pytest.mark.parametrize("typed", ["fish 3", "fish Q 3", "fish p2 3", "fi 3♠"])
def test_parts_of_a_move_may_be_left_out(typed: str) -> None:
    position = Position({1: "QS", 2: "4S"})
    sit(position, f"{typed}\n", {2: script("deny")})
    assert position.view().pending == "answered"
    assert position.view().about == (1, 3)


def test_what_is_left_out_is_asked_for_where_it_is_not_clear() -> None:
    shown = sit(Position({1: "QS"}, players=3), "fish 3\n", {2: script(), 3: script()})
    assert '"fish 3" could mean several things: [f]ish Q p2|p3 3.' in shown


@pytest.mark.parametrize("plain", [False, True])
def test_a_move_is_never_broken_at_the_end_of_a_line(
    plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for columns in range(30, 100):
        monkeypatch.setenv("COLUMNS", str(columns))
        shown = sit(
            Position({1: "QS JS KS AS", 2: "10S"}, first=2),
            "fly\n\n\nfly\n",
            {2: script("pass")},
            plain=plain,
            joined=False,
        )
        assert "\u00a0" not in shown
        assert not re.search(r"\b(?:ace|rob|fish|fish Q|discard|fish Q p2|\(13)\n", shown)


def test_resigning_takes_the_whole_word() -> None:
    position = Position({1: "QS"})
    shown = sit(position, "help\nresi\nresign\n")
    assert "type resign in full" in shown
    assert "Player 2 is the last one alive and wins, on turn 1." in shown
    assert position.view().players[0].alive is False


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("dig 9", "You don't have a 9."),
        ("d 10", "You don't have a 10."),
        ("attack K", "You don't have a king."),
        ("9", "You don't have a 9."),
        ("dig 8", "doesn't fit"),
        ("accuse", "You can't do that now"),
        ("attack Q", "You can't do that now"),
    ],
)
def test_a_card_that_is_missing_or_does_not_fit_is_named(typed: str, reason: str) -> None:
    shown = sit(Position({1: "QS 8S"}), f"{typed}\nquit\n")
    assert reason in shown
    assert "I don't understand" not in shown


@pytest.mark.parametrize("hand", ["QH 8S 5S", "QH 8S 5S AH"])
def test_a_card_alone_is_refused_like_the_move_it_means(hand: str) -> None:
    fight = Position({1: "KS", 2: hand}, dungeons={2: "10S"}).play("p1 attack K p2")
    begun = "" if "AH" in hand else "fight 8\n"  # once a card is laid, no ace can be played
    shown = sit(fight, f"{begun}Q\n3\nquit\n", {1: script()})
    assert "quit in full" not in shown
    assert ("only passages can be added" in shown) == ("AH" not in hand)
    assert ("creature must be worth at least 13" in shown) == ("AH" in hand)
    assert "You don't have a 3." in shown
