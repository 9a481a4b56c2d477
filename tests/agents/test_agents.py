"""Bots are found by name, and by the game that they can play."""

from collections.abc import Iterator

import pytest

from underdeck import registry
from underdeck.agents import BOTS, careful, find_bot, random
from underdeck.refusal import Refusal
from underdeck.registry import Manifest, register


@pytest.fixture
def tiny() -> Iterator[str]:
    """A registered game that lists one bot we have and one we don't."""
    register(
        Manifest(name="tiny", game="", teller="", drawing="", screen="", bots=("random", "missing"))
    )
    yield "tiny"
    del registry._manifests["tiny"]


def test_find_bot_by_name() -> None:
    assert find_bot("random") is random.choose
    assert find_bot("careful") is careful.choose
    assert find_bot("careful", "dungeon") is careful.choose
    assert find_bot("random", "tomb") is random.choose


def test_unknown_bot_is_refused_with_the_known_names() -> None:
    with pytest.raises(Refusal) as refused:
        find_bot("reckless")
    assert (refused.value.code, refused.value.params) == (
        "unknown_bot",
        {"name": "reckless", "names": list(BOTS)},
    )


def test_bot_of_another_game_is_refused_with_the_suitable_names() -> None:
    with pytest.raises(Refusal) as refused:
        find_bot("careful", "tomb")
    assert (refused.value.code, refused.value.params) == (
        "unknown_bot",
        {"name": "careful", "names": ["random"]},
    )


def test_bot_that_a_manifest_lists_but_does_not_exist_is_refused(tiny: str) -> None:
    assert find_bot("random", tiny) is random.choose
    with pytest.raises(Refusal, match="unknown_bot"):
        find_bot("missing", tiny)
