"""Routes about series, contests, wagers and the ledger."""

from underdeck.serve import messages
from underdeck.serve.messages.competitions import CompetitionId
from underdeck.serve.routes.base import COMPETITION, PROFILE, Request, Router

LEDGER_TOKENS = 5
ENTRANTS_PER_TOKEN = 4
"""Entrants in a list of competitions, each with up to ten games."""
ROWS_PER_TOKEN = 10
"""Entrants and debts of one competition."""

router = Router()


@router.post("/api/competitions", "Begin a series, a contest or a wager", key=PROFILE)
async def create_competition(
    request: Request, body: messages.NewCompetition
) -> messages.CompetitionShown:
    """Create a competition with this profile as its first entrant."""
    return await request.service.competitions.create(request.secret, body, request.client)


@router.get("/api/competitions", "List the competitions of the profile", key=PROFILE)
async def list_competitions(request: Request) -> messages.Competitions:
    """Return the profile's competitions, newest first."""
    entrants = await request.service.competitions.count_entrants(request.secret)
    request.charge(entrants // ENTRANTS_PER_TOKEN)
    return await request.service.competitions.list(request.secret)


@router.get("/api/competitions/{competition}", "Get a competition", key=PROFILE)
async def show_competition(
    request: Request, competition: CompetitionId
) -> messages.CompetitionShown:
    """Return a competition that the profile has entered, with its standings."""
    rows = await request.service.competitions.count_rows(competition)
    request.charge(rows // ROWS_PER_TOKEN)
    return await request.service.competitions.show(request.secret, competition)


@router.post(
    "/api/competitions/{competition}/game", "Play the running or the next game", key=PROFILE
)
async def play_game(request: Request, competition: CompetitionId) -> messages.Seated:
    """Open or resume the profile's game."""
    return await request.service.competitions.play(request.secret, competition, request.client)


@router.post(
    "/api/competitions/{competition}/close", "End a competition early", key=PROFILE, status=200
)
async def close_competition(
    request: Request, competition: CompetitionId
) -> messages.CompetitionShown:
    """End a competition; games not played count 0, and a wager that isn't complete owes nothing."""
    return await request.service.competitions.close(request.secret, competition)


@router.get("/api/competition", "Get the competition of an invitation", key=COMPETITION)
async def show_invited_competition(request: Request) -> messages.CompetitionShown:
    """Return the competition that a key invites to."""
    return await request.service.competitions.invitation(request.secret)


@router.post("/api/competition/entrants", "Enter a competition", key=PROFILE)
async def enter_competition(
    request: Request, body: messages.EnterCompetition
) -> messages.CompetitionShown:
    """Enter the competition of an invitation; entering twice changes nothing."""
    return await request.service.competitions.enter(request.secret, body)


@router.get("/api/ledger", "List debts from wagers", key=PROFILE, tokens=LEDGER_TOKENS)
async def show_ledger(request: Request) -> messages.Ledger:
    """Return who owes whom."""
    return await request.service.competitions.ledger(request.secret)


@router.post(
    "/api/ledger", "Say that debts are settled", key=PROFILE, status=200, tokens=LEDGER_TOKENS
)
async def settle_debts(request: Request, body: messages.Settle) -> messages.Ledger:
    """Agree that debts are settled; a debt is settled once both players agree."""
    return await request.service.competitions.settle(request.secret, body)
