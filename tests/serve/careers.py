"""Profiles that play whole solitaires through a service, for tests of competitive play."""

from dataclasses import dataclass
from itertools import count
from random import Random

from campaign.cluster import Cluster
from underdeck.serve import messages
from underdeck.serve.service import Service

_move_ids = count(1)


@dataclass
class Person:
    """A profile and the key that opens it."""

    name: str
    profile: str
    key: str

    @classmethod
    async def new(cls, service: Service, name: str) -> "Person":
        """Create a profile."""
        created = await service.profiles.create(messages.NewProfile(name))
        return cls(name, created.profile, created.key)


async def move(service: Service, key: str, text: str, version: int) -> int:
    """Make a move by HTTP, and return the version after it."""
    wanted = messages.SeatMove(f"m{next(_move_ids)}", version, text)
    table, _, _ = await service.tables.move(key, wanted)
    return table.stage


async def play_out(cluster: Cluster, seated: messages.Seated, seed: int = 1) -> None:
    """Play a solitaire to its end by random moves; the same seed makes the same moves."""
    random = Random(seed)
    service = cluster.apps[0].service
    while True:
        table = await service.live.read(seated.table)
        if table.is_over:
            return
        legal = table.game_played.view(0).legal
        await move(service, seated.key, str(random.choice(legal)), table.stage)


async def walk_out(cluster: Cluster, seated: messages.Seated) -> None:
    """Play a solitaire carefully: turn around as soon as possible."""
    service = cluster.apps[0].service
    while True:
        table = await service.live.read(seated.table)
        if table.is_over:
            return
        legal = [str(each) for each in table.game_played.view(0).legal]
        wanted = next((each for each in legal if each.startswith("retreat")), legal[0])
        await move(service, seated.key, wanted, table.stage)
