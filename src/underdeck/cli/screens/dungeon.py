"""Dungeon on a terminal: each dungeon drawn as a tree, from one seat's view and from nothing else."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, islice
from typing import Any

from underdeck.cards import JOKER, rank_of
from underdeck.cli.moves import listed, spoken_part, typed_name
from underdeck.cli.names import NamingTeller, bot_names
from underdeck.cli.phrases import simple
from underdeck.cli.terminal import Terminal
from underdeck.game import Event, Move
from underdeck.games.dungeon.moves import PASS, RANKS, DungeonMove, read_move, read_rank
from underdeck.games.dungeon.reasons import why_not
from underdeck.games.dungeon.state import JOKER_RANK
from underdeck.games.dungeon.view import DungeonView
from underdeck.playthrough import Playthrough
from underdeck.refusal import Refusal
from underdeck.say.drawings.base import card_row
from underdeck.say.drawings.dungeon import DRAWING, hand_text

SPECIAL_ANSWERS = {
    "turn": ("pass",),
    "attacked": ("retreat", "fall", "fight", "strike", "two"),
    "asked": ("deny",),
    "caught": ("burn",),
    "saving": ("yield",),
    "aces": ("pass",),
    "counters": ("pass",),
}
"""What may be the only answer to what is pending, or what a fight that has begun comes to, and has words of its own."""


SHORTEST_NAME = 3
"""Letters of a name that are needed at least."""
NO_ANSWER = "no_answer"
"""An event of the terminal's own: a person could only pass, and wasn't asked."""


class DungeonScreen:
    """Draws the table, tells the story and lists the moves, to one seat at a time."""

    def __init__(self, terminal: Terminal, played: Playthrough) -> None:
        self.terminal = terminal
        self.words = terminal.words
        self.played = played
        self.teller = NamingTeller(
            terminal.words, played.record.deal.voice, terminal.face, spoken=terminal.plain
        )
        self.teller.bots = bot_names(terminal.words, played.record)

    def view(self, seat: int | None) -> DungeonView:
        """The table as a seat sees it."""
        view = self.played.view(seat)
        assert isinstance(view, DungeonView)
        return view

    def draw(self, seat: int | None) -> None:
        """Every dungeon, the piles, and one's own hand."""
        self.terminal.show_lines(["", *self.lines(seat)])

    def lines(self, seat: int | None) -> list[str]:
        """The table as it is drawn."""
        return DRAWING.lines(self.terminal, self.view(seat), self.teller.bots)

    def draw_hand(self, seat: int) -> None:
        """One's own hand."""
        self.terminal.show(self.hand_text(seat))

    def hand_text(self, seat: int) -> str:
        """One's own hand in a sentence."""
        return hand_text(self.terminal, self.view(seat))

    def tell(self, events: Sequence[Event], seat: int | None) -> None:
        """What happened, as far as this seat may know it: a paragraph for each turn."""
        for turn in by_turns(event for event in events if not is_routine(event)):
            told: list[str] = []
            for is_only, part in groupby(turn, lambda event: event.name == NO_ANSWER):
                if is_only:
                    told.append(self.only_move(DungeonMove(PASS)))
                else:
                    told += self.teller.tell(
                        rows := list(part), seat, self.played.events_before(rows)
                    )
            if told:
                self.terminal.show_story(" ".join(told))

    def only_move(self, move: Move) -> str:
        """That there is but one move, which is made without asking."""
        return self.words.say("cli.dungeon.forced", move=self.move_text(move))

    def waits_for(self, seat: int) -> str:
        """What the game wants of this seat now."""
        view = self.view(seat)
        parts: dict[str, object] = {}
        answer = special_answer(view)
        if view.pending in ("attacked", "asked", "answered", "caught"):
            laid = card_row(self.terminal, view.laid)
            rank = view.about[1]
            parts = {
                "target": self.teller.name(view.about[0]),
                "a_rank": self.teller.a_rank(rank),
                "worth": rank,
                "laid": laid,
            }
            parts["creature"] = self.words.table("dungeon.creature").get(str(rank), "")
            if view.laid:
                total = parts["total"] = self.total_laid(view)
                answer = "two" if answer == "strike" and total < view.about[1] else answer
        elif view.pending == "saving":
            parts = {"value": RANKS[view.about[0]]}
        elif view.pending in ("aces", "counters", "accusations"):
            parts = {"target": self.teller.name(view.about[0])}
        if seat in view.waiting:
            return self.words.say(f"dungeon.pending.{view.pending}.{answer or 'you'}", **parts)
        return self.words.say(
            f"dungeon.pending.{view.pending}.other",
            player=self.teller.name(view.waiting[0]),
            **parts,
        )

    def total_laid(self, view: DungeonView) -> int:
        """The sum of the fighting cards; a joker counts as what it was laid as."""
        made = (
            read_move(self.played.read_seat(text)[1]) for text in reversed(self.played.record.moves)
        )
        fights = islice((move for move in made if move.word == "fight"), len(view.laid))
        jokers = sum(move.value for move in fights if move.rank == JOKER_RANK)
        return jokers + sum(rank_of(card) for card in view.laid if card != JOKER)

    def moves(self, seat: int) -> list[str]:
        """The moves to list, each to stay in one line."""
        return listed(self.terminal, self.view(seat).legal)

    def move_text(self, move: Move) -> str:
        """A move as it is typed."""
        assert isinstance(move, DungeonMove)
        return typed_name(self.terminal, move)

    def why_not(self, refusal: Refusal, seat: int) -> str:
        """Why the rules refuse the move that a refusal is about; nothing if they don't say, or it is about something else."""
        move = refusal.params.get("move")
        reason = (
            why_not(self.view(seat), move)
            if isinstance(move, DungeonMove)
            else self.lacking(refusal, seat)
        )
        if reason is None:
            return ""
        parts = dict(reason.params)
        if "target" in parts:
            parts["target"] = self.teller.name(int(str(parts["target"])))
        if "rank" in parts and self.terminal.plain:
            parts["rank"] = spoken_part(self.words, str(parts["rank"]))
        return self.words.say(f"common.refusal.{reason.code}", **parts)

    def lacking(self, refusal: Refusal, seat: int) -> Refusal | None:
        """The reason why a card alone means nothing: it isn't in the hand."""
        hand = self.view(seat).players[seat].hand or ()
        rank = read_rank(str(refusal.params.get("text", "")))
        return (
            Refusal("no_such_card", rank=RANKS[rank])
            if rank and rank not in map(rank_of, hand)
            else None
        )

    def with_places(self, line: str) -> str:
        """What was typed, with bots' names as the places they are typed by: `attack K bruna` is `attack K p2`."""
        places = {simple(name): f"p{seat + 1}" for seat, name in self.teller.bots.items()}
        first, *rest = line.split() or [""]
        return " ".join(
            [
                places.get(simple(first), first),
                *(place_of(simple(word), places) or word for word in rest),
            ]
        )

    def retell(self, events: Sequence[Event]) -> None:
        """What everyone may know."""
        self.tell(events, None)

    def is_calm(self) -> bool:
        """At the beginning of a turn, and at the end."""
        return self.view(None).pending in ("turn", "over")

    def show_result(self) -> None:
        """Who won, and how."""
        result = self.played.result()
        assert result is not None
        winner = "" if result["winner"] is None else self.teller.name(result["winner"])
        self.terminal.show()
        ending = result["ending"] if result["turns"] else f"{result['ending']}_early"
        self.terminal.show(
            self.terminal.bold(
                self.words.say(f"cli.dungeon_ending.{ending}", winner=winner, n=result["turns"])
            )
        )

    def status(self) -> str:
        """One line on how things stand, for a replay."""
        view = self.view(None)
        depths = ", ".join(
            f"{self.teller.name(player.seat)}: {len(player.dungeon)}"
            for player in view.players
            if player.alive
        )
        return self.words.say("cli.dungeon.status", turn=view.turn, depths=depths)

    def summary(self) -> dict[str, Any]:
        """The figures that a script asks for first."""
        return {"turns": self.view(None).turn}


def place_of(typed: str, places: Mapping[str, str]) -> str:
    """The place of the one player whose name begins like this, with a few letters at least; nothing if none or several do."""
    found = [
        place
        for name, place in places.items()
        if len(typed) >= SHORTEST_NAME and name.startswith(typed)
    ]
    return found[0] if len(found) == 1 else ""


def special_answer(view: DungeonView) -> str:
    """The one word that answers what is pending, not counting an ace out of turn, or how a fight stands; mostly nothing."""
    if view.pending == "attacked" and view.laid:
        return "strike" if any(move.word == "strike" for move in view.legal) else "fight"
    answers = {
        move.word
        for move in view.legal
        if move.word != "ace" or view.pending in ("turn", "attacked", "aces")
    }
    word = answers.pop() if len(answers) == 1 else ""
    return word if word in SPECIAL_ANSWERS.get(view.pending, ()) else ""


def is_routine(event: Event) -> bool:
    """Is it the one card that everybody draws at the beginning of a turn, seen from outside?"""
    return event.name == "drew" and event.parts["n"] == 1


def by_turns(events: Iterable[Event]) -> list[list[Event]]:
    """Events apart by turns: each beginning of a turn begins another list."""
    turns: list[list[Event]] = [[]]
    for event in events:
        if event.name == "turn_begun":
            turns.append([])
        turns[-1].append(event)
    return [turn for turn in turns if turn]
