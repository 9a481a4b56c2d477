"""The game of the lesson has every kind of card and interrupt, and the learner escapes."""

from underdeck.games.dungeon.lesson import dungeon_lesson


def test_the_lesson_is_won_by_the_learner() -> None:
    result = dungeon_lesson().result()
    assert result is not None
    assert (result["ending"], result["winner"]) == ("escaped", 0)


def test_the_learner_uses_every_kind_of_card_and_interrupt() -> None:
    own = {move.split()[1] for move in dungeon_lesson().record.moves if move.startswith("p1 ")}
    turns = {"bid", "dig", "cave", "attack", "rob", "fish", "discard", "ace"}
    answers = {"take", "demand", "give", "fight", "strike", "retreat"}
    assert own >= turns | answers
