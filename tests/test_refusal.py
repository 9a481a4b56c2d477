"""Refusals keep their code and parameters, also between processes."""

import pickle

from underdeck.refusal import IllegalMove, Refusal


def test_a_refusal_reads_as_a_sentence_and_keeps_its_code() -> None:
    refusal = Refusal("unknown_card", text="x")
    assert str(refusal) == "There is no card 'x'. Cards are written like 10S, KH, 5D or Jk."
    assert refusal.__notes__ == ["code: unknown_card"]
    assert repr(refusal) == "Refusal('unknown_card', {'text': 'x'})"


def test_a_refusal_can_be_pickled() -> None:
    copy = pickle.loads(pickle.dumps(IllegalMove("game_over", move="delve")))
    assert type(copy) is IllegalMove
    assert (copy.code, copy.params) == ("game_over", {"move": "delve"})
