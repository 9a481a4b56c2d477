"""Rules of thumb: a sum of weights that says when to turn around."""

from underdeck.cards import KING, card_of
from underdeck.fast.tomb import COLUMNS
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import DECK, HIT_POINTS, new_state
from underdeck.minds.tomb.rule_search import chart_of, neighbors, rule_rows
from underdeck.minds.tomb.search import WIN
from underdeck.minds.tomb.thumb_rule import ThumbRule, is_time

RULE = ThumbRule(turn=3, torch=2, wound=1, hoard=-1, limit=4)
ALWAYS, NEVER = RULE._replace(limit=-100), RULE._replace(limit=100)


def test_the_sum_decides() -> None:
    s = new_state(Options(), DECK)
    s.turn, s.torches, s.hit_points = 5, 1, HIT_POINTS - 2
    s.top = s.bottom - 16
    assert not is_time(s, RULE)
    s.top += 1
    assert is_time(s, RULE)
    s.hand |= 1 << card_of(KING, 0)
    assert not is_time(s, RULE)


def test_games_turn_around_when_the_rule_says_so() -> None:
    always, never = (
        rule_rows(Options(), WIN, rule, "rule", 0, 50)[:, COLUMNS.index("deepest")]
        for rule in (ALWAYS, NEVER)
    )
    assert {*always.tolist()} <= {0, 1}
    assert always.any()
    assert not never.any()


def test_the_chart_and_the_neighbors_of_a_rule() -> None:
    assert chart_of(RULE)[:2] == [[0, 1, 3, 5], [2, 4, 6, 8]]
    near = [*neighbors(RULE)]
    assert RULE not in near
    assert len({*near}) == len(near)
