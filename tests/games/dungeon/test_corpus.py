"""Every version reads the records of older versions, by the rules they were played by."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from frozen_records import without_later_options
from underdeck.formats import read_record, write_json, write_text
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.state import RULES
from underdeck.playthrough import AnyPlaythrough
from underdeck.refusal import Refusal

CORPUS = Path(__file__).parents[2] / "corpus" / "dungeon"
RECORDS = sorted(str(path.relative_to(CORPUS).with_suffix("")) for path in CORPUS.glob("*/*.json"))


def upgraded(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record as version 2 writes it: seats of the result count from 0."""
    result = record["result"]
    if record["underdeck"] == 1 and result:
        winner = result["winner"] and result["winner"] - 1
        alive = [player - 1 for player in result["alive"]]
        record = record | {"result": result | {"winner": winner, "alive": alive}}
    return record | {"underdeck": 2}


def upgraded_text(text: str) -> str:
    """Return the compact text of a record as version 2 writes it."""
    if text.startswith("underdeck 2"):
        return text
    text = text.replace("underdeck 1", "underdeck 2", 1)
    text = re.sub(r"(?<= winner=)\d", lambda number: str(int(number[0]) - 1), text)
    return re.sub(
        r"(?<= alive=).*?\]",
        lambda row: re.sub(r"\d", lambda number: str(int(number[0]) - 1), row[0]),
        text,
    )


def text_of(name: str, ending: str) -> str:
    return (CORPUS / f"{name}.{ending}").read_text("utf-8")


@pytest.mark.parametrize("name", RECORDS)
def test_every_record_is_read_and_written_the_same(name: str) -> None:
    folder = name.split("/", maxsplit=1)[0]
    from_json, from_text = read_record(text_of(name, "json")), read_record(text_of(name, "txt"))
    assert from_json.record == from_text.record
    assert from_json.state == from_text.state
    assert from_json.record.rules == from_json.state.rules == int(folder.removeprefix("rules-"))
    assert write_text(from_text) == upgraded_text(text_of(name, "txt"))
    frozen = text_of(name, "json")
    written = without_later_options(write_json(from_json), frozen)
    assert json.loads(written) == upgraded(json.loads(frozen))


def test_there_are_records_of_every_version() -> None:
    assert {name.split("/", maxsplit=1)[0] for name in RECORDS} == {
        f"rules-{version}" for version in range(1, RULES + 1)
    }


@pytest.mark.parametrize(
    ("name", "ruling"),
    [
        ("ace-drawn-back", "D-22"),
        ("joker-drawn-back", "D-22"),
        ("last-card-drawn", "D-23"),
        ("ace-after-graverobber", "D-23"),
        ("checked-escape", "D-26"),
        ("caller-resigns", "D-27"),
    ],
)
def test_a_record_of_version_1_is_valid_though_the_current_rules_forbid_it(
    name: str, ruling: str
) -> None:
    old = read_record(text_of(f"rules-1/{name}", "json")).record
    with pytest.raises(Refusal) as refusal:
        AnyPlaythrough.resume(replace(old, rules=2))
    assert refusal.value.code in ("record_move", "record_not_waiting"), ruling


@pytest.mark.parametrize("name", [name for name in RECORDS if "/format-2-" in name])
def test_a_record_of_format_2_counts_seats_from_0(name: str) -> None:
    record = json.loads(text_of(name, "json"))
    assert record["underdeck"] == 2
    assert record["result"] == read_record(text_of(name, "txt")).result()


@pytest.mark.parametrize("version", [1, 2])
def test_a_result_is_compared_in_the_format_of_its_record(version: int) -> None:
    record = json.loads(text_of("rules-2/format-2-two-players", "json"))
    winners = {2: record["result"]["winner"], 1: record["result"]["winner"] + 1}
    alive = {2: record["result"]["alive"], 1: [seat + 1 for seat in record["result"]["alive"]]}
    good = record["result"] | {"winner": winners[version], "alive": alive[version]}
    assert read_record(json.dumps(record | {"underdeck": version, "result": good})).result()
    for wrong in ({"winner": winners[3 - version]}, {"alive": alive[3 - version]}, {"winner": 0.0}):
        bad = record | {"underdeck": version, "result": good | wrong}
        with pytest.raises(Refusal) as refusal:
            read_record(json.dumps(bad))
        assert refusal.value.code == "record_result"


def test_new_games_are_played_by_the_current_version() -> None:
    options = GAME.Options()
    assert (GAME.rules, GAME.start(options, GAME.deck(options)).rules) == (RULES, RULES)


def test_a_record_of_a_later_version_is_refused() -> None:
    data = json.loads(text_of("rules-2/ace-drawn-back", "json")) | {"rules": RULES + 1}
    with pytest.raises(Refusal) as refusal:
        read_record(json.dumps(data))
    assert (refusal.value.code, refusal.value.params) == (
        "record_newer",
        {"version": RULES + 1, "known": RULES},
    )
