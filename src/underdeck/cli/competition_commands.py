"""The commands that series, contests and wagers have in common."""

import re
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from underdeck.career.competition import Kind
from underdeck.cli.account import Account, account_at, account_for
from underdeck.cli.competition_play import (
    PATH,
    CompetitionPlay,
    account_arguments,
    find_competition,
    list_competitions,
)
from underdeck.cli.competition_texts import CompetitionScreen, list_line, short_id, show_json
from underdeck.cli.house_rules import read_pair
from underdeck.cli.links import ENTER, read_link
from underdeck.cli.phrases import simple
from underdeck.cli.speech import speech_options, text
from underdeck.cli.terminal import terminal_for
from underdeck.options import read_options
from underdeck.refusal import Refusal
from underdeck.registry import find_game
from underdeck.serve import messages

GROUPS: dict[str, tuple[Kind, ...]] = {"series": ("series", "contest"), "wager": ("wager",)}
"""The kinds of competitions that each group of commands is about."""
ENTRANTS = "/api/competition/entrants"
INVITATION = re.compile(r"[\w-]{20,64}", re.ASCII)
"""The form of an invitation's key."""


class CompetitionCommands:
    """Commands of one group for one player, with answers for people or as JSON."""

    def __init__(self, group: str, account: Account, *, as_json: bool = False) -> None:
        self.group = group
        self.kinds = GROUPS[group]
        self.account = account
        self.as_json = as_json
        self.terminal = terminal_for()

    @classmethod
    def of(cls, group: str, arguments: dict[str, Any]) -> "CompetitionCommands":
        """Return the commands for the player and the server that the command line names."""
        account = account_for(arguments["server"], arguments["player"])
        return cls(group, account, as_json=arguments.get("json", False))

    def list(self) -> None:
        """List the player's competitions, the newest first."""
        found = list_competitions(self.account, self.kinds)
        if self.as_json:
            show_json(self.terminal, messages.Competitions(found))
            return
        for each in found:
            self.terminal.show(list_line(self.terminal.words, each), hang="  ")
        if not found:
            self.terminal.show(text(f"{self.group}.none"))

    def create(
        self, wanted: messages.NewCompetition, rivals: Sequence[Account] = ()
    ) -> messages.CompetitionShown:
        """Create a competition, let further players of this machine enter, and show it."""
        created = self.account.request("POST", PATH, messages.CompetitionShown, body=wanted)
        for rival in rivals:
            body = messages.EnterCompetition(created.key or "", rival.name)
            rival.request("POST", ENTRANTS, messages.CompetitionShown, body=body)
        self.show(created.competition)
        return created

    def show(self, competition: str | None) -> None:
        """Show a competition with its standings, by default the newest one."""
        self._show(find_competition(self.account, self.kinds, competition))

    def _show(self, shown: messages.CompetitionShown) -> None:
        if self.as_json:
            show_json(self.terminal, shown)
            return
        CompetitionScreen(self.terminal, shown).show()
        self._show_invitation(shown)
        if shown.can_play:
            self._show_how_to_play(shown)

    def _show_invitation(self, shown: messages.CompetitionShown) -> None:
        """Show the link by which others enter."""
        if shown.key is None or not shown.is_open:
            return
        client = self.account.client
        link = client.link(f"{ENTER}/{shown.key}")
        self.terminal.show_command(text("competition.link"), link)
        if client.is_local:
            self.terminal.show(text("competition.link_local"))

    def _show_how_to_play(self, shown: messages.CompetitionShown) -> None:
        """Show the command that plays the next game."""
        words = self.terminal.words
        command = f"{words.program} {self.group} play {short_id(shown)}"
        speech = speech_options(words, plain=self.terminal.plain)
        command += f"{account_arguments(self.account)}{speech}"
        self.terminal.show_command(text("competition.how_to_play"), command)

    def play(self, competition: str | None, players: Sequence[Account] = ()) -> None:
        """Play the games of a competition, one after the other."""
        shown = find_competition(self.account, self.kinds, competition, to_play=True)
        players = players or [self.account]
        CompetitionPlay(self.terminal, players, shown.competition, self.group).run()

    def close(self, competition: str, *, is_confirmed: bool) -> None:
        """End a competition early, after a question on a terminal."""
        shown = find_competition(self.account, self.kinds, competition)
        if not is_confirmed and self.terminal.interactive:
            answer = self.terminal.ask(text(f"competition.close_{shown.kind}") + " > ") or ""
            if not simple(text("count.yes")).startswith(simple(answer.strip() or "-")):
                return
        path = f"{PATH}/{shown.competition}/close"
        self._show(self.account.request("POST", path, messages.CompetitionShown))


def join_competition(group: str, link: str, arguments: dict[str, Any]) -> None:
    """Enter the competition of a link as one of this terminal's players."""
    target = read_link(link, ENTER)
    if not INVITATION.fullmatch(target.target):
        raise Refusal("foreign_link", text=link)
    account = account_at(target.client(arguments["server"]), arguments["player"])
    commands = CompetitionCommands(group, account, as_json=arguments["json"])
    wanted = messages.EnterCompetition(target.target, account.name)
    entered = account.request("POST", ENTRANTS, messages.CompetitionShown, body=wanted)
    if not commands.as_json:
        commands.terminal.show(text("competition.entered", name=account.name))
    own_group = next(name for name, kinds in GROUPS.items() if entered.kind in kinds)
    CompetitionCommands(own_group, account, as_json=commands.as_json).show(entered.competition)


def read_house(rules: Sequence[str]) -> dict[str, int | bool]:
    """Return house rules as a request has them, refused here if they are wrong."""
    game = messages.NewCompetition(kind="series", name="-").game
    options = read_options(find_game(game).Options, dict(read_pair(rule) for rule in rules))
    return asdict(options) if rules else {}
