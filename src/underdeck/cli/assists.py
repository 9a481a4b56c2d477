"""R-20 Help during a game, which marks it as assisted: odds, hints, the card counter and undo."""

from typing import TYPE_CHECKING

from underdeck.cli.phrases import simple
from underdeck.cli.progress import explain_delay
from underdeck.minds.base import Adviser
from underdeck.record import COUNT, HINT
from underdeck.refusal import Refusal
from underdeck.registry import find_part
from underdeck.say.advice import hint_text, odds_texts, prospect_texts
from underdeck.say.choices import Namer
from underdeck.say.sentences import printable

if TYPE_CHECKING:
    from underdeck.cli.session import Session

MAX_PROSPECTS = 8
"""The number of moves whose prospects a hint shows; with more, the best one would scroll away."""


class Assists:
    """The help of one session. Before the first of it the player must agree to the mark."""

    def __init__(self, session: "Session") -> None:
        self.session = session
        self.terminal, self.screen = session.terminal, session.screen
        self.words, self.played = session.words, session.played

    def odds(self, seat: int) -> None:
        """Show the odds of the next card to a seat."""
        adviser = self._adviser(seat)
        if not self._marks(HINT):
            return
        odds = adviser.odds(*self._known(seat))
        for line in odds_texts(self.words, self.screen.game, odds, self._namer()):
            self.terminal.show(line)

    def hint(self, goal: str, seat: int) -> None:
        """Show the best move of a seat, its reason, and the prospects of each move."""
        adviser = self._adviser(seat)
        goal = self._read_goal(adviser, goal)
        if not self._marks(HINT):
            return
        with explain_delay(self.words.say("cli.simulate.compiling")):
            advice = adviser.advise(*self._known(seat), goal=goal)
        namer = self._namer()
        self.terminal.show(hint_text(self.words, self.screen.game, advice, goal, namer))
        prospects = prospect_texts(self.words, advice, namer)
        for line in prospects[:MAX_PROSPECTS]:
            self.terminal.show(line, indent="  ", hang="  ")
        if (left := len(prospects) - MAX_PROSPECTS) > 0:
            self.terminal.show(self.words.say("advice.hint.others", n=left), indent="  ")
        if not advice.games and not advice.searched:
            self.terminal.show(self.words.say("advice.hint.quick"))

    def _adviser(self, seat: int) -> Adviser:
        """Return the game's adviser, or refuse: it helps nobody against people."""
        adviser: Adviser | None = find_part(self.screen.game, "advice")
        if adviser is None:
            raise Refusal("no_advice", game=self.screen.game)
        if self.session.seats.is_shared:
            raise Refusal("advice_against_people")
        if not self.screen.is_waiting(seat):
            raise Refusal("advice_later")
        return adviser

    def _read_goal(self, adviser: Adviser, typed: str) -> str:
        """Return the goal that a player typed, in their language or in English."""
        names = {simple(self.words.say(f"advice.goal.{goal}")): goal for goal in adviser.goals}
        names |= {goal: goal for goal in adviser.goals} | {"": adviser.goals[0]}
        wanted = simple(typed)
        if wanted not in names:
            own = [self.words.say(f"advice.goal.{goal}") for goal in adviser.goals]
            raise Refusal("unknown_goal", name=printable(typed), goals=own)
        return names[wanted]

    def _known(self, seat: int) -> tuple[object, object]:
        """Return the view and the memory of a seat: all that advice may depend on."""
        return self.played.view(seat), self.played.memory(seat)

    def _namer(self) -> Namer:
        """Return how cards and players are named on the screen."""
        seats = range(self.played.game.seats(self.played.record.options))
        return Namer(self.terminal.face, [self.screen.name(seat) for seat in seats])

    def count(self) -> None:
        """Show the cards still in the deck."""
        if not self.screen.has_counter:
            self.terminal.show(self.screen.no_counter_text())
        elif self._marks(COUNT):
            self.screen.show_unseen()

    def _marks(self, kind: str) -> bool:
        """Mark the game as assisted; return False if the player doesn't want that."""
        assists = list(self.played.record.assists)
        if kind in assists:
            return True
        if not assists and not self._is_allowed():
            return False
        self.played.assist(kind)
        try:
            self.session.save()
        except Refusal:
            self.played.record.assists = assists
            raise
        if not assists:
            self.terminal.show(self.words.say("cli.count.marked"))
        return True

    def undo(self, seat: int) -> None:
        """Take the last move back."""
        session = self.session
        if not self.played.is_solo:
            raise Refusal("no_undo")
        moves, assists = list(self.played.record.moves), list(self.played.record.assists)
        if moves and not assists and not self._is_allowed():
            return
        self.played.undo()
        try:
            session.save()
        except Refusal:
            self.played.play(self.played.game.read_move(moves[-1]))
            self.played.record.assists = assists
            raise
        if session.guide:
            session.guide.return_to_path()
        key = "cli.learn.undone" if session.guide else "cli.play.undone"
        self.terminal.show(self.words.say(key))
        session.show_game(seat)

    def _is_allowed(self) -> bool:
        """Ask whether the game may be marked as assisted; over a pipe it may."""
        if not self.terminal.interactive:
            return True
        answer = self.terminal.ask(self.words.say("cli.count.sure") + " > ") or ""
        if simple(self.words.say("cli.count.yes")).startswith(simple(answer.strip() or "-")):
            return True
        self.terminal.show(self.words.say("cli.count.refused"))
        return False
