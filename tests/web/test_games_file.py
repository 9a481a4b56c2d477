"""The page's description of the games is the one that the server publishes."""

import json
import subprocess
import sys
from pathlib import Path

from underdeck.serve.listings import list_games
from underdeck.serve.messages import ENCODER

WEB = Path(__file__).resolve().parents[2] / "web"
GAMES = WEB / "src" / "core" / "games.json"


def test_the_games_are_up_to_date() -> None:
    written = subprocess.run(
        [sys.executable, WEB / "schemas.py", "games"], capture_output=True, text=True, check=True
    ).stdout
    assert written == GAMES.read_text("utf-8"), "run `make types`"


def test_the_games_are_those_that_the_server_lists() -> None:
    listed = json.loads(ENCODER.encode(list_games()))["games"]
    assert json.loads(GAMES.read_text("utf-8")) == {game["game"]: game for game in listed}
