"""The script in docs/guides/fairness.md accepts honest records and detects changed ones."""

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from underdeck.career.competition import Competition
from underdeck.career.daily import Chain
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


def script_under(heading: str) -> str:
    """Return the Python script in a section of the document."""
    _, _, section = DOC.read_text("utf-8").partition(f"## {heading}\n")
    script = re.search(r"```python\n(.*?)```", section.partition("\n## ")[0], re.DOTALL)
    assert script is not None, heading
    return script[1]


def check(
    folder: Path, data: dict[str, Any], *commitments: str
) -> subprocess.CompletedProcess[str]:
    """Run the script of the document on a record."""
    script = script_under("Check it yourself")
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
    script = script_under("Check it yourself")
    assert len([line for line in script.splitlines() if line.strip()]) <= 25


@pytest.mark.parametrize("is_honest", [True, False])
def test_the_chain_of_days_is_checked(is_honest: bool) -> None:
    chain = Chain("2026-11-15", 100, "ab" * 32, "2026-11-17")
    days = ["2026-11-15", "2026-11-16", "2026-11-17"]
    links = {day: chain.link(day).hex() for day in days}
    if not is_honest:
        links["2026-11-16"] = "00" * 32
    script = re.sub(r"links = \{.*?\}", f"links = {links}", script_under("The daily tomb"))
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert (ran.returncode == 0) == is_honest, ran.stderr


def run_contest_script(**values: object) -> subprocess.CompletedProcess[str]:
    """Run the script about competitions, with other values than those of its example."""
    lines = script_under("Series, contests and wagers").splitlines()
    for name, value in values.items():
        (place,) = [place for place, line in enumerate(lines) if line.startswith(f"{name} = ")]
        lines[place] = f"{name} = {value!r}"
    script = "\n".join(lines)
    return subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )


def test_the_example_of_a_contest_prints_what_the_document_says() -> None:
    printed = re.search(r"```text\n(.*?)```", DOC.read_text("utf-8"), re.DOTALL)
    assert printed is not None
    assert run_contest_script().stdout == printed[1]


@pytest.mark.parametrize("same_deals", [True, False])
def test_the_script_recomputes_the_deals_of_a_competition(same_deals: bool, tmp_path: Path) -> None:
    seed = bytes(range(32))
    wager = Competition("c1", "wager", "tomb", "{}", 5, same_deals, seed.hex(), "p1", 0.0)
    name = "" if same_deals else "Íñigo"
    ran = run_contest_script(
        commitment=wager.commitment, seed=seed, **{"games, name": (wager.games, name)}
    )
    assert ran.returncode == 0, ran.stderr
    tomb = find_game("tomb")
    for line in ran.stdout.splitlines():
        number, commitment = line.split()
        fair = Fair(bytes.fromhex(wager.game_seed(int(number), "Íñigo")))
        deal = fair.deal(tomb.deck(tomb.Options()))
        data = as_json(Playthrough.begin(tomb, tomb.Options(), deal))
        assert check(tmp_path, data, commitment).returncode == 0


def test_the_script_detects_another_seed_of_a_competition() -> None:
    assert "does not match" in run_contest_script(seed=bytes(32)).stderr
