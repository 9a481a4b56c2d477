"""The review of a game in words: the summary, the costliest decisions and the luck of the cards."""

from underdeck.cards import code_of, read_card
from underdeck.minds.review import Decision, Mistake, Review, Track
from underdeck.say.advice import WIN, chance_text, loss_text, reason_text, value_text
from underdeck.say.sentences import Face, move_name
from underdeck.say.words import Words
from underdeck.study.draw.formatting import number, percent, signed


class ReviewText:
    """The sentences of a review in one language."""

    def __init__(self, review: Review, words: Words, face: Face = code_of) -> None:
        self.review, self.words, self.face = review, words, face

    def title(self) -> str:
        """Return the title."""
        game = self.words.say(f"{self.review.game}.game.name")
        return self.words.say("advice.review.title", game=game)

    def subject(self) -> str:
        """Return what decisions are measured by."""
        return self.words.say(f"advice.review.subject_{self.review.goal}")

    def summary(self) -> list[str]:
        """Return the result as the sum of start, luck and decisions, and the accuracy."""
        texts = [self.track_text(track) for track in self.review.tracks.values()]
        accuracy = percent(self.words, self.review.track.accuracy / 100, 0)
        texts.append(self.words.say("advice.review.accuracy", accuracy=accuracy))
        if self.review.par is not None:
            par = value_text(self.words, self.review.par, self.review.goal)
            texts.append(self.words.say(f"advice.review.par_{self.review.goal}", par=par))
        if not self.review.looks_ahead:
            texts.append(self.words.say("advice.review.quick"))
        return texts

    def track_text(self, track: Track) -> str:
        """Return the sum for one goal."""
        return self.words.say(
            f"advice.review.summary_{track.goal}",
            start=value_text(self.words, track.start, track.goal),
            luck=self.change(track.luck, track.goal),
            loss=self.change(-track.loss, track.goal),
            result=self.result(track),
        )

    def change(self, value: float, goal: str) -> str:
        """Return a change of a value with its sign; of chances in percentage points."""
        return signed(self.words, value * (100 if goal == WIN else 1), 1)

    def result(self, track: Track) -> str:
        """Return the result for a goal."""
        if track.goal == WIN:
            return self.words.say(f"advice.review.{'won' if track.result else 'not_won'}")
        return self.words.say("advice.review.points", n=round(track.result))

    def mistakes(self) -> list[str]:
        """Return the costliest decisions, each with the better move and the reason."""
        return [self.mistake(each) for each in self.review.mistakes] or [
            self.words.say("advice.review.no_mistakes")
        ]

    def mistake(self, mistake: Mistake) -> str:
        """Return one decision, the better move and the reason."""
        sentence = self.words.say(
            "advice.review.mistake",
            turn=mistake.turn,
            number=mistake.number + 1,
            move=move_name(self.words, mistake.move, self.face),
            best=move_name(self.words, mistake.best, self.face),
            loss=loss_text(self.words, mistake.loss, self.review.goal),
        )
        return f"{sentence} {reason_text(self.words, self.review.game, mistake.reason, self.face)}"

    def luck(self) -> list[str]:
        """Return the luckiest and the unluckiest cards of the game."""
        lucks = self.review.track.lucks
        best, worst = max(lucks), min(lucks)
        texts = []
        if best > 0:
            texts.append(self.moment("lucky", lucks.index(best), best))
        if worst < 0:
            texts.append(self.moment("unlucky", lucks.index(worst), worst))
        return texts

    def moment(self, key: str, place: int, luck: float) -> str:
        """Return the cards after a move and what they changed."""
        decision = self.review.decisions[place]
        change = self.change(luck, self.review.goal)
        return self.words.say(
            f"advice.review.{key}",
            cards=self.cards(decision),
            n=len(decision.cards),
            turn=self.turn_after(place),
            change=change,
        )

    def turn_after(self, place: int) -> int:
        """Return the turn in which the cards after a move lie."""
        later = self.review.decisions[place + 1 :]
        return max(later[0].turn if later else 0, self.review.decisions[place].turn)

    def cards(self, decision: Decision) -> str:
        """Return the cards that were turned after a move."""
        return " ".join(self.face(read_card(card)) for card in decision.cards)

    # The chart

    def chart_title(self) -> str:
        """Return the title of the chart."""
        return self.words.say(f"advice.review.chart_{self.review.goal}")

    def description(self) -> str:
        """Return the chart in words."""
        track = self.review.track
        curve = [*(each.before for each in track.appraisals), track.result]
        values = {
            "start": curve[0],
            "result": curve[-1],
            "highest": max(curve),
            "lowest": min(curve),
        }
        parts = {name: self.tick(value) for name, value in values.items()}
        return self.words.say("advice.review.describe", title=self.chart_title(), **parts)

    def tick(self, value: float) -> str:
        """Return a value as a label of the chart."""
        if self.review.goal == WIN:
            return chance_text(self.words, value)
        return number(self.words, value, 0)
