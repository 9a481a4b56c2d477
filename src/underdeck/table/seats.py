"""The seats of a table."""

from typing import NamedTuple

from underdeck.table.commitments import hash_share


class Seat(NamedTuple):
    """One seat: played by a person, by a bot, or free."""

    name: str = ""
    bot: str = ""
    profile: str = ""
    words: str = ""
    """The person's share of the shuffle, once it is known."""
    share: str = ""
    """The commitment to that share, if there is one."""
    token: str = ""
    """Identifies the request that took the seat, so that repeating it takes no second seat."""

    @property
    def is_free(self) -> bool:
        """Return whether a person may take the seat."""
        return not self.name and not self.bot

    @property
    def owes_share(self) -> bool:
        """Return whether this person's share of the shuffle is still unknown."""
        return bool(self.name) and not self.words

    @property
    def commitment(self) -> str:
        """Return the hash that binds this seat to its share; plain words are hashed as well."""
        return self.share or (hash_share(self.words) if self.words else "")
