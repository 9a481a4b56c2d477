"""The terminal's profiles: a key for each place and player, in the user's data folder."""

import getpass
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from underdeck.cli.client import Client, client_for
from underdeck.cli.saves import reason_of, write_whole
from underdeck.cli.speech import Speech, text
from underdeck.cli.terminal import complain
from underdeck.private_files import data_folder, make_private_folder, tighten
from underdeck.refusal import Refusal
from underdeck.serve import messages
from underdeck.table.names import MAX_NAME_LENGTH, look_alike, read_name

T = TypeVar("T")


class SavedAccount(msgspec.Struct, frozen=True):
    """A player's profile at one place and the key that opens it."""

    name: str
    profile: str
    key: str


class AccountFile(msgspec.Struct):
    """The contents of the file: the players at each place, the default one first."""

    underdeck_accounts: int = 1
    places: dict[str, list[SavedAccount]] = msgspec.field(default_factory=dict)


def accounts_path() -> Path:
    """Return the file of the terminal's profiles."""
    return data_folder() / "accounts.json"


def read_accounts() -> AccountFile:
    """Return the saved profiles, none if there is no file yet."""
    path = accounts_path()
    try:
        data = path.read_bytes()
        tighten(path)
        return msgspec.json.decode(data, type=AccountFile)
    except FileNotFoundError:
        return AccountFile()
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise Refusal("accounts_damaged", path=str(path)) from None
    except OSError as error:
        raise Refusal("file_unreadable", path=str(path), reason=reason_of(error)) from None


def write_accounts(accounts: AccountFile) -> None:
    """Write the saved profiles, completely or not at all."""
    path, data = accounts_path(), msgspec.json.format(msgspec.json.encode(accounts))
    try:
        make_private_folder(path.parent)
        write_whole(path, data.decode() + "\n", new=False)
    except OSError as error:
        raise Refusal("write_failed", path=str(path), reason=reason_of(error)) from None


def saved_players(client: Client) -> list[SavedAccount]:
    """Return the players of this terminal at a place, the default one first."""
    return read_accounts().places.get(client.id, [])


class Account:
    """A player of this terminal at one place; requests carry the key of the player's profile."""

    def __init__(self, client: Client, saved: SavedAccount) -> None:
        self.client = client
        self._saved = saved

    @property
    def name(self) -> str:
        """The player's name."""
        return self._saved.name

    @property
    def profile(self) -> str:
        """The id of the profile."""
        return self._saved.profile

    @property
    def key(self) -> str:
        """The key of the profile."""
        return self._saved.key

    def request(self, method: str, path: str, kind: type[T], body: Any = None) -> T:
        """Send a request with the profile's key.

        If the server doesn't know the profile any more, a new one takes its place, and the player
        is informed.
        """
        try:
            return self.client.request(method, path, kind, body=body, key=self.key)
        except Refusal as refusal:
            if refusal.code != "unknown_key" or self.is_known():
                raise
        self.keep(new_profile(self.client, self.name))
        complain(text("account.replaced", place=self.client.place, name=self.name))
        return self.client.request(method, path, kind, body=body, key=self.key)

    def is_known(self) -> bool:
        """Return whether the server knows the profile."""
        try:
            self.client.request("GET", "/api/profile", messages.ProfileShown, key=self.key)
        except Refusal as refusal:
            if refusal.code == "unknown_key":
                return False
            raise
        return True

    def keep(self, given: messages.ProfileKey) -> None:
        """Save a new key, profile or name of this player."""
        old, self._saved = self._saved, saved_as(given)
        replace_saved(self.client, old, [self._saved])

    def forget(self) -> None:
        """Remove the player from this terminal; the profile itself stays."""
        replace_saved(self.client, self._saved, [])


def replace_saved(client: Client, old: SavedAccount, new: Iterable[SavedAccount]) -> None:
    """Replace a saved profile by others."""
    accounts = read_accounts()
    players = accounts.places.setdefault(client.id, [])
    index = next((i for i, each in enumerate(players) if each.key == old.key), len(players))
    players[index : index + 1] = new
    write_accounts(accounts)


def account_for(server: str | None = None, name: str | None = None) -> Account:
    """Return the player at a server or at this machine, with a new profile at first use."""
    return account_at(client_for(server), name)


def account_at(client: Client, name: str | None = None) -> Account:
    """Return the player of this name at a place, by default the first one."""
    found = find_saved(saved_players(client), name)
    if found is None:
        found = add_player(client, saved_as(new_profile(client, name or default_name())))
    return Account(client, found)


def find_saved(players: list[SavedAccount], name: str | None) -> SavedAccount | None:
    """Return the first player, or the one whose name looks like the given one."""
    return next((each for each in players if name is None or look_alike(each.name, name)), None)


def add_player(client: Client, player: SavedAccount, *, is_default: bool = False) -> SavedAccount:
    """Save a player; return the one of this name that another process has saved meanwhile."""
    accounts = read_accounts()
    players = accounts.places.setdefault(client.id, [])
    known = find_saved(players, player.name)
    if known is not None:
        return known
    players.insert(0 if is_default else len(players), player)
    write_accounts(accounts)
    return player


def new_profile(client: Client, name: str) -> messages.ProfileKey:
    """Create a profile at a place."""
    language: Any = Speech.words.language
    wanted = messages.NewProfile(read_name(name), language)
    return client.request("POST", "/api/profiles", messages.ProfileKey, body=wanted)


def saved_as(given: messages.ProfileKey) -> SavedAccount:
    """Return a profile with its key as it is saved."""
    return SavedAccount(given.name, given.profile, given.key)


def default_name() -> str:
    """Return the name of the system's user, or a general one if that is no valid name."""
    with suppress(Refusal, OSError, KeyError, ImportError):
        return read_name(getpass.getuser()[:MAX_NAME_LENGTH])
    return text("account.player")
