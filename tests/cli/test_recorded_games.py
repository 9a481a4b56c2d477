"""The list of saved games that are in a history."""

import stat
from pathlib import Path

import pytest

from underdeck.cli.recording import RecordedGames, owner_seat
from underdeck.deal import deal_from_seed
from underdeck.games.dungeon import GAME
from underdeck.record import Record


def test_games_are_listed_for_each_profile(home: Path) -> None:
    RecordedGames.add("ana", {"tomb-1": "a1", "tomb-2": "a2"})
    RecordedGames.add("ana", {"tomb-2": "a2", "tomb-3": "a3"})
    RecordedGames.add("ben", {"tomb-1": "b1"})
    found = RecordedGames.read()
    assert found.profiles["ana"] == {"tomb-1": "a1", "tomb-2": "a2", "tomb-3": "a3"}
    assert found.names_for("ana") == {"tomb-1", "tomb-2", "tomb-3"}
    assert found.names_for("cleo") == set()


def test_games_of_a_deleted_profile_enter_no_other_history() -> None:
    RecordedGames.add("ana", {"tomb-1": "a1"})
    RecordedGames.drop_profile("ana")
    RecordedGames.drop_profile("nobody")
    assert RecordedGames.read().names_for("ben") == {"tomb-1"}


def test_games_of_a_merged_profile_are_known_to_the_other() -> None:
    RecordedGames.add("ana", {"tomb-1": "a1"})
    RecordedGames.move("ana", "ben")
    RecordedGames.move("nobody", "ben")
    assert RecordedGames.read().profiles == {"ben": {"tomb-1": "a1"}}


def test_the_list_is_private(home: Path) -> None:
    RecordedGames.add("ana", {"tomb-1": "a1"})
    (path,) = (home / "games").iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "7", '{"profiles": []}', '{"profiles": {"a": []}, "dropped": []}']
)
def test_a_damaged_list_is_an_empty_one(text: str, home: Path) -> None:
    RecordedGames.add("ana", {"tomb-1": "a1"})
    RecordedGames.path().write_text(text)
    assert RecordedGames.read().names_for("ana") == set()
    RecordedGames.add("ana", {"tomb-2": "a2"})
    assert RecordedGames.read().names_for("ana") == {"tomb-2"}


@pytest.mark.parametrize(
    ("seats", "owner"), [([], 0), (["", "careful"], 0), (["careful", "", ""], 1)]
)
def test_a_game_enters_the_history_of_its_first_person(seats: list[str], owner: int) -> None:
    options = GAME.Options()
    deal = deal_from_seed(GAME.deck(options), "1")
    assert owner_seat(Record("dungeon", 1, options, deal, seats=seats)) == owner
