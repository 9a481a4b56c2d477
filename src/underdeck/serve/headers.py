"""What every answer tells browsers to forbid, and whose pages may talk to us."""

import re
from collections.abc import Awaitable, Callable, Collection, Mapping, MutableMapping
from typing import Any

from underdeck.serve.direct_send import WIRE, Wire

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
ASGIApp = Callable[[Scope, Receive, Send], Awaitable[None]]

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
POWERS = (
    "accelerometer",
    "browsing-topics",
    "camera",
    "clipboard-read",
    "display-capture",
    "encrypted-media",
    "fullscreen",
    "gamepad",
    "geolocation",
    "gyroscope",
    "hid",
    "identity-credentials-get",
    "idle-detection",
    "local-fonts",
    "magnetometer",
    "microphone",
    "midi",
    "otp-credentials",
    "payment",
    "picture-in-picture",
    "publickey-credentials-create",
    "publickey-credentials-get",
    "screen-wake-lock",
    "serial",
    "storage-access",
    "usb",
    "window-management",
    "xr-spatial-tracking",
)
"""What a page could ask of a device, and ours doesn't."""
OWN_POWERS = ("autoplay", "clipboard-write")
"""What our page asks: to sound, and to copy a link."""
HEADERS = {
    "Content-Security-Policy": "; ".join(f"{what} {whence}" for what, whence in POLICY.items()),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join(
        [*(f"{power}=()" for power in POWERS), *(f"{power}=(self)" for power in OWN_POWERS)]
    ),
}
HTTPS_ONLY = "max-age=31536000"
"""For a year, this host by HTTPS alone."""
STARTS = ("http.response.start", "websocket.http.response.start")
ORIGIN = re.compile(r"(https?)://([^/?#@\\\s]+)")
PORTS = {"http": ":80", "https": ":443"}


class SecurityHeaders:
    """Middleware around the whole application, so that its answers to its own failures carry the headers too."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the application answer, and add to what it sends."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        await self.app(
            scope, receive, Sending(send, headers_for(scope), scope.get("extensions", {}).get(WIRE))
        )


class Sending:
    """Sends what the application sends, with more headers; `wire`, if there is one, sends texts without waiting."""

    def __init__(self, send: Send, added: dict[bytes, bytes], wire: Wire | None) -> None:
        self.wire = wire
        self._send = send
        self._added = added

    async def __call__(self, message: Message) -> None:
        """Send one message."""
        if message["type"] in STARTS:
            own = [
                (name, value)
                for name, value in message.get("headers", ())
                if bytes(name).lower() not in self._added
            ]
            message["headers"] = [*own, *self._added.items()]
        await self._send(message)


def headers_for(scope: Scope) -> dict[bytes, bytes]:
    """The headers of an answer, in lower case: more of them for the API, and over HTTPS."""
    added = dict(HEADERS)
    if scope["path"] == "/api" or scope["path"].startswith("/api/"):
        added["Cache-Control"] = "no-store"
    if scope.get("scheme") in ("https", "wss"):
        added["Strict-Transport-Security"] = HTTPS_ONLY
    return {name.lower().encode(): value.encode() for name, value in added.items()}


def origin_allowed(headers: Mapping[str, str], host: str, extra: Collection[str]) -> bool:
    """May this page talk to us: our own, one of the `extra` (origins, or hosts as in Host), or no page at all, for there is no Origin?"""
    origin = headers.get("origin")
    if origin is None:
        return True
    read = ORIGIN.fullmatch(origin.lower())
    if read is None:
        return False
    scheme, theirs = read.groups()
    ours = {
        each.lower().removeprefix(f"{scheme}://").rstrip("/").removesuffix(PORTS[scheme])
        for each in (host, *extra)
    }
    return theirs.removesuffix(PORTS[scheme]) in ours
