"""Competitions on a terminal: their terms, standings, debts and what to do next."""

from collections.abc import Sequence

import msgspec

from underdeck.career.competition import MIN_RIVALS
from underdeck.cli.amounts import amount_text
from underdeck.cli.career_texts import game_name, house_texts
from underdeck.cli.speech import text
from underdeck.cli.terminal import Terminal
from underdeck.say.sentences import listed, printable
from underdeck.say.words import Words
from underdeck.serve import messages

ID_LENGTH = 6
"""Characters of an id that are shown; any unique beginning may be typed."""
GAP = "  "
COLUMNS = ("rank", "player", "points", "kings", "turns", "games")
TEXT_COLUMNS = ("player", "games")
"""Columns that are aligned to the left."""


def short_id(competition: messages.CompetitionShown) -> str:
    """Return the beginning of an id, as players type it."""
    return competition.competition[:ID_LENGTH]


def show_json(terminal: Terminal, message: object) -> None:
    """Print a message for programs, in one line."""
    terminal.show_as_is(msgspec.json.encode(message).decode() + "\n")


def title(words: Words, shown: messages.CompetitionShown) -> str:
    """Return the kind of a competition, its id and its terms."""
    parts = {"id": short_id(shown), "n": shown.games, "game": game_name(words, shown.game)}
    return words.say(
        f"cli.competition.{shown.kind}",
        creator=printable(shown.creator),
        stake=amount_text(words, shown.stake, shown.currency),
        **parts,
    )


def own_entry(shown: messages.CompetitionShown) -> messages.EntrantShown | None:
    """Return this player's entry, None for a person who is only invited."""
    return next((each for each in shown.entrants if each.is_you), None)


def status(words: Words, shown: messages.CompetitionShown) -> str:
    """Return what happens next, from this player's point of view."""
    own = own_entry(shown)
    if shown.is_over:
        return over_text(words, shown)
    if own is None:
        return ""
    if own.is_finished:
        return words.say("cli.competition.others_play")
    if shown.kind == "wager" and len(shown.entrants) < MIN_RIVALS:
        return words.say("cli.competition.needs_rivals")
    running = any(game.status == "running" for game in own.games)
    return words.say(
        "cli.competition.running" if running else "cli.competition.next",
        number=shown.next_game,
        n=shown.games,
    )


def over_text(words: Words, shown: messages.CompetitionShown) -> str:
    """Return how a competition ended."""
    own = own_entry(shown)
    if shown.kind == "series" and own is not None:
        return words.say("cli.competition.over_series", n=own.points)
    best = [each for each in shown.entrants if each.rank == 1]
    if shown.kind == "wager" or not best or not best[0].played:
        return words.say("cli.competition.over")
    if len(best) > 1:
        names = listed(words, [printable(each.name) for each in best])
        return words.say("cli.competition.over_shared", names=names, n=best[0].points)
    key = "over_won" if best[0].is_you else "over_lost"
    return words.say(f"cli.competition.{key}", name=printable(best[0].name), n=best[0].points)


def score(words: Words, entrant: messages.EntrantShown) -> str:
    """Return the total of an entrant."""
    return words.say(
        "cli.competition.score", n=entrant.points, kings=entrant.kings, turns=entrant.turns
    )


def list_line(words: Words, shown: messages.CompetitionShown) -> str:
    """Return a competition in one line of a list."""
    own = own_entry(shown)
    parts = [title(words, shown)]
    if own is not None:
        parts.append(
            words.say("cli.competition.own", played=own.played, n=shown.games, points=own.points)
        )
    if len(shown.entrants) > 1 and own is not None and own.played:
        parts.append(words.say("cli.competition.rank", rank=own.rank, n=len(shown.entrants)))
    parts.append(status(words, shown))
    return " ".join(filter(None, parts))


class CompetitionScreen:
    """Shows one competition."""

    def __init__(self, terminal: Terminal, shown: messages.CompetitionShown) -> None:
        self.terminal, self.words = terminal, terminal.words
        self.shown = shown

    def show(self) -> None:
        """Show the terms, the standings, the debts and the fair shuffle."""
        shown, show = self.shown, self.terminal.show
        show(self.terminal.bold(title(self.words, shown)))
        if shown.kind == "wager":
            show(text("competition.same_deals" if shown.same_deals else "competition.own_deals"))
        if rules := house_texts(shown.game, shown.house):
            show(text("competition.house", rules=listed(self.words, rules)))
        self.show_standings()
        self.show_debts(shown.debts)
        if state := status(self.words, shown):
            show(state)
        if shown.seed is None:
            self.terminal.show_command(text("competition.commitment"), shown.commitment)
        else:
            self.terminal.show_command(text("competition.seed"), shown.seed)

    def show_progress(self, number: int) -> None:
        """Show the standings after a game, and what players owe each other for that round."""
        self.show_standings()
        self.show_debts([debt for debt in self.shown.debts if debt.number == number])
        if state := status(self.words, self.shown):
            self.terminal.show(state)

    def show_standings(self) -> None:
        """Show the entrants, best first, with the points of each game."""
        rows = [self.row(entrant) for entrant in self.shown.entrants]
        header = [text(f"competition.column_{name}") for name in COLUMNS]
        widths = [max(len(row[i]) for row in [header, *rows]) for i in range(len(header))]
        if self.terminal.plain or sum(widths) + len(GAP) * len(widths) > self.terminal.width:
            for entrant in self.shown.entrants:
                self.terminal.show(self.sentence(entrant))
            return
        lines = [self.aligned(row, widths) for row in [header, *rows]]
        self.terminal.show_lines(lines)

    def row(self, entrant: messages.EntrantShown) -> list[str]:
        """Return an entrant in columns."""
        games = " ".join(self.cell(game).rjust(2) for game in entrant.games)
        counts = map(str, (entrant.points, entrant.kings, entrant.turns))
        return [str(entrant.rank), self.name(entrant), *counts, games]

    def aligned(self, row: Sequence[str], widths: Sequence[int]) -> str:
        """Return the columns of a row side by side, numbers to the right."""
        parts = (
            part.ljust(width) if name in TEXT_COLUMNS else part.rjust(width)
            for name, part, width in zip(COLUMNS, row, widths, strict=True)
        )
        return (GAP + GAP.join(parts)).rstrip()

    def cell(self, game: messages.CompetitionGame) -> str:
        """Return the points of a game, or a mark for one that isn't over."""
        marks = {"open": "-", "running": "..."}
        return marks.get(game.status) or str(game.points)

    def sentence(self, entrant: messages.EntrantShown) -> str:
        """Return an entrant in words."""
        over = [str(game.points) for game in entrant.games if game.status == "over"]
        key = "competition.entrant_games" if len(over) > 1 else "competition.entrant"
        return text(
            key,
            rank=entrant.rank,
            name=self.name(entrant),
            score=score(self.words, entrant),
            played=entrant.played,
            n=self.shown.games,
            games=listed(self.words, over),
        )

    def name(self, entrant: messages.EntrantShown) -> str:
        """Return the name of an entrant, marked if it is the player."""
        name = printable(entrant.name)
        return text("competition.you", name=name) if entrant.is_you else name

    def show_debts(self, debts: Sequence[messages.DebtShown]) -> None:
        """Show who owes whom for each game."""
        for debt in debts:
            self.terminal.show(
                text("competition.debt", number=debt.number, debt=debt_text(self.words, debt))
            )


def debt_text(words: Words, debt: messages.DebtShown) -> str:
    """Return who owes whom how much, and whether that is settled."""
    is_cancelled = not debt.amount
    amount = amount_text(words, debt.cancelled_amount or debt.amount, debt.currency)
    names = {"debtor": printable(debt.debtor), "creditor": printable(debt.creditor)}
    whose = {"debtor": "you_owe", "creditor": "owes_you"}.get(debt.you, "owes")
    if is_cancelled:
        return words.say(f"cli.debt.{whose}_cancelled", amount=amount, **names)
    sentence = words.say(f"cli.debt.{whose}", amount=amount, **names)
    if debt.is_settled:
        return f"{sentence} {words.say('cli.debt.settled')}"
    if debt.settled_by:
        (side,) = debt.settled_by
        said = "said_you" if side == debt.you else "said"
        return f"{sentence} {words.say(f'cli.debt.{said}', name=names[side])}"
    return sentence
