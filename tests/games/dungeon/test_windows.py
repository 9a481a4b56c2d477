"""§7.4 §11.2 §14.4 Windows: several seats answer the same question."""

from random import Random

from underdeck.deal import deal_from_seed
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.moves import read_move
from underdeck.games.dungeon.options import Options
from underdeck.playthrough import Playthrough

OPTIONS = Options(players=4, counter_attack=1)


def test_a_window_is_identified_until_another_question_is_asked() -> None:
    random = Random(1)
    played = Playthrough.begin(GAME, OPTIONS, deal_from_seed(GAME.deck(OPTIONS), "windows"))
    passes = 0
    while played.result() is None:
        seat = random.choice(GAME.waiting(played.state))
        legal = played.view(seat).legal
        is_window, window = GAME.asks_all(played.state), GAME.window(played.state)
        waiting = GAME.waiting(played.state)
        if is_window and len(waiting) > 1 and str(legal[0]) == "pass":
            played.play(read_move("pass"), seat)
            passes += 1
            assert GAME.window(played.state) == window
        else:
            played.play(random.choice(legal), seat)
            assert not is_window or GAME.window(played.state) != window
    assert passes > 10
    assert not GAME.asks_all(played.state)
    assert GAME.window(played.state) != window
