"""Odds and hints at the prompt: confirmed once, marked as assisted, in both languages."""

import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from cli.book import BOOK, CARDS, blocked, saved
from cli.in_process import FlakyClient, open_game
from cli.on_terminal import finish, on_terminal
from cli.run import underdeck
from underdeck import registry
from underdeck.cli.assists import MAX_PROSPECTS
from underdeck.registry import find_manifest, find_part
from underdeck.say import LANGUAGES, Words

MARKED = "From here on the game is marked as assisted."


@pytest.mark.parametrize("command", ["odds", "hint"])
def test_advice_marks_the_game_as_assisted_once(home: Path, command: str) -> None:
    typed = f"delve\n{command}\n{command}\nquit\n"
    ran = underdeck("play", "tomb", "--deal", CARDS, typed=typed)
    assert ran.out.count(MARKED) == 1
    assert saved(home)["assists"] == ["hint"]
    assert saved(home)["moves"] == ["delve"]


def test_odds_name_the_cards_that_win_and_strike() -> None:
    out = " ".join(underdeck("play", "tomb", "--deal", CARDS, typed="delve\nodds\n").out.split())
    assert "43 cards are unseen: 4 torches, 4 kings, 4 queens, 4 jacks." in out
    assert "The next card wins the encounter:" in out


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_names_a_move_and_its_reason(language: str) -> None:
    words = Words(language)
    hint = words.say("cli.command.hint")
    typed = "\n".join([*BOOK.moves[:8], hint, f"{hint} {words.say('advice.goal.points')}"])
    out = underdeck("play", "tomb", "--deal", CARDS, "--lang", language, typed=typed).out
    best = words.say("advice.hint.best", move="", reason="").partition(":")[0]
    assert out.count(f"\n{best}: ") == 2
    if not find_spec("numba"):
        assert "underdeck[minds]" in out


def test_the_only_move_is_explained_with_the_odds_of_the_next_card() -> None:
    out = " ".join(underdeck("play", "tomb", "--deal", CARDS, typed="hint\n").out.split())
    assert "Your only move: delve. The next card is an encounter 61% of the time" in out
    assert "delve: win " in out


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_unknown_goal_marks_nothing(home: Path, language: str) -> None:
    words = Words(language)
    hint, goals = words.say("cli.command.hint"), words.table("advice.goal").values()
    typed = f"delve\n{hint} glory\nquit\n"
    out = underdeck("play", "tomb", "--deal", CARDS, "--lang", language, typed=typed).out
    assert ", ".join(goals) in out
    assert saved(home)["assists"] == []


@pytest.mark.parametrize("command", ["odds", "hint"])
def test_advice_that_can_not_be_saved_is_not_given(home: Path, command: str) -> None:
    def typed() -> Iterator[str]:
        yield "delve\n"
        with blocked(home):
            yield f"{command}\n"
        yield "draw\nquit\n"

    out = " ".join(underdeck("play", "tomb", "--deal", CARDS, typed=typed()).out.split())
    assert "try again." in out
    assert "Best:" not in out
    assert "unseen" not in out
    assert (saved(home)["moves"], saved(home)["assists"]) == (["delve", "draw"], [])


def test_a_player_on_a_terminal_confirms_once(home: Path) -> None:
    with on_terminal("play", "tomb", "--deal", CARDS) as child:
        child.expect("> ")
        child.sendline("delve")
        child.expect("You can")
        child.sendline("hint")
        child.expect("Type yes to go on")
        child.sendline("no")
        child.expect("> ")
        assert saved(home)["assists"] == []
        child.sendline("odds")
        child.expect("Type yes to go on")
        child.sendline("yes")
        child.expect("marked as assisted")
        child.expect("cards are unseen")
        child.sendline("draw")
        child.expect("You can")
        child.sendline("hint")
        child.expect("Best: ")
        child.sendline("quit")
        assert finish(child) == 0
    assert saved(home)["assists"] == ["hint"]


@pytest.mark.parametrize("command", ["odds", "hint"])
def test_a_game_without_an_adviser_gives_none(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = find_manifest("dungeon")._replace(advice="")
    monkeypatch.setitem(registry._manifests, "dungeon", plain)
    find_part.cache_clear()
    out = underdeck("play", "dungeon", "--bots", "random", typed=f"{command}\nhelp\n").out
    find_part.cache_clear()
    assert 'There is no advice for the game "dungeon".' in " ".join(out.split())
    assert f"\n  {command}: " not in out


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_against_bots_names_a_move_and_its_reason(home: Path, language: str) -> None:
    words = Words(language)
    hint, odds = words.say("cli.command.hint"), words.say("cli.command.odds")
    args = ("play", "dungeon", "--seed", "7", "--bots", "careful", "--lang", language)
    out = underdeck(*args, typed=f"{odds}\n{hint}\n").out
    best = words.say("advice.hint.best", move="", reason="").partition(":")[0]
    assert f"\n{best}: " in out
    assert out.count(words.say("cli.count.marked")) == 1
    assert saved(home)["assists"] == ["hint"]


def test_a_hint_with_many_moves_shows_the_best_of_them() -> None:
    args = ("play", "dungeon", "--seed", "7", "--bots", "careful", "--variants", "pitch-black")
    out = underdeck(*args, typed="bid 9\nhint\n").out
    assert len(re.findall(r"^  \S.*: win \d", out, re.MULTILINE)) == MAX_PROSPECTS
    assert re.search(r"^  and \d+ other moves$", out, re.MULTILINE)


@pytest.mark.parametrize("command", ["odds", "hint"])
def test_people_at_one_screen_get_no_advice(command: str) -> None:
    out = underdeck("play", "dungeon", "--bots", "", typed=f"\n{command}\nhelp\n").out
    assert "against people" in " ".join(out.split())
    assert f"\n  {command}: " not in out
    assert MARKED not in out


def test_advice_on_a_server_opens_its_card_counter() -> None:
    remote = open_game(FlakyClient())
    remote.assist("hint")
    assert remote.table.unseen is not None
    assert remote.record.assists == ["hint"]
    version = remote.table.version
    remote.assist("count")
    assert remote.table.version == version
