"""Play over a WebSocket: one connection for one seat, or to watch one table."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import msgspec

from underdeck.refusal import Refusal
from underdeck.say.words import Words
from underdeck.serve import messages
from underdeck.serve.direct_send import Wire
from underdeck.serve.errors import is_temporary, public_text
from underdeck.serve.limits import Limits
from underdeck.serve.live_table import Live
from underdeck.serve.logs import log_exception
from underdeck.serve.pov import Eye
from underdeck.serve.protocol_v1 import downgrade
from underdeck.serve.request_costs import WHOLE_TABLE_TOKENS, whole_table_cost
from underdeck.serve.service import Service, is_theirs
from underdeck.table.entries import AnyEntry
from underdeck.table.table import Table

Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]

HELLO_SECONDS = 10.0
REFUSED, BROKEN, TRY_AGAIN_LATER = 1008, 1011, 1013
"""Close codes: refused for good, or a failure of the server, unexpected or temporary, after which the client connects again."""
MOST_SPOKEN = 8
LEFT = OSError, RuntimeError
"""How we are told that the client has left, or that the connection was closed before."""


class Gone(Exception):
    """The client has left."""


class Connection:
    """One client at one table."""

    def __init__(
        self, service: Service, client: str, limits: Limits, receive: Receive, send: Send
    ) -> None:
        self.service = service
        self.metrics = service.host.metrics
        self.client = client
        self.limits = limits
        self._receive = receive
        self._send = send
        self._wire: Wire | None = getattr(send, "wire", None)
        self._is_telling = False
        """Is something on its way for which the client must be waited for?"""
        self._making: str | None = None
        """The move that is being made for this client, as long as it isn't acknowledged."""
        self._news = asyncio.Event()
        self._unseen = True
        """Is the table to be sent though nothing has happened?"""
        self._spoken: deque[messages.Spoken] = deque(maxlen=MOST_SPOKEN)
        self.words = Words("en")
        self.eye: Eye | None = None
        self.protocol = messages.OLDEST_PROTOCOL
        self.live: Live | None = None
        self._key = b""
        self._taken: int | None = None
        """The entry with which the person of this key sat down."""
        self._is_dismissed = False

    # What the table tells

    def show(self, table: Table) -> None:
        """Something new is there: it is sent at once if the client keeps up, else as soon as it can take it, all that is new together."""
        eye, wire = self.eye, self._wire
        if (
            eye is None
            or wire is None
            or self._unseen
            or self._is_telling
            or self._spoken
            or self._must_go()
            or not wire.is_ready()
        ):
            self._news.set()
        elif table.stage != eye.seen:
            done = (
                self._making
                if table.made.get((eye.seat or 0, self._making or "")) == table.stage
                else None
            )
            if done is not None:
                self._making = None
            wire.write(messages.ENCODER.encode(self._shown(eye, table, whole=False, done=done)))

    def refresh(self) -> None:
        """Send the table again, since deadlines have changed."""
        self._unseen = True
        self._news.set()

    def overhear(self, spoken: messages.Spoken) -> None:
        """Somebody speaks; of many phrases at once only the last are heard."""
        self._spoken.append(spoken)
        self._news.set()

    def dismiss(self, key: bytes) -> None:
        """A key opens nothing any more: who came with it must go."""
        if key == self._key:
            self._is_dismissed = True
            self._news.set()

    def _must_go(self) -> bool:
        """Does the key open nothing any more, or has somebody else this seat now, wherever that came about?"""
        table = self.live.table if self.live else None
        seat = self.eye.seat if self.eye else None
        return self._is_dismissed or (
            table is not None and seat is not None and table.taken.get(seat) != self._taken
        )

    async def _tell_news(self) -> None:
        """Send the table whenever it has changed, until the client has left; on a failure close, for a silent socket helps nobody."""
        try:
            await self._keep_telling()
        except Gone:
            pass
        except Exception as error:
            log_exception("news_failed", error)
            with suppress(*LEFT):
                await self._send({"type": "websocket.close", "code": BROKEN})

    async def _keep_telling(self) -> None:
        assert self.eye is not None
        assert self.live is not None
        while True:
            await self._news.wait()
            self._news.clear()
            self._is_telling = True
            if self._must_go():
                await self._close(Refusal("unknown_key"))
                return
            while self._spoken:
                await self.send(self._spoken.popleft())
            async with self.live.lock:  # nobody sees what isn't on disk yet
                news = self._look(self.eye, self.live.table)
            if news is not None:
                await self.send(news)
            self._is_telling = False

    def _look(self, eye: Eye, table: Table | None) -> messages.Table | None:
        """The table, if there is something new to be seen or it was asked for."""
        if table is None or not (self._unseen or table.stage != eye.seen):
            return None
        whole, self._unseen = self._unseen, False
        return self._shown(eye, table, whole=whole)

    def _shown(
        self, eye: Eye, table: Table, *, whole: bool, done: str | None = None
    ) -> messages.Table:
        """Return the table in the client's protocol."""
        shown = eye.look(table, self.service.host.time_at(self.live), whole=whole, done=done)
        if self.protocol == 1:
            shown = downgrade(shown, table.terms.game)
        return shown

    async def send(self, message: messages.ServerMessage) -> None:
        """One message, unless the client has left."""
        try:
            await self._send(
                {"type": "websocket.send", "text": messages.ENCODER.encode(message).decode()}
            )
        except LEFT:
            raise Gone from None

    # What the client says

    async def run(self) -> None:
        """From the first word to the last."""
        telling: asyncio.Task[None] | None = None
        try:
            await self._greet()
            telling = asyncio.ensure_future(self._tell_news())
            while True:
                await self._obey(await self._hear())
        except Gone:
            pass
        except Refusal as refusal:
            await self._close(refusal)
        finally:
            if telling is not None:
                telling.cancel()
            if self.live is not None:
                self.live.watchers.discard(self)
                self.live.used = self.service.host.now()

    async def _greet(self) -> None:
        """The first message says who one is; the table is the answer."""
        try:
            said = await asyncio.wait_for(self._hear(), HELLO_SECONDS)
        except TimeoutError:
            raise Refusal("hello_first") from None
        if not isinstance(said, messages.Hello):
            raise Refusal("hello_first")
        self.words, self.protocol = Words(said.language), said.protocol
        key = await self.service.key(said.key, "seat", "watch")
        self._key = key.hash
        self.eye = Eye(key.seat, said.language, seen=said.seen, story=said.story)
        table = await self.service.host.read_newest(key.table or "")
        if not is_theirs(key, table):
            raise Refusal("unknown_key")
        self._charge(table)
        self._taken = table.taken.get(key.seat) if key.seat is not None else None
        self.live = await self.service.host.find(key.table or "")
        self.live.watchers.add(self)
        self._news.set()

    def _charge(self, table: Table) -> None:
        """Make the client pay for a whole table in proportion to its length, beyond what every such message costs."""
        extra = whole_table_cost(table) - WHOLE_TABLE_TOKENS
        if extra > 0 and not self.limits.charge(self.client, time.monotonic(), extra):
            raise Refusal("too_fast")

    async def _hear(self) -> messages.ClientMessage:
        """The next message that makes sense; others are refused and forgotten."""
        while True:
            event = await self._receive()
            if event["type"] == "websocket.disconnect":
                raise Gone
            text = event.get("text")
            body = text.encode() if text is not None else event.get("bytes") or b""
            try:
                if len(body) > messages.MAX_MESSAGE_BYTES:
                    raise Refusal("too_long", most=messages.MAX_MESSAGE_BYTES)
                if not self.limits.allow(self.client, time.monotonic()):
                    raise Refusal("too_fast")
                said = messages.CLIENT_MESSAGE_DECODER.decode(body)
                retells = isinstance(said, messages.Hello | messages.Sync)
                if retells and not self.limits.allow(
                    self.client, time.monotonic(), WHOLE_TABLE_TOKENS
                ):
                    raise Refusal("too_fast")
                return said
            except Refusal as refusal:
                if self.eye is None and is_temporary(
                    refusal
                ):  # without a hello there is nothing to wait for
                    raise
                await self._refuse(refusal)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
                await self._refuse(Refusal("message_unclear"))

    async def _obey(self, said: messages.ClientMessage) -> None:
        """Do what a message wants, or say why not."""
        began = time.perf_counter()
        move_id = (
            said.id if isinstance(said, messages.Move | messages.Undo | messages.Count) else None
        )
        try:
            await self._do(said)
        except Refusal as refusal:
            if isinstance(said, messages.Move):
                self.metrics.count_move(
                    self._game(), "stale" if refusal.code == "stale" else "refused"
                )
            await self._refuse(refusal, move_id)
            if refusal.code == "stale":
                self._unseen = True
                self._news.set()
        if isinstance(said, messages.Move):
            self.metrics.move_seconds.observe(time.perf_counter() - began)

    async def _do(self, said: messages.ClientMessage) -> None:
        assert self.eye is not None
        assert self.live is not None
        if self._must_go():
            raise Refusal("unknown_key")
        if isinstance(said, messages.Hello):
            raise Refusal("hello_once")
        if isinstance(said, messages.Sync):
            if self.live.table is not None:
                self._charge(self.live.table)
            self.eye.seen = said.seen
            self.refresh()
            if self.live.is_recovering:  # the table follows once it is back
                raise Refusal("unavailable")
            return
        seat = self.eye.seat
        if seat is None:
            raise Refusal("only_watching")
        name = self.live.name
        match said:
            case messages.Move() | messages.Undo() | messages.Count():
                await self._move(name, seat, said)
            case messages.Commit(share):
                await self.service.host.act(name, lambda table, _: table.commit(seat, share))
            case messages.Reveal(words):
                await self.service.host.act(name, lambda table, _: table.reveal(seat, words))
            case messages.Resign():
                await self.service.host.act(name, lambda table, _: table.resign(seat))
            case messages.Rematch():
                await self.service.rematch(name, seat)
            case messages.Speak(phrase):
                for watcher in list(self.live.watchers):
                    if isinstance(watcher, Connection):
                        watcher.overhear(messages.Spoken(seat, phrase))

    async def _move(
        self, name: str, seat: int, said: messages.Move | messages.Undo | messages.Count
    ) -> None:
        """Make a move once, however often it is sent; acknowledged when it is on disk."""
        again = False

        def make(table: Table, _now: float) -> AnyEntry | None:
            nonlocal again
            again = (seat, said.id) in table.made
            if again:
                return None
            if isinstance(said, messages.Move):
                return table.move(seat, said.move, said.id, said.version)
            if said.version != table.stage:
                raise Refusal("stale", version=table.stage)
            return (
                table.undo(seat, said.id)
                if isinstance(said, messages.Undo)
                else table.count(seat, said.id)
            )

        self._making = said.id
        try:
            table, _ = await self.service.host.act(name, make)
            self.metrics.count_move(table.terms.game, "duplicate" if again else "acknowledged")
            if self._making is not None:
                await self.send(messages.Done(said.id, table.made[seat, said.id]))
        finally:
            self._making = None

    def _game(self) -> str:
        """Which game is played here."""
        return self.live.table.terms.game if self.live and self.live.table else "tomb"

    async def _refuse(self, refusal: Refusal, move_id: str | None = None) -> None:
        """Say no, in the client's language."""
        self.metrics.count_refusal(refusal.code)
        version = self.live.table.stage if self.live and self.live.table else None
        await self.send(
            messages.Refused(refusal.code, public_text(self.words, refusal), move_id, version)
        )

    async def _close(self, refusal: Refusal) -> None:
        """Refuse and close the connection, unless the client has left."""
        code = TRY_AGAIN_LATER if is_temporary(refusal) else REFUSED
        with suppress(Gone, *LEFT):
            await self._refuse(refusal)
            await self._send({"type": "websocket.close", "code": code, "reason": refusal.code})
