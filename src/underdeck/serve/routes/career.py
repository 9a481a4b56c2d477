"""Routes about history, statistics, achievements and the games of other devices."""

from underdeck.serve import messages
from underdeck.serve.limits import MAX_IMPORT_BYTES
from underdeck.serve.request_costs import MOVES_PER_REPLAY_TOKEN, REPLAY_TOKENS
from underdeck.serve.routes.base import PROFILE, SEAT, Request, Router

HISTORY_TOKENS = 5
IMPORTED_BYTES_PER_TOKEN = 1024
GAMES_PER_TOKEN = 4
"""Games that are exported, or whose statistics are computed again, because older ones come in."""

router = Router()


@router.post("/api/profile/history", "List the finished games", key=PROFILE, status=200)
async def list_history(request: Request, body: messages.HistoryRequest) -> messages.HistoryPage:
    """Return a page of the profile's history, newest first."""
    return await request.service.career.history(request.secret, body)


@router.post(
    "/api/profile/statistics",
    "Get the statistics of one game",
    key=PROFILE,
    status=200,
    tokens=HISTORY_TOKENS,
)
async def show_statistics(request: Request, body: messages.GameFilter) -> messages.StatisticsShown:
    """Return rates, means and distributions of the profile's games."""
    return await request.service.career.statistics(request.secret, body)


@router.get("/api/profile/achievements", "List the achievements", key=PROFILE)
async def list_achievements(request: Request) -> messages.Achievements:
    """Return all achievements, unlocked or not."""
    return await request.service.career.achievements(request.secret)


@router.get("/api/result", "Get the finished game in the history", key=SEAT)
async def show_result(request: Request) -> messages.GameListed:
    """Return the game of a seat with its remarks, for the end screen."""
    return await request.service.career.result(request.secret)


@router.post(
    "/api/profile/export",
    "Export the finished games",
    key=PROFILE,
    status=200,
    tokens=HISTORY_TOKENS,
)
async def export_games(request: Request, body: messages.ExportRequest) -> messages.ExportPart:
    """Return a part of the profile's games with their records."""
    request.charge(body.limit // GAMES_PER_TOKEN)
    return await request.service.career.export(request.secret, body)


@router.post(
    "/api/profile/record",
    "Get a finished game with its record",
    key=PROFILE,
    status=200,
    tokens=HISTORY_TOKENS,
)
async def export_game(request: Request, body: messages.OwnGame) -> messages.ExportedGame:
    """Return one of the profile's games with its record."""
    return await request.service.career.game(request.secret, body)


@router.post(
    "/api/profile/replay",
    "Get a finished game of the history, move by move",
    key=PROFILE,
    status=200,
    tokens=REPLAY_TOKENS,
)
async def replay_past_game(request: Request, body: messages.OwnGame) -> messages.Replay:
    """Return every move of one of the profile's games with the view after it."""
    replays = request.service.past_replays
    found = await replays.find(request.secret, body.table)
    request.charge(max(0, found.moves // MOVES_PER_REPLAY_TOKEN - REPLAY_TOKENS))
    return await replays.message(found, request.language)


@router.post(
    "/api/profile/games",
    "Add finished games",
    key=PROFILE,
    body=messages.ImportRequest,
    max_body=MAX_IMPORT_BYTES,
    tokens=HISTORY_TOKENS,
)
async def import_games(request: Request, body: messages.UnreadImport) -> messages.Imported:
    """Add games of the terminal or of an export, all or none."""
    size = sum(len(memoryview(game.record)) for game in body.games)
    recounted = await request.service.career.games_to_recount(request.secret, body)
    request.charge(
        max(len(body.games), size // IMPORTED_BYTES_PER_TOKEN) + recounted // GAMES_PER_TOKEN
    )
    return await request.service.career.import_games(request.secret, body)


@router.post("/api/profile/merge", "Merge another profile into this one", key=PROFILE, status=200)
async def merge_profiles(request: Request, body: messages.MergeRequest) -> messages.ProfileKey:
    """Move everything of the profile of a device code to this one."""
    games = await request.service.career.games_to_merge(request.secret, body)
    request.charge(games // GAMES_PER_TOKEN)
    return await request.service.career.merge(request.secret, body)
