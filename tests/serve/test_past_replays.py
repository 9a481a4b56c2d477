"""Games of a history are replayed by their names, wherever they were played."""

import msgspec
import pytest

from campaign.cluster import Cluster, in_cluster
from career.game_samples import play_randomly
from serve.careers import Person, play_out
from underdeck.formats import as_json
from underdeck.playthrough import AnyPlaythrough
from underdeck.refusal import Refusal
from underdeck.serve import messages
from underdeck.serve.pov import replay


async def replay_of(cluster: Cluster, person: Person, table: str) -> messages.Replay:
    """Return the replay of a game of the history."""
    replays = cluster.app.service.past_replays
    return await replays.message(await replays.find(person.key, table), "en")


async def add(cluster: Cluster, person: Person, played: AnyPlaythrough, seat: int = 0) -> str:
    """Add a game of the terminal; return its name in the history."""
    game = messages.UnreadGame(msgspec.Raw(msgspec.json.encode(as_json(played))), seat)
    wanted = messages.UnreadImport(1, [game], "terminal")
    added = await cluster.app.service.career.import_games(person.key, wanted)
    return added.games[0].table


def test_a_game_at_a_table_is_replayed_as_with_the_key_of_its_seat() -> None:
    async def body(cluster: Cluster) -> None:
        service = cluster.app.service
        ada = await Person.new(service, "Ada")
        new = messages.NewTable("tomb", "Ada")
        seated = await service.tables.open(new, "client", ada.key)
        await play_out(cluster, seated)
        table = await service.live.read(seated.table)
        expected = replay(table, 0, "en", messages.FACTS_PROTOCOL)
        assert await replay_of(cluster, ada, seated.table) == expected

    in_cluster(body)


def test_a_game_of_the_terminal_is_replayed_from_its_record() -> None:
    async def body(cluster: Cluster) -> None:
        ada = await Person.new(cluster.app.service, "Ada")
        played = play_randomly("tomb", 1)
        shown = await replay_of(cluster, ada, await add(cluster, ada, played))
        assert shown.names == ["Ada"]
        assert [step.move for step in shown.steps[1:]] == played.record.moves
        assert shown.steps[-1].view["ending"] == played.view(0).as_json()["ending"]
        assert any(step.story for step in shown.steps)
        assert shown.result == played.result()

    in_cluster(body)


def test_a_replay_shows_only_what_its_player_knew() -> None:
    async def body(cluster: Cluster) -> None:
        ada = await Person.new(cluster.app.service, "Ada")
        played = play_randomly("dungeon", 1, ["random", ""], players=2)
        shown = await replay_of(cluster, ada, await add(cluster, ada, played, 1))
        assert shown.bots == [True, False]
        assert shown.names[1] == "Ada"
        assert shown.names[0] not in ("", "Ada", "random")
        hands = [[each["hand"] for each in step.view["players"]] for step in shown.steps]
        assert all(theirs is None and own is not None for theirs, own in hands)

    in_cluster(body)


def test_a_game_of_somebody_else_is_not_replayed() -> None:
    async def body(cluster: Cluster) -> None:
        ada, bruno = [await Person.new(cluster.app.service, name) for name in ("Ada", "Bruno")]
        table = await add(cluster, ada, play_randomly("tomb", 1))
        with pytest.raises(Refusal) as refused:
            await replay_of(cluster, bruno, table)
        assert refused.value.code == "unknown_table"

    in_cluster(body)
