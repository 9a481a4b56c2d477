"""`underdeck wager`: play for points at a stake, at one machine or over a link."""

from pathlib import Path
from typing import Any

import pytest

from cli.on_terminal import finish, on_terminal
from cli.run import json_of, underdeck
from cli.tomb_lines import timid_lines
from serve.server import running
from underdeck.cli.amounts import amount_text
from underdeck.say import Words

NEW = ("wager", "new", "--stake", "0.5", "--currency", "gold")


@pytest.fixture(autouse=True)
def user(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the tests run as the same user everywhere."""
    monkeypatch.setattr("getpass.getuser", lambda: "Ada")


def show(*options: str) -> dict[str, Any]:
    return json_of(underdeck("wager", "show", *options, "--json"))


def ledger(*options: str) -> dict[str, Any]:
    return json_of(underdeck("wager", "ledger", *options, "--json"))


def play_until_debt() -> dict[str, Any]:
    """Play wagers of two at this machine, each on own deals, until one owes the other."""
    while True:
        assert underdeck(*NEW, "--with", "Bruno").code == 0
        assert underdeck("wager", "play", typed=timid_lines(3)).code == 0
        debts: list[dict[str, Any]] = ledger()["debts"]
        owed = [debt for debt in debts if debt["amount"]]
        if owed:
            return owed[0]


def test_a_wager_waits_for_a_second_player() -> None:
    ran = underdeck(*NEW)
    assert ran.code == 0
    flat = " ".join(ran.out.split())
    assert "1 game of Tomb of Four Kings, 0.50 gold a point." in flat
    assert "It can begin once another player has entered." in flat
    assert "/#/enter/" in flat
    ran = underdeck("wager", "play")
    assert ran.code == 1
    assert "You have no wager to play." in ran.err


def test_players_at_one_machine_take_turns() -> None:
    underdeck(*NEW, "--games", "3", "--with", "Bruno", "--with", "Clara", "--same-deal")
    ran = underdeck("wager", "play", typed="\n" + timid_lines(12))
    assert ran.code == 0
    calls = [line.split()[4] for line in ran.out.splitlines() if "The screen is for" in line]
    assert calls == ["Ada", "Bruno", "Clara"] * 3
    shown = show()
    assert shown["is_over"]
    assert [entrant["played"] for entrant in shown["entrants"]] == [3, 3, 3]


def test_a_wager_of_other_players_at_this_machine_is_found() -> None:
    underdeck("wager", "list")
    underdeck(*NEW, "--as", "Bruno", "--with", "Clara")
    ran = underdeck("wager", "play", typed="\nquit\n")
    assert "The screen is for Bruno now." in ran.out
    assert "wager play" in ran.out
    assert "--as Bruno" in ran.out


def test_one_player_alone_is_chosen_by_name() -> None:
    underdeck(*NEW, "--with", "Bruno")
    ran = underdeck("wager", "play", "--as", "Bruno", typed=timid_lines(1))
    assert "The screen is for" not in ran.out
    assert "You have played all your games; others haven't yet." in ran.out
    ran = underdeck("wager", "play", "--as", "Bruno")
    assert ran.code == 1
    games = {entrant["name"]: entrant["played"] for entrant in show()["entrants"]}
    assert games == {"Ada": 0, "Bruno": 1}


def test_the_lower_owes_the_higher_the_difference_times_the_stake() -> None:
    debt = play_until_debt()
    points = {entrant["name"]: entrant["points"] for entrant in show()["entrants"]}
    difference = points[debt["creditor"]] - points[debt["debtor"]]
    assert debt["amount"] == difference * 50
    out = underdeck("wager", "ledger").out
    amount = amount_text(Words("en"), debt["amount"], "gold")
    sentence = (
        f"You owe Bruno {amount} in all."
        if debt["you"] == "debtor"
        else f"Bruno owes you {amount} in all."
    )
    assert sentence in out
    assert amount in underdeck("wager", "show").out


def test_a_debt_is_settled_once_both_have_said_so() -> None:
    play_until_debt()
    ran = underdeck("wager", "settle", "bruno")
    assert "You have marked 1 debt as settled." in ran.out
    assert "Still to confirm: Bruno." in ran.out
    assert "Ada says that it is settled." in underdeck("wager", "ledger", "--as", "Bruno").out
    again = underdeck("wager", "settle")
    assert (again.code, again.out) == (1, "")
    assert "You have no debt to settle." in again.err
    ran = underdeck("wager", "settle", "--as", "Bruno")
    assert "Still to confirm" not in ran.out
    for player in ("Ada", "Bruno"):
        out = underdeck("wager", "ledger", "--as", player).out
        assert out == "Nobody owes anybody anything.\n"
    assert ledger()["balances"] == []


def test_a_wager_is_not_closed_while_somebody_is_ahead() -> None:
    underdeck(*NEW, "--with", "Bruno")
    wager = show()["competition"][:6]
    underdeck("wager", "play", "--as", "Bruno", typed=timid_lines(1))
    ran = underdeck("wager", "close", wager)
    assert (ran.code, ran.out) == (1, "")
    assert "Somebody is in the middle of it." in ran.err


def test_a_wager_that_nobody_has_begun_is_closed_without_debts() -> None:
    underdeck(*NEW, "--with", "Bruno")
    ran = underdeck("wager", "close", show()["competition"][:6])
    assert "It is over." in ran.out
    assert ledger()["debts"] == []


@pytest.mark.parametrize(
    ("args", "code", "sentence"),
    [
        (["--stake", "0", "--currency", "gold"], 2, '"0" isn\'t a stake.'),
        (["--stake", "0.005", "--currency", "gold"], 2, "at most two decimals"),
        (["--stake", "nan", "--currency", "gold"], 2, "isn't a stake"),
        (["--stake", "1", "--currency", " "], 1, "currency"),
        (["--stake", "1"], 2, "--currency"),
        (["--stake", "1", "--currency", "gold", "--games", "2"], 2, "'2' is not one of"),
        (["--stake", "1", "--currency", "gold", "--with", "ada"], 1, "is already taking part"),
    ],
)
def test_misuse(args: list[str], code: int, sentence: str) -> None:
    ran = underdeck("wager", "new", *args)
    assert ran.code == code
    assert sentence in " ".join(ran.err.split())
    assert underdeck("wager", "list").out.startswith("You have no wagers.")


def test_a_stake_may_be_written_with_a_comma() -> None:
    created = json_of(
        underdeck("wager", "new", "--stake", "0,25", "--currency", "oro", "--json", "--lang", "es")
    )
    assert created["stake"] == 25
    assert "0,25 oro por punto" in underdeck("wager", "list", "--lang", "es").out


def test_a_wager_over_a_link(tmp_path: Path) -> None:
    with running(tmp_path / "server") as server:
        address = f"http://{server.address}"
        created = json_of(underdeck(*NEW, "--same-deal", "--server", address, "--json"))
        link = f"{address}/#/enter/{created['key']}"
        joined = underdeck("wager", "join", link, "--as", "Bruno")
        assert (
            f"wager play {created['competition'][:6]} --server {address} --as Bruno" in joined.out
        )
        for player in ("Ada", "Bruno"):
            options = ("--server", address, "--as", player)
            assert underdeck("wager", "play", *options, typed=timid_lines(1)).code == 0
        shown = show("--server", address)
        assert shown["is_over"]
        assert shown["seed"]


def test_names_and_currencies_reach_the_terminal_without_control_characters() -> None:
    ran = underdeck("wager", "new", "--stake", "1", "--currency", "go\x1b[2Jld")
    assert ran.code == 1
    assert "\x1b" not in ran.out + ran.err


def test_the_screen_is_cleared_between_players(home: Path) -> None:
    underdeck(*NEW, "--with", "Bruno", "--same-deal")
    with on_terminal("wager", "play", UNDERDECK_HOME=str(home)) as child:
        child.expect("The screen is for Ada now")
        child.sendline("")
        child.expect("Game 1 of 1 begins")
        child.expect("> ")
        child.sendline("quit")
        assert finish(child) == 0
        assert "wager play" in (child.before or "")
