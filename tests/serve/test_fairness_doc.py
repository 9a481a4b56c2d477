"""The script in docs/guides/fairness.md accepts honest records and detects changed ones."""

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

DOC = Path(__file__).parents[2] / "docs" / "guides" / "fairness.md"
SHARES = ("one share", "otra parte")
FAIR = Fair(bytes(range(32)), SHARES)


def record(game: str, **options: Any) -> dict[str, Any]:
    """Return the record of a game dealt by a fair shuffle."""
    rules = find_game(game)
    chosen = rules.Options(**options)
    deal = FAIR.deal(rules.deck(chosen))
    return as_json(Playthrough.begin(rules, chosen, deal))


def check(
    folder: Path, data: dict[str, Any], *commitments: str
) -> subprocess.CompletedProcess[str]:
    """Run the script of the document on a record."""
    (script,) = re.findall(r"```python\n(.*?)```", DOC.read_text("utf-8"), re.DOTALL)
    (folder / "check.py").write_text(script, "utf-8")
    (folder / "record.json").write_text(json.dumps(data), "utf-8")
    command = [sys.executable, str(folder / "check.py"), str(folder / "record.json"), *commitments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "data",
    [
        record("tomb"),
        record("dungeon"),
        record("dungeon", players=3),
        record("dungeon", players=4, pitch_black=True),
    ],
)
def test_the_script_accepts_an_honest_record(data: dict[str, Any], tmp_path: Path) -> None:
    ran = check(
        tmp_path,
        data,
        FAIR.commitment,
        *(hashlib.sha256(share.encode()).hexdigest() for share in SHARES),
    )
    assert ran.returncode == 0, ran.stderr
    assert "committed shuffle" in ran.stdout


def test_the_script_detects_another_seed_other_shares_and_other_cards(tmp_path: Path) -> None:
    data = record("tomb")
    assert "another one" in check(tmp_path, data, "00" * 32).stderr
    hashes = [hashlib.sha256(share.encode()).hexdigest() for share in SHARES]
    for others in (["11" * 32], hashes[:1], hashes[::-1], [*hashes, "11" * 32]):
        assert "not those committed to" in check(tmp_path, data, FAIR.commitment, *others).stderr
    cards = data["deal"]["cards"]
    cards[0], cards[1] = cards[1], cards[0]
    assert "not the cards" in check(tmp_path, data, FAIR.commitment).stderr


def test_the_script_is_as_short_as_the_document_says() -> None:
    (script,) = re.findall(r"```python\n(.*?)```", DOC.read_text("utf-8"), re.DOTALL)
    assert len([line for line in script.splitlines() if line.strip()]) <= 25
