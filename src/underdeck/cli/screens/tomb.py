"""Tomb of Four Kings on a terminal: the rulebook's spread, drawn from the view and from nothing else."""

from collections.abc import Sequence
from typing import Any

from underdeck.cards import ACE, JACK, JOKER, KING, QUEEN, TEN, code_of, rank_of, suit_of
from underdeck.cli.moves import bracket_key, key_of, typed_name
from underdeck.cli.terminal import Terminal
from underdeck.game import Event, Move
from underdeck.games.tomb.counter import known_bottom, unseen
from underdeck.games.tomb.moves import PLAY, WORDS, TombMove
from underdeck.games.tomb.outlook import cost_of
from underdeck.games.tomb.reasons import why_not
from underdeck.games.tomb.view import TombView
from underdeck.playthrough import Playthrough
from underdeck.refusal import AmbiguousMove, Refusal
from underdeck.say.drawings.base import NO_BREAK, card_row
from underdeck.say.drawings.tomb import DRAWING, tomb_changes
from underdeck.say.sentences import refusal_text
from underdeck.say.tellers.tomb import KINDS, TombTeller


class TombScreen:
    """Draws the table, tells the story, and lists the moves."""

    def __init__(self, terminal: Terminal, played: Playthrough) -> None:
        self.terminal = terminal
        self.words = terminal.words
        self.played = played
        self.teller = TombTeller(
            terminal.words, played.record.deal.voice, terminal.face, spoken=terminal.plain
        )

    def view(self) -> TombView:
        """The table as the player sees it."""
        view = self.played.view()
        assert isinstance(view, TombView)
        return view

    def draw(self) -> None:
        """The spread."""
        self.terminal.show_lines(["", *DRAWING.lines(self.terminal, self.view())])

    def show_changes(self, before: TombView) -> None:
        """The sentences that were otherwise before the last move; what the story tells of anyway is left out."""
        was = tomb_changes(self.terminal, before)
        for subject, line in tomb_changes(self.terminal, self.view()).items():
            if was.get(subject) != line:
                self.terminal.show(line)

    def tell(self, events: Sequence[Event]) -> None:
        """The story of the last move."""
        for line in self.teller.tell(events, 0, self.played.events_before(events)):
            self.terminal.show(line)

    def moves(self) -> list[str]:
        """The legal moves as they are listed."""
        return self.list_of(self.view().legal)

    def list_of(self, moves: Sequence[Move]) -> list[str]:
        """Some of the legal moves as they are listed, by kind."""
        view = self.view()
        return [self.kind_text(view, word) for word in dict.fromkeys(move.word for move in moves)]

    def kind_text(self, view: TombView, word: str) -> str:
        """The legal moves of one kind: its key, its cards, and what it costs."""
        moves = [move for move in view.legal if move.word == word]
        key = key_of(self.words.language, "tomb", word)
        marked = f"{NO_BREAK}({key})" if self.terminal.plain else ""
        text = self.words.say(f"cli.tomb_list.{word}", key=marked, cards=self.either(moves))
        if (cost := cost_of(view, moves[0])) is not None:
            told = self.words.say(f"cli.tomb_cost.{cost.code}", n=cost.n)
            text += f": {told}" if self.terminal.plain else f" ({told})"
        return text if self.terminal.plain else bracket_key(text, key)

    def either(self, moves: Sequence[Move]) -> str:
        """The cards of some moves as alternatives, a jack with its skill."""
        *most, last = [
            " ".join(text + self.skill(move) for text in move.texts(self.terminal.face))
            for move in moves
        ]
        return f"{', '.join(most)} {self.words.say('cli.fold.or')} {last}" if most else last

    def decision(self) -> str:
        """What there is to decide, where the list of moves doesn't tell."""
        phase = self.view().phase
        return (
            self.words.say(f"cli.tomb_decision.{phase}")
            if phase in self.words.table("cli.tomb_decision")
            else ""
        )

    def why_not(self, refusal: Refusal) -> str:
        """Why the rules refuse the move that a refusal is about; nothing if it is about something else."""
        params = refusal.params
        move = params.get("move") or (
            TombMove(WORDS.index(str(params["word"]))) if "word" in params else None
        )
        reason = why_not(self.view(), move) if isinstance(move, TombMove) else None
        return refusal_text(self.words, reason, self.terminal.face) if reason else ""

    def which(self, refusal: Refusal) -> str:
        """The question that is left when only the card of a move is missing; nothing if more is."""
        moves = refusal.params.get("legal", ())
        if (
            not isinstance(refusal, AmbiguousMove)
            or not isinstance(moves, list | tuple)
            or len({move.word for move in moves}) != 1
        ):
            return ""
        return self.words.say(f"cli.which.{moves[0].word}", cards=self.either(moves))

    def move_text(self, move: Move) -> str:
        """A move as it is typed, and a skill's name."""
        return typed_name(self.terminal, move) + self.skill(move)

    def skill(self, move: Move) -> str:
        """The name of the skill that a move plays."""
        if not isinstance(move, TombMove) or move.kind != PLAY:
            return ""
        return f" ({self.words.table('tomb.skill')[code_of(move.card)]})"

    def show_unseen(self) -> None:
        """R-20 The cards that are still in the deck, by suit and kind, never in their order."""
        left = unseen(self.played.state)
        self.terminal.show(self.words.say("cli.count.left", n=len(left)))
        for kind, cards in counted(left):
            shown = card_row(self.terminal, cards) if cards else self.words.say("cli.spread.none")
            self.terminal.show(
                self.words.say(f"cli.count.{kind}", cards=shown), indent="  ", hang="  "
            )
        if (ace := known_bottom(self.played.state)) is not None:
            self.terminal.show(self.words.say("cli.count.bottom", card=self.terminal.face(ace)))

    def retell(self, events: Sequence[Event]) -> None:
        """A solitaire's spectator hears what its player does."""
        self.tell(events)

    def is_calm(self) -> bool:
        """Between turns, and at the end."""
        return self.view().phase in ("between", "over")

    def show_result(self, *, counts: bool = True) -> None:
        """How it ended, the score, and whether the player was helped; a lesson doesn't count."""
        result = self.played.result()
        assert result is not None
        self.terminal.show()
        ending = (
            result["ending"]
            if result["ending"] != "escaped"
            else "won"
            if result["won"]
            else "escaped"
        )
        score = self.words.say(
            "cli.ending.spoken_score" if self.terminal.plain else "cli.ending.score", **result
        )
        self.terminal.show(
            self.terminal.bold(
                self.words.say(f"cli.ending.{ending}", score=score, missing=4 - result["kings"])
            )
        )
        if counts and result["assisted"]:
            self.terminal.show(self.words.say("cli.ending.assisted"))

    def status(self) -> str:
        """One line on how things stand, for a replay."""
        view = self.view()
        hand = card_row(self.terminal, view.hand) or self.words.say("cli.spread.empty")
        return self.words.say(
            "cli.replay.status", turn=view.turn, hp=view.hit_points, torches=view.burnt, hand=hand
        )

    def summary(self) -> dict[str, Any]:
        """The figures that a script asks for first."""
        view = self.view()
        return {"turns": view.turn, "hit_points": view.hit_points, "torches": view.burnt}


def counted(cards: Sequence[int]) -> list[tuple[str, list[int]]]:
    """Cards by what they are in this game."""
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
