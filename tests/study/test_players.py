"""The bots of simulations: those of the manifest, and cheaters."""

import pytest

from underdeck.refusal import Refusal
from underdeck.registry import find_manifest
from underdeck.study.players import check_player


@pytest.mark.parametrize("name", find_manifest("dungeon").simulated_bots)
def test_every_listed_bot_is_found(name: str) -> None:
    check_player(name, "dungeon")


def test_an_unknown_bot_is_refused_with_those_that_simulations_have() -> None:
    with pytest.raises(Refusal, match="unknown_bot") as refused:
        check_player("nobody", "dungeon")
    assert refused.value.params["names"] == list(find_manifest("dungeon").simulated_bots)
