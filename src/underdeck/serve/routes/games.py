"""Routes about the games, their lessons and the lobby."""

from underdeck.refusal import Refusal
from underdeck.serve import listings, messages
from underdeck.serve.lessons import has_lesson, read_lesson
from underdeck.serve.messages.fields import LessonName
from underdeck.serve.request_costs import LESSON_TOKENS
from underdeck.serve.routes.base import Request, Router

router = Router()


@router.get("/api/games", "List the games and their options")
async def list_games(_request: Request) -> messages.Games:
    """List what can be played here."""
    return listings.list_games()


@router.get(
    "/api/lessons/{game}",
    "Get the lesson of a game",
    tokens=LESSON_TOKENS,
    is_versioned=True,
    is_compressed=True,
)
async def show_lesson(request: Request, game: LessonName) -> messages.Lesson:
    """Return the scripted game for learners in the client's language."""
    if not has_lesson(game):
        raise Refusal("no_such_page")
    has_facts = request.protocol >= messages.FACTS_PROTOCOL
    return read_lesson(game, request.language, has_facts=has_facts)


@router.get("/api/lobby", "List the tables with free seats")
async def list_lobby(request: Request) -> messages.Lobby:
    """List the tables that anyone may join."""
    return await request.service.tables.lobby()
