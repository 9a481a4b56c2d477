"""Dungeon on a terminal."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby

from underdeck.cards import JOKER, rank_of, read_card
from underdeck.cli.moves import spoken_rank
from underdeck.cli.phrases import simple
from underdeck.cli.screens.base import Screen
from underdeck.cli.terminal import Terminal
from underdeck.game import Event, Move, Result
from underdeck.games.dungeon.legal import aces_allowed
from underdeck.games.dungeon.moves import PASS, PLAY_ACE, RANKS, DungeonMove, read_move
from underdeck.games.dungeon.question import ace_draws, question_of, sentence_of
from underdeck.games.dungeon.reasons import why_not
from underdeck.games.dungeon.state import ACE_CARDS
from underdeck.games.dungeon.view import DungeonView
from underdeck.playthrough import Playthrough
from underdeck.refusal import InvalidMove, Refusal
from underdeck.say.drawings.dungeon import hand_text
from underdeck.say.sentences import refusal_text
from underdeck.say.tellers import Sentence
from underdeck.say.tellers.dungeon import DungeonNarration, DungeonTeller

WINDOWS = frozenset({"aces", "counters"})
"""Decisions that come often; without a choice they are not worth a drawing."""
NO_ANSWER = "no_answer"
"""An event of the terminal: a person could only pass and was not asked."""
MIN_NAME_LENGTH = 3
"""Letters needed to abbreviate a player's name."""
QUESTION_LINES = 5
"""Roughly the lines that a question and the list of moves take."""


class QuietTeller(DungeonTeller):
    """A teller that doesn't tell when a bot lets something pass."""

    bots: Mapping[int, str]
    """Names of the bots, by seat."""

    def sentences(
        self, events: Iterable[Event], seat: int | None, narration: DungeonNarration
    ) -> Iterator[Sentence]:
        """Yield the sentences that tell these events to a seat."""
        for key, row in super().sentences(events, seat, narration):
            if key != "let_pass.other" or row[0].parts["seat"] not in self.bots:
                yield key, row


class DungeonScreen(Screen[DungeonView]):
    """Every player's dungeon as a tree; people may play aces before bots decide."""

    teller: QuietTeller

    def __init__(self, terminal: Terminal, played: Playthrough[DungeonView]) -> None:
        super().__init__(terminal, played)
        self._drawn_turn = 0
        """The turn in which the game was drawn last."""
        self._hands: dict[int, str] = {}
        """The hand that each person was shown last."""
        self._you: int | None = None
        """The seat that sees the end as its player, if only one person plays."""

    def make_teller(self) -> QuietTeller:
        """Return a teller that leaves out the passes of bots."""
        voice, terminal = self.played.record.deal.voice, self.terminal
        teller = QuietTeller(
            self.words, voice, terminal.face, spoken=terminal.plain, names=self.bot_name
        )
        teller.bots = self.bots
        return teller

    # Drawings

    def hand_text(self, seat: int) -> str:
        """Return the hand of a seat."""
        return hand_text(self.terminal, self.view(seat))

    def show_situation(self, seat: int) -> None:
        """Draw the game, or show the part that matters; in plain mode a hand that has changed."""
        view = self.view(seat)
        is_mid_fight = view.pending == "attacked" and bool(view.laid)
        if self.terminal.plain and seat in self._hands:
            if self._hands[seat] != self.hand_text(seat):
                self.terminal.show(self.hand_text(seat))
        elif view.turn == self._drawn_turn and (view.pending == "discard" or is_mid_fight):
            self.terminal.show(self.hand_text(seat))
        elif view.pending not in WINDOWS or len(view.legal) > 1:
            self.terminal.pause_before(len(self.lines(seat)) + QUESTION_LINES)
            self.draw(seat)
            self._drawn_turn = view.turn
        self._hands[seat] = self.hand_text(seat)

    # The story

    def tell(self, events: Sequence[Event], seat: int | None) -> None:
        """Tell events to a seat, a paragraph for each turn, which quips interrupt."""
        for turn in by_turns(events):
            story: list[str] = []
            shown = [event for event in turn if not is_routine(event)]
            for is_forced, group in groupby(shown, lambda event: event.name == NO_ANSWER):
                rows = list(group)
                if is_forced:
                    story.append(self.forced_text(DungeonMove(PASS)))
                else:
                    story = self.tell_with_quips(rows, seat, story)
            self.show_paragraph(story)

    def tell_with_quips(
        self, events: Sequence[Event], seat: int | None, story: list[str]
    ) -> list[str]:
        """Continue a paragraph, with each quip right after the sentence of its event.

        Return the sentences that aren't shown yet.
        """
        before = self.played.events_before(events)
        quips: dict[int, list[str]] = {}  # by the number of sentences before them
        for end, event in enumerate(events, 1):
            if said := self.quips_about([event]):
                count = len(self.teller.tell(events[:end], seat, before))
                quips.setdefault(count, []).extend(said)
        for number, sentence in enumerate(["", *self.teller.tell(events, seat, before)]):
            story = [*story, sentence] if sentence else story
            if number in quips:
                self.show_paragraph(story)
                story = []
            for quip in quips.get(number, ()):
                self.terminal.show(quip)
        return story

    def show_paragraph(self, story: Sequence[str]) -> None:
        """Show sentences as a paragraph, nothing without any."""
        if story:
            self.terminal.show_story(" ".join(story))

    def count_finished(self, events: Sequence[Event]) -> int:
        """Return how many events precede the running turn, which is told as one paragraph."""
        begun = [place for place, event in enumerate(events) if event.name == "turn_begun"]
        return begun[-1] if begun else 0

    # Decisions

    def decision(self, seat: int) -> str:
        """Return what a seat has to decide, or whom the game waits for."""
        view = self.view(seat)
        question = question_of(view)
        assert question is not None  # nobody is asked after the end
        parts: dict[str, object] = {"player": self.name(question.seats[0])}
        if question.target is not None:
            parts["target"] = self.name(question.target)
        if question.rank is not None:
            parts |= self.rank_parts(question.rank)
        if view.fight is not None:
            parts |= {"laid": self.teller.shown_row(view.laid), "total": sum(view.fight.values)}
        text = self.words.say(f"dungeon.pending.{question.key}", **parts)
        if ace_draws(view) < ACE_CARDS and any(move.kind == PLAY_ACE for move in view.legal):
            text += " " + self.words.say(f"dungeon.ace_draws.{ace_draws(view)}")
        if question.lets_win is None:
            return text
        winner = self.name(question.lets_win)
        return f"{text} {self.words.say(f'dungeon.lets_win.{question.warning}', player=winner)}"

    def rank_parts(self, rank: int) -> dict[str, object]:
        """Return a rank in the forms in which sentences about a decision use it."""
        creature = self.words.table("dungeon.creature").get(str(rank), "")
        another = self.words.table("dungeon.another").get(str(rank), "")
        return {
            "a_rank": self.teller.a_rank(rank),
            "worth": rank,
            "value": RANKS[rank],
            "creature": creature,
            "another": another,
        }

    def show_choices(self, seat: int) -> None:
        """Show what a seat has to decide, and in another paragraph the moves."""
        self.terminal.show(self.decision(seat))
        self.terminal.show(self.choices(seat))

    def spoken_part(self, part: str) -> str:
        """Return a rank, or the place next to which a passage is dug, in words."""
        path = f"dungeon.spoken.{part}" if part == "@0" else "dungeon.spoken.@{n}"
        if part.startswith("@"):
            return self.words.say(path, n=int(part[1:]))
        return spoken_rank(self.words, part)

    def is_forced(self, seat: int) -> bool:
        """Return whether a seat has one move; in a fight the next card may be typed already."""
        view = self.view(seat)
        return super().is_forced(seat) and not (view.pending == "attacked" and view.laid)

    def forced_event(self, seat: int) -> Event | None:
        """Return an event for a decision that comes often, to be told in the turn's paragraph."""
        if self.view(seat).pending not in WINDOWS:
            return None
        return Event(NO_ANSWER, {"seat": seat}, 1 << seat)

    def show_forced(self, move: Move, seat: int) -> None:
        """Say that a move is the only one, unless the decision says it."""
        if sentence_of(self.view(seat)) != "you":
            self.terminal.show(self.decision(seat))
        else:
            super().show_forced(move, seat)

    # Lines typed

    def replace_names(self, line: str) -> str:
        """Replace bots' names by their seats: `attack K bruna` is `attack K p2`."""
        seats = {simple(name): f"p{seat + 1}" for seat, name in self.bots.items()}
        first, *rest = line.split() or [""]
        first = seats.get(simple(first), first)
        return " ".join([first, *(seat_named(simple(word), seats) or word for word in rest)])

    def read_unlisted(self, line: str, seat: int) -> Move | None:
        """Return the move to resign, which must be typed in full (D-8)."""
        typed = simple(line.strip() or "-")
        if self.is_waiting(seat) and typed in (
            "resign",
            simple(self.words.say("dungeon.move.resign")),
        ):
            return read_move("resign")
        return None

    def warning(self, move: Move, seat: int) -> str:
        """Return a warning before a player resigns."""
        return self.words.say("dungeon.warning.resign") if move.word == "resign" else ""

    def reason(self, refusal: Refusal, seat: int) -> str:
        """Return why the rules refuse a move."""
        reason = self.find_reason(refusal, self.view(seat))
        if reason is None:
            return ""
        parts = dict(reason.params)
        if "target" in parts:
            parts["target"] = self.name(int(str(parts["target"])))
        return refusal_text(self.words, Refusal(reason.code, **parts))

    def find_reason(self, refusal: Refusal, view: DungeonView) -> Refusal | None:
        """Return the rules' reason against a move or a card that was typed."""
        move = refusal.params.get("move")
        if isinstance(move, DungeonMove):
            return why_not(view, move)
        if completed := complete_move(refusal):
            reason = why_not(view, completed)
            is_sure = completed.word == "dig" or (reason and reason.code == "dungeon.no_such_card")
            return reason if is_sure else None
        with suppress(InvalidMove):
            reason = why_not(view, read_move(f"discard {refusal.params.get('text')}"))
            return reason if reason and reason.code == "dungeon.no_such_card" else None
        return None

    def answer(self, refusal: Refusal, seat: int) -> str:
        """Return the answer to a refused line; a move without its place is understood, too."""
        completed = complete_move(refusal)
        if completed and not self.reason(refusal, seat):
            text, legal = (refusal.params[name] for name in ("text", "legal"))
            refusal = InvalidMove("not_now", word=completed.word, text=text, legal=legal)
        return super().answer(refusal, seat)

    def remark(self, line: str, events: Sequence[Event], seat: int) -> str:
        """Return a remark that suits don't matter, if another card was used (D-19)."""
        named = card_named(line, self.words.say("dungeon.move.ace"))
        own = (e for e in events if e.is_for(seat) and e.parts.get("seat") == seat)
        gone = next((event.parts["card"] for event in own if "card" in event.parts), None)
        if named is None or gone is None or gone == named or rank_of(gone) != rank_of(named):
            return ""
        return self.words.say("dungeon.game.suits", card=self.terminal.face(gone))

    def extra_help(self, seat: int) -> str:
        """Return how to resign."""
        return self.words.say("dungeon.game.resigning") if self.is_waiting(seat) else ""

    # Aces before a bot decides

    def is_out(self, seat: int) -> bool:
        """Return whether a player is out of the game."""
        return not self.view(None).players[seat].alive

    def may_interrupt(self, people: Sequence[int]) -> bool:
        """Return whether a person who is not asked anyway may play an ace now (D-12).

        A window of accusations closes with the first one: people who are asked there would
        come too late.
        """
        asked = () if self.view(None).pending == "accusations" else self.waiting_seats()
        return any(
            not self.is_out(seat) and aces_allowed(self.played.state, seat)
            for seat in people
            if seat not in asked
        )

    def waiting_seats(self) -> tuple[int, ...]:
        """Return the seats that the game waits for."""
        return self.played.game.waiting(self.played.state)

    def interrupts(self, seat: int) -> list[Move]:
        """Return the aces that a seat may play now."""
        legal = self.played.game.legal(self.played.state, seat)
        return [move for move in legal if move.word == "ace"]

    def offer_text(self, key: str, bot: int, **parts: object) -> str:
        """Return what a bot is about to decide, and how to play an ace before."""
        pending = self.view(None).pending
        about = self.words.say(f"dungeon.about.{pending}", player=self.name(bot))
        return self.words.say(f"dungeon.offer.{key}", about=about, **parts)

    # Replays and the end

    def is_calm(self) -> bool:
        """Return whether a turn begins or the game is over."""
        return self.view(None).pending in ("turn", "over")

    def status(self) -> str:
        """Return the number of passages of each player."""
        view = self.view(None)
        depths = ", ".join(
            f"{self.name(player.seat)}: {len(player.dungeon)}"
            for player in view.players
            if player.alive
        )
        return self.words.say("dungeon.game.status", turn=view.turn, depths=depths)

    def ending(self, result: Result) -> str:
        """Return who won and how."""
        winner = result["winner"]
        key = result["ending"] if result["turns"] else f"{result['ending']}_early"
        if winner is not None and winner == self._you:
            key += "_you"
        name = "" if winner is None else self.name(winner)
        return self.words.say(f"dungeon.ending.{key}", winner=name, n=result["turns"])

    def show_end(self, people: Sequence[int]) -> None:
        """Draw the game a last time, to one person alone as the player of a seat."""
        self._you = people[0] if len(people) == 1 else None
        self.terminal.pause_before(len(self.lines(self._you)) + QUESTION_LINES)
        self.draw(self._you)
        self.show_result()


def card_named(line: str, ace_word: str = "") -> int | None:
    """Return the card that a line names with its suit, if it names exactly one.

    The word for an ace names no suit: in Spanish it is `as`, also the code of the ace of spades.
    """
    found = []
    for word in line.split():
        if simple(word) == simple(ace_word) and not word.isupper():
            continue
        with suppress(Refusal):
            found.append(read_card(word))
    return found[0] if len(found) == 1 and found[0] != JOKER else None


def complete_move(refusal: Refusal) -> DungeonMove | None:
    """Return the move that was typed without its place or target, with the first one of either."""
    text = refusal.params.get("notation")
    for completed in (f"{text} @0", f"{text} p1") if text else ():
        with suppress(InvalidMove):
            return read_move(completed)
    return None


def seat_named(typed: str, seats: Mapping[str, str]) -> str:
    """Return the seat of the only player whose name begins with these letters."""
    if len(typed) < MIN_NAME_LENGTH:
        return ""
    found = [seat for name, seat in seats.items() if name.startswith(typed)]
    return found[0] if len(found) == 1 else ""


def is_routine(event: Event) -> bool:
    """Return whether an event is the card that every player draws in each turn."""
    return event.name == "drew" and event.parts["n"] == 1


def by_turns(events: Iterable[Event]) -> list[list[Event]]:
    """Return events grouped by turns."""
    turns: list[list[Event]] = [[]]
    for event in events:
        if event.name == "turn_begun":
            turns.append([])
        turns[-1].append(event)
    return [turn for turn in turns if turn]
