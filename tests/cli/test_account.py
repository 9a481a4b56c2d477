"""The terminal's profiles: created at first use and kept in a private file."""

import getpass
import json
from pathlib import Path

import pytest

from cli.run import underdeck
from serve.server import running
from underdeck.cli.account import account_for, accounts_path, default_name, saved_players
from underdeck.cli.local_client import LocalClient
from underdeck.cli.speech import Speech
from underdeck.refusal import Refusal
from underdeck.say import Words
from underdeck.serve import messages


@pytest.fixture(autouse=True)
def user(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the tests run as the same user everywhere."""
    monkeypatch.setattr(getpass, "getuser", lambda: "ada")


def test_the_first_use_creates_a_profile_with_the_users_name() -> None:
    account = account_for()
    assert account.name == "ada"
    shown = account.request("GET", "/api/profile", messages.ProfileShown)
    assert (shown.name, shown.profile) == ("ada", account.profile)
    assert account_for().key == account.key


@pytest.mark.parametrize(
    ("user", "language", "name"),
    [
        ("ada", "en", "ada"),
        ("a" * 40, "en", "a" * 24),
        ("\x07", "en", "Player"),
        ("", "es", "Jugador"),
    ],
)
def test_the_default_name_is_always_valid(
    monkeypatch: pytest.MonkeyPatch, user: str, language: str, name: str
) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: user)
    monkeypatch.setattr(Speech, "words", Words(language))
    assert default_name() == name


def test_a_user_without_a_name_is_a_player(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> str:
        raise KeyError("uid not found")

    monkeypatch.setattr(getpass, "getuser", fail)
    assert default_name() == "Player"


def test_further_players_have_profiles_of_their_own() -> None:
    first, second = account_for(), account_for(name="Bruno")
    assert second.name == "Bruno"
    assert second.profile != first.profile
    assert account_for(name="bruno").profile == second.profile
    assert account_for().profile == first.profile
    assert [each.name for each in saved_players(LocalClient())] == ["ada", "Bruno"]


def test_a_name_that_the_server_would_refuse_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        account_for(name="x" * 25)
    assert refused.value.code == "bad_name"


def test_keys_are_in_a_private_file() -> None:
    account_for()
    assert accounts_path().stat().st_mode & 0o777 == 0o600
    accounts_path().chmod(0o644)
    account_for()
    assert accounts_path().stat().st_mode & 0o777 == 0o600


def test_a_profile_that_is_gone_is_replaced_and_that_is_said(home: Path) -> None:
    old = account_for().key
    (home / "underdeck.db").unlink()
    ran = underdeck("series", "list")
    assert ran.code == 0
    assert "The profile of ada no longer exists" in ran.err
    assert account_for().key != old
    assert underdeck("series", "list").err == ""


def test_a_wrong_invitation_replaces_no_profile() -> None:
    account = account_for()
    body = messages.EnterCompetition("x" * 24, "ada")
    with pytest.raises(Refusal) as refused:
        account.request("POST", "/api/competition/entrants", messages.CompetitionShown, body=body)
    assert refused.value.code == "unknown_key"
    assert account_for().key == account.key


def test_each_server_has_a_profile_of_its_own(tmp_path: Path) -> None:
    local = account_for()
    with running(tmp_path / "server") as server:
        remote = account_for(f"http://{server.address}")
        assert remote.profile != local.profile
        assert account_for(f"http://{server.address}/").key == remote.key
    places = json.loads(accounts_path().read_text())["places"]
    assert set(places) == {"local", f"http://{server.address}"}


def test_a_damaged_file_is_refused_and_kept() -> None:
    account_for()
    accounts_path().write_text("{")
    ran = underdeck("series", "list")
    assert ran.code == 1
    assert "is damaged" in ran.err
    assert accounts_path().read_text() == "{"
