"""§11.2 The debts of one game of a wager."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from underdeck.career.boards import Score
from underdeck.career.debts import ALL_KINGS, RoundDebt, debts_of_round


def score(points: int, kings: int = 0) -> Score:
    return Score(points, kings, 10)


def test_the_player_with_fewer_points_owes_the_difference_times_the_stake() -> None:
    scores = {"ada": score(30), "bob": score(47)}
    assert debts_of_round(scores, 25) == [RoundDebt("ada", "bob", 17 * 25)]


def test_a_lost_game_counts_0_points() -> None:
    scores = {"ada": score(20), "bob": score(0)}
    assert debts_of_round(scores, 100) == [RoundDebt("bob", "ada", 2000)]


def test_equal_points_owe_nothing_even_with_more_kings() -> None:
    assert debts_of_round({"ada": score(40, kings=4), "bob": score(40)}, 100) == []


def test_the_debt_of_a_player_who_brought_out_all_four_kings_is_cancelled() -> None:
    scores = {"ada": score(50, kings=4), "bob": score(62, kings=3)}
    assert debts_of_round(scores, 10) == [RoundDebt("ada", "bob", 0, cancelled_amount=120)]


def test_four_kings_of_the_creditor_cancel_nothing() -> None:
    scores = {"ada": score(62, kings=4), "bob": score(50, kings=3)}
    assert debts_of_round(scores, 10) == [RoundDebt("bob", "ada", 120)]


def test_every_pair_of_players_is_a_bet_of_its_own() -> None:
    scores = {"ada": score(10), "bob": score(30), "eva": score(20)}
    assert set(debts_of_round(scores, 1)) == {
        RoundDebt("ada", "bob", 20),
        RoundDebt("ada", "eva", 10),
        RoundDebt("eva", "bob", 10),
    }


def test_a_player_alone_owes_nothing() -> None:
    assert debts_of_round({"ada": score(10)}, 1) == []


SCORES = st.dictionaries(
    st.text(min_size=1, max_size=3),
    st.builds(score, st.integers(0, 100), st.integers(0, ALL_KINGS)),
    max_size=8,
)


@given(SCORES, st.integers(1, 1_000_000))
def test_what_is_owed_is_what_others_are_owed(scores: dict[str, Score], stake: int) -> None:
    balance = dict.fromkeys(scores, 0)
    for debt in debts_of_round(scores, stake):
        balance[debt.debtor] -= debt.amount
        balance[debt.creditor] += debt.amount
    assert sum(balance.values()) == 0
    best = max((each.points for each in scores.values()), default=0)
    assert all(balance[player] >= 0 for player in scores if scores[player].points == best)


@given(SCORES, st.integers(1, 1_000_000))
def test_each_pair_has_at_most_one_debt_of_the_lower_score(
    scores: dict[str, Score], stake: int
) -> None:
    debts = debts_of_round(scores, stake)
    assert len({frozenset((debt.debtor, debt.creditor)) for debt in debts}) == len(debts)
    for debt in debts:
        difference = scores[debt.creditor].points - scores[debt.debtor].points
        assert difference > 0
        assert debt.amount + debt.cancelled_amount == difference * stake
        assert (debt.amount == 0) == (scores[debt.debtor].kings == ALL_KINGS)


@given(SCORES, st.integers(1, 100), st.randoms())
def test_the_order_of_the_players_changes_nothing(
    scores: dict[str, Score], stake: int, random: Random
) -> None:
    players = list(scores)
    random.shuffle(players)
    shuffled = {player: scores[player] for player in players}
    assert debts_of_round(shuffled, stake) == debts_of_round(scores, stake)
