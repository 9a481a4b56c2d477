"""Views that are read back from messages are those that the server sent, but for one part.

Whether discards are kept isn't sent: moves say how many cards an ace draws.
"""

from dataclasses import asdict
from random import Random

import pytest

from e2e.shown_views import read_view
from env.games import DUNGEONS, dungeon_moments, dungeon_view, name_of
from underdeck.games.dungeon.facts import CLIENT_VIEW
from underdeck.games.dungeon.options import Options


@pytest.mark.parametrize("options", DUNGEONS, ids=name_of)
def test_a_view_is_read_back_from_its_message(options: Options) -> None:
    seed = Random(name_of(options)).randrange(1000)
    for state, _ in dungeon_moments(options, seed, 150):
        for seat in range(options.players):
            view = dungeon_view(state, seat)._replace(keeps_discards=False)
            assert read_view(CLIENT_VIEW.shown(view), asdict(options)) == view
