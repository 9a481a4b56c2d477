"""What the house does for a client when something fails on the way."""

import pytest

from campaign.hall import Hall, in_hall
from campaign.races import table_of
from underdeck.refusal import Refusal
from underdeck.serve import messages
from underdeck.store.model import Change
from underdeck.table.entries import Began, Made
from underdeck.table.table import RESIGN


def test_a_table_is_opened_with_who_sits_there_or_not_at_all() -> None:
    async def story(hall: Hall) -> None:
        written: list[Change] = []

        async def note(change: Change) -> None:
            written.append(change)
            if len(written) > 1:
                raise Refusal("store_full")

        service, wanted = hall.app.service, messages.NewTable("dungeon", "Ada")
        hall.hinder = note
        seated = await service.new_table(wanted, "client", None)
        with pytest.raises(Refusal, match="store_full"):
            await service.new_table(wanted, "client", None)
        assert [len(change.entries) for change in written] == [2, 2]
        assert (await hall.folded(seated.table)).seats[0].name == "Ada"
        assert len(await hall.store.all_tables()) == 1

    in_hall(story)


def test_a_rematch_that_could_not_be_opened_is_opened_when_somebody_asks_again() -> None:
    async def story(hall: Hall) -> None:
        name, _ = await hall.open([*table_of(2, hall.random, 2), Began(), Made(1, RESIGN)], 2)

        async def hinder(change: Change) -> None:
            if change.entry.table != name:
                raise Refusal("store_full")

        service = hall.app.service
        await service.rematch(name, 0)
        hall.hinder = hinder
        with pytest.raises(Refusal, match="store_full"):
            await service.rematch(name, 1)
        hall.hinder = None
        await service.rematch(name, 0)
        assert (await hall.folded((await hall.folded(name)).followed)).status == "running"
        with pytest.raises(Refusal, match="no_rematch"):
            await service.rematch(name, 1)

    in_hall(story)
