"""`underdeck series`: series alone, and contests on the same deals."""

from typing import Any

from underdeck.cli.competition_commands import (
    CompetitionCommands,
    join_competition,
    read_house,
)
from underdeck.serve import messages

GROUP = "series"


def list_(**arguments: Any) -> None:
    """List the player's series and contests."""
    CompetitionCommands.of(GROUP, arguments).list()


def new(games: str, house: tuple[str, ...], contest: bool, **arguments: Any) -> None:
    """Begin a series, or a contest that others can enter."""
    options = read_house(house)
    commands = CompetitionCommands.of(GROUP, arguments)
    commands.create(
        messages.NewCompetition(
            kind="contest" if contest else "series",
            name=commands.account.name,
            games=int(games),
            house=options,
        )
    )


def play(competition: str | None, **arguments: Any) -> None:
    """Play the games of a series or contest."""
    CompetitionCommands.of(GROUP, arguments).play(competition)


def show(competition: str | None, **arguments: Any) -> None:
    """Show a series or contest with its standings."""
    CompetitionCommands.of(GROUP, arguments).show(competition)


def join(link: str, **arguments: Any) -> None:
    """Enter the contest of a link."""
    join_competition(GROUP, link, arguments)


def close(competition: str, yes: bool, **arguments: Any) -> None:
    """End a series or contest early."""
    CompetitionCommands.of(GROUP, arguments).close(competition, is_confirmed=yes)
