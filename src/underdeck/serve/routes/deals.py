"""Routes about the daily deal and shared deals, with their leaderboards."""

from underdeck.serve import messages
from underdeck.serve.messages.deals import Day, SharedCode
from underdeck.serve.routes.base import OPTIONAL_PROFILE, PROFILE, Request, Router

router = Router()


@router.get("/api/daily", "Get today's deal and its leaderboard", key=OPTIONAL_PROFILE)
async def show_daily(request: Request) -> messages.DailyShown:
    """Return today's daily."""
    return await request.service.dailies.show(request.secret, None)


@router.post("/api/daily", "Play today's deal", key=PROFILE)
async def play_daily(request: Request, body: messages.NamedPlay) -> messages.Seated:
    """Open or resume the profile's ranked attempt; later attempts are free."""
    return await request.service.dailies.play(request.secret, body, request.client)


@router.get("/api/dailies/{day}", "Get the deal of a day and its leaderboard", key=OPTIONAL_PROFILE)
async def show_day(request: Request, day: Day) -> messages.DailyShown:
    """Return the daily of a day."""
    return await request.service.dailies.show(request.secret, day)


@router.get("/api/profile/dailies", "Get the calendar of dailies", key=PROFILE)
async def show_calendar(request: Request) -> messages.Calendar:
    """Return the days that the profile has played, and its streaks."""
    return await request.service.dailies.calendar(request.secret)


@router.post("/api/deals", "Share the deal of a finished game", key=PROFILE)
async def share_deal(request: Request, body: messages.ShareDeal) -> messages.DealShown:
    """Return a code for the deal of one of the profile's games."""
    return await request.service.deals.share(request.secret, body)


@router.get("/api/deals/{code}", "Get a deal and its leaderboard", key=OPTIONAL_PROFILE)
async def show_deal(request: Request, code: SharedCode) -> messages.DealShown:
    """Return a deal by its code or number."""
    return await request.service.deals.show(request.secret, code)


@router.post("/api/deals/play", "Play a deal by its code or number", key=PROFILE)
async def play_deal(request: Request, body: messages.PlayDeal) -> messages.Seated:
    """Open a table with a deal; the profile's first attempt is ranked."""
    return await request.service.deals.play(request.secret, body, request.client)
