"""The terms of series, contests and wagers."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from career.competition_samples import SEED, a_competition
from underdeck.career.competition import (
    MAX_CURRENCY_LENGTH,
    MAX_STAKE,
    Kind,
    check_game,
    check_length,
    read_stake,
)
from underdeck.games.dungeon.options import Options as DungeonOptions
from underdeck.games.tomb import TombOptions
from underdeck.refusal import Refusal


def test_a_series_and_a_contest_have_3_5_or_10_games_and_a_wager_also_1() -> None:
    kinds: dict[Kind, list[int]] = {
        "series": [3, 5, 10],
        "contest": [3, 5, 10],
        "wager": [1, 3, 5, 10],
    }
    for kind, lengths in kinds.items():
        for games in range(-1, 12):
            if games in lengths:
                check_length(kind, games)
            else:
                with pytest.raises(Refusal, match="bad_series_length"):
                    check_length(kind, games)


def test_only_a_solitaire_scored_in_points_suits_a_competition() -> None:
    check_game("tomb", TombOptions())
    with pytest.raises(Refusal, match="needs_points"):
        check_game("dungeon", DungeonOptions())


def test_a_wager_has_a_stake_and_a_currency_of_any_name() -> None:
    assert read_stake("wager", 1, "  gold   pieces ") == (1, "gold pieces")
    assert read_stake("wager", MAX_STAKE, "🍪") == (MAX_STAKE, "🍪")


@pytest.mark.parametrize("stake", [None, 0, -1, MAX_STAKE + 1])
def test_a_stake_out_of_range_is_refused(stake: int | None) -> None:
    with pytest.raises(Refusal, match="bad_stake"):
        read_stake("wager", stake, "coins")


@pytest.mark.parametrize(
    "currency", ["", "  ", "a\x00b", "\x1b[31mred", "a\u202eb", "a" * (MAX_CURRENCY_LENGTH + 1)]
)
def test_a_currency_without_a_visible_name_is_refused(currency: str) -> None:
    with pytest.raises(Refusal, match="bad_currency"):
        read_stake("wager", 100, currency)


@given(st.text(max_size=MAX_CURRENCY_LENGTH))
def test_an_accepted_currency_is_printable_and_trimmed(text: str) -> None:
    try:
        _, currency = read_stake("wager", 1, text)
    except Refusal:
        return
    assert currency.isprintable()
    assert currency == currency.strip() != ""


@pytest.mark.parametrize("kind", ["series", "contest"])
def test_only_a_wager_has_a_stake(kind: Kind) -> None:
    assert read_stake(kind, None, " ") == (0, "")
    for stake, currency in ((1, ""), (None, "coins")):
        with pytest.raises(Refusal, match="stake_without_wager"):
            read_stake(kind, stake, currency)


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert a_competition().commitment == hashlib.sha256(bytes.fromhex(SEED)).hexdigest()


def test_on_the_same_deals_each_game_has_one_seed_for_all() -> None:
    competition = a_competition(same_deals=True)
    seeds = {competition.game_seed(n, name) for n in range(1, 11) for name in ("Ada", "Bob")}
    assert len(seeds) == 10


def test_on_deals_of_their_own_each_entrant_has_other_seeds() -> None:
    competition = a_competition(same_deals=False)
    seeds = {competition.game_seed(n, name) for n in range(1, 11) for name in ("Ada", "Bob")}
    assert len(seeds) == 20
