"""The story of a table: the same words live, after a reconnect and in a replay."""

from random import Random

import pytest

from table.local_table import SEED, LocalTable, a_solitaire, dungeon
from underdeck.agents import find_bot
from underdeck.say import LANGUAGES
from underdeck.serve import messages
from underdeck.serve.pov import Pov, replay
from underdeck.table.assists import count, undo
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


@pytest.mark.parametrize("skipped", [1, 2, 3])
def test_after_an_undo_the_story_is_that_of_a_new_client(skipped: int) -> None:
    local = a_solitaire()
    random, pov, story = Random(5), Pov(0, "en", protocol=3, story=True), list[str]()
    for number in range(60):
        table = local.table
        if table.played and table.played.record.moves and random.random() < 0.3:
            local.add(undo(table, 0, f"u{number}"))
        else:
            move = str(random.choice(table.game_played.view(0).legal))
            local.add(table.move(0, move, str(number)))
        if number % skipped == 0:  # a slow client gets several changes at once
            message = pov.update(local.table, local.now)
            start = len(story) if message.story_from is messages.UNCHANGED else message.story_from
            story = story[:start] + message.story
            new = Pov(0, "en", protocol=3, story=True).snapshot(local.table, local.now)
            assert story == new.story
        if local.table.is_over:
            return


def test_clients_of_older_protocols_get_no_place_in_the_story() -> None:
    local = a_solitaire()
    pov = Pov(0, "en", protocol=2, story=True)
    local.add(local.table.move(0, "delve", "a"))
    pov.snapshot(local.table, local.now)
    local.add(undo(local.table, 0, "u"))
    message = pov.update(local.table, local.now)
    assert message.story_from is message.assisted is messages.UNCHANGED


def test_a_table_says_whether_its_game_is_assisted() -> None:
    local = a_solitaire()
    pov = Pov(0, "en", protocol=3)
    assert pov.snapshot(local.table, local.now).assisted is False
    local.add(count(local.table, 0, "c"))
    assert pov.update(local.table, local.now).assisted is True
