"""Play over a WebSocket: each connection plays one seat, or watches one table."""

import asyncio
import time
from collections import deque
from contextlib import suppress

import msgspec

from underdeck.refusal import Refusal
from underdeck.say.words import Words
from underdeck.serve import messages
from underdeck.serve.asgi import INTERNAL_ERROR, POLICY_VIOLATION, TRY_AGAIN_LATER, Receive, Send
from underdeck.serve.direct_send import Wire
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

    Two tasks work on it: one handles the client's messages, the other sends updates that could not
    be written at once.
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
        self._wire: Wire | None = getattr(send, "wire", None)
        self._is_sending = False
        """Whether an update is being sent for which the client must be waited for."""
        self._pending_move: str | None = None
        """The identifier of the move that is being made, until it is acknowledged."""
        self._has_update = asyncio.Event()
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
        sender: asyncio.Task[None] | None = None
        try:
            await self._greet()
            sender = asyncio.ensure_future(self._send_updates())
            while True:
                await self._handle(await self._read())
        except Disconnect:
            pass
        except Refusal as refusal:
            await self._close(refusal)
        finally:
            if sender is not None:
                sender.cancel()
            if self.live is not None:
                self.live.watchers.discard(self)
                self.live.used = self.service.live.now()

    # Updates to the client

    def notify(self, table: Table) -> None:
        """Send what is new at once if the client keeps up, else leave it to the sending task."""
        pov, wire = self.pov, self._wire
        if (
            pov is None
            or wire is None
            or self._needs_snapshot
            or self._is_sending
            or self._phrases
            or self._must_close()
            or not wire.is_ready()
        ):
            self._has_update.set()
        elif table.stage != pov.seen:
            assert self.live is not None
            done = self._take_done_move(table, pov.seat)
            update = self._in_protocol(pov.update(table, self.live.time(), done), table)
            wire.write(messages.ENCODER.encode(update))

    def _take_done_move(self, table: Table, seat: int | None) -> str | None:
        """Return this client's move if the table's newest stage shows it."""
        move_id = self._pending_move
        if move_id is None or table.made.get((seat or 0, move_id)) != table.stage:
            return None
        self._pending_move = None
        return move_id

    def refresh(self) -> None:
        """Send the table again, since deadlines have changed."""
        self._needs_snapshot = True
        self._has_update.set()

    def add_phrase(self, phrase: messages.Spoken) -> None:
        """Send a phrase that somebody said; of many at once only the last are kept."""
        self._phrases.append(phrase)
        self._has_update.set()

    def revoke(self, key: bytes) -> None:
        """Close the connection if it was opened with this key."""
        if key == self._key:
            self._is_revoked = True
            self._has_update.set()

    def _must_close(self) -> bool:
        """Return whether the key was revoked, or somebody else has the seat now."""
        table = self.live.table if self.live else None
        seat = self.pov.seat if self.pov else None
        return self._is_revoked or (
            table is not None and seat is not None and table.taken.get(seat) != self._taken
        )

    async def _send_updates(self) -> None:
        """Send updates until the client leaves; on a failure close, so that it reconnects."""
        try:
            while True:
                await self._has_update.wait()
                self._has_update.clear()
                self._is_sending = True
                if self._must_close():
                    await self._close(Refusal("unknown_key"))
                    return
                await self._send_update()
                self._is_sending = False
        except Disconnect:
            pass
        except Exception as error:
            log_exception("news_failed", error)
            with suppress(*DISCONNECTED):
                await self._send({"type": "websocket.close", "code": INTERNAL_ERROR})

    async def _send_update(self) -> None:
        """Send queued phrases, then the table if it has changed."""
        assert self.pov is not None
        assert self.live is not None
        while self._phrases:
            await self.send(self._phrases.popleft())
        async with self.live.lock:  # nobody is shown what isn't on disk yet
            update = self._next_update(self.pov, self.live)
        if update is not None:
            await self.send(update)

    def _next_update(self, pov: Pov, live: LiveTable) -> messages.Table | None:
        """Return the table if the client needs it, whole or changed."""
        if live.table is None:
            return None
        if self._needs_snapshot:
            self._needs_snapshot = False
            message = pov.snapshot(live.table, live.time())
        elif live.table.stage != pov.seen:
            message = pov.update(live.table, live.time())
        else:
            return None
        return self._in_protocol(message, live.table)

    def _in_protocol(self, message: messages.Table, table: Table) -> messages.Table:
        """Return a message in the protocol that the client reads."""
        if self.protocol == 1:
            message = downgrade(message, table.terms.game)
        return message

    async def send(self, message: messages.ServerMessage) -> None:
        """Send one message; raise `Disconnect` if the client has left."""
        try:
            await self._send(
                {"type": "websocket.send", "text": messages.ENCODER.encode(message).decode()}
            )
        except DISCONNECTED:
            raise Disconnect from None

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
        self._has_update.set()

    def _charge(self, table: Table) -> None:
        """Charge the client for a whole table in proportion to its length."""
        extra = whole_table_cost(table) - WHOLE_TABLE_TOKENS
        if extra > 0 and not self.limits.charge(self.client, time.monotonic(), extra):
            raise Refusal("too_fast")

    async def _read(self) -> messages.ClientMessage:
        """Return the next valid message; refuse all others."""
        while True:
            event = await self._receive()
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

        self._pending_move = message.id
        try:
            table, _ = await self.service.live.act(name, make)
            outcome = "duplicate" if is_duplicate else "acknowledged"
            self.metrics.count_move(table.terms.game, outcome)
            if self._pending_move is not None:
                await self.send(messages.Done(message.id, table.made[seat, message.id]))
        finally:
            self._pending_move = None

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
            await self._send({"type": "websocket.close", "code": code, "reason": refusal.code})
