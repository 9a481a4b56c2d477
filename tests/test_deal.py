"""Deals and their sources: frozen vectors, storage, refusals and the derived voice."""

from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest

from oracle.shuffle import key_of, shuffled
from underdeck.cards import codes_of, read_cards
from underdeck.deal import (
    SOURCES,
    Code,
    Deal,
    Drawn,
    Fair,
    Listed,
    Seed,
    Source,
    deal_from_cards,
    deal_from_code,
    deal_from_seed,
    read_fair_seed,
)
from underdeck.deal_code import finish_code
from underdeck.games.tomb.state import DECK
from underdeck.refusal import Refusal

VECTORS = [
    line.split("\t")
    for line in (Path(__file__).parent / "corpus" / "deals.tsv").read_text("utf-8").splitlines()
]
EXAMPLES: list[Source] = [
    Seed("42"),
    Code(finish_code("222222222")),
    Fair(bytes(32), ("hola", "b c")),
    Drawn("a simulation", 7),
    Listed(DECK[::-1]),
]


def read_source(kind: str, text: str) -> Source:
    """Return the source of a line in the corpus."""
    if kind == "seed":
        return Seed(text)
    if kind == "code":
        return Code.read(text)
    seed, *mix = text.split("|")
    return Fair(bytes.fromhex(seed), tuple(mix))


def test_there_are_at_least_a_hundred_frozen_vectors_of_every_kind() -> None:
    kinds = Counter(kind for kind, _, _ in VECTORS)
    assert len(VECTORS) >= 100
    assert min(kinds[kind] for kind in ("seed", "code", "fair")) >= 30


@pytest.mark.parametrize(("kind", "text", "cards"), VECTORS)
def test_frozen_vectors(kind: str, text: str, cards: str) -> None:
    assert codes_of(read_source(kind, text).deal(DECK).cards) == cards.split()
    assert shuffled(key_of(kind, text)) == cards.split()


@pytest.mark.parametrize("source", EXAMPLES, ids=lambda source: source.kind)
def test_a_deal_is_stored_as_json_and_read_back(source: Source) -> None:
    deal = source.deal(DECK)
    assert deal.source == source
    assert sorted(deal.cards) == sorted(DECK)
    assert Deal.from_json(deal.as_json()) == deal
    assert deal.as_json().keys() == {"cards", source.kind}


@pytest.mark.parametrize("source", EXAMPLES, ids=lambda source: source.kind)
def test_a_source_is_written_as_text_and_read_back(source: Source) -> None:
    data = source.text_to_json(source.as_text())
    assert data == source.as_json()
    assert type(source).from_json(data) == source


@pytest.mark.parametrize("source", EXAMPLES, ids=lambda source: source.kind)
def test_later_chance_differs_by_its_number_and_is_repeatable(source: Source) -> None:
    items = range(20)
    assert source.order(items, 0) == source.order(items, 0) != source.order(items, 1)
    assert sorted(source.order(items, 2)) == list(items)


def test_later_chance_differs_by_source() -> None:
    assert len({source.order(range(20), 0) for source in EXAMPLES}) == len(EXAMPLES)


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ({}, "deal"),
        ({"cards": "2S"}, "deal"),
        ({"cards": [2]}, "deal"),
        ({"cards": [], "seed": "1", "code": "1"}, "deal"),
        ({"cards": [], "whim": "1"}, "deal"),
        ({"cards": [], "seed": 1}, "deal"),
        ({"cards": [], "code": None}, "deal"),
        ({"cards": [], "fair": {"seed": "00" * 32, "mix": []}}, "fair"),
        ({"cards": [], "fair": {"seed": "00" * 32, "mix": [1], "commitment": ""}}, "fair"),
        ({"cards": [], "drawn": {"seed": "1", "number": True}}, "drawn"),
        ({"cards": [], "drawn": []}, "drawn"),
    ],
)
def test_malformed_data_is_refused(data: dict[str, object], name: str) -> None:
    with pytest.raises(Refusal) as refusal:
        Deal.from_json(data)
    assert (refusal.value.code, refusal.value.params) == ("record_part", {"name": name})


def test_a_seed_that_breaks_its_commitment_is_refused() -> None:
    data = {**Fair(bytes(32)).as_json(), "commitment": "0" * 64}
    with pytest.raises(Refusal, match="broken_commitment"):
        Fair.from_json(data)


def test_a_typed_code_is_normalized() -> None:
    code = finish_code("222222222")
    assert deal_from_code(DECK, code.lower().replace("-", " ")).source == Code(code)


def test_new_sources_differ() -> None:
    assert Code.new() != Code.new()
    assert Fair.new().seed != Fair.new().seed


def test_listed_cards_must_be_exactly_the_deck() -> None:
    assert deal_from_cards(DECK, DECK[::-1]).cards == DECK[::-1]
    for cards, error, named in (
        ([*DECK[:-1], read_cards(["2H"])[0]], "foreign_cards", ["2H"]),
        ([*DECK[1:], DECK[1]], "doubled_cards", ["3S"]),
        (DECK[2:], "missing_cards", ["2S", "3S"]),
    ):
        with pytest.raises(Refusal) as refusal:
            deal_from_cards(DECK, cards)
        assert (refusal.value.code, refusal.value.params["cards"]) == (error, named)


def test_a_fair_seed_is_committed_to_by_its_hash() -> None:
    fair = Fair.new(["hola"])
    assert fair.commitment == sha256(fair.seed).hexdigest()
    assert fair.mix == ("hola",)
    assert len(fair.seed) == 32


def test_the_texts_of_players_change_the_deal_and_cannot_be_regrouped() -> None:
    deals = [
        Fair(bytes(32), mix).deal(DECK).cards
        for mix in ((), ("ab",), ("a", "b"), ("b", "a"), ("a", "bc"), ("ab", "c"))
    ]
    assert len(set(deals)) == 6


@pytest.mark.parametrize("text", ["", "00", "zz" * 32, "00" * 33])
def test_an_invalid_fair_seed_is_refused(text: str) -> None:
    with pytest.raises(Refusal, match="fair_seed"):
        read_fair_seed(text)
    assert read_fair_seed("ab" * 32) == b"\xab" * 32


@pytest.mark.parametrize("text", ["", "x" * 201])
def test_an_empty_or_overlong_seed_is_refused(text: str) -> None:
    for source in (Seed(text), Fair(bytes(32), (text,)), Drawn(text, 0)):
        with pytest.raises(Refusal, match="seed_length"):
            source.deal(DECK)


def test_a_seed_that_cannot_be_encoded_is_refused() -> None:
    with pytest.raises(Refusal, match="seed_text"):
        deal_from_seed(DECK, "\ud800")


@pytest.mark.parametrize("number", [-1, 2**63])
def test_a_game_number_outside_63_bits_is_refused(number: int) -> None:
    with pytest.raises(Refusal, match="drawn_number"):
        Drawn("1", number).deal(DECK)


def test_the_voice_depends_on_the_published_source_only() -> None:
    one, two = Fair(bytes(32)), Fair(bytes(32), ("x",))
    assert one.deal(DECK).voice == two.deal(DECK).voice
    assert deal_from_seed(DECK, "1").voice != deal_from_seed(DECK, "2").voice
    assert deal_from_cards(DECK, DECK).voice == deal_from_cards(DECK, DECK[::-1]).voice


def test_every_named_source_has_its_own_kind() -> None:
    assert [source.kind for source in EXAMPLES] == [*SOURCES, "cards"]


def test_a_deal_shows_its_source_instead_of_its_cards() -> None:
    assert repr(deal_from_seed(DECK, "1")) == "<Deal of 44 cards from Seed(text='1')>"
    assert repr(Listed((8, 56))) == "Listed('2S Jk')"


def test_a_fair_shuffle_shows_its_commitment_and_not_its_seed() -> None:
    fair = Fair(b"\xab" * 32, ("x",))
    assert repr(fair) == f"<Fair {fair.commitment[:16]}...>"
    assert "abab" not in repr(fair)
