"""Which sentence says what the game waits for, as a seat sees it."""

from typing import NamedTuple

from underdeck.games.dungeon.view import DungeonView

ONLY_ANSWERS = {
    "turn": ("pass",),
    "attacked": ("retreat", "fall"),
    "asked": ("deny",),
    "caught": ("burn",),
    "saving": ("yield",),
    "aces": ("pass",),
    "counters": ("pass",),
}
"""Moves that have a sentence of their own where they are the only answer to a decision."""
FIGHT_SENTENCES = ("fight", "strike", "two")
"""A fight with a card laid: not enough yet, enough, or won by a 2."""
ACES_ANSWER = frozenset({"turn", "attacked", "aces"})
"""Decisions in which an ace counts as an answer; in all others it is played out of turn."""
ABOUT_A_RANK = frozenset({"attacked", "asked", "answered", "caught"})
ABOUT_A_SEAT = ABOUT_A_RANK | {"aces", "counters", "accusations"}
DECISIONS = ("bid", "discard", "robbing", "answered", "accusations", *ONLY_ANSWERS)
"""The decisions that players are asked for."""
KEYS = tuple(
    f"{pending}.{which}"
    for pending in DECISIONS
    for which in (
        "you",
        "other",
        *ONLY_ANSWERS.get(pending, ()),
        *(FIGHT_SENTENCES if pending == "attacked" else ()),
    )
)
"""The keys of all sentences, under `dungeon.pending` in the catalogues."""


class Question(NamedTuple):
    """A sentence by its key, and what it is about."""

    key: str
    """The key under `dungeon.pending`."""
    seats: tuple[int, ...]
    """The seats that the game waits for."""
    target: int | None = None
    """The attacker, the asker, the player asked, or the player of an ace, ability or passage."""
    rank: int | None = None
    """The creature's value, the rank asked for, or the value of the joker to be saved."""


def question_of(view: DungeonView) -> Question | None:
    """Return what the game waits for; None if it is over."""
    if not view.waiting:
        return None
    key = f"{view.pending}.{sentence_of(view)}"
    if view.pending == "saving":
        return Question(key, view.waiting, rank=view.about[0])
    if view.pending in ABOUT_A_RANK:
        return Question(key, view.waiting, *view.about)
    if view.pending in ABOUT_A_SEAT:
        return Question(key, view.waiting, view.about[0])
    return Question(key, view.waiting)


def sentence_of(view: DungeonView) -> str:
    """Return which of the sentences about a decision fits what the seat can do."""
    if view.seat not in view.waiting:
        return "other"
    if view.pending == "attacked" and view.fight is not None and view.fight.values:
        if not view.fight.is_won:
            return "fight"
        return "strike" if sum(view.fight.values) >= view.fight.strength else "two"  # D-24
    return only_answer(view) or "you"


def only_answer(view: DungeonView) -> str:
    """Return the verb of the only answer to a decision, if it has a sentence; otherwise ""."""
    answers = {
        move.word for move in view.legal if view.pending in ACES_ANSWER or move.word != "ace"
    }
    word = answers.pop() if len(answers) == 1 else ""
    return word if word in ONLY_ANSWERS.get(view.pending, ()) else ""
