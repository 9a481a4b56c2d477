"""Play over a WebSocket: each connection plays one seat, or watches one table."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass

import msgspec

from underdeck.refusal import Refusal
from underdeck.say.words import Words
from underdeck.serve import messages
from underdeck.serve.asgi import INTERNAL_ERROR, POLICY_VIOLATION, TRY_AGAIN_LATER, Receive, Send
from underdeck.serve.direct_send import QueuedWire, Wire
from underdeck.serve.errors import is_temporary, public_text
from underdeck.serve.key_ring import opens_seat
from underdeck.serve.limits import Limits
from underdeck.serve.live_table import LiveTable
from underdeck.serve.logs import log_exception
from underdeck.serve.pov import Pov
from underdeck.serve.protocol_v1 import downgrade
from underdeck.serve.request_costs import WHOLE_TABLE_TOKENS, whole_table_cost
from underdeck.serve.service import Service
from underdeck.serve.tables import make_move
from underdeck.table.entries import AnyEntry
from underdeck.table.hosting import fill, free, set_pace
from underdeck.table.log import Make
from underdeck.table.table import Table

HELLO_TIMEOUT_S = 10.0
MAX_QUEUED_PHRASES = 8
MOVES = messages.Move, messages.Undo, messages.Count
"""The messages that are acknowledged by their identifiers."""
DISCONNECTED = OSError, RuntimeError
"""The errors of sending over a connection that is closed."""


class Disconnect(Exception):
    """The client has left."""


class Connection:
    """The connection of one client to one table.

    Moves are made as soon as they arrive; a task handles all other messages, and moves that have to
    wait. Everything that is sent is written at once or, for a slow client, when it is ready again.
    """

    hello_timeout_s = HELLO_TIMEOUT_S

    def __init__(
        self, service: Service, client: str, limits: Limits, receive: Receive, send: Send
    ) -> None:
        self.service = service
        self.metrics = service.live.metrics
        self.client = client
        self.limits = limits
        self._receive = receive
        self._send = send
        wire: Wire | None = getattr(send, "wire", None)
        self._wire: Wire = QueuedWire(send) if wire is None else wire
        self._is_idle = False
        """Whether no message of the client waits for the task that handles them."""
        self._is_closing = False
        self._pending_moves: set[str] = set()
        """The identifiers of moves that are being made, until they are acknowledged."""
        self._needs_snapshot = True
        """Whether the whole table must be sent though nothing has happened."""
        self._phrases: deque[messages.Spoken] = deque(maxlen=MAX_QUEUED_PHRASES)
        self.words = Words("en")
        self.protocol: messages.Protocol = messages.OLDEST_PROTOCOL
        self.pov: Pov | None = None
        self.live: LiveTable | None = None
        self._key = b""
        self._taken: int | None = None
        """The version at which the person of this key sat down."""
        self._is_revoked = False

    async def run(self) -> None:
        """Serve the connection until it ends."""
        wire = self._wire
        try:
            await self._greet()
            wire.on_ready, wire.on_message = self._send_waiting, self._receive_at_once
            self._send_waiting()
            while True:
                await self._handle(await self._read())
        except Disconnect:
            pass
        except Refusal as refusal:
            await self._close(refusal)
        finally:
            wire.on_ready = wire.on_message = None
            if self.live is not None:
                self.live.watchers.discard(self)
                self.live.used = self.service.live.now()

    # Updates to the client

    def notify(self, table: Table, now: float) -> None:
        """Send what is new at a table, which is on disk; a slow client gets it when it is ready."""
        if self.pov is None or self._is_closing or not self._wire.is_ready():
            return
        try:
            if self._must_close():
                self._is_closing = True
                self.in_background(self._close(Refusal("unknown_key")))
            elif (update := self._next_update(self.pov, table, now)) is not None:
                self._wire.write(messages.ENCODER.encode(update))
        except Exception as error:  # the client reconnects, and gets the whole table
            log_exception("news_failed", error)
            self._is_closing = True
            self.in_background(self._send({"type": "websocket.close", "code": INTERNAL_ERROR}))

    def _send_waiting(self) -> None:
        """Send what waits for the client: phrases, then the table unless it is being changed."""
        while self._phrases and self._wire.is_ready():
            self._wire.write(messages.ENCODER.encode(self._phrases.popleft()))
        if self.live is None:
            return
        if self.live.lock.locked():
            self.live.has_late_watchers = True
        elif self.live.table is not None:
            self.notify(self.live.table, self.live.time())

    def in_background(self, work: Awaitable[None]) -> None:
        """Run work that may have to wait for the client; it ends quietly if the client leaves."""

        async def run() -> None:
            with suppress(Disconnect, *DISCONNECTED):
                await work

        self.service.live.runtime.spawn(run())

    def _take_done_move(self, table: Table, seat: int | None) -> str | None:
        """Return this client's move if the table's newest stage shows it."""
        for move_id in self._pending_moves:
            if table.made.get((seat or 0, move_id)) == table.stage:
                self._pending_moves.discard(move_id)
                return move_id
        return None

    def refresh(self) -> None:
        """Send the table again, since deadlines have changed."""
        self._needs_snapshot = True
        self._send_waiting()

    def add_phrase(self, phrase: messages.Spoken) -> None:
        """Send a phrase that somebody said; of many at once only the last are kept."""
        self._phrases.append(phrase)
        self._send_waiting()

    def revoke(self, key: bytes) -> None:
        """Close the connection if it was opened with this key."""
        if key == self._key and not self._is_closing:
            self._is_revoked = self._is_closing = True
            self.in_background(self._close(Refusal("unknown_key")))

    def _must_close(self) -> bool:
        """Return whether the key was revoked, or somebody else has the seat now."""
        table = self.live.table if self.live else None
        seat = self.pov.seat if self.pov else None
        return self._is_revoked or (
            table is not None and seat is not None and table.taken.get(seat) != self._taken
        )

    def _next_update(self, pov: Pov, table: Table, now: float) -> messages.Table | None:
        """Return the table if the client needs it, whole or changed."""
        if self._needs_snapshot:
            self._needs_snapshot = False
            message = pov.snapshot(table, now)
        elif table.stage != pov.seen:
            message = pov.update(table, now, self._take_done_move(table, pov.seat))
        else:
            return None
        return self._in_protocol(message, table)

    def _in_protocol(self, message: messages.Table, table: Table) -> messages.Table:
        """Return a message in the protocol that the client reads."""
        if self.protocol == 1:
            message = downgrade(message, table.terms.game)
        return message

    async def send(self, message: messages.ServerMessage) -> None:
        """Send one message when the client is ready; raise `Disconnect` if it has left."""
        await self._wire.wait_until_ready()
        if not self._wire.is_ready():
            raise Disconnect
        self._wire.write(messages.ENCODER.encode(message))

    # Messages of the client

    async def _greet(self) -> None:
        """Read the first message, which presents a key, and answer with the table."""
        try:
            async with asyncio.timeout(self.hello_timeout_s):
                hello = await self._read()
        except TimeoutError:
            raise Refusal("hello_first") from None
        if not isinstance(hello, messages.Hello):
            raise Refusal("hello_first")
        self.words, self.protocol = Words(hello.language), hello.protocol
        key = await self.service.keys.find(hello.key, "seat", "watch")
        self._key = key.hash
        self.pov = Pov(
            key.seat,
            hello.language,
            protocol=hello.protocol,
            seen=hello.seen,
            story=hello.story,
        )
        table = await self.service.live.read_newest(key.table or "")
        if not opens_seat(key, table):
            raise Refusal("unknown_key")
        self._charge(table)
        self._taken = table.taken.get(key.seat) if key.seat is not None else None
        self.live = await self.service.live.find(key.table or "")
        self.live.watchers.add(self)

    def _charge(self, table: Table) -> None:
        """Charge the client for a whole table in proportion to its length."""
        extra = whole_table_cost(table) - WHOLE_TABLE_TOKENS
        if extra > 0 and not self.limits.charge(self.client, time.monotonic(), extra):
            raise Refusal("too_fast")

    async def _read(self) -> messages.ClientMessage:
        """Return the next valid message; refuse all others."""
        while True:
            self._is_idle = True
            event = await self._receive()
            self._is_idle = False
            if event["type"] == "websocket.disconnect":
                raise Disconnect
            text = event.get("text")
            body = text.encode() if text is not None else event.get("bytes") or b""
            try:
                return self._parse(body)
            except Refusal as refusal:
                if self.pov is None and is_temporary(refusal):
                    raise  # without a hello there is nothing to wait for
                await self._refuse(refusal)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
                await self._refuse(Refusal("message_unclear"))

    def _parse(self, body: bytes) -> messages.ClientMessage:
        """Parse a message and charge the client for it."""
        if len(body) > messages.MAX_MESSAGE_BYTES:
            raise Refusal("too_long", most=messages.MAX_MESSAGE_BYTES)
        if not self.limits.allow(self.client, time.monotonic()):
            raise Refusal("too_fast")
        message = messages.CLIENT_MESSAGE_DECODER.decode(body)
        if isinstance(message, messages.Hello | messages.Sync) and not self.limits.allow(
            self.client, time.monotonic(), WHOLE_TABLE_TOKENS
        ):
            raise Refusal("too_fast")
        return message

    def _receive_at_once(self, body: bytes) -> bool:
        """Make a move without waiting for anything; return False to leave a message to the task.

        Refusals are left to the task, too, and so is everything that comes after such a message.
        """
        if not self._is_idle:
            return False
        self._is_idle = self._move_at_once(body)
        return self._is_idle

    def _move_at_once(self, body: bytes) -> bool:
        """Make a move if the message is one, it is allowed, and the table is free."""
        live, seat = self.live, self.pov.seat if self.pov else None
        if live is None or seat is None or len(body) > messages.MAX_MESSAGE_BYTES:
            return False
        try:
            message = messages.CLIENT_MESSAGE_DECODER.decode(body)
        except (Refusal, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return False
        if not isinstance(message, messages.Move) or self._must_close():
            return False
        move = QuickMove(self, seat, message, time.perf_counter())
        self._pending_moves.add(message.id)
        try:
            is_made = live.try_act(move.make, move.done)
        except Exception:  # the task meets the same error, and explains or logs it
            is_made = False
        if not is_made:
            self._pending_moves.discard(message.id)
        return is_made

    async def _handle(self, message: messages.ClientMessage) -> None:
        """Do what a message asks for, or refuse it."""
        began = time.perf_counter()
        try:
            await self._do(message)
        except Refusal as refusal:
            table = self.live.table if self.live else None
            if isinstance(message, messages.Move):
                outcome = "stale" if refusal.code == "stale" else "refused"
                self.metrics.count_move(table.terms.game if table else "", outcome)
            move_id = message.id if isinstance(message, MOVES) else None
            await self._refuse(refusal, move_id)
            if refusal.code == "stale":
                self.refresh()
        if isinstance(message, messages.Move):
            self.metrics.move_seconds.observe(time.perf_counter() - began)

    async def _do(self, message: messages.ClientMessage) -> None:
        assert self.pov is not None
        assert self.live is not None
        if self._must_close():
            raise Refusal("unknown_key")
        if isinstance(message, messages.Hello):
            raise Refusal("hello_once")
        if isinstance(message, messages.Sync):
            self._sync(self.pov, self.live, message.seen)
            return
        seat, live = self.pov.seat, self.live
        if seat is None:
            raise Refusal("only_watching")
        match message:
            case messages.Move() | messages.Undo() | messages.Count():
                await self._move(live.name, seat, message)
            case messages.Commit(share):
                await self._act(lambda table, _: table.shares.commit(seat, share))
            case messages.Reveal(words):
                await self._act(lambda table, _: table.shares.reveal(seat, words))
            case messages.Resign():
                await self._act(lambda table, _: table.resign(seat))
            case messages.SetPace(pace):
                await self._act(lambda table, _: set_pace(table, seat, pace))
            case messages.Fill(bot, place):
                await self._act(lambda table, _: fill(table, seat, bot, place))
            case messages.Free(place):
                await self._act(lambda table, _: free(table, seat, place))
            case messages.Rematch():
                await self.service.tables.rematch(live.name, seat)
            case messages.Speak(phrase):
                for watcher in list(live.watchers):
                    if isinstance(watcher, Connection):
                        watcher.add_phrase(messages.Spoken(seat, phrase))

    async def _act(self, make: Make) -> None:
        """Append an entry to the table."""
        assert self.live is not None
        await self.service.live.act(self.live.name, make)

    def _sync(self, pov: Pov, live: LiveTable, seen: int) -> None:
        """Send the table again, from a stage that the client has seen."""
        if live.table is not None:
            self._charge(live.table)
        pov.seen = seen
        self.refresh()
        if live.is_recovering:  # the table follows once it is back
            raise Refusal("unavailable")

    async def _move(
        self, name: str, seat: int, message: messages.Move | messages.Undo | messages.Count
    ) -> None:
        """Make a move once, however often it is sent; acknowledge it when it is on disk."""
        is_duplicate = False

        def make(table: Table, _now: float) -> AnyEntry | None:
            nonlocal is_duplicate
            is_duplicate = (seat, message.id) in table.made
            return None if is_duplicate else make_move(table, seat, message)

        self._pending_moves.add(message.id)
        try:
            table, _ = await self.service.live.act(name, make)
            outcome = "duplicate" if is_duplicate else "acknowledged"
            self.metrics.count_move(table.terms.game, outcome)
            if message.id in self._pending_moves:
                await self.send(messages.Done(message.id, table.made[seat, message.id]))
        finally:
            self._pending_moves.discard(message.id)

    async def _refuse(self, refusal: Refusal, move_id: str | None = None) -> None:
        """Send an error in the client's language."""
        self.metrics.count_refusal(refusal.code)
        version = self.live.table.stage if self.live and self.live.table else None
        await self.send(
            messages.Refused(refusal.code, public_text(self.words, refusal), move_id, version)
        )

    async def _close(self, refusal: Refusal) -> None:
        """Send an error and close the connection, unless the client has left."""
        code = TRY_AGAIN_LATER if is_temporary(refusal) else POLICY_VIOLATION
        with suppress(Disconnect, *DISCONNECTED):
            await self._refuse(refusal)
            await self._wire.wait_until_ready()
            await self._send({"type": "websocket.close", "code": code, "reason": refusal.code})


@dataclass(slots=True)
class QuickMove:
    """A move that is made without a task, from its arrival until it is acknowledged."""

    connection: Connection
    seat: int
    message: messages.Move
    began: float
    table: Table | None = None

    def make(self, table: Table, _now: float) -> AnyEntry | None:
        """Return the entry of the move; None if it was made before, or the client is too fast."""
        if (self.seat, self.message.id) in table.made:
            return None
        self.table = table
        entry = make_move(table, self.seat, self.message)
        limits, client = self.connection.limits, self.connection.client
        return entry if limits.allow(client, time.monotonic()) else None

    def done(self, error: BaseException | None) -> None:
        """Acknowledge the move unless an update has done so; after a failure try again."""
        connection, move_id = self.connection, self.message.id
        is_shown = move_id not in connection._pending_moves
        connection._pending_moves.discard(move_id)
        if error is not None:
            connection.in_background(connection._handle(self.message))
            return
        assert self.table is not None
        connection.metrics.count_move(self.table.terms.game, "acknowledged")
        connection.metrics.move_seconds.observe(time.perf_counter() - self.began)
        if not is_shown:
            stage = self.table.made[self.seat, move_id]
            connection.in_background(connection.send(messages.Done(move_id, stage)))
