"""The story of a table: the same words for those who were there, who came back and who watch it again."""

from random import Random

import pytest

from table.test_table import SEED, Host, dungeon
from underdeck.agents import find_bot
from underdeck.say import LANGUAGES
from underdeck.serve.pov import Pov, replay
from underdeck.table.assists import undo
from underdeck.table.entries import Opened, Sat


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seat", [0, None])
def test_who_comes_back_and_who_watches_again_hears_the_same(
    language: str, seat: int | None
) -> None:
    host = dungeon(people=1, players=3)
    live = Pov(seat, language, story=True)
    heard = list(live.snapshot(host.table, host.now).story)
    choose = find_bot("careful")
    random = Random(3)
    while host.table.status == "running":
        host.settle()
        asked = [each for each in host.table.waiting if each not in host.table.window.answers]
        if host.table.status == "running" and asked:
            move = str(choose(host.table.game_played.view(asked[0]), random))
            bot = host.table.seats[asked[0]].bot
            id_ = str(host.table.version)
            host.add(
                host.table.bot_move(asked[0], move, host.table.stage)
                if bot
                else host.table.move(asked[0], move, id_)
            )
        heard += live.snapshot(host.table, host.now).story
    assert len(heard) > 50
    late = Pov(seat, language, seen=40, story=True).snapshot(host.table, host.now).story
    assert late == heard[-len(late) :]
    assert [
        sentence for step in replay(host.table, seat, language).steps for sentence in step.story
    ] == heard


def test_undo_does_not_change_what_is_told_afterwards() -> None:
    told = []
    for undone in (0, 1, 5):
        host = Host(Opened("tomb", {}, ("",), SEED))
        host.add(Sat(0, "Ana", "words"))
        host.settle()
        for number in range(undone):
            host.add(host.table.move(0, "delve", f"a{number}"))
            host.add(undo(host.table, 0, f"u{number}"))
        eye = Pov(0, "en", seen=host.table.stage, story=True)
        for number in range(12):
            move = str(host.table.game_played.view(0).legal[0])
            host.add(host.table.move(0, move, str(number)))
        told.append(eye.snapshot(host.table, host.now).story)
    assert told[0] == told[1] == told[2]
