"""Matches at one terminal: the score, the menu after a game, and continuing later."""

from pathlib import Path

import pytest

from cli.book import saves
from cli.on_terminal import finish, on_terminal
from cli.run import underdeck
from underdeck.cli.match_play import MatchPlay
from underdeck.say import LANGUAGES, Words

DUEL = ("play", "dungeon", "--players", "2", "--seed", "1")


def test_each_win_counts_and_a_stalemate_counts_for_nobody() -> None:
    match = MatchPlay("dungeon", 2, [0, 0], ["", "careful"])
    match.count({"winner": 1})
    match.count({"winner": None})
    assert (match.wins, match.winner) == ([0, 1], None)
    match.begin_next_game()
    assert match.wins == [0, 1]
    match.count({"winner": 1})
    assert match.winner == 1
    match.begin_next_game()
    assert match.wins == [0, 0]


def test_the_score_is_repeated_on_the_command_line() -> None:
    assert MatchPlay("dungeon", 3, [0, 0], ["", ""]).arguments() == " --match 3"
    assert MatchPlay("dungeon", 3, [2, 1], ["", ""]).arguments() == " --match 3 --score 2,1"


@pytest.mark.parametrize("language", LANGUAGES)
def test_bots_keep_their_names_during_a_match(language: str) -> None:
    match = MatchPlay("dungeon", 3, [0, 0, 0], ["", "careful", "random"])
    names = match.bot_names(Words(language))
    match.count({"winner": 2})
    assert match.bot_names(Words(language)) == names
    assert names[2] in match.score_text(Words(language))
    assert len(set(names.values())) == 2


def test_people_who_share_the_screen_are_called_by_their_seats() -> None:
    match = MatchPlay("dungeon", 2, [1, 0], ["", ""])
    assert match.score_text(Words("en")) == "Match to 2 wins. Player 1: 1; Player 2: 0."
    match.count({"winner": 0})
    assert match.score_text(Words("en")) == "Player 1 wins the match. Player 1: 2; Player 2: 0."


def test_the_score_is_shown_after_a_game_with_the_command_for_the_next() -> None:
    ran = underdeck(*DUEL, "--match", "2", typed="resign\n")
    assert "Match to 2 wins. You: 0; " in ran.out
    assert ran.out.endswith("play dungeon --match 2 --score 0,1\n")
    last = underdeck(*DUEL, "--match", "2", "--score", "0,1", typed="resign\n")
    assert "wins the match. You: 0; " in last.out
    assert "--score" not in last.out


def test_a_game_of_a_match_is_resumed_with_its_score(home: Path) -> None:
    left = underdeck(*DUEL, "--match", "2", "--score", "1,1", typed="bid 7\nquit\n")
    name = saves(home)[0].stem
    assert left.out.endswith(f"resume {name} --match 2 --score 1,1\n")
    resumed = underdeck("resume", name, "--match", "2", "--score", "1,1", typed="resign\n")
    assert "wins the match. You: 1; " in resumed.out


def test_a_match_that_is_left_before_a_move_can_be_continued() -> None:
    args = ("--bots", "", "--match", "2", "--score", "1,0", "--lang", "es")
    ran = underdeck(*DUEL, *args, typed="\nsalir\n")
    assert ran.out.endswith("play dungeon --bots '' --match 2 --score 1,0 --lang es\n")


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (["--match", "0"], 2, "0 is not in the range"),
        (["--match", "2", "--score", "1"], 1, "isn't the score of a match to 2"),
        (["--match", "2", "--score", "2,0"], 1, "isn't the score of a match to 2"),
        (["--match", "2", "--score", "1,x"], 1, "isn't the score of a match to 2"),
        (["--match", "2", "--score", "9" * 5000], 1, "isn't the score of a match to 2"),
        (["--score", "1,0"], 1, "--score continues a match"),
    ],
)
def test_a_wrong_score_is_refused(args: list[str], code: int, words: str, home: Path) -> None:
    ran = underdeck(*DUEL, *args)
    assert (ran.code, ran.out) == (code, "")
    assert words in " ".join(ran.err.split())
    assert not saves(home)


def test_a_solitaire_has_no_matches() -> None:
    assert underdeck("play", "tomb", "--match", "2").err == "--match doesn't apply to tomb.\n"


def test_the_menu_after_a_game_continues_the_match_and_then_offers_a_new_one() -> None:
    with on_terminal(*DUEL, "--match", "2") as child:
        for score, offer in (("0,1", "next game of the match"), ("0,2", "Play a new match")):
            child.expect("You can")
            child.sendline("resign")
            child.expect("can't be taken back")
            child.sendline("resign")
            child.expect(f"You: 0; [A-Z][a-z]+: {score[-1]}")
            child.expect(offer)
            child.expect("Choose a number")
            child.sendline("1" if score == "0,1" else "")
        assert finish(child) == 0
        assert "--score" not in (child.before or "")
