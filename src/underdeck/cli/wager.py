"""`underdeck wager`: play for points at a stake, and the ledger of debts."""

from collections.abc import Sequence
from typing import Any

from underdeck.cli.account import Account, account_at
from underdeck.cli.amounts import amount_text
from underdeck.cli.competition_commands import (
    GROUPS,
    CompetitionCommands,
    join_competition,
    read_house,
)
from underdeck.cli.competition_play import find_competition, local_entrants, local_players
from underdeck.cli.competition_texts import ID_LENGTH, debt_text, show_json
from underdeck.cli.speech import text
from underdeck.cli.terminal import Terminal
from underdeck.refusal import Refusal
from underdeck.say.sentences import listed, printable
from underdeck.serve import messages
from underdeck.table.names import look_alike

GROUP = "wager"
LEDGER = "/api/ledger"
MAX_SETTLED = 200
"""Maximum number of debts in one request."""


def list_(**arguments: Any) -> None:
    """List the player's wagers."""
    CompetitionCommands.of(GROUP, arguments).list()


def new(stake: int, currency: str, house: tuple[str, ...], **arguments: Any) -> None:
    """Begin a wager, with other players of this machine if they are named."""
    options = read_house(house)
    commands = CompetitionCommands.of(GROUP, arguments)
    account = commands.account
    rivals = [account_at(account.client, name) for name in arguments["rivals"]]
    refuse_twice([account, *rivals])
    wanted = messages.NewCompetition(
        kind="wager",
        name=account.name,
        games=int(arguments["games"]),
        house=options,
        same_deals=arguments["same_deal"],
        stake=stake,
        currency=currency,
    )
    commands.create(wanted, rivals)


def refuse_twice(players: list[Account]) -> None:
    """Refuse a player who is named twice."""
    for place, player in enumerate(players):
        if any(player.profile == other.profile for other in players[:place]):
            raise Refusal("rival_twice", name=player.name)


def join(link: str, **arguments: Any) -> None:
    """Enter the wager of a link."""
    join_competition(GROUP, link, arguments)


def play(competition: str | None, **arguments: Any) -> None:
    """Play the games of a wager; players of this machine take turns unless one is named."""
    commands = CompetitionCommands.of(GROUP, arguments)
    if arguments["player"] is not None:
        commands.play(competition)
        return
    client = commands.account.client
    account, found = find_here(local_players(client), competition)
    commands = CompetitionCommands(GROUP, account)
    commands.play(found, local_entrants(client, found))


def find_here(players: Sequence[Account], wanted: str | None) -> tuple[Account, str]:
    """Return the first player of this machine who has such a wager to play, and its id."""
    first_refusal: Refusal | None = None
    for player in players:
        try:
            found = find_competition(player, GROUPS[GROUP], wanted, to_play=True)
        except Refusal as refusal:
            if refusal.code not in ("no_wager", "competition_id"):
                raise
            first_refusal = first_refusal or refusal
        else:
            return player, found.competition
    raise first_refusal or Refusal("no_wager")


def show(competition: str | None, **arguments: Any) -> None:
    """Show a wager with its standings and debts."""
    CompetitionCommands.of(GROUP, arguments).show(competition)


def close(competition: str, yes: bool, **arguments: Any) -> None:
    """End a wager early."""
    CompetitionCommands.of(GROUP, arguments).close(competition, is_confirmed=yes)


# The ledger


def ledger(**arguments: Any) -> None:
    """Show who owes whom."""
    commands = CompetitionCommands.of(GROUP, arguments)
    found = commands.account.request("GET", LEDGER, messages.Ledger)
    if commands.as_json:
        show_json(commands.terminal, found)
    else:
        show_ledger(commands.terminal, found)


def show_ledger(terminal: Terminal, found: messages.Ledger) -> None:
    """Show the balance with each player, then the debts that aren't settled."""
    for balance in found.balances:
        if balance.amount:
            terminal.show(terminal.bold(balance_text(terminal, balance)))
    unsettled = [debt for debt in found.debts if debt.amount and not debt.is_settled]
    for debt in unsettled:
        line = text(
            "wager.debt_of_game",
            id=debt.competition[:ID_LENGTH],
            number=debt.number,
            debt=debt_text(terminal.words, debt),
        )
        terminal.show(line, indent="  ", hang="  ")
    if not unsettled:
        terminal.show(text("wager.no_debts"))


def balance_text(terminal: Terminal, balance: messages.Balance) -> str:
    """Return what one player owes another in all."""
    key = "wager.balance_theirs" if balance.amount > 0 else "wager.balance_yours"
    amount = amount_text(terminal.words, abs(balance.amount), balance.currency)
    return text(key, name=printable(balance.name), amount=amount)


def settle(rival: str | None, **arguments: Any) -> None:
    """Say that debts are settled, with one player or with all."""
    commands = CompetitionCommands.of(GROUP, arguments)
    account, terminal = commands.account, commands.terminal
    found = account.request("GET", LEDGER, messages.Ledger)
    chosen = [debt for debt in found.debts if can_settle(debt, rival)]
    if not chosen:
        raise Refusal("nothing_to_settle")
    after = found
    for start in range(0, len(chosen), MAX_SETTLED):
        body = messages.Settle([debt.debt for debt in chosen[start : start + MAX_SETTLED]])
        after = account.request("POST", LEDGER, messages.Ledger, body=body)
    if commands.as_json:
        show_json(terminal, after)
        return
    settled = {debt.debt for debt in after.debts if debt.is_settled}
    waiting = sorted({other_name(debt) for debt in chosen if debt.debt not in settled})
    terminal.show(text("wager.agreed", n=len(chosen)))
    if waiting:
        names = listed(terminal.words, [printable(name) for name in waiting])
        terminal.show(text("wager.waits_for", names=names))


def can_settle(debt: messages.DebtShown, rival: str | None) -> bool:
    """Return whether the player can still agree that a debt with this rival is settled."""
    is_open = debt.amount and not debt.is_settled and debt.you not in ("", *debt.settled_by)
    return bool(is_open) and (rival is None or look_alike(other_name(debt), rival))


def other_name(debt: messages.DebtShown) -> str:
    """Return the name of the other player of a debt."""
    return debt.creditor if debt.you == "debtor" else debt.debtor
