from random import Random

import pytest

pytest.importorskip("numpy", reason="observations need numpy: pip install 'underdeck[env]'")

from env.games import DUNGEONS, dungeon_moments, dungeon_view, name_of
from games.dungeon.table import Table
from underdeck.env.dungeon_codes import WAIT
from underdeck.env.turn_order import NOBODY, asked, offer, payoffs
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.belief import sample_state
from underdeck.games.dungeon.options import Options


def texts(table: Table, seat: int) -> list[str]:
    return [
        str(move or "wait")
        for _, move in sorted(offer(table.state, seat).items(), key=lambda item: item[0])
    ]


def test_whoever_is_waited_for_is_asked() -> None:
    table = Table({1: "AS KS QS JS 2S"})
    assert asked(table.state, 0, False) == 0
    assert sorted(texts(table, 0)) == sorted(table.legal(1))


def test_windows_are_asked_clockwise_after_the_one_who_opened_them() -> None:
    table = Table({3: "AS 4S 5S 6S 7S"}, players=4, first=3).play("p3 ace A")
    order = []
    while table.pending == "aces":
        order.append(asked(table.state, 0, False) + 1)
        table.play(f"p{order[-1]} pass")
    assert order == [4, 1, 2]


def test_with_interrupts_everyone_else_is_asked_once_before_each_decision() -> None:
    table = Table({2: "AS 4S 5S 6S 7S"}, players=3, first=1)
    assert asked(table.state, 0, True) == 1
    assert texts(table, 1) == ["wait", "ace A"]
    assert asked(table.state, 0b010, True) == 2
    assert texts(table, 2) == ["wait"]
    assert asked(table.state, 0b110, True) == 0


def test_nobody_is_offered_an_ace_where_none_may_be_played() -> None:
    table = Table({1: "QS 4S 5S 6S 7S"}, players=3, first=1).play("p1 fish Q p2 K")
    assert asked(table.state, 0, True) == 2
    table.play("p2 deny")
    assert asked(table.state, 0, True) == 0


def test_the_dead_are_never_asked() -> None:
    table = Table(players=3, first=1).play("p1 resign")
    assert {asked(table.state, waited, True) for waited in range(8)} == {1, 2}


def test_nobody_is_asked_when_it_is_over() -> None:
    assert asked(Table(first=1).play("p1 resign").state, 0, True) == NOBODY


@pytest.mark.parametrize("options", DUNGEONS, ids=name_of)
def test_being_asked_shows_nothing_of_any_hand(options: Options) -> None:
    random = Random(3)
    for state, minds in dungeon_moments(options, 11, 100):
        seat = random.randrange(options.players)
        world = sample_state(state, minds[seat], dungeon_view(state, seat), random)
        for waited in range(1 << options.players):
            for interrupts in (False, True):
                assert asked(state, waited, interrupts) == asked(world, waited, interrupts)
                who = asked(state, waited, interrupts)
                assert (WAIT in offer(state, who)) == (who not in GAME.waiting(state))


def test_the_winner_takes_what_the_others_lose() -> None:
    assert payoffs({"winner": 1}, 3) == [-0.5, 1.0, -0.5]
    assert payoffs({"winner": None}, 4) == [0.0] * 4
