"""Terminals and the server of this machine open its database one at a time."""

from pathlib import Path

import pytest

from cli.run import started, underdeck
from underdeck.cli.database_turn import database_turn, lock_path
from underdeck.cli.local_client import LocalClient
from underdeck.refusal import Refusal
from underdeck.serve import messages


def test_the_turn_of_another_is_waited_for_and_then_refused() -> None:
    with database_turn():
        with pytest.raises(Refusal) as refused, database_turn(0.0):
            pass
        assert refused.value.code == "store_in_use"
        assert refused.value.params == {"path": str(lock_path().with_suffix(""))}
    with database_turn(0.0):
        pass


def test_a_turn_ends_with_an_error() -> None:
    with pytest.raises(ZeroDivisionError), database_turn():
        raise ZeroDivisionError
    with database_turn(0.0):
        pass


def test_the_lock_is_private(home: Path) -> None:
    with database_turn():
        assert lock_path().stat().st_mode & 0o777 == 0o600
        assert home.stat().st_mode & 0o777 == 0o700


def test_a_folder_that_cant_be_written_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("UNDERDECK_HOME", str(tmp_path / "file" / "home"))
    with pytest.raises(Refusal) as refused:
        LocalClient().request("GET", "/api/games", messages.Games)
    assert refused.value.code == "store_unavailable"


def test_terminals_at_the_same_time_all_get_their_answers() -> None:
    assert underdeck("series", "list").code == 0
    with started("series", "new") as one, started("series", "new") as other:
        for terminal in (one, other):
            assert terminal.process.wait() == 0
    assert underdeck("series", "list").out.count("3 games of Tomb") == 2


def test_a_second_server_is_refused(home: Path) -> None:
    with started("serve", "--port", "0") as server:
        server.wait_for("Press Ctrl-C to stop it.")
        ran = underdeck("serve", "--port", "0")
    assert (ran.code, ran.out) == (1, "")
    assert "is in use by another process" in ran.err
