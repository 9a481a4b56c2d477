"""Aces out of turn: who is asked, when, and what is hidden."""

import pytest

from cli.at_table import script, sit
from games.dungeon.position import Position
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.legal import aces_allowed
from underdeck.games.dungeon.pending import PENDING
from underdeck.say import LANGUAGES, Words


def test_an_ace_is_offered_before_a_bot_plays_and_before_it_discards() -> None:
    shown = sit(Position({1: "AS"}, first=2), "\n\n", {2: script("pass")})
    assert "Player 2 is about to play a card, or none. Enter to go on, or [a]ce A;" in shown
    assert "Player 2 is about to discard. Enter to go on, or [a]ce A;" in shown
    assert shown.index("about to play") < shown.index("about to discard")


def test_a_person_without_an_ace_is_not_asked() -> None:
    assert "is about to" not in sit(Position({1: "KS"}, first=2), "", {2: script("pass")})


def test_later_lasts_to_the_end_of_the_turn() -> None:
    position = Position({1: "AS"}, first=2, players=3)
    shown = sit(position, "later\n", {2: script("pass"), 3: script()})
    assert shown.count("Player 2 is about to") == 1
    assert shown.count("Player 3 is about to") == 1
    assert "Jugador 2 va a" in sit(Position({1: "AS"}, first=2), "luego\n", language="es")


def test_an_ace_played_before_a_discard_is_answered_first() -> None:
    position = Position({1: "AS"}, "4S KS QS", first=2)
    shown = sit(position, "\nace A\n", {2: script("pass", "pass")})
    story = shown[shown.index("about to discard") :].partition("discards")[0]
    assert "K♠" in story
    assert "Q♠" in story
    assert position.view().pending == "turn"


def test_an_ace_in_a_window_of_accusations_is_offered_before_a_bot_closes_it() -> None:
    position = Position(
        {1: "AS", 2: "9S"},
        first=2,
        players=3,
        pitch_black=True,
        dungeons={1: "10S", 2: "10H", 3: "10D"},
    )
    shown = sit(position, "\n", {2: script("dig 9 @1"), 3: script("accuse p2")})
    assert "Player 3 is about to accuse, or to let it pass. Enter to go on, or [a]ce A;" in shown


def test_several_people_are_asked_regardless_of_their_hands() -> None:
    def asked(ace: str) -> str:
        shown = sit(Position({1: ace}, first=3, players=3), "\n\nquit\n", {3: script("pass")})
        return shown[: shown.rindex("Player 1, press Enter")]

    assert asked("AS") == asked("KS")
    assert 'Player 3 is about to discard. Enter to go on, or "later"' in asked("KS")
    later = sit(Position({1: "AS"}, first=3, players=3), "later\nquit\n", {3: script("pass")})
    assert "about to play" in later
    assert "about to discard" not in later


def test_a_person_called_without_an_ace_goes_back() -> None:
    position = Position({1: "KS", 2: "AS"}, first=3, players=3)
    shown = sit(position, "p1\n\n\np2\n\n\n", {3: script("pass")})
    assert "There is nothing you can do now. Enter goes back." in shown
    assert "You can: [a]ce A. Enter alone goes back." in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_decision_that_an_ace_may_come_before_has_its_words(language: str) -> None:
    never = {"nothing", "draw", "renew", "lot", "judge", "rob", "fish", "answered", "aces"}
    assert set(Words(language).table("dungeon.about")) == set(PENDING) - never


def test_people_may_interrupt_exactly_where_the_rules_let_them() -> None:
    position = Position({1: "AS", 2: "KS 9S"}, first=2, dungeons={1: "10S"}).play("p2 pass")
    assert aces_allowed(position.state, 0)
    assert any(move.word == "ace" for move in GAME.legal(position.state, 0))


def test_help_at_an_offer_says_how_to_go_on() -> None:
    shown = sit(Position({1: "AS"}, first=2), "help\n", {2: script("pass")})
    assert 'Enter alone goes on without an ace; so does "later"' in shown
    shown = sit(
        Position({1: "KS", 2: "AS"}, first=3, players=3), "p2\n\nhelp\n\n", {3: script("pass")}
    )
    assert "Enter alone goes back." in shown[shown.index("And at any time") :]


def test_people_who_are_out_may_watch_or_leave() -> None:
    position = Position({1: "3H"}, players=3, turn_limit=3)
    bots = {2: script(), 3: script()}
    assert "Only bots are left in the game." in sit(position, "resign\nno\n", bots)
    assert position.view().ending == ""
    assert "stalemate" in sit(
        Position({1: "3H"}, players=3, turn_limit=3), "resign\n\n", {2: script(), 3: script()}
    )
