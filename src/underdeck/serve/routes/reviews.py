"""Routes about reviews: finished games compared with strong play."""

from underdeck.serve import messages
from underdeck.serve.request_costs import REVIEW_TOKENS, review_cost
from underdeck.serve.routes.base import PROFILE, WATCH, Request, Router

router = Router()


@router.post(
    "/api/review",
    "Compare a finished game with strong play",
    key=WATCH,
    status=200,
    tokens=REVIEW_TOKENS,
)
async def review_game(request: Request, body: messages.ReviewRequest) -> messages.ReviewShown:
    """Return the review of the table that the key is for."""
    reviews = request.service.reviews
    game = await reviews.find(request.secret)
    request.charge(review_cost(game.moves) - REVIEW_TOKENS)
    return await reviews.show(game, body.goal, request.language)


@router.post(
    "/api/profile/review",
    "Compare a finished game of the history with strong play",
    key=PROFILE,
    status=200,
    tokens=REVIEW_TOKENS,
)
async def review_past_game(request: Request, body: messages.OwnReview) -> messages.ReviewShown:
    """Return the review of one of the profile's games."""
    reviews = request.service.reviews
    game = await reviews.find_own(request.secret, body.table)
    request.charge(review_cost(game.moves) - REVIEW_TOKENS)
    return await reviews.show(game, body.goal, request.language)
