"""Record formats: frozen records, round trips, and refusal of damaged records."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frozen_records import without_later_options
from underdeck.deal import Fair, deal_from_seed
from underdeck.formats import MAX_RECORD_LENGTH, as_json, read_record, write_json, write_text
from underdeck.games.tomb import GAME
from underdeck.games.tomb.state import DECK
from underdeck.games.tomb.walkthrough import walkthrough
from underdeck.playthrough import Playthrough
from underdeck.record import Record
from underdeck.refusal import Refusal

CORPUS = Path(__file__).parent / "corpus" / "records"
NAMES = sorted({path.stem for path in CORPUS.iterdir()})


def corpus(name: str, ending: str = "json") -> str:
    return (CORPUS / f"{name}.{ending}").read_text("utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_frozen_records_are_read_and_written_unchanged(name: str) -> None:
    from_json, from_text = read_record(corpus(name)), read_record(corpus(name, "txt"))
    assert from_json.record == from_text.record
    assert from_json.state == from_text.state
    written = without_later_options(write_json(from_json), corpus(name))
    assert written == corpus(name).replace('"underdeck": 1,', '"underdeck": 2,')
    assert write_text(from_text) == corpus(name, "txt").replace("underdeck 1 ", "underdeck 2 ")


def test_the_corpus_covers_every_source_and_ending() -> None:
    records = [json.loads(corpus(name)) for name in NAMES]
    assert {source for record in records for source in record["deal"]} == {
        "cards",
        "seed",
        "code",
        "fair",
    }
    assert {record["result"] and record["result"]["ending"] for record in records} == {
        None,
        "escaped",
        "slain",
        "lost",
    }
    assert any(record["assists"] for record in records)
    assert any(record["house"]["drop_sum"] for record in records)


def test_the_parts_of_a_record() -> None:
    data = as_json(walkthrough())
    assert list(data) == [
        "underdeck",
        "game",
        "rules",
        "house",
        "deal",
        "moves",
        "assists",
        "result",
    ]
    assert (data["underdeck"], data["game"], data["rules"]) == (2, "tomb", 1)
    assert len(data["deal"]["cards"]) == 44
    assert data["result"] == {
        "ending": "escaped",
        "kings": 4,
        "points": 68,
        "gold": 6800,
        "won": True,
        "assisted": False,
    }


def changed(name: str, **parts: Any) -> str:
    """Return a record of the corpus with parts replaced, or removed where the value is `...`."""
    data = json.loads(corpus(name)) | parts
    return json.dumps({part: value for part, value in data.items() if value is not ...})


DEAL = json.loads(corpus("seed-escaped"))["deal"]
FAIR = json.loads(corpus("fair-escaped"))["deal"]["fair"]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "record_foreign"),
        ("hello\n", "record_foreign"),
        ("underdeck x tomb 1", "record_foreign"),
        ("{}", "record_foreign"),
        ('{"underdeck": "1"}', "record_foreign"),
        ('{"underdeck": true}', "record_foreign"),
        ('{"underdeck": 0}', "record_foreign"),
        ("{" * 100_000, "record_broken"),
        (corpus("walkthrough")[:300], "record_broken"),
        (changed("walkthrough", underdeck=3), "record_newer"),
        (changed("walkthrough", rules=2), "record_newer"),
        (changed("walkthrough", game="chess"), "unknown_game"),
        (changed("walkthrough", game=7), "record_part"),
        (changed("walkthrough", rules=...), "record_part"),
        (changed("walkthrough", result=...), "record_part"),
        (changed("walkthrough", result=[]), "record_part"),
        (changed("walkthrough", moves={}), "record_part"),
        (changed("walkthrough", moves=[1]), "record_part"),
        (changed("walkthrough", assists=["crystal ball"]), "record_part"),
        (changed("walkthrough", assists=["undo", "undo"]), "record_part"),
        (changed("walkthrough", assists=[["undo"]]), "record_part"),
        (changed("walkthrough", extra=1), "record_unknown_part"),
        (changed("walkthrough", house={"free_drinks": True}), "unknown_house_rule"),
        (changed("walkthrough", house={"drop_sum": "on"}), "record_part"),
        (changed("walkthrough", house={"earliest_turnaround": 3}), "house_value"),
        (changed("walkthrough", rules=True), "record_part"),
        (changed("walkthrough", rules=0), "record_part"),
        (
            changed("walkthrough", result=json.loads(corpus("walkthrough"))["result"] | {"won": 1}),
            "record_result",
        ),
        (
            changed(
                "walkthrough", result=json.loads(corpus("walkthrough"))["result"] | {"points": 68.0}
            ),
            "record_result",
        ),
        (
            changed("walkthrough", moves=[*json.loads(corpus("walkthrough"))["moves"], "delve"]),
            "record_after_end",
        ),
        (corpus("walkthrough").replace('"rules": 1', '"rules": 1, "rules": 1'), "record_broken"),
        (corpus("walkthrough", "txt") + "result won=true\n", "record_part"),
        (
            corpus("house-all", "txt").replace(
                "house drop_sum=on", "house drop_sum=on\nhouse drop_sum=off"
            ),
            "record_part",
        ),
        ("underdeck 1 tomb 1\nhouse drop_sum=maybe\n", "record_part"),
        (f"underdeck {'9' * 5000} tomb 1\n", "record_foreign"),
        ("underdeck 1 tomb 1\nseed " + "[" * 100_000, "record_part"),
        (changed("walkthrough", result=None), "record_result"),
        (changed("walkthrough", assists=["undo"]), "record_result"),
        (changed("walkthrough", moves=["delve", "fly"], result=None), "record_move"),
        (changed("walkthrough", moves=["draw"], result=None), "record_move"),
        (changed("unfinished", deal={}), "record_part"),
        (changed("unfinished", deal={"cards": "5D"}), "record_part"),
        (changed("unfinished", deal={"cards": [5]}), "record_part"),
        (changed("unfinished", deal={"cards": ["5X"]}), "unknown_card"),
        (changed("unfinished", deal={"cards": ["5D"]}), "missing_cards"),
        (changed("unfinished", deal={**DEAL, "code": "22222-22222"}), "record_part"),
        (changed("unfinished", deal={**DEAL, "seed": 42}), "record_part"),
        (changed("unfinished", deal={**DEAL, "seed": "43"}), "record_deal"),
        (changed("unfinished", deal={"cards": DEAL["cards"], "code": "22222-22223"}), "code_check"),
        (changed("unfinished", deal={"cards": DEAL["cards"], "magic": "x"}), "record_part"),
        (changed("unfinished", deal={"cards": DEAL["cards"], "fair": 1}), "record_part"),
        (
            changed("unfinished", deal={"cards": DEAL["cards"], "fair": {**FAIR, "seed": 1}}),
            "record_part",
        ),
        (
            changed("unfinished", deal={"cards": DEAL["cards"], "fair": {**FAIR, "mix": [1]}}),
            "record_part",
        ),
        (
            changed("unfinished", deal={"cards": DEAL["cards"], "fair": {**FAIR, "mix": "x"}}),
            "record_part",
        ),
        (
            changed("unfinished", deal={"cards": DEAL["cards"], "fair": {**FAIR, "seed": "00"}}),
            "fair_seed",
        ),
        (
            changed(
                "unfinished", deal={"cards": DEAL["cards"], "fair": {**FAIR, "commitment": "00"}}
            ),
            "broken_commitment",
        ),
        (changed("unfinished", deal={"cards": DEAL["cards"], "fair": FAIR}), "record_deal"),
        ("underdeck 3 tomb 1\n", "record_newer"),
        ("underdeck 1 tomb 1\n", "record_part"),
        ("underdeck 1 tomb 1\nmusic loud\n", "record_unknown_part"),
        ("underdeck 1 tomb 1\nhouse drop_sum\n", "record_part"),
        ("underdeck 1 tomb 1\nseed 4 2\n", "record_part"),
        ("underdeck 1 tomb 1\nfair 00\n", "record_part"),
        ("underdeck 1 tomb 1\nresult lost\n", "record_part"),
        ("x" * 1_000_001, "record_too_long"),
    ],
)
def test_an_invalid_record_is_refused(text: str, error: str) -> None:
    with pytest.raises(Refusal) as refusal:
        read_record(text)
    assert refusal.value.code == error


@given(
    seed=st.text(min_size=1, max_size=50).filter(
        lambda text: text.isprintable() or "\u2028" in text
    ),
    mix=st.text(max_size=20),
)
def test_any_seed_and_mixed_text_round_trip_in_both_formats(seed: str, mix: str) -> None:
    for deal in (
        deal_from_seed(DECK, seed),
        Fair(bytes(32), ("a\u2028b\x85", mix or "x")).deal(DECK),
    ):
        played = Playthrough.begin(GAME, GAME.Options(), deal)
        assert read_record(write_json(played)).record == played.record
        assert read_record(write_text(played)).record == played.record


def test_a_byte_order_mark_and_crlf_are_accepted() -> None:
    assert read_record("\ufeff" + corpus("walkthrough")).result() == walkthrough().result()
    assert (
        read_record(corpus("walkthrough", "txt").replace("\n", "\r\n")).result()
        == walkthrough().result()
    )


def test_an_option_missing_from_an_older_record_has_its_default() -> None:
    text = changed("walkthrough", house={})
    assert read_record(text).record.options == walkthrough().record.options


@given(st.data())
def test_a_damaged_record_is_refused_or_still_replays(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(NAMES))
    ending = data.draw(st.sampled_from(["json", "txt"]))
    text = corpus(name, ending)
    index = data.draw(st.integers(0, len(text) - 1))
    damage = data.draw(st.sampled_from(["", "x", "\0", '"', "{", "9", " ", "\ud7ff"]))
    length = data.draw(st.integers(0, 5))
    try:
        played = read_record(text[:index] + damage + text[index + length :])
    except Refusal:
        return
    assert read_record(write_json(played)).state == played.state


def test_a_record_that_cannot_be_replayed_is_not_saved(tmp_path: Path) -> None:
    record = Record("tomb", 1, GAME.Options(), deal_from_seed(DECK, "1"), ["draw"])
    with pytest.raises(Refusal, match="record_move"):
        record.save(tmp_path / "game.json")
    assert not (tmp_path / "game.json").exists()


def test_a_file_longer_than_any_record_is_refused(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(" " * (MAX_RECORD_LENGTH + 1), "utf-8")
    with pytest.raises(Refusal, match="record_too_long"):
        Record.load(tmp_path / "game.json")
