"""Lessons as data."""

import msgspec
import pytest

from serve.server import Visitor, live
from underdeck.registry import find_part
from underdeck.serve.lessons import read_lesson
from underdeck.serve.schemas.base import EventShown
from underdeck.serve.schemas.tomb import TombResult


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("game", ["tomb", "dungeon"])
def test_a_lesson_has_legal_moves_and_comments_to_its_end(game: str, language: str) -> None:
    lesson = read_lesson(game, language, has_facts=True)
    schemas = find_part(game, "schemas")
    for step in lesson.steps:
        view = msgspec.convert(step.view, schemas.view)
        msgspec.convert(step.events, list[EventShown])
        if step.seat == 0:
            assert step.move in [move.text for move in view.legal]
            assert step.before
            assert step.why
        else:
            assert step.before is None
    assert lesson.steps[-1].seat is None
    msgspec.convert(lesson.result, schemas.result)
    assert lesson.intro != lesson.outro
    moves = [move["text"] for move in lesson.steps[0].view["legal"]]
    assert read_lesson(game, language).steps[0].view["legal"] == moves


def test_the_walkthrough_ends_with_four_kings_and_68_points() -> None:
    result = msgspec.convert(read_lesson("tomb", "en").result, TombResult)
    assert (result.ending, result.kings, result.points, result.won) == ("escaped", 4, 68, True)


@live
async def test_lessons_are_served_by_game_and_in_the_accepted_language(visitor: Visitor) -> None:
    for game in ("tomb", "dungeon"):
        path = f"/api/lessons/{game}"
        response = await visitor.ask("GET", path, **{"accept-language": "es"})
        assert response.json()["intro"] == read_lesson(game, "es").intro
    missing = await visitor.ask("GET", "/api/lessons/chess")
    assert (missing.status_code, missing.json()["refused"]["code"]) == (404, "no_such_page")
    refused = await visitor.ask("POST", "/api/lessons/tomb")
    assert (refused.status_code, refused.headers["allow"]) == (405, "GET")


@live
async def test_a_lesson_is_compressed_for_clients_that_accept_it(visitor: Visitor) -> None:
    path = "/api/lessons/tomb"
    plain = await visitor.ask("GET", path, **{"accept-encoding": "identity"})
    compressed = await visitor.ask("GET", path, **{"accept-encoding": "gzip"})
    assert plain.json() == compressed.json()
    assert plain.headers["vary"] == compressed.headers["vary"] == "accept-encoding"
    assert "content-encoding" not in plain.headers
    assert compressed.headers["content-encoding"] == "gzip"
    assert int(compressed.headers["content-length"]) * 3 < int(plain.headers["content-length"])
