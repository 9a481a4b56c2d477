"""Security headers of all responses, and the check of a request's origin."""

import re
from collections.abc import Collection, Mapping

from underdeck.serve.asgi import Application, Message, Receive, Scope, Send
from underdeck.serve.direct_send import WIRE, Wire

CONTENT_POLICY = {
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
FORBIDDEN_FEATURES = (
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
"""Browser features that the page does not use."""
USED_FEATURES = ("autoplay", "clipboard-write")
"""Browser features that the page uses: sounds, and copying links."""
HEADERS = {
    "Content-Security-Policy": "; ".join(
        f"{directive} {sources}" for directive, sources in CONTENT_POLICY.items()
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join(
        [
            *(f"{feature}=()" for feature in FORBIDDEN_FEATURES),
            *(f"{feature}=(self)" for feature in USED_FEATURES),
        ]
    ),
}
HTTPS_ONLY = "max-age=31536000"
"""Strict-Transport-Security for one year."""
RESPONSE_STARTS = ("http.response.start", "websocket.http.response.start")
ORIGIN = re.compile(r"(https?)://([^/?#@\\\s]+)")
DEFAULT_PORTS = {"http": ":80", "https": ":443"}


class SecurityHeaders:
    """Middleware around the whole application, so that error responses have the headers too."""

    def __init__(self, app: Application) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run the application and add headers to its response."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        wire = scope.get("extensions", {}).get(WIRE)
        await self.app(scope, receive, SendWithHeaders(send, security_headers(scope), wire))


class SendWithHeaders:
    """A `send` function that adds headers to responses.

    `wire`, if the server provides it, sends WebSocket texts without waiting.
    """

    def __init__(self, send: Send, headers: dict[bytes, bytes], wire: Wire | None) -> None:
        self.wire = wire
        self._send = send
        self._headers = headers

    async def __call__(self, message: Message) -> None:
        """Send one message."""
        if message["type"] in RESPONSE_STARTS:
            own = [
                (name, value)
                for name, value in message.get("headers", ())
                if bytes(name).lower() not in self._headers
            ]
            message["headers"] = [*own, *self._headers.items()]
        await self._send(message)


def security_headers(scope: Scope) -> dict[bytes, bytes]:
    """Return the security headers for a request; some are for the API or for HTTPS only."""
    headers = dict(HEADERS)
    if scope["path"] == "/api" or scope["path"].startswith("/api/"):
        headers["Cache-Control"] = "no-store"
    if scope.get("scheme") in ("https", "wss"):
        headers["Strict-Transport-Security"] = HTTPS_ONLY
    return {name.lower().encode(): value.encode() for name, value in headers.items()}


def is_origin_allowed(headers: Mapping[str, str], host: str, allowed: Collection[str]) -> bool:
    """Return whether a request comes from our own page or from an allowed one.

    Requests without an Origin header don't come from a page. `allowed` holds origins or hosts.
    """
    origin = headers.get("origin")
    if origin is None:
        return True
    match = ORIGIN.fullmatch(origin.lower())
    if match is None:
        return False
    scheme, origin_host = match.groups()
    hosts = {
        each.lower().removeprefix(f"{scheme}://").rstrip("/").removesuffix(DEFAULT_PORTS[scheme])
        for each in (host, *allowed)
    }
    return origin_host.removesuffix(DEFAULT_PORTS[scheme]) in hosts
