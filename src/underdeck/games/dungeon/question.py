"""Which sentence says what the game waits for, as a seat sees it."""

from typing import NamedTuple

from underdeck.cards import TWO
from underdeck.games.dungeon.moves import FALL, PASS, DungeonMove
from underdeck.games.dungeon.state import ACE_CARDS
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
ESCAPE = "escape"
"""§14.5 The sentence about a claimed 2, instead of one about any passage."""
WARNINGS = ("fall", "pass", "pass_or_others")
"""The keys of sentences about a move that lets another player win, under `dungeon.lets_win`."""
ACES_ANSWER = frozenset({"turn", "attacked", "aces"})
"""Decisions in which an ace counts as an answer; in all others it is played out of turn."""
COUNTERED = "countered"
"""§11.2 The sentences about a counter to the last counter, not to the ability itself."""
ABOUT_A_RANK = frozenset({"attacked", "asked", "answered", "caught"})
ABOUT_A_SEAT = frozenset({"aces", "accusations"})
ABOUT_YOU = ABOUT_A_RANK | {"accusations"}
"""Decisions of others that have a sentence of their own for the seat that they are about."""
DECISIONS = ("bid", "discard", "robbing", "answered", "accusations", *ONLY_ANSWERS)
"""The decisions that players are asked for."""
KEYS = tuple(
    f"{pending}.{which}"
    for pending in (*DECISIONS, COUNTERED)
    for which in (
        "you",
        "other",
        *(("other_you",) if pending in ABOUT_YOU else ()),
        *ONLY_ANSWERS.get("counters" if pending == COUNTERED else pending, ()),
        *(FIGHT_SENTENCES if pending == "attacked" else ()),
        *((ESCAPE,) if pending == "accusations" else ()),
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
    """The creature that attacks or is used, the rank asked for, or the value of a joker to save."""
    lets_win: int | None = None
    """The seat that wins if the seat asked passes or falls; None if nobody does."""
    warning: str | None = None
    """The key of a sentence about that, one of `WARNINGS`."""


def question_of(view: DungeonView) -> Question | None:
    """Return what the game waits for, and which move would let another win; None if it is over."""
    question = subject_of(view)
    if question is None or view.seat not in view.waiting:
        return question
    for move in view.legal:
        winner = winner_after(view, move)
        if winner is not None:
            is_shared = move.kind == PASS and len(view.waiting) > 1
            warning = "pass_or_others" if is_shared else move.word
            return question._replace(lets_win=winner, warning=warning)
    return question


def winner_after(view: DungeonView, move: DungeonMove) -> int | None:
    """Return the other seat that a move lets win, if nobody else prevents it.

    §14.5 A claimed 2 that nobody accuses escapes, unless the house checks every escape. §8 Of two
    players alive, the other one wins if one falls. Both follow from what everybody can see.
    """
    if move.kind == PASS and is_escape_claimed(view) and not view.options.reveal_on_escape:
        return view.about[0]
    others = [player.seat for player in view.players if player.alive and player.seat != view.seat]
    return others[0] if move.kind == FALL and len(others) == 1 else None


def ace_draws(view: DungeonView) -> int:
    """§7.1 Return how many cards an ace draws now; D-23 only those in the deck if discards stay."""
    return min(view.deck, ACE_CARDS) if view.keeps_discards else ACE_CARDS


def is_escape_claimed(view: DungeonView) -> bool:
    """§14.5 Return whether players may accuse the owner of a claimed 2."""
    if view.pending != "accusations":
        return False
    return view.players[view.about[0]].dungeon[-1].value == TWO


def subject_of(view: DungeonView) -> Question | None:
    """Return what the game waits for, without warnings; None if it is over."""
    if not view.waiting:
        return None
    key = f"{view.pending}.{sentence_of(view)}"
    if view.pending == "saving":
        return Question(key, view.waiting, rank=view.about[0])
    if view.pending == "counters":
        key = f"{COUNTERED}.{sentence_of(view)}" if view.laid else key
        return Question(key, view.waiting, view.about[0], view.ability)
    if view.pending in ABOUT_A_RANK:
        target, rank = view.about
        return Question(key, view.waiting, target, rank)
    if view.pending in ABOUT_A_SEAT:
        return Question(key, view.waiting, view.about[0])
    return Question(key, view.waiting)


def sentence_of(view: DungeonView) -> str:
    """Return which of the sentences about a decision fits what the seat can do."""
    if view.seat not in view.waiting:
        is_about_seat = view.pending in ABOUT_YOU and view.about[0] == view.seat
        return "other_you" if is_about_seat else "other"
    if view.pending == "attacked" and view.fight is not None and view.fight.values:
        if not view.fight.is_won:
            return "fight"
        return "strike" if sum(view.fight.values) >= view.fight.strength else "two"  # D-24
    if is_escape_claimed(view):
        return ESCAPE
    return only_answer(view) or "you"


def only_answer(view: DungeonView) -> str:
    """Return the verb of the only answer to a decision, if it has a sentence; otherwise ""."""
    answers = {
        move.word for move in view.legal if view.pending in ACES_ANSWER or move.word != "ace"
    }
    word = answers.pop() if len(answers) == 1 else ""
    return word if word in ONLY_ANSWERS.get(view.pending, ()) else ""
