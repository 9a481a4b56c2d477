"""Routes about chronicles: finished games told as stories, links to them, and journals."""

from underdeck.serve import messages
from underdeck.serve.request_costs import (
    CHRONICLE_LINK_TOKENS,
    CHRONICLE_TOKENS,
    chronicle_cost,
)
from underdeck.serve.routes.base import CHRONICLE, PROFILE, SEAT, Request, Router

router = Router()


@router.post(
    "/api/chronicle",
    "Get a finished game as a story",
    key=CHRONICLE,
    status=200,
    tokens=CHRONICLE_TOKENS,
)
async def show_chronicle(
    request: Request, body: messages.ChronicleRequest
) -> messages.ChronicleShown:
    """Return the chronicle of the table or of the shared game that the key is for."""
    chronicles = request.service.chronicles
    game = await chronicles.find(request.secret)
    request.charge(chronicle_cost(game.moves) - CHRONICLE_TOKENS)
    return await chronicles.show(game, body, request.language)


@router.post(
    "/api/chronicle/link",
    "Create a key with which anyone can read the chronicle",
    key=SEAT,
    tokens=CHRONICLE_LINK_TOKENS,
)
async def share_chronicle(request: Request) -> messages.ChronicleLink:
    """Return a key to the chronicle of a finished table, always the same one for a seat's key."""
    return await request.service.chronicles.share(request.secret)


@router.post(
    "/api/profile/chronicle",
    "Get a finished game of the history as a story",
    key=PROFILE,
    status=200,
    tokens=CHRONICLE_TOKENS,
)
async def show_own_chronicle(
    request: Request, body: messages.OwnChronicle
) -> messages.ChronicleShown:
    """Return the chronicle of one of the profile's games."""
    chronicles = request.service.chronicles
    game = await chronicles.find_own(request.secret, body.table)
    request.charge(chronicle_cost(game.moves) - CHRONICLE_TOKENS)
    return await chronicles.show(game, body, request.language)


@router.post(
    "/api/profile/chronicle/link",
    "Create a key with which anyone can read the chronicle of a finished game of the history",
    key=PROFILE,
    tokens=CHRONICLE_LINK_TOKENS,
)
async def share_own_chronicle(request: Request, body: messages.OwnGame) -> messages.ChronicleLink:
    """Return a key to the chronicle of a game, always the same one for this key of the profile."""
    return await request.service.chronicles.share_own(request.secret, body.table)


@router.post(
    "/api/profile/journal",
    "Get chronicles of the history",
    key=PROFILE,
    status=200,
    tokens=CHRONICLE_TOKENS,
)
async def show_journal(request: Request, body: messages.JournalRequest) -> messages.JournalPart:
    """Return a part of the profile's chronicles, newest first."""
    chronicles = request.service.chronicles
    journal = await chronicles.journal(request.secret, body)
    cost = sum(chronicle_cost(moves) for moves in journal.moves)
    request.charge(cost - CHRONICLE_TOKENS)
    return await chronicles.bind(journal, body.length, request.language)
