"""The story of a table: the same words live, after a reconnect and in a replay."""

from random import Random

import pytest

from table.local_table import SEED, LocalTable, dungeon
from underdeck.agents import find_bot
from underdeck.say import LANGUAGES
from underdeck.serve.pov import Pov, replay
from underdeck.table.assists import undo
from underdeck.table.entries import Opened, Sat


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seat", [0, None])
def test_the_story_is_the_same_live_after_a_reconnect_and_in_a_replay(
    language: str, seat: int | None
) -> None:
    local = dungeon(people=1, players=3)
    live = Pov(seat, language, story=True)
    story = list(live.snapshot(local.table, local.now).story)
    choose = find_bot("careful")
    random = Random(3)
    while local.table.status == "running":
        local.settle()
        asked = [each for each in local.table.waiting if each not in local.table.window.answers]
        if asked and not local.table.is_over:
            move = str(choose(local.table.game_played.view(asked[0]), random))
            bot = local.table.seats[asked[0]].bot
            id_ = str(local.table.version)
            local.add(
                local.table.bot_move(asked[0], move, local.table.stage)
                if bot
                else local.table.move(asked[0], move, id_)
            )
        story += live.snapshot(local.table, local.now).story
    assert len(story) > 50
    late = Pov(seat, language, seen=40, story=True).snapshot(local.table, local.now).story
    assert late == story[-len(late) :]
    assert [
        sentence for step in replay(local.table, seat, language).steps for sentence in step.story
    ] == story


def test_undo_does_not_change_the_later_story() -> None:
    stories = []
    for undone in (0, 1, 5):
        local = LocalTable(Opened("tomb", {}, ("",), SEED))
        local.add(Sat(0, "Ana", "words"))
        local.settle()
        for number in range(undone):
            local.add(local.table.move(0, "delve", f"a{number}"))
            local.add(undo(local.table, 0, f"u{number}"))
        pov = Pov(0, "en", seen=local.table.stage, story=True)
        for number in range(12):
            move = str(local.table.game_played.view(0).legal[0])
            local.add(local.table.move(0, move, str(number)))
        stories.append(pov.snapshot(local.table, local.now).story)
    assert stories[0] == stories[1] == stories[2]
