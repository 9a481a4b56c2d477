"""`replay`, `rules`, `deal`, `verify`, help and errors."""

import hashlib
import json
from pathlib import Path

import pytest

from cli.run import underdeck
from underdeck.cards import codes_of
from underdeck.deal import deal_from_seed
from underdeck.games.tomb.state import DECK

CORPUS = Path(__file__).parents[1] / "corpus" / "records"


def test_the_walkthrough_as_json() -> None:
    ran = underdeck("replay", "walkthrough", "--json")
    assert ran.code == 0
    data = json.loads(ran.out)
    assert data["result"] == {
        "ending": "escaped",
        "kings": 4,
        "points": 68,
        "gold": 6800,
        "won": True,
        "assisted": False,
    }
    assert (data["turns"], data["hit_points"], data["torches"]) == (13, 4, 3)
    assert len(data["steps"]) == len(data["moves"]) == 38
    assert data["steps"][1]["events"][0] == {
        "event": "blow_struck",
        "card": "3S",
        "foe": "5D",
        "damage": 2,
    }
    assert data["steps"][-1]["view"]["ending"] == "escaped"


@pytest.mark.parametrize(
    ("language", "status"),
    [
        ("en", "After turn 6: hit points 4, torches burnt 2, hand: 3♦"),
        ("es", "Tras el turno 6: puntos de vida 4"),
    ],
)
def test_the_walkthrough_as_a_story(language: str, status: str) -> None:
    ran = underdeck("replay", "walkthrough", "--lang", language)
    assert ran.code == 0
    assert status in " ".join(ran.out.split())
    assert "4/68" in ran.out
    assert ran.out.count("\n> ") == 38


def test_step_waits_for_enter_and_ends_with_the_input() -> None:
    assert (
        underdeck("replay", "walkthrough", "--step", typed="\n" * 50).out.count(
            "Press Enter to go on"
        )
        == 38
    )
    stopped = underdeck("replay", "walkthrough", "--step").out
    assert stopped.count("Press Enter to go on") == 1
    assert "4/68" not in stopped
    assert (
        underdeck("replay", "walkthrough", "--step", typed="\nq\n").out.count(
            "Press Enter to go on"
        )
        == 2
    )


@pytest.mark.parametrize("name", sorted(path.name for path in CORPUS.iterdir()))
def test_every_record_of_the_corpus_is_replayed_and_verified(name: str) -> None:
    assert underdeck("replay", str(CORPUS / name), "--plain").code == 0
    ran = underdeck("verify", str(CORPUS / name))
    assert (ran.code, ran.err) == (0, "")


def test_a_record_from_standard_input() -> None:
    text = (CORPUS / "assisted-escaped.txt").read_text("utf-8")
    assert "This game is marked as assisted" in underdeck("replay", "-", typed=text).out
    assert "isn't over yet" in underdeck("replay", str(CORPUS / "unfinished.json")).out


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (None, "There is no file"),
        (b"", "This isn't an Underdeck record."),
        (b"PK\x03\x04\xff\xfe", "isn't a text file"),
        (b'{"underdeck": 1, "game": "tomb"', "damaged or cut off"),
        (b'{"underdeck": 9}', "newer Underdeck"),
        (b"[1, 2]", "This isn't an Underdeck record."),
    ],
)
@pytest.mark.parametrize("command", ["replay", "verify"])
def test_files_that_are_not_records_are_refused(
    tmp_path: Path, text: bytes | None, words: str, command: str
) -> None:
    path = tmp_path / "record"
    if text is not None:
        path.write_bytes(text)
    ran = underdeck(command, str(path))
    assert (ran.code, ran.out) == (1, "")
    assert words in ran.err


def test_a_forged_result_is_found() -> None:
    text = (CORPUS / "seed-slain.json").read_text("utf-8").replace('"slain"', '"escaped"')
    assert (
        underdeck("verify", "-", typed=text).err
        == "-: The result in this record isn't how the game ended.\n"
    )
    ran = underdeck("verify", "-", "walkthrough", "--json", typed=text)
    assert ran.code == 1
    bad, good = map(json.loads, ran.out.splitlines())
    assert (bad["valid"], bad["code"], good["valid"]) == (False, "record_result", True)


def test_verify_as_json_and_against_a_published_commitment() -> None:
    fair = CORPUS / "fair-escaped.json"
    commitment = json.loads(fair.read_text("utf-8"))["deal"]["fair"]["commitment"]
    ran = underdeck("verify", str(fair), "--commitment", commitment.upper(), "--json")
    assert json.loads(ran.out)["valid"] is True
    assert "Compare it with the one that was published" in " ".join(
        underdeck("verify", str(fair)).out.split()
    )
    assert "The shuffle was fair" in underdeck("verify", str(fair), "--commitment", commitment).out
    assert "isn't over" in " ".join(
        underdeck("verify", str(CORPUS / "unfinished.json")).out.split()
    )
    assert underdeck("verify", str(fair), "--commitment", "00" * 32).code == 1
    assert (
        underdeck("verify", str(CORPUS / "walkthrough.json"), "--commitment", commitment).code == 1
    )


def test_verify_recomputes_the_cards_and_finds_every_share() -> None:
    fair = CORPUS / "fair-escaped.json"
    data = json.loads(fair.read_text("utf-8"))["deal"]["fair"]
    shares = [
        option
        for words in data["mix"]
        for option in ("--share", hashlib.sha256(words.encode()).hexdigest().upper())
    ]
    assert shares
    ran = underdeck("verify", str(fair), "--commitment", data["commitment"], *shares)
    assert (ran.code, ran.err) == (0, "")
    shown = " ".join(ran.out.split())
    assert "The cards were recomputed from the published parts" in shown
    assert (
        f"You gave {len(data['mix'])} of the {len(data['mix'])} shares that were mixed in." in shown
    )
    assert "you named" not in underdeck("verify", str(fair)).out
    assert json.loads(underdeck("verify", str(fair), "--json", *shares).out)["shares"] == len(
        data["mix"]
    )


@pytest.mark.parametrize(
    ("record", "code", "reason"),
    [
        ("fair-escaped.json", "share_missing", "was not mixed in"),
        ("walkthrough.json", "commitment_unknown", "no fair shuffle to check"),
    ],
)
def test_verify_refuses_a_share_that_the_record_lacks(record: str, code: str, reason: str) -> None:
    other = hashlib.sha256(b"another share").hexdigest()
    ran = underdeck("verify", str(CORPUS / record), "--share", other)
    assert (ran.code, ran.out) == (1, "")
    assert reason in ran.err
    assert (
        json.loads(underdeck("verify", str(CORPUS / record), "--share", other, "--json").out)[
            "code"
        ]
        == code
    )


def test_a_deal_is_shown_with_its_source() -> None:
    data = json.loads(underdeck("deal", "--seed", "42", "--json").out)
    assert data == {
        "game": "tomb",
        "cards": codes_of(deal_from_seed(DECK, "42").cards),
        "seed": "42",
    }
    fresh = json.loads(underdeck("deal", "--json").out)
    again = json.loads(underdeck("deal", "tomb", "--code", fresh["code"].lower(), "--json").out)
    assert fresh == again
    shown = underdeck("deal", "--fair", "--mix", "hola").out
    assert shown.startswith("Commitment:\n  ")
    assert "Words mixed in:\n  hola" in shown
    assert "10♠" in shown
    assert "10S" in underdeck("deal", "--seed", "1", "--plain").out


def test_a_deal_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "deal.txt"
    path.write_text(", ".join(codes_of(DECK)))
    assert json.loads(underdeck("deal", "--deal", f"@{path}", "--json").out)["cards"] == codes_of(
        DECK
    )


def test_the_whole_rules_and_parts_of_them() -> None:
    whole = underdeck("rules", "tomb").out
    assert "§1.1 The deck has 44 cards" in whole
    assert "R-20" in whole
    assert "`" not in whole
    assert max(map(len, whole.splitlines())) <= 80
    section = underdeck("rules", "tomb", "7").out
    assert section.strip().startswith("§7 Light")
    assert "§8" not in section
    for name in ("R-5", "r5", "7.2", "§7.2"):
        assert "being lost is not offered as a choice" in " ".join(
            underdeck("rules", "tomb", name).out.split()
        )
    assert "§7.1" not in underdeck("rules", "tomb", "R-11").out
    assert underdeck("rules", "tomb", "R-1").out.count("§") == 1
    assert underdeck("rules", "tomb", "3.7").out.count("§3.") == 1
    options = " ".join(underdeck("rules", "tomb", "house").out.split())
    assert (
        "drop_sum: several treasures may be dropped, one after another (R-18). "
        "Values: on, off; by default off." in options
    )
    assert options.endswith("play tomb --house NAME=VALUE")
    for name, lang in (("doors", "en"), ("puertas", "es"), ("PUERTA", "es")):
        assert (
            underdeck("rules", "tomb", name, "--lang", lang).out
            == underdeck("rules", "tomb", "6", "--lang", lang).out
        )
    for name in ("77", "0", "99", "A", "R-", "R-99", "7.99"):
        missing = underdeck("rules", "tomb", name)
        assert missing.code == 1
        assert f'no section "{name}"' in missing.err
    assert not set(underdeck("rules", "tomb", "--plain").out) & set("§♠♥♦♣`|")


def test_plain_rules_name_sections_without_the_sign() -> None:
    plain = underdeck("rules", "dungeon", "2", "--plain").out
    assert plain.strip().startswith("Section 2: A turn")
    assert "a Graverobber that worked goes to the discards (section 5)" in " ".join(plain.split())
    assert max(map(len, plain.splitlines())) <= 80
    args = ["play", "dungeon", "--plain", "--house", "jokers_wild=on"]
    assert "stand for any card (section 12)." in " ".join(underdeck(*args).out.split())
    assert "cualquier carta (apartado 12)." in " ".join(
        underdeck(*args, "--lang", "es").out.split()
    )


def test_simulate_describes_its_own_bots() -> None:
    assert "The last one named also takes" in " ".join(underdeck("simulate", "--help").out.split())
    assert "People share the terminal" not in " ".join(underdeck("simulate", "--help").out.split())


def test_the_rules_in_spanish() -> None:
    assert "§1.1 El mazo" in underdeck("rules", "tomb", "--lang", "es").out


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Usage: underdeck [OPTIONS] COMMAND ..."),
        ("es", "Uso: underdeck [OPCIONES] ORDEN ..."),
    ],
)
def test_help_in_both_languages(language: str, words: str) -> None:
    ran = underdeck("--lang", language, "--help")
    assert ran.code == 0
    assert ran.out.startswith(words)
    for command in ("play", "resume", "learn", "rules", "replay", "deal", "verify"):
        assert command in ran.out
        assert underdeck(command, "--help", "--lang", language).code == 0


def test_without_a_command_help_is_shown_as_an_error() -> None:
    ran = underdeck()
    assert ran.code == 2
    assert "play" in ran.err


def test_version_and_unknown_commands() -> None:
    assert underdeck("--version").out.startswith("underdeck 0.")
    ran = underdeck("dance", "--lang", "es")
    assert ran.code == 2
    assert "No existe la orden 'dance'." in ran.err
