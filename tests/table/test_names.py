"""Names: visible ones are accepted, invisible ones and look-alikes are refused."""

import re
import unicodedata

import pytest

from underdeck.refusal import Refusal
from underdeck.table.entries import Opened, Sat
from underdeck.table.names import LOOK_ALIKES, MAX_NAME_LENGTH, NAME_PATTERN, look_alike, read_name
from underdeck.table.table import Table

SEED = "07" * 32


@pytest.mark.parametrize(
    "name",
    [
        "Ada",
        "x",
        "x" * MAX_NAME_LENGTH,
        "José María",
        "Jose\u0301",
        "Ада",
        "山田　太郎",
        "أحمد",
        "राम",
        "สมชาย",
        "O'Neill-2",
        "🐉",
        "❤\ufe0f",
        "<b>",
    ],
)
def test_a_visible_name_is_accepted(name: str) -> None:
    assert read_name(name) == " ".join(name.split())
    assert re.search(NAME_PATTERN, name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * (MAX_NAME_LENGTH + 1),
        "a\u202eb",
        "a\x07",
        "a\nb",
        "\u3164",
        "\u2800",
        "\u034f",
        "\u115f\u1160",
        "\uffa0",
        "\u200b",
        "\ufeff",
        "\ufe0f",
        "\U000e0100",
        "\u0301",
        " \u0301\u0302",
        "\u0301Ada",
        "A\u3164da",
        "A\u200bda",
        "\ue000",
        "\U000f0000",
    ],
)
def test_an_invisible_name_is_refused(name: str) -> None:
    with pytest.raises(Refusal, match="bad_name"):
        read_name(name)


def test_no_format_character_or_filler_is_accepted() -> None:
    refused = ("Cc", "Cf", "Co", "Zl", "Zp")
    points = [
        chr(point) for point in range(0x110000) if unicodedata.category(chr(point)) in refused
    ]
    assert [f"{ord(char):x}" for char in points if re.search(NAME_PATTERN, f"A{char}a")] == []


def test_spaces_are_shown_as_one() -> None:
    assert read_name("  Ada \u3000 Lovelace ") == "Ada Lovelace"


@pytest.mark.parametrize(
    "other",
    [
        "Ada",
        "ADA",
        "ada",
        "Аda",
        "АDА",
        "Αda",
        "\uff21da",
        "𝐀𝐝𝐚",
        "Ad\u0430",
        "Ada\ufe0f",
        "A\u200bda",
        "Aԁa",
        "Adɑ",
        "ᴀᴅᴀ",
    ],
)
def test_look_alikes_are_detected(other: str) -> None:
    assert look_alike(other, "Ada")


@pytest.mark.parametrize(
    ("one", "other"),
    [("Bob", "B0b"), ("Ian", "lan"), ("Ian", "1an"), ("José", "Jose\u0301"), ("ΝΙΚΟΣ", "Νικος")],
)
def test_digits_that_look_like_letters_count_as_letters(one: str, other: str) -> None:
    assert look_alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Jose", "José"), ("Ada", "Ava"), ("Player 1", "Player 2"), ("Ада", "Ода"), ("李", "季")],
)
def test_names_that_look_different_are_different(one: str, other: str) -> None:
    assert not look_alike(one, other)


def test_every_look_alike_is_of_another_script_and_stands_for_a_plain_letter() -> None:
    assert all(chr(looks).isascii() and chr(looks).isalpha() for looks in LOOK_ALIKES.values())
    assert not any(chr(char).isascii() for char in LOOK_ALIKES)


def three_seats() -> Table:
    table = Table("t")
    table.apply(Opened("dungeon", {"players": 3}, ("", "", ""), SEED), 0.0)
    table.apply(table.sit("Ada", ""), 0.0)
    return table


def test_nobody_sits_down_under_a_name_that_looks_like_another_persons() -> None:
    table = three_seats()
    for name in ("Ada", "ADA", "Аda"):
        with pytest.raises(Refusal, match="same_name"):
            table.sit(name, "")
    assert table.sit("Bruno", "").name == "Bruno"


def test_a_name_is_free_again_with_its_seat() -> None:
    table = three_seats()
    left = table.leave(0)
    assert left is not None
    table.apply(left, 0.0)
    assert table.sit("Ada", "").name == "Ada"


def test_an_old_log_with_two_similar_names_still_folds() -> None:
    table = three_seats()
    table.apply(Sat(1, "Аda", "w", ""), 0.0)
    table.apply(Sat(2, "\u3164", "w", ""), 0.0)
    assert [seat.name for seat in table.seats] == ["Ada", "Аda", "\u3164"]
