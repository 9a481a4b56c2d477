"""Deals: frozen for ever, checked twice, and proof against typing errors."""

from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.shuffle import key_of, shuffled
from underdeck.cards import codes_of, read_cards
from underdeck.deal import (
    CODE_ALPHABET,
    Deal,
    Fair,
    below,
    deal_from_cards,
    deal_from_code,
    deal_from_fair,
    deal_from_seed,
    finish_code,
    new_code,
    new_fair,
    read_code,
    read_fair_seed,
)
from underdeck.games.tomb.state import DECK
from underdeck.refusal import Refusal

VECTORS = [
    line.split("\t")
    for line in (Path(__file__).parent / "corpus" / "deals.tsv").read_text("utf-8").splitlines()
]


def deal_of(kind: str, source: str) -> Deal:
    if kind == "seed":
        return deal_from_seed(DECK, source)
    if kind == "code":
        return deal_from_code(DECK, source)
    seed, *mix = source.split("|")
    return deal_from_fair(DECK, Fair(bytes.fromhex(seed), tuple(mix)))


def test_there_are_at_least_a_hundred_frozen_vectors_of_every_kind() -> None:
    kinds = Counter(kind for kind, _, _ in VECTORS)
    assert len(VECTORS) >= 100
    assert min(kinds[kind] for kind in ("seed", "code", "fair")) >= 30


@pytest.mark.parametrize(("kind", "source", "cards"), VECTORS)
def test_frozen_vectors(kind: str, source: str, cards: str) -> None:
    assert codes_of(deal_of(kind, source).cards) == cards.split()
    assert shuffled(key_of(kind, source)) == cards.split()


def test_a_deal_remembers_what_it_came_from() -> None:
    assert deal_from_seed(DECK, "42").seed == "42"
    assert deal_from_code(
        DECK, "22222 2222c".replace("c", finish_code("222222222")[-1])
    ).code == finish_code("222222222")
    fair = Fair(bytes(32), ("hola",))
    assert deal_from_fair(DECK, fair).fair == fair


def test_every_card_comes_everywhere() -> None:
    tops = Counter(deal_from_seed(DECK, f"top {number}").cards[0] for number in range(2000))
    assert len(tops) == 44
    assert max(tops.values()) < 90


def test_numbers_at_the_uneven_end_are_thrown_away() -> None:
    assert below(3, iter([2**32 - 1, 5])) == 2
    assert below(3, iter([2**32 - 2, 5])) == 2
    assert below(4, iter([2**32 - 1, 5])) == 3


def test_an_explicit_deal_must_be_the_very_deck() -> None:
    assert deal_from_cards(DECK, DECK[::-1]).cards == DECK[::-1]
    for cards, code, named in (
        ([*DECK[:-1], read_cards(["2H"])[0]], "foreign_cards", ["2H"]),
        ([*DECK[1:], DECK[1]], "doubled_cards", ["3S"]),
        (DECK[2:], "missing_cards", ["2S", "3S"]),
    ):
        with pytest.raises(Refusal) as refusal:
            deal_from_cards(DECK, cards)
        assert (refusal.value.code, refusal.value.params["cards"]) == (code, named)


codes = st.text(CODE_ALPHABET, min_size=9, max_size=9).map(finish_code)


def test_new_codes_are_codes_and_differ() -> None:
    fresh = {new_code() for _ in range(100)}
    assert len(fresh) == 100
    assert all(read_code(code) == code for code in fresh)


@given(codes)
def test_a_code_is_read_in_any_case_and_spacing(code: str) -> None:
    assert read_code(code) == code
    assert read_code(code.lower().replace("-", "")) == code
    assert read_code(f" {code[:3]} {code[3:]} ") == code


@given(codes, st.integers(0, 9), st.sampled_from(CODE_ALPHABET))
def test_one_wrong_character_is_noticed(code: str, place: int, other: str) -> None:
    plain = code.replace("-", "")
    wrong = plain[:place] + other + plain[place + 1 :]
    if wrong != plain:
        with pytest.raises(Refusal, match="code_check"):
            read_code(wrong)


@given(codes, st.integers(0, 9), st.integers(0, 9))
def test_two_exchanged_characters_are_noticed(code: str, one: int, two: int) -> None:
    chars = list(code.replace("-", ""))
    chars[one], chars[two] = chars[two], chars[one]
    if chars != list(code.replace("-", "")):
        with pytest.raises(Refusal, match="code_check"):
            read_code("".join(chars))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "code_length"),
        ("ABC", "code_length"),
        ("ABCDE-FGHJK2", "code_length"),
        ("0BCDE-FGHJK", "code_character"),
        ("ßBCDE-FGHJK", "code_character"),
        ("ABCDE\t–FGHJ2", "code_check"),
    ],
)
def test_what_is_no_code_is_refused(text: str, code: str) -> None:
    with pytest.raises(Refusal, match=code):
        read_code(text)


def test_a_fair_seed_is_promised_by_its_hash() -> None:
    fair = new_fair(["hola"])
    assert fair.commitment == sha256(fair.seed).hexdigest()
    assert fair.mix == ("hola",)
    assert len(fair.seed) == 32
    assert new_fair().seed != fair.seed


def test_the_players_words_change_the_deal_and_cannot_be_moved_around() -> None:
    deals = [
        deal_from_fair(DECK, Fair(bytes(32), mix)).cards
        for mix in ((), ("ab",), ("a", "b"), ("b", "a"), ("a", "bc"), ("ab", "c"))
    ]
    assert len(set(deals)) == 6


@pytest.mark.parametrize("text", ["", "00", "zz" * 32, "00" * 33])
def test_what_is_no_fair_seed_is_refused(text: str) -> None:
    with pytest.raises(Refusal, match="fair_seed"):
        read_fair_seed(text)
    assert read_fair_seed("ab" * 32) == b"\xab" * 32


@pytest.mark.parametrize("seed", ["", "x" * 201])
def test_a_seed_is_something_and_not_a_novel(seed: str) -> None:
    with pytest.raises(Refusal, match="seed_length"):
        deal_from_seed(DECK, seed)


def test_a_seed_is_text() -> None:
    with pytest.raises(Refusal, match="seed_text"):
        deal_from_seed(DECK, "\ud800")


def test_the_voice_depends_on_the_published_source_alone() -> None:
    one, two = Fair(bytes(32)), Fair(bytes(32), ("x",))
    assert deal_from_fair(DECK, one).voice == deal_from_fair(DECK, two).voice
    assert deal_from_seed(DECK, "1").voice != deal_from_seed(DECK, "2").voice
    assert deal_from_cards(DECK, DECK).voice == deal_from_cards(DECK, DECK[::-1]).voice
