"""Routes about tables and seats."""

from typing import Any

from underdeck.refusal import Refusal
from underdeck.serve import messages
from underdeck.serve.pov import Pov, replay
from underdeck.serve.request_costs import (
    ADVICE_TOKENS,
    JOIN_TOKENS,
    REPLAY_TOKENS,
    WHOLE_TABLE_TOKENS,
    news_cost,
    replay_cost,
    whole_table_cost,
)
from underdeck.serve.routes.base import INVITATION, OPTIONAL_PROFILE, SEAT, WATCH, Request, Router

router = Router()


@router.post("/api/promises", "Get a commitment to the seed of a future shuffle")
async def create_promise(request: Request) -> messages.Promise:
    """Draw a seed, and commit to it."""
    return await request.service.tables.promise()


@router.get("/api/invitation", "Get the table of an invitation", key=INVITATION)
async def show_invitation(request: Request) -> messages.Invitation:
    """Return the table that an invitation is for."""
    return await request.service.tables.invitation(request.secret)


@router.post("/api/invitation", "Get a listed table before joining it", status=200)
async def preview_table(request: Request, body: messages.Preview) -> messages.Invitation:
    """Return a listed table."""
    return await request.service.tables.preview(body.table)


@router.post("/api/tables", "Open a table", key=OPTIONAL_PROFILE)
async def open_table(request: Request, body: messages.NewTable) -> messages.Seated:
    """Open a table and take its first seat."""
    return await request.service.tables.open(body, request.client, request.secret)


@router.post("/api/seats", "Take a seat at a table", key=OPTIONAL_PROFILE, tokens=JOIN_TOKENS)
async def join_table(request: Request, body: messages.Join) -> messages.Seated:
    """Take a free seat."""
    return await request.service.tables.join(body, request.secret)


@router.delete("/api/seat", "Leave the seat, or resign if the game has started", key=SEAT)
async def leave_seat(request: Request) -> messages.Health:
    """Leave the table."""
    return await request.service.tables.leave(request.secret)


@router.post("/api/seat/key", "Replace the key", key=SEAT)
async def rotate_key(request: Request) -> messages.Rotated:
    """Return a new key and revoke the old one."""
    return await request.service.keys.rotate(request.secret or "")


@router.post("/api/seat/rematch", "Get the same seat at the table of the rematch", key=SEAT)
async def follow_rematch(request: Request) -> messages.Seated:
    """Return a key to the same seat at the table of the rematch."""
    return await request.service.tables.follow(request.secret)


@router.post(
    "/api/seat/move",
    "Make a move without a WebSocket",
    key=SEAT,
    status=200,
    is_versioned=True,
)
async def make_move(request: Request, body: messages.SeatMove) -> messages.Table:
    """Make a move, take one back or open the card counter; return the table after it."""
    table, seat, seen = await request.service.tables.move(request.secret, body)
    request.charge(news_cost(table, seen))
    pov = Pov(seat, request.language, protocol=request.protocol, seen=seen, story=True)
    return pov.snapshot(table, request.service.live.time_of(table.name))


@router.post(
    "/api/seat/advice",
    "Get advice about the next move of a solitaire, which marks the game as assisted",
    key=SEAT,
    status=200,
    tokens=ADVICE_TOKENS,
)
async def give_advice(request: Request, body: messages.AdviceRequest) -> messages.AdviceShown:
    """Return the odds of the next card and the prospects of each legal move."""
    return await request.service.advice.advise(request.secret, body, request.language)


@router.get(
    "/api/table",
    "Get the table as this key may see it",
    key=WATCH,
    tokens=WHOLE_TABLE_TOKENS,
    is_versioned=True,
)
async def show_table(request: Request) -> messages.Table:
    """Return the whole table with its story."""
    key = await request.service.keys.find(request.secret, "seat", "watch")
    live = request.service.live
    table = await live.read(key.table or "")
    request.charge(whole_table_cost(table) - WHOLE_TABLE_TOKENS)
    pov = Pov(key.seat, request.language, protocol=request.protocol, story=True)
    return pov.snapshot(table, live.time_of(table.name))


@router.get(
    "/api/replay",
    "Get a finished game, move by move",
    key=WATCH,
    tokens=REPLAY_TOKENS,
    is_versioned=True,
)
async def show_replay(request: Request) -> messages.Replay:
    """Return every move of a finished game with the view after it."""
    key = await request.service.keys.find(request.secret, "seat", "watch")
    table = await request.service.live.read(key.table or "")
    if not table.is_over:
        raise Refusal("record_not_over")
    request.charge(replay_cost(table) - REPLAY_TOKENS)
    return replay(table, key.seat, request.language, request.protocol)


@router.get(
    "/api/record",
    "Get the record of a finished game",
    key=WATCH,
    tokens=WHOLE_TABLE_TOKENS,
    is_versioned=True,
)
async def show_record(request: Request) -> dict[str, Any]:
    """Return the record, with which anyone can verify the game."""
    key = await request.service.keys.find(request.secret, "seat", "watch")
    table = await request.service.live.read(key.table or "")
    request.charge(whole_table_cost(table) - WHOLE_TABLE_TOKENS)
    return await request.service.tables.record(request.secret)
