"""Refusals keep their code and parameters, also between processes."""

import pickle

from underdeck.refusal import IllegalMove, Refusal


def test_the_text_for_developers_names_the_code_and_the_parameters() -> None:
    assert str(Refusal("unknown_card", text="x")) == "unknown_card(text='x')"


def test_a_refusal_can_be_pickled() -> None:
    copy = pickle.loads(pickle.dumps(IllegalMove("game_over", move="delve")))
    assert type(copy) is IllegalMove
    assert (copy.code, copy.params) == ("game_over", {"move": "delve"})
