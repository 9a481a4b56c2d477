"""`underdeck profile`: the player's name, devices, and the history as a file."""

import json
import time
from typing import Any

import msgspec

from underdeck.cli.account import Account, account_for, saved_players
from underdeck.cli.history_files import export_history, import_history
from underdeck.cli.phrases import simple
from underdeck.cli.recording import (
    RecordedGames,
    count_games,
    is_owner,
    record_saved_games,
)
from underdeck.cli.speech import Speech, text
from underdeck.cli.terminal import Terminal, terminal_for
from underdeck.refusal import Refusal
from underdeck.say.sentences import listed, printable
from underdeck.serve import messages
from underdeck.table.names import read_name


def show(server: str | None, player: str | None, **flags: bool) -> None:
    """Show the profile: its name, games and devices."""
    terminal = terminal_for()
    account = account_for(server, player)
    record_saved_games(terminal, account, quiet=flags["json"])
    found = account.request("GET", "/api/profile", messages.ProfileShown)
    games = count_games(account)
    if flags["json"]:
        data = msgspec.to_builtins(found) | {"games": games}
        terminal.show_as_is(json.dumps(data) + "\n")
        return
    place = account.client.place
    terminal.show(
        terminal.bold(text("profile.title", name=printable(found.name), place=printable(place)))
    )
    terminal.show(text("profile.games", n=games), indent="  ")
    running = sum(table.status in ("open", "running") for table in found.tables)
    terminal.show(text("profile.tables", n=running), indent="  ")
    terminal.show(text("profile.devices", n=found.keys), indent="  ")
    others = [each.name for each in saved_players(account.client) if each.key != account.key]
    if others:
        names = listed(terminal.words, [printable(name) for name in others])
        terminal.show(text("profile.others", names=names), indent="  ", hang="  ")


def name(new_name: str, server: str | None, player: str | None) -> None:
    """Change the player's name."""
    account = account_for(server, player)
    language: Any = Speech.words.language
    wanted = messages.NewProfile(read_name(new_name), language)
    found = account.request("PUT", "/api/profile", messages.ProfileShown, body=wanted)
    account.keep(messages.ProfileKey(found.profile, found.name, found.language, account.key))
    terminal_for().show(text("profile.renamed", name=printable(found.name)))


def export(file: str, server: str | None, player: str | None) -> None:
    """Write the history to a file."""
    terminal = terminal_for()
    account = account_for(server, player)
    record_saved_games(terminal, account)
    written = export_history(account, file)
    terminal.show(text("profile.exported", n=written, path=file))
    if (left_out := count_games(account) - written) > 0:
        terminal.show(text("profile.left_out", n=left_out))


def import_(file: str, server: str | None, player: str | None) -> None:
    """Add the games of an exported file."""
    done = import_history(account_for(server, player), file)
    terminal_for().show(text("profile.imported", n=done.added, path=file))
    if done.known:
        terminal_for().show(text("profile.known", n=done.known))


def merge(code: str, server: str | None, player: str | None) -> None:
    """Move everything of another profile to this one."""
    account = account_for(server, player)
    try:
        body = msgspec.convert({"code": code}, messages.MergeRequest)
    except msgspec.ValidationError:
        raise Refusal("unknown_code") from None
    account.keep(account.request("POST", "/api/profile/merge", messages.ProfileKey, body=body))
    forget_merged(account)
    terminal_for().show(text("profile.merged", n=count_games(account)))


def forget_merged(account: Account) -> None:
    """Remove players of this terminal whose profile has become this one."""
    for each in saved_players(account.client):
        other = Account(account.client, each)
        if other.key == account.key or not other.is_known():
            continue
        found = other.request("GET", "/api/profile", messages.ProfileShown)
        if found.profile == account.profile:
            RecordedGames.move(other.profile, account.profile)
            other.forget()


def code(server: str | None, player: str | None, **flags: bool) -> None:
    """Show a code by which the page or another device opens this profile."""
    terminal = terminal_for()
    account = account_for(server, player)
    found = account.request("POST", "/api/profile/code", messages.Code)
    if flags["json"]:
        terminal.show_as_is(json.dumps(msgspec.to_builtins(found)) + "\n")
        return
    minutes = max(round((found.expires - time.time()) / 60), 1)
    terminal.show_command(
        text("profile.code", n=minutes, place=account.client.place), printable(found.code)
    )


def delete(yes: bool, server: str | None, player: str | None) -> None:
    """Delete the profile and its history."""
    terminal = terminal_for()
    account = account_for(server, player)
    if not yes:
        confirm(terminal, account)
    is_terminals_own = is_owner(account)
    account.request("DELETE", "/api/profile", messages.Health)
    if is_terminals_own:
        RecordedGames.drop_profile(account.profile)
    account.forget()
    terminal.show(text("profile.deleted", name=printable(account.name)))


def confirm(terminal: Terminal, account: Account) -> None:
    """Ask whether the profile is to be deleted; refuse without a clear yes."""
    terminal.show(text("profile.delete", name=printable(account.name), n=count_games(account)))
    answer = terminal.ask(text("profile.sure") + " > ") or ""
    if simple(answer.strip()) != simple(text("count.yes")):
        raise Refusal("not_deleted")
