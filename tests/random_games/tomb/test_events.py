"""Events are complete: the face-up cards can be rebuilt from them alone."""

from random import Random

from random_games.tomb.listener import Listener, open_cards
from random_games.tomb.oracle_games import random_options
from underdeck.games.tomb import GAME
from underdeck.games.tomb.state import DECK
from underdeck.games.tomb.view import TombView
from underdeck.options import read_options


def test_the_face_up_cards_follow_from_the_events() -> None:
    heard = set()
    for seed in range(400):
        random = Random(seed)
        options = read_options(GAME.Options, random_options(random))
        state = GAME.start(options, random.sample(DECK, len(DECK)))
        listener = Listener(GAME.view(state, 0).hit_points)
        while legal := GAME.legal(state, 0):
            deeper = [move for move in legal if str(move) == "delve" and random.random() < 0.8]
            for event in GAME.play(state, 0, random.choice(deeper or legal)):
                listener.observe(event)
                heard.add(event.name)
            view = GAME.view(state, 0)
            assert isinstance(view, TombView)
            assert listener.picture() == open_cards(view), seed
    assert {f"on_{name}" for name in heard} == {
        name for name in dir(Listener) if name.startswith("on_")
    }
