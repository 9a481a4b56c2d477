"""The review of a game in words: sums, the costliest decisions, the luck, and what was hidden."""

from collections.abc import Sequence

from underdeck.cards import code_of, read_card
from underdeck.minds.review import Decision, Mark, Mistake, PlayerReview, Review, Track
from underdeck.say.advice import WIN, chance_text, loss_text, mark_text, reason_text
from underdeck.say.choices import Namer, choice_text, player_name
from underdeck.say.sentences import Face
from underdeck.say.words import Words
from underdeck.study.draw.formatting import number, percent, signed

MIN_LUCK = 0.01
"""A change of a chance below this isn't worth a sentence."""
POINTS = "points"
"""The goal that decisions are judged by once winning is out of reach."""


class ReviewText:
    """The sentences of a review in one language."""

    def __init__(
        self, review: Review, words: Words, face: Face = code_of, names: Sequence[str] = ()
    ) -> None:
        self.review, self.words = review, words
        self.namer = Namer(face, names)
        self.players = [PlayerText(self, player) for player in review.players]

    @property
    def is_solitaire(self) -> bool:
        """Whether the game has one player."""
        return len(self.players) == 1

    def title(self) -> str:
        """Return the title."""
        game = self.words.say(f"{self.review.game}.game.name")
        return self.words.say("advice.review.title", game=game)

    def subject(self) -> str:
        """Return what decisions are measured by."""
        return self.words.say(f"advice.review.subject_{self.review.goal}")

    def notes(self) -> list[str]:
        """Return what holds for the whole game: how to read the figures, and par."""
        texts = [self.words.say("advice.review.accuracy_help")]
        if not self.is_solitaire:
            texts.insert(0, self.words.say("advice.review.sum_help"))
        if self.review.par is not None:
            texts.append(self.words.say(f"advice.review.par_{self.review.goal}", par=self.par()))
        if not self.review.looks_ahead:
            texts.append(self.words.say("advice.review.quick"))
        return texts

    def par(self) -> str:
        """Return par, an average over few games: a chance without decimals."""
        par = self.review.par or 0.0
        is_chance = self.review.goal == WIN
        return percent(self.words, par, 0) if is_chance else number(self.words, par, 1)

    def marks(self) -> list[str]:
        """Return what open hands show: a sentence for each decision, or for all that are alike."""
        alike = dict[str, list[Mark]]()
        for mark in self.review.marks:
            text = mark_text(self.words, self.review.game, mark.fact, self.namer)
            alike.setdefault(text, []).append(mark)
        return [self.mark(text, marks) for text, marks in alike.items()]

    def mark(self, text: str, marks: Sequence[Mark]) -> str:
        """Return what one decision or several alike show, and when they were made."""
        first = marks[0]
        if len(marks) == 1:
            parts = {"when": self.when("at", first.turn), "number": first.number + 1}
            return self.words.say("advice.review.mark", text=text, **parts)
        turns = dict.fromkeys(str(mark.turn) for mark in marks)
        return self.words.say(
            "advice.review.marks_alike",
            text=text.removesuffix("."),
            times=len(marks),
            n=len(turns),
            turns=", ".join(turns),
        )

    def when(self, preposition: str, turn: int) -> str:
        """Return a turn, `at` the beginning of a sentence or `in` it; or that none had begun."""
        key = f"advice.review.{preposition}_{'turn' if turn else 'start'}"
        return self.words.say(key, turn=turn)

    def name(self, seat: int) -> str:
        """Return the name of a player."""
        return player_name(self.words, seat, self.namer.players)

    def change(self, value: float, goal: str) -> str:
        """Return a change of a value with its sign; of chances in percentage points."""
        return signed(self.words, value * (100 if goal == WIN else 1), 1)

    def turn_after(self, place: int) -> int:
        """Return the turn in which the cards after a move lie."""
        later = self.review.decisions[place + 1 :]
        return max(later[0].turn if later else 0, self.review.decisions[place].turn)

    def cards(self, decision: Decision) -> str:
        """Return the cards that were turned after a move."""
        return " ".join(self.namer.card(read_card(card)) for card in decision.cards)

    # The chart

    def chart_title(self) -> str:
        """Return the title of the chart."""
        return self.words.say(f"advice.review.chart_{self.review.goal}")

    def tick(self, value: float) -> str:
        """Return a value as a label of the chart."""
        if self.review.goal == WIN:
            return chance_text(self.words, value)
        return number(self.words, value, 0)


class PlayerText:
    """The sentences about the game of one player."""

    def __init__(self, whole: ReviewText, player: PlayerReview) -> None:
        self.whole, self.player = whole, player
        self.words, self.goal = whole.words, whole.review.goal

    @property
    def track(self) -> Track:
        """The track of the goal."""
        return self.player.tracks[self.goal]

    def name(self) -> str:
        """Return the name of the player."""
        return self.whole.name(self.player.seat)

    def summary(self) -> list[str]:
        """Return the result as the sum of its parts for each goal, and the accuracy."""
        texts = [self.track_text(track) for track in self.player.tracks.values()]
        return [*texts, *self.accuracy()]

    def accuracy(self) -> list[str]:
        """Return the accuracy, by points too once winning was out of reach."""
        review = self.whole.review
        own = (each for each in review.decisions if each.seat == self.player.seat)
        if all(len(each.appraisals[self.goal].values) == 1 for each in own):
            return [self.words.say("advice.review.no_choice")]
        accuracy = percent(self.words, self.track.accuracy / 100, 0)
        texts = [self.words.say("advice.review.accuracy", accuracy=accuracy)]
        if (first := review.points_from) is not None:
            later = self.player.tracks[POINTS].accuracy_from(first)
            parts = {"number": first + 1, "accuracy": percent(self.words, later / 100, 0)}
            texts.append(self.words.say("advice.review.out_of_reach", **parts))
        return texts

    def track_text(self, track: Track) -> str:
        """Return the sum for one goal; its numbers add up as they are shown."""
        unit = 100 if track.goal == WIN else 1
        start, loss, gain, result = (
            round(unit * value, 1) for value in (track.start, track.loss, track.gain, track.result)
        )
        luck = (result - start + loss - gain) / unit
        key = f"summary_{track.goal}" if self.whole.is_solitaire else f"several_{track.goal}"
        return self.words.say(
            f"advice.review.{key}",
            start=self.start(track),
            luck=self.whole.change(luck, track.goal),
            loss=self.whole.change(-track.loss, track.goal),
            gain=self.whole.change(track.gain, track.goal),
            result=self.result(track),
        )

    def start(self, track: Track) -> str:
        """Return the value at the start with one decimal, like the changes that are added to it."""
        if track.goal == WIN:
            return percent(self.words, track.start, 1)
        return number(self.words, track.start, 1)

    def result(self, track: Track) -> str:
        """Return the result for a goal."""
        if track.goal == WIN:
            key = {0.0: "not_won", 1.0: "won"}.get(track.result, "drawn")
            return self.words.say(f"advice.review.{key}")
        return self.words.say("advice.review.points", n=round(track.result))

    def mistakes(self) -> list[str]:
        """Return the costliest decisions, each with the better move and the reason."""
        return [self.mistake(each) for each in self.player.mistakes] or [
            self.words.say("advice.review.no_mistakes")
        ]

    def mistake(self, mistake: Mistake) -> str:
        """Return one decision, the better move and the reason."""
        whole = self.whole
        sentence = self.words.say(
            "advice.review.mistake" if whole.is_solitaire else "advice.review.mistake_of",
            player=self.name(),
            when=whole.when("at", mistake.turn),
            number=mistake.number + 1,
            move=choice_text(self.words, mistake.move, whole.namer),
            best=choice_text(self.words, mistake.best, whole.namer),
            loss=loss_text(self.words, mistake.loss, mistake.goal),
        )
        reason = reason_text(self.words, whole.review.game, mistake.reason, whole.namer)
        return f"{sentence} {reason}"

    def luck(self) -> list[str]:
        """Return the luckiest and the unluckiest moments of the game."""
        decisions = self.whole.review.decisions
        lucks = [
            luck if self.decides(decision) else 0.0
            for decision, luck in zip(decisions, self.track.lucks, strict=True)
        ]
        best, worst = max(lucks, default=0.0), min(lucks, default=0.0)
        least = 0.0 if self.whole.is_solitaire else MIN_LUCK
        texts = []
        if best > least:
            texts.append(self.moment("lucky", lucks.index(best), best))
        if worst < -least:
            texts.append(self.moment("unlucky", lucks.index(worst), worst))
        return texts

    def decides(self, decision: Decision) -> bool:
        """Return whether a move changes anything by itself: cards are drawn, or there was a choice.

        The value of a position with open hands may still change at a forced move, by its errors.
        """
        is_forced = self.whole.review.is_judged and len(decision.appraisals[WIN].values) == 1
        return self.whole.is_solitaire or bool(decision.cards) or not is_forced

    def moment(self, key: str, place: int, luck: float) -> str:
        """Return the cards after a move, and the move itself among several players.

        Luck may lie in what the move revealed or in the next cards that anybody draws.
        """
        whole, decision = self.whole, self.whole.review.decisions[place]
        change = whole.change(luck, self.goal)
        parts = {"cards": whole.cards(decision), "n": len(decision.cards), "change": change}
        if whole.is_solitaire:
            return self.words.say(f"advice.review.{key}", turn=whole.turn_after(place), **parts)
        return self.words.say(
            f"advice.review.{key}_{'drawn' if decision.cards else 'move'}",
            move=choice_text(self.words, decision.move, whole.namer),
            player=whole.name(decision.seat),
            when=whole.when("in", decision.turn),
            **parts,
        )

    def description(self) -> str:
        """Return the chart in words."""
        line = self.track.line
        values = {"start": line[0], "result": line[-1], "highest": max(line), "lowest": min(line)}
        parts = {name: self.whole.tick(value) for name, value in values.items()}
        title = self.whole.chart_title() if self.whole.is_solitaire else self.name()
        return self.words.say("advice.review.describe", title=title, **parts)
