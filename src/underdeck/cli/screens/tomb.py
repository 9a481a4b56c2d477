"""Tomb of Four Kings on a terminal."""

from collections.abc import Sequence

from underdeck.cards import ACE, JACK, JOKER, KING, QUEEN, TEN, code_of, rank_of, suit_of
from underdeck.cli.moves import bracket_key, key_of, typed_name
from underdeck.cli.screens.base import Screen
from underdeck.game import Move, Result
from underdeck.games.tomb.counter import known_bottom, unseen
from underdeck.games.tomb.moves import PLAY, WORDS, TombMove
from underdeck.games.tomb.outlook import cost_of
from underdeck.games.tomb.reasons import why_not
from underdeck.games.tomb.view import TombView
from underdeck.refusal import AmbiguousMove, Refusal
from underdeck.say.drawings.base import NO_BREAK, card_row
from underdeck.say.drawings.tomb import tomb_changes
from underdeck.say.sentences import refusal_text
from underdeck.say.tellers.tomb import KINDS

KINGS = 4
"""Kings that a player must bring out to win."""


class TombScreen(Screen[TombView]):
    """The spread of the rulebook, with the cost of each move in the list."""

    def draw(self, seat: int | None) -> None:
        """Draw the spread."""
        super().draw(seat)
        self._shown = tomb_changes(self.terminal, self.view())

    def show_changes(self, seat: int) -> None:
        """Show what has changed since the last time, except what the story tells."""
        new = tomb_changes(self.terminal, self.view())
        for subject, line in new.items():
            if self._shown.get(subject) != line:
                self.terminal.show(line)
        self._shown = new

    # Decisions

    def decision(self, seat: int) -> str:
        """Return what there is to decide, if the list of moves doesn't say it."""
        path = f"tomb.decision.{self.view().phase}"
        return self.words.say(path) if self.words.has(path) else ""

    def list_of(self, moves: Sequence[Move]) -> list[str]:
        """Return moves as they are listed, by kind."""
        return [self.kind_text(word) for word in dict.fromkeys(move.word for move in moves)]

    def kind_text(self, word: str) -> str:
        """Return the legal moves of one kind with their key, their cards and their cost."""
        view = self.view()
        moves = [move for move in view.legal if move.word == word]
        key = key_of(self.words.language, "tomb", word)
        marked = f"{NO_BREAK}({key})" if self.terminal.plain else ""
        text = self.words.say(f"tomb.list.{word}", key=marked, cards=self.either(moves))
        if (cost := cost_of(view, moves[0])) is not None:
            price = self.words.say(f"tomb.cost.{cost.code}", n=cost.n)
            text += f": {price}" if self.terminal.plain else f" ({price})"
        return text if self.terminal.plain else bracket_key(text, key)

    def either(self, moves: Sequence[Move]) -> str:
        """Return the cards of moves as alternatives, a jack with its skill."""
        *others, last = [
            " ".join(text + self.skill(move) for text in move.texts(self.terminal.face))
            for move in moves
        ]
        return f"{', '.join(others)} {self.words.say('cli.fold.or')} {last}" if others else last

    def move_text(self, move: Move) -> str:
        """Return a move as it is typed, with the name of a skill."""
        return typed_name(self.terminal, move) + self.skill(move)

    def skill(self, move: Move) -> str:
        """Return the name of the skill that a move plays."""
        if not isinstance(move, TombMove) or move.kind != PLAY:
            return ""
        return f" ({self.words.table('tomb.skill')[code_of(move.card)]})"

    # Answers

    def warning(self, move: Move, seat: int) -> str:
        """Return a warning of a retreat that ends the game with nothing."""
        view = self.view()
        if view.points or not isinstance(move, TombMove):
            return ""
        cost = cost_of(view, move)
        is_out = cost is not None and cost.code == "out_at_once"
        return self.words.say("tomb.warning.retreat") if is_out else ""

    def question(self, refusal: Refusal) -> str:
        """Return the question for the card of a move, if nothing else is missing."""
        moves = refusal.params.get("legal", ())
        if not isinstance(refusal, AmbiguousMove) or not isinstance(moves, list | tuple):
            return ""
        words = {move.word for move in moves}
        if len(words) != 1:
            return ""
        return self.words.say(f"tomb.which.{words.pop()}", cards=self.either(moves))

    def reason(self, refusal: Refusal, seat: int) -> str:
        """Return why the rules refuse a move."""
        params = refusal.params
        move = params.get("move")
        if "word" in params:
            move = TombMove(WORDS.index(str(params["word"])))
        reason = why_not(self.view(), move) if isinstance(move, TombMove) else None
        return refusal_text(self.words, reason, self.terminal.face) if reason else ""

    def show_unseen(self) -> None:
        """Show the cards still in the deck by suit and kind, never in their order (R-20)."""
        left = unseen(self.played.state)
        self.terminal.show(self.words.say("cli.count.left", n=len(left)))
        for kind, cards in by_kind(left):
            shown = card_row(self.terminal, cards) if cards else self.words.say("tomb.spread.none")
            line = self.words.say(f"tomb.count.{kind}", cards=shown)
            self.terminal.show(line, indent="  ", hang="  ")
        if (ace := known_bottom(self.played.state)) is not None:
            self.terminal.show(self.words.say("tomb.count.bottom", card=self.terminal.face(ace)))

    # Replays and the end

    def is_calm(self) -> bool:
        """Return whether no turn is running."""
        return self.view().phase in ("between", "over")

    def status(self) -> str:
        """Return hit points, torches and hand in one line."""
        view = self.view()
        hand = card_row(self.terminal, view.hand) or self.words.say("common.hand.empty")
        parts = {"turn": view.turn, "hp": view.hit_points, "torches": view.burnt, "hand": hand}
        return self.words.say("tomb.game.status", **parts)

    def summary(self) -> dict[str, int]:
        """Return turns, hit points and torches."""
        view = self.view()
        return {"turns": view.turn, "hit_points": view.hit_points, "torches": view.burnt}

    def ending(self, result: Result) -> str:
        """Return how the game ended, and the score."""
        score_key = "spoken_score" if self.terminal.plain else "score"
        score = self.words.say(f"tomb.ending.{score_key}", **result)
        ending = "won" if result["won"] else result["ending"]
        missing = KINGS - result["kings"]
        return self.words.say(f"tomb.ending.{ending}", score=score, missing=missing)


def by_kind(cards: Sequence[int]) -> list[tuple[str, list[int]]]:
    """Return cards grouped by what they are in this game."""
    numbers = [card for card in cards if rank_of(card) <= TEN and rank_of(card) != ACE]
    kinds = [
        (kind, [card for card in numbers if suit_of(card) == suit]) for suit, kind in KINDS.items()
    ]
    for kind, rank in (
        ("ace", ACE),
        ("king", KING),
        ("queen", QUEEN),
        ("jack", JACK),
        ("joker", rank_of(JOKER)),
    ):
        kinds.append((kind, [card for card in cards if rank_of(card) == rank]))
    return kinds
