"""The script in docs/fairness.md checks real records, and notices when something was changed."""

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from underdeck.deal import Fair
from underdeck.formats import as_json
from underdeck.playthrough import Playthrough
from underdeck.registry import find_game

DOC = Path(__file__).parents[2] / "docs" / "fairness.md"
WORDS = ("one share", "otra parte")
FAIR = Fair(bytes(range(32)), WORDS)


def record(game: str, **options: Any) -> dict[str, Any]:
    """A game dealt by a fair shuffle."""
    chosen = find_game(game)
    house = chosen.Options(**options)
    return as_json(Playthrough.begin(chosen, house, FAIR.deal(chosen.deck(house))))


def check(
    folder: Path, told: dict[str, Any], *commitments: str
) -> subprocess.CompletedProcess[str]:
    """Run the script of the page on a record."""
    (script,) = re.findall(r"```python\n(.*?)```", DOC.read_text("utf-8"), re.DOTALL)
    (folder / "check.py").write_text(script, "utf-8")
    (folder / "record.json").write_text(json.dumps(told), "utf-8")
    command = [sys.executable, str(folder / "check.py"), str(folder / "record.json"), *commitments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "told",
    [
        record("tomb"),
        record("dungeon"),
        record("dungeon", players=3),
        record("dungeon", players=4, pitch_black=True),
    ],
)
def test_the_script_accepts_an_honest_record(told: dict[str, Any], tmp_path: Path) -> None:
    ran = check(
        tmp_path,
        told,
        FAIR.commitment,
        *(hashlib.sha256(words.encode()).hexdigest() for words in WORDS),
    )
    assert ran.returncode == 0, ran.stderr
    assert "committed shuffle" in ran.stdout


def test_the_script_notices_another_seed_other_shares_and_other_cards(tmp_path: Path) -> None:
    told = record("tomb")
    assert "another one" in check(tmp_path, told, "00" * 32).stderr
    shares = [hashlib.sha256(words.encode()).hexdigest() for words in WORDS]
    for others in (["11" * 32], shares[:1], shares[::-1], [*shares, "11" * 32]):
        assert "not those committed to" in check(tmp_path, told, FAIR.commitment, *others).stderr
    cards = told["deal"]["cards"]
    cards[0], cards[1] = cards[1], cards[0]
    assert "not the cards" in check(tmp_path, told, FAIR.commitment).stderr


def test_the_script_is_as_short_as_the_page_says() -> None:
    (script,) = re.findall(r"```python\n(.*?)```", DOC.read_text("utf-8"), re.DOTALL)
    assert len([line for line in script.splitlines() if line.strip()]) <= 25
